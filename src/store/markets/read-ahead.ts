import type { Clock } from '../../base/clock.ts';
import { type LoadState, readAt } from '../reading/load-state.ts';
import type { MarketsStore } from './markets.ts';

/** So many markets are read without being asked for. */
export const MOST_READ_AHEAD = 2_000;
/** Markets a page. */
const PAGE = 200;

export type ReadAhead = ReturnType<typeof createReadAhead>;

/** Reads the market list on, a page at each poll, while the scheduler watches it: nothing while no view shows it. */
export function createReadAhead(markets: MarketsStore, clock: Pick<Clock, 'now'>) {
  let lastAt = 0;
  const isDue = (): boolean => {
    const { hasMore, loadingMore, moreError } = markets;
    return hasMore && !loadingMore && moreError === undefined && markets.markets.length < MOST_READ_AHEAD;
  };
  return {
    onDidChange: markets.onDidChange,
    get state(): LoadState {
      const at = readAt(markets.state);
      return at === undefined ? { kind: 'idle' } : { kind: 'ready', at: Math.max(at, lastAt) };
    },
    /** There is more to read by itself; false after a failure, until somebody loads more. */
    get isDue(): boolean {
      return isDue();
    },
    load: () => markets.load(),
    refresh: async (): Promise<void> => {
      if (isDue()) await markets.loadMore(PAGE);
      lastAt = clock.now();
    },
  };
}
