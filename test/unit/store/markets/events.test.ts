import assert from 'node:assert/strict';
import type { Market } from '../../../../src/core/market.ts';
import { EventsStore } from '../../../../src/store/markets/events.ts';
import { MarketsStore } from '../../../../src/store/markets/markets.ts';
import { Search } from '../../../../src/store/markets/search.ts';
import type { Change } from '../../../../src/store/reading/load-state.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { event, market, PROFILE, rig, usd } from '../values.ts';

function calendar() {
  const base = rig();
  const markets = new MarketsStore(base.session, { pageSize: 2 });
  const events = new EventsStore(base.session, markets, { pageSize: 2 });
  const search = new Search(base.session, markets, events);
  const ids = (): string => events.events.map(({ id }) => id).join(' ');
  return { ...base, markets, events, search, ids };
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
    assert.deepEqual([...(changes.at(-1) ?? [])], ['of-b']);
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

describe('Search', () => {
  it('finds known markets by question, slug and name, whatever the case and accents', async () => {
    const { search, markets, clock } = calendar();
    markets.upsert(market('otters-herons', { question: 'Will Atlético Otters win?' }), clock.now());
    markets.upsert(market('rain', { question: 'Rain in Lisbon?' }), clock.now());
    const slugs = (text: string): string[] => search.local(text).markets.map(({ slug }) => slug);
    assert.deepEqual(slugs('atletico OTTERS'), ['otters-herons']);
    assert.deepEqual(slugs('herons'), ['otters-herons']);
    assert.deepEqual(slugs('otters rain'), [], 'every word counts');
    assert.deepEqual(slugs('  '), []);
  });

  it('puts what begins with the word and can still be traded first', async () => {
    const { search, markets, clock } = calendar();
    markets.upsert(market('a', { question: 'Crane or not?', status: 'RESOLVED' }), clock.now());
    markets.upsert(market('b', { question: 'Ukraine?' }), clock.now());
    markets.upsert(market('c', { question: 'Cranes up?' }), clock.now());
    assert.deepEqual(
      search.local('cran').markets.map(({ slug }) => slug),
      ['c', 'a'],
    );
    assert.deepEqual(
      search.local('ra').markets.map(({ slug }) => slug),
      ['b', 'c', 'a'],
    );
  });

  it('adds what the service finds, each once', async () => {
    const { search, exchange, markets, clock } = calendar();
    markets.upsert(market('otters'), clock.now());
    exchange.events_ = [event('9', { title: 'Lutra cup', markets: [market('otters'), market('lutra')] })];
    const result = await search.search('otters');
    assert.deepEqual(
      result.markets.map(({ slug }) => slug),
      ['otters', 'lutra'],
    );
    assert.deepEqual(
      result.events.map(({ id }) => id),
      ['9'],
    );
    assert.equal(result.service, 'searched');
  });

  it('does without the service where it has no search or does not answer', async () => {
    const { search, exchange } = calendar();
    exchange.lacks.add('search');
    assert.equal((await search.search('x')).service, 'unsupported');
    exchange.lacks.delete('search');
    exchange.next('search', failure('timeout'));
    const failed = await search.search('x');
    assert.equal(failed.service, 'failed');
  });

  it('shows nothing an old connection found', async () => {
    const { search, exchange, session, markets } = calendar();
    await session.ensure();
    exchange.events_ = [event('9', { markets: [market('otters')] })];
    const held = exchange.hold('search');
    const searching = search.search('otters');
    await session.ensure();
    session.connect(PROFILE);
    // Even a client that still answers after it was disposed.
    exchange.disposed = false;
    held.release();
    assert.deepEqual((await searching).events, []);
    assert.equal(markets.get('otters'), undefined);
  });
});
