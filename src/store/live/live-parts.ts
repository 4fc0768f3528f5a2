import type { Clock } from '../../base/clock.ts';
import type { ActivityStore } from '../account/activity.ts';
import type { BalancesStore } from '../account/balances.ts';
import type { OrdersStore } from '../account/orders.ts';
import type { PositionsStore } from '../account/positions.ts';
import type { BooksStore } from '../markets/books.ts';
import type { EventsStore } from '../markets/events.ts';
import type { MarketsStore } from '../markets/markets.ts';
import type { QuotesStore } from '../markets/quotes.ts';
import type { Session } from '../session/session.ts';
import type { LeaseStore } from './lease.ts';
import type { Poller } from './poller.ts';
import type { PortfolioMarkets } from './portfolio-markets.ts';

/** What `Live` is made of. */
export interface LiveParts {
  readonly session: Session;
  readonly clock: Clock;
  readonly quotes: QuotesStore;
  readonly markets: MarketsStore;
  readonly events: EventsStore;
  readonly orders: OrdersStore;
  readonly positions: PositionsStore;
  readonly balances: BalancesStore;
  readonly activity: ActivityStore;
  readonly held: PortfolioMarkets;
  readonly books: BooksStore;
  readonly poller: Poller;
  /** What all windows see; undefined: this window is alone. */
  readonly lease?: LeaseStore | undefined;
  /** 0…1. */
  readonly random: () => number;
}
