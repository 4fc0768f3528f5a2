import {
  type Activity,
  isTakenBack,
  marketFor,
  marketOf,
  realisedBy,
  resolutionPayout,
  tradeSide,
} from '../core/activity.ts';
import type { PriceSample } from '../core/book.ts';
import type { Decimal } from '../core/decimal.ts';
import { breakEven, entryPrice, isLong, openPnl, positionValue } from '../core/figures.ts';
import { instantOf } from '../core/instant.ts';
import type { Market } from '../core/market.ts';
import type { Money } from '../core/money.ts';
import { isDirectionKnown, type Order, orderOutcome } from '../core/order.ts';
import { type OwnDecimal, type OwnMoney, reveal } from '../core/own.ts';
import type { Position } from '../core/position.ts';
import type { FileCell, FileTable } from '../core/table-file.ts';
import { marketName, sideName } from './names.ts';
import type { KnownPosition } from './position-text.ts';
import type { ViewContext } from './row.ts';

/** What is known about markets beside what is exported. */
export interface ExportNames {
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

/** Whatever happened in the account, a line each; what a kind does not have is left empty. Prices are of one long contract. */
export function activityTable(
  activities: readonly Activity[],
  names: ExportNames,
  context: ViewContext,
): FileTable {
  const trade = (item: Activity) => (item.kind === 'trade' ? item.trade : undefined);
  const resolution = (item: Activity) => (item.kind === 'resolution' ? item.resolution : undefined);
  const change = (item: Activity) => (item.kind === 'balance' ? item.change : undefined);
  const slug = (item: Activity) => marketOf(item) ?? '';
  const side = (item: Activity) => {
    const own = trade(item);
    return own && tradeSide(own, names.position(own.marketSlug));
  };
  const pnl = (item: Activity) => realisedBy(item, marketFor(item, names.market));
  const fee = (item: Activity) => {
    const own = trade(item);
    return own === undefined || isTakenBack(own) ? undefined : own.fee;
  };
  const payout = (item: Activity) => {
    const own = resolution(item);
    return own && resolutionPayout(own, marketFor(item, names.market));
  };
  const amount = (item: Activity): OwnMoney | undefined =>
    change(item)?.amount ?? payout(item) ?? trade(item)?.cost;
  return table<Activity>(
    [
      ['time', ({ time }) => time],
      ['type', ({ type }) => type],
      ['state', (item) => trade(item)?.state ?? change(item)?.status],
      ...marketColumns(slug, names, context),
      ['side', (item) => side(item) && sideWord(slug(item), side(item)?.long === true, names, context)],
      ['action', (item) => side(item) && (side(item)?.buy === true ? 'buy' : 'sell')],
      ['contracts', (item) => number(trade(item)?.qty ?? resolution(item)?.beforePosition?.netPosition)],
      ['price_long', (item) => trade(item)?.price?.value],
      ['amount', (item) => number(amount(item)?.value)],
      ['realised_pnl', (item) => number(pnl(item)?.amount?.value)],
      ['realised_pnl_as_reported', (item) => pnl(item)?.isAsReported],
      ['fee', (item) => number(fee(item)?.value)],
      ['currency', (item) => (amount(item) ?? pnl(item)?.amount ?? trade(item)?.price)?.currency],
      ['result', (item) => resolution(item)?.side],
      ['description', (item) => change(item)?.description],
      ['id', ({ key }) => key],
    ],
    activities,
  );
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
      ['contracts', ({ quantity }) => number(quantity)],
      ['filled', ({ cumQuantity }) => number(cumQuantity)],
      ['left', ({ leavesQuantity }) => number(leavesQuantity)],
      ['average_price_long', ({ avgPx }) => avgPx?.value],
      ['fees', ({ commission }) => number(commission?.value)],
      ['currency', ({ price, commission }) => currency(price, commission)],
      ['created', ({ createTime, insertTime }) => createTime ?? insertTime],
    ],
    orders,
  );
}

/** Positions with the figures of their rows. `contracts` is positive for the long side, negative for the short one. */
export function positionsTable(
  positions: readonly KnownPosition[],
  names: ExportNames,
  context: ViewContext,
): FileTable {
  return table<KnownPosition>(
    [
      ...marketColumns<KnownPosition>(({ position }) => position.marketSlug, names, context),
      ['side', ({ position }) => sideWord(position.marketSlug, isLong(position), names, context)],
      ['contracts', ({ position }) => number(position.netPosition)],
      ['entry_price', ({ position }) => entryPrice(position)?.price.value],
      ['entry_price_fees_in', ({ position }) => entryPrice(position)?.feesIn],
      ['break_even', ({ position }) => breakEven(position)?.value],
      ['cost', ({ position }) => number(position.cost?.value)],
      ['value', ({ position, marks }) => number(positionValue(position, marks)?.value.value)],
      ['open_pnl', ({ position, marks }) => number(openPnl(position, marks)?.value)],
      ['realised_pnl', ({ position }) => number(position.realized?.value)],
      ['fees', ({ position }) => number(position.fees?.value)],
      ['currency', ({ position: { cost, cashValue } }) => currency(cost, cashValue)],
      ['expired', ({ position }) => position.expired],
      ['updated', ({ position }) => position.updateTime],
    ],
    positions,
  );
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

function number(amount: OwnDecimal | undefined): Decimal | undefined {
  return amount && reveal(amount);
}

function currency(...amounts: readonly (Money | OwnMoney | undefined)[]): string | undefined {
  return amounts.find((amount) => amount?.currency)?.currency;
}
