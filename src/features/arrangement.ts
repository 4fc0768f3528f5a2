import { Emitter, type Event } from '../base/event.ts';
import type { Disposable } from '../base/lifecycle.ts';
import { type MarketSort, SORT_KEYS } from '../core/sort.ts';

/** How the markets are laid out in their view. */
export interface MarketLayout {
  readonly grouping: 'event' | 'flat';
  /** Undefined: the order the service sends. */
  readonly sort: MarketSort | undefined;
}

/** Where the editor keeps small things over restarts. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

export const DEFAULT_LAYOUT: MarketLayout = {
  grouping: 'event',
  sort: { key: 'start', direction: 'asc' },
};

const KEY = 'markets.layout';

/** The layout a person chose, kept over restarts. */
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

/** What was kept may come from another version. */
function readLayout(value: unknown): MarketLayout {
  const { grouping, sort } = (value ?? {}) as { readonly grouping?: unknown; readonly sort?: unknown };
  if (grouping !== 'event' && grouping !== 'flat') return DEFAULT_LAYOUT;
  const { key, direction } = (sort ?? {}) as { readonly key?: unknown; readonly direction?: unknown };
  const known = SORT_KEYS.find((one) => one === key);
  if (known === undefined || (direction !== 'asc' && direction !== 'desc'))
    return { grouping, sort: undefined };
  return { grouping, sort: { key: known, direction } };
}
