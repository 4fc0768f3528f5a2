import assert from 'node:assert/strict';
import { failure } from '../../../support/fake-exchange.ts';
import { anExecution } from '../../../support/frames.ts';
import { event, market, order } from '../values.ts';
import { LITE, liveWindow, MINUTE, priceFrame, quote, showAccount, showTree } from './live-rig.ts';

const READS = ['markets', 'events', 'openOrders', 'positions', 'balances', 'activities'] as const;

describe('live: what is read', () => {
  it('is polled as before where the service has no streams', async () => {
    const window = liveWindow({ unsupported: true });
    const { clock, exchange, live } = window;
    showTree(window, 'a');
    showAccount(window);
    await clock.advance(MINUTE * 5 + 1_000);
    assert.equal(live.state('markets').kind, 'unsupported');
    assert.equal(live.state('account').kind, 'unsupported');
    for (const method of ['events', 'openOrders', 'positions', 'balances', 'activities'] as const) {
      assert.equal(exchange.count(method), 11, method);
    }
    assert.equal(live.freshness.price('a')?.standing, 'fresh');
    assert.equal(live.freshness.account(clock.now() - 10_000)?.source, 'rest');
  });

  it('goes on to the end of both lists where the service has no streams', async () => {
    const { clock, exchange, markets, events, ahead, eventsAhead, scheduler, tearDown } = liveWindow({
      unsupported: true,
    });
    exchange.markets_ = Array.from({ length: 600 }, (_, place) => market(`m${place}`));
    exchange.events_ = Array.from({ length: 240 }, (_, place) => event(`e${place}`));
    scheduler.watch([markets, events, ahead, eventsAhead]);
    await clock.advance(MINUTE * 10);
    assert.deepEqual([markets.hasMore, events.hasMore], [false, false]);
    tearDown();
  });

  it('is polled as before while a stream is lost, and what is due then at once', async () => {
    const window = liveWindow();
    const { clock, exchange, streams } = window;
    showAccount(window);
    await clock.advance(MINUTE * 2);
    assert.equal(
      exchange.count('openOrders'),
      2,
      'read once when it was shown and once when the stream was up',
    );
    streams.lose('account');
    await clock.advance(0);
    assert.equal(exchange.count('openOrders'), 3);
    await clock.advance(MINUTE);
    assert.equal(exchange.count('openOrders'), 5);
    streams.resume('account');
    await clock.advance(2_500);
    assert.equal(exchange.count('openOrders'), 6);
    await clock.advance(MINUTE * 4);
    assert.equal(exchange.count('openOrders'), 6);
  });

  it('of the activity waits after a fill, and is at once when a fill may be taken back', async () => {
    const { clock, exchange, streams, tearDown, ...window } = liveWindow();
    exchange.orders_.set('o1', order('o1'));
    showAccount({ clock, exchange, streams, tearDown, ...window });
    await clock.advance(MINUTE);
    const send = (type: 'PARTIAL_FILL' | undefined): void =>
      void streams.send({ kind: 'order', execution: anExecution({ type, order: order('o1') }) });
    send('PARTIAL_FILL');
    await clock.advance(MINUTE);
    const before = exchange.count('activities');
    send('PARTIAL_FILL');
    await clock.advance(2_000);
    send('PARTIAL_FILL');
    await clock.advance(2_000);
    assert.equal(exchange.count('activities'), before + 1);
    send(undefined);
    await clock.advance(2_000);
    assert.equal(exchange.count('activities'), before + 2);
    tearDown();
  });

  it('after either stream resumed is at once what could not be read before', async () => {
    for (const stream of ['markets', 'account'] as const) {
      const window = liveWindow();
      const { clock, exchange, streams, markets, session } = window;
      showTree(window, 'a');
      showAccount(window);
      await clock.advance(MINUTE);
      for (const each of ['markets', 'account'] as const) streams.lose(each);
      for (const method of READS) exchange.always(method, failure('network'));
      await clock.advance(MINUTE * 6);
      assert.equal(markets.state.kind, 'failed');
      assert.equal(session.link.kind, 'offline');
      for (const method of READS) exchange.always(method, undefined);
      streams.resume(stream);
      await clock.advance(500);
      assert.equal(markets.state.kind, 'ready', stream);
      assert.equal(session.link.kind, 'online', stream);
      window.tearDown();
    }
  });

  it('after the markets resumed is only what was not streamed by then', async () => {
    const window = liveWindow();
    const { clock, exchange, streams, live } = window;
    showTree(window, 'a', 'b');
    await clock.advance(MINUTE);
    streams.lose('markets');
    streams.snapshotOf = (slug) => (slug === 'b' ? undefined : priceFrame(slug, 'lite', '0.4'));
    await clock.advance(100);
    exchange.calls.length = 0;
    streams.resume('markets');
    await clock.advance(4_000);
    assert.equal(live.freshness.price('a')?.standing, 'fresh');
    assert.equal(live.freshness.price('b')?.standing, 'cut');
    await clock.advance(MINUTE / 2);
    const slugs = exchange.calls.flatMap(({ args }) => (args[0] as { slugs?: string[] }).slugs ?? []);
    assert.deepEqual(slugs, ['b']);
    assert.equal(live.freshness.price('b')?.standing, 'fresh');
    assert.equal(live.freshness.price('b')?.source, 'rest');
  });

  it('is tried again until it works, and waits for nothing while nobody looks', async () => {
    const window = liveWindow();
    const { clock, exchange, streams } = window;
    const views = showAccount(window);
    await clock.advance(MINUTE);
    streams.lose('account');
    exchange.always('positions', failure('server', { status: 503 }));
    streams.resume('account');
    await clock.advance(30_000);
    assert.equal(window.positions.state.kind, 'failed');
    exchange.always('positions', undefined);
    await clock.advance(MINUTE);
    assert.equal(window.positions.state.kind, 'ready');
    exchange.always('positions', failure('server', { status: 503 }));
    streams.lose('account');
    streams.resume('account');
    await clock.advance(1_000);
    views.dispose();
    await clock.advance(30_000);
    assert.equal(clock.pending, 0);
  });

  it('is the market and its event when trading in it begins or ends', async () => {
    const window = liveWindow();
    const { clock, exchange, streams } = window;
    showTree(window, 'a');
    await clock.advance(MINUTE);
    exchange.calls.length = 0;
    const frame = priceFrame('a', 'book', '0.4');
    if (frame.kind === 'book') streams.send({ ...frame, book: { ...frame.book, state: 'SUSPENDED' } });
    await clock.advance(3_000);
    assert.equal(exchange.count('markets'), 1);
    await clock.advance(MINUTE / 2);
    assert.equal(exchange.count('events'), 1);
  });

  it('is a market that goes on, until it works, also where nobody looked meanwhile', async () => {
    const window = liveWindow();
    const { clock, exchange, streams, live, visible, markets } = window;
    exchange.markets_ = [market('a', { status: 'HALTED' })];
    streams.snapshotOf = (slug) => ({ kind: 'lite', quote: quote(slug, '0.4', { state: 'HALTED' }) });
    const tree = showTree(window, 'a');
    await clock.advance(MINUTE * 2);
    exchange.markets_ = [market('a', { status: 'OPEN' })];
    exchange.always('markets', failure('server', { status: 503 }));
    streams.snapshotOf = (slug) => priceFrame(slug, 'lite', '0.4');
    streams.send(priceFrame('a', 'lite', '0.4'));
    const at = clock.now();
    await clock.advance(4_000);
    assert.deepEqual(
      live.freshness.price('a'),
      { source: 'rest', at, standing: 'fresh' },
      'right until then',
    );
    tree.dispose();
    await clock.advance(MINUTE);
    const before = exchange.calls.length;
    await clock.advance(MINUTE);
    assert.equal(exchange.calls.length, before, 'nobody looks');
    visible.watch('tree', LITE).set(['a']);
    await clock.advance(10_000);
    assert.equal(live.freshness.price('a')?.standing, 'stale');
    exchange.always('markets', undefined);
    await clock.advance(MINUTE);
    assert.equal(markets.get('a')?.status, 'OPEN');
    assert.equal(live.freshness.price('a')?.standing, 'fresh');
  });

  it('is a market that was read as halted or open when its first frame says otherwise', async () => {
    const window = liveWindow();
    const { clock, exchange, streams, markets } = window;
    exchange.markets_ = [market('a', { status: 'HALTED' }), market('b', { status: 'HALTED' }), market('c')];
    await markets.load();
    exchange.markets_ = ['a', 'b', 'c'].map((slug) => market(slug));
    streams.snapshotOf = (slug) => {
      const state = slug === 'a' ? 'OPEN' : slug === 'b' ? 'TERMINATED' : 'HALTED';
      return { kind: 'lite', quote: quote(slug, '0.4', { state }) };
    };
    exchange.calls.length = 0;
    window.visible.watch('tree', LITE).set(['a', 'b', 'c']);
    await clock.advance(4_000);
    assert.deepEqual(
      exchange.calls.map(({ args }) => args[0]),
      [{ slugs: ['a', 'b'] }],
      'the quote alone says that it is paused',
    );
  });
});

describe('live: what is not streamed', () => {
  it('is by its name where one of many markets on show is not streamed', async () => {
    const window = liveWindow();
    const { clock, exchange, streams, markets, visible, scheduler } = window;
    exchange.markets_ = Array.from({ length: 500 }, (_, index) => market(`m${index}`));
    streams.snapshotOf = (slug) => (slug === 'm0' ? undefined : priceFrame(slug, 'lite', '0.4'));
    scheduler.watch([markets, window.events]);
    await clock.advance(1_000);
    for (let page = 1; page < 10; page++) await markets.loadMore();
    assert.equal(markets.markets.length, 500);
    visible.watch('tree', LITE).set(markets.markets.slice(0, 50).map(({ slug }) => slug));
    await clock.advance(MINUTE * 2);
    exchange.calls.length = 0;
    let oldest = 0;
    for (let second = 0; second < 600; second += 5) {
      await clock.advance(5_000);
      oldest = Math.max(oldest, clock.now() - (markets.readAt('m0') ?? 0));
    }
    assert.ok(exchange.calls.length <= 60, `${exchange.calls.length} requests in ten minutes`);
    assert.ok(oldest <= 45_000, `${oldest} ms`);
    const before = exchange.count('events');
    streams.send(priceFrame('m0', 'lite', '0.4'));
    await clock.advance(1_000);
    exchange.calls.length = 0;
    await clock.advance(MINUTE * 2);
    assert.ok(exchange.calls.length <= 12 && before <= 3, 'streamed now');
  });

  it('is of whole lists where a market is not streamed and not listed by its name', async () => {
    const window = liveWindow();
    const { clock, exchange, streams } = window;
    exchange.markets_ = [market('a')];
    streams.snapshotOf = (slug) => (slug === 'gone' ? undefined : priceFrame(slug, 'lite', '0.4'));
    showTree(window, 'a', 'gone');
    await clock.advance(MINUTE * 3);
    assert.ok(exchange.count('events') >= 4, String(exchange.count('events')));
  });
});
