import type { OrderState } from '../../core/order.ts';
import { haltOf, quoteOf } from '../engine/pricing.ts';
import { hash } from '../engine/random.ts';
import { type Looked, lookOn } from './looks.ts';
import { type Fill, isBuy, type OrderPlan } from './plan.ts';

/** An order as it stands at a moment. */
export interface OrderLife {
  readonly plan: OrderPlan;
  /** Those that count. */
  readonly fills: readonly Fill[];
  readonly busted: readonly BustedFill[];
  readonly filled: number;
  /** Working quantity; 0 once the order is over. */
  readonly left: number;
  readonly state: OrderState;
  readonly changedMs: number;
}

/** A fill the exchange took back. */
export interface BustedFill {
  readonly fill: Fill;
  readonly bustedMs: number;
}

/** What users did to an order, and what the exchange took back. Oldest first. */
export interface Deeds {
  readonly cancelledMs: number | undefined;
  readonly fills: readonly { readonly ms: number; readonly quantity: number | undefined }[];
  readonly busts: readonly number[];
}

/** How far ahead an order is followed to find out how long nothing happens to it, milliseconds. */
const AHEAD_MS = 60_000;

/** Follows orders through time. Remembers how far it looked, which changes nothing but the speed. */
export class LifeBook {
  readonly #seed: number;
  readonly #looked = new Map<string, Looked>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  lifeOf(plan: OrderPlan, deeds: Deeds | undefined, now: number): OrderLife {
    const { endMs, stopMs } = stopOf(plan, deeds);
    const { fills, busted } = this.#fillsOf(plan, deeds, stopMs, now);
    const filled = fills.reduce((sum, fill) => sum + fill.quantity, 0);
    const over = filled >= plan.quantity;
    const left = over || now >= stopMs ? 0 : plan.quantity - filled;
    const bustedMs = busted.at(-1)?.bustedMs ?? 0;
    const touched = Math.max(fills.at(-1)?.ms ?? plan.createMs, bustedMs);
    const life = { plan, fills, busted, filled, left };
    if (over) return { ...life, state: 'FILLED', changedMs: touched };
    if (now >= stopMs) {
      return {
        ...life,
        state: stopMs < endMs ? 'CANCELED' : 'EXPIRED',
        changedMs: Math.max(stopMs, bustedMs),
      };
    }
    return { ...life, state: filled > 0 ? 'PARTIALLY_FILLED' : 'NEW', changedMs: touched };
  }

  /** The first moment after `now` at which the order may stand otherwise than it does now, as `life` says. */
  steadyUntil({ plan, left }: OrderLife, deeds: Deeds | undefined, now: number): number {
    const { endMs, stopMs } = stopOf(plan, deeds);
    const moments = [
      endMs,
      stopMs,
      ...plan.fills.map(({ ms }) => ms),
      plan.bustedMs ?? endMs,
      ...(deeds?.fills ?? []).map(({ ms }) => ms),
      ...(deeds?.busts ?? []),
    ];
    const known = Math.min(...moments.filter((ms) => ms > now));
    // Whatever comes to an order without anything left changes nothing until it has some again.
    return left === 0 ? known : Math.min(known, this.#quietUntil(plan, now));
  }

  #quietUntil(plan: OrderPlan, now: number): number {
    const looked = this.#lookedOn(plan, now + AHEAD_MS);
    const next = looked?.met.find(({ ms }) => ms > now)?.ms;
    return next ?? now + AHEAD_MS + 1;
  }

  #fillsOf(plan: OrderPlan, deeds: Deeds | undefined, stopMs: number, now: number) {
    const fills = plan.fills.filter((fill) => fill.ms <= now);
    const busted: BustedFill[] = [];
    let left = plan.quantity - fills.reduce((sum, fill) => sum + fill.quantity, 0);
    for (const { ms, offered, bust } of this.#happenings(plan, deeds, Math.min(now, stopMs - 1), now)) {
      if (bust) {
        const fill = fills.pop();
        if (fill !== undefined) busted.push({ fill, bustedMs: ms });
        left += fill?.quantity ?? 0;
        continue;
      }
      const quantity = Math.min(left, offered);
      if (quantity <= 0) continue;
      // An order that meets the market the moment it is placed takes; one that waited was taken.
      const aggressor = ms === plan.createMs;
      const number = fills.length + busted.length + 1;
      fills.push({ ms, points: aggressor ? this.#takenAt(plan) : plan.points, quantity, aggressor, number });
      left -= quantity;
    }
    return { fills, busted };
  }

  /** Everything that may fill the order up to `until`, and fills taken back up to `now`, oldest first. */
  #happenings(plan: OrderPlan, deeds: Deeds | undefined, until: number, now: number) {
    const met = this.#metUntil(plan, until);
    if (deeds === undefined && plan.bustedMs === undefined) return met;
    const done = (deeds?.fills ?? [])
      .filter(({ ms }) => plan.restsFromMs !== undefined && ms <= until)
      .map(({ ms, quantity }) => ({ ms, offered: quantity ?? Number.POSITIVE_INFINITY, bust: false }));
    const back = [...(deeds?.busts ?? []), plan.bustedMs ?? Number.POSITIVE_INFINITY]
      .filter((ms) => ms <= now)
      .map((ms) => ({ ms, offered: 0, bust: true }));
    return [...met, ...done, ...back].sort((a, b) => a.ms - b.ms);
  }

  #metUntil(plan: OrderPlan, until: number) {
    const met = this.#lookedOn(plan, until)?.met ?? [];
    return met.filter(({ ms }) => ms <= until).map(({ ms, offered }) => ({ ms, offered, bust: false }));
  }

  #lookedOn(plan: OrderPlan, until: number): Looked | undefined {
    if (plan.restsFromMs === undefined) return undefined;
    let looked = this.#looked.get(plan.id);
    if (looked === undefined) {
      looked = { next: 0, offered: 0, met: [] };
      this.#looked.set(plan.id, looked);
    }
    lookOn(this.#seed, plan, looked, until);
    return looked;
  }

  /** A taker gets the price of the order it meets, which may be better than its own. */
  #takenAt(plan: OrderPlan): number {
    const { bid, offer } = quoteOf(this.#seed, plan.market, plan.createMs);
    return (isBuy(plan.intent) ? offer : bid) ?? plan.points;
  }
}

/** When the order ends by itself, and when it ends at the latest: `stopMs` is sooner where it is cancelled. */
function stopOf(plan: OrderPlan, deeds: Deeds | undefined) {
  const endMs = Math.min(plan.market.event.endMs, plan.goodTillMs ?? Number.POSITIVE_INFINITY);
  const stops = [plan.cancelledMs, deeds?.cancelledMs, haltCancel(plan)].filter((ms) => ms !== undefined);
  return { endMs, stopMs: Math.min(endMs, ...stops) };
}

/** Every third order in a market that is halted is cancelled by the exchange there and then. */
function haltCancel(plan: OrderPlan): number | undefined {
  const from = haltOf(plan.market)?.from;
  if (from === undefined || plan.restsFromMs === undefined || plan.restsFromMs >= from) return undefined;
  return hash(plan.market.id, plan.quantity, plan.points, 131) % 3 === 0 ? from : undefined;
}
