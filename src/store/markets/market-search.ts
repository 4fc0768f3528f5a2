import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableOwner, DisposableStore, toDisposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { inSlices } from '../../base/slices.ts';
import { EventFactsMemo } from '../../core/event-facts.ts';
import { type CategoryGroup, groupMarkets } from '../../core/grouping.ts';
import type { Market } from '../../core/market.ts';
import { compareRanked, MATCH, rankedEventVolume, stageOf } from '../../core/search-rank.ts';
import { asExchangeError } from '../session/failure.ts';
import type { Session } from '../session/session.ts';
import type { SearchHit, SearchHits } from './best-hits.ts';
import type { EventsStore } from './events.ts';
import type { MarketIndex } from './market-index.ts';
import type { MarketsStore } from './markets.ts';
import { SearchIndex, type SearchIndexOptions } from './search-index.ts';

export interface MarketSearchOptions extends SearchIndexOptions {
  readonly session: Pick<Session, 'ensure' | 'epoch' | 'report' | 'log'>;
  readonly clock: Clock;
  readonly markets: Pick<MarketsStore, 'get' | 'onDidChange'>;
  readonly events: Pick<EventsStore, 'onDidChange'>;
  readonly index: Pick<MarketIndex, 'categories' | 'size' | 'onDidChange'>;
}

export interface ServiceHits {
  readonly kind: 'searched' | 'unsupported' | 'failed';
  readonly hits: readonly SearchHit[];
  /** As many events as were asked for: there may be more. */
  readonly isCut?: boolean;
}

/** Changes are taken in together after so long, milliseconds. */
const CHANGES_MS = 250;
/** Most events the service is asked for. */
const MOST_EVENTS = 50;
/** So many markets the service found are remembered. */
const MOST_REMEMBERED = 2_000;
/** Words of a text of which each is left out once. */
const MOST_PARTS = 6;

/** A search in other words, for when nothing is found. */
export interface OtherSearch {
  readonly text: string;
  /** How many markets it finds. */
  readonly markets: number;
  /** See `SearchHits`. */
  readonly isMine: boolean;
}

/**
 * Searches the markets known so far as its index has them, and the service where it has a search. What only the
 * service found is remembered here: no view lists or counts more because somebody searched.
 */
export class MarketSearch extends DisposableOwner {
  readonly #options: MarketSearchOptions;
  readonly #indexed = this.own.add(new Emitter<void>());
  #index: SearchIndex;
  #epoch: number;
  #isDue = true;
  #isWorking = false;
  /** What the service found, by slug, the latest last. */
  readonly #found = new Map<string, { readonly market: Market; readonly readAt: number }>();
  #groups: readonly CategoryGroup[] = [];
  #foundOnly = 0;
  /** Of the next scan, or the one under way. */
  #work: Disposable | undefined;

  constructor(options: MarketSearchOptions) {
    super();
    this.#options = options;
    this.#index = new SearchIndex(options);
    this.#epoch = options.session.epoch('public');
    this.own.add(toDisposable(() => this.#work?.dispose()));
  }

  /** The index has caught up with what is known. */
  readonly onDidIndex: Event<void> = this.#indexed.event;

  /** Markets searched. */
  get size(): number {
    return this.#options.index.size + this.#foundOnly;
  }

  /** A market only the service's search found, and when, Unix milliseconds. */
  found(slug: string): { readonly market: Market; readonly readAt: number } | undefined {
    return this.#found.get(slug);
  }

  /** Has the index take in what becomes known, until disposed. */
  watchKnown(): Disposable {
    const watching = new DisposableStore();
    const { markets, events, index } = this.#options;
    for (const { onDidChange } of [markets, events, index])
      watching.add(
        (onDidChange as Event<unknown>)(() => {
          this.#isDue = true;
          this.#schedule(CHANGES_MS);
        }),
      );
    this.#schedule(0);
    return watching;
  }

  find(text: string): SearchHits {
    this.#forgetOther();
    return this.#index.search(text, this.#options.clock.now());
  }

  /** A number many lines have, to try. */
  get commonLine(): string | undefined {
    return this.#index.commonLine;
  }

  /** Searches that find something where `text` finds nothing: with its words respelt, then with one of them left out. */
  others(text: string, done: (others: readonly OtherSearch[]) => void): Disposable {
    const parts = text.match(/\p{L}+\s+\p{N}[\p{N}.]*|\S+/gu)?.slice(0, MOST_PARTS) ?? [];
    const shorter = parts.length < 2 ? [] : parts.map((_, place) => parts.toSpliced(place, 1).join(' '));
    const others: OtherSearch[] = [];
    const take = (other: string): void => {
      const { markets, isMine } = this.find(other);
      if (markets > 0) others.push({ text: other, markets, isMine });
    };
    const all = new Set([this.#index.respell(text) ?? text, ...shorter]);
    return inSlices(this.#options.clock, all, take, () => done(others));
  }

  /** Asks the service; what it finds can be found from then on. Never rejects. */
  async ask(text: string, signal: AbortSignal): Promise<ServiceHits> {
    const { session, clock } = this.#options;
    const epoch = session.epoch('public');
    try {
      const exchange = await session.ensure();
      const found = await exchange.search(text, MOST_EVENTS, signal);
      // The connection changed: results of the old one are not shown under the new.
      if (epoch !== session.epoch('public')) return { kind: 'searched', hits: [] };
      const listed = found.items.flatMap((event) =>
        event.markets.map((market) => (market.events.length > 0 ? market : { ...market, events: [event] })),
      );
      this.#remember(listed, found.receivedAt);
      session.report('public', epoch, undefined);
      const groups = groupMarkets(listed).flatMap(({ events }) => events);
      const facts = new EventFactsMemo();
      const now = clock.now();
      const hits = groups.map((group): SearchHit => {
        const own = facts.of(group, now);
        const rank = { stage: stageOf(own, now), match: MATCH.misspelt, ...rankedEventVolume(group) };
        return { ...rank, key: group.key, group, market: undefined };
      });
      return { kind: 'searched', hits: hits.sort(compareRanked), isCut: found.items.length >= MOST_EVENTS };
    } catch (cause) {
      const error = asExchangeError(cause, session.log);
      session.report('public', epoch, error);
      return { kind: error.code === 'unsupported' ? 'unsupported' : 'failed', hits: [] };
    }
  }

  #schedule(ms: number): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    this.#work = this.#options.clock.setTimeout(() => this.#scan(), ms);
  }

  /** Markets of another connection are found no more. */
  #forgetOther(): void {
    const epoch = this.#options.session.epoch('public');
    if (epoch === this.#epoch) return;
    this.#epoch = epoch;
    this.#index = new SearchIndex(this.#options);
    this.#found.clear();
    this.#groups = [];
    this.#foundOnly = 0;
    this.#isDue = true;
  }

  #remember(markets: readonly Market[], readAt: number): void {
    const found = this.#found;
    for (const market of markets) {
      found.delete(market.slug);
      found.set(market.slug, { market, readAt });
    }
    for (const slug of found.keys()) {
      if (found.size <= MOST_REMEMBERED) break;
      found.delete(slug);
    }
    this.#groups = groupMarkets([...found.values()].map(({ market }) => market));
    this.#countFound();
    this.#index.add(this.#groups, this.#options.clock.now());
  }

  #countFound(): void {
    const { markets } = this.#options;
    this.#foundOnly = [...this.#found.keys()].filter((slug) => markets.get(slug) === undefined).length;
  }

  #scan(): void {
    this.#forgetOther();
    const { clock, index } = this.#options;
    this.#isDue = false;
    this.#countFound();
    // Of an event that is known, too, the index has what is known.
    const steps = this.#index.take([...index.categories(), ...this.#groups], clock.now());
    this.#work = inSlices(
      clock,
      steps,
      () => {},
      () => {
        this.#isWorking = false;
        if (this.#isDue) this.#schedule(CHANGES_MS);
        this.#indexed.fire();
      },
    );
  }
}
