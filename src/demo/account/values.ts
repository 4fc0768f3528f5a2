import { Decimal } from '../../core/decimal.ts';
import type { ExecutionType } from '../../core/execution.ts';
import { type Money, money } from '../../core/money.ts';
import { orderOutcome } from '../../core/order.ts';
import {
  ACTIVITY_TYPE,
  COMBO_LEG_STATE,
  EXECUTION_TYPE,
  enumText,
  ORDER_ACTION,
  ORDER_INTENT,
  ORDER_SIDE,
  ORDER_STATE,
  ORDER_TYPE,
  OUTCOME_SIDE,
  REJECT_REASON,
  RESOLUTION_SIDE,
  TIME_IN_FORCE,
  TRADE_STATE,
} from '../../exchange/wire/enums.ts';
import {
  CURRENCY,
  DOLLAR,
  DOLLAR_POINTS,
  microsMoney,
  pointsMoney,
  quantityDecimal,
} from '../engine/amounts.ts';
import type { MarketFrame } from '../engine/events.ts';
import { teamOf } from '../engine/leagues.ts';
import { payoutOf, priceOf, type Quote } from '../engine/pricing.ts';
import { exactTime, wholeTime } from '../engine/times.ts';
import { code, fieldsOf, padded, rounded, type WireObject } from '../wire/encode-values.ts';
import {
  type CashEntry,
  type Holding,
  type LedgerEntry,
  outcomePoints,
  type ResolutionEntry,
  type TradeEntry,
} from './ledger.ts';
import { lifeAfter, type OrderLife } from './life.ts';
import { feeOf, isBuy, type PlannedFill } from './plan.ts';

/** What the account has as the service sends it: an order (interface.md 9.6). */
export function orderJson(life: OrderLife): WireObject {
  const { plan } = life;
  const { id, market, intent } = plan;
  const created = exactTime(plan.createMs, id);
  return fieldsOf({
    id,
    marketSlug: market.slug,
    ...directionOf(intent),
    type: enumText(ORDER_TYPE, 'LIMIT'),
    price: pointsMoney(plan.points),
    quantity: quantityDecimal(plan.quantity),
    cumQuantity: quantityDecimal(life.filled),
    leavesQuantity: quantityDecimal(life.left),
    tif: enumText(TIME_IN_FORCE, plan.tif),
    goodTillTime: plan.goodTillMs === undefined ? null : wholeTime(plan.goodTillMs),
    marketMetadata: metadataOf(market, outcomeOf(life).long),
    state: enumText(ORDER_STATE, life.state),
    avgPx: money(averageOf(life), CURRENCY),
    insertTime: created,
    createTime: created,
    lastTransactTime: exactTime(life.changedMs, id),
    commissionNotionalTotalCollected: microsMoney(
      life.fills.reduce((sum, fill) => sum + feeOf(market, fill), 0),
    ),
    commissionsBasisPoints: '0',
    makerCommissionsBasisPoints: '0',
    manualOrderIndicator: 'MANUAL_ORDER_INDICATOR_MANUAL',
  });
}

/** A trade shows the order of the other party too; of an account of its own nothing is known but that it was there. */
function counterOrderJson(life: OrderLife): WireObject {
  const intent = isBuy(life.plan.intent) ? 'BUY_SHORT' : 'BUY_LONG';
  const same = { ...orderJson(life), commissionNotionalTotalCollected: undefined };
  return { ...same, id: `${life.plan.id}-COUNTER`, ...directionOf(intent) };
}

function directionOf(intent: OrderLife['plan']['intent']): WireObject {
  const { long, buy } = orderOutcome({ intent, side: undefined });
  return {
    side: enumText(ORDER_SIDE, isBuy(intent) ? 'BUY' : 'SELL'),
    intent: enumText(ORDER_INTENT, intent),
    outcomeSide: enumText(OUTCOME_SIDE, long ? 'YES' : 'NO'),
    action: enumText(ORDER_ACTION, buy ? 'BUY' : 'SELL'),
  };
}

function outcomeOf({ plan: { intent } }: OrderLife) {
  return orderOutcome({ intent, side: undefined });
}

/** `long`: which outcome it is about; undefined once a position is flat, which the service calls `None`. */
function metadataOf(market: MarketFrame, long: boolean | undefined): WireObject {
  const { event } = market;
  const number = long === false ? market.shortTeam : market.longTeam;
  const team =
    event.subject.kind === 'game' && number !== undefined
      ? teamOf(event.subject.leagueIndex, number)
      : undefined;
  const teamId = team && Number(team.id);
  return {
    slug: market.slug,
    title: market.question,
    outcome: long === undefined ? 'None' : long ? market.longLabel : market.shortLabel,
    eventSlug: event.slug,
    eventId: String(event.id),
    teamId,
    team: team && { id: teamId, name: team.name },
    subject: event.subject.kind === 'question' ? { id: 0, name: market.title, subjectType: '' } : undefined,
  };
}

/** Average price of the fills, long side, four decimals; 0.0000 before the first (interface.md 9.6). */
function averageOf(life: OrderLife): Decimal {
  if (life.filled === 0) return Decimal.of('0.0000');
  const paid = life.fills.reduce((sum, fill) => sum + fill.points * fill.quantity, 0);
  const average = Decimal.of(paid).dividedBy(Decimal.of(life.filled * DOLLAR_POINTS));
  return Decimal.of(average.toFixed(4));
}

/** Something that happened to an order at `ms`, with the order as it is afterwards. */
export interface OrderStep {
  readonly life: OrderLife;
  readonly type: ExecutionType | undefined;
  readonly ms: number;
  readonly fill?: PlannedFill;
  readonly tradeId?: string | undefined;
  readonly text?: string | undefined;
}

export function executionJson({ life, type, ms, fill, tradeId, text }: OrderStep): WireObject {
  const { plan } = life;
  return execution({
    id: `E-${fill === undefined ? `${plan.id}-${type ?? 'UPDATE'}-${ms}` : tradeId}`,
    order: orderJson(life),
    type,
    at: exactTime(ms, plan.id),
    fill,
    long: outcomeOf(life).long,
    fee: fill && microsMoney(feeOf(plan.market, fill)),
    tradeId,
    text,
  });
}

interface ExecutionFacts {
  readonly id: string;
  readonly order: WireObject;
  readonly type: ExecutionType | undefined;
  readonly at: string;
  readonly fill: PlannedFill | undefined;
  /** Whether the order is about the long outcome. */
  readonly long: boolean;
  readonly fee?: Money | undefined;
  readonly tradeId: string | undefined;
  readonly text?: string | undefined;
}

/** The reject reason is filled whatever happened (interface.md 9.6). */
function execution({ type, at, fill, long, fee, tradeId, text, ...same }: ExecutionFacts): WireObject {
  return fieldsOf({
    ...same,
    lastShares: fill && padded(quantityDecimal(fill.quantity)),
    lastPx: fill && pointsMoney(fill.points),
    type: code(EXECUTION_TYPE, type),
    text: text ?? '',
    orderRejectReason: enumText(REJECT_REASON, 'EXCHANGE_OPTION'),
    transactTime: at,
    tradeId: tradeId ?? '',
    legPrices: [],
    aggressor: fill?.aggressor ?? false,
    commissionNotionalCollected: fee ?? { value: '0.0000', currency: CURRENCY },
    unsolicitedCancelReason: 'UNSOLICITED_CXL_REASON_UNDEFINED',
    traceId: '',
    // What a contract costs or brings in the order's own outcome.
    commissionSpreadPx: fill && pointsMoney(outcomePoints(long, fill.points)),
    transactTradeDate: dayOf(at),
  });
}

export function dayOf(text: string): string {
  return `${text.slice(0, 10)}T00:00:00Z`;
}

/** What a holding's worth depends on besides itself. `reserved`: hundredths promised to orders that would close it. */
interface HoldingContext {
  readonly seed: number;
  readonly now: number;
  readonly quote: Quote;
  readonly reserved: number;
}

/** interface.md 9.7: the integers are rounded, the exact `…Decimal` texts stand beside them. */
export function positionJson(holding: Holding, context: HoldingContext): WireObject {
  const { market, net } = holding;
  const size = Math.abs(net);
  const quantities = Object.entries({
    netPosition: net,
    qtyBought: holding.bought,
    qtySold: holding.sold,
    qtyAvailable: Math.sign(net) * Math.max(0, size - context.reserved),
    bodPosition: holding.dayStart,
  }).flatMap(([name, hundredths]) => {
    const value = quantityDecimal(hundredths);
    return [[name, rounded(value)] as const, [`${name}Decimal`, padded(value)] as const];
  });
  return fieldsOf({
    ...Object.fromEntries(quantities),
    cost: microsMoney(holding.base + holding.fees),
    realized: microsMoney(holding.realized),
    cashValue: cashValue(holding, context),
    expired: context.now >= market.event.endMs,
    updateTime: exactTime(Math.max(holding.updatedMs, holding.bustedMs), market.slug),
    marketMetadata: metadataOf(market, net === 0 ? undefined : net > 0),
    avgPx: size === 0 ? null : averagePrice(holding),
    fees: microsMoney(holding.fees),
    baseCost: microsMoney(holding.base),
    positionId: '',
    comboLegDetails: legsJson(market, context),
  });
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

/**
 * In the terms of the side held, and of all that was ever traded in the market (interface.md 9.7): neither the long price of
 * orders nor what the contracts of today cost.
 */
function averagePrice({ net, bought, sold, turnover }: Holding): Money {
  const traded = bought + sold;
  return perContract(net > 0 ? turnover : traded * DOLLAR_POINTS - turnover, traded);
}

function perContract(micros: number, hundredths: number): Money {
  const value = Decimal.of(micros).dividedBy(Decimal.of((hundredths * DOLLAR) / 100));
  return money(Decimal.of(value.toFixed(4)), CURRENCY);
}

/** A type no published version of the interface has: a client must show it by its name. */
const UNKNOWN_TYPE = 'SEASON_AWARD';

/** One activity that has not been put into words: its time decides the order, the rest is made when it is asked for. */
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
  market(frame: MarketFrame): WireObject;
}

/** interface.md 9.8. */
export function activityJson(entry: ActivityEntry, context: ActivityContext): WireObject {
  const type = enumText(ACTIVITY_TYPE, typeOf(entry));
  switch (entry.kind) {
    case 'trade':
      return { type, trade: tradeJson(entry, context) };
    case 'resolution':
      return { type, positionResolution: resolutionJson(entry, context) };
    case 'cash':
      return { type, accountBalanceChange: changeJson(entry) };
    case 'unknown':
      return { type };
  }
}

/** With the orders and executions of both parties. */
function tradeJson(entry: TradeEntry, context: ActivityContext): WireObject {
  const { fill, bustedMs, reduced } = entry;
  const { id, market } = entry.life.plan;
  const time = exactTime(entry.ms, entry.id);
  const updated = bustedMs === undefined ? time : exactTime(bustedMs, entry.id);
  const plain = plainFigures(entry);
  const quantity = quantityDecimal(fill.quantity);
  return fieldsOf({
    id: entry.id,
    marketSlug: market.slug,
    // The public service calls a trade new for weeks.
    state: enumText(TRADE_STATE, bustedMs === undefined ? 'NEW' : 'BUSTED'),
    price: pointsMoney(fill.points),
    qty: rounded(quantity),
    qtyDecimal: padded(quantity),
    isAggressor: fill.aggressor,
    costBasis: plain && microsMoney(plain.basis),
    realizedPnl: plain && microsMoney(plain.realized),
    createTime: time,
    updateTime: updated,
    cost: microsMoney(entry.cost),
    originalPrice: plain && perContract(plain.basis, fill.quantity),
    effectiveOriginalPrice: reduced && perContract(reduced.basis, fill.quantity),
    effectiveCostBasis: reduced && microsMoney(reduced.basis),
    effectiveRealizedPnl: reduced && microsMoney(reduced.realized),
    ...partiesOf(entry),
    reportingCounterparty: 'ORDER_SIDE_UNDEFINED',
    createTradeDate: dayOf(time),
    updateTradeDate: dayOf(updated),
    tradeLinkId: id,
    market: context.market(market),
    comboLegDetails: legsJson(market, context),
  });
}

function partiesOf({ life, fill, id, ms }: TradeEntry): WireObject {
  const place = life.fills.findIndex(({ number }) => number === fill.number);
  /** The order right after the trade. */
  const after = place < 0 ? life : lifeAfter(life, place + 1);
  const type = after.left === 0 ? 'FILL' : 'PARTIAL_FILL';
  const shared = { type, at: exactTime(ms, id), tradeId: id } as const;
  const own = execution({
    ...shared,
    id: `E-${id}`,
    order: orderJson(after),
    fill,
    long: outcomeOf(life).long,
    fee: microsMoney(feeOf(life.plan.market, fill)),
  });
  const other = execution({
    ...shared,
    id: `E-${id}-COUNTER`,
    order: counterOrderJson(after),
    fill: { ...fill, aggressor: !fill.aggressor },
    long: !isBuy(life.plan.intent),
  });
  const [taker, maker] = fill.aggressor ? [own, other] : [other, own];
  return {
    aggressorExecution: taker,
    passiveExecution: maker,
    aggressor: taker['order'],
    passive: maker['order'],
  };
}

/** Where a short was closed, the figures of the long side: a gain reads as a loss (interface.md 9.8). */
function plainFigures({ life, fill, reduced }: TradeEntry): TradeEntry['reduced'] {
  if (reduced === undefined || life.plan.intent !== 'SELL_SHORT') return reduced;
  return { basis: fill.quantity * DOLLAR_POINTS - reduced.basis, realized: -reduced.realized };
}

function resolutionJson({ id, ms, before, after }: ResolutionEntry, context: ActivityContext): WireObject {
  const { market } = before;
  const points = payoutOf(context.seed, market);
  const around = { seed: context.seed, now: ms, quote: { bid: points, offer: points }, reserved: 0 };
  return fieldsOf({
    marketSlug: market.slug,
    beforePosition: positionJson(before, around),
    afterPosition: positionJson(after, around),
    // The side that won; neither does in a void (interface.md 9.8).
    side: enumText(RESOLUTION_SIDE, points === DOLLAR_POINTS ? 'LONG' : points === 0 ? 'SHORT' : 'NEUTRAL'),
    tradeId: id,
    updateTime: exactTime(ms, id),
    market: context.market(market),
    comboLegDetails: legsJson(market, { ...context, now: ms }),
  });
}

/** How each leg of a combo stands (interface.md 9.14); none for anything else. */
function legsJson(
  { contract }: MarketFrame,
  { seed, now }: { readonly seed: number; readonly now: number },
): readonly WireObject[] {
  if (contract.kind !== 'combo') return [];
  return contract.legs.map((leg) => {
    const points = priceOf(seed, leg, now);
    const result = points === DOLLAR_POINTS ? 'WON' : points === 0 ? 'LOST' : 'VOID';
    const team =
      leg.event.subject.kind === 'game' && leg.longTeam !== undefined
        ? teamOf(leg.event.subject.leagueIndex, leg.longTeam).name
        : leg.longLabel;
    return fieldsOf({
      slug: leg.slug,
      title: leg.event.title,
      outcome: team,
      outcomeSide: enumText(OUTCOME_SIDE, 'YES'),
      state: enumText(COMBO_LEG_STATE, now >= leg.event.resolvedMs ? result : 'OPEN'),
      indicativePrice: pointsMoney(points),
    });
  });
}

/** The flat fields, and a list of transactions the first of which repeats them. */
function changeJson({ change }: CashEntry): WireObject {
  const full = fieldsOf({
    ...change,
    paymentMethod: null,
    externalId: change['transactionId'],
    metadata: {},
    failureCode: '',
    failureAction: null,
  });
  return { ...full, transactions: [full] };
}
