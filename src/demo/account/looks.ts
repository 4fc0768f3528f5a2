import { CONTRACT } from '../engine/amounts.ts';
import { quoteOf, stateOf } from '../engine/pricing.ts';
import { below, hash, unit } from '../engine/random.ts';
import { isBuy, type OrderPlan } from './plan.ts';

/**
 * Whether the market came to a resting order: looked at every 15 seconds in its first hour, every minute until its
 * sixth, every 10 minutes until the second day and every half-hour from then on. The times depend on the order alone,
 * never on when somebody asked.
 */

/** The market offered so much of the other side at the order's price; hundredths of a contract. */
export interface Meeting {
  readonly ms: number;
  readonly offered: number;
}

/** What was found out so far. */
export interface Looked {
  next: number;
  offered: number;
  readonly met: Meeting[];
}

const STAGES = [
  { stepMs: 15_000, untilMs: 3_600_000 },
  { stepMs: 60_000, untilMs: 6 * 3_600_000 },
  { stepMs: 600_000, untilMs: 48 * 3_600_000 },
  { stepMs: 1_800_000, untilMs: Number.POSITIVE_INFINITY },
] as const;
/** Chance that somebody takes some of an order at the best price, at one look. */
const TAKEN = 0.2;

/** Looks on up to `until`, or until the order cannot have anything left. */
export function lookOn(seed: number, plan: OrderPlan, looked: Looked, until: number): void {
  const salt = saltOf(plan);
  while (looked.offered < plan.quantity) {
    const ms = lookTime(plan, salt, looked.next);
    if (ms > until) return;
    const offered = offeredAt(seed, plan, salt, looked.next, ms);
    looked.next += 1;
    if (offered === 0) continue;
    looked.met.push({ ms, offered });
    looked.offered += offered;
  }
}

/** The first look is at the placing itself; each later one comes at some moment of its step. */
function lookTime(plan: OrderPlan, salt: number, number: number): number {
  const from = plan.restsFromMs ?? plan.createMs;
  if (number === 0) return from;
  let [start, place] = [0, number - 1];
  for (const { stepMs, untilMs } of STAGES) {
    const steps = (untilMs - start) / stepMs;
    if (place < steps) return from + 1 + start + place * stepMs + below(stepMs - 1, salt, number, 141);
    place -= steps;
    start = untilMs;
  }
  return Number.POSITIVE_INFINITY;
}

function offeredAt(seed: number, plan: OrderPlan, salt: number, number: number, ms: number): number {
  const { market, points, createMs } = plan;
  // Only an order placed this moment may meet the market at once.
  if (number === 0 && ms !== createMs) return 0;
  if (stateOf(market, ms) !== 'open') return 0;
  const { bid, offer } = quoteOf(seed, market, ms);
  const buy = isBuy(plan.intent);
  const crossed = buy ? offer !== undefined && offer <= points : bid !== undefined && bid >= points;
  if (crossed) return Number.POSITIVE_INFINITY;
  const first = buy ? bid === undefined || bid <= points : offer === undefined || offer >= points;
  if (number === 0 || !first || unit(salt, number, 142) >= TAKEN) return 0;
  return (1 + below(12, salt, number, 143)) * CONTRACT;
}

function saltOf(plan: OrderPlan): number {
  return hash(...[...plan.id].map((letter) => letter.charCodeAt(0)), 144);
}
