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

/**
 * What is wrong with a list as somebody wrote it. `list`: no object of groups. `group`: what stands under a name is no
 * list. `entry`: the text at `place` (1-based) of a group is no slug. `tooLong`: a file has more than is shown.
 */
export type WatchProblem =
  | { readonly kind: 'notJson' }
  | { readonly kind: 'list' }
  | { readonly kind: 'tooLong' }
  | { readonly kind: 'group'; readonly group: string }
  | { readonly kind: 'entry'; readonly group: string; readonly place: number };

export interface WatchReading {
  /** What can be read of it, also beside a problem. */
  readonly groups: readonly WatchGroup[];
  /** The first one. */
  readonly problem: WatchProblem | undefined;
}

/** As settings and files hold it: texts by the name of their group, `''` for those in none. */
export type WrittenWatchlist = Readonly<Record<string, readonly string[]>>;

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

/** Reads what a setting or a file holds, however wrong it is. */
export function readWatchlist(value: unknown): WatchReading {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { groups: [], problem: { kind: 'list' } };
  let problem: WatchProblem | undefined;
  const groups = Object.entries(value).map(([name, texts]): WatchGroup => {
    if (!Array.isArray(texts)) {
      problem ??= { kind: 'group', group: name };
      return { name, entries: [] };
    }
    const entries = texts.flatMap((text: unknown, index) => {
      const entry = readWatchEntry(text);
      if (entry === undefined) problem ??= { kind: 'entry', group: name, place: index + 1 };
      return entry ?? [];
    });
    return { name, entries: distinct(entries) };
  });
  return { groups: sorted(groups), problem };
}

/** Entries of a file that are shown: it is somebody else's, and each may cost a request. */
export const MOST_IN_FILE = 500;

/** The same as the text of a JSON file. */
export function readWatchlistFile(text: string): WatchReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { groups: [], problem: { kind: 'notJson' } };
  }
  const { groups, problem } = readWatchlist(value);
  let left = MOST_IN_FILE;
  const shown = groups.map(({ name, entries }) => {
    const some = entries.slice(0, left);
    left -= some.length;
    return { name, entries: some };
  });
  const isCut = groups.some(({ entries }, at) => entries.length > (shown[at]?.entries.length ?? 0));
  return { groups: shown, problem: problem ?? (isCut ? { kind: 'tooLong' } : undefined) };
}

export function writeWatchlist(groups: readonly WatchGroup[]): WrittenWatchlist {
  const written = groups
    .filter(({ name, entries }) => name !== '' || entries.length > 0)
    .map(({ name, entries }) => [name, entries.map(watchEntryText)] as const);
  return Object.fromEntries(written);
}

export function sameEntry(a: WatchEntry, b: WatchEntry): boolean {
  return a.kind === b.kind && a.key === b.key;
}

export interface WatchPlace {
  readonly group: string;
  readonly entry: WatchEntry;
}

/** Takes these out; groups stay, also empty. */
export function removeFromWatchlist(
  groups: readonly WatchGroup[],
  places: readonly WatchPlace[],
): readonly WatchGroup[] {
  return groups.map(({ name, entries }) => ({
    name,
    entries: entries.filter(
      (entry) => !places.some((place) => place.group === name && sameEntry(place.entry, entry)),
    ),
  }));
}

/** Puts these into a group, made if it is not there: before an entry of it, else at its end. What it has already moves. */
export function putIntoWatchlist(
  groups: readonly WatchGroup[],
  added: readonly WatchEntry[],
  group: string,
  before?: WatchEntry,
): readonly WatchGroup[] {
  const all = groups.some(({ name }) => name === group) ? groups : [...groups, { name: group, entries: [] }];
  const put = distinct(added);
  const isPut = (entry: WatchEntry): boolean => put.some((one) => sameEntry(one, entry));
  // Dropped on one of themselves they stay before what follows it.
  const of = all.find(({ name }) => name === group)?.entries ?? [];
  const from = before === undefined ? -1 : of.findIndex((entry) => sameEntry(entry, before));
  const next = from < 0 ? undefined : of.slice(from).find((entry) => !isPut(entry));
  return sorted(
    all.map((each) => {
      if (each.name !== group) return each;
      const rest = each.entries.filter((entry) => !isPut(entry));
      const at = next === undefined ? rest.length : rest.indexOf(next);
      return { name: group, entries: [...rest.slice(0, at), ...put, ...rest.slice(at)] };
    }),
  );
}

/** Puts a group before another one; after all of them where that is the one without a name. */
export function moveWatchGroup(
  groups: readonly WatchGroup[],
  name: string,
  before: string,
): readonly WatchGroup[] {
  const moved = groups.find((group) => group.name === name);
  if (moved === undefined || name === before || name === '') return groups;
  const rest = groups.filter((group) => group !== moved);
  const at = before === '' ? -1 : rest.findIndex((group) => group.name === before);
  return at < 0 ? [...rest, moved] : [...rest.slice(0, at), moved, ...rest.slice(at)];
}

/** Every entry once, in order. */
export function entriesOf(groups: readonly WatchGroup[]): readonly WatchEntry[] {
  return distinct(groups.flatMap(({ entries }) => entries));
}

function distinct(entries: readonly WatchEntry[]): readonly WatchEntry[] {
  return [...new Map(entries.map((entry) => [watchEntryText(entry), entry])).values()];
}

function sorted(groups: readonly WatchGroup[]): readonly WatchGroup[] {
  return [...groups.filter(({ name }) => name === ''), ...groups.filter(({ name }) => name !== '')];
}
