import assert from 'node:assert/strict';
import type { MarketQuery } from '../../../../src/core/request-queries.ts';
import { ActivityStore } from '../../../../src/store/account/activity.ts';
import { OrdersStore } from '../../../../src/store/account/orders.ts';
import { PositionsStore } from '../../../../src/store/account/positions.ts';
import { MarketsBySlug } from '../../../../src/store/live/markets-by-slug.ts';
import { MarketsStore } from '../../../../src/store/markets/markets.ts';
import { aTrade } from '../../../support/account-values.ts';
import { settle } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { market, order, position, rig } from '../values.ts';

function holder() {
  const base = rig();
  const markets = new MarketsStore(base.session);
  const orders = new OrdersStore(base.session);
  const positions = new PositionsStore(base.session);
  const activity = new ActivityStore(base.session);
  const coverage = { missing: [] };
  const marketsBySlug = new MarketsBySlug(base.session, { markets, orders, positions, activity, coverage });
  const asked = () =>
    base.exchange.calls
      .filter(({ method }) => method === 'markets')
      .map(({ args }) => (args[0] as MarketQuery).slugs);
  return { ...base, markets, orders, positions, activity, marketsBySlug, asked };
}

describe('MarketsBySlug: markets of orders, positions and activity', () => {
  it('are read as soon as they are known, each once, the expired ones too', async () => {
    const { exchange, markets, orders, positions, asked } = holder();
    exchange.markets_ = ['a', 'b', 'c'].map((slug) => market(slug));
    exchange.orders_.set('A1', order('A1', { marketSlug: 'a' }));
    exchange.positions_ = [position('b'), position('c', { expired: true })];
    await orders.load();
    await positions.load();
    await settle();
    assert.deepEqual(asked(), [['a'], ['b', 'c']]);
    for (const slug of ['a', 'b', 'c']) assert.equal(markets.get(slug)?.slug, slug);
    await orders.refresh();
    await settle();
    assert.equal(asked().length, 2);
  });

  it('that turn up while others are read are read next', async () => {
    const { exchange, markets, orders, positions, asked } = holder();
    exchange.markets_ = ['a', 'b'].map((slug) => market(slug));
    exchange.orders_.set('A1', order('A1', { marketSlug: 'a' }));
    exchange.positions_ = [position('b')];
    const out = exchange.hold('markets');
    await orders.load();
    await positions.load();
    out.release();
    await settle();
    assert.deepEqual(asked(), [['a'], ['b']]);
    assert.ok(markets.get('b'));
  });

  it('that the service does not list are asked for once', async () => {
    const { exchange, orders, asked } = holder();
    exchange.orders_.set('A1', order('A1', { marketSlug: 'gone' }));
    await orders.load();
    await settle();
    await orders.refresh();
    await settle();
    assert.deepEqual(asked(), [['gone']]);
  });

  it('are priced again on a refresh, where prices still move', async () => {
    const { exchange, markets, positions, marketsBySlug, asked } = holder();
    exchange.markets_ = ['a', 'b'].map((slug) => market(slug));
    exchange.positions_ = [position('a'), position('b', { expired: true })];
    await positions.load();
    await settle();
    exchange.markets_ = [market('a', { question: 'Newer?' })];
    await marketsBySlug.refresh('poll');
    assert.deepEqual(asked().at(-1), ['a']);
    assert.equal(markets.get('a')?.question, 'Newer?');
  });

  it('are not asked for in a loop when the service fails', async () => {
    const { exchange, orders, marketsBySlug, asked } = holder();
    exchange.always('markets', failure('server'));
    exchange.orders_.set('A1', order('A1', { marketSlug: 'a' }));
    await orders.load();
    await settle();
    assert.equal(asked().length, 1);
    assert.equal(marketsBySlug.state.kind, 'failed');
  });

  it('come in requests of at most 40', async () => {
    const { exchange, positions, asked } = holder();
    exchange.cursorPage = 100;
    exchange.positions_ = Array.from({ length: 90 }, (_, index) => position(`m${index}`));
    await positions.load();
    await settle();
    assert.deepEqual(
      asked().map((slugs) => slugs?.length),
      [40, 40, 10],
    );
  });

  it('of activity are read page by page as it is shown, for their names only', async () => {
    const { exchange, markets, activity, marketsBySlug, asked } = holder();
    const trade = (slug: string, key: string) => ({ ...aTrade({ marketSlug: slug }), key });
    exchange.markets_ = ['a', 'b', 'c'].map((slug) => market(slug));
    exchange.cursorPage = 3;
    exchange.activities_ = [trade('a', '1'), trade('b', '2'), trade('a', '3'), trade('c', '4')];
    assert.deepEqual(asked(), []);
    await activity.load();
    await settle();
    assert.deepEqual(asked(), [['a', 'b']]);
    await activity.loadMore();
    await settle();
    assert.deepEqual(asked(), [['a', 'b'], ['c']]);
    assert.ok(markets.get('c'));
    await marketsBySlug.refresh('poll');
    assert.equal(asked().length, 2, 'a past trade has no price to keep up');
  });
});
