import { window } from 'vscode';
import { VIEWS, type ViewName } from '../ids.ts';
import type { Parts } from '../services.ts';

type Needed = Parts<
  'activity' | 'balances' | 'catalogue' | 'events' | 'eventsAhead' | 'markets' | 'marketsBySlug'
> &
  Parts<'orders' | 'positionSorting' | 'positions' | 'session' | 'watched'>;

/** Loads one view again, or every view that was loaded before. */
export async function refresh(services: Needed, view?: ViewName): Promise<void> {
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
  if (view === undefined || view === 'positions') services.positionSorting.renew();
  const all = [...new Set(Object.values(stores).flat())];
  const listed = view === undefined ? all.filter(({ state }) => state.kind !== 'idle') : stores[view];
  // Someone signed out has nothing else by which to find out that the service is back.
  const asked = services.session.link.kind === 'offline' ? [...new Set([...listed, markets])] : listed;
  const work = Promise.all(asked.map((store) => store.refresh('asked')));
  if (view === undefined) await work;
  else await window.withProgress({ location: { viewId: VIEWS[view] } }, () => work);
}
