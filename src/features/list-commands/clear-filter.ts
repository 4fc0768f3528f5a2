import type { RowTarget } from '../ids.ts';
import type { Parts } from '../services.ts';

/**
 * Removes the filter of a view, or one condition of it (`markets/volumeMin`); without a view, that of the first that has
 * one.
 */
export async function clearFilter(
  { show, activity }: Parts<'show' | 'activity'>,
  target: string | RowTarget | undefined,
): Promise<void> {
  const [named, key] = typeof target === 'string' ? target.split('/') : [target?.view];
  const view = named ?? (['markets', 'events'] as const).find((each) => show.isFiltered(each));
  await (view === 'markets' || view === 'events' ? show.drop(view, key) : activity.clearFilter());
}
