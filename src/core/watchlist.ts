import type { SettingReading } from './setting-reading.ts';

/** What somebody watches: a market by its slug, or an event by its slug, or its id where it has none. */
export interface WatchEntry {
  readonly kind: 'market' | 'event';
  readonly key: string;
}

/** Entries under a name, each once; the group without a name stands first, and its entries under no heading. */
export interface WatchGroup {
  readonly name: string;
  readonly entries: readonly WatchEntry[];
}

type Groups = readonly WatchGroup[];

/** The file of a workspace that holds a watchlist. */
export const WATCHLIST_FILE = '.prediction-markets/watchlist.json';

const EVENT = 'event:';
/** No slug has blanks, and none is longer; what the service calls a slug is otherwise taken as it comes. */
const KEY = /^[^\s\p{C}]{1,128}$/u;

/** Reads `aec-nba-lal-bos-2026-11-20` or `event:nba-lal-bos-2026-11-20`. */
export function readWatchEntry(text: unknown): WatchEntry | undefined {
  if (typeof text !== 'string') return undefined;
  const isEvent = text.startsWith(EVENT);
  const key = isEvent ? text.slice(EVENT.length) : text;
  return KEY.test(key) ? { kind: isEvent ? 'event' : 'market', key } : undefined;
}

export function watchEntryText({ kind, key }: WatchEntry): string {
  return kind === 'event' ? `${EVENT}${key}` : key;
}

/** Reads what the setting holds, however wrong it is: texts by the name of their group, `''` for those in none. */
export function readWatchlist(value: unknown): SettingReading<WatchGroup> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { items: [], problem: '' };
  let problem: string | undefined;
  const groups = Object.entries(value).map(([name, texts]): WatchGroup => {
    const list: readonly unknown[] = Array.isArray(texts) ? texts : [];
    if (list !== texts) problem ??= name;
    const entries = list.flatMap((text, index) => {
      const entry = readWatchEntry(text);
      if (entry === undefined) problem ??= `${name} #${index + 1}`;
      return entry ?? [];
    });
    return { name, entries: distinct(entries) };
  });
  return { items: sorted(groups), problem };
}

/** The same of the text of a JSON file. */
export function readWatchlistFile(text: string): SettingReading<WatchGroup> {
  try {
    return readWatchlist(JSON.parse(text));
  } catch {
    return { items: [], problem: '' };
  }
}

export function writeWatchlist(groups: Groups): Readonly<Record<string, readonly string[]>> {
  const written = groups
    .filter(({ name, entries }) => name !== '' || entries.length > 0)
    .map(({ name, entries }) => [name, entries.map(watchEntryText)] as const);
  return Object.fromEntries(written);
}

/** An entry in the group it stands in. */
export interface WatchPlace {
  readonly group: string;
  readonly entry: WatchEntry;
}

/** Takes these out; groups stay, also empty. */
export function takeOutOfWatchlist(groups: Groups, places: readonly WatchPlace[]): Groups {
  return groups.map(({ name, entries }) => {
    const gone = places.filter(({ group }) => group === name).map(({ entry }) => entry);
    return { name, entries: entries.filter((entry) => !has(gone, entry)) };
  });
}

/** Puts these into a group, made if it is not there: before an entry of it, else at its end. What it has already moves. */
export function putIntoWatchlist(
  groups: Groups,
  added: readonly WatchEntry[],
  group: string,
  before?: WatchEntry,
): Groups {
  const all = groups.some(({ name }) => name === group) ? groups : [...groups, { name: group, entries: [] }];
  const there = all.find(({ name }) => name === group)?.entries ?? [];
  // Dropped on one of themselves, they stay where they are.
  if (before !== undefined && has(added, before) && added.every((entry) => has(there, entry))) return all;
  return sorted(
    all.map((each) => {
      if (each.name !== group) return each;
      const rest = each.entries.filter((entry) => !has(added, entry));
      const at = rest.findIndex((entry) => has(before === undefined ? [] : [before], entry));
      return { name: group, entries: rest.toSpliced(at < 0 ? rest.length : at, 0, ...distinct(added)) };
    }),
  );
}

/** A row on its way: what it is about, and where in the watchlist it comes from; a group is its name alone. */
export interface DraggedRow {
  readonly entry?: WatchEntry;
  readonly group?: string;
}

/**
 * The watchlist after rows were dropped on a group or an entry of it: its own rows are moved, others added, and groups put
 * before the one they were dropped on, or last where that is the one without a name.
 */
export function dropIntoWatchlist(
  groups: Groups,
  dragged: readonly DraggedRow[],
  place: { readonly group: string; readonly entry?: WatchEntry },
): Groups {
  const rows = dragged.flatMap(({ entry, group }) => (entry === undefined ? [] : [{ entry, group }]));
  const left = rows.flatMap(({ entry, group }) =>
    group === undefined || group === place.group ? [] : [{ group, entry }],
  );
  const entries = rows.map(({ entry }) => entry);
  const rest = takeOutOfWatchlist(groups, left);
  const put = entries.length === 0 ? rest : putIntoWatchlist(rest, entries, place.group, place.entry);
  const names = dragged.flatMap(({ entry, group = '' }) => (entry === undefined ? [group] : []));
  const moved = put.filter(({ name }) => name !== '' && name !== place.group && names.includes(name));
  const others = put.filter((group) => !moved.includes(group));
  const at = others.findIndex(({ name }) => name !== '' && name === place.group);
  return others.toSpliced(at < 0 ? others.length : at, 0, ...moved);
}

/** Every entry once, in order. */
export function entriesOf(groups: Groups): readonly WatchEntry[] {
  return distinct(groups.flatMap(({ entries }) => entries));
}

/** Whether a market of this slug is watched, or an event of this slug or id. */
export function isWatched(groups: Groups, key: string): boolean {
  return groups.some(({ entries }) => entries.some((entry) => entry.key === key));
}

function has(entries: readonly WatchEntry[], entry: WatchEntry): boolean {
  return entries.some((each) => watchEntryText(each) === watchEntryText(entry));
}

function distinct(entries: readonly WatchEntry[]): readonly WatchEntry[] {
  return [...new Map(entries.map((entry) => [watchEntryText(entry), entry])).values()];
}

function sorted(groups: Groups): Groups {
  return [...groups.filter(({ name }) => name === ''), ...groups.filter(({ name }) => name !== '')];
}
