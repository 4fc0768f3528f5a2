import { Decimal } from '../../core/decimal.ts';
import { type Instant, instantOf, parseInstant } from '../../core/instant.ts';
import { money } from '../../core/money.ts';
import { type MarketMetadata, type Order, orderOutcome } from '../../core/order.ts';
import {
  CURRENCY,
  DOLLAR_POINTS,
  feeMicros,
  microsMoney,
  pointsMoney,
  quantityDecimal,
} from '../engine/amounts.ts';
import { teamOf } from '../engine/leagues.ts';
import type { MarketFrame } from '../engine/market-frame.ts';
import { hash } from '../engine/random.ts';
import type { OrderLife } from './life.ts';
import { isBuy, MAKER_THETA } from './plan.ts';

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
    goodTillTime: plan.goodTillMs === undefined ? undefined : instantOf(plan.goodTillMs),
    intent: plan.intent,
    marketMetadata: metadataOf(plan.market, outcome.long),
    state: life.state,
    avgPx: money(averageOf(life), CURRENCY),
    insertTime: created,
    createTime: created,
    lastTransactTime: exactInstant(life.changedMs, plan.id),
    cashOrderQty: undefined,
    commission: microsMoney(
      life.fills.reduce(
        (sum, fill) =>
          sum + feeMicros(fill.aggressor ? plan.market.theta : MAKER_THETA, fill.quantity, fill.points),
        0,
      ),
    ),
  };
}

/** `long`: which outcome it is about; undefined once a position is flat, which the service calls `None`. */
export function metadataOf(market: MarketFrame, long: boolean | undefined): MarketMetadata {
  const { event } = market;
  const team = long === false ? market.shortTeam : market.longTeam;
  return {
    slug: market.slug,
    icon: undefined,
    title: market.question,
    outcome: long === undefined ? 'None' : long ? market.longLabel : market.shortLabel,
    eventSlug: event.slug,
    eventId: String(event.id),
    teamName:
      event.subject.kind === 'game' && team !== undefined
        ? teamOf(event.subject.leagueIndex, team).name
        : undefined,
    subject: event.subject.kind === 'question' ? market.title : undefined,
  };
}

/** A moment with nanoseconds, as trading objects carry them (live interface §3); the rest comes from `salt`. */
export function exactInstant(ms: number, salt: string): Instant {
  const nanos = String(hash(...[...salt].map((letter) => letter.charCodeAt(0)), ms) % 1_000_000).padStart(
    6,
    '0',
  );
  const text = new Date(ms).toISOString().replace('Z', `${nanos}Z`);
  return parseInstant(text) ?? instantOf(ms);
}

/** Average price of the fills, long side, four decimals; 0.0000 before the first (live interface §9.1). */
function averageOf(life: OrderLife): Decimal {
  if (life.filled === 0) return Decimal.of('0.0000');
  const paid = life.fills.reduce((sum, fill) => sum + fill.points * fill.quantity, 0);
  const average = Decimal.of(paid).dividedBy(Decimal.of(life.filled * DOLLAR_POINTS));
  return Decimal.of(average.toFixed(4));
}
