import type { FrameBudget } from './budget.ts';
import { type Addressed, addressed } from './request-id.ts';

/** How often a subscription that asked for it gets its updates; the public record names no figure (§14). */
export const DEBOUNCE_MS = 1_000;
/** Trades that wait for a slow reader; beyond that the oldest are dropped. */
const MOST_WAITING = 1_000;

/** The latest frame of a market, encoded once for all subscriptions. */
export interface MarketTexts {
  text(slug: string, topic: 'book' | 'lite'): string | undefined;
}

export interface MarketSubscriptionOptions {
  readonly topic: 'book' | 'lite' | 'trade';
  readonly slugs: readonly string[];
  readonly debounced: boolean;
  readonly address: Addressed;
}

/** Frames one subscription of the markets stream still has to get: of a market only the latest, of trades each. */
export class MarketSubscription {
  readonly topic: 'book' | 'lite' | 'trade';
  readonly slugs: readonly string[];
  readonly #debounced: boolean;
  readonly #address: Addressed;
  readonly #changed = new Set<string>();
  #trades: string[] = [];
  #nextMs = 0;
  #first = true;

  constructor(options: MarketSubscriptionOptions) {
    this.topic = options.topic;
    this.slugs = options.slugs;
    this.#debounced = options.debounced;
    this.#address = options.address;
  }

  changed(slug: string): void {
    this.#changed.add(slug);
  }

  traded(text: string): void {
    this.#trades.push(text);
    if (this.#trades.length > MOST_WAITING) this.#trades.shift();
  }

  /** Sends what waits, as far as the budget goes; the first time, which is the snapshot, beyond it. */
  flush(feed: MarketTexts, budget: FrameBudget, now: number, send: (text: string) => void): void {
    if (this.#debounced && now < this.#nextMs) return;
    if (this.topic === 'trade') this.#flushTrades(send);
    else this.#flushChanged(this.topic, feed, budget, now, send);
    this.#nextMs = now + DEBOUNCE_MS;
    this.#first = false;
  }

  #flushChanged(
    topic: 'book' | 'lite',
    feed: MarketTexts,
    budget: FrameBudget,
    now: number,
    send: (text: string) => void,
  ): void {
    for (const slug of this.#changed) {
      if (this.#first) budget.charge(now);
      else if (!budget.take(now)) return;
      this.#changed.delete(slug);
      const text = feed.text(slug, topic);
      if (text !== undefined) send(addressed(text, this.#address));
    }
  }

  #flushTrades(send: (text: string) => void): void {
    const trades = this.#trades;
    this.#trades = [];
    for (const text of trades) send(addressed(text, this.#address));
  }
}
