import { WHOLE_HISTORY } from '../../view/activity-rows.ts';
import type { RowTarget } from '../ids.ts';
import type { Editor, Services } from '../services.ts';
import { fillView } from '../trees/view.ts';
import { MarketsContent } from './content.ts';
import { leaguesOf } from './saved-rows.ts';

/** Markets by category and event, or flat; or those that match what is shown. Saved queries stand at the top. */
export function registerMarkets(editor: Editor, services: Services): void {
  const { markets, catalogue, ahead, index, filteredLists, show, marketViews } = services;
  const readCategory = (key: string, again: boolean): Promise<void> =>
    catalogue.open(key, index.categories().find((group) => group.key === key)?.category, again);
  const content = new MarketsContent(services);
  const { orders, positions, saved, watchlist } = services;
  const sources = [index, filteredLists, marketViews, orders, positions, show, saved, watchlist];
  fillView(editor, services, {
    name: 'markets',
    stream: 'markets',
    list: markets,
    needs: { stores: [catalogue, ahead], changes: sources.map(({ onDidChange }) => onDidChange) },
    opened: ({ subject }) => {
      if (subject?.kind === 'category') void readCategory(subject.key, false);
      if (subject?.kind === 'savedQuery')
        for (const key of leaguesOf(services, subject.name)) void readCategory(key, false);
    },
    content: () => content.of(),
  });
  editor.commands.serve({
    readCategory: async (target) => {
      if (target === WHOLE_HISTORY) return services.activity.readAll();
      const key = keyOf(target);
      if (key !== undefined) await readCategory(key, true);
    },
    stopReading: (target) => {
      if (target === WHOLE_HISTORY) return services.activity.stopReading();
      const key = keyOf(target);
      if (key !== undefined) catalogue.stop(key);
    },
    searchMarkets: async (text) => {
      const { searchAndOpen } = await import('../search/ask-market.ts');
      await searchAndOpen(services, typeof text === 'string' ? text : '');
    },
  });
}

/** The league or category a command is for: by its key, or its row. */
function keyOf(target: string | RowTarget | undefined): string | undefined {
  if (typeof target === 'string') return target;
  return target?.subject?.kind === 'category' ? target.subject.key : undefined;
}
