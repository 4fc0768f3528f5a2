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

/** `taken`: the chance that somebody takes some of an order at the best price, at one look. */
const STAGES = [
  { stepMs: 15_000, untilMs: 3_600_000, taken: 0.06 },
  { stepMs: 60_000, untilMs: 6 * 3_600_000, taken: 0.2 },
  { stepMs: 600_000, untilMs: 48 * 3_600_000, taken: 0.2 },
  { stepMs: 1_800_000, untilMs: Number.POSITIVE_INFINITY, taken: 0.2 },
] as const;
/** What a user has just placed is taken sooner, since somebody may be waiting for it. */
const TAKEN_FRESH = 0.25;
/** Of orders from before the epoch, which are many, most looks only see whether somebody takes some. */
const THOROUGH_EVERY = 4;

/** Looks on up to `until`, or until the order cannot have anything left. */
export function lookOn(seed: number, plan: OrderPlan, looked: Looked, until: number): void {
  const salt = saltOf(plan);
  while (looked.offered < plan.quantity) {
    const look = lookOf(plan, salt, looked.next);
    if (look.ms > until) return;
    const offered = offeredAt(seed, plan, salt, look);
    looked.next += 1;
    if (offered === 0) continue;
    looked.met.push({ ms: look.ms, offered });
    looked.offered += offered;
  }
}

interface Look {
  readonly number: number;
  readonly ms: number;
  /** Whether somebody takes some of the order if it is first in line. */
  readonly taken: boolean;
  /** Whether it is seen if the market has come right through the order's price. */
  readonly thorough: boolean;
}

/** The first look is at the placing itself; each later one comes at some moment of its step. */
function lookOf(plan: OrderPlan, salt: number, number: number): Look {
  const from = plan.restsFromMs ?? plan.createMs;
  const fresh = from === plan.createMs;
  // Only an order placed this moment may meet the market at once.
  if (number === 0) return { number, ms: from, taken: false, thorough: fresh };
  let [start, place] = [0, number - 1];
  const stage =
    STAGES.find(({ stepMs, untilMs }) => {
      const steps = (untilMs - start) / stepMs;
      if (place < steps) return true;
      place -= steps;
      start = untilMs;
      return false;
    }) ?? STAGES[3];
  return {
    number,
    ms: from + 1 + start + place * stage.stepMs + below(stage.stepMs - 1, salt, number, 141),
    taken: unit(salt, number, 142) < (fresh ? Math.max(TAKEN_FRESH, stage.taken) : stage.taken),
    thorough: fresh || number % THOROUGH_EVERY === 0,
  };
}

function offeredAt(seed: number, plan: OrderPlan, salt: number, look: Look): number {
  const { number, ms, taken, thorough } = look;
  const { market, points } = plan;
  if (!(taken || thorough) || stateOf(market, ms) !== 'open') return 0;
  const { bid, offer } = quoteOf(seed, market, ms);
  const buy = isBuy(plan.intent);
  const crossed = buy ? offer !== undefined && offer <= points : bid !== undefined && bid >= points;
  if (crossed) return Number.POSITIVE_INFINITY;
  const first = buy ? bid === undefined || bid <= points : offer === undefined || offer >= points;
  return taken && first ? (1 + below(12, salt, number, 143)) * CONTRACT : 0;
}

function saltOf(plan: OrderPlan): number {
  return hash(...[...plan.id].map((letter) => letter.charCodeAt(0)), 144);
}
