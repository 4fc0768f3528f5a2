import {
  type Activity,
  type BalanceTransaction,
  cashBy,
  cashOfTransaction,
  isTakenBack,
  type KnownMarkets,
  marketOf,
  outcomeFor,
  realisedBy,
  settledBy,
  tradeSide,
  transactionsOf,
} from '../core/activity.ts';
import type { PriceSample } from '../core/book.ts';
import { breakEven, entryPrice, isLong, openPnl, positionValue } from '../core/figures.ts';
import { instantOf } from '../core/instant.ts';
import type { Market } from '../core/market.ts';
import type { Money } from '../core/money.ts';
import { isDirectionKnown, type Order, orderOutcome } from '../core/order.ts';
import type { OwnDecimal, OwnMoney } from '../core/own.ts';
import { areFeesSent } from '../core/own-settlement.ts';
import type { Position } from '../core/position.ts';
import type { Outcome } from '../core/pricing.ts';
import type { FileCell, FileTable, OwnCell } from '../core/table-file.ts';
import { marketName, sideName } from './names.ts';
import { positionResult, whoWon } from './own-result.ts';
import { isPaid, isPriceOld, isSettled, type KnownPosition, priceFreshness } from './position-text.ts';
import type { ViewContext } from './row.ts';

/** What is known about markets beside what is exported. */
export interface ExportNames extends KnownMarkets {
  readonly market: (slug: string) => Market | undefined;
  /** The present position in a market, which may tell the side of its trades. */
  readonly position: (slug: string) => Position | undefined;
}

type Column<T> = readonly [name: string, cell: (item: T) => FileCell];

function table<T>(columns: readonly Column<T>[], items: readonly T[]): FileTable {
  return {
    columns: columns.map(([name]) => name),
    rows: items.map((item) => columns.map(([, cell]) => cell(item))),
  };
}

/** A line of the file: an activity, of a balance change one of its transactions. */
interface ActivityLine {
  readonly item: Activity;
  readonly transaction: BalanceTransaction | undefined;
}

/** Whatever happened in the account, a line each; what a kind does not have is left empty. Prices are of one long contract. */
export function activityTable(
  activities: readonly Activity[],
  names: ExportNames,
  context: ViewContext,
): FileTable {
  const lines = activities.flatMap((item): readonly ActivityLine[] =>
    item.kind === 'balance'
      ? transactionsOf(item.change).map((transaction) => ({ item, transaction }))
      : [{ item, transaction: undefined }],
  );
  const slug = ({ item }: ActivityLine) => marketOf(item) ?? '';
  const side = (line: ActivityLine) => {
    const own = tradeOf(line);
    return own && tradeSide(own, names.position(own.marketSlug));
  };
  const settled = ({ item }: ActivityLine) => settledBy(item, names);
  const pnl = ({ item }: ActivityLine) => realisedBy(item, names);
  const amount = (line: ActivityLine): OwnMoney | undefined =>
    line.transaction?.amount ?? settled(line)?.payout ?? tradeOf(line)?.cost;
  const outcome = ({ item }: ActivityLine) =>
    item.kind === 'resolution' ? outcomeFor(item, names) : undefined;
  return table<ActivityLine>(
    [
      ['time', ({ item, transaction }) => transaction?.updateTime ?? transaction?.createTime ?? item.time],
      ['type', ({ item }) => item.type],
      ['state', (line) => tradeOf(line)?.state ?? line.transaction?.status],
      ...marketColumns(slug, names, context),
      ['side', (line) => heldSide(line, side(line)?.long, names, context)],
      ['action', (line) => side(line) && (side(line)?.buy === true ? 'buy' : 'sell')],
      [
        'contracts',
        (line) => own(tradeOf(line)?.qty ?? resolutionOf(line)?.beforePosition?.netPosition?.abs()),
      ],
      ['price_long', (line) => tradeOf(line)?.price?.value],
      ['amount', (line) => own(amount(line)?.value)],
      ['cash', (line) => own(cashOf(line, names)?.value)],
      ['realised_pnl', (line) => own(pnl(line)?.amount?.value)],
      ['realised_pnl_as_reported', (line) => pnl(line)?.isAsReported],
      ['fee', (line) => own(feeOf(line)?.value)],
      ['currency', (line) => (amount(line) ?? pnl(line)?.amount ?? tradeOf(line)?.price)?.currency],
      [
        'result',
        (line) => (resolutionOf(line) === undefined ? undefined : (settled(line)?.end ?? 'not known')),
      ],
      ['outcome', (line) => outcomeCell(line, outcome(line), names, context)],
      ['paid_long', (line) => outcome(line)?.longPays],
      ['side_as_reported', (line) => resolutionOf(line)?.side],
      ['description', ({ transaction }) => own(transaction?.description)],
      ['payment_method', ({ transaction }) => own(transaction?.paymentMethod)],
      ['failure', ({ transaction }) => own(failureOf(transaction))],
      ['external_id', ({ transaction }) => own(transaction?.externalId)],
      ['metadata', ({ transaction }) => own(metadataOf(transaction))],
      ['id', ({ item, transaction }) => idOf(item, transaction)],
    ],
    lines,
  );
}

function tradeOf({ item }: ActivityLine) {
  return item.kind === 'trade' ? item.trade : undefined;
}

function resolutionOf({ item }: ActivityLine) {
  return item.kind === 'resolution' ? item.resolution : undefined;
}

function feeOf(line: ActivityLine): OwnMoney | undefined {
  const own = tradeOf(line);
  return own === undefined || isTakenBack(own) ? undefined : own.fee;
}

function cashOf({ item, transaction }: ActivityLine, names: ExportNames): OwnMoney | undefined {
  if (transaction === undefined) return cashBy(item, names);
  const moved = cashOfTransaction(transaction, item.type);
  return moved === 'unknown' ? undefined : moved;
}

/** Of a settlement, the side that was held. */
function heldSide(
  { item }: ActivityLine,
  traded: boolean | undefined,
  names: ExportNames,
  context: ViewContext,
): string | undefined {
  const held = item.kind === 'resolution' ? item.resolution.beforePosition : undefined;
  const long = held?.netPosition?.isZero === false ? isLong(held) : traded;
  return long === undefined ? undefined : sideWord(marketOf(item) ?? '', long, names, context);
}

/** Who won, in the words of the rows. */
function outcomeCell(
  { item }: ActivityLine,
  outcome: Outcome | undefined,
  names: ExportNames,
  context: ViewContext,
): string | undefined {
  if (item.kind !== 'resolution' || outcome === undefined) return undefined;
  const { marketSlug, market, beforePosition } = item.resolution;
  return whoWon(outcome, names.market(marketSlug) ?? market, beforePosition, context);
}

function failureOf(transaction: BalanceTransaction | undefined): string | undefined {
  const { failureCode, failureReason, failureAction } = transaction ?? {};
  return [failureCode, failureReason, failureAction].filter(Boolean).join(' ') || undefined;
}

function metadataOf(transaction: BalanceTransaction | undefined): string | undefined {
  return transaction?.metadata.map(({ path, text }) => `${path}: ${text}`).join(', ') || undefined;
}

/** Each transaction by its own id; the first has the one the activity goes by. */
function idOf({ key, type, ...item }: Activity, transaction: BalanceTransaction | undefined): string {
  if (transaction === undefined || item.kind !== 'balance') return key;
  const isFirst = transaction === item.change.transactions[0] || transaction === item.change;
  return isFirst || transaction.transactionId === undefined ? key : `${type}:${transaction.transactionId}`;
}

/** Open orders. Prices are of one long contract, whichever side the order is about. */
export function ordersTable(orders: readonly Order[], names: ExportNames, context: ViewContext): FileTable {
  const known = (order: Order) => (isDirectionKnown(order) ? orderOutcome(order) : undefined);
  return table<Order>(
    [
      ['id', ({ id }) => id],
      ...marketColumns<Order>(({ marketSlug }) => marketSlug, names, context),
      [
        'side',
        (order) => {
          const outcome = known(order);
          return outcome && sideWord(order.marketSlug, outcome.long, names, context);
        },
      ],
      ['action', (order) => known(order) && (known(order)?.buy === true ? 'buy' : 'sell')],
      ['type', ({ type }) => type],
      ['time_in_force', ({ tif }) => tif],
      ['state', ({ state }) => state],
      ['price_long', ({ price }) => price?.value],
      ['contracts', ({ quantity }) => own(quantity)],
      ['filled', ({ cumQuantity }) => own(cumQuantity)],
      ['left', ({ leavesQuantity }) => own(leavesQuantity)],
      ['average_price_long', ({ avgPx }) => avgPx?.value],
      ['fees', ({ commission }) => own(commission?.value)],
      ['currency', ({ price, commission }) => currency(price, commission)],
      ['created', ({ createTime, insertTime }) => createTime ?? insertTime],
    ],
    orders,
  );
}

/** Positions with the figures of their rows, in the terms of the side held. docs/exports.md says what each column is. */
export function positionsTable(
  positions: readonly KnownPosition[],
  names: ExportNames,
  context: ViewContext,
): FileTable {
  const result = (known: KnownPosition) => positionResult(known, context)?.settled;
  return table<KnownPosition>(
    [
      ...marketColumns<KnownPosition>(({ position }) => position.marketSlug, names, context),
      [
        'side',
        ({ position }) =>
          hasSide(position) ? sideWord(position.marketSlug, isLong(position), names, context) : undefined,
      ],
      [
        'long_or_short',
        ({ position }) => (hasSide(position) ? (isLong(position) ? 'long' : 'short') : undefined),
      ],
      ['contracts', ({ position }) => own(position.netPosition?.abs())],
      ['entry_price', ({ position }) => entryPrice(position)?.price.value],
      ['entry_price_fees_in', ({ position }) => areEntryFeesIn(position)],
      ['break_even', (known) => (isPaid(known) ? undefined : breakEven(known.position)?.value)],
      ['cost', ({ position }) => own(position.cost?.value)],
      ['value', ({ position, marks }) => own(positionValue(position, marks)?.value.value)],
      ['open_pnl', (known) => own(isPaid(known) ? undefined : openPnl(known.position, known.marks)?.value)],
      ['stale', (known) => (isSettled(known) ? undefined : isPriceOld(known))],
      ['as_of', (known) => (isSettled(known) ? undefined : asOf(known))],
      ['realised_pnl', ({ position }) => own(position.realized?.value)],
      ['result', (known) => (isSettled(known) ? (result(known)?.end ?? 'not known') : undefined)],
      ['result_pnl', (known) => (isSettled(known) ? own(result(known)?.gain?.value) : undefined)],
      ['fees', ({ position }) => own(position.fees?.value)],
      ['currency', ({ position: { cost, cashValue } }) => currency(cost, cashValue)],
      ['expired', ({ position }) => position.expired],
      ['updated', ({ position }) => position.updateTime],
    ],
    positions,
  );
}

/** Something is held, and it is known how much. */
function hasSide({ netPosition }: Pick<Position, 'netPosition'>): boolean {
  return netPosition?.isZero === false;
}

function areEntryFeesIn(position: Position): FileCell {
  const entry = entryPrice(position);
  return entry?.feesIn === true && !areFeesSent(position) ? 'not known' : entry?.feesIn;
}

function asOf(known: KnownPosition): FileCell {
  const at = priceFreshness(known)?.at;
  return at === undefined ? undefined : instantOf(at);
}

export function priceHistoryTable(samples: readonly PriceSample[]): FileTable {
  return table<PriceSample>(
    [
      ['time', ({ ms }) => instantOf(ms)],
      ['long_price', ({ longPrice }) => longPrice],
      ['short_price', ({ shortPrice }) => shortPrice],
    ],
    samples,
  );
}

function marketColumns<T>(
  slugOf: (item: T) => string,
  names: ExportNames,
  context: ViewContext,
): readonly Column<T>[] {
  const market = (item: T) => names.market(slugOf(item));
  return [
    ['league', (item) => market(item)?.events[0]?.seriesSlug],
    ['market', (item) => nameOf(market(item), context)],
    ['slug', (item) => slugOf(item) || undefined],
  ];
}

function nameOf(market: Market | undefined, context: ViewContext): string | undefined {
  return market && marketName(market, undefined, context);
}

/** The side as rows call it; `long` or `short` where the market is not known. */
function sideWord(slug: string, long: boolean, names: ExportNames, context: ViewContext): string {
  const market = names.market(slug);
  return market === undefined ? (long ? 'long' : 'short') : sideName(market, long, context);
}

function own(amount: OwnDecimal | string | undefined): OwnCell | undefined {
  return amount === undefined ? undefined : { own: amount };
}

function currency(...amounts: readonly (Money | OwnMoney | undefined)[]): string | undefined {
  return amounts.find((amount) => amount?.currency)?.currency;
}
