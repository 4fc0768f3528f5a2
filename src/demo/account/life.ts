import type { OrderState } from '../../core/order.ts';
import { quoteOf } from '../engine/pricing.ts';
import { type Fill, isBuy, type OrderPlan } from './plan.ts';

/** An order as it stands at a moment. */
export interface OrderLife {
  readonly plan: OrderPlan;
  readonly fills: readonly Fill[];
  readonly filled: number;
  /** Working quantity; 0 once the order is over. */
  readonly left: number;
  readonly state: OrderState;
  readonly changedMs: number;
}

/** What users did to an order. */
export interface Deeds {
  readonly cancelledMs: number | undefined;
  readonly fills: readonly { readonly ms: number; readonly quantity: number | undefined }[];
}

/** How often the engine looks whether the market has come to a resting order. */
const LOOK_MS = 600_000;

/** Follows orders through time. Remembers how far it looked, which changes nothing but the speed. */
export class LifeBook {
  readonly #seed: number;
  readonly #looked = new Map<string, { until: number; met: number | undefined }>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  lifeOf(plan: OrderPlan, deeds: Deeds | undefined, now: number): OrderLife {
    const endMs = Math.min(plan.market.event.endMs, plan.goodTillMs ?? Number.POSITIVE_INFINITY);
    const stopMs = Math.min(endMs, plan.cancelledMs ?? endMs, deeds?.cancelledMs ?? endMs);
    const fills = this.#fillsOf(plan, deeds, stopMs, now);
    const filled = fills.reduce((sum, fill) => sum + fill.quantity, 0);
    const over = filled >= plan.quantity;
    const left = over || now >= stopMs ? 0 : plan.quantity - filled;
    const lastFill = fills.at(-1)?.ms ?? plan.createMs;
    if (over) return { plan, fills, filled, left, state: 'FILLED', changedMs: lastFill };
    if (now >= stopMs) {
      return { plan, fills, filled, left, state: stopMs < endMs ? 'CANCELED' : 'EXPIRED', changedMs: stopMs };
    }
    return { plan, fills, filled, left, state: filled > 0 ? 'PARTIALLY_FILLED' : 'NEW', changedMs: lastFill };
  }

  #fillsOf(plan: OrderPlan, deeds: Deeds | undefined, stopMs: number, now: number): readonly Fill[] {
    const known = plan.fills.filter((fill) => fill.ms <= now);
    if (plan.restsFromMs === undefined) return known;
    const fills: Fill[] = [...known];
    let left = plan.quantity - fills.reduce((sum, fill) => sum + fill.quantity, 0);
    const until = Math.min(now, stopMs - 1);
    const met = this.#metAt(plan, until);
    for (const deed of deeds?.fills ?? []) {
      if (deed.ms > until || (met !== undefined && deed.ms >= met)) break;
      const quantity = Math.min(left, deed.quantity ?? left);
      if (quantity > 0) fills.push({ ms: deed.ms, points: plan.points, quantity, aggressor: false });
      left -= quantity;
    }
    if (met !== undefined && left > 0) {
      // An order that meets the market the moment it is placed takes; one that waited was taken.
      const aggressor = met === plan.createMs;
      const points = aggressor ? this.#takenAt(plan) : plan.points;
      fills.push({ ms: met, points, quantity: left, aggressor });
    }
    return fills;
  }

  /** A taker gets the price of the order it meets, which may be better than its own. */
  #takenAt(plan: OrderPlan): number {
    const { bid, offer } = quoteOf(this.#seed, plan.market, plan.createMs);
    return (isBuy(plan.intent) ? offer : bid) ?? plan.points;
  }

  /** The first look, up to `until`, at which the other side's best price is the order's or better. */
  #metAt(plan: OrderPlan, until: number): number | undefined {
    const from = plan.restsFromMs ?? plan.createMs;
    const seen = this.#looked.get(plan.id) ?? { until: from - 1, met: undefined };
    if (seen.met !== undefined) return seen.met <= until ? seen.met : undefined;
    if (from === plan.createMs && seen.until < from && from <= until) this.#look(plan, seen, from);
    let next = Math.ceil((Math.max(seen.until, from) + 1) / LOOK_MS) * LOOK_MS;
    for (; next <= until && seen.met === undefined; next += LOOK_MS) this.#look(plan, seen, next);
    this.#looked.set(plan.id, seen);
    return seen.met;
  }

  #look(plan: OrderPlan, seen: { until: number; met: number | undefined }, ms: number): void {
    const { bid, offer } = quoteOf(this.#seed, plan.market, ms);
    const meets = isBuy(plan.intent)
      ? offer !== undefined && offer <= plan.points
      : bid !== undefined && bid >= plan.points;
    seen.until = ms;
    if (meets) seen.met = ms;
  }
}
