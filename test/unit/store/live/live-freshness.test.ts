import assert from 'node:assert/strict';
import type { MarketTopic } from '../../../../src/exchange/streams.ts';
import { readAt } from '../../../../src/store/reading/load-state.ts';
import { settle } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import type { Frame } from '../../../support/fake-streams.ts';
import { anExecution } from '../../../support/frames.ts';
import { wait } from '../delivery.ts';
import { market, order } from '../values.ts';
import {
  book,
  LITE,
  type LiveWindow,
  liveWindow,
  MINUTE,
  PANEL,
  priceFrame,
  quote,
  showAccount,
  showTree,
} from './live-rig.ts';

/** A position changed, and the frame does not say how. */
const UNSAID: Frame = {
  kind: 'position',
  change: {
    before: undefined,
    after: undefined,
    entryType: undefined,
    tradeId: undefined,
    updateTime: undefined,
  },
};

describe('live: how true it is', () => {
  it('a price is fresh while streamed, cut when the stream is lost, fresh when read, stale when not read again', async () => {
    const window = liveWindow();
    const { clock, exchange, streams, live, visible, session } = window;
    const tree = visible.watch('tree', LITE);
    tree.set(['a']);
    await clock.advance(MINUTE * 10);
    const quiet = live.freshness.price('a');
    assert.deepEqual(
      quiet,
      { source: 'stream', at: clock.now(), standing: 'fresh' },
      'a quiet market sends nothing',
    );
    streams.stall('markets');
    const heardAt = clock.now();
    await clock.advance(20_000);
    assert.equal(live.freshness.price('a')?.at, heardAt);
    streams.lose('markets');
    assert.deepEqual(live.freshness.price('a'), { source: 'stream', at: heardAt, standing: 'cut' });
    await clock.advance(40_000);
    await window.markets.load();
    assert.deepEqual(live.freshness.price('a'), { source: 'rest', at: clock.now(), standing: 'fresh' });
    await clock.advance(45_001);
    assert.equal(live.freshness.price('a')?.standing, 'stale');
    exchange.always('markets', failure('network'));
    await window.markets.refresh();
    assert.equal(session.link.kind, 'offline');
    assert.equal(live.freshness.price('a')?.standing, 'cut');
    streams.resume('markets');
    await clock.advance(1_000);
    assert.equal(live.freshness.price('a')?.standing, 'fresh');
    assert.equal(live.freshness.price('a')?.source, 'stream');
  });

  it('is old, and said to be, ten seconds after its stream fell quiet, until it is heard again', async () => {
    const window = liveWindow();
    const { clock, streams, live, visible, orders } = window;
    showAccount(window);
    visible.watch('tree', LITE).set(['a']);
    await clock.advance(MINUTE * 10);
    const said: string[] = [];
    live.onDidChange((stream) => said.push(stream));
    let aged = 0;
    live.onDidAge(() => {
      aged += 1;
    });
    const heardAt = clock.now();
    for (const stream of ['markets', 'account'] as const) streams.stall(stream);
    const seen = () => [live.freshness.price('a'), live.freshness.account(readAt(orders.state), 'orders')];
    await clock.advance(9_999);
    assert.deepEqual([seen().map((each) => each?.standing), said, aged], [['fresh', 'fresh'], [], 0]);
    await clock.advance(1);
    const old = { source: 'stream', at: heardAt, standing: 'stale', quietSince: heardAt } as const;
    assert.deepEqual(
      [seen(), said],
      [
        [old, old],
        ['markets', 'account'],
      ],
    );
    assert.ok(aged > 0);
    for (const stream of ['markets', 'account'] as const) streams.unstall(stream);
    assert.deepEqual(
      seen().map((each) => each?.standing),
      ['fresh', 'fresh'],
    );
  });

  it('is old ten seconds after its stream fell quiet, also where a part has to be read again', async () => {
    const window = liveWindow();
    const { clock, exchange, streams, live, positions } = window;
    showAccount(window);
    await clock.advance(MINUTE);
    const held = exchange.hold('positions');
    streams.send(UNSAID);
    const saidAt = clock.now();
    await clock.advance(2_000);
    const heardAt = clock.now();
    streams.stall('account');
    await clock.advance(10_000);
    assert.deepEqual(live.freshness.account(readAt(positions.state), 'positions'), {
      source: 'stream',
      at: saidAt,
      standing: 'stale',
      quietSince: heardAt,
    });
    held.release();
  });

  it('a price nobody wants any more is true until then, and ages without being called cut', async () => {
    const window = liveWindow();
    const { clock, live, visible } = window;
    const tree = visible.watch('tree', LITE);
    tree.set(['a']);
    await clock.advance(MINUTE);
    tree.set([]);
    await clock.advance(5_000);
    const left = clock.now();
    await clock.advance(45_000);
    assert.deepEqual(live.freshness.price('a'), { source: 'stream', at: left, standing: 'fresh' });
    await clock.advance(1);
    assert.equal(live.freshness.price('a')?.standing, 'stale');
  });

  it('a market that is over has no price that ages', async () => {
    const window = liveWindow();
    const { clock, exchange, live } = window;
    exchange.markets_ = [market('a', { status: 'RESOLVED', closed: true })];
    await window.markets.load();
    await clock.advance(MINUTE * 3);
    assert.equal(live.freshness.price('a')?.standing, 'fresh');
    await clock.advance(MINUTE * 4);
    assert.equal(live.freshness.price('a')?.standing, 'stale');
  });

  it('a figure of the account is fresh over a live stream, cut when it is lost, and fresh again when read', async () => {
    const window = liveWindow();
    const { clock, exchange, streams, live, orders } = window;
    showAccount(window);
    await clock.advance(MINUTE * 4);
    const truth = () => live.freshness.account(orders.state.kind === 'ready' ? orders.state.at : undefined);
    assert.deepEqual(truth(), { source: 'stream', at: clock.now(), standing: 'fresh' });
    exchange.always('openOrders', failure('server', { status: 500 }));
    const readAtMs = clock.now();
    const at = orders.state.kind === 'ready' ? orders.state.at : 0;
    streams.lose('account');
    assert.deepEqual(live.freshness.account(at), { source: 'stream', at: readAtMs, standing: 'cut' });
    streams.resume('account');
    await clock.advance(1_000);
    assert.equal(live.state('account').kind, 'live');
    assert.equal(live.freshness.account(at)?.standing, 'stale', 'connected, but nothing was read again yet');
    exchange.always('openOrders', undefined);
    await clock.advance(MINUTE);
    assert.equal(truth()?.standing, 'fresh');
  });

  it('a part of the account that has to be read is as of the frame that said so, and stale past the limit', async () => {
    const window = liveWindow();
    const { clock, exchange, streams, live, positions } = window;
    let aged = 0;
    live.onDidAge(() => aged++);
    showAccount(window);
    await clock.advance(MINUTE * 2);
    const at = positions.state.kind === 'ready' ? positions.state.at : 0;
    exchange.always('positions', failure('server', { status: 500 }));
    const frameAt = clock.now();
    streams.send(UNSAID);
    await clock.advance(44_000);
    assert.deepEqual(live.freshness.account(at), { source: 'stream', at: frameAt, standing: 'fresh' });
    assert.equal(aged, 0);
    await clock.advance(6_000);
    assert.equal(aged, 1);
    assert.equal(live.freshness.account(at)?.standing, 'stale');
    assert.equal(live.freshness.account(at, 'positions')?.standing, 'stale');
    assert.equal(
      live.freshness.account(at, 'orders')?.standing,
      'fresh',
      'a position says nothing of the orders',
    );
    exchange.always('positions', undefined);
    await clock.advance(MINUTE);
    assert.equal(live.freshness.account(readAt(positions.state))?.standing, 'fresh');
  });
});

describe('live: after a gap', () => {
  it('is said once everything was read again', async () => {
    const window = liveWindow();
    const { clock, exchange, streams, gaps } = window;
    showAccount(window);
    await clock.advance(MINUTE);
    const from = clock.now();
    streams.lose('account');
    await clock.advance(MINUTE * 3);
    assert.deepEqual(gaps, []);
    const held = exchange.hold('positions');
    streams.resume('account');
    await clock.advance(3_000);
    assert.deepEqual(gaps, [], 'positions are not read yet');
    held.release();
    await settle();
    assert.deepEqual(gaps, [{ fromMs: from, toMs: clock.now(), complete: true, elsewhere: false }]);
  });

  it('of a machine that slept is said once, though its stream is found broken later', async () => {
    const window = liveWindow();
    const { clock, streams, gaps } = window;
    showAccount(window);
    await clock.advance(MINUTE);
    const slept = clock.now();
    streams.stall('account');
    clock.jumpTo(slept + MINUTE * 60);
    await clock.advance(2_000);
    assert.equal(gaps.length, 1);
    assert.ok(Math.abs((gaps[0]?.fromMs ?? 0) - slept) <= 10_000);
    streams.lose('account');
    await clock.advance(5_000);
    streams.resume('account');
    await clock.advance(MINUTE);
    assert.equal(gaps.length, 1);
  });

  it('of a service that did not answer is said where there are no streams', async () => {
    const window = liveWindow({ unsupported: true });
    const { clock, exchange, gaps } = window;
    showAccount(window);
    await clock.advance(MINUTE);
    for (const method of ['openOrders', 'positions', 'balances', 'activities'] as const) {
      exchange.always(method, failure('network'));
    }
    await clock.advance(MINUTE * 5);
    for (const method of ['openOrders', 'positions', 'balances', 'activities'] as const) {
      exchange.always(method, undefined);
    }
    await clock.advance(MINUTE * 10);
    assert.equal(gaps.length, 1);
  });

  it('of another account is nobody’s', async () => {
    const window = liveWindow();
    const { clock, streams, session, gaps } = window;
    showAccount(window);
    await clock.advance(MINUTE);
    streams.lose('account');
    await clock.advance(MINUTE * 3);
    session.connect(session.profile);
    await clock.advance(MINUTE * 3);
    assert.deepEqual(gaps, []);
  });
});

describe('live: a stream of the account that does not tell of all of it', () => {
  it('has what it lacks read as if there were no stream, and nothing else', async () => {
    const window = liveWindow();
    const { clock, exchange, streams } = window;
    exchange.orders_.set('o', order('o'));
    showAccount(window);
    await clock.advance(MINUTE);
    streams.lack('balances');
    await clock.advance(1_000);
    exchange.calls.length = 0;
    await clock.advance(4 * MINUTE);
    assert.equal(exchange.count('balances'), 8);
    for (const method of ['openOrders', 'positions', 'activities'] as const)
      assert.ok(exchange.count(method) <= 1, method);
  });

  it('says of what it lacks that it was read, and when it is old', async () => {
    const window = liveWindow();
    const { clock, streams, live } = window;
    const shown = showAccount(window);
    await clock.advance(MINUTE);
    const at = clock.now();
    assert.equal(live.freshness.account(at, 'balances')?.source, 'stream');
    streams.lack('balances');
    assert.equal(live.freshness.account(at, 'balances')?.source, 'rest');
    await clock.advance(1_000);
    assert.equal(live.freshness.account(at)?.source, 'rest', 'of all together');
    assert.equal(live.freshness.account(at, 'orders')?.source, 'stream');
    await clock.advance(MINUTE);
    assert.equal(live.freshness.account(at, 'balances')?.standing, 'stale');
    assert.equal(live.freshness.account(at, 'orders')?.standing, 'fresh');
    shown.dispose();
  });
});

/** How long the stream is silent, less than its watchdog allows. */
const PAUSE_MS = 30_000;

/** An order is placed while the stream is too slow to say so; then it does. Reading it takes two seconds. */
async function placeUnheard(windows: readonly LiveWindow[]): Promise<number> {
  const [first] = windows;
  assert.ok(first);
  const { clock, streams } = windows.find((each) => each.streams.accountWanted) ?? first;
  const placed = order('o1');
  streams.stall('account');
  const placedAt = clock.now();
  await clock.advance(100);
  for (const { exchange } of windows) {
    exchange.orders_ = new Map([[placed.id, placed]]);
    exchange.always('openOrders', async (answer) => {
      const value = answer();
      await wait(clock, 2_000);
      return value;
    });
  }
  await clock.advance(PAUSE_MS);
  streams.unstall('account');
  streams.send({
    kind: 'order',
    execution: anExecution({ type: 'NEW', order: placed, transactTime: undefined }),
  });
  return placedAt;
}

/** A market that was read as halted and streamed as such, and is over by the time its stream can be heard again. */
async function haltedMarket() {
  const window = liveWindow();
  const { clock, exchange, streams } = window;
  const framed = (state: string) => ({ kind: 'lite', quote: quote('a', '0.4', { state }) }) as const;
  exchange.markets_ = [market('a', { status: 'HALTED' })];
  streams.snapshotOf = () => framed('HALTED');
  const tree = showTree(window, 'a');
  await clock.advance(MINUTE * 2);
  const end = (): void => {
    exchange.markets_ = [market('a', { status: 'RESOLVED', ep3Status: 'TERMINATED', closed: true })];
    streams.snapshotOf = () => framed('TERMINATED');
    exchange.always('markets', async (answer) => {
      await wait(clock, 2_000);
      return answer();
    });
  };
  return { window, tree, end, over: framed('TERMINATED') };
}

function truthOf({ live, orders }: LiveWindow) {
  const { state } = orders;
  assert.ok(state.kind === 'ready' || state.kind === 'refreshing');
  const truth = live.freshness.account(state.at);
  assert.ok(truth);
  return truth;
}

describe('live: what a pause of the stream held up', () => {
  it('is not missing as of now while it is read, but as of when the stream was heard before', async () => {
    const window = liveWindow();
    showAccount(window);
    await window.clock.advance(MINUTE * 2);
    const placedAt = await placeUnheard([window]);
    await window.clock.advance(1_900);
    assert.equal(window.orders.get('o1'), undefined);
    assert.deepEqual(truthOf(window), { source: 'stream', at: placedAt, standing: 'fresh' });
    await window.clock.advance(200);
    assert.ok(window.orders.get('o1'));
    await window.clock.advance(6_000);
    assert.equal(truthOf(window).at, window.clock.now());
  });

  it('leaves a market as of when the stream was heard before it ended, until it is read again', async () => {
    const { window, end, over } = await haltedMarket();
    const { clock, streams, live } = window;
    streams.stall('markets');
    const heardAt = clock.now();
    await clock.advance(100);
    end();
    await clock.advance(PAUSE_MS);
    streams.unstall('markets');
    streams.send(over);
    assert.deepEqual(live.freshness.price('a'), { source: 'rest', at: heardAt, standing: 'fresh' });
    await clock.advance(5_000);
    assert.equal(live.freshness.price('a')?.at, clock.now());
  });

  it('leaves a market that ends while it is listened to fresh: it was read minutes ago, and right until now', async () => {
    const { window, end, over } = await haltedMarket();
    const { clock, streams, live } = window;
    end();
    streams.send(over);
    assert.deepEqual(live.freshness.price('a'), { source: 'rest', at: clock.now(), standing: 'fresh' });
    await clock.advance(1_000);
    assert.equal(live.freshness.price('a')?.standing, 'fresh', 'while it is read');
    await clock.advance(4_000);
    assert.equal(live.freshness.price('a')?.at, clock.now());
  });

  it('leaves a market nobody listened to as of when it was read, too', async () => {
    const { window, tree, end } = await haltedMarket();
    const { clock, live, visible, markets } = window;
    const readAtMs = markets.readAt('a');
    tree.dispose();
    await clock.advance(MINUTE);
    end();
    await clock.advance(MINUTE * 2);
    visible.watch('tree', LITE).set(['a']);
    await clock.advance(300);
    assert.equal(live.state('markets').kind, 'live');
    assert.deepEqual(live.freshness.price('a'), { source: 'rest', at: readAtMs, standing: 'stale' });
    await clock.advance(10_000);
    assert.equal(live.freshness.price('a')?.standing, 'fresh');
  });
});

/** A panel and a row of one market; the stream tells of these topics. */
async function openPanel(...topics: readonly MarketTopic[]) {
  const window = liveWindow();
  const { clock, exchange, streams, live, visible, scheduler, books, quotes } = window;
  exchange.markets_ = [market('a')];
  exchange.books_.set('a', book('a', '0.40'));
  streams.snapshotOf = (slug, topic) =>
    topics.includes(topic) ? priceFrame(slug, topic, '0.40') : undefined;
  visible.watch('panel', PANEL).set(['a']);
  const watches = [books.watch('a', ['market', 'history']), books.watch('a', ['book'])];
  scheduler.watch(watches);
  showTree(window, 'a');
  await clock.advance(MINUTE);
  const reads = async (ms: number) => {
    const before = window.exchange.count('book');
    await clock.advance(ms);
    return window.exchange.count('book') - before;
  };
  const truth = () => live.freshness.market('a', quotes.book('a')?.at);
  return { ...window, reads, truth };
}

describe('live: the depth of a book', () => {
  it('is read now and then where only the best prices are streamed', async () => {
    const { live, exchange, reads, truth } = await openPanel('lite');
    const others = exchange.calls.length;
    assert.equal(await reads(4 * MINUTE), 8);
    assert.equal(live.freshness.price('a')?.standing, 'fresh');
    assert.equal(truth()?.standing, 'fresh');
    assert.ok(exchange.calls.length - others < 8 + 8, 'all else only as often as where all is streamed');
  });

  it('is left to the stream where that tells of it, and read again once it does not', async () => {
    const { streams, reads, truth } = await openPanel('lite', 'book');
    assert.equal(await reads(3 * MINUTE), 0);
    assert.equal(truth()?.standing, 'fresh');
    streams.uncover('a', 'book');
    assert.equal(await reads(2 * MINUTE), 5, 'at once, and every half a minute');
  });

  it('is cut with its prices where the stream broke off, until it is received again', async () => {
    const { clock, exchange, streams, truth, live } = await openPanel('lite', 'book');
    exchange.hold('book');
    streams.snapshotOf = (slug, topic) => (topic === 'lite' ? priceFrame(slug, topic, '0.44') : undefined);
    streams.stall('markets');
    await clock.advance(5_000);
    streams.lose('markets');
    assert.equal(truth()?.standing, 'cut');
    streams.resume('markets');
    await clock.advance(1_000);
    assert.equal(live.freshness.price('a')?.standing, 'fresh', 'the best prices were received');
    assert.equal(truth()?.standing, 'cut', 'cards and ladder would disagree');
    streams.send(priceFrame('a', 'book', '0.44'));
    assert.equal(truth()?.standing, 'fresh');
  });
});
