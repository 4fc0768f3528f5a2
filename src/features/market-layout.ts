import { l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { Emitter, type Event } from '../base/event.ts';
import type { Disposable } from '../base/lifecycle.ts';
import type { MarketQuery } from '../core/query.ts';
import { defaultDirection, type MarketSort, SORT_KEYS, type SortKey, serviceOrder } from '../core/sort.ts';
import type { MarketsStore } from '../store/markets/markets.ts';
import { DEFAULT_MARKET_QUERY } from './market-filters.ts';

export interface MarketLayout {
  readonly grouping: 'event' | 'flat';
  readonly sort: MarketSort | undefined;
}

export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

export const DEFAULT_LAYOUT: MarketLayout = {
  grouping: 'event',
  sort: { key: 'start', direction: 'asc' },
};

const KEY = 'markets.layout';

export class Arrangement implements Disposable {
  readonly #memory: Memory;
  readonly #changes = new Emitter<void>();
  #layout: MarketLayout;

  constructor(memory: Memory) {
    this.#memory = memory;
    this.#layout = readLayout(memory.get(KEY));
  }

  readonly onDidChange: Event<void> = (listener) => this.#changes.event(listener);

  get layout(): MarketLayout {
    return this.#layout;
  }

  async setLayout(layout: MarketLayout): Promise<void> {
    this.#layout = layout;
    this.#changes.fire();
    await this.#memory.update(KEY, layout);
  }

  dispose(): void {
    this.#changes.dispose();
  }
}

/** The stored value may come from another version. */
function readLayout(value: unknown): MarketLayout {
  const { grouping, sort } = (value ?? {}) as { readonly grouping?: unknown; readonly sort?: unknown };
  if (grouping !== 'event' && grouping !== 'flat') return DEFAULT_LAYOUT;
  const { key, direction } = (sort ?? {}) as { readonly key?: unknown; readonly direction?: unknown };
  const sortKey = SORT_KEYS.find((one) => one === key);
  if (sortKey === undefined || (direction !== 'asc' && direction !== 'desc'))
    return { grouping, sort: undefined };
  return { grouping, sort: { key: sortKey, direction } };
}

/** The query with the order a sort asks of the service; without one where only this side can sort. */
export function withOrder(query: MarketQuery, sort: MarketSort | undefined): MarketQuery {
  const { orderBy: _orderBy, orderDirection: _orderDirection, ...filters } = query;
  const name = sort && serviceOrder(sort.key);
  return sort === undefined || name === undefined
    ? filters
    : { ...filters, orderBy: [name], orderDirection: sort.direction };
}

/** Asks the service for an order only where a person chose one: it may refuse any. */
export function initialMarketQuery({ layout }: Pick<Arrangement, 'layout'>): MarketQuery {
  return layout === DEFAULT_LAYOUT ? DEFAULT_MARKET_QUERY : withOrder(DEFAULT_MARKET_QUERY, layout.sort);
}

interface LayoutItem extends QuickPickItem {
  readonly layout?: MarketLayout;
}

/** Asks how to group and sort the markets. The service is asked for the same order, so that its pages come in it. */
export async function chooseLayout(arrangement: Arrangement, markets: MarketsStore): Promise<void> {
  const chosen = await window.showQuickPick(items(arrangement.layout), {
    title: l10n.t('Group and Sort Markets'),
    placeHolder: l10n.t('Pick the current sort again to reverse it'),
  });
  const layout = chosen?.layout;
  if (layout === undefined) return;
  await arrangement.setLayout(layout);
  const query = withOrder(markets.query, layout.sort);
  if (
    query.orderBy?.[0] !== markets.query.orderBy?.[0] ||
    query.orderDirection !== markets.query.orderDirection
  )
    await markets.setQuery(query);
}

function items({ grouping, sort }: MarketLayout): LayoutItem[] {
  const used = (isUsed: boolean): { description?: string } =>
    isUsed ? { description: l10n.t('in use') } : {};
  const labels: Readonly<Record<SortKey, string>> = {
    start: l10n.t('Start'),
    volume: l10n.t('Volume'),
    price: l10n.t('Price'),
    name: l10n.t('Name'),
    change: l10n.t('Change today'),
  };
  const group = (to: MarketLayout['grouping'], label: string): LayoutItem => ({
    label,
    layout: { grouping: to, sort },
    ...used(grouping === to),
  });
  const sortBy = (key: SortKey): LayoutItem => {
    const label = labels[key];
    if (key !== sort?.key)
      return { label, layout: { grouping, sort: { key, direction: defaultDirection(key) } } };
    const isAscending = sort.direction === 'asc';
    return {
      label,
      description: isAscending ? l10n.t('in use, ascending') : l10n.t('in use, descending'),
      layout: { grouping, sort: { key, direction: isAscending ? 'desc' : 'asc' } },
    };
  };
  return [
    { label: l10n.t('Group'), kind: QuickPickItemKind.Separator },
    group('event', l10n.t('By category and event')),
    group('flat', l10n.t('Flat list')),
    { label: l10n.t('Sort'), kind: QuickPickItemKind.Separator },
    ...SORT_KEYS.map(sortBy),
    {
      label: l10n.t('Order of the service'),
      layout: { grouping, sort: undefined },
      ...used(sort === undefined),
    },
  ];
}
