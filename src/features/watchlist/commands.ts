import { l10n, type QuickPickItem, window } from 'vscode';
import { slugsIn } from '../../core/link.ts';
import {
  isWatched,
  putBackIntoWatchlist,
  putIntoWatchlist,
  readWatchEntry,
  removeFromWatchlist,
  type WatchEntry,
  type WatchGroup,
  type WatchPlace,
} from '../../core/watchlist.ts';
import { eventTitle } from '../../view/names.ts';
import type { RowTarget } from '../ids.ts';
import { askMarket } from '../search/ask-market.ts';
import type { Services } from '../services.ts';
import { watchEntryOf } from '../trees/dragged-rows.ts';

const SAID_MS = 4_000;
/** Slugs of one selection: each may cost two requests. */
const MOST_SELECTED = 20;

type Groups = readonly WatchGroup[];
type Target = string | RowTarget | undefined;

interface Action extends QuickPickItem {
  run(): Promise<unknown>;
}

/** Adds rows, what a text names, what is selected in the editor, or a market that is asked for. */
export async function addToWatchlist(
  services: Services,
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
      ? l10n.t('{0} is on the watchlist', nameOf(services, first))
      : l10n.t('{0} rows are on the watchlist', entries.length);
  void window.setStatusBarMessage(words, SAID_MS);
}

/** Removes rows from where they stand, or what a text names from every group; for a while that can be undone. */
export async function removeRows(
  services: Services,
  target: Target,
  selected?: readonly RowTarget[],
): Promise<void> {
  const places = placesOf(services, target, selected);
  const [first] = places;
  if (first === undefined) {
    void window.showInformationMessage(l10n.t('This row is not on your own watchlist.'));
    return;
  }
  const words =
    places.length === 1
      ? l10n.t('{0} was removed from the watchlist.', nameOf(services, first.entry))
      : l10n.t('{0} rows were removed from the watchlist.', places.length);
  await remove(services, places, words, (groups) => removeFromWatchlist(groups, places));
}

/** Moves rows to another group; renames or deletes a group; makes one where neither is named. */
export async function editWatchlist(
  services: Services,
  target: Target,
  selected?: readonly RowTarget[],
): Promise<void> {
  const { watchlist } = services;
  if (watchlist.problem !== undefined) return watchlist.open();
  const subject = typeof target === 'object' ? target.subject : undefined;
  const name = subject?.kind === 'watchGroup' ? subject.name : undefined;
  const places = target === undefined ? [] : placesOf(services, target, selected);
  const actions =
    name !== undefined
      ? groupActions(services, name)
      : places.length > 0
        ? moveActions(services, places)
        : [newGroup(services, []), { label: l10n.t('Edit as JSON'), run: () => watchlist.open() }];
  const [first] = places;
  const title = name ?? (first === undefined ? l10n.t('Watchlist') : l10n.t('Move to'));
  await (await window.showQuickPick(actions, { title }))?.run();
}

function moveActions(services: Services, places: readonly WatchPlace[]): readonly Action[] {
  const others = new Set(['', ...services.watchlist.items.map(({ name }) => name)]);
  if (places.every(({ group }) => group === places[0]?.group)) others.delete(places[0]?.group ?? '');
  return [
    ...[...others].map((name) => ({
      label: name === '' ? l10n.t('No group') : name,
      run: () => move(services, places, name),
    })),
    newGroup(services, places),
  ];
}

function groupActions(services: Services, name: string): readonly Action[] {
  const { watchlist } = services;
  return [
    {
      label: l10n.t('Rename…'),
      run: async () => {
        const next = await askName(services, name);
        if (next !== undefined)
          await watchlist.edit((groups) =>
            groups.map((each) => (each.name === name ? { ...each, name: next } : each)),
          );
      },
    },
    {
      label: l10n.t('Delete Group'),
      run: async () => {
        const entries = watchlist.items.find((each) => each.name === name)?.entries ?? [];
        const places = entries.map((entry) => ({ group: name, entry }));
        const words = l10n.t('The group {0} was deleted.', name);
        await remove(services, places, words, (groups) => groups.filter((each) => each.name !== name));
      },
    },
  ];
}

function newGroup(services: Services, places: readonly WatchPlace[]): Action {
  return {
    label: l10n.t('New Group…'),
    run: async () => {
      const name = await askName(services, '');
      if (name !== undefined) await move(services, places, name);
    },
  };
}

async function move(services: Services, places: readonly WatchPlace[], group: string): Promise<void> {
  const entries = places.map(({ entry }) => entry);
  const left = places.filter((place) => place.group !== group);
  await services.watchlist.edit((groups) =>
    putIntoWatchlist(removeFromWatchlist(groups, left), entries, group),
  );
}

/** Takes entries away, and offers to put them back where they were. */
async function remove(
  { watchlist, reporter }: Services,
  places: readonly WatchPlace[],
  words: string,
  change: (groups: Groups) => Groups,
): Promise<void> {
  const before = watchlist.items;
  if (!(await watchlist.edit(change))) return;
  const action = l10n.t('Undo');
  // Not awaited: the message may stand for minutes.
  void window.showInformationMessage(words, action).then(async (chosen) => {
    if (chosen !== action) return;
    await watchlist
      .edit((groups) => putBackIntoWatchlist(groups, before, places))
      .catch((cause: unknown) => reporter.failed(cause));
  });
}

/** A name no other group has; undefined when the question was closed. */
async function askName({ watchlist }: Services, value: string): Promise<string | undefined> {
  const answer = await window.showInputBox({
    title: l10n.t('Name of the Group'),
    value,
    validateInput: (text) => {
      const name = text.trim();
      if (name === '') return l10n.t('Type a name.');
      const isTaken = name !== value && watchlist.items.some((group) => group.name === name);
      return isTaken ? l10n.t('There is a group {0} already.', name) : undefined;
    },
  });
  return answer?.trim();
}

/** Where the rows of a command stand in the watchlist. */
function placesOf(
  { watchlist }: Services,
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

function nameOf(services: Services, { kind, key }: WatchEntry): string {
  const event = kind === 'event' ? services.watched.event(key) : undefined;
  return event === undefined ? services.nameOf(key) : eventTitle(event);
}

/** The rows a menu was opened on; a menu of the editor hands over the address of its document. */
function rowsOf(target: Target, selected: readonly RowTarget[] | undefined): readonly RowTarget[] {
  if (typeof target !== 'object' || !('subject' in target)) return [];
  return selected !== undefined && selected.length > 0 ? selected : [target];
}

/** What a text or the selection of the editor names; of what stands for nothing it is said. */
async function named(services: Services, target: Target): Promise<readonly WatchEntry[]> {
  const given = typeof target === 'string' ? readWatchEntry(target) : undefined;
  if (given !== undefined) return [given];
  const editor = window.activeTextEditor;
  const slugs = [...slugsIn(editor?.document.getText(editor.selection) ?? '')].slice(0, MOST_SELECTED);
  if (slugs.length === 0 && target !== undefined) {
    void window.showInformationMessage(l10n.t('The selection has no slug and no link to a market.'));
    return [];
  }
  if (slugs.length === 0)
    slugs.push((await askMarket(services, { title: l10n.t('Watch which market?') })) ?? '');
  const entries: WatchEntry[] = [];
  const unknown: string[] = [];
  for (const slug of slugs.filter((each) => each !== '')) {
    const entry = await services.watched.lookUp(slug);
    if (entry === undefined) unknown.push(slug);
    else entries.push(entry);
  }
  const { label } = services.session.profile;
  if (unknown.length > 0)
    void window.showWarningMessage(l10n.t('{0} has no market or event {1}.', label, unknown.join(', ')));
  return entries;
}
