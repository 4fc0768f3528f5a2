import type { OrderState } from '../../core/order.ts';
import { CONTRACT, parseScaled } from '../engine/amounts.ts';
import { haltOf, quoteOf, stateOf } from '../engine/pricing.ts';
import { below, hash, unit } from '../engine/random.ts';
import type { Universe } from '../engine/universe.ts';
import type { DemoAction } from '../state.ts';
import { isBuy, type OrderPlan, type PlannedFill } from './plan.ts';

export interface OrderLife {
  readonly plan: OrderPlan;
  /** Those that count. */
  readonly fills: readonly PlannedFill[];
  readonly busted: readonly BustedFill[];
  readonly filled: number;
  /** Working quantity; 0 once the order is over. */
  readonly left: number;
  readonly state: OrderState;
  readonly changedMs: number;
}

interface BustedFill {
  readonly fill: PlannedFill;
  readonly bustedMs: number;
}

/** What users did to an order, and what the exchange took back. Oldest first. */
export interface Deeds {
  readonly cancelledMs: number | undefined;
  readonly fills: readonly { readonly ms: number; readonly quantity: number | undefined }[];
  readonly busts: readonly number[];
}

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

  /** What the market did by itself up to `until`. */
  #metUntil(plan: OrderPlan, until: number) {
    if (plan.restsFromMs === undefined) return [];
    const looked = this.#looked.get(plan.id) ?? { next: 0, offered: 0, met: [] };
    this.#looked.set(plan.id, looked);
    lookOn(this.#seed, plan, looked, until);
    return looked.met
      .filter(({ ms }) => ms <= until)
      .map(({ ms, offered }) => ({ ms, offered, bust: false }));
  }

  /** A taker gets the price of the order it meets, which may be better than its own. */
  #takenAt(plan: OrderPlan): number {
    const { bid, offer } = quoteOf(this.#seed, plan.market, plan.createMs);
    return (isBuy(plan.intent) ? offer : bid) ?? plan.points;
  }
}

/** An order as it was after so many of its fills. */
export function lifeAfter(life: OrderLife, count: number): OrderLife {
  const { plan } = life;
  const fills = life.fills.slice(0, count);
  const filled = fills.reduce((sum, { quantity }) => sum + quantity, 0);
  const left = plan.quantity - filled;
  const state = left === 0 ? 'FILLED' : filled > 0 ? 'PARTIALLY_FILLED' : 'NEW';
  return { ...life, fills, filled, left, state, changedMs: fills.at(-1)?.ms ?? plan.createMs };
}

/** When the order ends by itself, and when it ends at the latest: `stopMs` is sooner where it is cancelled. */
function stopOf(plan: OrderPlan, deeds: Deeds | undefined) {
  const endMs = Math.min(plan.market.event.endMs, plan.goodTillMs ?? Number.POSITIVE_INFINITY);
  const stops = [deeds?.cancelledMs, haltCancel(plan)].filter((ms) => ms !== undefined);
  return { endMs, stopMs: Math.min(endMs, ...stops) };
}

/** Every third order in a market that is halted is cancelled by the exchange there and then. */
function haltCancel(plan: OrderPlan): number | undefined {
  const from = haltOf(plan.market)?.from;
  if (from === undefined || plan.restsFromMs === undefined || plan.restsFromMs >= from) return undefined;
  return hash(plan.market.id, plan.quantity, plan.points, 131) % 3 === 0 ? from : undefined;
}

/**
 * Whether the market came to a resting order: looked at every 15 seconds in its first hour, every minute until its
 * sixth, every 10 minutes until the second day and every half-hour from then on. The times depend on the order alone,
 * never on when somebody asked.
 */

/** The market offered so much of the other side at the order's price; hundredths of a contract. */
interface Meeting {
  readonly ms: number;
  readonly offered: number;
}

interface Looked {
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
function lookOn(seed: number, plan: OrderPlan, looked: Looked, until: number): void {
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

/** Orders among the actions; one whose market, price or quantity is none is no order. */
export function placedPlans(universe: Universe, actions: readonly DemoAction[]): readonly OrderPlan[] {
  return actions.flatMap((action) => {
    const plan = action.kind === 'placeOrder' ? placedPlan(universe, action) : undefined;
    return plan === undefined ? [] : [plan];
  });
}

export function placedPlan(
  universe: Universe,
  action: Omit<Extract<DemoAction, { readonly kind: 'placeOrder' }>, 'id' | 'kind'>,
): OrderPlan | undefined {
  const market = universe.marketBySlug(action.marketSlug);
  const points = parseScaled(action.price, 4);
  const quantity = parseScaled(action.quantity, 2);
  if (market === undefined || points === undefined || quantity === undefined) return undefined;
  if (points <= 0 || points >= 10_000 || points % market.tick !== 0 || quantity <= 0) return undefined;
  return {
    id: action.orderId,
    market,
    intent: action.intent,
    points,
    quantity,
    createMs: action.atMs,
    tif: 'GOOD_TILL_CANCEL',
    fills: [],
    restsFromMs: action.atMs,
  };
}

/** Cancels, fills and busts by order. The earliest cancel counts. */
export function deedsOf(actions: readonly DemoAction[]): ReadonlyMap<string, Deeds> {
  const deeds = new Map<string, Deeds>();
  for (const action of actions.toSorted((a, b) => a.atMs - b.atMs)) {
    if (action.kind === 'placeOrder') continue;
    const before = deeds.get(action.orderId) ?? { cancelledMs: undefined, fills: [], busts: [] };
    const quantity = action.kind === 'fillOrder' ? action.quantity : undefined;
    const fill = { ms: action.atMs, quantity: quantity === undefined ? undefined : parseScaled(quantity, 2) };
    const change = {
      cancel: { cancelledMs: before.cancelledMs ?? action.atMs },
      bustFill: { busts: [...before.busts, action.atMs] },
      fillOrder: { fills: [...before.fills, fill] },
    }[action.kind];
    deeds.set(action.orderId, { ...before, ...change });
  }
  return deeds;
}
