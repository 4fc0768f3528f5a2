import { type CurrencyTotals, isLong, isOpen, openPnl, type Total, totals } from '../core/figures.ts';
import { type Freshness, worse } from '../core/freshness.ts';
import { eventKeyOf } from '../core/grouping.ts';
import { eventPhase, isPaused } from '../core/lifecycle.ts';
import { type OwnMoney, ownMoney } from '../core/own.ts';
import { eventSlugOf } from '../core/slug.ts';
import { asOfText, dimmed, spokenFreshness } from './freshness-text.ts';
import { namedEvent, namedPlace, ownOutcome } from './order-text.ts';
import {
  explained,
  heldText,
  type KnownPosition,
  positionDescription,
  positionTitle,
  positionTooltip,
} from './position-text.ts';
import { stateOf } from './price-text.ts';
import { field, joined, type Row, spokenParts, type ViewContext } from './row.ts';
import { outcomeLabel, withSharedNames } from './row-names.ts';
import { LIFECYCLE_ICONS, PHASE_ICONS } from './states.ts';

/** Root rows of the positions view: events, then what has expired, then one total a currency. */
export function positionsTree(all: readonly KnownPosition[], plain: ViewContext): readonly Row[] {
  const context = withSharedNames(
    all.map(({ market }) => market),
    plain,
  );
  const expired = all.filter(({ position }) => position.expired === true);
  const byEvent = Map.groupBy(
    all.filter(({ position }) => position.expired !== true),
    eventKey,
  );
  return [
    ...[...byEvent].map(([key, positions]) => eventRow(key, positions, context)),
    ...(expired.length === 0 ? [] : [expiredRow(expired, context)]),
    ...totalRows(all, context),
  ];
}

/** Beside the title of the view: `$1,284.10 · ▲ $31.20 open`, once a currency; its time first where it is not fresh. */
export function positionsSummary(all: readonly KnownPosition[], context: ViewContext): string {
  const sums = totals(all)
    .filter(({ value }) => value.counted > 0)
    .map((sum) => sumTexts(sum, context))
    .flatMap(({ value, open }) => [value, context.t('{0} open', open)]);
  return sums.length === 0 ? '' : joined([asOfText(sumFreshness(all), context), ...sums]);
}

/** A sum as it is, or `at least` it where parts are missing; nothing known at all is `–`. */
export function atLeast(
  sum: Total,
  currency: string,
  write: (amount: OwnMoney | undefined) => string,
  { t }: ViewContext,
): string {
  if (sum.counted > 0 && sum.missing === sum.counted) return write(undefined);
  const text = write(ownMoney(sum.sum, currency));
  return sum.missing === 0 ? text : t('at least {0}', text);
}

/** The sums of one currency; `signed` writes gains and losses. */
export function sumTexts(of: CurrencyTotals, context: ViewContext, signed = context.format.signedMoney) {
  const text = (sum: Total, write: typeof signed): string => atLeast(sum, of.currency, write, context);
  return {
    value: text(of.value, context.format.money),
    open: text(of.openPnl, signed),
    realised: text(of.realised, signed),
  };
}

/** The row of one position. In a group that is no event, its market is named beside it. */
export function positionRow(known: KnownPosition, context: ViewContext): Row {
  const { position, market, facts } = known;
  const expired = position.expired === true;
  const freshness = positionFreshness(known);
  const { format } = context;
  const label = positionTitle(position, market, context);
  const pnl = openPnl(position, known.marks);
  // No room for the blank after the arrow.
  const lead = isOpen(position) ? format.signedMoney(pnl).replace(/^([▲▼]) /, '$1') : undefined;
  const quantity = format.rowContracts(position.netPosition?.abs());
  const outcome = ownOutcome(position.marketMetadata, market, isLong(position), context);
  const name = namedPlace(label, position, market, context);
  return {
    id: `position/${position.marketSlug}`,
    ...(lead === undefined
      ? { label: outcomeLabel(outcome, '', '') }
      : { label: outcomeLabel(outcome, `${lead} `, ` ×${quantity}`), lead }),
    description: joined([
      asOfText(freshness, context),
      lead === undefined ? positionDescription(known, context) : heldText(known, context),
      expired ? name : undefined,
    ]),
    ...dimmed(freshness),
    ...positionIcon(known, context),
    accessibilityLabel: spokenParts([
      label,
      name,
      ...spokenFigures(known, context),
      spokenFreshness(freshness, context),
    ]),
    contextValue: expired ? 'position.expired' : 'position',
    urgentPart: joined([label, market && stateOf({ market, ...facts })]),
    subject: { kind: 'position', marketSlug: position.marketSlug },
    tooltip: () => positionTooltip(known, context),
    collapsible: 'none',
    command: { id: expired ? 'openSettlement' : 'openMarket', args: [position.marketSlug] },
  };
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

function spokenFigures(known: KnownPosition, context: ViewContext): readonly (string | undefined)[] {
  const { position, marks } = known;
  const { t, format } = context;
  if (!isOpen(position)) return [t('realised {0}', format.signedMoneyWords(position.realized))];
  const pnl = openPnl(position, marks);
  const [now, ...rest] = positionDescription(known, context).split(' · ');
  const parts = [now, ...rest.filter((part) => !/^[▲▼]/.test(part))];
  return [...parts, pnl && t('{0} open', format.signedMoneyWords(pnl))];
}

function eventRow(key: string, positions: readonly KnownPosition[], context: ViewContext): Row {
  const { t, format } = context;
  const [first] = positions;
  const label = namedEvent(first?.position ?? { marketSlug: key }, first?.market, context);
  const sums = totals(positions).filter(({ openPnl: open }) => open.counted > 0);
  const freshness = sums.length === 0 ? undefined : sumFreshness(positions);
  const open = joined(sums.map((sum) => sumTexts(sum, context).open));
  const lead = open.replace(/([▲▼]) /g, '$1');
  const words = sums.map((sum) => t('{0} open', sumTexts(sum, context, format.signedMoneyWords).open));
  return {
    id: `positions/${key}`,
    label: lead === '' ? label : `${lead} ${label}`,
    ...(lead === '' ? {} : { lead }),
    description: joined([
      asOfText(freshness, context),
      positions.length === 1 ? undefined : t('{0} positions', positions.length),
    ]),
    ...dimmed(freshness),
    accessibilityLabel: spokenParts([label, ...words, spokenFreshness(freshness, context)]),
    contextValue: 'positionEvent',
    urgentPart: '',
    tooltip: () => [
      { kind: 'title', text: label },
      ...field(t('Positions'), String(positions.length)),
      ...field(t('Open P&L'), explained(open, t('sum of value − cost of open positions'), context)),
    ],
    collapsible: 'expanded',
    children: () => positions.map((known) => positionRow(known, context)),
  };
}

function expiredRow(expired: readonly KnownPosition[], context: ViewContext): Row {
  const { t, format } = context;
  const sums = totals(expired);
  const text = (signed: typeof format.signedMoney): string =>
    joined(sums.map((sum) => t('settled {0}', sumTexts(sum, context, signed).realised)));
  const how = t('sum as reported, without fees');
  return {
    id: 'positions/expired',
    label: t('Expired'),
    description: text(format.signedMoney),
    accessibilityLabel: `${t('Expired')}, ${text(format.signedMoneyWords)}`,
    contextValue: 'expired',
    tooltip: () => [
      { kind: 'title', text: t('Expired positions') },
      ...field(t('Positions'), String(expired.length)),
      ...sums.flatMap((sum) =>
        field(t('Realised P&L'), t('{0} ({1})', sumTexts(sum, context).realised, how)),
      ),
    ],
    collapsible: 'collapsed',
    children: () => expired.map((known) => positionRow(known, context)),
  };
}

function totalRows(positions: readonly KnownPosition[], context: ViewContext): readonly Row[] {
  const { t, format } = context;
  const all = totals(positions);
  const freshness = sumFreshness(positions);
  return all.map((sum) => {
    const { currency } = sum;
    const label = all.length === 1 || currency === '' ? t('Total') : t('Total {0}', currency);
    const text = (signed: typeof format.signedMoney): readonly string[] => {
      const { value, open, realised } = sumTexts(sum, context, signed);
      return [value, t('{0} open', open), t('{0} realised', realised)];
    };
    return {
      id: `positions/total/${currency}`,
      label,
      description: joined([...text(format.signedMoney), asOfText(freshness, context)]),
      ...dimmed(freshness),
      icon: { id: 'symbol-operator' },
      accessibilityLabel: spokenParts([
        label,
        ...text(format.signedMoneyWords),
        spokenFreshness(freshness, context),
      ]),
      contextValue: 'total',
      urgentPart: '',
      tooltip: () => {
        const { value, open, realised } = sumTexts(sum, context);
        const line = (name: string, of: Total, figure: string, how: string) =>
          field(name, joined([t('{0} ({1})', figure, how), missingText(of, context)]));
        return [
          { kind: 'title', text: label },
          ...line(t('Value'), sum.value, value, t('sum of the values of open positions')),
          ...line(t('Open P&L'), sum.openPnl, open, t('sum of value − cost of open positions')),
          ...line(
            t('Realised P&L'),
            sum.realised,
            realised,
            t('sum as reported, open and expired, without fees'),
          ),
        ];
      },
      collapsible: 'none',
    };
  });
}

function missingText({ missing }: Total, { t }: ViewContext): string | undefined {
  if (missing === 0) return undefined;
  return missing === 1 ? t('1 position has no figure') : t('{0} positions have no figure', missing);
}

function eventKey({ position, market }: KnownPosition): string {
  if (market !== undefined) return eventKeyOf(market, market.events[0]);
  const { marketSlug, marketMetadata } = position;
  return marketMetadata?.eventSlug ?? eventSlugOf(marketSlug) ?? marketSlug;
}
