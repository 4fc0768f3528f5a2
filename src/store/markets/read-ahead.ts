import type { Clock } from '../../base/clock.ts';
import type { Event } from '../../base/event.ts';
import { type Change, type LoadState, readAt } from '../reading/load-state.ts';
import type { MarketsStore } from './markets.ts';

/** So many markets are read without being asked for. */
export const MOST_READ_AHEAD = 2_000;
/** Markets a page. */
const PAGE = 200;

/** Reads the market list on, a page at each poll, while the scheduler watches it: nothing while no view shows it. */
export class ReadAhead {
  readonly #markets: MarketsStore;
  readonly #clock: Pick<Clock, 'now'>;
  #at = 0;

  constructor(markets: MarketsStore, clock: Pick<Clock, 'now'>) {
    this.#markets = markets;
    this.#clock = clock;
  }

  readonly onDidChange: Event<Change> = (listener) => this.#markets.onDidChange(listener);

  get state(): LoadState {
    const at = readAt(this.#markets.state);
    return at === undefined ? { kind: 'idle' } : { kind: 'ready', at: Math.max(at, this.#at) };
  }

  /** There is more to read by itself; false after a failure, until somebody loads more. */
  get isDue(): boolean {
    const { markets, hasMore, loadingMore, moreError } = this.#markets;
    return hasMore && !loadingMore && moreError === undefined && markets.length < MOST_READ_AHEAD;
  }

  load(): Promise<void> {
    return this.#markets.load();
  }

  async refresh(): Promise<void> {
    if (this.isDue) await this.#markets.loadMore(PAGE);
    this.#at = this.#clock.now();
  }
}
