import { ChangeSource } from '../base/change-source.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Event } from '../base/event.ts';
import { inSlices } from '../base/slices.ts';
import {
  type ConditionFacts,
  type Conditions,
  type ConditionTest,
  conditionTest,
  eventConditions,
  unknownVolumeTest,
} from '../core/conditions.ts';
import { isHeld } from '../core/figures.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import type { LiveQuotes } from '../core/pricing.ts';
import { eventSortValue, type MarketSort, sortValue } from '../core/sort.ts';
import { entriesOf, type WatchGroup } from '../core/watchlist.ts';
import type { OrdersStore } from '../store/account/orders.ts';
import type { PositionsStore } from '../store/account/positions.ts';
import type { MarketViews } from '../store/live/market-views.ts';
import type { Catalogue } from '../store/markets/catalogue.ts';
import type { EventsStore } from '../store/markets/events.ts';
import type { MarketsStore } from '../store/markets/markets.ts';
import type { QuotesStore } from '../store/markets/quotes.ts';
import { RANKED_STEP, type RankedItems, type RankedQuestion, Ranking } from '../store/markets/ranking.ts';
import type { SettingList } from './setting-list.ts';
import type { ShownState, ShownView } from './shown-state.ts';

interface Sources {
  readonly clock: Clock;
  readonly markets: MarketsStore;
  readonly events: Pick<EventsStore, 'known' | 'onDidChange'>;
  readonly quotes: Pick<QuotesStore, 'live'>;
  readonly orders: Pick<OrdersStore, 'orders' | 'onDidChange'>;
  readonly positions: Pick<PositionsStore, 'positions' | 'onDidChange'>;
  readonly watchlist: Pick<SettingList<WatchGroup>, 'items' | 'onDidChange'>;
  readonly catalogue: Pick<Catalogue, 'listingOf'>;
  readonly show: Pick<ShownState, 'calendar' | 'of'>;
  readonly marketViews: Pick<MarketViews, 'eventOf'>;
}

export interface MatchCount {
  readonly markets: number;
  readonly events: number;
}

/**
 * What matches conditions, of all that was read, in order: the views as they are filtered, and saved queries. Changes when a
 * list is done that took longer than one slice.
 */
export class FilteredLists extends ChangeSource {
  readonly #sources: Sources;
  /** By what was asked: a handful in a session, of at most some hundred items each. */
  readonly #lists = new Map<string, { outdate(): void }>();
  #most = { key: '', count: RANKED_STEP };

  constructor(sources: Sources) {
    super();
    this.#sources = sources;
    const { markets, events, orders, positions, watchlist } = sources;
    for (const { onDidChange } of [markets, events, orders, positions, watchlist])
      this.own.add((onDidChange as Event<unknown>)(() => this.#outdate()));
  }

  markets(conditions: Conditions, sort: MarketSort): RankedItems<Market> {
    const { markets, marketViews } = this.#sources;
    const { eventOf } = marketViews;
    return this.#best(`markets ${JSON.stringify([conditions, sort])}`, sort, () => {
      const facts = this.#facts();
      const sent = markets.appliedQuery;
      const ofMarket =
        (test: ConditionTest) =>
        (market: Market): boolean =>
          test(market, eventOf(market), markets.isListed(market.slug));
      const unknown = unknownVolumeTest(conditions, sent, facts);
      return {
        items: markets.known(),
        passes: ofMarket(conditionTest(conditions, sent, facts)),
        isUnknown: unknown && ofMarket(unknown),
        value: (market) => sortValue(market, sort.key, this.#live, eventOf),
      };
    });
  }

  /** Of an event some market has to match; of one without markets what it says itself. By start all of them: the calendar has its own order. */
  events(conditions: Conditions, sort: MarketSort): RankedItems<MarketEvent> {
    const { markets, events } = this.#sources;
    const isCalendar = sort.key === 'start';
    const ask = () => {
      const facts = { ...this.#facts(), isOfEvents: true };
      const ofEvent =
        (test: ConditionTest) =>
        (event: MarketEvent): boolean =>
          event.markets.length === 0
            ? test(undefined, event)
            : event.markets.some((market) => test(markets.get(market.slug) ?? market, event));
      const asked = eventConditions(conditions);
      // Nothing is asked of the service for Events.
      const unknown = unknownVolumeTest(asked, {}, facts);
      return {
        items: events.known(),
        passes: ofEvent(conditionTest(asked, {}, facts)),
        isUnknown: unknown && ofEvent(unknown),
        value: (event: MarketEvent) => (isCalendar ? 0 : eventSortValue(event, sort, this.#live)),
      };
    };
    const key = `events ${JSON.stringify([conditions, sort])}`;
    return this.#best(key, sort, ask, isCalendar ? Number.MAX_SAFE_INTEGER : undefined);
  }

  /** Shows more of what a view shows now; false when there is no more. */
  showMore(view: ShownView): boolean {
    const { conditions, sort } = this.#sources.show.of(view);
    const { items, total } = this[view](conditions, sort);
    if (items.length >= total) return false;
    this.#most = {
      key: `${view} ${JSON.stringify([conditions, sort])}`,
      count: items.length + RANKED_STEP,
    };
    this.changes.fire();
    return true;
  }

  /**
   * Counts how many of what a view lists pass each of several conditions; the counting ends when what it returns is
   * disposed.
   */
  count(
    view: ShownView,
    all: readonly Conditions[],
    done: (counts: readonly MatchCount[]) => void,
  ): Disposable {
    const { clock, markets, events, marketViews } = this.#sources;
    const isMarkets = view === 'markets';
    const facts = { ...this.#facts(), isOfEvents: !isMarkets };
    const tests = all.map((each) => conditionTest(isMarkets ? each : eventConditions(each), {}, facts));
    const counts = tests.map(() => ({ markets: 0, events: new Set<string>() }));
    const take = (market: Market | undefined, event: MarketEvent | undefined): void => {
      for (const [place, count] of counts.entries()) {
        if (tests[place]?.(market, event) !== true) continue;
        if (market !== undefined) count.markets++;
        count.events.add(event?.id ?? market?.slug ?? '');
      }
    };
    const finish = (): void =>
      done(counts.map((count) => ({ markets: count.markets, events: count.events.size })));
    if (isMarkets)
      return inSlices(clock, markets.known(), (each) => take(each, marketViews.eventOf(each)), finish);
    const takeEvent = (event: MarketEvent): void => {
      if (event.markets.length === 0) take(undefined, event);
      for (const market of event.markets) take(markets.get(market.slug) ?? market, event);
    };
    return inSlices(clock, events.known(), takeEvent, finish);
  }

  #outdate(): void {
    for (const list of this.#lists.values()) list.outdate();
  }

  readonly #live = (slug: string): LiveQuotes =>
    this.#sources.quotes.live(slug, this.#sources.markets.readAt(slug)) ?? {};

  /** As known now. */
  #facts(): ConditionFacts {
    const { clock, catalogue, orders, positions, watchlist, show } = this.#sources;
    const mine = new Set([
      ...positions.positions.filter(isHeld).map(({ marketSlug }) => marketSlug),
      ...orders.orders.map(({ marketSlug }) => marketSlug),
    ]);
    const watched = new Set(entriesOf(watchlist.items).map(({ key }) => key));
    return {
      now: clock.now(),
      calendar: show.calendar,
      live: this.#live,
      listingOf: (event) => catalogue.listingOf(event),
      isMine: (slug) => mine.has(slug),
      isWatched: (key) => watched.has(key),
    };
  }

  #best<T extends Market | MarketEvent>(
    key: string,
    { direction }: MarketSort,
    ask: () => RankedQuestion<T>,
    most = this.#most.key === key ? this.#most.count : RANKED_STEP,
  ): RankedItems<T> {
    const before = this.#lists.get(key) as Ranking<T> | undefined;
    const changed = (): void => this.changes.fire();
    const list = before ?? this.own.add(new Ranking<T>(this.#sources.clock, direction, ask, changed));
    this.#lists.set(key, list);
    return list.best(most);
  }
}
