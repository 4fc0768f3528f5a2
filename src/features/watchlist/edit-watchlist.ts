import { l10n, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import {
  putIntoWatchlist,
  removeFromWatchlist,
  type WatchGroup,
  type WatchPlace,
} from '../../core/watchlist.ts';
import type { RowTarget } from '../ids.ts';
import type { Services } from '../services.ts';
import {
  changeWatchlist,
  nameOf,
  offerUndo,
  openWatchlistSetting,
  placesOf,
  putBack,
  removePlaces,
} from './commands.ts';

interface Action extends QuickPickItem {
  readonly run?: () => Promise<unknown>;
}

/** Asks what to do with rows of the watchlist, with a group, or with the groups there are. */
export async function editWatchlist(
  services: Services,
  target: string | RowTarget | undefined,
  selected?: readonly RowTarget[],
): Promise<void> {
  const { watchlist } = services;
  if (watchlist.problem !== undefined) {
    // Says what is wrong, and where.
    await changeWatchlist(services, (groups) => groups);
    return;
  }
  const subject = typeof target === 'object' ? target.subject : undefined;
  if (subject?.kind === 'watchGroup') {
    const group = watchlist.groups.find(({ name }) => name === subject.name);
    if (group !== undefined) await pick(group.name, groupActions(services, group));
    return;
  }
  const places = target === undefined ? [] : placesOf(services, target, selected);
  if (places.length > 0) await pick(titleOf(services, places), rowActions(services, places));
  else await pick(l10n.t('Watchlist'), listActions(services));
}

async function pick(title: string, actions: readonly Action[]): Promise<void> {
  await (await window.showQuickPick(actions, { title }))?.run?.();
}

function titleOf(services: Services, places: readonly WatchPlace[]): string {
  const [first] = places;
  return first !== undefined && places.length === 1
    ? nameOf(services, first.entry)
    : l10n.t('{0} rows of the watchlist', places.length);
}

function rowActions(services: Services, places: readonly WatchPlace[]): readonly Action[] {
  const entries = places.map(({ entry }) => entry);
  const moveTo = (group: string) =>
    changeWatchlist(services, (groups) =>
      putIntoWatchlist(
        removeFromWatchlist(
          groups,
          places.filter((place) => place.group !== group),
        ),
        entries,
        group,
      ),
    );
  const isElsewhere = (name: string): boolean => places.some(({ group }) => group !== name);
  const groups = services.watchlist.groups.filter(({ name }) => name !== '' && isElsewhere(name));
  return [
    { label: l10n.t('Move to'), kind: QuickPickItemKind.Separator },
    ...groups.map(({ name }): Action => ({ label: name, run: () => moveTo(name) })),
    ...(isElsewhere('') ? [{ label: l10n.t('No group'), run: () => moveTo('') }] : []),
    {
      label: l10n.t('New Group…'),
      iconPath: new ThemeIcon('add'),
      run: async () => {
        const name = await askName(services, '');
        if (name !== undefined) await moveTo(name);
      },
    },
    { label: '', kind: QuickPickItemKind.Separator },
    {
      label: l10n.t('Remove from Watchlist'),
      iconPath: new ThemeIcon('trash'),
      run: () => removePlaces(services, places),
    },
  ];
}

function groupActions(services: Services, group: WatchGroup): readonly Action[] {
  const { name, entries } = group;
  return [
    {
      label: l10n.t('Rename…'),
      iconPath: new ThemeIcon('edit'),
      run: async () => {
        const next = await askName(services, name);
        if (next === undefined || next === name) return;
        await changeWatchlist(services, (groups) =>
          groups.map((each) => (each.name === name ? { ...each, name: next } : each)),
        );
      },
    },
    {
      label: l10n.t('Delete Group'),
      description: entries.length === 0 ? '' : l10n.t('with its {0} rows', entries.length),
      iconPath: new ThemeIcon('trash'),
      run: async () => {
        const before = services.watchlist.groups;
        const without = (groups: readonly WatchGroup[]) => groups.filter((each) => each.name !== name);
        if (!(await changeWatchlist(services, without))) return;
        const places = entries.map((entry) => ({ group: name, entry }));
        offerUndo(services, l10n.t('The group {0} was deleted.', name), (groups) =>
          putBack(putIntoWatchlist(groups, [], name), before, places),
        );
      },
    },
  ];
}

function listActions(services: Services): readonly Action[] {
  const named = services.watchlist.groups.filter(({ name }) => name !== '');
  return [
    ...named.map(
      (group): Action => ({
        label: group.name,
        description: String(group.entries.length),
        run: () => pick(group.name, groupActions(services, group)),
      }),
    ),
    {
      label: l10n.t('New Group…'),
      iconPath: new ThemeIcon('add'),
      run: async () => {
        const name = await askName(services, '');
        if (name !== undefined)
          await changeWatchlist(services, (groups) => putIntoWatchlist(groups, [], name));
      },
    },
    {
      label: l10n.t('Edit as JSON'),
      iconPath: new ThemeIcon('json'),
      run: openWatchlistSetting,
    },
  ];
}

/** A name no other group has; undefined when the question was closed. */
async function askName({ watchlist }: Services, value: string): Promise<string | undefined> {
  const answer = await window.showInputBox({
    title: l10n.t('Name of the Group'),
    value,
    validateInput: (text) => {
      const name = text.trim();
      if (name === '') return l10n.t('Type a name.');
      const isTaken = name !== value && watchlist.groups.some((group) => group.name === name);
      return isTaken ? l10n.t('There is a group {0} already.', name) : undefined;
    },
  });
  return answer?.trim();
}
