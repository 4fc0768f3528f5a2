import { ChangeSource } from '../../base/change-source.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, toDisposable } from '../../base/disposable.ts';
import type { Event } from '../../base/event.ts';
import { inSlices } from '../../base/slices.ts';
import { type CategoryGroup, type EventLookup, MarketGroups, parentOf } from '../../core/grouping.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import type { ListedTopic } from '../../core/topic.ts';
import type { Catalogue } from './catalogue.ts';
import type { EventsStore } from './events.ts';
import type { MarketsStore } from './markets.ts';

interface IndexSources {
  readonly clock: Clock;
  readonly markets: Pick<MarketsStore, 'known' | 'get' | 'onDidChange'>;
  readonly events: Pick<EventsStore, 'onDidChange'>;
  readonly catalogue: Pick<Catalogue, 'listingOf' | 'topics'>;
  readonly eventOf: EventLookup;
}

interface Indexed {
  readonly market: Market;
  readonly event: MarketEvent | undefined;
  readonly topics: readonly ListedTopic[];
}

/**
 * Every known market by league, topic or category and event. It follows the stores in slices, so that neither 100,000 markets at
 * once nor the thousandth page holds up the editor, and says when another slice was taken in; only what became another object
 * is put in again.
 */
export class MarketIndex extends ChangeSource {
  readonly #sources: IndexSources;
  readonly #indexed = new Map<string, Indexed>();
  /** Those by which events were put in their groups. */
  #topics: readonly ListedTopic[] = [];
  #groups: MarketGroups;
  #isDue = true;
  #isWorking = false;
  #work: Disposable | undefined;

  constructor(sources: IndexSources) {
    super();
    this.#sources = sources;
    this.#groups = this.#newGroups();
    for (const source of [sources.markets, sources.events])
      this.own.add((source.onDidChange as Event<unknown>)(() => (this.#isDue = true)));
    this.own.add(toDisposable(() => this.#work?.dispose()));
  }

  /** What the markets read so far call the tags they carry, by their ids. */
  readonly tagNames = new Map<string, string>();

  /** Markets indexed so far. */
  get size(): number {
    return this.#indexed.size;
  }

  /** As far as it is by now; a slice of what is new is taken in first, the rest follows with `onDidChange`. */
  categories(): readonly CategoryGroup[] {
    const isDue = this.#isDue || this.#topics !== this.#sources.catalogue.topics;
    if (isDue && !this.#isWorking) this.#begin();
    return this.#groups.categories();
  }

  #newGroups(): MarketGroups {
    const { eventOf, catalogue } = this.#sources;
    return new MarketGroups(eventOf, (event) => catalogue.listingOf(event));
  }

  #begin(): void {
    const { clock, markets } = this.#sources;
    this.#isDue = false;
    this.#isWorking = true;
    this.#topics = this.#sources.catalogue.topics;
    let seen = 0;
    const take = (market: Market): void => {
      seen += 1;
      this.#take(market);
    };
    this.#work = inSlices(clock, markets.known(), take, (hasPaused) => {
      this.#isWorking = false;
      this.#dropUnknown(seen);
      if (hasPaused) this.changes.fire();
    });
  }

  #take(market: Market): void {
    const { slug } = market;
    const event = parentOf(market, this.#sources.eventOf);
    const before = this.#indexed.get(slug);
    const topics = this.#topics;
    if (before?.market === market && before.event === event && before.topics === topics) return;
    this.#indexed.set(slug, { market, event, topics });
    this.#groups.put([market]);
    for (const { id, label } of market.tags) if (label !== undefined) this.tagNames.set(id, label);
  }

  /** What is known no more goes; it is rare, and costs a look at each. */
  #dropUnknown(seen: number): void {
    if (seen === 0 && this.#indexed.size > 0) {
      this.#indexed.clear();
      this.#groups = this.#newGroups();
    } else if (this.#indexed.size > seen) {
      for (const slug of [...this.#indexed.keys()]) {
        if (this.#sources.markets.get(slug) !== undefined) continue;
        this.#indexed.delete(slug);
        this.#groups.remove(slug);
      }
    }
  }
}
