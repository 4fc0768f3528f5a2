import type { Activity } from '../../core/activity.ts';
import { Decimal } from '../../core/decimal.ts';
import type { Market } from '../../core/market.ts';
import { type Money, money } from '../../core/money.ts';
import { type Order, orderOutcome } from '../../core/order.ts';
import type { Position } from '../../core/position.ts';
import {
  CURRENCY,
  DOLLAR,
  DOLLAR_POINTS,
  microsMoney,
  pointsMoney,
  quantityDecimal,
} from '../engine/amounts.ts';
import type { MarketFrame } from '../engine/events.ts';
import { exactInstant, wholeInstant } from '../engine/instants.ts';
import { teamOf } from '../engine/leagues.ts';
import { payoutOf, priceOf, type Quote } from '../engine/pricing.ts';
import type { DemoMetadata } from '../wire/encode-order.ts';
import {
  type CashEntry,
  type Holding,
  type LedgerEntry,
  outcomePoints,
  type ResolutionEntry,
  type TradeEntry,
} from './ledger.ts';
import { lifeAfter, type OrderLife } from './life.ts';
import { feeOf, isBuy } from './plan.ts';

export function orderValue(life: OrderLife): Order {
  const { plan } = life;
  const outcome = orderOutcome({ intent: plan.intent, side: undefined });
  const created = exactInstant(plan.createMs, plan.id);
  return {
    id: plan.id,
    marketSlug: plan.market.slug,
    side: isBuy(plan.intent) ? 'BUY' : 'SELL',
    type: 'LIMIT',
    price: pointsMoney(plan.points),
    quantity: quantityDecimal(plan.quantity),
    cumQuantity: quantityDecimal(life.filled),
    leavesQuantity: quantityDecimal(life.left),
    tif: plan.tif,
    goodTillTime: plan.goodTillMs === undefined ? undefined : wholeInstant(plan.goodTillMs),
    intent: plan.intent,
    marketMetadata: metadataOf(plan.market, outcome.long),
    state: life.state,
    avgPx: money(averageOf(life), CURRENCY),
    insertTime: created,
    createTime: created,
    lastTransactTime: exactInstant(life.changedMs, plan.id),
    cashOrderQty: undefined,
    commission: microsMoney(life.fills.reduce((sum, fill) => sum + feeOf(plan.market, fill), 0)),
  };
}

/** `long`: which outcome it is about; undefined once a position is flat, which the service calls `None`. */
function metadataOf(market: MarketFrame, long: boolean | undefined): DemoMetadata {
  const { event } = market;
  const number = long === false ? market.shortTeam : market.longTeam;
  const team =
    event.subject.kind === 'game' && number !== undefined
      ? teamOf(event.subject.leagueIndex, number)
      : undefined;
  return {
    slug: market.slug,
    title: market.question,
    outcome: long === undefined ? 'None' : long ? market.longLabel : market.shortLabel,
    eventSlug: event.slug,
    eventId: String(event.id),
    teamId: team?.id,
    teamName: team?.name,
    subject: event.subject.kind === 'question' ? market.title : undefined,
  };
}

/** Average price of the fills, long side, four decimals; 0.0000 before the first (interface.md 9.6). */
function averageOf(life: OrderLife): Decimal {
  if (life.filled === 0) return Decimal.of('0.0000');
  const paid = life.fills.reduce((sum, fill) => sum + fill.points * fill.quantity, 0);
  const average = Decimal.of(paid).dividedBy(Decimal.of(life.filled * DOLLAR_POINTS));
  return Decimal.of(average.toFixed(4));
}

/** What a holding's worth depends on besides itself. `reserved`: hundredths promised to orders that would close it. */
interface HoldingContext {
  readonly seed: number;
  readonly now: number;
  readonly quote: Quote;
  readonly reserved: number;
}

export function positionValue(holding: Holding, context: HoldingContext): Position {
  const { market, net } = holding;
  const size = Math.abs(net);
  return {
    marketSlug: market.slug,
    netPosition: quantityDecimal(net),
    qtyBought: quantityDecimal(holding.bought),
    qtySold: quantityDecimal(holding.sold),
    qtyAvailable: quantityDecimal(Math.sign(net) * Math.max(0, size - context.reserved)),
    bodPosition: quantityDecimal(holding.dayStart),
    rounded: false,
    cost: microsMoney(holding.base + holding.fees),
    realized: microsMoney(holding.realized),
    cashValue: cashValue(holding, context),
    avgPx: size === 0 ? undefined : averagePrice(holding),
    fees: microsMoney(holding.fees),
    baseCost: microsMoney(holding.base),
    expired: context.now >= market.event.endMs,
    updateTime: exactInstant(Math.max(holding.updatedMs, holding.bustedMs), market.slug),
    marketMetadata: metadataOf(market, net === 0 ? undefined : net > 0),
  };
}

/**
 * What selling it now would bring: long at the best bid, short at 1 − best offer; nothing where that side of the book
 * is empty. After the end, until it is settled, at the last price.
 */
function cashValue(holding: Holding, { seed, now, quote }: HoldingContext): Money | undefined {
  const { market, net } = holding;
  if (net === 0) return microsMoney(0);
  const points = now >= market.event.endMs ? priceOf(seed, market, now) : net > 0 ? quote.bid : quote.offer;
  return points === undefined ? undefined : microsMoney(Math.abs(net) * outcomePoints(net > 0, points));
}

/** The long side's price, as on orders: a short that cost 55¢ a contract was opened at 45¢. */
function averagePrice(holding: Holding): Money {
  const perOutcome = perContract(holding.base, Math.abs(holding.net)).value;
  const value = holding.net > 0 ? perOutcome : Decimal.one.minus(perOutcome);
  return money(Decimal.of(value.toFixed(4)), CURRENCY);
}

function perContract(micros: number, hundredths: number): Money {
  const value = Decimal.of(micros).dividedBy(Decimal.of((hundredths * DOLLAR) / 100));
  return money(Decimal.of(value.toFixed(4)), CURRENCY);
}

/** Cash an order to open a position keeps from being spent, micros. */
export function reservedCash(long: boolean, points: number, left: number): number {
  return left * (long ? points : DOLLAR_POINTS - points);
}

/** A type no published version of the interface has: a client must show it by its name. */
const UNKNOWN_TYPE = 'SEASON_AWARD';

/** One activity that has not been put into words: its time decides the order, the value is made when it is asked for. */
export type ActivityEntry = LedgerEntry | CashEntry | { readonly kind: 'unknown'; readonly ms: number };

export function typeOf(entry: ActivityEntry): string {
  if (entry.kind === 'cash') return entry.type;
  return { trade: 'TRADE', resolution: 'POSITION_RESOLUTION', unknown: UNKNOWN_TYPE }[entry.kind];
}

export function slugOf(entry: ActivityEntry): string | undefined {
  if (entry.kind === 'trade') return entry.life.plan.market.slug;
  return entry.kind === 'resolution' ? entry.before.market.slug : undefined;
}

interface ActivityContext {
  readonly seed: number;
  readonly now: number;
  market(frame: MarketFrame): Market;
}

export function activityValue(entry: ActivityEntry, context: ActivityContext): Activity {
  switch (entry.kind) {
    case 'trade':
      return tradeActivity(entry, context);
    case 'resolution':
      return resolutionActivity(entry, context);
    case 'cash':
      return {
        kind: 'balance',
        type: entry.type,
        key: `${entry.type}:${entry.change.transactionId}`,
        time: entry.change.updateTime,
        change: entry.change,
      };
    case 'unknown':
      return { kind: 'unknown', type: UNKNOWN_TYPE, key: `${UNKNOWN_TYPE}:1`, time: undefined, fields: [] };
  }
}

function tradeActivity(entry: TradeEntry, context: ActivityContext): Activity {
  const { plan } = entry.life;
  const time = exactInstant(entry.ms, entry.id);
  const plain = plainFigures(entry);
  return {
    kind: 'trade',
    type: 'TRADE',
    key: `TRADE:${entry.id}`,
    time,
    trade: {
      id: entry.id,
      marketSlug: plan.market.slug,
      // The public service calls a trade new for weeks.
      state: entry.bustedMs === undefined ? 'NEW' : 'BUSTED',
      price: pointsMoney(entry.fill.points),
      qty: quantityDecimal(entry.fill.quantity),
      isAggressor: entry.fill.aggressor,
      costBasis: plain && microsMoney(plain.basis),
      effectiveCostBasis: entry.reduced === undefined ? undefined : microsMoney(entry.reduced.basis),
      realizedPnl: plain && microsMoney(plain.realized),
      effectiveRealizedPnl: entry.reduced === undefined ? undefined : microsMoney(entry.reduced.realized),
      cost: microsMoney(entry.cost),
      fee: microsMoney(feeOf(plan.market, entry.fill)),
      createTime: time,
      updateTime: entry.bustedMs === undefined ? time : exactInstant(entry.bustedMs, entry.id),
      ownOrder: orderValue(asOf(entry)),
      market: context.market(plan.market),
    },
  };
}

/** The order right after the trade. */
function asOf({ life, fill }: TradeEntry): OrderLife {
  const place = life.fills.findIndex(({ number }) => number === fill.number);
  return place < 0 ? life : lifeAfter(life, place + 1);
}

/** Where a short was closed, the figures of the long side: a gain reads as a loss (interface.md 9.8). */
function plainFigures({ life, fill, reduced }: TradeEntry): TradeEntry['reduced'] {
  if (reduced === undefined || life.plan.intent !== 'SELL_SHORT') return reduced;
  return { basis: fill.quantity * DOLLAR_POINTS - reduced.basis, realized: -reduced.realized };
}

function resolutionActivity(entry: ResolutionEntry, context: ActivityContext): Activity {
  const { market } = entry.before;
  const points = payoutOf(context.seed, market);
  const around = { seed: context.seed, now: entry.ms, quote: { bid: points, offer: points }, reserved: 0 };
  return {
    kind: 'resolution',
    type: 'POSITION_RESOLUTION',
    key: `POSITION_RESOLUTION:${entry.id}`,
    time: exactInstant(entry.ms, entry.id),
    resolution: {
      marketSlug: market.slug,
      beforePosition: positionValue(entry.before, around),
      afterPosition: positionValue(entry.after, around),
      // The side that won; neither does in a void (interface.md 9.8).
      side: points === DOLLAR_POINTS ? 'LONG' : points === 0 ? 'SHORT' : 'NEUTRAL',
      tradeId: entry.id,
      updateTime: exactInstant(entry.ms, entry.id),
      market: context.market(market),
    },
  };
}
