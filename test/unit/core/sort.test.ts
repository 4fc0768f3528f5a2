import assert from 'node:assert/strict';
import type { BestQuote, Book } from '../../../src/core/book.ts';
import type { Market } from '../../../src/core/market.ts';
import type { LiveQuotes } from '../../../src/core/pricing.ts';
import {
  compareValues,
  defaultDirection,
  eventSortValue,
  isOwnValue,
  SORT_KEYS,
  type SortKey,
  serviceOrder,
  sortValue,
} from '../../../src/core/sort.ts';
import { aMarket, anEvent, anOverview, at, d, usd } from '../../support/values.ts';

const small = aMarket({
  slug: 'small',
  question: 'alpha',
  status: 'OPEN',
  gameStartTime: at('2026-11-20T10:00:00Z'),
  bestAskQuote: usd('0.2'),
  overview: anOverview({ volumeNum: d(9), oneDayPriceChange: d('0.01') }),
  bestBidQuote: usd('0.19'),
  endDate: at('2026-12-01T10:00:00Z'),
  createdAt: at('2026-11-01T10:00:00Z'),
});
const big = aMarket({
  slug: 'big',
  question: 'Beta',
  status: 'OPEN',
  gameStartTime: at('2026-11-21T10:00:00Z'),
  bestAskQuote: usd('0.9'),
  overview: anOverview({ volume: '10.5', oneDayPriceChange: d('0.05') }),
  bestBidQuote: usd('0.8'),
  endDate: at('2026-12-02T10:00:00Z'),
  createdAt: at('2026-11-02T10:00:00Z'),
});
const unknown = aMarket({ slug: 'zz-unknown' });

const noQuotes = () => ({});

describe('sorting', () => {
  const slugs = (key: SortKey, direction: 'asc' | 'desc'): readonly string[] =>
    [unknown, big, small]
      .map((market) => ({ slug: market.slug, value: sortValue(market, key, noQuotes) }))
      .sort((a, b) => compareValues(direction)(a.value, b.value))
      .map(({ slug }) => slug);

  for (const key of SORT_KEYS) {
    it(`by ${key} goes both ways with the unknown last`, () => {
      assert.deepEqual(slugs(key, 'asc'), ['small', 'big', 'zz-unknown']);
      const up = key === 'name' ? ['zz-unknown', 'big', 'small'] : ['big', 'small', 'zz-unknown'];
      assert.deepEqual(slugs(key, 'desc'), up);
    });
  }
});

describe('sorting markets by volume', () => {
  const game = anEvent({ id: 'game', volume: d(10) });
  const cup = anEvent({ id: 'cup', volume: d(5_000_000) });
  const markets = [
    aMarket({ slug: 'none' }),
    aMarket({ slug: 'of-game' }),
    small,
    aMarket({ slug: 'of-cup' }),
    big,
    aMarket({ slug: 'quoted' }),
    aMarket({ slug: 'booked' }),
  ];
  const live = (slug: string): LiveQuotes => {
    if (slug === 'quoted') return { bbo: { sharesTraded: d(400) } as BestQuote };
    return slug === 'booked' ? { book: { stats: { sharesTraded: d(1) } } as Book } : {};
  };
  const eventOf = ({ slug }: Market) => (slug === 'of-game' ? game : slug === 'of-cup' ? cup : undefined);
  const order = (direction: 'asc' | 'desc'): string =>
    markets
      .map((market) => ({ market, value: sortValue(market, 'volume', live, eventOf) }))
      .sort((a, b) => compareValues(direction)(a.value, b.value))
      .map(({ market }) => market.slug)
      .join(' ');

  it('goes by what each traded itself, as its book or its quotes say too', () => {
    assert.equal(order('desc').split(' ').slice(0, 4).join(' '), 'quoted big small booked');
    assert.equal(order('asc').split(' ').slice(0, 4).join(' '), 'booked small big quoted');
  });

  it('never puts the volume of an event among those of markets', () => {
    assert.equal(order('desc').split(' ').slice(4).join(' '), 'of-cup of-game none');
    assert.equal(order('asc').split(' ').slice(4).join(' '), 'of-game of-cup none');
  });

  it('knows which values are of the market itself', () => {
    const owns = markets.map((market) => isOwnValue(sortValue(market, 'volume', live, eventOf)));
    assert.deepEqual(owns, [false, false, true, false, true, true, true]);
  });
});

describe('sorting events', () => {
  it('goes by their own volume, start and name, and else by the market that comes first; the unknown last', () => {
    const one = anEvent({
      id: 'one',
      title: 'b',
      volume: d(5),
      startTime: at('2026-11-22T10:00:00Z'),
      markets: [small],
    });
    const two = anEvent({
      id: 'two',
      title: 'A',
      volume: d(9),
      startTime: at('2026-11-21T10:00:00Z'),
      markets: [big],
    });
    const none = anEvent({
      id: 'none',
      title: undefined,
      volume: undefined,
      startTime: undefined,
      markets: [],
    });
    const ids = (key: SortKey, direction: 'asc' | 'desc'): string =>
      [none, one, two]
        .map((event) => ({ id: event.id, value: eventSortValue(event, { key, direction }, noQuotes) }))
        .sort((a, b) => compareValues(direction)(a.value, b.value))
        .map(({ id }) => id)
        .join(' ');
    assert.equal(ids('volume', 'desc'), 'two one none');
    assert.equal(ids('volume', 'asc'), 'one two none');
    assert.equal(ids('start', 'asc'), 'two one none');
    assert.equal(ids('name', 'asc'), 'two one none');
    assert.equal(ids('price', 'desc'), 'two one none');
    assert.equal(ids('change', 'asc'), 'one two none');
  });
});

describe('sorting events by volume', () => {
  it('never puts what their markets add up to among volumes of events', () => {
    const stated = anEvent({ id: 'stated', volume: d(5), markets: [] });
    const added = anEvent({ id: 'added', volume: undefined, markets: [small, big] });
    const less = anEvent({ id: 'less', volume: undefined, markets: [small, unknown] });
    const none = anEvent({ id: 'none', volume: undefined, markets: [unknown] });
    for (const [direction, expected] of [
      ['desc', 'stated added less none'],
      ['asc', 'stated less added none'],
    ] as const) {
      const ids = [none, less, added, stated]
        .map((event) => ({
          id: event.id,
          value: eventSortValue(event, { key: 'volume', direction }, noQuotes),
        }))
        .sort((a, b) => compareValues(direction)(a.value, b.value))
        .map(({ id }) => id);
      assert.equal(ids.join(' '), expected);
    }
  });
});

describe('sorting by start', () => {
  it('uses the date it asks the service for, not the day of listing', () => {
    const listedFirst = aMarket({ slug: 'later', startDate: at('2026-10-01T00:00:00Z') });
    const game = aMarket({
      slug: 'game',
      startDate: at('2026-11-01T00:00:00Z'),
      gameStartTime: at('2026-11-20T10:00:00Z'),
    });
    const fields = ['gameStartTime', 'volumeNum', 'lastTradePrice', 'question', 'oneDayPriceChange'];
    assert.deepEqual(
      SORT_KEYS.flatMap((key) => serviceOrder(key) ?? []),
      fields,
    );
    assert.equal(SORT_KEYS.map(defaultDirection).join(' '), 'asc desc desc asc desc desc asc asc desc');
    const starts = [listedFirst, game].map((market) => sortValue(market, 'start', noQuotes));
    assert.deepEqual(starts, [undefined, game.gameStartTime?.ms]);
  });
});
