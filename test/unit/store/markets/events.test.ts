import assert from 'node:assert/strict';
import type { Market } from '../../../../src/core/market.ts';
import { EventsStore } from '../../../../src/store/markets/events.ts';
import { MarketsStore } from '../../../../src/store/markets/markets.ts';
import type { Change } from '../../../../src/store/reading/load-state.ts';
import { event, market, PROFILE, rig, usd } from '../values.ts';

function calendar() {
  const base = rig();
  const markets = new MarketsStore(base.session, { pageSize: 2 });
  const events = new EventsStore(base.session, markets, { pageSize: 2 });
  const ids = (): string => events.events.map(({ id }) => id).join(' ');
  return { ...base, markets, events, ids };
}

const of = (slug: string, own: Partial<Market> = {}): Market =>
  market(slug, { events: [event(`of-${slug}`)], ...own });

describe('EventsStore', () => {
  it('pages through events and makes their markets known', async () => {
    const { events, exchange, markets, ids } = calendar();
    exchange.events_ = [event('1', { markets: [market('a')] }), event('2'), event('3')];
    await events.load();
    assert.equal(ids(), '1 2');
    await events.loadMore();
    assert.equal(ids(), '1 2 3');
    assert.equal(events.derived, false);
    assert.equal(markets.get('a')?.slug, 'a');
    assert.equal(markets.markets.length, 0, 'known, but not in the list');
  });

  it('makes events of the markets where the service has none, and says so', async () => {
    const { events, exchange, markets, ids } = calendar();
    exchange.lacks.add('events');
    exchange.markets_ = [of('a'), of('b'), of('c')];
    await events.load();
    assert.equal(events.derived, true);
    assert.equal(events.state.kind, 'ready');
    assert.equal(ids(), 'of-a of-b');
    await events.loadMore();
    assert.equal(ids(), 'of-a of-b of-c');
    const asked = exchange.count('events');
    const changes: Change[] = [];
    events.onDidChange((change) => changes.push(change));
    exchange.markets_ = [of('a'), of('b', { bestBidQuote: usd('0.6') }), of('c')];
    await events.refresh();
    assert.equal(exchange.count('events'), asked, 'what is not there is not asked for again');
    const changed = changes.flatMap((change) => [...change]);
    assert.deepEqual(changed, ['of-b']);
    assert.equal(events.readAt('of-b'), markets.readAt('b'));
  });

  it('shows the events of the service again once it turns out to have them', async () => {
    const { events, exchange, ids } = calendar();
    exchange.lacks.add('events');
    exchange.markets_ = [of('a')];
    await events.load();
    assert.deepEqual([events.derived, ids()], [true, 'of-a']);
    exchange.lacks.clear();
    exchange.events_ = [event('1')];
    await events.refresh('poll');
    assert.deepEqual([events.derived, ids(), events.state.kind], [false, '1', 'ready']);
  });

  it('asks the next connection for events again', async () => {
    const { events, exchange, session } = calendar();
    exchange.lacks.add('events');
    await events.load();
    assert.equal(events.derived, true);
    session.connect(PROFILE);
    assert.equal(events.derived, false);
    assert.equal(events.state.kind, 'idle');
  });
});
