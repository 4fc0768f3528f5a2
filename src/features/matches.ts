import type { Event } from '../base/event.ts';
import { type Disposable, DisposableStore } from '../base/lifecycle.ts';
import { type Conditions, type ConditionTest, conditionTest } from '../core/conditions.ts';
import { isOpen } from '../core/figures.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import type { MarketQuery } from '../core/query.ts';
import { type MarketSort, sortEvents, sortMarkets } from '../core/sort.ts';
import { entriesOf } from '../core/watchlist.ts';
import type { Services } from './services.ts';

/** The test of conditions by what is known now. `sent`: the query the listed markets came by. */
function matchTest(services: Services, conditions: Conditions, sent: MarketQuery): ConditionTest {
  const { clock, markets, quotes, orders, positions, watchlist, show } = services;
  const mine = new Set([
    ...positions.positions.filter(isOpen).map(({ marketSlug }) => marketSlug),
    ...orders.orders.map(({ marketSlug }) => marketSlug),
  ]);
  const watched = new Set(entriesOf(watchlist.items).map(({ key }) => key));
  return conditionTest(conditions, sent, {
    now: clock.now(),
    calendar: show.calendar,
    live: (slug) => quotes.live(slug, markets.readAt(slug)),
    leagueOf: ({ id }) => services.catalogue.leagueOf(id),
    isMine: (slug) => mine.has(slug),
    isWatched: (key) => watched.has(key),
  });
}

/** Prices and clocks decide some conditions: what matches is worked out again so often, milliseconds. */
const MATCH_AGAIN_MS = 10_000;

/** What matches, worked out once until something that was read changed. */
export class Matches implements Disposable {
  readonly #services: Services;
  readonly #own = new DisposableStore();
  readonly #results = new Map<string, readonly unknown[]>();
  #round = 0;

  constructor(services: Services) {
    this.#services = services;
    const { markets, events, orders, positions, watchlist } = services;
    for (const { onDidChange } of [markets, events, orders, positions, watchlist])
      this.#own.add((onDidChange as Event<unknown>)(() => this.#results.clear()));
  }

  markets(conditions: Conditions, sort: MarketSort | undefined): readonly Market[] {
    return this.#remembered(['markets', conditions, sort], () => {
      const found = matchingMarkets(this.#services, conditions);
      return sort === undefined ? found : sortMarkets(found, sort);
    });
  }

  /** By start they come as they were read: the calendar has its own order. */
  events(conditions: Conditions, sort: MarketSort | undefined): readonly MarketEvent[] {
    return this.#remembered(['events', conditions, sort], () => {
      const found = matchingEvents(this.#services, conditions);
      return sort === undefined || sort.key === 'start' ? found : sortEvents(found, sort);
    });
  }

  dispose(): void {
    this.#own.dispose();
  }

  #remembered<T>(question: readonly unknown[], work: () => readonly T[]): readonly T[] {
    const round = Math.floor(this.#services.clock.now() / MATCH_AGAIN_MS);
    if (round !== this.#round) this.#results.clear();
    this.#round = round;
    const key = JSON.stringify(question);
    const result = (this.#results.get(key) as readonly T[] | undefined) ?? work();
    this.#results.set(key, result);
    return result;
  }
}

/** Every market that was read and passes, those the service listed first. */
function matchingMarkets(services: Services, conditions: Conditions): readonly Market[] {
  const { markets, eventOf } = services;
  const test = matchTest(services, conditions, markets.appliedQuery);
  const listed = markets.markets;
  const slugs = new Set(listed.map(({ slug }) => slug));
  const found = listed.filter((market) => test(market, eventOf(market), true));
  for (const market of markets.known())
    if (!slugs.has(market.slug) && test(market, eventOf(market))) found.push(market);
  return found;
}

/** Every event that was read of which some market passes; of one without markets what it says itself. */
function matchingEvents(services: Services, conditions: Conditions): readonly MarketEvent[] {
  // Nothing is asked of the service for Events.
  const test = matchTest(services, conditions, {});
  return [...services.events.known()].filter((event) =>
    event.markets.length === 0
      ? test(undefined, event)
      : event.markets.some((market) => test(services.markets.get(market.slug) ?? market, event)),
  );
}

/** How many events and markets pass each of several conditions; in slices, so that the editor can do other things. */
export async function countMatches(
  services: Services,
  all: readonly Conditions[],
  isWanted: () => boolean,
): Promise<readonly { readonly markets: number; readonly events: number }[] | undefined> {
  const tests = all.map((conditions) => matchTest(services, conditions, {}));
  const counts = tests.map(() => ({ markets: 0, events: new Set<MarketEvent | string>() }));
  let sliceEnd = performance.now() + SLICE_MS;
  for (const market of services.markets.known()) {
    if (performance.now() > sliceEnd) {
      await new Promise((resolve) => setImmediate(resolve));
      if (!isWanted()) return undefined;
      sliceEnd = performance.now() + SLICE_MS;
    }
    const event = services.eventOf(market);
    for (const [place, test] of tests.entries()) {
      const count = counts[place];
      if (count === undefined || !test(market, event)) continue;
      count.markets++;
      count.events.add(event?.id ?? market.slug);
    }
  }
  return counts.map(({ markets, events }) => ({ markets, events: events.size }));
}

const SLICE_MS = 10;
