import type { Clock } from '../../base/clock.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/lifecycle.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import { asExchangeError } from '../session/failure.ts';
import type { Session } from '../session/session.ts';
import type { EventsStore } from './events.ts';
import type { MarketsStore } from './markets.ts';
import { type SearchHits, SearchIndex, type SearchIndexOptions } from './search-index.ts';

export interface MarketSearchOptions extends SearchIndexOptions {
  readonly session: Pick<Session, 'ensure' | 'epoch' | 'report' | 'log'>;
  readonly clock: Clock;
  readonly markets: Pick<MarketsStore, 'known' | 'get' | 'upsert' | 'onDidChange'>;
  readonly events: Pick<EventsStore, 'onDidChange'>;
  readonly eventOf: (market: Market) => MarketEvent | undefined;
}

export interface ServiceHits {
  readonly kind: 'searched' | 'unsupported' | 'failed';
  /** Slugs of the markets found, in the service's order. */
  readonly slugs: readonly string[];
}

/** Longest run of indexing without a pause, milliseconds. */
const SLICE_MS = 10;
/** Changes are taken in together after so long, milliseconds. */
const CHANGES_MS = 250;
/** Most events the service is asked for. */
const MOST_EVENTS = 50;

/** Searches the markets known so far while their index follows the stores, and the service where it has a search. */
export class MarketSearch implements Disposable {
  readonly #options: MarketSearchOptions;
  readonly #index: SearchIndex;
  readonly #own = new DisposableStore();
  readonly #indexed = new Emitter<void>();
  #epoch: number;
  #scan: Iterator<Market> | undefined;
  /** Markets of the scan under way, or of the last one. */
  #scanned = 0;
  #isScanDue = true;
  #followers = 0;
  #timer: Disposable | undefined;

  constructor(options: MarketSearchOptions) {
    this.#options = options;
    this.#index = new SearchIndex(options);
    this.#epoch = options.session.epoch('public');
    const { markets, events } = options;
    for (const event of [markets.onDidChange, events.onDidChange])
      this.#own.add(event(() => this.#changed()));
  }

  /** The index has caught up with the stores. */
  readonly onDidIndex: Event<void> = (listener) => this.#indexed.event(listener);

  /** Markets indexed so far. */
  get size(): number {
    return this.#index.size;
  }

  /** Keeps the index up with the stores until disposed. */
  follow(): Disposable {
    this.#followers += 1;
    this.#schedule(0);
    return toDisposable(() => {
      this.#followers -= 1;
    });
  }

  find(text: string): SearchHits {
    this.#forgetOther();
    return this.#index.search(text, this.#options.clock.now());
  }

  /** Asks the service; what it finds becomes known. Never rejects. */
  async ask(text: string, signal: AbortSignal): Promise<ServiceHits> {
    const { session, markets } = this.#options;
    const epoch = session.epoch('public');
    try {
      const exchange = await session.ensure();
      const found = await exchange.search(text, MOST_EVENTS, signal);
      // The connection changed: results of the old one are not shown under the new.
      if (epoch !== session.epoch('public')) return { kind: 'searched', slugs: [] };
      const listed = found.items.flatMap((event) =>
        event.markets.map((market) => (market.events.length > 0 ? market : { ...market, events: [event] })),
      );
      markets.upsert(listed, found.receivedAt);
      session.report('public', epoch, undefined);
      return { kind: 'searched', slugs: listed.map(({ slug }) => slug) };
    } catch (cause) {
      const error = asExchangeError(cause, session.log);
      session.report('public', epoch, error);
      return { kind: error.code === 'unsupported' ? 'unsupported' : 'failed', slugs: [] };
    }
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#own.dispose();
    this.#indexed.dispose();
  }

  #changed(): void {
    this.#isScanDue = true;
    this.#schedule(CHANGES_MS);
  }

  #schedule(ms: number): void {
    if (this.#followers > 0) this.#timer ??= this.#options.clock.setTimeout(() => this.#work(), ms);
  }

  /** Markets of another connection are found no more. */
  #forgetOther(): void {
    const epoch = this.#options.session.epoch('public');
    if (epoch === this.#epoch) return;
    this.#epoch = epoch;
    this.#index.clear();
    this.#scan = undefined;
    this.#isScanDue = true;
  }

  #work(): void {
    this.#timer = undefined;
    this.#forgetOther();
    const { clock, markets, eventOf } = this.#options;
    const end = clock.steady() + SLICE_MS;
    const isTimeUp = (): boolean => clock.steady() >= end;
    if (this.#scan === undefined && this.#isScanDue) {
      this.#isScanDue = false;
      this.#scanned = 0;
      this.#scan = markets.known()[Symbol.iterator]();
    }
    while (this.#scan !== undefined) {
      const { value, done } = this.#scan.next();
      if (done === true) {
        this.#scan = undefined;
        if (this.#index.size > this.#scanned) this.#index.retain((slug) => markets.get(slug) !== undefined);
      } else {
        this.#scanned += 1;
        const event = eventOf(value);
        if (!this.#index.has(value, event)) this.#index.put(value, event);
      }
      if (isTimeUp()) {
        this.#schedule(0);
        return;
      }
    }
    if (this.#index.settle(clock.now(), isTimeUp) || this.#isScanDue) this.#schedule(0);
    else this.#indexed.fire();
  }
}
