import { l10n } from 'vscode';
import { appliedHere } from '../../core/conditions.ts';
import { Decimal } from '../../core/decimal.ts';
import { EventFactsMemo } from '../../core/event-facts.ts';
import { RANKED_STEP } from '../../store/markets/ranking.ts';
import { catalogueTree, type GroupProgress } from '../../view/catalogue-tree.ts';
import { conditionsText, sortWord } from '../../view/condition-text.ts';
import { type MarketRowSource, RowMemo } from '../../view/market-rows.ts';
import { loadMoreRow, showMoreRow } from '../../view/markets-tree.ts';
import { failureSentence } from '../../view/messages.ts';
import { contextOfList, type Row, type ViewContext } from '../../view/row.ts';
import { shownRow, unknownNotes } from '../../view/shown-rows.ts';
import { isReadWhole, readCount, readingNote } from '../reading-note.ts';
import type { Parts } from '../services.ts';
import { hasRead } from '../trees/view.ts';
import type { ListContent } from '../trees/views.ts';
import { groupedRows, savedRows } from './saved-rows.ts';

type Needed = Parameters<typeof savedRows>[0] &
  Parameters<typeof readingNote>[0] &
  Parts<'index' | 'portfolio'>;

/** What Markets shows: leagues and topics with their calendar, or, in another order or filtered, what matches. */
export class MarketsContent {
  readonly #services: Needed;
  readonly #facts = new EventFactsMemo();
  readonly #source: MarketRowSource;

  constructor(services: Needed) {
    const { marketViews } = services;
    this.#services = services;
    this.#source = {
      view: (market) => marketViews.of(market),
      latest: (market) => marketViews.latest(market),
      memo: new RowMemo(),
      get holdings() {
        return services.portfolio.holdings;
      },
    };
  }

  of(): ListContent {
    const { show, view } = this.#services;
    const { grouping, sort, conditions } = show.of('markets');
    const context = contextOfList(conditions, view());
    // Leagues have their calendar: another order is one over all that was read.
    const isCatalogue = !show.isFiltered('markets') && grouping === 'event' && sort.key === 'start';
    return isCatalogue ? this.#catalogue(context) : this.#matching(context);
  }

  #catalogue(context: ViewContext): ListContent {
    const { catalogue, index } = this.#services;
    const { leagues, sports, topics } = catalogue;
    const progress = (key: string): GroupProgress => this.#progress(key);
    const categories = index.categories();
    const rows = catalogueTree(
      { categories, leagues, sports, topics, facts: this.#facts, progress, ...this.#source },
      context,
    );
    const isEmpty = this.#read === 0 && leagues.length + topics.length === 0;
    return {
      rows: isEmpty ? [] : [...this.#saved(), ...rows, ...this.#loadMore(context)],
      description: [this.#readText],
      notes: [this.#unsorted],
    };
  }

  #matching(context: ViewContext): ListContent {
    const services = this.#services;
    const { markets, filteredLists, show } = services;
    const { grouping, sort, conditions } = show.of('markets');
    const isFiltered = show.isFiltered('markets');
    const { items, total, unranked, unknown, isPending } = filteredLists.markets(conditions, sort);
    const rows = groupedRows(grouping, items, services, this.#source, context);
    const more =
      total > items.length ? [showMoreRow('markets', RANKED_STEP, context)] : this.#loadMore(context);
    const here = appliedHere(conditions, markets.appliedQuery);
    const isWhole = !isPending && isReadWhole(services, conditions, !markets.hasMore);
    const counts = { shown: total, read: this.#read, isWhole };
    const first = isFiltered ? [shownRow({ view: 'markets', conditions, here, ...counts }, context)] : [];
    const reading = readingNote(services, 'markets');
    const isEmpty = isFiltered && total === 0 && !isPending && reading === undefined;
    const isUnread = this.#read === 0 && !(isFiltered && hasRead(markets.state));
    return {
      rows: isUnread ? [] : [...first, ...this.#saved(), ...rows, ...more],
      description: [isFiltered ? undefined : this.#readText, sortWord(sort.key, context)],
      shown: isFiltered ? conditionsText(conditions, here, context) : undefined,
      notes: [
        reading,
        isEmpty ? l10n.t('No markets match this filter.') : undefined,
        this.#unsorted,
        ...unknownNotes({ view: 'markets', sort: sort.key, total, unranked, unknown }, context),
      ],
    };
  }

  get #read(): number {
    return readCount(this.#services, 'markets');
  }

  get #readText(): string {
    return l10n.t('{0} read', this.#services.view().format.quantity(Decimal.of(this.#read)));
  }

  get #unsorted(): string | undefined {
    const { markets } = this.#services;
    return markets.sortedLocally && markets.hasMore
      ? l10n.t('The service does not sort by this; what is loaded is sorted here.')
      : undefined;
  }

  #saved(): readonly Row[] {
    return savedRows(this.#services, this.#source);
  }

  #loadMore(context: ViewContext): readonly Row[] {
    const { ahead, markets } = this.#services;
    return markets.hasMore && !ahead.isDue ? [loadMoreRow('markets', markets.loadingMore, context)] : [];
  }

  #progress(key: string): GroupProgress {
    const { catalogue, markets, view } = this.#services;
    const reading = catalogue.reading(key);
    if (reading?.kind === 'failed')
      return { kind: 'failed', problem: failureSentence(reading.error, view()) };
    const isListWhole = markets.state.kind === 'ready' && !markets.hasMore;
    return reading ?? { kind: isListWhole ? 'whole' : 'unread' };
  }
}
