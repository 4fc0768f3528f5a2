import { DAY } from '../engine/events.ts';
import { type Ledger, replay } from './ledger.ts';
import { type Deeds, LifeBook, type OrderLife } from './life.ts';
import type { OrderPlan } from './plan.ts';

/** A settled position is shown for so long, milliseconds. */
export const SHOWN_AFTER = 2 * DAY;

/** The account as it stands from `fromMs` until before `untilMs`, Unix milliseconds. */
interface Standing {
  readonly fromMs: number;
  readonly untilMs: number;
  /** Another number than that of any standing before it. */
  readonly version: number;
  readonly lives: ReadonlyMap<string, OrderLife>;
  /** Orders that still work, by market. */
  readonly working: ReadonlyMap<string, readonly OrderLife[]>;
  readonly ledger: Ledger;
}

interface Steady {
  readonly life: OrderLife;
  readonly fromMs: number;
  readonly untilMs: number;
}

/**
 * Follows all orders through time. Nothing happens to most of them for minutes, so the result stands until the
 * first moment at which it may be otherwise; which changes nothing but the speed.
 */
export class Course {
  readonly #seed: number;
  readonly #lives: LifeBook;
  /** Moments besides those of the orders at which the account changes. */
  readonly #moments: readonly number[];
  readonly #steady = new Map<OrderPlan, Steady>();
  #plans: readonly OrderPlan[] = [];
  #bySlug: ReadonlyMap<string, readonly OrderPlan[]> = new Map();
  #deeds: ReadonlyMap<string, Deeds> = new Map();
  #standing: Standing | undefined;
  #version = 0;

  constructor(seed: number, moments: readonly number[]) {
    this.#seed = seed;
    this.#lives = new LifeBook(seed);
    this.#moments = moments;
  }

  /** Replaces the orders and what was done to them, by order. */
  set(plans: readonly OrderPlan[], deeds: ReadonlyMap<string, Deeds>): void {
    this.#plans = plans;
    this.#bySlug = Map.groupBy(plans, ({ market }) => market.slug);
    this.#deeds = deeds;
    this.#steady.clear();
    this.#standing = undefined;
  }

  at(now: number): Standing {
    const known = this.#standing;
    if (known !== undefined && isWithin(known, now)) return known;
    // A clock that was set back must not leave all of it to be worked out each time.
    if (known !== undefined && now < known.fromMs) this.#steady.clear();
    const steady = this.#plans.filter(({ createMs }) => createMs <= now).map((plan) => this.#of(plan, now));
    const lives = steady.map(({ life }) => life);
    this.#version += 1;
    this.#standing = {
      fromMs: now,
      untilMs: Math.min(firstAfter(now, this.#turns(lives, now)), ...steady.map(({ untilMs }) => untilMs)),
      version: this.#version,
      lives: new Map(lives.map((life) => [life.plan.id, life])),
      working: Map.groupBy(
        lives.filter((life) => life.left > 0),
        (life) => life.plan.market.slug,
      ),
      ledger: replay(this.#seed, lives, now),
    };
    return this.#standing;
  }

  /** The orders in one market. */
  livesIn(slug: string, now: number): readonly OrderLife[] {
    return (this.#bySlug.get(slug) ?? [])
      .filter(({ createMs }) => createMs <= now)
      .map((plan) => this.#of(plan, now).life);
  }

  #of(plan: OrderPlan, now: number): Steady {
    const known = this.#steady.get(plan);
    if (known !== undefined && isWithin(known, now)) return known;
    const deeds = this.#deeds.get(plan.id);
    const life = this.#lives.lifeOf(plan, deeds, now);
    // Looks back are many and each at another moment: what stands now is not given up for one.
    if (known !== undefined && now < known.fromMs) return { life, fromMs: now, untilMs: now };
    const steady = { life, fromMs: now, untilMs: this.#lives.steadyUntil(life, deeds, now) };
    this.#steady.set(plan, steady);
    return steady;
  }

  /** Moments at which the account changes though no order does. */
  *#turns(lives: readonly OrderLife[], now: number): Iterable<number> {
    yield* this.#moments;
    for (const { createMs } of this.#plans) yield createMs;
    yield (Math.floor(now / DAY) + 1) * DAY;
    for (const { plan } of lives) {
      const { endMs, resolvedMs } = plan.market.event;
      yield endMs;
      yield resolvedMs;
      yield resolvedMs + SHOWN_AFTER;
    }
  }
}

function isWithin({ fromMs, untilMs }: Steady | Standing, now: number): boolean {
  return fromMs <= now && now < untilMs;
}

function firstAfter(now: number, moments: Iterable<number>): number {
  let first = Number.POSITIVE_INFINITY;
  for (const ms of moments) if (ms > now && ms < first) first = ms;
  return first;
}
