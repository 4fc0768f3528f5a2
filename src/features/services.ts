import type { Clock } from '../base/clock.ts';
import type { Event } from '../base/event.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import type { ConnectionProfile } from '../exchange/profile.ts';
import type { ActivityStore } from '../store/account/activity.ts';
import type { BalancesStore } from '../store/account/balances.ts';
import type { OrdersStore } from '../store/account/orders.ts';
import type { PortfolioStore } from '../store/account/portfolio.ts';
import type { PositionsStore } from '../store/account/positions.ts';
import type { CancelLog } from '../store/cancels/log.ts';
import type { CancelService } from '../store/cancels/service.ts';
import type { Live } from '../store/live/live.ts';
import type { MarketViews } from '../store/live/market-views.ts';
import type { PortfolioMarkets } from '../store/live/portfolio-markets.ts';
import type { RefreshScheduler } from '../store/live/scheduler.ts';
import type { BooksStore } from '../store/markets/books.ts';
import type { EventsStore } from '../store/markets/events.ts';
import type { MarketsStore } from '../store/markets/markets.ts';
import type { QuotesStore } from '../store/markets/quotes.ts';
import type { Search } from '../store/markets/search.ts';
import type { AbsenceDigest } from '../store/news/absence-digest.ts';
import type { NewsStore } from '../store/news/news.ts';
import type { Session } from '../store/session/session.ts';
import type { ViewContext } from '../view/row.ts';
import type { Config } from './config.ts';
import type { Profiles } from './connection-settings.ts';
import type { HostLog } from './log.ts';
import type { Arrangement } from './market-layout.ts';
import type { Reporter } from './report.ts';

/** What the features of the editor's side are given. Made once, in extension.ts. */
export interface Services {
  readonly clock: Clock;
  readonly log: HostLog;
  readonly config: Config;
  readonly reporter: Reporter;
  readonly profiles: Profiles;
  readonly session: Session;
  readonly markets: MarketsStore;
  readonly events: EventsStore;
  readonly orders: OrdersStore;
  readonly positions: PositionsStore;
  readonly activity: ActivityStore;
  readonly balances: BalancesStore;
  readonly portfolio: PortfolioStore;
  readonly held: PortfolioMarkets;
  readonly books: BooksStore;
  readonly cancels: CancelService;
  readonly cancelLog: CancelLog;
  readonly search: Search;
  readonly scheduler: RefreshScheduler;
  /** Prices as streamed or read last. */
  readonly quotes: QuotesStore;
  readonly live: Live;
  /** What happens to the account, as it happens. */
  readonly news: NewsStore;
  /** What happened to it during an absence. */
  readonly away: AbsenceDigest;
  /** Markets with all that rows say of them. */
  readonly marketViews: MarketViews;
  readonly arrangement: Arrangement;
  /** The event a market belongs to, among what was read; never a request. */
  eventOf(market: Market): MarketEvent | undefined;
  /** A market by slug, with its event named on it where that is known. */
  marketWithEvent(slug: string): Market | undefined;
  /** What a market is called, by its slug; the slug itself where nothing more is known. */
  nameOf(slug: string): string;
  /**
   * What every view, the status bar and every notice begin with: `DEMO` of the demo exchange, its host of a custom service,
   * undefined of the public service, which is what a person expects. Without a profile, of the one in use.
   */
  connectionMark(profile?: ConnectionProfile): string | undefined;
  /** What is wrong with the settings of the connection, as a sentence; undefined when nothing is. */
  connectionProblem(): string | undefined;
  /** Language and formatter of the present settings. */
  view(): ViewContext;
  /** Something that changes how things are written: odds, zone, hidden amounts. */
  readonly onDidChangeView: Event<void>;
  /**
   * Has the settings of a connection written, and takes over what they name then, if it is another one: never what they
   * name in between, unless writing stands still for half a minute. Rejects as `write` does, and then.
   */
  changeConnection(write: () => Promise<void>): Promise<void>;
  /** Starts the demo over; resolves when the views may be read again. */
  resetDemo(): Promise<void>;
}
