import { eventPhase } from '../core/lifecycle.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import {
  MOST_IN_FILE,
  type WatchEntry,
  type WatchGroup,
  type WatchProblem,
  watchEntryText,
} from '../core/watchlist.ts';
import { listedEventRow } from './events-tree.ts';
import { type MarketRowSource, MarketRows } from './market-rows.ts';
import { eventTitle, marketName } from './names.ts';
import { counted, joined, type Row, spokenParts, type ViewContext } from './row.ts';

/** A list that belongs to a folder of the workspace: it is shown and not changed. */
export interface WorkspaceWatchlist {
  /** Of the folder. */
  readonly name: string;
  readonly groups: readonly WatchGroup[];
  readonly problem: WatchProblem | undefined;
}

export interface WatchlistTree extends MarketRowSource {
  readonly groups: readonly WatchGroup[];
  /** Name of the setting the groups are from. */
  readonly setting: string;
  /** What is wrong with it. */
  readonly problem: WatchProblem | undefined;
  readonly workspace: readonly WorkspaceWatchlist[];
  /** As they were read last; undefined before. */
  market(slug: string): Market | undefined;
  event(key: string): MarketEvent | undefined;
  isGone(entry: WatchEntry): boolean;
}

export const WATCHLIST_FILE = '.prediction-markets/watchlist.json';

/** Rows of the watchlist: what is wrong with it, what is in no group, the groups, the lists of the workspace. */
export function watchlistTree(tree: WatchlistTree, context: ViewContext): readonly Row[] {
  const made = new MarketRows(tree, context);
  made.memo.begin(context);
  const entryRows = (group: WatchGroup, at: string, isOwn: boolean): readonly Row[] =>
    group.entries.map((entry) => {
      const row = withIdsBelow(entryRow(entry, tree, made, context), `${at}${rowPath(group.name, entry)}`);
      return isOwn ? { ...row, watched: { group: group.name, entry } } : row;
    });
  const groupRows = (groups: readonly WatchGroup[], at: string, isOwn: boolean): readonly Row[] =>
    groups.flatMap((group) => {
      const id = `${at}${groupPath(group.name)}`;
      const rows = (): readonly Row[] => entryRows(group, at, isOwn);
      if (group.name === '') return rows();
      const { name, entries } = group;
      const subject = { kind: 'watchGroup', name } as const;
      return [{ ...groupRow(id, name, entries, rows, tree, context), ...(isOwn ? { subject } : {}) }];
    });
  return [
    ...problemRows(tree.problem, tree.setting, 'watch', context),
    ...groupRows(tree.groups, 'watch', true),
    ...tree.workspace.map(({ name, groups, problem }, index): Row => {
      const id = `workspace/${index}`;
      const entries = groups.flatMap((group) => group.entries);
      const rows = (): readonly Row[] => [
        ...problemRows(problem, WATCHLIST_FILE, id, context),
        ...groupRows(groups, id, false),
      ];
      const row = groupRow(id, name, entries, rows, tree, context);
      return {
        ...row,
        description: joined([row.description, context.t('workspace')]),
        tooltip: () => [
          { kind: 'title', text: name },
          {
            kind: 'text',
            text: context.t('From the file {0} of the workspace. Change it there.', WATCHLIST_FILE),
          },
        ],
      };
    }),
  ];
}

function groupPath(name: string): string {
  return `/${encodeURIComponent(name)}`;
}

function rowPath(group: string, entry: WatchEntry): string {
  return `${groupPath(group)}/${watchEntryText(entry)}`;
}

/** Where a row of the watchlist stands, also one below an event; undefined for those of a workspace. */
export function watchPlaceOf(
  rowId: string,
  groups: readonly WatchGroup[],
): { readonly group: string; readonly entry?: WatchEntry } | undefined {
  for (const { name, entries } of groups) {
    if (rowId === `watch${groupPath(name)}`) return { group: name };
    for (const entry of entries) {
      const id = `watch${rowPath(name, entry)}`;
      if (rowId === id || rowId.startsWith(`${id}/`)) return { group: name, entry };
    }
  }
  return undefined;
}

/** What is wrong with a watchlist, in words that name the place. */
export function watchProblemText(problem: WatchProblem, { t }: ViewContext): string {
  switch (problem.kind) {
    case 'notJson':
      return t('This is no JSON');
    case 'list':
      return t('This is no object of lists');
    case 'tooLong':
      return t('Only the first {0} entries are shown', MOST_IN_FILE);
    case 'group':
      return t('“{0}” is no list of slugs', problem.group);
    case 'entry':
      return problem.group === ''
        ? t('Entry {0} of the list "" is no slug', problem.place)
        : t('Entry {0} of “{1}” is no slug', problem.place, problem.group);
  }
}

function problemRows(
  problem: WatchProblem | undefined,
  where: string,
  at: string,
  context: ViewContext,
): readonly Row[] {
  if (problem === undefined) return [];
  const { t } = context;
  const label = watchProblemText(problem, context);
  const rest = t('The rest is shown. Nothing is written until it is corrected.');
  return [
    {
      id: `${at}:problem`,
      label,
      description: where,
      icon: { id: 'warning' },
      accessibilityLabel: spokenParts([label, where, rest]),
      contextValue: 'watch.problem',
      tooltip: () => [
        { kind: 'title', text: label },
        { kind: 'text', text: where },
        { kind: 'text', text: rest },
      ],
      collapsible: 'none',
      ...(at === 'watch' ? { command: { id: 'editWatchlist', args: [] } } : {}),
    },
  ];
}

function groupRow(
  id: string,
  name: string,
  entries: readonly WatchEntry[],
  children: () => readonly Row[],
  tree: WatchlistTree,
  context: ViewContext,
): Row {
  const { t, format } = context;
  const now = format.settings.now();
  const live = entries.filter((entry) => {
    const event = entry.kind === 'event' ? tree.event(entry.key) : eventOf(tree, entry.key);
    return event !== undefined && eventPhase(event, now) === 'live';
  }).length;
  return {
    id,
    ...counted(name, joined([String(entries.length), live === 0 ? undefined : t('{0} live', live)])),
    contextValue: id.startsWith('workspace/') ? 'watchGroup.workspace' : 'watchGroup',
    tooltip: () => [],
    collapsible: 'expanded',
    children,
  };
}

function eventOf(tree: WatchlistTree, slug: string): MarketEvent | undefined {
  const market = tree.market(slug);
  return market && (tree.view?.(market).event ?? market.events[0]);
}

function entryRow(entry: WatchEntry, tree: WatchlistTree, made: MarketRows, context: ViewContext): Row {
  const { kind, key } = entry;
  const isGone = tree.isGone(entry);
  const market = kind === 'market' ? tree.market(key) : undefined;
  if (market !== undefined)
    return isGone
      ? goneRow(entry, marketName(market, eventOf(tree, key), context), context)
      : made.alone(market);
  const event = kind === 'event' ? tree.event(key) : undefined;
  if (event !== undefined)
    return isGone ? goneRow(entry, eventTitle(event), context) : listedEventRow(event, made, context);
  return isGone
    ? goneRow(entry, key, context)
    : plainRow(entry, key, context.t('not read yet'), context.t('It is read soon.'));
}

function goneRow(entry: WatchEntry, name: string, { t }: ViewContext): Row {
  return plainRow(
    entry,
    name,
    t('not listed any more'),
    t('The service of this connection does not list it, or not any more.'),
  );
}

function plainRow({ kind, key }: WatchEntry, label: string, words: string, more: string): Row {
  return {
    id: key,
    label,
    description: words,
    accessibilityLabel: spokenParts([label, words]),
    contextValue: 'watch.gone',
    subject: kind === 'market' ? { kind: 'market', slug: key } : { kind: 'event', key, slugs: [] },
    tooltip: () => [
      { kind: 'title', text: label },
      { kind: 'text', text: more },
    ],
    collapsible: 'none',
  };
}

/** A thing may stand in several groups, and a market below its event too: every id says the whole way to its row. */
function withIdsBelow(row: Row, id: string): Row {
  const { children } = row;
  if (children === undefined) return { ...row, id };
  return { ...row, id, children: () => children().map((child) => withIdsBelow(child, `${id}/${child.id}`)) };
}
