import { type Conditions, readConditions } from './conditions.ts';
import { GROUPINGS, type Grouping } from './grouping.ts';
import { readList, type SettingReading } from './setting-reading.ts';
import { defaultDirection, type MarketSort, readSort } from './sort.ts';

/** Conditions and a sort under a name. Names are unique, letter case aside. */
export interface SavedQuery {
  readonly name: string;
  readonly show: Conditions;
  readonly sort: MarketSort;
  /** Absent: by event. */
  readonly grouping?: Grouping;
}

/** Reads the setting `savedQueries`. An entry with anything wrong in it is left out whole: half a filter shows too much. */
export function readSavedQueries(setting: unknown): SettingReading<SavedQuery> {
  return readList(setting, readEntry);
}

/** The query, or the name of the part that is wrong. */
function readEntry(entry: unknown, before: readonly SavedQuery[]): SavedQuery | string {
  const written = typeof entry === 'object' && entry !== null ? entry : {};
  const {
    name,
    show,
    sort,
    order,
    group = 'event',
    ...others
  } = written as Readonly<Record<string, unknown>>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return unknown;
  if (typeof name !== 'string' || !isQueryName(name) || hasName(before, name)) return 'name';
  if (typeof show !== 'object' || show === null) return 'show';
  const { conditions, wrong } = readConditions(show);
  if (wrong !== undefined) return wrong;
  const read = readSort(sort ?? 'start', order);
  if (read === undefined) return 'sort';
  const grouping = GROUPINGS.find((each) => each === group);
  if (grouping === undefined) return 'group';
  return { name: name.trim(), show: conditions, sort: read, ...groupedBy(grouping) };
}

export function groupedBy(grouping: Grouping): Pick<SavedQuery, 'grouping'> {
  return grouping === 'event' ? {} : { grouping };
}

/** As the setting holds them. The order of a sort and the groups are written where they are not the usual ones. */
export function writeSavedQueries(queries: readonly SavedQuery[]): readonly object[] {
  return queries.map(({ name, show, sort: { key, direction }, grouping }) => ({
    name,
    show,
    sort: key,
    ...(direction === defaultDirection(key) ? {} : { order: direction }),
    ...(grouping === undefined ? {} : { group: grouping }),
  }));
}

/** UTF-16 units of a saved query's name at most. */
export const LONGEST_QUERY_NAME = 60;

export function isQueryName(name: string): boolean {
  return name.trim() !== '' && name.trim().length <= LONGEST_QUERY_NAME && !/\p{C}/u.test(name);
}

export function hasName(queries: readonly SavedQuery[], name: string): boolean {
  return queries.some((query) => isNamed(query, name));
}

export function isNamed(query: SavedQuery, name: string): boolean {
  return query.name.toLowerCase() === name.trim().toLowerCase();
}
