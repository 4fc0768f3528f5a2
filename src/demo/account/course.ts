import { type Ledger, replay } from './ledger.ts';
import { type Deeds, LifeBook, type OrderLife } from './life.ts';
import type { OrderPlan } from './plan.ts';

/** Follows all orders through time. */
export class Course {
  readonly #seed: number;
  readonly #lives: LifeBook;
  #plans: readonly OrderPlan[] = [];
  #bySlug: ReadonlyMap<string, readonly OrderPlan[]> = new Map();
  #deeds: ReadonlyMap<string, Deeds> = new Map();
  #now = Number.NaN;
  #current: ReadonlyMap<string, OrderLife> = new Map();
  #ledger: Ledger | undefined;

  constructor(seed: number) {
    this.#seed = seed;
    this.#lives = new LifeBook(seed);
  }

  /** Replaces the orders and what was done to them, by order. */
  set(plans: readonly OrderPlan[], deeds: ReadonlyMap<string, Deeds>): void {
    this.#plans = plans;
    this.#bySlug = Map.groupBy(plans, ({ market }) => market.slug);
    this.#deeds = deeds;
    this.#now = Number.NaN;
  }

  /** By id. Remembered until another moment is asked for: one request asks several times. */
  lives(now: number): ReadonlyMap<string, OrderLife> {
    if (this.#now !== now) {
      this.#now = now;
      this.#current = new Map(this.#livesOf(this.#plans, now).map((life) => [life.plan.id, life]));
      this.#ledger = undefined;
    }
    return this.#current;
  }

  ledger(now: number): Ledger {
    const lives = this.lives(now);
    this.#ledger ??= replay(this.#seed, [...lives.values()], now);
    return this.#ledger;
  }

  /** The orders in one market. */
  livesIn(slug: string, now: number): readonly OrderLife[] {
    return this.#livesOf(this.#bySlug.get(slug) ?? [], now);
  }

  #livesOf(plans: readonly OrderPlan[], now: number): OrderLife[] {
    return plans
      .filter(({ createMs }) => createMs <= now)
      .map((plan) => this.#lives.lifeOf(plan, this.#deeds.get(plan.id), now));
  }
}
