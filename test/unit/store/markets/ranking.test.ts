import assert from 'node:assert/strict';
import { Decimal } from '../../../../src/core/decimal.ts';
import { instantOf } from '../../../../src/core/instant.ts';
import type { MarketSort } from '../../../../src/core/sort.ts';
import { defaultDirection, type SortKey, sortMarkets } from '../../../../src/core/sort.ts';
import { MarketsStore } from '../../../../src/store/markets/markets.ts';
import { Ranking } from '../../../../src/store/markets/ranking.ts';
import { market, overview, rig, usd } from '../values.ts';

const VOLUME: MarketSort = { key: 'volume', direction: 'desc' };

function board(count: number) {
  const base = rig();
  const markets = new MarketsStore(base.session);
  const volume = (place: number) => overview({ volumeNum: Decimal.of((place * 7_919) % count) });
  const list = Array.from({ length: count }, (_, place) => market(`m${place}`, { overview: volume(place) }));
  markets.upsert(list, 1);
  const ranking = new Ranking({ ...base, markets, quotes: { live: () => undefined } });
  return { ...base, markets, list, ranking };
}

describe('Ranking', () => {
  it('shows the best 500 of all that is known, then 500 more, as sorting all of it would', () => {
    const { ranking, list } = board(1_201);
    const { markets, total } = ranking.best(VOLUME);
    assert.deepEqual([markets, total], [sortMarkets(list, VOLUME).slice(0, 500), 1_201]);
    assert.equal(ranking.showMore(), true);
    assert.deepEqual(ranking.best(VOLUME).markets, sortMarkets(list, VOLUME).slice(0, 1_000));
    ranking.showMore();
    assert.equal(ranking.best(VOLUME).markets.length, 1_201);
    assert.equal(ranking.showMore(), false);
  });

  it('leaves out what is over, and follows what is read', () => {
    const { ranking, markets } = board(3);
    ranking.best(VOLUME);
    markets.upsert([market('m2', { status: 'RESOLVED' }), market('new')], 2);
    assert.deepEqual(
      new Set(ranking.best(VOLUME).markets.map(({ slug }) => slug)),
      new Set(['m0', 'm1', 'new']),
    );
  });

  it('takes a great many in over several turns and says when it is done', async () => {
    const { ranking, clock, list } = board(60_000);
    let done = 0;
    ranking.onDidChange(() => (done += 1));
    assert.deepEqual(ranking.best(VOLUME).markets, [], 'not yet');
    await clock.advance(1_000);
    assert.equal(done, 1);
    assert.deepEqual(ranking.best(VOLUME).markets, sortMarkets(list, VOLUME).slice(0, 500));
  });
});

describe('the orders of a screener', () => {
  const markets = [
    market('calm', {
      overview: overview({ oneDayPriceChange: Decimal.of('0.01') }),
      endDate: instantOf(3_000),
      createdAt: instantOf(1),
      bestBidQuote: usd('0.40'),
      bestAskQuote: usd('0.50'),
    }),
    market('wild', {
      overview: overview({ oneDayPriceChange: Decimal.of('-0.30') }),
      endDate: instantOf(1_000),
      createdAt: instantOf(2),
      bestBidQuote: usd('0.40'),
      bestAskQuote: usd('0.41'),
    }),
    market('blank', { overview: undefined, endDate: undefined, createdAt: undefined, startDate: undefined }),
  ];
  for (const key of ['move', 'spread', 'closing', 'new'] satisfies SortKey[])
    it(`${key}: what says nothing stands last`, () => {
      const sort = { key, direction: defaultDirection(key) };
      assert.deepEqual(
        sortMarkets(markets, sort).map(({ slug }) => slug),
        ['wild', 'calm', 'blank'],
      );
    });
});
