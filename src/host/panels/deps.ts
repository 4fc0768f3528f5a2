import type * as vscode from 'vscode';
import type { Clock } from '../../base/clock.ts';
import type { Event } from '../../base/event.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import type { Log } from '../../base/log.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import type { ActivityStore } from '../../store/activity.ts';
import type { BooksStore } from '../../store/books.ts';
import type { OrdersStore } from '../../store/orders.ts';
import type { Pollable } from '../../store/poller.ts';
import type { PositionsStore } from '../../store/positions.ts';
import type { Session } from '../../store/session.ts';
import type { Action } from '../../view/protocol/parts.ts';
import type { ViewContext } from '../../view/row.ts';

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
  /** Keeps what it is given fresh; panels ask only while they are in view. */
  readonly poller: { watch(stores: readonly Pollable[]): Disposable };
  /** A history of one market only; the panel that asks for it disposes it. */
  activityOf(slug: string): ActivityStore;
  /** The event the market belongs to as far as it is known here; never a request. */
  eventOf(market: Market): MarketEvent | undefined;
  /** Runs the command behind a button. Commands report their own failures. `refresh` never comes here. */
  run(action: Action, slug: string): Promise<void>;
}
