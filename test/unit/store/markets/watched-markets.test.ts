import assert from 'node:assert/strict';
import { readWatchEntry, type WatchEntry } from '../../../../src/core/watchlist.ts';
import { EventsStore } from '../../../../src/store/markets/events.ts';
import { MarketsStore } from '../../../../src/store/markets/markets.ts';
import { WatchedMarkets } from '../../../../src/store/markets/watched-markets.ts';
import { settle } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { anEvent } from '../../../support/values.ts';
import { market, rig } from '../values.ts';

const entry = (text: string): WatchEntry => readWatchEntry(text) as WatchEntry;

function watcher(...texts: readonly string[]) {
  const base = rig();
  const markets = new MarketsStore(base.session);
  const events = new EventsStore(base.session, markets);
  const streamed = new Set<string>();
  const watched = new WatchedMarkets(base.session, markets, events, (slug) => streamed.has(slug));
  const watch = (...more: readonly string[]): void => watched.want('watchlist', more.map(entry));
  watch(...texts);
  const asked = () => base.exchange.calls.map(({ method, args }) => `${method} ${JSON.stringify(args[0])}`);
  return { ...base, markets, events, watched, watch, asked, streamed };
}

describe('WatchedMarkets', () => {
  it('reads what no list has, markets together and events one by one', async () => {
    const { exchange, markets, watched, asked } = watcher('a', 'b', 'event:x', 'event:17');
    exchange.markets_ = ['a', 'b'].map((slug) => market(slug));
    exchange.events_ = [
      anEvent({ id: '1', slug: 'x', markets: [market('c')] }),
      anEvent({ id: '17', slug: undefined }),
    ];
    await watched.load();
    assert.deepEqual(asked(), ['markets {"slugs":["a","b"]}', 'eventBySlug "x"', 'eventById "17"']);
    for (const slug of ['a', 'b', 'c']) assert.equal(markets.get(slug)?.slug, slug);
    assert.equal(watched.event('x')?.id, '1');
    assert.equal(watched.event('17')?.id, '17');
    assert.equal(watched.state.kind, 'ready');
  });

  it('asks for nothing where everything is known, and does not call that a reading', async () => {
    const { markets, watched, asked } = watcher('a');
    markets.upsert(market('a'), 1);
    await watched.load();
    assert.deepEqual(asked(), []);
    assert.equal(watched.state.kind, 'ready');
  });

  it('reads what is added later', async () => {
    const { exchange, markets, watched, watch } = watcher();
    exchange.markets_ = [market('a')];
    await watched.load();
    watch('a');
    await settle();
    assert.equal(markets.get('a')?.slug, 'a');
  });

  it('sets aside what a page alone shows, until it is watched', async () => {
    const { exchange, markets, events, watched, watch } = watcher();
    exchange.markets_ = [market('a')];
    exchange.events_ = [anEvent({ id: '1', slug: 'x', markets: [market('c')] })];
    watched.want({ page: '1' }, [entry('a'), entry('event:x')]);
    await watched.load();
    assert.deepEqual([markets.knownCount, events.all.length], [0, 0]);
    assert.deepEqual([markets.get('a')?.slug, watched.event('x')?.id], ['a', '1']);
    watch('a', 'event:x');
    assert.deepEqual([markets.knownCount, events.all.length], [2, 1]);
  });

  it('says that something is gone only after the service said so of it alone', async () => {
    const { exchange, watched, asked } = watcher('a', 'event:x');
    await watched.load();
    assert.deepEqual(asked(), ['markets {"slugs":["a"]}', 'marketBySlug "a"', 'eventBySlug "x"']);
    assert.deepEqual([watched.isGone(entry('a')), watched.isGone(entry('event:x'))], [true, true]);
    await watched.refresh('poll');
    assert.equal(asked().length, 3);
    exchange.markets_ = [market('a')];
    await watched.refresh('asked');
    assert.equal(watched.isGone(entry('a')), false);
  });

  it('does not take a service it cannot reach, or does not understand, for one that lacks it', async () => {
    for (const code of ['network', 'refused', 'badReply', 'server'] as const) {
      const { exchange, watched } = watcher('a', 'event:x');
      exchange.always('marketBySlug', failure(code));
      exchange.always('eventBySlug', failure(code));
      await watched.load();
      assert.deepEqual([watched.isGone(entry('a')), watched.isGone(entry('event:x'))], [false, false], code);
    }
  });

  it('reads again, at a poll, the three events whose reading is oldest, and none that is over', async () => {
    const keys = ['a', 'b', 'c', 'd'];
    const { exchange, clock, watched, asked } = watcher(...keys.map((key) => `event:${key}`), 'event:over');
    const game = (slug: string, ended: boolean) =>
      anEvent({ id: slug, slug, live: !ended, ended, closed: ended, gameId: slug });
    exchange.events_ = [...keys.map((key) => game(key, false)), game('over', true)];
    await watched.load();
    assert.equal(asked().length, 5);
    const polled = async (): Promise<readonly string[]> => {
      const before = asked().length;
      await clock.advance(30_000);
      await watched.refresh('poll');
      return asked().slice(before);
    };
    assert.deepEqual(await polled(), ['eventBySlug "a"', 'eventBySlug "b"', 'eventBySlug "c"']);
    assert.deepEqual((await polled())[0], 'eventBySlug "d"');
    const page = { page: 'd' };
    watched.want(page, [entry('event:d')]);
    assert.equal((await polled())[0], 'eventBySlug "d"', 'what a page shows comes first');
    assert.equal((await polled())[0], 'eventBySlug "d"');
    watched.want(page, []);
    assert.notEqual((await polled())[0], 'eventBySlug "d"');
  });

  it('reads again, together, the markets of a page whose prices do not come by themselves', async () => {
    const { exchange, clock, watched, asked, streamed } = watcher('other');
    exchange.markets_ = ['a', 'b', 'other'].map((slug) => market(slug));
    const files = { page: 'files' };
    watched.want(files, ['a', 'b'].map(entry));
    await watched.load();
    const polled = async (): Promise<readonly string[]> => {
      const before = asked().length;
      await clock.advance(10_000);
      await watched.refresh('poll');
      return asked().slice(before);
    };
    assert.deepEqual([await polled(), await polled()], [[], ['markets {"slugs":["a","b"]}']]);
    streamed.add('b');
    assert.deepEqual([await polled(), await polled()], [[], ['markets {"slugs":["a"]}']]);
    watched.want(files, []);
    assert.deepEqual([await polled(), await polled()], [[], []]);
  });

  it('takes an event from the list where that was read later', async () => {
    const { exchange, clock, events, watched } = watcher('event:x');
    exchange.events_ = [anEvent({ id: '1', slug: 'x', score: '1–0' })];
    await watched.load();
    await clock.advance(1_000);
    exchange.events_ = [anEvent({ id: '1', slug: 'x', score: '2–0' })];
    await events.load();
    assert.equal(watched.event('x')?.score, '2–0');
  });
});
