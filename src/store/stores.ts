import type { DisposableStore } from '../base/disposable.ts';
import type { Calendar } from '../core/calendar.ts';
import { ActivityStore } from './account/activity.ts';
import { BalancesStore } from './account/balances.ts';
import { OrdersStore } from './account/orders.ts';
import { PortfolioStore } from './account/portfolio.ts';
import { PositionsStore } from './account/positions.ts';
import { Coverage } from './live/coverage.ts';
import { Live } from './live/live.ts';
import { MarketViews } from './live/market-views.ts';
import { MarketsBySlug } from './live/markets-by-slug.ts';
import { LiveRefreshPolicy } from './live/refresh-policy.ts';
import { RefreshScheduler } from './live/scheduler.ts';
import { SessionStreams } from './live/session-streams.ts';
import { VisibleMarkets } from './live/visible-markets.ts';
import type { LastFocusFile } from './live/window-focus.ts';
import { BooksStore } from './markets/books.ts';
import { Catalogue } from './markets/catalogue.ts';
import { EventsStore } from './markets/events.ts';
import { EventsAhead } from './markets/events-ahead.ts';
import { MarketIndex } from './markets/market-index.ts';
import { type MarketsOptions, MarketsStore } from './markets/markets.ts';
import { QuotesStore } from './markets/quotes.ts';
import { createReadAhead } from './markets/read-ahead.ts';
import { WatchedMarkets } from './markets/watched-markets.ts';
import type { Session } from './session/session.ts';

interface StoreOptions extends Pick<MarketsOptions, 'query' | 'pageSize'> {
  /** The days that events are read on by. */
  readonly calendar: () => Calendar;
  /** Undefined: there is no other window. */
  readonly lastFocus?: LastFocusFile | undefined;
}

/** What a window reads of a session, and what keeps it live: each is made after what it needs. Reads nothing. */
export function createStores(session: Session, options: StoreOptions, own: DisposableStore) {
  const lists = createLists(session, options, own);
  const account = {
    orders: own.add(new OrdersStore(session)),
    positions: own.add(new PositionsStore(session)),
    balances: own.add(new BalancesStore(session)),
    activity: own.add(new ActivityStore(session)),
  };
  const { markets } = lists;
  const visible = own.add(new VisibleMarkets(session.clock));
  const streams = own.add(new SessionStreams(session));
  const coverage = own.add(new Coverage(session, streams, visible, markets));
  const quotes = own.add(new QuotesStore(session, coverage));
  const marketsBySlug = own.add(new MarketsBySlug(session, { ...account, markets, coverage }));
  const portfolio = own.add(new PortfolioStore({ ...account, markets, quotes }));
  const stores = { ...lists, ...account, quotes, portfolio, marketsBySlug };
  const policy = new LiveRefreshPolicy(stores, coverage);
  const scheduler = own.add(new RefreshScheduler(session.clock, policy));
  const { lastFocus } = options;
  const live = own.add(new Live({ session, stores, visible, streams, coverage, scheduler, lastFocus }));
  const marketViews = own.add(new MarketViews({ ...stores, live }));
  const { clock } = session;
  return {
    ...stores,
    books: own.add(new BooksStore(session, markets, quotes)),
    /** Reads what is watched, followed or has an alert and is not listed. */
    watched: own.add(
      new WatchedMarkets(session, markets, lists.events, (slug) => coverage.coversMarket(slug)),
    ),
    visible,
    scheduler,
    live,
    marketViews,
    index: own.add(new MarketIndex({ ...lists, clock, eventOf: marketViews.eventOf })),
  };
}

function createLists(session: Session, { query, pageSize, calendar }: StoreOptions, own: DisposableStore) {
  const markets = own.add(new MarketsStore(session, { query, pageSize }));
  const events = own.add(new EventsStore(session, markets, { pageSize }));
  return {
    markets,
    events,
    catalogue: own.add(new Catalogue(session, markets, events)),
    ahead: createReadAhead(markets, session.clock),
    eventsAhead: own.add(new EventsAhead(session, events, calendar)),
  };
}
