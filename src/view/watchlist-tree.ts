import type { Market, MarketEvent } from '../core/market.ts';
import type { SettingReading } from '../core/setting-reading.ts';
import {
  entriesOf,
  WATCHLIST_FILE,
  type WatchEntry,
  type WatchGroup,
  watchEntryText,
} from '../core/watchlist.ts';
import { listedEventRow } from './events-tree.ts';
import { type MarketRowSource, MarketRows } from './market-rows.ts';
import { eventTitle, marketName } from './names.ts';
import { counted, joined, type Row, spokenParts, type ViewContext } from './row.ts';
import { withSharedNames } from './row-names.ts';
import { problemRows } from './setting-problem.ts';
import { below } from './shown-rows.ts';

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

/** Rows of the watchlist: what is wrong with it, what is in no group, the groups, the lists of the workspace. */
export function watchlistTree(tree: WatchlistTree, plain: ViewContext): readonly Row[] {
  const entries = entriesOf([...tree.own.items, ...tree.workspace.flatMap(({ items }) => items)]);
  const context = withSharedNames(
    entries
      .flatMap(({ kind, key }) => (kind === 'market' ? tree.market(key) : (tree.event(key)?.markets ?? [])))
      .map((market) => ({ market })),
    plain,
  );
  const made = new MarketRows(tree, context);
  made.memo.begin(context);
  const { own, workspace } = tree;
  const rowsOf = (id: string, { entries }: WatchGroup): readonly Row[] =>
    entries.map((entry) => below(id, { ...entryRow(entry, tree, made, context), id: watchEntryText(entry) }));
  const ownRows = own.items.flatMap((group) => {
    const { name, entries } = group;
    const id = `watch/${encodeURIComponent(name)}`;
    const children = (): readonly Row[] =>
      rowsOf(id, group).map((row, at) => ({
        ...row,
        watched: { group: name, entry: entries[at] as WatchEntry },
      }));
    return name === ''
      ? children()
      : [{ ...groupRow(id, group, children), subject: { kind: 'watchGroup', name } as const }];
  });
  const fileRows = workspace.map(({ name, items, problem }, index): Row => {
    const id = `workspace/${index}`;
    const all = { name, entries: entriesOf(items) };
    const text = context.t('From the file {0} of the workspace. Change it there.', WATCHLIST_FILE);
    return {
      ...groupRow(id, all, () => [
        ...problemRows(problem, WATCHLIST_FILE, context).map((row) => below(id, row)),
        ...rowsOf(id, all),
      ]),
      parts: [String(all.entries.length), context.t('workspace')],
      contextValue: 'watchGroup.workspace',
      tooltip: () => [
        { kind: 'title', text: name },
        { kind: 'text', text },
      ],
    };
  });
  return [
    ...problemRows(own.problem, own.name, context, { id: 'editWatchlist', args: [] }),
    ...ownRows,
    ...fileRows,
  ];
}

function groupRow(id: string, { name, entries }: WatchGroup, children: () => readonly Row[]): Row {
  return {
    id,
    ...counted(name, [String(entries.length)]),
    contextValue: 'watchGroup',
    tooltip: () => [],
    collapsible: 'expanded',
    children,
  };
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
    parts: [words],
    accessibilityLabel: spokenParts([label, words]),
    contextValue: 'watch.gone',
    subject: kind === 'market' ? { kind: 'market', slug: key } : { kind: 'event', key, slugs: [] },
    tooltip: () => [{ kind: 'title', text: joined([label, words]) }],
    collapsible: 'none',
  };
}
