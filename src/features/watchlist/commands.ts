import { l10n, window } from 'vscode';
import { slugsIn } from '../../core/link.ts';
import {
  isWatched,
  putIntoWatchlist,
  readWatchEntry,
  takeOutOfWatchlist,
  type WatchEntry,
  type WatchGroup,
  type WatchPlace,
  writeWatchlist,
} from '../../core/watchlist.ts';
import { eventTitle } from '../../view/names.ts';
import type { RowTarget } from '../ids.ts';
import { nameOfMarket } from '../market-name.ts';
import { marketSlug, type SearchServices } from '../search/ask-market.ts';
import type { Parts } from '../services.ts';
import { watchEntryOf } from '../trees/dragged-rows.ts';

const SAID_MS = 4_000;
/** Slugs of one selection: each may cost two requests. */
const MOST_SELECTED = 20;

type Groups = readonly WatchGroup[];
type Target = string | RowTarget | undefined;

/** Adds rows, what a text names, what is selected in the editor, or a market that is asked for. */
export async function addToWatchlist(
  services: SearchServices,
  target: Target,
  selected?: readonly RowTarget[],
): Promise<void> {
  const { watchlist } = services;
  const rows = rowsOf(target, selected);
  const entries =
    rows.length > 0
      ? rows.flatMap(({ subject }) => watchEntryOf(subject) ?? [])
      : await named(services, target);
  const [first] = entries;
  if (first === undefined) return;
  const isAdded = await watchlist.edit((groups) => {
    const added = entries.filter(({ key }) => !isWatched(groups, key));
    return putIntoWatchlist(groups, added, '');
  });
  if (!isAdded) return;
  const words =
    entries.length === 1
      ? l10n.t('On the watchlist: {0}', nameOf(services, first))
      : l10n.t('{0} rows are on the watchlist', entries.length);
  void window.setStatusBarMessage(words, SAID_MS);
}

/** Removes rows from where they stand, a group with its rows, or what a text names from every group; that can be undone. */
export async function removeFromWatchlist(
  services: Parts<'watchlist' | 'reporter' | 'watched' | 'view' | 'marketViews'>,
  target: Target,
  selected?: readonly RowTarget[],
): Promise<void> {
  const { watchlist, reporter } = services;
  const group = groupOf(services, target);
  const places = group
    ? group.entries.map((entry) => ({ group: group.name, entry }))
    : placesOf(services, target, selected);
  const [first] = places;
  if (group === undefined && first === undefined) {
    void window.showInformationMessage(l10n.t('This row is not on your own watchlist.'));
    return;
  }
  let before: Groups = [];
  let left: Groups = [];
  const isRemoved = await watchlist.edit((groups) => {
    before = groups;
    left = takeOutOfWatchlist(groups, places).filter(({ name }) => name !== group?.name);
    return left;
  });
  if (!isRemoved) return;
  const one = group?.name ?? (places.length === 1 && first ? nameOf(services, first.entry) : undefined);
  const words =
    one === undefined
      ? l10n.t('{0} rows were removed from the watchlist.', places.length)
      : l10n.t('{0} was removed from the watchlist.', one);
  const action = l10n.t('Undo');
  // Not awaited: the message may stand for minutes.
  void window.showInformationMessage(words, action).then(async (chosen) => {
    // What changed since stays.
    const putBack = (groups: Groups): Groups =>
      JSON.stringify(writeWatchlist(groups)) === JSON.stringify(writeWatchlist(left))
        ? before
        : places.reduce((all, place) => putIntoWatchlist(all, [place.entry], place.group), groups);
    if (chosen === action) await watchlist.edit(putBack).catch((cause: unknown) => reporter.failed(cause));
  });
}

/** Renames a group, moves rows to another one, or makes one where neither is named. */
export async function editWatchlist(
  services: Parts<'watchlist' | 'watched' | 'view' | 'marketViews'>,
  target: Target,
  selected?: readonly RowTarget[],
): Promise<void> {
  const { watchlist } = services;
  if (watchlist.problem !== undefined) return watchlist.open();
  const group = groupOf(services, target);
  const places = target === undefined ? [] : placesOf(services, target, selected);
  const others = new Set(['', ...watchlist.items.map(({ name }) => name)]);
  if (places.every((place) => place.group === places[0]?.group)) others.delete(places[0]?.group ?? '');
  const choices = [...others].map((name) => ({ label: name === '' ? l10n.t('No group') : name, name }));
  const created = { label: l10n.t('New Group…'), name: undefined };
  const isMove = group === undefined && places.length > 0;
  const [place, ...more] = places;
  const title =
    place && more.length === 0
      ? l10n.t('Move {0} to', nameOf(services, place.entry))
      : l10n.t('Move {0} rows to', places.length);
  const chosen = isMove ? await window.showQuickPick([...choices, created], { title }) : created;
  const name = chosen === created ? await askName(services, group?.name ?? '') : chosen?.name;
  if (name === undefined) return;
  const entries = places.map(({ entry }) => entry);
  const left = places.filter((place) => place.group !== name);
  await watchlist.edit((groups) =>
    group === undefined
      ? putIntoWatchlist(takeOutOfWatchlist(groups, left), entries, name)
      : groups.map((each) => (each.name === group.name ? { ...each, name } : each)),
  );
}

/** A name no other group has; undefined when the question was closed. */
async function askName({ watchlist }: Parts<'watchlist'>, value: string): Promise<string | undefined> {
  const validateInput = (text: string): string | undefined => {
    const name = text.trim();
    if (name === '') return l10n.t('Type a name.');
    const isTaken = name !== value && watchlist.items.some((group) => group.name === name);
    return isTaken ? l10n.t('There is a group {0} already.', name) : undefined;
  };
  const title = l10n.t('Name of the Group');
  return (await window.showInputBox({ title, value, validateInput }))?.trim();
}

function groupOf({ watchlist }: Parts<'watchlist'>, target: Target): WatchGroup | undefined {
  const subject = typeof target === 'object' ? target.subject : undefined;
  return watchlist.items.find(({ name }) => subject?.kind === 'watchGroup' && name === subject.name);
}

/** Where the rows of a command stand in the watchlist. */
function placesOf(
  { watchlist }: Parts<'watchlist'>,
  target: Target,
  selected?: readonly RowTarget[],
): readonly WatchPlace[] {
  const rows = rowsOf(target, selected);
  const own = rows.flatMap(({ row }) => row?.watched ?? []);
  if (own.length > 0) return own;
  const keys = new Set(rows.flatMap(({ subject }) => watchEntryOf(subject)?.key ?? []));
  if (typeof target === 'string') keys.add(readWatchEntry(target)?.key ?? target);
  return watchlist.items.flatMap(({ name, entries }) =>
    entries.filter(({ key }) => keys.has(key)).map((entry) => ({ group: name, entry })),
  );
}

function nameOf(services: Parts<'watched' | 'view' | 'marketViews'>, { kind, key }: WatchEntry): string {
  const event = kind === 'event' ? services.watched.event(key) : undefined;
  return event === undefined ? nameOfMarket(services, key) : eventTitle(event);
}

/** The rows a menu was opened on; a menu of the editor hands over the address of its document. */
function rowsOf(target: Target, selected: readonly RowTarget[] | undefined): readonly RowTarget[] {
  if (typeof target !== 'object' || !('subject' in target)) return [];
  return selected !== undefined && selected.length > 0 ? selected : [target];
}

/** What a text or the selection of the editor names; of what stands for nothing it is said. */
async function named(services: SearchServices, target: Target): Promise<readonly WatchEntry[]> {
  const given = typeof target === 'string' ? readWatchEntry(target) : undefined;
  if (given !== undefined) return [given];
  const editor = window.activeTextEditor;
  const slugs = slugsIn(editor?.document.getText(editor.selection) ?? '').slice(0, MOST_SELECTED);
  if (slugs.length === 0 && target !== undefined) {
    void window.showInformationMessage(l10n.t('The selection has no slug and no link to a market.'));
    return [];
  }
  const asked =
    slugs.length > 0 ? undefined : await marketSlug(services, l10n.t('Watch which market?'), undefined);
  const entries: WatchEntry[] = [];
  const unknown: string[] = [];
  for (const slug of asked === undefined ? slugs : [asked]) {
    const entry = await services.watched.lookUp(slug);
    if (entry === undefined) unknown.push(slug);
    else entries.push(entry);
  }
  const { label } = services.session.profile;
  if (unknown.length > 0)
    void window.showWarningMessage(l10n.t('{0} has no market or event {1}.', label, unknown.join(', ')));
  return entries;
}
