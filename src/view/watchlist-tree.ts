import type { Market, MarketEvent } from '../core/market.ts';
import type { SettingReading } from '../core/setting-reading.ts';
import { type WatchEntry, type WatchGroup, watchEntryText } from '../core/watchlist.ts';
import { listedEventRow } from './events-tree.ts';
import { type MarketRowSource, MarketRows } from './market-rows.ts';
import { eventTitle, marketName } from './names.ts';
import { counted, joined, type Row, spokenParts, type ViewContext } from './row.ts';
import { problemRows } from './setting-problem.ts';

/** A list that belongs to a folder of the workspace: it is shown and not changed. */
export interface WorkspaceWatchlist extends SettingReading<WatchGroup> {
  /** Of the folder. */
  readonly name: string;
}

export interface WatchlistTree extends MarketRowSource {
  /** One's own list: its setting by name. */
  readonly own: SettingReading<WatchGroup> & { readonly name: string };
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
  const { own, workspace } = tree;
  return [
    ...problemRows(own.problem, own.name, context, { id: 'editWatchlist', args: [] }),
    ...own.items.flatMap((group) => groupRows(group, 'watch', tree, made, context)),
    ...workspace.map((list, index) => workspaceRow(list, `workspace/${index}`, tree, made, context)),
  ];
}

function workspaceRow(
  { name, items, problem }: WorkspaceWatchlist,
  id: string,
  tree: WatchlistTree,
  made: MarketRows,
  context: ViewContext,
): Row {
  const { t } = context;
  const count = items.flatMap(({ entries }) => entries).length;
  return {
    id,
    ...counted(name, joined([String(count), t('workspace')])),
    contextValue: 'watchGroup.workspace',
    tooltip: () => [
      { kind: 'title', text: name },
      { kind: 'text', text: t('From the file {0} of the workspace. Change it there.', WATCHLIST_FILE) },
    ],
    collapsible: 'expanded',
    children: () => [
      ...problemRows(problem, WATCHLIST_FILE, context).map((row) => withIdsBelow(row, `${id}/${row.id}`)),
      ...items.flatMap((group) => groupRows(group, id, tree, made, context)),
    ],
  };
}

/** The row of a group, or the rows of the one without a name. */
function groupRows(
  { name, entries }: WatchGroup,
  at: string,
  tree: WatchlistTree,
  made: MarketRows,
  context: ViewContext,
): readonly Row[] {
  const isOwn = at === 'watch';
  const id = `${at}/${encodeURIComponent(name)}`;
  const children = (): readonly Row[] =>
    entries.map((entry) => {
      const row = withIdsBelow(entryRow(entry, tree, made, context), `${id}/${watchEntryText(entry)}`);
      return isOwn ? { ...row, watched: { group: name, entry } } : row;
    });
  if (name === '') return children();
  return [
    {
      id,
      ...counted(name, String(entries.length)),
      contextValue: isOwn ? 'watchGroup' : 'watchGroup.workspace',
      ...(isOwn ? { subject: { kind: 'watchGroup', name } } : {}),
      tooltip: () => [],
      collapsible: 'expanded',
      children,
    },
  ];
}

function entryRow(entry: WatchEntry, tree: WatchlistTree, made: MarketRows, context: ViewContext): Row {
  const { kind, key } = entry;
  const { t } = context;
  const market = kind === 'market' ? tree.market(key) : undefined;
  const event = kind === 'event' ? tree.event(key) : undefined;
  const isGone = tree.isGone(entry);
  if (!isGone && market !== undefined) return made.alone(market);
  if (!isGone && event !== undefined) return listedEventRow(event, made, context);
  const label = market
    ? marketName(market, made.view(market).event, context)
    : event
      ? eventTitle(event)
      : key;
  const words = isGone ? t('not listed any more') : t('not read yet');
  return {
    id: key,
    label,
    description: words,
    accessibilityLabel: spokenParts([label, words]),
    contextValue: 'watch.gone',
    subject: kind === 'market' ? { kind: 'market', slug: key } : { kind: 'event', key, slugs: [] },
    tooltip: () => [{ kind: 'title', text: joined([label, words]) }],
    collapsible: 'none',
  };
}

/** A thing may stand in several groups, and a market below its event too: every id says the whole way to its row. */
function withIdsBelow(row: Row, id: string): Row {
  const { children } = row;
  if (children === undefined) return { ...row, id };
  return { ...row, id, children: () => children().map((child) => withIdsBelow(child, `${id}/${child.id}`)) };
}
