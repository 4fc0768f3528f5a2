import assert from 'node:assert/strict';
import { Calendar } from '../../../../src/core/calendar.ts';
import { NO_PLACES } from '../../../../src/core/grouping.ts';
import { EventsStore } from '../../../../src/store/markets/events.ts';
import { MarketIndex } from '../../../../src/store/markets/market-index.ts';
import { MarketSearch } from '../../../../src/store/markets/market-search.ts';
import { MarketsStore } from '../../../../src/store/markets/markets.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { event, market, PROFILE, rig } from '../values.ts';

function searching() {
  const base = rig();
  const markets = new MarketsStore(base.session);
  const events = new EventsStore(base.session, markets);
  const sources = { clock: base.clock, markets, events };
  const index = new MarketIndex({
    ...sources,
    catalogue: { placesOf: () => NO_PLACES, topics: [] },
    eventOf: ({ events: [named] }) => named,
  });
  const search = new MarketSearch({
    ...sources,
    session: base.session,
    index,
    leagueName: (key) => key,
    calendar: () => new Calendar('UTC'),
  });
  const slugs = (text: string): string =>
    search
      .find(text)
      .hits.flatMap(({ group }) => group.markets.map(({ slug }) => slug))
      .join(' ');
  const know = (...names: readonly string[]): void => {
    markets.upsert(
      names.map((slug) => market(slug)),
      base.clock.now(),
    );
  };
  const ask = (text: string) => search.ask(text, new AbortController().signal);
  return { ...base, markets, search, slugs, know, ask };
}

describe('MarketSearch', () => {
  it('finds what is known once somebody looks, and what becomes known while they do', async () => {
    const { search, slugs, know, clock } = searching();
    know('otters');
    let heard = 0;
    search.onDidIndex(() => {
      heard += 1;
    });
    assert.equal(slugs('otters'), '');
    const looking = search.follow();
    await clock.advance(0);
    assert.deepEqual([slugs('otters'), heard, search.size], ['otters', 1, 1]);
    know('herons');
    await clock.advance(1_000);
    assert.deepEqual([slugs('herons'), heard], ['herons', 2]);
    looking.dispose();
    know('larks');
    assert.equal(clock.pending, 0, 'nothing runs while nobody looks');
    search.follow();
    await clock.advance(0);
    assert.equal(slugs('larks'), 'larks');
  });

  it('finds nothing of another connection', async () => {
    const { search, session, slugs, know, clock } = searching();
    await session.ensure();
    know('otters');
    search.follow();
    await clock.advance(0);
    assert.equal(slugs('otters'), 'otters');
    session.connect({ ...PROFILE, publicUrl: 'https://other.example' });
    assert.equal(slugs('otters'), '');
    await clock.advance(1_000);
    assert.deepEqual([slugs('otters'), search.size], ['', 0]);
  });

  it('makes known what the service finds, with its event', async () => {
    const { exchange, markets, ask } = searching();
    exchange.events_ = [event('9', { title: 'Lutra cup', markets: [market('otters'), market('lutra')] })];
    const { kind, hits } = await ask('otters');
    const slugs = hits.map(({ group }) => group.markets.map(({ slug }) => slug));
    assert.deepEqual([kind, slugs], ['searched', [['otters', 'lutra']]]);
    assert.equal(markets.get('lutra')?.events[0]?.title, 'Lutra cup');
  });

  it('does without a service that has no search, or does not answer', async () => {
    const { exchange, ask } = searching();
    exchange.lacks.add('search');
    assert.equal((await ask('x')).kind, 'unsupported');
    exchange.lacks.delete('search');
    exchange.next('search', failure('timeout'));
    assert.equal((await ask('x')).kind, 'failed');
  });

  it('takes in nothing an old connection found', async () => {
    const { ask, exchange, session, markets } = searching();
    await session.ensure();
    exchange.events_ = [event('9', { markets: [market('otters')] })];
    const held = exchange.hold('search');
    const asking = ask('otters');
    await session.ensure();
    session.connect(PROFILE);
    // Even a client that still answers after it was disposed.
    exchange.disposed = false;
    held.release();
    assert.deepEqual((await asking).hits, []);
    assert.equal(markets.get('otters'), undefined);
  });
});
