import assert from 'node:assert/strict';
import { Calendar } from '../../../../src/core/calendar.ts';
import { NOT_LISTED } from '../../../../src/core/grouping.ts';
import { EventsStore } from '../../../../src/store/markets/events.ts';
import { MarketIndex } from '../../../../src/store/markets/market-index.ts';
import { MarketSearch } from '../../../../src/store/markets/market-search.ts';
import { MarketsStore } from '../../../../src/store/markets/markets.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { d } from '../../../support/values.ts';
import { event, market, PROFILE, rig } from '../values.ts';

function searching() {
  const base = rig();
  const markets = new MarketsStore(base.session);
  const events = new EventsStore(base.session, markets);
  const sources = { clock: base.clock, markets, events };
  const index = new MarketIndex({
    ...sources,
    catalogue: { listingOf: () => NOT_LISTED, topics: [] },
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
    const looking = search.watchKnown();
    await clock.advance(0);
    assert.deepEqual([slugs('otters'), heard, search.size], ['otters', 1, 1]);
    know('herons');
    await clock.advance(1_000);
    assert.deepEqual([slugs('herons'), heard], ['herons', 2]);
    looking.dispose();
    know('larks');
    assert.equal(clock.pending, 0, 'nothing runs while nobody looks');
    search.watchKnown();
    await clock.advance(0);
    assert.equal(slugs('larks'), 'larks');
  });

  it('finds nothing of another connection', async () => {
    const { search, session, slugs, know, clock } = searching();
    await session.ensure();
    know('otters');
    search.watchKnown();
    await clock.advance(0);
    assert.equal(slugs('otters'), 'otters');
    session.connect({ ...PROFILE, publicUrl: 'https://other.example' });
    assert.equal(slugs('otters'), '');
    await clock.advance(1_000);
    assert.deepEqual([slugs('otters'), search.size], ['', 0]);
  });

  it('finds again what the service found, which no list of markets has more because of it', async () => {
    const { exchange, markets, search, slugs, know, ask, clock } = searching();
    know('herons');
    search.watchKnown();
    await clock.advance(0);
    const heard: unknown[] = [];
    markets.onDidChange((change) => heard.push(change));
    exchange.events_ = [event('9', { title: 'Lutra cup', markets: [market('otters'), market('lutra')] })];
    const { kind, hits } = await ask('otters');
    const listed = hits.map(({ group }) => group.markets.map(({ slug }) => slug));
    assert.deepEqual([kind, listed], ['searched', [['otters', 'lutra']]]);
    assert.deepEqual([slugs('lutra cup'), search.size], ['otters lutra', 3]);
    assert.deepEqual([heard, [...markets.known()].length, markets.get('lutra')], [[], 1, undefined]);
    assert.equal(search.found('lutra')?.market.events[0]?.title, 'Lutra cup');
    know('larks');
    await clock.advance(1_000);
    assert.deepEqual([slugs('lutra'), slugs('larks'), search.size], ['otters lutra', 'larks', 4]);
  });

  it('ranks what fits every word before what the service only thinks near', async () => {
    const { exchange, search, ask } = searching();
    const ofDay = (day: number) => {
      const markets = [market(`lumen-${day}`, { question: `Lumencoin on ${day} Nov?` })];
      return event(`${day}`, { title: `Lumencoin on ${day} Nov`, volume: d(1_000 - day), markets });
    };
    exchange.events_ = [ofDay(25), ofDay(26)];
    await ask('Lumencoin on');
    const { hits, markets } = search.find('Lumencoin on 26');
    assert.deepEqual([hits.map(({ group }) => group.event?.title), markets], [['Lumencoin on 26 Nov'], 1]);
  });

  it('offers what a text finds with its words respelt, or without one of them', async () => {
    const { search, know, clock } = searching();
    know('otters-champion', 'herons');
    search.watchKnown();
    await clock.advance(0);
    const others = async (text: string) => {
      let offered: readonly unknown[] = [];
      search.others(text, (found) => {
        offered = found.map((other) => `${other.text} ${other.markets}`);
      });
      await clock.advance(10);
      return offered;
    };
    assert.deepEqual(await others('otters herons'), ['herons 1', 'otters 1']);
    assert.deepEqual(await others('otters tomorrow'), ['otters 1']);
    assert.deepEqual(await others('over 45 otters'), ['otters 1']);
    assert.deepEqual(await others('hrnons'), ['herons 1']);
    assert.deepEqual(await others('zzyxq'), []);
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
