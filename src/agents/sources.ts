import type { Clock } from '../base/clock.ts';
import type { OrdersStore } from '../store/account/orders.ts';
import type { PositionsStore } from '../store/account/positions.ts';
import type { FigureFreshness } from '../store/live/freshness.ts';
import type { Live } from '../store/live/live.ts';
import type { MarketViews } from '../store/live/market-views.ts';
import type { BooksStore } from '../store/markets/books.ts';
import type { EventsStore } from '../store/markets/events.ts';
import type { MarketSearch } from '../store/markets/market-search.ts';
import type { MarketsStore } from '../store/markets/markets.ts';
import type { QuotesStore } from '../store/markets/quotes.ts';
import type { Session } from '../store/session/session.ts';
import type { ViewContext } from '../view/row.ts';

/** What the tools read, and all they can reach. Nothing in it places, changes or cancels an order. */
export interface AgentSources {
  readonly clock: Clock;
  readonly session: Pick<
    Session,
    'profile' | 'account' | 'canSign' | 'link' | 'ensure' | 'epoch' | 'report' | 'log'
  >;
  readonly markets: Pick<
    MarketsStore,
    'get' | 'readAt' | 'setAside' | 'known' | 'isOwnAlone' | 'state' | 'load' | 'refresh' | 'hasMore' | 'lost'
  >;
  readonly events: Pick<
    EventsStore,
    'findable' | 'setAside' | 'get' | 'readAt' | 'state' | 'load' | 'refresh' | 'hasMore' | 'lost'
  >;
  readonly quotes: Pick<QuotesStore, 'book' | 'live'>;
  readonly books: Pick<BooksStore, 'watch' | 'detail'>;
  readonly live: Pick<Live, 'state'> & { readonly freshness: Pick<FigureFreshness, 'account' | 'market'> };
  readonly marketViews: Pick<MarketViews, 'latest' | 'eventOf' | 'withEvent'>;
  readonly orders: Pick<OrdersStore, 'orders' | 'state' | 'refresh' | 'complete' | 'lost' | 'cancelling'>;
  readonly positions: Pick<PositionsStore, 'positions' | 'state' | 'refresh' | 'complete' | 'lost'>;
  search(): Promise<Pick<MarketSearch, 'ask' | 'found'>>;
  /** Language and formats; its settings say whether amounts are hidden. */
  view(): ViewContext;
}
