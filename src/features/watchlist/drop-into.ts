import {
  moveWatchGroup,
  putIntoWatchlist,
  removeFromWatchlist,
  type WatchEntry,
  type WatchGroup,
} from '../../core/watchlist.ts';
import type { DraggedRow } from '../trees/dragged-rows.ts';

interface DropPlace {
  readonly group: string;
  /** The entry it was dropped on; without one it goes to the end. */
  readonly entry?: WatchEntry;
}

/** The watchlist after rows were dropped: its own are moved, others added, groups put before the one they were dropped on. */
export function dropInto(
  groups: readonly WatchGroup[],
  dragged: readonly DraggedRow[],
  place: DropPlace,
): readonly WatchGroup[] {
  const rows = dragged.flatMap(({ entry, group }) => (entry === undefined ? [] : [{ entry, group }]));
  const left = rows.flatMap(({ entry, group }) =>
    group === undefined || group === place.group ? [] : [{ group, entry }],
  );
  const entries = rows.map(({ entry }) => entry);
  const rest = removeFromWatchlist(groups, left);
  const put = entries.length === 0 ? rest : putIntoWatchlist(rest, entries, place.group, place.entry);
  return dragged
    .filter(({ entry }) => entry === undefined)
    .reduce((all, { group = '' }) => moveWatchGroup(all, group, place.group), put);
}
