import assert from 'node:assert/strict';
import { matches } from '../../../src/core/filter.ts';
import type { MarketQuery } from '../../../src/core/query.ts';
import {
  defaultDirection,
  SORT_KEYS,
  type SortKey,
  serviceOrder,
  sortEvents,
  sortMarkets,
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

describe('sorting', () => {
  const slugs = (key: (typeof SORT_KEYS)[number], direction: 'asc' | 'desc'): readonly string[] =>
    sortMarkets([unknown, big, small], { key, direction }).map(({ slug }) => slug);

  for (const key of SORT_KEYS) {
    it(`by ${key} goes both ways with the unknown last`, () => {
      assert.deepEqual(slugs(key, 'asc'), ['small', 'big', 'zz-unknown']);
      const up = key === 'name' ? ['zz-unknown', 'big', 'small'] : ['big', 'small', 'zz-unknown'];
      assert.deepEqual(slugs(key, 'desc'), up);
    });
  }
});

describe('sorting events', () => {
  it('goes by their own volume, start and name, and else by their first market; the unknown last', () => {
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
      sortEvents([none, one, two], { key, direction })
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
    const sorted = sortMarkets([listedFirst, game], { key: 'start', direction: 'asc' });
    assert.deepEqual(
      sorted.map(({ slug }) => slug),
      ['game', 'later'],
    );
  });
});

describe('filters applied again on this side', () => {
  const market = aMarket({
    id: '7',
    slug: 'm',
    archived: false,
    active: true,
    closed: false,
    category: 'Sports',
    marketType: 'moneyline',
    sportsMarketTypeV2: 'MONEYLINE',
    startDate: at('2026-11-20T00:00:00Z'),
    endDate: at('2026-11-21T00:00:00Z'),
    cyom: false,
    rewardsMinSize: d(10),
    questionId: 'q1',
    tags: [{ id: '3', label: 'NBA', slug: 'nba' }],
    overview: anOverview({ volumeNum: d(100), liquidityNum: d(50), gameId: 'g1' }),
  });
  const cases: readonly (readonly [passes: MarketQuery, fails: MarketQuery])[] = [
    [{ ids: ['7'] }, { ids: ['8'] }],
    [{ slugs: ['m'] }, { slugs: ['n'] }],
    [{ archived: false }, { archived: true }],
    [{ active: true }, { active: false }],
    [{ closed: false }, { closed: true }],
    [{ liquidityMin: d(50) }, { liquidityMin: d(51) }],
    [{ liquidityMax: d(50) }, { liquidityMax: d(49) }],
    [{ volumeMin: d(100) }, { volumeMin: d(101) }],
    [{ volumeMax: d(100) }, { volumeMax: d(99) }],
    [{ startDateMin: '2026-11-20' }, { startDateMin: '2026-11-21' }],
    [{ startDateMax: '2026-11-20T00:00:00Z' }, { startDateMax: '2026-11-19' }],
    [{ endDateMin: '2026-11-21' }, { endDateMin: '2026-11-22' }],
    [{ endDateMax: '2026-11-21' }, { endDateMax: '2026-11-20' }],
    [{ tagIds: ['3'] }, { tagIds: ['4'] }],
    [
      { tagIds: ['4'], relatedTags: true },
      { tagIds: ['4'], relatedTags: false },
    ],
    [{ cyom: false }, { cyom: true }],
    [{ gameId: 'g1' }, { gameId: 'g2' }],
    [{ sportsMarketTypes: ['MONEYLINE'] }, { sportsMarketTypes: ['TOTAL', 'PROP'] }],
    [{ rewardsMinSize: d(10) }, { rewardsMinSize: d(11) }],
    [{ questionIds: ['q1', 'q2'] }, { questionIds: ['q2'] }],
    [{ categories: ['sports'] }, { categories: ['climate'] }],
    [{ marketTypes: ['moneyline'] }, { marketTypes: ['totals'] }],
  ];

  for (const [passes, fails] of cases) {
    it(`${Object.keys(passes).join(' and ')}: keeps what fits and drops what does not`, () => {
      assert.equal(matches(market, passes), true);
      assert.equal(matches(market, fails), false);
      assert.equal(matches(aMarket({ id: '7', slug: 'm' }), passes), true);
    });
  }
});
