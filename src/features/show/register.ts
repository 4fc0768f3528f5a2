import type { RowTarget } from '../ids.ts';
import type { Editor, Services } from '../services.ts';
import type { ShownView } from '../shown-state.ts';
import { applyShown } from './apply-shown.ts';

/** The Show pick and saved queries, and that what they choose is read. */
export function registerShow({ commands, own }: Editor, services: Services): void {
  const { saved, show } = services;
  applyShown(services, own);
  const open = async (view: ShownView): Promise<void> =>
    (await import('./show-pick.ts')).openShow(services, view);
  commands.serve({
    show: async (target) => {
      const name = savedName(target);
      const query = saved.items.find((each) => each.name === name);
      if (query === undefined) return open(viewOf(target));
      return show.change('markets', (await import('./saved.ts')).shownOf(query));
    },
    showEvents: () => open('events'),
    filterMarkets: () => open('markets'),
    sortMarkets: async () =>
      (await import('./show-pick.ts')).openShow(services, 'markets', (pages) => pages.sort()),
    saveQuery: async (target) => (await import('./saved.ts')).saveQuery(services, viewOf(target)),
    manageQueries: async (target) =>
      (await import('./saved.ts')).manageQueries(services, viewOf(target), savedName(target)),
  });
}

/** By the view's name, or by a row of it; Markets where neither says. */
function viewOf(target: string | RowTarget | undefined): ShownView {
  return (typeof target === 'object' ? target?.view : target) === 'events' ? 'events' : 'markets';
}

function savedName(target: string | RowTarget | undefined): string | undefined {
  const subject = typeof target === 'object' ? target?.subject : undefined;
  return subject?.kind === 'savedQuery' ? subject.name : undefined;
}
