import { commands, l10n, window } from 'vscode';
import { slugsIn } from '../../core/link.ts';
import {
  putIntoWatchlist,
  readWatchEntry,
  removeFromWatchlist,
  sameEntry,
  type WatchEntry,
  type WatchGroup,
  type WatchPlace,
} from '../../core/watchlist.ts';
import { isExchangeError } from '../../exchange/errors.ts';
import { eventTitle } from '../../view/names.ts';
import { watchProblemText } from '../../view/watchlist-tree.ts';
import type { RowTarget } from '../ids.ts';
import { askMarket } from '../search/ask-market.ts';
import type { Services } from '../services.ts';
import { watchEntryOf } from '../trees/dragged-rows.ts';
import { WATCHLIST_SETTING } from '../watchlist.ts';

const SAID_MS = 4_000;
/** Slugs of one selection: each may cost two requests. */
const MOST_SELECTED = 20;

type Groups = readonly WatchGroup[];
type Target = string | RowTarget | undefined;

/** Changes the watchlist, or says what has to be corrected first. */
export async function changeWatchlist(
  services: Services,
  change: (groups: Groups) => Groups,
): Promise<boolean> {
  const { watchlist, view } = services;
  if (await watchlist.edit(change)) return true;
  const problem = watchlist.problem;
  const action = l10n.t('Open Settings');
  const chosen = await window.showErrorMessage(
    l10n.t(
      'The setting {0} was left as it is: {1}. Correct it first.',
      WATCHLIST_SETTING,
      problem === undefined ? '' : watchProblemText(problem, view()),
    ),
    action,
  );
  if (chosen === action) await openWatchlistSetting();
  return false;
}

export async function openWatchlistSetting(): Promise<void> {
  await commands.executeCommand('workbench.action.openSettingsJson', {
    revealSetting: { key: WATCHLIST_SETTING, edit: true },
  });
}

/** Adds rows, what a text names, what is selected in the editor, or a market that is asked for. */
export async function addToWatchlist(
  services: Services,
  target: Target,
  selected?: readonly RowTarget[],
): Promise<void> {
  const rows = rowsOf(target, selected);
  const entries =
    rows.length > 0
      ? rows.flatMap(({ subject }) => watchEntryOf(subject) ?? [])
      : await named(services, target);
  const fresh = entries.filter(({ key }) => !services.watchlist.isWatched(key));
  const [first] = entries;
  if (first === undefined) return;
  const name = nameOf(services, first);
  if (fresh.length === 0) {
    void window.setStatusBarMessage(l10n.t('{0} is on the watchlist already', name), SAID_MS);
    return;
  }
  if (!(await changeWatchlist(services, (groups) => putIntoWatchlist(groups, fresh, '')))) return;
  const words =
    fresh.length === 1
      ? l10n.t('{0} is on the watchlist', nameOf(services, fresh[0] as WatchEntry))
      : l10n.t('{0} added to the watchlist', fresh.length);
  void window.setStatusBarMessage(words, SAID_MS);
}

/** Removes rows from where they stand, or what a text names from every group; for a while that can be undone. */
export async function removeRows(
  services: Services,
  target: Target,
  selected?: readonly RowTarget[],
): Promise<void> {
  const places = placesOf(services, target, selected);
  if (places.length === 0) {
    void window.showInformationMessage(
      target === undefined
        ? l10n.t('Select a row of the Watchlist view first.')
        : l10n.t('This row is not on your own watchlist.'),
    );
    return;
  }
  await removePlaces(services, places);
}

/** Removes entries and offers to put them back where they were. */
export async function removePlaces(services: Services, places: readonly WatchPlace[]): Promise<void> {
  const before = services.watchlist.groups;
  if (!(await changeWatchlist(services, (groups) => removeFromWatchlist(groups, places)))) return;
  const [first] = places;
  const words =
    first !== undefined && places.length === 1
      ? l10n.t('{0} was removed from the watchlist.', nameOf(services, first.entry))
      : l10n.t('{0} rows were removed from the watchlist.', places.length);
  offerUndo(services, words, (groups) => putBack(groups, before, places));
}

/** Says what was done, with a button that takes it back. Not awaited: the message may stand for minutes. */
export function offerUndo(services: Services, words: string, undo: (groups: Groups) => Groups): void {
  const action = l10n.t('Undo');
  void window.showInformationMessage(words, action).then(async (chosen) => {
    try {
      if (chosen === action) await changeWatchlist(services, undo);
    } catch (cause) {
      await services.reporter.failed(cause);
    }
  });
}

/** Puts entries before what followed them in an earlier list; what changed since stays. */
export function putBack(now: Groups, before: Groups, places: readonly WatchPlace[]): Groups {
  return places.toReversed().reduce((groups, { group, entry }) => {
    const old = before.find(({ name }) => name === group)?.entries ?? [];
    const at = old.findIndex((each) => sameEntry(each, entry));
    const current = groups.find(({ name }) => name === group)?.entries ?? [];
    const next = old.slice(at + 1).find((each) => current.some((one) => sameEntry(one, each)));
    return putIntoWatchlist(groups, [entry], group, next);
  }, now);
}

/** Where the rows of a command stand in the watchlist. */
export function placesOf(
  { watchlist }: Pick<Services, 'watchlist'>,
  target: Target,
  selected?: readonly RowTarget[],
): readonly WatchPlace[] {
  const rows = rowsOf(target, selected);
  const own = rows.flatMap(({ row }) => row?.watched ?? []);
  if (own.length > 0) return own;
  const keys = new Set(rows.flatMap(({ subject }) => watchEntryOf(subject)?.key ?? []));
  if (typeof target === 'string') keys.add(readWatchEntry(target)?.key ?? target);
  return watchlist.groups.flatMap(({ name, entries }) =>
    entries.filter(({ key }) => keys.has(key)).map((entry) => ({ group: name, entry })),
  );
}

export function nameOf(services: Services, { kind, key }: WatchEntry): string {
  if (kind === 'market') return services.nameOf(key);
  const event = services.watched.event(key);
  return event === undefined ? key : eventTitle(event);
}

/** The rows a menu was opened on; a menu of the editor hands over the address of its document. */
function rowsOf(target: Target, selected: readonly RowTarget[] | undefined): readonly RowTarget[] {
  if (typeof target !== 'object' || !('subject' in target)) return [];
  return selected !== undefined && selected.length > 0 ? selected : [target];
}

async function named(services: Services, target: Target): Promise<readonly WatchEntry[]> {
  const editor = window.activeTextEditor;
  const text = typeof target === 'string' ? target : editor?.document.getText(editor.selection).trim();
  const entry = typeof target === 'string' ? readWatchEntry(target) : undefined;
  if (entry?.kind === 'event') return [entry];
  const found = slugsIn(text ?? '').slice(0, MOST_SELECTED);
  // What the service calls a slug need not look like one.
  const slugs = found.length === 0 && entry !== undefined ? [entry.key] : found;
  if (slugs.length > 0) return resolved(services, slugs);
  if (target !== undefined) {
    void window.showInformationMessage(l10n.t('The selection has no slug and no link to a market.'));
    return [];
  }
  const asked = await askMarket(services, { title: l10n.t('Watch which market?') });
  return asked === undefined ? [] : resolved(services, [asked]);
}

/** What slugs stand for; of those that stand for nothing it is said. */
async function resolved(services: Services, slugs: readonly string[]): Promise<readonly WatchEntry[]> {
  const entries: WatchEntry[] = [];
  const unknown: string[] = [];
  for (const slug of slugs) {
    const entry = await lookedUp(services, slug);
    if (entry === undefined) unknown.push(slug);
    else entries.push(entry);
  }
  if (unknown.length > 0)
    void window.showWarningMessage(
      l10n.t('{0} has no market or event {1}.', services.session.profile.label, unknown.join(', ')),
    );
  return entries;
}

async function lookedUp(services: Services, slug: string): Promise<WatchEntry | undefined> {
  const { markets, watched, session, clock } = services;
  if (markets.get(slug) !== undefined) return { kind: 'market', key: slug };
  if (watched.event(slug) !== undefined) return { kind: 'event', key: slug };
  const exchange = await session.ensure();
  try {
    const isId = /^\d+$/.test(slug);
    const market = await (isId ? exchange.marketById(slug) : exchange.marketBySlug(slug));
    markets.upsert(market, clock.now());
    return { kind: 'market', key: market.slug };
  } catch (cause) {
    if (!isExchangeError(cause) || cause.code !== 'notFound') throw cause;
  }
  try {
    markets.upsert((await exchange.eventBySlug(slug)).markets, clock.now());
    return { kind: 'event', key: slug };
  } catch (cause) {
    if (isExchangeError(cause) && (cause.code === 'notFound' || cause.code === 'unsupported'))
      return undefined;
    throw cause;
  }
}
