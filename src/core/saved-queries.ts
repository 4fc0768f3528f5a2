import {
  type ConditionKey,
  type Conditions,
  checkedRange,
  isConditionKey,
  readValue,
  setKeys,
  type ValueProblem,
} from './conditions.ts';
import { defaultDirection, type MarketSort, SORT_KEYS } from './sort.ts';

/** Conditions and a sort under a name. Names are unique, letter case aside. */
export interface SavedQuery {
  readonly name: string;
  readonly show: Conditions;
  readonly sort: MarketSort | undefined;
}

/** What is wrong with the setting, or with its entry at `place`, counted from 1. */
export type SavedQueryProblem =
  | { readonly kind: 'list' }
  | { readonly kind: 'entry' | 'name' | 'duplicate' | 'show' | 'sort'; readonly place: number }
  | { readonly kind: 'key'; readonly place: number; readonly key: string }
  | {
      readonly kind: 'value';
      readonly place: number;
      readonly key: ConditionKey;
      readonly problem: ValueProblem;
    };

export interface SavedQueries {
  /** Those that can be read, with their places in the setting, counted from 0. */
  readonly queries: readonly (SavedQuery & { readonly place: number })[];
  readonly problems: readonly SavedQueryProblem[];
}

/** Reads the setting `savedQueries`. An entry with anything wrong in it is left out whole: half a filter shows too much. */
export function readSavedQueries(setting: unknown): SavedQueries {
  if (!Array.isArray(setting)) return { queries: [], problems: [{ kind: 'list' }] };
  const queries: (SavedQuery & { place: number })[] = [];
  const problems: SavedQueryProblem[] = [];
  for (const [place, entry] of setting.entries()) {
    const read = readEntry(entry, place + 1);
    if ('kind' in read) problems.push(read);
    else if (queries.some((query) => sameName(query.name, read.name)))
      problems.push({ kind: 'duplicate', place: place + 1 });
    else queries.push({ ...read, place });
  }
  return { queries, problems };
}

function readEntry(entry: unknown, place: number): SavedQuery | SavedQueryProblem {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return { kind: 'entry', place };
  const { name, show, sort, order, ...others } = entry as Readonly<Record<string, unknown>>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return { kind: 'key', place, key: unknown };
  if (typeof name !== 'string' || !isQueryName(name)) return { kind: 'name', place };
  if (typeof show !== 'object' || show === null || Array.isArray(show)) return { kind: 'show', place };
  const conditions: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(show)) {
    if (!isConditionKey(key)) return { kind: 'key', place, key };
    const read = readValue(key, value);
    if ('problem' in read) return { kind: 'value', place, key, problem: read.problem };
    conditions[key] = read.value;
  }
  const wrong = rangeProblem(conditions as Conditions);
  if (wrong !== undefined) return { ...wrong, place };
  const sortKey = SORT_KEYS.find((key) => key === sort);
  if (
    (sort !== undefined && sortKey === undefined) ||
    (order !== undefined && order !== 'asc' && order !== 'desc')
  )
    return { kind: 'sort', place };
  return {
    name: name.trim(),
    show: conditions as Conditions,
    sort: sortKey && { key: sortKey, direction: order ?? defaultDirection(sortKey) },
  };
}

/** Words for days move with the day, so only amounts and dates have a range that can be wrong for good. */
function rangeProblem(conditions: Conditions) {
  for (const key of setKeys(conditions)) {
    const value = conditions[key];
    if (value === undefined || (typeof value === 'string' && !/^\d/.test(value))) continue;
    const read = checkedRange(key, value, conditions, FAR_DAY);
    if ('problem' in read && /^\d/.test(String('limit' in read.problem ? read.problem.limit : '')))
      return { kind: 'value', key, problem: read.problem } as const;
  }
  return undefined;
}

const FAR_DAY = '2000-01-01';

const MOST_NAME = 60;

export function isQueryName(name: string): boolean {
  return name.trim() !== '' && name.trim().length <= MOST_NAME && !/\p{C}/u.test(name);
}

export function sameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

/** As the setting holds it. The order of a sort is written where it is not the usual one. */
export function writtenQuery({ name, show, sort }: SavedQuery): object {
  const isUsual = sort === undefined || sort.direction === defaultDirection(sort.key);
  return {
    name: name.trim(),
    show,
    ...(sort === undefined ? {} : { sort: sort.key }),
    ...(isUsual ? {} : { order: sort.direction }),
  };
}

/** The setting with a query in place of the one of its name, else behind the others. Entries that cannot be read stay. */
export function putSavedQuery(setting: unknown, query: SavedQuery): readonly unknown[] {
  const entries: readonly unknown[] = Array.isArray(setting) ? setting : [];
  const before = readSavedQueries(entries).queries.find(({ name }) => sameName(name, query.name));
  return before === undefined
    ? [...entries, writtenQuery(query)]
    : entries.with(before.place, writtenQuery(query));
}

export function renameSavedQuery(
  setting: readonly unknown[],
  place: number,
  name: string,
): readonly unknown[] {
  return setting.with(place, { ...(setting[place] as object), name: name.trim() });
}

export function deleteSavedQuery(setting: readonly unknown[], place: number): readonly unknown[] {
  return setting.toSpliced(place, 1);
}

/** One up or down among the entries that can be read. */
export function moveSavedQuery(setting: readonly unknown[], place: number, by: -1 | 1): readonly unknown[] {
  const { queries } = readSavedQueries(setting);
  const at = queries.findIndex((query) => query.place === place);
  const other = queries[at + by];
  if (at < 0 || other === undefined) return setting;
  return setting.with(place, setting[other.place]).with(other.place, setting[place]);
}
