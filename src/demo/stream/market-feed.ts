import type { Trade } from '../../core/trade.ts';
import type { Dialect } from '../../exchange/profile.ts';
import { encodeServerFrame } from '../wire/encode-frame.ts';
import type { World } from '../world.ts';

/** Trades of a market sent after one look, at most; a tick sees a few. */
const MOST_TRADES = 100;
/** After a longer time without a look, as while a computer slept, the trades in between are not sent. */
const LONGEST_GAP_MS = 10_000;

/** What is known of a market somebody listens to. */
interface Watch {
  readonly quotes: Set<MarketSubscription>;
  readonly trades: Set<MarketSubscription>;
  version: number | undefined;
  /** Frames of that version without their requestId, made when first sent. */
  book: string | undefined;
  lite: string | undefined;
}

/** Finds out which markets changed, once for all who listen, and puts each change into text once. */
export class MarketFeed {
  readonly #dialect: Dialect;
  readonly #watches = new Map<string, Watch>();
  #world: World | undefined;
  #now = 0;
  #lookedAt = 0;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** Nobody listens. */
  get idle(): boolean {
    return this.#watches.size === 0;
  }

  /**
   * Compares the markets with the last look and tells the subscriptions. `now`: of the world. `realMs`: of the clock,
   * both in Unix milliseconds.
   */
  look(world: World, now: number, realMs: number): void {
    // Trades of this very millisecond may not all have happened yet.
    const [after, until] = [this.#now - 1, now - 1];
    const slept = realMs - this.#lookedAt > LONGEST_GAP_MS;
    this.#world = world;
    this.#now = now;
    this.#lookedAt = realMs;
    for (const [slug, watch] of this.#watches) {
      if (this.#renew(slug, watch)) for (const each of watch.quotes) each.changed(slug);
      if (watch.trades.size === 0 || slept || until <= after) continue;
      const trades = world.trades(slug, after, until);
      for (const trade of trades.slice(-MOST_TRADES)) this.#tell(trade, watch);
    }
  }

  /** From here on the subscription hears of its markets; `look` must just have been called. */
  add(subscription: MarketSubscription): void {
    for (const slug of subscription.slugs) {
      const watch = this.#watches.get(slug) ?? {
        quotes: new Set(),
        trades: new Set(),
        version: undefined,
        book: undefined,
        lite: undefined,
      };
      this.#watches.set(slug, watch);
      this.#renew(slug, watch);
      watch[subscription.topic === 'trade' ? 'trades' : 'quotes'].add(subscription);
      if (subscription.topic !== 'trade' && watch.version !== undefined) subscription.changed(slug);
    }
  }

  remove(subscription: MarketSubscription): void {
    for (const slug of subscription.slugs) {
      const watch = this.#watches.get(slug);
      if (watch === undefined) continue;
      watch.quotes.delete(subscription);
      watch.trades.delete(subscription);
      if (watch.quotes.size + watch.trades.size === 0) this.#watches.delete(slug);
    }
  }

  /** The market as of the last look, without a requestId; undefined for one that is not known. */
  text(slug: string, topic: 'book' | 'lite'): string | undefined {
    const watch = this.#watches.get(slug);
    if (watch === undefined || watch.version === undefined) return undefined;
    watch[topic] ??= topic === 'book' ? this.#bookText(slug) : this.#liteText(slug);
    return watch[topic];
  }

  /** True when the market is another than at the last look. */
  #renew(slug: string, watch: Watch): boolean {
    const version = this.#world?.bookVersion(slug, this.#now);
    if (version === watch.version) return false;
    watch.version = version;
    watch.book = undefined;
    watch.lite = undefined;
    return version !== undefined;
  }

  #tell(trade: Trade, watch: Watch): void {
    const text = encodeServerFrame({ kind: 'trade', trade, requestId: undefined }, 'TRADE', this.#dialect);
    for (const each of watch.trades) each.traded(text);
  }

  #bookText(slug: string): string | undefined {
    const book = this.#world?.book(slug, this.#now);
    if (book === undefined) return undefined;
    return encodeServerFrame({ kind: 'book', book, requestId: undefined }, 'MARKET_DATA', this.#dialect);
  }

  #liteText(slug: string): string | undefined {
    const quote = this.#world?.bbo(slug, this.#now);
    if (quote === undefined) return undefined;
    return encodeServerFrame(
      { kind: 'lite', quote, requestId: undefined },
      'MARKET_DATA_LITE',
      this.#dialect,
    );
  }
}

/** How often a subscription that asked for it gets its updates; No document names a figure (interface.md 10). */
const DEBOUNCE_MS = 1_000;
/** Trades that wait for a slow reader; beyond that the oldest are dropped. */
const MOST_WAITING = 1_000;

/** The latest frame of a market, encoded once for all subscriptions. */
interface MarketTexts {
  text(slug: string, topic: 'book' | 'lite'): string | undefined;
}

interface MarketSubscriptionOptions {
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

/** Never more than so many frames in any second: a twentieth of them at once, the rest evenly. */
export class FrameBudget {
  readonly #burst: number;
  readonly #perMs: number;
  #left: number;
  #at: number;

  /** `perSecond` 0: no limit. */
  constructor(perSecond: number, now: number) {
    this.#burst = perSecond === 0 ? Number.POSITIVE_INFINITY : Math.max(1, perSecond / 20);
    this.#perMs = perSecond === 0 ? 0 : Math.max(perSecond - this.#burst, perSecond / 2) / 1000;
    this.#left = this.#burst;
    this.#at = now;
  }

  /** False when there is none left; then nothing is taken. */
  take(now: number): boolean {
    this.#refill(now);
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  /** Takes one whether there is one or not: what follows has to wait the longer. */
  charge(now: number): void {
    this.#refill(now);
    this.#left -= 1;
  }

  #refill(now: number): void {
    this.#left = Math.min(this.#burst, this.#left + Math.max(0, now - this.#at) * this.#perMs);
    this.#at = now;
  }
}

/** The start of each frame of a subscription: its requestId. */
type Addressed = string & { readonly start?: never };

export function addressOf(requestId: string, dialect: Dialect): Addressed {
  const name = dialect === 'seed' ? 'request_id' : 'requestId';
  return `{"${name}":${JSON.stringify(requestId)},`;
}

/** Adds the requestId of one subscription to a frame that was encoded once for all of them. */
function addressed(text: string, address: Addressed): string {
  return address + text.slice(1);
}
