import type * as vscode from 'vscode';
import type { Clock } from '../../base/clock.ts';
import type { Event } from '../../base/event.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import type { Log } from '../../base/log.ts';
import type { Book, PriceSample } from '../../core/book.ts';
import type { Freshness } from '../../core/freshness.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import type { LiveQuotes } from '../../core/pricing.ts';
import type { Trade } from '../../core/trade.ts';
import type { AccountTopic, StreamId, StreamState, Topic } from '../../exchange/streams.ts';
import type { ActivityStore } from '../../store/account/activity.ts';
import type { OrdersStore } from '../../store/account/orders.ts';
import type { PositionsStore } from '../../store/account/positions.ts';
import type { Refreshable } from '../../store/live/scheduler.ts';
import type { BooksStore } from '../../store/markets/books.ts';
import type { Change } from '../../store/reading/load-state.ts';
import type { Session } from '../../store/session/session.ts';
import type { Action } from '../../view/protocol/parts.ts';
import type { ViewContext } from '../../view/row.ts';

/** The newest prices of all sources, by slug, as the panels need them. */
export interface PanelQuotes {
  readonly onDidChange: Event<Change>;
  /** `marketReadAt`: when the market itself was read, Unix milliseconds; says whether its own quotes are older. */
  live(slug: string, marketReadAt: number | undefined): LiveQuotes | undefined;
  /** The latest whole book told or read, and when, Unix milliseconds. */
  book(slug: string): { readonly value: Book; readonly at: number } | undefined;
  /** Where the long side's price has just gone. */
  moved(slug: string): -1 | 0 | 1;
  /** Newest first. */
  trades(slug: string): readonly Trade[];
  /** Prices seen since the start, oldest first. */
  samples(slug: string): readonly PriceSample[];
}

/** The streams and how true what is shown is, as the panels need it. */
export interface PanelLive {
  /** Counts as someone looking: what is set is subscribed until it is set to something else. */
  watch(kind: 'panel', topics: ReadonlySet<Topic>): Disposable & { set(slugs: readonly string[]): void };
  state(line: StreamId): StreamState;
  readonly onDidChange: Event<StreamId>;
  priceTruth(slug: string): Freshness | undefined;
  /** Of a market with its whole book, which was received at `bookAt`, Unix milliseconds. */
  marketFreshness(slug: string, bookAt: number | undefined): Freshness | undefined;
  /** Of something of the account that was read or told at this time, Unix milliseconds. */
  accountTruth(at: number | undefined, part: AccountTopic): Freshness | undefined;
}

/** What the panels need of the rest. */
export interface PanelDeps {
  readonly extensionUri: vscode.Uri;
  readonly clock: Clock;
  readonly log: Log;
  /** Language and formatter of the present settings. */
  view(): ViewContext;
  /** Whether pictures may be loaded from the web (setting `images`). */
  images(): boolean;
  /** A setting changed that says how things are written, or `images`. */
  readonly onDidChangeView: Event<void>;

  readonly session: Session;
  readonly books: BooksStore;
  readonly orders: OrdersStore;
  readonly positions: PositionsStore;
  readonly quotes: PanelQuotes;
  readonly live: PanelLive;
  /** Keeps what it is given fresh; panels ask only while they are in view. */
  readonly scheduler: { watch(stores: readonly Refreshable[]): Disposable };
  /** A history of one market only; the panel that asks for it disposes it. */
  activityOf(slug: string): ActivityStore;
  /** The event the market belongs to as far as it is known here; never a request. */
  eventOf(market: Market): MarketEvent | undefined;
  /** Runs the command behind a button. Commands report their own failures. `refresh` never comes here. */
  run(action: Action, slug: string): Promise<void>;
}
