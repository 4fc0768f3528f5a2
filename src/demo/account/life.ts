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
export type Deeds = readonly DemoAction[];

/** Something that fills an order (`offered`), or takes its last fill back. */
interface Happening {
  readonly ms: number;
  /** Hundredths of a contract. */
  readonly offered: number;
  readonly isBust: boolean;
}

/** How far an order was followed. */
interface Looked {
  readonly salt: number;
  next: number;
  offered: number;
  readonly met: Happening[];
}

interface Ended {
  readonly deeds: Deeds;
  readonly fromMs: number;
  readonly life: OrderLife;
}

/** Follows orders through time. Remembers how far it looked, which changes nothing but the speed. */
export class LifeBook {
  readonly #seed: number;
  readonly #looked = new Map<string, Looked>();
  /** Lives to which nothing can happen any more from a moment on, but by other deeds. */
  readonly #ended = new Map<string, Ended>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  lifeOf(plan: OrderPlan, deeds: Deeds, now: number): OrderLife {
    const ended = this.#ended.get(plan.id);
    if (ended !== undefined && ended.deeds === deeds && now >= ended.fromMs) return ended.life;
    const life = this.#lifeAt(plan, deeds, now);
    const fromMs = Math.max(
      plan.market.event.endMs,
      plan.bustedMs ?? 0,
      ...plan.fills.map(({ ms }) => ms),
      ...deeds.map(({ atMs }) => atMs),
    );
    if (now >= fromMs) this.#ended.set(plan.id, { deeds, fromMs, life });
    return life;
  }

  #lifeAt(plan: OrderPlan, deeds: Deeds, now: number): OrderLife {
    const endMs = Math.min(plan.market.event.endMs, plan.goodTillMs ?? Number.POSITIVE_INFINITY);
    const cancels = deeds.flatMap(({ kind, atMs }) => (kind === 'cancel' ? atMs : []));
    const stopMs = Math.min(endMs, haltCancel(plan) ?? endMs, ...cancels);
    const { fills, busted } = this.#fillsOf(plan, deeds, stopMs, now);
    const life = lifeWith(plan, fills, busted);
    if (life.left === 0 || now < stopMs) return life;
    const state = stopMs < endMs ? 'CANCELED' : 'EXPIRED';
    return { ...life, left: 0, state, changedMs: Math.max(stopMs, life.changedMs) };
  }

  #fillsOf(plan: OrderPlan, deeds: Deeds, stopMs: number, now: number) {
    const fills = plan.fills.filter((fill) => fill.ms <= now);
    const busted: BustedFill[] = [];
    let left = plan.quantity - quantityOf(fills);
    for (const { ms, offered, isBust } of this.#happenings(plan, deeds, Math.min(now, stopMs - 1), now)) {
      if (isBust) {
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
  #happenings(plan: OrderPlan, deeds: Deeds, until: number, now: number): readonly Happening[] {
    const met = plan.restsFromMs === undefined ? [] : this.#metUntil(plan, plan.restsFromMs, until);
    if (deeds.length === 0 && plan.bustedMs === undefined && plan.takenMs === undefined) return met;
    const done = deeds.flatMap((deed): Happening[] => {
      const { kind, atMs: ms } = deed;
      if (kind === 'bustFill' && ms <= now) return [{ ms, offered: 0, isBust: true }];
      if (kind !== 'fillOrder' || ms > until || plan.restsFromMs === undefined) return [];
      return [
        { ms, offered: parseScaled(deed.quantity ?? '', 2) ?? Number.POSITIVE_INFINITY, isBust: false },
      ];
    });
    if (plan.takenMs !== undefined && plan.takenMs <= until)
      done.push({ ms: plan.takenMs, offered: 5 * CONTRACT, isBust: false });
    if (plan.bustedMs !== undefined && plan.bustedMs <= now)
      done.push({ ms: plan.bustedMs, offered: 0, isBust: true });
    return [...met, ...done].sort((a, b) => a.ms - b.ms);
  }

  /** What the market did by itself up to `until`; once it offered enough, nobody looks on. */
  #metUntil(plan: OrderPlan, from: number, until: number): readonly Happening[] {
    const looked = this.#lookedAt(plan);
    const { salt } = looked;
    while (looked.offered < plan.quantity) {
      const ms = lookMs(from, salt, looked.next);
      if (ms > until) break;
      const offered = offeredAt(this.#seed, plan, salt, looked.next, ms);
      looked.next += 1;
      looked.offered += offered;
      if (offered > 0) looked.met.push({ ms, offered, isBust: false });
    }
    return looked.met.filter(({ ms }) => ms <= until);
  }

  #lookedAt(plan: OrderPlan): Looked {
    let looked = this.#looked.get(plan.id);
    if (looked === undefined) {
      const salt = hash(...[...plan.id].map((letter) => letter.charCodeAt(0)), 144);
      looked = { salt, next: 0, offered: 0, met: [] };
      this.#looked.set(plan.id, looked);
    }
    return looked;
  }

  /** A taker gets the price of the order it meets, which may be better than its own. */
  #takenAt(plan: OrderPlan): number {
    const { bid, offer } = quoteOf(this.#seed, plan.market, plan.createMs);
    return (isBuy(plan.intent) ? offer : bid) ?? plan.points;
  }
}

/** An order as it was after so many of its fills. */
export function lifeAfter({ plan, fills }: OrderLife, count: number): OrderLife {
  return lifeWith(plan, fills.slice(0, count), []);
}

/** A working or filled order with these fills. */
function lifeWith(plan: OrderPlan, fills: readonly PlannedFill[], busted: readonly BustedFill[]): OrderLife {
  const filled = quantityOf(fills);
  const left = Math.max(0, plan.quantity - filled);
  const state = left === 0 ? 'FILLED' : filled > 0 ? 'PARTIALLY_FILLED' : 'NEW';
  const changedMs = Math.max(fills.at(-1)?.ms ?? plan.createMs, busted.at(-1)?.bustedMs ?? 0);
  return { plan, fills, busted, filled, left, state, changedMs };
}

function quantityOf(fills: readonly PlannedFill[]): number {
  return fills.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Every third order in a market that is halted is cancelled by the exchange there and then. */
function haltCancel(plan: OrderPlan): number | undefined {
  const from = haltOf(plan.market)?.from;
  if (from === undefined || plan.restsFromMs === undefined || plan.restsFromMs >= from) return undefined;
  return hash(plan.market.id, plan.quantity, plan.points, 131) % 3 === 0 ? from : undefined;
}

/** Somebody looks at an order at a moment of each step; the steps begin at 15 s and grow to half an hour in two days. */
const STEP_MS = 15_000;
const GROWTH = 200;

/** Depends on the order alone, never on when somebody asked. The first look is at the placing itself. */
function lookMs(from: number, salt: number, number: number): number {
  if (number === 0) return from;
  const begin = (step: number): number => STEP_MS * step * (1 + step / GROWTH) ** 2;
  const [start, end] = [begin(number - 1), begin(number)];
  return from + 1 + Math.floor(start + (end - start) * unit(salt, number, 141));
}

/** Chance that somebody takes some of an order at the best price; sooner of one just placed, which somebody may wait for. */
const TAKEN = 0.012;
const TAKEN_FRESH = 0.25;

/** How much of the other side comes to the order at this look, hundredths of a contract. */
function offeredAt(seed: number, plan: OrderPlan, salt: number, number: number, ms: number): number {
  const { market, points } = plan;
  const isFresh = plan.restsFromMs === plan.createMs;
  // Only an order placed this moment may meet the market at once.
  if (number === 0 && !isFresh) return 0;
  const isTaken = number > 0 && unit(salt, number, 142) < (isFresh ? TAKEN_FRESH : TAKEN);
  // Of many orders most looks see no price: that would take long.
  if ((!isTaken && !isFresh && number % 8 > 0) || stateOf(market, ms) !== 'open') return 0;
  const { bid, offer } = quoteOf(seed, market, ms);
  const buy = isBuy(plan.intent);
  const crossed = buy ? offer !== undefined && offer <= points : bid !== undefined && bid >= points;
  if (crossed) return Number.POSITIVE_INFINITY;
  const first = buy ? bid === undefined || bid <= points : offer === undefined || offer >= points;
  return isTaken && first ? (1 + below(12, salt, number, 143)) * CONTRACT : 0;
}

/** Orders among the actions; one whose market, price or quantity is none is no order. */
export function placedPlans(universe: Universe, actions: readonly DemoAction[]): readonly OrderPlan[] {
  return actions.flatMap((action) => {
    const plan = action.kind === 'placeOrder' ? placedPlan(universe, action) : undefined;
    return plan === undefined ? [] : [plan];
  });
}

export function placedPlan(
  universe: Pick<Universe, 'marketBySlug'>,
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

/** What was done, by order. */
export function deedsOf(actions: readonly DemoAction[]): ReadonlyMap<string, Deeds> {
  return Map.groupBy(
    actions.toSorted((a, b) => a.atMs - b.atMs),
    ({ orderId }) => orderId,
  );
}
