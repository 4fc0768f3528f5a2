import { l10n } from 'vscode';
import { appliedHere } from '../../core/conditions.ts';
import { EventFactsMemo } from '../../core/event-facts.ts';
import { RANKED_STEP } from '../../store/markets/ranking.ts';
import { WHOLE_HISTORY } from '../../view/activity-rows.ts';
import { catalogueTree, type GroupProgress } from '../../view/catalogue-tree.ts';
import { conditionsText, sortWord } from '../../view/condition-text.ts';
import { type MarketRowSource, RowMemo } from '../../view/market-rows.ts';
import { loadMoreRow, showMoreRow } from '../../view/markets-tree.ts';
import { failureSentence } from '../../view/messages.ts';
import { contextOfList } from '../../view/row.ts';
import { shownRow, unknownNotes } from '../../view/shown-rows.ts';
import type { RowTarget } from '../ids.ts';
import { isReadWhole, readCount, readingNote } from '../reading-note.ts';
import type { Editor, Services } from '../services.ts';
import { fillView, hasRead } from '../trees/view.ts';
import { groupedRows, leaguesOf, savedRows } from './saved-rows.ts';

/** Markets by category and event, or flat; or those that match what is shown. Saved queries stand at the top. */
export function registerMarkets(editor: Editor, services: Services): void {
  const { markets, catalogue, ahead, index, matches, show, marketViews } = services;
  const facts = new EventFactsMemo();
  const progress = (key: string): GroupProgress => {
    const reading = catalogue.reading(key);
    if (reading?.kind === 'failed')
      return { kind: 'failed', problem: failureSentence(reading.error, services.view()) };
    const isListWhole = markets.state.kind === 'ready' && !markets.hasMore;
    return reading ?? { kind: isListWhole ? 'whole' : 'unread' };
  };
  const readCategory = (key: string, again: boolean): Promise<void> =>
    catalogue.open(key, index.categories().find((group) => group.key === key)?.category, again);
  const memo = new RowMemo();
  const source: MarketRowSource = {
    view: (market) => marketViews.of(market),
    latest: (market) => marketViews.latest(market),
    memo,
    get holdings() {
      return services.portfolio.holdings;
    },
  };
  const { orders, positions, saved, watchlist } = services;
  const sources = [index, matches, marketViews, orders, positions, show, saved, watchlist];
  fillView(editor, services, {
    name: 'markets',
    stream: 'markets',
    list: markets,
    needs: { stores: [catalogue, ahead], changes: sources.map(({ onDidChange }) => onDidChange) },
    opened: ({ subject }) => {
      if (subject?.kind === 'category') void readCategory(subject.key, false);
      if (subject?.kind === 'savedQuery')
        for (const key of leaguesOf(services, subject.name)) void readCategory(key, false);
    },
    content: () => {
      const { grouping, sort, conditions } = show.of('markets');
      const context = contextOfList(conditions, services.view());
      const isFiltered = show.isFiltered('markets');
      const read = readCount(services, 'markets');
      const readText = l10n.t('{0} read', read.toLocaleString('en-US'));
      const isSortedHere = markets.sortedLocally && markets.hasMore;
      const unsorted = isSortedHere
        ? l10n.t('The service does not sort by this; what is loaded is sorted here.')
        : undefined;
      const loadMore =
        markets.hasMore && !ahead.isDue ? [loadMoreRow('markets', markets.loadingMore, context)] : [];
      // Leagues have their calendar: another order is one over all that was read.
      if (!isFiltered && grouping === 'event' && sort.key === 'start') {
        const { leagues, sports, topics } = catalogue;
        const rows = catalogueTree(
          { categories: index.categories(), leagues, sports, topics, facts, progress, ...source },
          context,
        );
        return {
          rows:
            read === 0 && leagues.length + topics.length === 0
              ? []
              : [...savedRows(services, source), ...rows, ...loadMore],
          description: [readText],
          notes: [unsorted],
        };
      }
      const { items, total, unranked, unknown, isPending } = matches.markets(conditions, sort);
      const rows = groupedRows(grouping, items, services, source, context);
      const more = total > items.length ? [showMoreRow('markets', RANKED_STEP, context)] : loadMore;
      const here = appliedHere(conditions, markets.appliedQuery);
      const isWhole = !isPending && isReadWhole(services, conditions, !markets.hasMore);
      const counts = { shown: total, read, isWhole };
      const first = isFiltered ? [shownRow({ view: 'markets', conditions, here, ...counts }, context)] : [];
      const reading = readingNote(services, 'markets');
      const isEmpty = isFiltered && total === 0 && !isPending && reading === undefined;
      return {
        rows:
          read === 0 && !(isFiltered && hasRead(markets.state))
            ? []
            : [...first, ...savedRows(services, source), ...rows, ...more],
        description: [isFiltered ? undefined : readText, sortWord(sort.key, context)],
        shown: isFiltered ? conditionsText(conditions, here, context) : undefined,
        notes: [
          reading,
          isEmpty ? l10n.t('No markets match this filter.') : undefined,
          unsorted,
          ...unknownNotes({ view: 'markets', sort: sort.key, total, unranked, unknown }, context),
        ],
      };
    },
  });
  editor.commands.serve({
    readCategory: async (target) => {
      if (target === WHOLE_HISTORY) return services.activity.readAll();
      const key = keyOf(target);
      if (key !== undefined) await readCategory(key, true);
    },
    stopReading: (target) => {
      if (target === WHOLE_HISTORY) return services.activity.stopReading();
      const key = keyOf(target);
      if (key !== undefined) catalogue.stop(key);
    },
    searchMarkets: async (text) => {
      const { searchAndOpen } = await import('../search/ask-market.ts');
      await searchAndOpen(services, typeof text === 'string' ? text : '');
    },
  });
}

/** The league or category a command is for: by its key, or its row. */
function keyOf(target: string | RowTarget | undefined): string | undefined {
  if (typeof target === 'string') return target;
  return target?.subject?.kind === 'category' ? target.subject.key : undefined;
}
