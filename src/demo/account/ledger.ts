import { DOLLAR_POINTS, feeMicros } from '../engine/amounts.ts';
import { DAY } from '../engine/games.ts';
import type { MarketFrame } from '../engine/market-frame.ts';
import { payoutOf } from '../engine/pricing.ts';
import type { OrderLife } from './life.ts';
import { type Fill, idOf, isBuy, MAKER_THETA } from './plan.ts';

/** A holding in one market. Quantities in hundredths, signed where net; money in micros. */
export interface Holding {
  readonly market: MarketFrame;
  readonly net: number;
  readonly bought: number;
  readonly sold: number;
  /** What the open contracts cost without and as fees. */
  readonly base: number;
  readonly fees: number;
  readonly realized: number;
  readonly dayStart: number;
  readonly openedMs: number;
  readonly updatedMs: number;
  /** When a trade of it was last taken back; 0 for never. */
  readonly bustedMs: number;
}

export interface TradeEntry {
  readonly kind: 'trade';
  readonly ms: number;
  readonly id: string;
  readonly life: OrderLife;
  readonly fill: Fill;
  readonly fee: number;
  /** Fee included. */
  readonly cost: number;
  /** When the exchange took it back; it then counts for nothing. */
  readonly bustedMs: number | undefined;
  /** Only where the trade made a position smaller. */
  readonly reduced: { readonly basis: number; readonly realized: number } | undefined;
}

export interface ResolutionEntry {
  readonly kind: 'resolution';
  readonly ms: number;
  readonly id: string;
  readonly before: Holding;
  readonly after: Holding;
  readonly payout: number;
}

export type LedgerEntry = TradeEntry | ResolutionEntry;

export interface Ledger {
  /** Oldest first. */
  readonly entries: readonly LedgerEntry[];
  readonly holdings: readonly Holding[];
  /** Money in and out of all trades and resolutions. */
  readonly cash: number;
}

/** Replays every fill and every resolution up to `now`, oldest first. */
export function replay(seed: number, lives: readonly OrderLife[], now: number): Ledger {
  const fills = lives
    .flatMap((life) => [
      ...life.fills.map((fill) => ({ life, fill, bustedMs: undefined })),
      ...life.busted.map(({ fill, bustedMs }) => ({ life, fill, bustedMs })),
    ])
    .sort((a, b) => a.fill.ms - b.fill.ms || (a.life.plan.id < b.life.plan.id ? -1 : 1));
  const holdings = new Map<string, Holding>();
  const entries: LedgerEntry[] = [];
  const dayStart = Math.floor(now / DAY) * DAY;
  let cash = 0;
  for (const { life, fill, bustedMs } of fills) {
    const { market, id } = life.plan;
    const before = holdings.get(market.slug) ?? fresh(market, fill.ms);
    const done = trade(before, life, fill, dayStart);
    if (bustedMs === undefined) cash += done.cash;
    holdings.set(
      market.slug,
      bustedMs === undefined ? done.after : { ...before, bustedMs: Math.max(before.bustedMs, bustedMs) },
    );
    entries.push({
      kind: 'trade',
      ms: fill.ms,
      id: `${id}-${fill.number}`,
      life,
      fill,
      fee: done.fee,
      cost: done.cost,
      bustedMs,
      reduced: done.reduced,
    });
  }
  for (const before of holdings.values()) {
    const { market, net } = before;
    const ms = market.event.resolvedMs;
    if (net === 0 || ms > now) continue;
    const points = payoutOf(seed, market);
    const payout = Math.abs(net) * (net > 0 ? points : DOLLAR_POINTS - points);
    const after = settled(before, payout, ms, dayStart);
    holdings.set(market.slug, after);
    cash += payout;
    entries.push({ kind: 'resolution', ms, id: idOf('R', market.id, ms), before, after, payout });
  }
  entries.sort((a, b) => a.ms - b.ms);
  return { entries, holdings: [...holdings.values()], cash };
}

/** Cost of one contract of the outcome a position is in, points. */
export function outcomePoints(long: boolean, points: number): number {
  return long ? points : DOLLAR_POINTS - points;
}

function trade(before: Holding, life: OrderLife, fill: Fill, dayStart: number) {
  const { plan } = life;
  const direction = isBuy(plan.intent) ? 1 : -1;
  const fee = feeMicros(fill.aggressor ? plan.market.theta : MAKER_THETA, fill.quantity, fill.points);
  const closing = Math.sign(before.net) === -direction ? Math.min(fill.quantity, Math.abs(before.net)) : 0;
  const opening = fill.quantity - closing;
  const held = Math.abs(before.net);
  const proceeds = closing * outcomePoints(before.net > 0, fill.points);
  const basis = closing === 0 ? 0 : Math.round((before.base * closing) / held);
  const feesGone = closing === 0 ? 0 : Math.round((before.fees * closing) / held);
  const paid = opening * outcomePoints(direction > 0, fill.points);
  // A fee belongs to what was opened; where nothing was, it is gone with the trade.
  const openingFee = opening > 0 ? fee : 0;
  const net = before.net + direction * fill.quantity;
  const after: Holding = {
    ...before,
    net,
    bought: before.bought + (direction > 0 ? fill.quantity : 0),
    sold: before.sold + (direction < 0 ? fill.quantity : 0),
    base: before.base - basis + paid,
    fees: before.fees - feesGone + openingFee,
    realized: before.realized + proceeds - basis,
    dayStart: fill.ms < dayStart ? net : before.dayStart,
    updatedMs: fill.ms,
  };
  return {
    after,
    fee,
    cash: proceeds - paid - fee,
    cost: proceeds + paid + fee,
    reduced: closing === 0 ? undefined : { basis, realized: proceeds - basis },
  };
}

function settled(before: Holding, payout: number, ms: number, dayStart: number): Holding {
  return {
    ...before,
    net: 0,
    base: 0,
    fees: 0,
    realized: before.realized + payout - before.base,
    dayStart: ms < dayStart ? 0 : before.dayStart,
    updatedMs: ms,
  };
}

function fresh(market: MarketFrame, ms: number): Holding {
  return {
    market,
    net: 0,
    bought: 0,
    sold: 0,
    base: 0,
    fees: 0,
    realized: 0,
    dayStart: 0,
    openedMs: ms,
    updatedMs: ms,
    bustedMs: 0,
  };
}
