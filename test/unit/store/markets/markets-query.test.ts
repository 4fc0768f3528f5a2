import assert from 'node:assert/strict';
import { Decimal } from '../../../../src/core/decimal.ts';
import { instantOf } from '../../../../src/core/instant.ts';
import type { MarketQuery } from '../../../../src/core/request-queries.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { shop } from '../shop.ts';
import { event, market, overview, PROFILE, usd } from '../values.ts';

describe('MarketsStore: order, filter and single readings', () => {
  it('says so when the service refuses the order, asking once without it', async () => {
    for (const status of [400, 500]) {
      const { markets, exchange, slugs } = shop(0);
      exchange.markets_ = [
        market('low', { overview: overview({ volumeNum: Decimal.of('9.5') }) }),
        market('high', { overview: overview({ volumeNum: Decimal.of('10') }) }),
      ];
      exchange.always('markets', (answer) => {
        const query = exchange.calls.at(-1)?.args[0] as MarketQuery;
        if (query.orderBy !== undefined) throw failure(status === 400 ? 'refused' : 'server', { status });
        return answer();
      });
      await markets.setQuery({ orderBy: ['volumeNum'], orderDirection: 'desc' });
      await markets.load();
      assert.equal(slugs(), 'low high');
      assert.equal(markets.sortedLocally, true);
      await markets.refresh();
      assert.equal(exchange.count('markets'), 3, 'the refusal is remembered');
    }
  });

  it('does not blame the order for a failure that comes without it too', async () => {
    const { markets, exchange } = shop(3);
    exchange.always('markets', failure('server', { status: 500 }));
    await markets.setQuery({ orderBy: ['volumeNum'] });
    await markets.load();
    assert.equal(markets.state.kind, 'failed');
    assert.equal(markets.sortedLocally, false);
    assert.equal(exchange.count('markets'), 2);
  });

  it('does not send a filter the connection cannot say', async () => {
    const { markets, exchange, session, slugs } = shop(0);
    exchange.markets_ = [market('small', { overview: overview({ liquidityNum: Decimal.of('5') }) })];
    session.connect({ ...PROFILE, dialect: 'current' });
    await markets.setQuery({ active: true, liquidityMin: Decimal.of('10'), questionIds: ['q1'] });
    await markets.load();
    assert.deepEqual(exchange.calls.at(-1)?.args[0], { active: true });
    assert.equal(slugs(), 'small');
  });

  it('takes in a market read by a panel, but nothing older than it has', async () => {
    const { markets, changes, clock } = shop(3);
    await markets.load();
    changes.length = 0;
    const now = clock.now();
    markets.upsert(market('m1', { bestBidQuote: usd('0.5') }), now + 1);
    markets.upsert(market('m1', { bestBidQuote: usd('0.3') }), now - 1);
    markets.upsert(market('elsewhere'), now);
    assert.equal(markets.get('m1')?.bestBidQuote?.value.text, '0.5');
    assert.equal(markets.readAt('m1'), now + 1);
    assert.deepEqual(
      changes.map((change) => [...change]),
      [['m1'], ['elsewhere']],
    );
    assert.equal(markets.markets.length, 3);
    assert.equal([...markets.known()].length, 4);
  });

  it('keeps parents and volume that a single read leaves out, but no old prices', async () => {
    const { markets, exchange, clock } = shop(0);
    const figures = overview({ volumeNum: Decimal.of('70'), lastTradePrice: Decimal.of('0.2') });
    exchange.markets_ = [market('m', { events: [event('7')], overview: figures })];
    await markets.load();
    markets.upsert(market('m', { updatedAt: instantOf(1) }), clock.now());
    const merged = markets.get('m');
    assert.equal(merged?.events[0]?.id, '7');
    assert.equal(merged?.overview?.volumeNum?.text, '70');
    assert.equal(merged?.overview?.lastTradePrice, undefined);
  });
});
