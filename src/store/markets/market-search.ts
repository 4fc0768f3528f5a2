import type { Clock } from '../../base/clock.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, DisposableOwner, DisposableStore, toDisposable } from '../../base/lifecycle.ts';
import { inSlices } from '../../base/slices.ts';
import { EventFactsMemo } from '../../core/event-facts.ts';
import { groupMarkets } from '../../core/grouping.ts';
import { compareRanked, MATCH, stageOf } from '../../core/search-rank.ts';
import { asExchangeError } from '../session/failure.ts';
import type { Session } from '../session/session.ts';
import type { EventsStore } from './events.ts';
import type { MarketIndex } from './market-index.ts';
import type { MarketsStore } from './markets.ts';
import { type SearchHit, type SearchHits, SearchIndex, type SearchIndexOptions } from './search-index.ts';

export interface MarketSearchOptions extends SearchIndexOptions {
  readonly session: Pick<Session, 'ensure' | 'epoch' | 'report' | 'log'>;
  readonly clock: Clock;
  readonly markets: Pick<MarketsStore, 'upsert' | 'onDidChange'>;
  readonly events: Pick<EventsStore, 'onDidChange'>;
  readonly index: Pick<MarketIndex, 'categories' | 'size' | 'onDidChange'>;
}

export interface ServiceHits {
  readonly kind: 'searched' | 'unsupported' | 'failed';
  readonly hits: readonly SearchHit[];
}

/** Changes are taken in together after so long, milliseconds. */
const CHANGES_MS = 250;
/** Most events the service is asked for. */
const MOST_EVENTS = 50;

/** Searches the markets known so far while its index follows theirs, and the service where it has a search. */
export class MarketSearch extends DisposableOwner {
  readonly #options: MarketSearchOptions;
  readonly #indexed = this.own.add(new Emitter<void>());
  #index: SearchIndex;
  #epoch: number;
  #isDue = true;
  #isWorking = false;
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
    return this.#options.index.size;
  }

  /** Has the index follow what becomes known until disposed. */
  follow(): Disposable {
    const following = new DisposableStore();
    const { markets, events, index } = this.#options;
    for (const { onDidChange } of [markets, events, index])
      following.add(
        (onDidChange as Event<unknown>)(() => {
          this.#isDue = true;
          this.#schedule(CHANGES_MS);
        }),
      );
    this.#schedule(0);
    return following;
  }

  find(text: string): SearchHits {
    this.#forgetOther();
    return this.#index.search(text, this.#options.clock.now());
  }

  /** Asks the service; what it finds becomes known. Never rejects. */
  async ask(text: string, signal: AbortSignal): Promise<ServiceHits> {
    const { session, markets, clock } = this.#options;
    const epoch = session.epoch('public');
    try {
      const exchange = await session.ensure();
      const found = await exchange.search(text, MOST_EVENTS, signal);
      // The connection changed: results of the old one are not shown under the new.
      if (epoch !== session.epoch('public')) return { kind: 'searched', hits: [] };
      const listed = found.items.flatMap((event) =>
        event.markets.map((market) => (market.events.length > 0 ? market : { ...market, events: [event] })),
      );
      markets.upsert(listed, found.receivedAt);
      session.report('public', epoch, undefined);
      const groups = groupMarkets(listed).flatMap(({ events }) => events);
      const facts = new EventFactsMemo();
      const now = clock.now();
      const hits = groups.map((group): SearchHit => {
        const own = facts.of(group, now);
        const rank = { stage: stageOf(own, now), match: MATCH.misspelt, volume: own.volume, key: group.key };
        return { ...rank, group, market: undefined };
      });
      return { kind: 'searched', hits: hits.sort(compareRanked) };
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
    this.#isDue = true;
  }

  #scan(): void {
    this.#forgetOther();
    const { clock, index } = this.#options;
    this.#isDue = false;
    const steps = this.#index.take(index.categories(), clock.now());
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
