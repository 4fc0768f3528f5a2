import { ChangeSource } from '../../base/change-source.ts';
import type { Event } from '../../base/event.ts';
import type { KnownMarkets } from '../../core/activity.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import { looksSame, type MarketView } from '../../core/market-view.ts';
import type { PortfolioStore } from '../account/portfolio.ts';
import type { EventsStore } from '../markets/events.ts';
import type { MarketsStore } from '../markets/markets.ts';
import type { QuotesStore } from '../markets/quotes.ts';
import type { Change } from '../reading/load-state.ts';
import type { FigureFreshness } from './freshness.ts';

interface MarketViewSources {
  readonly markets: Pick<MarketsStore, 'get' | 'readAt' | 'onDidChange'>;
  readonly events: Pick<EventsStore, 'ofMarket' | 'get' | 'onDidChange'>;
  readonly quotes: Pick<QuotesStore, 'live' | 'onDidChange'>;
  readonly portfolio: Pick<PortfolioStore, 'pricedLater'>;
  readonly live: {
    readonly onDidChange: Event<unknown>;
    readonly onDidAge: Event<unknown>;
    readonly freshness: Pick<FigureFreshness, 'price'>;
  };
}

interface Entry {
  readonly view: MarketView;
  /** The generation it was compared in; -1: its market changed since. */
  checked: number;
}

/**
 * Markets with all that rows say of them. A view stays the same object until a row made from it would look different, so
 * a cache of rows compares objects and nothing else. Changes: slugs of the markets whose views may be others.
 */
export class MarketViews extends ChangeSource<Change> {
  readonly #sources: MarketViewSources;
  #entries = new WeakMap<Market, Entry>();
  #generation = 0;

  constructor(sources: MarketViewSources) {
    super();
    this.#sources = sources;
    const { markets, events, quotes, live } = sources;
    // A price concerns its own market. After anything else every view is compared: which quote counts depends on when
    // the market was read, too.
    this.own.add(quotes.onDidChange((change) => this.#invalidate(change)));
    for (const event of [markets.onDidChange, events.onDidChange, live.onDidChange, live.onDidAge])
      this.own.add((event as Event<unknown>)(() => this.#invalidate('all')));
  }

  /** The view of a market; of one that came with its event only, by what that says. */
  of(listed: Market): MarketView {
    const market = this.#sources.markets.get(listed.slug) ?? listed;
    const entry = this.#entries.get(market);
    if (entry?.checked === this.#generation) return entry.view;
    const latest = this.#make(market);
    const view = entry !== undefined && looksSame(entry.view, latest) ? entry.view : latest;
    this.#entries.set(market, { view, checked: this.#generation });
    return view;
  }

  /** The view of a market as of this moment, its times included, which tooltips give. */
  latest(listed: Market): MarketView {
    return this.#make(this.#sources.markets.get(listed.slug) ?? listed);
  }

  bySlug(slug: string): MarketView | undefined {
    const market = this.#sources.markets.get(slug);
    return market && this.of(market);
  }

  /** The event of a market among those read so far; never a request. */
  readonly eventOf = (market: Market): MarketEvent | undefined => {
    const { events } = this.#sources;
    const named = market.events[0];
    return events.ofMarket(market.slug) ?? (named && events.get(named.id)) ?? named;
  };

  /** A market by slug, with its event named on it where that is known. */
  readonly withEvent = (slug: string): Market | undefined => {
    const market = this.#sources.markets.get(slug);
    const event = market && this.eventOf(market);
    const isNamed = market === undefined || event === undefined || market.events[0] === event;
    return isNamed ? market : { ...market, events: [event] };
  };

  /** What is known of the markets activities are about. */
  readonly known = {
    market: this.withEvent,
    facts: (slug: string) => this.bySlug(slug),
  } satisfies KnownMarkets;

  #make(market: Market): MarketView {
    const { markets, quotes, portfolio, live } = this.#sources;
    const { slug } = market;
    const readAt = markets.readAt(slug);
    return {
      market,
      event: this.eventOf(market),
      readAt,
      live: quotes.live(slug, readAt),
      freshness: live.freshness.price(slug),
      pricedLater: portfolio.pricedLater(slug),
      settlement: undefined,
    };
  }

  #invalidate(change: Change): void {
    if (change === 'all') this.#generation += 1;
    else {
      for (const slug of change) {
        const market = this.#sources.markets.get(slug);
        const entry = market && this.#entries.get(market);
        if (entry !== undefined) entry.checked = -1;
      }
    }
    this.changes.fire(change);
  }
}
