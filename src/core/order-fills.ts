import { type Activity, isTakenBack, type RealisedPnl, realisedOf, type TradeActivity } from './activity.ts';
import { Decimal } from './decimal.ts';
import { type Money, money } from './money.ts';
import { type OwnDecimal, type OwnMoney, ownMoney, reveal } from './own.ts';

type Trade = Activity & { readonly kind: 'trade' };

/** Several fills of one order. */
export interface OrderFills {
  readonly kind: 'fills';
  readonly orderId: string;
  /** In the order they came; two at least. */
  readonly fills: readonly Trade[];
  /**
   * All of them as one trade, with the time of the first: what they traded, cost and paid in fees, at their average price. What
   * one of them lacks, it lacks.
   */
  readonly together: TradeActivity;
  /** Of all of them; undefined where none realised anything. */
  readonly realised: RealisedPnl | undefined;
}

/**
 * Fills of one order as one, at the place of the first of them, and everything else as it is. A fill that was taken back
 * stays by itself: it is no part of what the order came to.
 */
export function foldFills(activities: readonly Activity[]): readonly (Activity | OrderFills)[] {
  const byKey = new Map(activities.filter(isFill).map((fill) => [fill.key, fill]));
  const byOrder = Map.groupBy(byKey.values(), ({ trade }) => trade.ownOrder?.id ?? '');
  const folded = new Set<string>();
  return activities.flatMap((activity): readonly (Activity | OrderFills)[] => {
    const id = isFill(activity) ? activity.trade.ownOrder?.id : undefined;
    const fills = id === undefined ? [] : (byOrder.get(id) ?? []);
    const [first] = fills;
    if (id === undefined || first === undefined || fills.length < 2) return [activity];
    if (folded.has(id)) return [];
    folded.add(id);
    return [foldedFills(id, first, fills)];
  });
}

function isFill(activity: Activity): activity is Trade {
  return activity.kind === 'trade' && !isTakenBack(activity.trade) && activity.trade.ownOrder !== undefined;
}

function foldedFills(orderId: string, { trade }: Trade, fills: readonly Trade[]): OrderFills {
  const trades = fills.map((fill) => fill.trade);
  const sum = (of: (each: TradeActivity) => OwnMoney | undefined) => sumOf(trades.map(of));
  const same = <T>(of: (each: TradeActivity) => T): T | undefined =>
    trades.every((each) => of(each) === of(trade)) ? of(trade) : undefined;
  return {
    kind: 'fills',
    orderId,
    fills,
    together: {
      ...trade,
      id: orderId,
      state: same(({ state }) => state),
      isAggressor: same((each) => each.isAggressor),
      price: averageOf(trades),
      qty: quantityOf(trades),
      cost: sum(({ cost }) => cost),
      fee: sum(({ fee }) => fee),
      costBasis: undefined,
      effectiveCostBasis: undefined,
      realizedPnl: undefined,
      effectiveRealizedPnl: undefined,
      more: undefined,
    },
    realised: realisedOfAll(trades),
  };
}

function realisedOfAll(trades: readonly TradeActivity[]): RealisedPnl | undefined {
  const all = trades.flatMap((trade) => realisedOf(trade) ?? []);
  if (all.length === 0) return undefined;
  return {
    amount: sumOf(all.map(({ amount }) => amount)),
    isAsReported: all.some(({ isAsReported }) => isAsReported),
  };
}

function sumOf(amounts: readonly (OwnMoney | undefined)[]): OwnMoney | undefined {
  const [first] = amounts;
  if (first === undefined) return undefined;
  let sum: OwnDecimal = Decimal.zero;
  for (const amount of amounts) {
    if (amount === undefined || amount.currency !== first.currency) return undefined;
    sum = sum.plus(amount.value);
  }
  return ownMoney(sum, first.currency);
}

function quantityOf(trades: readonly TradeActivity[]): OwnDecimal | undefined {
  let sum: OwnDecimal = Decimal.zero;
  for (const { qty } of trades) {
    if (qty === undefined) return undefined;
    sum = sum.plus(qty);
  }
  return sum;
}

/** Long-side price a contract, each fill by its quantity. */
function averageOf(trades: readonly TradeActivity[]): Money | undefined {
  const quantity = quantityOf(trades);
  const first = trades[0]?.price;
  if (quantity === undefined || quantity.isZero || first === undefined) return undefined;
  let sum: OwnDecimal = Decimal.zero;
  for (const { price, qty } of trades) {
    if (price === undefined || qty === undefined || price.currency !== first.currency) return undefined;
    sum = sum.plus(qty.times(price.value));
  }
  return money(reveal(sum.dividedBy(quantity)), first.currency);
}
