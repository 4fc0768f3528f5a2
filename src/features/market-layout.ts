import { Emitter, type Event } from '../base/event.ts';
import type { Disposable } from '../base/lifecycle.ts';
import type { MarketQuery } from '../core/query.ts';
import { type MarketSort, SORT_KEYS, serviceOrder } from '../core/sort.ts';
import { DEFAULT_MARKET_QUERY } from './market-filters.ts';

/** How the markets are laid out in their view. */
export interface MarketLayout {
  readonly grouping: 'event' | 'flat';
  /** Undefined: the order the service sends. */
  readonly sort: MarketSort | undefined;
}

/** What the editor stores over restarts. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

export const DEFAULT_LAYOUT: MarketLayout = {
  grouping: 'event',
  sort: { key: 'start', direction: 'asc' },
};

const KEY = 'markets.layout';

/** The chosen layout; it survives restarts. */
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
