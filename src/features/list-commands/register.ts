import { type RowTarget, VIEW_NAMES, type ViewName } from '../ids.ts';
import type { Editor, Services } from '../services.ts';

export function registerListCommands({ commands }: Editor, services: Services): void {
  const refreshView = (view?: ViewName) => async () => (await import('./refresh.ts')).refresh(services, view);
  commands.serve({
    // From a view's menu the editor passes the focused row.
    refresh: (target) => refreshView(typeof target === 'string' ? viewOf(target) : undefined)(),
    refreshMarkets: refreshView('markets'),
    refreshEvents: refreshView('events'),
    refreshOrders: refreshView('orders'),
    refreshPositions: refreshView('positions'),
    refreshActivity: refreshView('activity'),
    loadMore: async (target) => (await import('./load-more.ts')).loadMore(services, viewOf(target)),
    clearFilter: async (target) => (await import('./clear-filter.ts')).clearFilter(services, target),
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
