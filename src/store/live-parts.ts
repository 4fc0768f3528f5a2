import type { Clock } from '../base/clock.ts';
import type { ActivityStore } from './activity.ts';
import type { BalancesStore } from './balances.ts';
import type { BooksStore } from './books.ts';
import type { EventsStore } from './events.ts';
import type { HeldMarkets } from './held-markets.ts';
import type { LeaseStore } from './lease.ts';
import type { MarketsStore } from './markets.ts';
import type { OrdersStore } from './orders.ts';
import type { Poller } from './poller.ts';
import type { PositionsStore } from './positions.ts';
import type { QuotesStore } from './quotes.ts';
import type { Session } from './session.ts';

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
  readonly held: HeldMarkets;
  readonly books: BooksStore;
  readonly poller: Poller;
  /** What all windows see; undefined: this window is alone. */
  readonly lease?: LeaseStore | undefined;
  /** 0…1. */
  readonly random: () => number;
}
