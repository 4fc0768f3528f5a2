import { type Disposable, DisposableStore } from './base/lifecycle.ts';
import { activityView } from './features/activity/activity-view.ts';
import { type ManagedContextKey, managedContextKey } from './features/context-keys.ts';
import { eventsView } from './features/events/events-view.ts';
import { CONTEXT_KEYS, type ViewName, type ViewState } from './features/ids.ts';
import { isFiltered } from './features/market-filters.ts';
import { marketsView } from './features/markets/markets-view.ts';
import { ordersView } from './features/orders/orders-view.ts';
import { positionsView } from './features/positions/positions-view.ts';
import type { Services } from './features/services.ts';
import { registerDecorations } from './features/trees/tree-item.ts';
import { fillView, type ViewContent, type ViewDefinition } from './features/trees/view.ts';
import type { Views } from './features/trees/views.ts';

export interface Trees extends Disposable {
  /** What a view would show now. */
  content(view: ViewName): ViewContent;
  /** The number on a view; undefined while there is none. */
  badge(view: ViewName): number | undefined;
}

/** Fills the views of the sidebar. Nothing is read before one is seen; `onFirstShown` is called with the first. */
export function fillSidebar(slots: Views, services: Services, onFirstShown: () => void): Trees {
  const own = new DisposableStore();
  const states: Readonly<Record<ViewName, ManagedContextKey<ViewState>>> = {
    markets: managedContextKey(CONTEXT_KEYS.marketsState),
    events: managedContextKey(CONTEXT_KEYS.eventsState),
    orders: managedContextKey(CONTEXT_KEYS.ordersState),
    positions: managedContextKey(CONTEXT_KEYS.positionsState),
    activity: managedContextKey(CONTEXT_KEYS.activityState),
  };
  const views: Readonly<Record<ViewName, ViewDefinition>> = {
    markets: marketsView(services),
    events: eventsView(services),
    orders: ordersView(services),
    positions: positionsView(services),
    activity: activityView(services),
  };
  for (const view of Object.values(views))
    own.add(fillView(services, slots.slot(view.name), view, states[view.name], onFirstShown));
  own.add(ownFilterKey(services));
  own.add(registerDecorations());
  return {
    content: (name) => views[name].content(),
    badge: (name) => views[name].badge?.get()?.value,
    dispose: () => own.dispose(),
  };
}

function ownFilterKey({ markets }: Services): Disposable {
  const filtered = managedContextKey<boolean>(CONTEXT_KEYS.marketsFiltered);
  return markets.onDidChange(() => filtered.set(isFiltered(markets.query)));
}
