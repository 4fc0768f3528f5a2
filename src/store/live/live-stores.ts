import { ACCOUNT_TOPICS, type AccountTopic } from '../../exchange/streams.ts';
import type { ActivityStore } from '../account/activity.ts';
import type { BalancesStore } from '../account/balances.ts';
import type { OrdersStore } from '../account/orders.ts';
import type { PortfolioStore } from '../account/portfolio.ts';
import type { PositionsStore } from '../account/positions.ts';
import type { Catalogue } from '../markets/catalogue.ts';
import type { EventsStore } from '../markets/events.ts';
import type { EventsAhead } from '../markets/events-ahead.ts';
import type { MarketsStore } from '../markets/markets.ts';
import type { QuotesStore } from '../markets/quotes.ts';
import type { ReadAhead } from '../markets/read-ahead.ts';
import type { MarketsBySlug } from './markets-by-slug.ts';
import type { Refreshable } from './scheduler.ts';

/** The stores that streams keep up to date, and those that read what streams do not send. */
export interface LiveStores {
  readonly markets: MarketsStore;
  readonly events: EventsStore;
  readonly catalogue: Catalogue;
  readonly ahead: ReadAhead;
  readonly eventsAhead: EventsAhead;
  readonly orders: OrdersStore;
  readonly positions: PositionsStore;
  readonly balances: BalancesStore;
  readonly activity: ActivityStore;
  readonly quotes: QuotesStore;
  readonly portfolio: PortfolioStore;
  readonly marketsBySlug: MarketsBySlug;
}

/** What the account's stream calls the contents of a store; undefined for any other store, the activity too. */
export function topicOf(
  stores: Pick<LiveStores, AccountTopic>,
  store: Refreshable,
): AccountTopic | undefined {
  return ACCOUNT_TOPICS.find((topic) => store === stores[topic]);
}
