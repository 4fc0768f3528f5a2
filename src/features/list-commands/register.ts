import { window } from 'vscode';
import { type RowTarget, VIEW_NAMES, VIEWS, type ViewName } from '../ids.ts';
import type { Editor, Parts, Services } from '../services.ts';

export function registerListCommands({ commands }: Editor, services: Services): void {
  const refreshView = (view: ViewName) => () => refresh(services, view);
  commands.serve({
    // From a view's menu the editor passes the focused row.
    refresh: (target) => refresh(services, typeof target === 'string' ? viewOf(target) : undefined),
    refreshMarkets: refreshView('markets'),
    refreshEvents: refreshView('events'),
    refreshOrders: refreshView('orders'),
    refreshPositions: refreshView('positions'),
    refreshActivity: refreshView('activity'),
    loadMore: async (target) => (await import('./load-more.ts')).loadMore(services, viewOf(target)),
    clearFilter: (target) => clearFilter(services, target),
    copySlug: async (target) => (await import('./copy.ts')).copySlug(services, target),
    copyLink: async (target) => (await import('./copy.ts')).copyLink(services, target),
    copyCell: async (target) => (await import('./copy.ts')).copyOfPage(target, 'cell'),
    copyRow: async (target) => (await import('./copy.ts')).copyOfPage(target, 'row'),
    copyTable: async (target) => (await import('./copy.ts')).copyOfPage(target, 'table'),
    copyAsJson: async (target) => (await import('./copy.ts')).copyAsJson(services, target),
  });
}

/** The view a command is for: by its name, or that of a row. */
function viewOf(target: string | RowTarget | undefined): ViewName | undefined {
  const named = typeof target === 'object' ? target?.view : target;
  return VIEW_NAMES.find((view) => view === named);
}

/** Loads one view again, or every view that was loaded before. */
async function refresh(services: Services, view?: ViewName): Promise<void> {
  const {
    watched,
    markets,
    events,
    eventsAhead,
    catalogue,
    orders,
    positions,
    activity,
    balances,
    marketsBySlug,
  } = services;
  const stores = {
    watchlist: [watched],
    markets: [markets, catalogue],
    events: [events, eventsAhead, catalogue],
    orders: [orders, marketsBySlug],
    positions: [positions, balances, marketsBySlug],
    activity: [activity],
    alerts: [watched],
    agents: [],
  };
  if (view === undefined || view === 'positions') services.positionOrder.renew();
  const all = [...new Set(Object.values(stores).flat())];
  const listed = view === undefined ? all.filter(({ state }) => state.kind !== 'idle') : stores[view];
  // Someone signed out has nothing else by which to find out that the service is back.
  const asked = services.session.link.kind === 'offline' ? [...new Set([...listed, markets])] : listed;
  const work = Promise.all(asked.map((store) => store.refresh('asked')));
  if (view === undefined) await work;
  else await window.withProgress({ location: { viewId: VIEWS[view] } }, () => work);
}

/**
 * Removes the filter of a view, or one condition of it (`markets/volumeMin`); without a view, that of the first that has
 * one.
 */
async function clearFilter(
  { show, activity }: Parts<'show' | 'activity'>,
  target: string | RowTarget | undefined,
): Promise<void> {
  const [named, key] = typeof target === 'string' ? target.split('/') : [target?.view];
  const view = named ?? (['markets', 'events'] as const).find((each) => show.isFiltered(each));
  await (view === 'markets' || view === 'events' ? show.drop(view, key) : activity.clearFilter());
}
