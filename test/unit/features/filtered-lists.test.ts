import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import { Calendar } from '../../../src/core/calendar.ts';
import type { Conditions } from '../../../src/core/conditions.ts';
import { NOT_LISTED } from '../../../src/core/grouping.ts';
import type { Market, MarketEvent } from '../../../src/core/market.ts';
import { FilteredLists } from '../../../src/features/filtered-lists.ts';
import { EventsStore } from '../../../src/store/markets/events.ts';
import type { RankedItems } from '../../../src/store/markets/ranking.ts';
import { anOverview, at, d } from '../../support/values.ts';
import { shop } from '../store/shop.ts';
import { event, market } from '../store/values.ts';

const quiet = () => ({ dispose: () => {} });

/** What was read, and what the views show of it. */
function desk(all: readonly MarketEvent[]) {
  const base = shop(0);
  const events = new EventsStore(base.session, base.markets);
  events.upsert(all, base.clock.now());
  const filteredLists = new FilteredLists({
    ...base,
    events,
    quotes: { live: () => undefined },
    orders: { orders: [], onDidChange: quiet },
    positions: { positions: [], onDidChange: quiet },
    watchlist: { items: [], onDidChange: quiet },
    catalogue: { listingOf: () => NOT_LISTED },
    show: { calendar: new Calendar('UTC'), of: () => assert.fail() },
    marketViews: { eventOf: ({ events: [named] }: Market) => named },
  });
  /** What is found once it is worked out to its end: on a busy machine that takes more than one slice. */
  const found = async <T>(ask: () => RankedItems<T>): Promise<RankedItems<T>> => {
    while (ask().isPending) await base.clock.advance(1);
    return ask();
  };
  const shown = async (conditions: Conditions): Promise<string> =>
    (await found(() => filteredLists.events(conditions, { key: 'start', direction: 'asc' }))).items
      .map(({ id }) => id)
      .join(' ');
  return { filteredLists, found, shown, ...base };
}

describe('FilteredLists', () => {
  it('leaves no event out for being over, unless that is asked for', async () => {
    const over = { active: false, closed: true, status: 'RESOLVED' } as const;
    const { shown } = desk([
      event('open', { markets: [market('a', { category: 'nfl' })] }),
      event('awaiting', {
        ended: true,
        finishedTimestamp: at('2026-11-20T17:00:00Z'),
        markets: [market('b', { category: 'nfl', active: false, closed: true, status: 'RESOLVING' })],
      }),
      event('ended', { closed: true, markets: [market('c', { category: 'nfl', ...over })] }),
      event('other', { markets: [market('d', { category: 'nba' })] }),
    ]);
    assert.equal(await shown({ leagues: ['nfl'] }), 'open awaiting ended');
    assert.equal(await shown({ leagues: ['nfl'], closed: false }), 'open');
    assert.equal(await shown({ leagues: ['nfl'], closed: true }), 'awaiting ended');
  });

  it('counts the markets a volume is asked of and not known for, and no other', async () => {
    const own = (volume: number) => ({ overview: anOverview({ volumeNum: d(volume) }) });
    const { filteredLists, found } = desk([
      event('game', {
        volume: d(90_000),
        markets: [
          market('busy', own(20_000)),
          market('quiet', own(5)),
          market('unsaid'),
          market('over', { active: false, closed: true, status: 'RESOLVED' }),
        ],
      }),
      event('calm', { volume: d(7), markets: [market('any')] }),
      event('bare', { markets: [market('bare-line')] }),
    ]);
    const sort = { key: 'volume', direction: 'desc' } as const;
    const markets = await found(() => filteredLists.markets({ volumeMin: 10_000 }, sort));
    assert.deepEqual(
      [markets.items.map(({ slug }) => slug).join(' '), markets.unknown],
      ['busy', 3],
      'of what would pass otherwise',
    );
    const all = await found(() => filteredLists.markets({}, sort));
    assert.deepEqual([all.total, all.unranked], [5, 3]);
    const events = await found(() => filteredLists.events({ volumeMin: 10_000 }, sort));
    assert.deepEqual(
      [events.items.map(({ id }) => id).join(' '), events.unknown],
      ['game', 1],
      'an event is asked for its own volume',
    );
  });
});
