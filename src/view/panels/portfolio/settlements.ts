import { marketFor, outcomeFor, type PositionResolution } from '../../../core/activity.ts';
import type { Decimal } from '../../../core/decimal.ts';
import { isLong, winPays } from '../../../core/figures.ts';
import { lineType } from '../../../core/grouping.ts';
import { isOver } from '../../../core/lifecycle.ts';
import type { Market } from '../../../core/market.ts';
import type { Order } from '../../../core/order.ts';
import { ownMoney } from '../../../core/own.ts';
import { addsUp } from '../../../core/own-settlement.ts';
import type { Position } from '../../../core/position.ts';
import type { Outcome } from '../../../core/pricing.ts';
import { eventWhen, firstWhen } from '../../event-figures.ts';
import { isYesNo, lineTypeName, sideName } from '../../names.ts';
import { ABSENT } from '../../numbers.ts';
import { inFull, namedEvent, outcomeName } from '../../order-text.ts';
import { outcomeSentence, ownResult, resultSource } from '../../own-result.ts';
import { isSettled, type KnownPosition } from '../../position-text.ts';
import { eachPaid, resultOf, stateOf } from '../../price-text.ts';
import { joined, type ViewContext } from '../../row.ts';
import { outcomeLabel, rowOutcome, withSharedNames } from '../../row-names.ts';
import { lifecycleWord } from '../../states.ts';
import { button, cell, note } from '../parts.ts';
import { eventCell, leagueOf, listWords, outcomeCell, shortContext, tabsOf } from './in-rows.ts';
import { knownMarkets, type PortfolioInput } from './input.ts';
import type { ListCell, ListColumn, ListRow, ListSection } from './protocol.ts';

/** Room for the name of a side beside its event, as `widthOf` counts. */
const SIDE_WIDTH = 16;

/** What ended, for the account: markets that have not paid yet or still hold orders, then what was paid, newest first. */
export function settlementsSection(
  input: PortfolioInput,
  all: readonly KnownPosition[],
  plain: ViewContext,
): ListSection {
  const context = withSharedNames(all, plain);
  const { t } = context;
  const resting = (input.orders.value ?? []).filter(({ marketSlug }) => isEnded(marketSlug, input));
  const settled = settlements(input, all);
  const rows = [
    ...waitingRows(input, all, resting, context),
    ...settled.map((one) => settledRow(one, context)),
  ];
  return {
    heading: t('Settlement centre'),
    warning: warningText(settled, context),
    button: restingButton(resting, context),
    words: { ...listWords(context), filter: t('Filter') },
    tabs: tabsOf(rows, { awaiting: t('Awaiting'), settled: t('Settled'), void: t('Void') }, context),
    ...(rows.length === 0
      ? { note: note(t('Nothing of yours has ended, as far as your activity was read.')) }
      : {
          content: {
            caption: t('What ended and what it paid you'),
            columns: settlementColumns(context),
            rows,
            note: input.moreActivities
              ? t('Of your settlements the newest; older ones are in the Activity view.')
              : undefined,
          },
        }),
    footnote: t('Paid out − cost; checked against what your activity says was realised.'),
  };
}

function settlementColumns({ t }: ViewContext): readonly ListColumn[] {
  return [
    { label: t('Event'), kind: 'words' },
    { label: t('Line'), kind: 'words', importance: 3 },
    { label: t('State'), kind: 'time', importance: 2 },
    { label: t('Each paid'), kind: 'words', importance: 0 },
    { label: t('You held'), kind: 'words', importance: 4 },
    { label: t('Paid'), kind: 'number', importance: 1 },
    { label: t('For you'), kind: 'words' },
    { label: t('Check'), kind: 'words', importance: 5 },
  ];
}

function warningText(settled: readonly Settled[], { t }: ViewContext): string | undefined {
  const off = settled.filter(
    ({ resolution, outcome }) => resolution && addsUp(resolution, outcome) === false,
  );
  return off.length === 0
    ? undefined
    : t('Payments that do not add up: {0}. See the last column.', off.length);
}

/** How many orders there are is one's own: hidden amounts hide it. */
function restingButton(resting: readonly Order[], { t, format }: ViewContext): ListSection['button'] {
  if (resting.length === 0) return undefined;
  const label = format.settings.hideAmounts
    ? t('Cancel orders in ended markets…')
    : t('Cancel orders in ended markets ({0})…', resting.length);
  return button(label, 'cancelOrder', { rows: resting.map(({ id }) => id) });
}

function waitingRows(
  input: PortfolioInput,
  all: readonly KnownPosition[],
  resting: readonly Order[],
  context: ViewContext,
): readonly ListRow[] {
  const waiting = all.filter(
    (known) =>
      known.position.netPosition?.isZero === false &&
      !isSettled(known) &&
      (known.position.expired === true || isEnded(known.position.marketSlug, input)),
  );
  const slugs = new Set([
    ...waiting.map(({ position }) => position.marketSlug),
    ...resting.map(({ marketSlug }) => marketSlug),
  ]);
  return [...slugs].map((slug) => {
    const position = waiting.find((known) => known.position.marketSlug === slug)?.position;
    const count = resting.filter(({ marketSlug }) => marketSlug === slug).length;
    return waitingRow(slug, position, count, input, context);
  });
}

function isEnded(slug: string, { marketOf, viewOf }: PortfolioInput): boolean {
  const market = marketOf(slug);
  return market !== undefined && isOver(stateOf(viewOf(market)));
}

interface Settled {
  readonly before: Position;
  readonly market: Market | undefined;
  readonly outcome: Outcome | undefined;
  /** Absent where the position is settled, and no payment is in the activity that was read. */
  readonly resolution: PositionResolution | undefined;
}

function settlements(input: PortfolioInput, all: readonly KnownPosition[]): readonly Settled[] {
  const known = knownMarkets(input);
  const paid = (input.activities.value ?? []).flatMap((activity): readonly Settled[] => {
    if (activity.kind !== 'resolution') return [];
    const { resolution } = activity;
    const { beforePosition: before } = resolution;
    const market = marketFor(activity, input.marketOf);
    if (before === undefined || before.netPosition?.isZero !== false) return [];
    return [{ before, market, outcome: outcomeFor(activity, known), resolution }];
  });
  const slugs = new Set(paid.map(({ resolution }) => resolution?.marketSlug));
  const unpaid = all.flatMap((each): readonly Settled[] => {
    const { position, market, facts } = each;
    if (position.netPosition?.isZero !== false || !isSettled(each) || slugs.has(position.marketSlug))
      return [];
    const outcome = market && resultOf({ market, ...facts });
    return [{ before: position, market, outcome, resolution: undefined }];
  });
  return [...unpaid, ...paid];
}

function waitingRow(
  slug: string,
  position: Position | undefined,
  orders: number,
  input: PortfolioInput,
  context: ViewContext,
): ListRow {
  const { t, format } = context;
  const market = input.marketOf(slug);
  const view = market && input.viewOf(market);
  const event = market?.events[0];
  const pays =
    position?.netPosition && ownMoney(winPays(position.netPosition), position.cost?.currency ?? '');
  const state = view === undefined ? t('ended') : lifecycleWord(stateOf(view), context);
  const [when, first] = [eventWhen, firstWhen].map(
    (text) => event && text(event, 'awaitingSettlement', context),
  );
  return {
    key: slug,
    cells: [
      ...nameCells(slug, position, market, context),
      cell(first ?? state, 'dim', { hint: joined([state, when]) }),
      (view && paidCell(view.market, resultOf(view), context)) ?? cell(state),
      position === undefined ? cell(t('not held'), 'dim') : heldCell(position, undefined, market, context),
      cell(ABSENT, 'dim'),
      cell(pays === undefined ? '' : t('a win pays {0}', format.money(pays)), 'dim'),
      orders === 0 ? cell('') : cell(restingText(orders, context), 'warn'),
    ],
    mark: ['waiting', lifecycleWord('resolving', context)],
    tabs: ['awaiting'],
    search: leagueOf(market, context),
  };
}

function restingText(orders: number, { t, format }: ViewContext): string {
  if (format.settings.hideAmounts) return t('orders still rest');
  return orders === 1 ? t('1 order still rests') : t('{0} orders still rest', orders);
}

function settledRow({ before, market, outcome, resolution }: Settled, context: ViewContext): ListRow {
  const { t, format } = context;
  const { marketSlug: slug } = resolution ?? before;
  const own = ownResult(before, market, outcome, inFull(context));
  const isVoid = own?.settled.end === 'void';
  const when = resolution && format.timeOrDay(resolution.updateTime);
  const who = outcome && outcomeSentence(outcome, market, before, context);
  const state = isVoid ? t('void') : t('settled');
  return {
    key: `settled ${resolution?.tradeId ?? slug}`,
    cells: [
      ...nameCells(slug, before, market, context),
      cell([state, when].filter(Boolean).join(' '), 'dim', {
        hint: resolution && format.dateTime(resolution.updateTime),
      }),
      { ...((market && paidCell(market, outcome, context)) ?? cell('')), hint: who },
      heldCell(before, resolution?.afterPosition, market, context),
      cell(
        own === undefined ? ABSENT : format.money(own.settled.payout),
        own === undefined ? 'dim' : 'plain',
      ),
      cell(own?.result ?? t('result not known'), own?.tone ?? 'dim', {
        hint: own && joined([own.sentence, own.paid, resultSource(own.settled, context)]),
      }),
      checkCell(resolution, outcome, context),
    ],
    mark: own && [own.settled.end, own.result],
    tabs: isVoid ? ['settled', 'void'] : ['settled'],
    search: leagueOf(market, context),
  };
}

/** What each side paid, in short names. */
function paidCell(
  market: Market,
  outcome: { readonly longPays: Decimal | undefined } | undefined,
  context: ViewContext,
): ListCell | undefined {
  const [text, short] = [context, shortContext(context)].map((of) =>
    eachPaid(market, outcome, of, {
      nameOf: (long) =>
        isYesNo(market)
          ? sideName(market, long, of)
          : outcomeLabel(rowOutcome(market, long, of), '', '', SIDE_WIDTH),
    }),
  );
  return text === undefined ? undefined : { ...cell(text), short };
}

function checkCell(
  resolution: PositionResolution | undefined,
  outcome: Outcome | undefined,
  { t }: ViewContext,
): ListCell {
  if (resolution === undefined)
    return cell(t('not paid yet'), 'warn', { hint: t('no payment in your activity yet') });
  const isRight = addsUp(resolution, outcome);
  if (isRight === undefined)
    return cell(t('not checked'), 'dim', { hint: t('Too little is reported for it.') });
  return isRight
    ? cell(t('✓ adds up'))
    : cell(t('⚠ does not add up'), 'warn', { hint: t('Your activity says another result.') });
}

/** Its event, which leads to its settlement, and its line. */
function nameCells(
  marketSlug: string,
  thing: Position | undefined,
  market: Market | undefined,
  context: ViewContext,
): readonly [event: ListCell, line: ListCell] {
  const named = thing ?? { marketSlug, marketMetadata: undefined };
  const event = namedEvent(named, market, context);
  const line = market === undefined ? '' : lineText(market, context);
  const hint = context.t('Open settlement: {0}', joined([event, line]));
  return [
    eventCell(named, market, context, { hint, action: { name: 'openSettlement', slug: marketSlug } }),
    cell(line, 'dim'),
  ];
}

/** `Winner`, `Spread 6.5`, or what a prop asks. */
function lineText(market: Market, context: ViewContext): string {
  const type = lineType(market);
  if (type === 'winner' && !isYesNo(market)) return lineTypeName(type, context);
  return outcomeLabel(rowOutcome(market, true, context), '', '', SIDE_WIDTH);
}

/** `30 Islanders`, and what is left of it after the settlement where that is not nothing: `30 Islanders → 10`. */
function heldCell(
  before: Position,
  after: Position | undefined,
  market: Market | undefined,
  context: ViewContext,
): ListCell {
  const { format } = context;
  const { netPosition: left } = after ?? {};
  const held = outcomeCell(
    format.contracts(before.netPosition?.abs()),
    before,
    market,
    isLong(before),
    context,
  );
  return {
    ...held,
    aside: left === undefined || left.isZero ? undefined : `→ ${format.contracts(left.abs())}`,
    hint: outcomeName(before, market, isLong(before), context),
  };
}
