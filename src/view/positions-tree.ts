import { Decimal } from '../core/decimal.ts';
import {
  type CurrencyTotals,
  isAwaiting,
  isDust,
  isLong,
  isOpen,
  openPnl,
  positionValue,
  type Total,
  totals,
} from '../core/figures.ts';
import { type Freshness, worse } from '../core/freshness.ts';
import { eventPhase, isPaused } from '../core/lifecycle.ts';
import { type OwnMoney, ownMoney } from '../core/own.ts';
import { sidePrices } from '../core/pricing.ts';
import { marketWhen } from './event-figures.ts';
import { asOfText, dimmed, spokenFreshness } from './freshness-text.ts';
import { eventKey, groupCommand, namedPlace, outcomeName, ownOutcome, rowEvent } from './order-text.ts';
import { type OwnResult, positionResult, resultFields } from './own-result.ts';
import {
  explained,
  heldParts,
  isSettled,
  type KnownPosition,
  noBidWord,
  positionTitle,
  positionTooltip,
} from './position-text.ts';
import { stateOf, stateWord } from './price-text.ts';
import { field, inShort, joined, plainLine, type Row, spokenParts, tight, type ViewContext } from './row.ts';
import { outcomeLabel, partsBeside, rowContext, shorterLabels, withSharedNames } from './row-names.ts';
import { marketSituation } from './situation-text.ts';
import { LIFECYCLE_ICONS, PHASE_ICONS } from './states.ts';
import { NARROWER, widthOf } from './widths.ts';

/** Root rows of the positions view: events, a single position for itself, then what is small, and what is settled. */
export function positionsTree(all: readonly KnownPosition[], plain: ViewContext): readonly Row[] {
  const context = withSharedNames(all, plain);
  const settled = all.filter(isSettled);
  const leadWidth = Math.max(0, ...all.map((known) => widthOf(pnlText(known, context))));
  const open = all.filter((known) => !isSettled(known));
  const small = context.format.settings.hideAmounts ? [] : open.filter(isDust);
  // One alone takes no more room than the row it would stand under.
  const folded = new Set(small.length > 1 ? small : []);
  const byEvent = Map.groupBy(
    open.filter((known) => !folded.has(known)),
    ({ position, market }) => eventKey(position, market),
  );
  return [
    ...[...byEvent].map(([key, positions]) => {
      const [first] = positions;
      return first !== undefined && positions.length === 1
        ? positionRow(first, context, { leadWidth })
        : eventRow(key, positions, { leadWidth }, context);
    }),
    ...(folded.size === 0 ? [] : [smallRow([...folded], { leadWidth }, context)]),
    ...(settled.length === 0 ? [] : [settledRow(settled, context)]),
  ];
}

/**
 * Beside the title of the view: `$1,284 · ▲$31.20 · $139 awaiting settlement`, once a currency; its time first where it is not
 * fresh. Buttons leave no room for cents.
 */
export function positionsSummary(all: readonly KnownPosition[], full: ViewContext): Row['parts'] {
  const context = inShort(full);
  const sums = totals(all)
    .filter(({ value }) => value.counted > 0)
    .flatMap((sum) => {
      return [...worthTexts(sum, context).map(tight), ...awaitingParts(sum, context)];
    });
  return sums.length === 0 ? [] : [asOfText(sumFreshness(all), context), ...sums];
}

/**
 * A sum as it is; where parts are missing, `lacking` says so before it, else it is `at least` so much. Nothing known at all
 * is `–`.
 */
export function sumText(...of: Parameters<typeof sumParts>): string {
  return joined(sumParts(...of));
}

function sumParts(
  sum: Total,
  currency: string,
  write: (amount: OwnMoney | undefined) => string,
  { t, format }: ViewContext,
  lacking?: string,
): readonly string[] {
  if (sum.counted > 0 && sum.missing === sum.counted) return [write(undefined)];
  const text = write(ownMoney(sum.sum, currency));
  if (sum.missing === 0 || format.settings.hideAmounts) return [text];
  return lacking === undefined ? [t('at least {0}', text)] : [lacking, text];
}

/**
 * What a sum over positions lacks, to be said before its figure: `4 without a bid`. Undefined where it lacks none, or has none,
 * and where it is hidden anyway.
 */
export function lackingText(
  sum: Total,
  { value }: Pick<CurrencyTotals, 'value'>,
  { t, format }: ViewContext,
): string | undefined {
  const { missing, counted } = sum;
  if (missing === 0 || missing === counted || format.settings.hideAmounts) return undefined;
  return missing > value.missing ? t('{0} without a cost or bid', missing) : t('{0} without a bid', missing);
}

/** The sums of one currency, each after what it lacks; `signed` writes gains and losses. */
export function sumTexts(of: CurrencyTotals, context: ViewContext, signed = context.format.signedMoney) {
  const { value, openPnl: open, currency } = of;
  const { format } = context;
  return {
    value: sumText(value, currency, format.money, context, lackingText(value, of, context)),
    open: sumText(open, currency, signed, context, lackingText(open, of, context)),
    realised: joined(realisedParts(of, context, signed)),
  };
}

function realisedParts(
  { realised, currency }: CurrencyTotals,
  context: ViewContext,
  signed: typeof context.format.signedMoney,
): readonly string[] {
  return sumParts(realised, currency, signed, context, context.t('{0} not reported', realised.missing));
}

/** What value and open P&L of one currency lack, each thing once, to be said before both. */
export function worthLacking(
  of: Pick<CurrencyTotals, 'value' | 'openPnl'>,
  context: ViewContext,
): readonly string[] {
  return [...new Set([of.value, of.openPnl].flatMap((sum) => lackingText(sum, of, context) ?? []))];
}

/** Value and open P&L of one currency after what they lack. */
function worthTexts(of: CurrencyTotals, context: ViewContext): readonly string[] {
  const { value, open } = sumTexts(withoutLacking(of), context);
  return [...worthLacking(of, context), value, open];
}

/** For where what the sums lack is said elsewhere. Nothing known at all stays so. */
export function withoutLacking(of: CurrencyTotals): CurrencyTotals {
  const whole = (sum: Total): Total => (sum.missing === sum.counted ? sum : { ...sum, missing: 0 });
  return { ...of, value: whole(of.value), openPnl: whole(of.openPnl) };
}

/** Of the sums of one currency the part that awaits its settlement. */
export function awaitingTexts({ currency, awaiting }: CurrencyTotals, context: ViewContext) {
  const { value, openPnl: open } = awaiting;
  const { format } = context;
  return {
    value: sumText(value, currency, format.money, context, lackingText(value, awaiting, context)),
    open: sumText(open, currency, format.signedMoney, context, lackingText(open, awaiting, context)),
  };
}

/** `$139.00 awaiting settlement`, after what that lacks; undefined where nothing does. */
export function awaitingText(sum: CurrencyTotals, context: ViewContext): string | undefined {
  return joined(awaitingParts(sum, context)) || undefined;
}

function awaitingParts({ currency, awaiting }: CurrencyTotals, context: ViewContext): readonly string[] {
  const { value } = awaiting;
  const parts = sumParts(
    value,
    currency,
    context.format.money,
    context,
    lackingText(value, awaiting, context),
  );
  return value.counted === 0 ? [] : parts.with(-1, context.t('{0} awaiting settlement', parts.at(-1) ?? ''));
}

interface RowPlace {
  /** Its event stands above it. */
  readonly isInGroup?: boolean;
  /** How wide the figures of its siblings are, which all take as much room. */
  readonly leadWidth?: number;
}

/** The row of one position. */
export function positionRow(
  known: KnownPosition,
  context: ViewContext,
  { isInGroup = false, leadWidth = 0 }: RowPlace = {},
): Row {
  const { position, market, facts } = known;
  const { format } = context;
  const settled = isSettled(known);
  const freshness = positionFreshness(known);
  const title = positionTitle(position, market, context);
  const isFlat = position.netPosition?.isZero === true;
  const own = settled ? positionResult(known, context) : undefined;
  const lead = !settled && !isFlat ? pnlText(known, context) : undefined;
  const { labelWidth = 0 } = rowContext(isInGroup, context);
  const room = labelWidth - Math.max(0, leadWidth - widthOf(lead ?? ''));
  const quantity = format.rowContracts(position.netPosition?.abs());
  const outcome = ownOutcome(position, market, isLong(position), context);
  const isOver = settled || position.expired === true;
  const inLabel = ` ×${quantity}`;
  const movable = { inLabel, part: inLabel.trim() };
  const name = (less = 0): string =>
    lead === undefined
      ? outcomeLabel(outcome, '', '')
      : outcomeLabel(outcome, `${lead} `, inLabel, room - less, NARROWER);
  const label = (lead === undefined ? own?.label : undefined) ?? name();
  return {
    id: `position/${position.marketSlug}`,
    label,
    ...(lead === undefined ? {} : { lead, shorter: shorterLabels(label, outcome, name), movable }),
    alike: {
      key: label.slice(lead?.length),
      by: [outcomeName(position, market, isLong(position), context), position.marketSlug],
    },
    parts: [
      asOfText(freshness, context),
      ...partsBeside(label, outcome, position.marketSlug, [
        ...positionWords(known, own, isInGroup, context),
        isInGroup && !settled ? undefined : rowEvent(position, market, context),
      ]),
    ],
    ...dimmed(freshness),
    ...(settled ? (own === undefined ? {} : { icon: own.icon }) : positionIcon(known, context)),
    accessibilityLabel: spokenParts([
      title,
      namedPlace(title, position, market, context),
      ...(settled ? [spokenResult(known, own, context)] : spokenFigures(known, context)),
      spokenFreshness(freshness, context),
    ]),
    contextValue: isOver ? 'position.expired' : 'position',
    urgentPart: joined([title, market && stateOf({ market, ...facts })]),
    subject: { kind: 'position', marketSlug: position.marketSlug },
    tooltip: () => {
      const [head, ...lines] = positionTooltip(known, context);
      const result = own === undefined ? [] : resultFields(own, market, context);
      return head === undefined ? result : [head, ...result, ...lines];
    },
    collapsible: 'none',
    command: { id: isOver ? 'openSettlement' : 'openMarket', args: [position.marketSlug] },
  };
}

function spokenResult(
  { position }: KnownPosition,
  own: OwnResult | undefined,
  { t, format }: ViewContext,
): string {
  return own?.sentence ?? t('realised {0}', format.signedMoneyWords(position.realized));
}

/** What stands beside the name of a position: its figures, or what it came to. */
function positionWords(
  known: KnownPosition,
  own: OwnResult | undefined,
  isInGroup: boolean,
  context: ViewContext,
): Row['parts'] {
  const { position, market, resolution } = known;
  const { t, format } = context;
  const isFlat = position.netPosition?.isZero === true;
  const realised = t('realised {0}', tight(format.signedMoney(position.realized)));
  if (own !== undefined) return [own.paid];
  if (isSettled(known))
    return [t('settled'), isFlat && resolution === undefined ? realised : t('result not known')];
  if (isFlat) return [t('closed out'), realised];
  return heldParts(known, isInGroup ? undefined : marketWhen(market, context), context);
}

function pnlText({ position, marks }: KnownPosition, { format }: ViewContext): string {
  return tight(format.signedMoney(openPnl(position, marks)));
}

/** An open position is shown with the present price beside it: it is as true as the worse of the two. */
function positionFreshness({ position, facts, freshness: account }: KnownPosition): Freshness | undefined {
  const price = facts.freshness;
  return account === undefined || price === undefined || !isOpen(position) ? account : worse(account, price);
}

/** Live, paused or awaiting its result. */
function positionIcon(
  { position, market, facts }: KnownPosition,
  { format }: ViewContext,
): Pick<Row, 'icon'> {
  const state = market && stateOf({ market, ...facts });
  if (state !== undefined && isPaused(state)) return { icon: LIFECYCLE_ICONS.halted };
  if (state === 'resolving' || state === 'closed' || position.expired === true)
    return { icon: LIFECYCLE_ICONS.resolving };
  const event = market?.events[0];
  const isLive = event !== undefined && eventPhase(event, format.settings.now()) === 'live';
  return isLive ? { icon: PHASE_ICONS.live } : {};
}

function sumFreshness(positions: readonly KnownPosition[]): Freshness | undefined {
  const parts = positions.map(positionFreshness).filter((freshness) => freshness !== undefined);
  return parts.length === 0 ? undefined : parts.reduce(worse);
}

function spokenFigures(known: KnownPosition, context: ViewContext) {
  const { position, market, facts, marks } = known;
  const { t, format } = context;
  if (position.netPosition?.isZero === true)
    return [t('realised {0}', format.signedMoneyWords(position.realized))];
  const value = positionValue(position, marks);
  const pnl = openPnl(position, marks);
  const now = market && sidePrices(market, isLong(position), facts.live).sell?.price;
  const word = market && stateWord(stateOf({ market, ...facts }), context);
  const awaits = isAwaiting(known);
  return [
    word ?? (awaits ? t('awaiting settlement') : undefined),
    now
      ? t('now {0}', format.price(now))
      : awaits
        ? undefined
        : noBidWord(market, isLong(position), facts, context),
    value === undefined ? t('no value') : format.money(value.value),
    pnl && t('open P&L {0}', format.signedMoneyWords(pnl)),
  ];
}

function eventRow(
  key: string,
  positions: readonly KnownPosition[],
  place: RowPlace,
  context: ViewContext,
): Row {
  const { t, format } = context;
  const [first] = positions;
  const { position = { marketSlug: key }, market } = first ?? {};
  const label = rowEvent(position, market, context);
  const sums = totals(positions).filter(({ openPnl: open }) => open.counted > 0);
  const freshness = sums.length === 0 ? undefined : sumFreshness(positions);
  const open = joined(sums.map((sum) => sumTexts(sum, context).open));
  // Figures of siblings stand under each other: what they lack is the first of the words beside them.
  const lead = tight(joined(sums.map((sum) => sumTexts(withoutLacking(sum), context).open)));
  const lacking = sums.map((sum) => lackingText(sum.openPnl, sum, context));
  const words = sums.map((sum) => t('open P&L {0}', sumTexts(sum, context, format.signedMoneyWords).open));
  const count = t('{0} positions', positions.length);
  const when = marketWhen(market, context);
  return {
    id: `positions/${key}`,
    label: lead === '' ? label : `${lead} ${label}`,
    ...(lead === '' ? {} : { lead }),
    // What awaits its settlement says so before anything a narrow view may cut.
    parts: [
      asOfText(freshness, context),
      ...lacking,
      ...(positions.some(isAwaiting) ? [when, count] : [count, when]),
    ],
    ...dimmed(freshness),
    accessibilityLabel: spokenParts([label, ...words, count, when, spokenFreshness(freshness, context)]),
    contextValue: 'positionEvent',
    subject: { kind: 'event', key, slugs: positions.map((known) => known.position.marketSlug) },
    command: groupCommand(key, position, market),
    urgentPart: '',
    tooltip: () => [
      { kind: 'title', text: label },
      ...plainLine(marketSituation(market, context)),
      ...field(t('Positions'), String(positions.length)),
      ...field(t('Open P&L'), explained(open, t('sum of value − cost of all held'), context)),
      ...field(
        t('Awaiting settlement'),
        joined(sums.map((sum) => awaitingText(sum, context) && awaitingTexts(sum, context).value)),
      ),
    ],
    collapsible: 'expanded',
    children: () => positions.map((known) => positionRow(known, context, { ...place, isInGroup: true })),
  };
}

/** What nobody would open the view for, with the rule. */
function smallRow(small: readonly KnownPosition[], place: RowPlace, context: ViewContext): Row {
  const { t, format } = context;
  const sums = totals(small);
  const [only, other] = sums;
  const one =
    only === undefined || other !== undefined ? '1' : format.money(ownMoney(Decimal.one, only.currency));
  const rule = t('value and cost below {0} each', one);
  const parts = (signed: typeof format.signedMoney): readonly string[] => [
    String(small.length),
    ...sums.map((sum) => tight(sumTexts(withoutLacking(sum), context, signed).open)),
    rule,
  ];
  return {
    id: 'positions/small',
    label: t('Small'),
    parts: parts(format.signedMoney),
    accessibilityLabel: `${t('Small positions')}, ${joined(parts(format.signedMoneyWords))}`,
    contextValue: 'phase',
    tooltip: () => [
      { kind: 'title', text: t('Small positions') },
      { kind: 'text', text: t('Each is worth less than {0} and cost less than that.', one) },
      ...field(t('Positions'), String(small.length)),
      ...sums.flatMap((sum) => field(t('Value'), sumTexts(sum, context).value)),
      ...sums.flatMap((sum) => field(t('Open P&L'), sumTexts(sum, context).open)),
    ],
    collapsible: 'collapsed',
    children: () =>
      small.map((known) => {
        const row = positionRow(known, context, { ...place, isInGroup: true });
        const { position, market } = known;
        return { ...row, parts: [...row.parts, rowEvent(position, market, context)] };
      }),
  };
}

function settledRow(settled: readonly KnownPosition[], context: ViewContext): Row {
  const { t, format } = context;
  const sums = totals(settled);
  const parts = (signed: typeof format.signedMoney): readonly string[] => [
    String(settled.length),
    ...sums.flatMap((sum) => realisedParts(sum, context, signed)),
  ];
  const how = t('sum as reported, without fees');
  return {
    id: 'positions/expired',
    label: t('Settled'),
    parts: parts(format.signedMoney).map(tight),
    accessibilityLabel: `${t('Settled')}, ${joined(parts(format.signedMoneyWords))}`,
    contextValue: 'expired',
    tooltip: () => [
      { kind: 'title', text: t('Settled positions') },
      ...field(t('Positions'), String(settled.length)),
      ...sums.flatMap((sum) =>
        field(t('Realised P&L'), t('{0} ({1})', sumTexts(sum, context).realised, how)),
      ),
    ],
    collapsible: 'collapsed',
    children: () => settled.map((known) => positionRow(known, context)),
  };
}
