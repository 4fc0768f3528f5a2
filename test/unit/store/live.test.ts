import assert from 'node:assert/strict';
import type { Line } from '../../../src/exchange/streams.ts';
import { settle } from '../../support/clock.ts';
import { failure } from '../../support/fake-exchange.ts';
import { LITE, liveWindow, PANEL, priceFrame, showAccount, showTree } from './live-rig.ts';
import { deposit, event, FakeKeys, KEY, market, order, position } from './values.ts';

const MINUTE = 60_000;

function open(options: Parameters<typeof liveWindow>[0] = {}) {
  const window = liveWindow(options);
  window.exchange.markets_ = ['a', 'b', 'c', 'd'].map((slug) => market(slug));
  return window;
}

describe('live: what is subscribed', () => {
  it('opens nothing and waits for nothing while nobody looks', async () => {
    const { clock, live, factory, streams } = open();
    live.setMaxMarkets(20);
    live.setWindow({ focused: true, statusShown: false });
    await clock.advance(MINUTE * 60);
    assert.equal(factory.made, 0);
    assert.equal(streams.asked.length, 0);
    assert.equal(clock.pending, 0);
  });

  it('is what is looked at, and brings prices into the store', async () => {
    const window = open();
    const { clock, live, streams, quotes } = window;
    showTree(window, 'a', 'b');
    await clock.advance(1_000);
    assert.deepEqual([...streams.wanted.keys()], ['a', 'b']);
    assert.equal(live.state('markets').kind, 'live');
    assert.equal(streams.accountWanted, false, 'no view of the account is shown');
    streams.send(priceFrame('a', 'lite', '0.55'));
    assert.equal(quotes.quote('a')?.value.bestBid?.value.toString(), '0.55');
  });

  it('is cut at the setting, and says how many are left out', async () => {
    const window = open();
    window.live.setMaxMarkets(2);
    showTree(window, 'a', 'b', 'c');
    await window.clock.advance(1_000);
    assert.deepEqual([...window.streams.wanted.keys()], ['a', 'b']);
    assert.equal(window.live.leftOut, 1);
    window.live.setMaxMarkets(3);
    assert.equal(window.streams.wanted.size, 3);
  });

  it('is also what is held, while the account is shown', async () => {
    const window = open();
    const { clock, exchange, streams, live } = window;
    exchange.positions_ = [position('a'), position('b', { expired: true })];
    exchange.orders_.set('o', order('o', { marketSlug: 'c' }));
    const views = showAccount(window);
    await clock.advance(1_000);
    assert.deepEqual([...streams.wanted.keys()], ['a', 'c']);
    assert.equal(streams.accountWanted, true);
    views.dispose();
    await clock.advance(11_000);
    assert.deepEqual([...streams.wanted.keys()], []);
    assert.equal(streams.accountWanted, false);
    assert.equal(live.state('account').kind, 'off');
    live.setWindow({ focused: true, statusShown: true });
    await clock.advance(1_000);
    assert.equal(live.state('account').kind, 'live', 'the status item shows the account');
    assert.deepEqual([...streams.wanted.keys()], ['a', 'c']);
  });

  it('of the account is kept over a toggled view, and wanted by an open panel', async () => {
    const window = open();
    const { clock, streams, live } = window;
    const views = showAccount(window);
    await clock.advance(1_000);
    views.dispose();
    await clock.advance(3_000);
    const again = showAccount(window);
    await clock.advance(30_000);
    assert.equal(streams.opened.account, 1);
    const panel = live.watch('panel', PANEL);
    panel.set(['a']);
    again.dispose();
    await clock.advance(30_000);
    assert.equal(streams.accountWanted, true);
    panel.dispose();
    await clock.advance(10_000);
    assert.equal(streams.accountWanted, false);
  });

  it('is nothing a minute after the window lost the focus, unless the status item is on', async () => {
    const window = open();
    const { clock, live, streams } = window;
    live.setWindow({ focused: true, statusShown: true });
    showTree(window, 'a');
    showAccount(window);
    await clock.advance(1_000);
    live.setWindow({ focused: false, statusShown: true });
    await clock.advance(MINUTE * 10);
    assert.equal(live.state('markets').kind, 'live');
    assert.equal(live.state('account').kind, 'live');
    live.setWindow({ focused: false, statusShown: false });
    assert.equal(live.state('markets').kind, 'off', 'without the focus for long enough already');
    assert.equal(live.state('account').kind, 'off');
    live.setWindow({ focused: true, statusShown: false });
    await clock.advance(1_000);
    assert.equal(live.state('markets').kind, 'live');
    live.setWindow({ focused: false, statusShown: false });
    await clock.advance(MINUTE - 1);
    assert.equal(live.state('markets').kind, 'live');
    await clock.advance(1);
    assert.equal(live.state('markets').kind, 'off');
    assert.equal(streams.wanted.size, 0);
    assert.equal(streams.accountWanted, false);
  });

  it('of the account is nothing while signed out, and follows signing in and out', async () => {
    const window = open({ keys: new FakeKeys() });
    const { clock, session, live, streams } = window;
    showTree(window, 'a');
    showAccount(window);
    await clock.advance(1_000);
    assert.equal(streams.accountWanted, false);
    assert.equal(live.state('account').kind, 'unsupported');
    assert.equal(live.state('markets').kind, 'live');
    await session.signIn(KEY);
    await clock.advance(1_000);
    assert.equal(live.state('account').kind, 'live');
    assert.equal(window.later[0]?.streams.accountWanted, true);
    await session.signOut();
    await clock.advance(1_000);
    assert.equal(window.later[1]?.streams.accountWanted, false);
    assert.equal(live.state('account').kind, 'unsupported');
    assert.equal(live.state('markets').kind, 'live');
  });

  it('moves to another connection, and the old one says nothing any more', async () => {
    const window = open();
    const { clock, session, live, later, quotes } = window;
    showTree(window, 'a');
    await clock.advance(1_000);
    session.connect({ ...session.profile, id: 'custom', label: 'Other' });
    assert.equal(quotes.told('a'), undefined);
    assert.equal(live.priceTruth('a'), undefined);
    await clock.advance(1_000);
    assert.equal(live.priceTruth('a')?.standing, 'fresh');
    assert.equal(later[0]?.streams.wanted.size, 1);
  });

  it('costs nothing once everything is hidden', async () => {
    const window = open();
    const { clock, exchange } = window;
    window.live.onDidAge(() => {});
    const tree = showTree(window, 'a', 'b');
    const views = showAccount(window);
    await clock.advance(MINUTE);
    tree.dispose();
    views.dispose();
    await clock.advance(MINUTE);
    const before = exchange.calls.length;
    assert.equal(clock.pending, 0);
    await clock.advance(MINUTE * 60);
    assert.equal(exchange.calls.length, before);
  });

  it('asks again for a client that could not be made', async () => {
    const window = open();
    window.factory.fails = true;
    const interest = window.live.watch('watched', LITE);
    interest.set(['a']);
    await window.clock.advance(1_000);
    assert.equal(window.live.state('markets').kind, 'off');
    window.factory.fails = false;
    await window.clock.advance(31_000);
    assert.equal(window.live.state('markets').kind, 'live');
  });

  it('leaves no timer and no wish behind', async () => {
    const window = open();
    showTree(window, 'a');
    showAccount(window);
    await window.clock.advance(1_000);
    window.tearDown();
    assert.equal(window.clock.pending, 0);
  });
});

describe('live: what is read', () => {
  it('is at most six requests a minute with streams up, five views, a panel and the status item', async () => {
    const window = open();
    const { clock, exchange, live, poller, books } = window;
    exchange.events_ = [event('e', { live: true, markets: exchange.markets_ })];
    exchange.positions_ = [position('a'), position('b')];
    exchange.orders_.set('o', order('o', { marketSlug: 'c' }));
    exchange.activities_ = [deposit('x')];
    live.setWindow({ focused: true, statusShown: true });
    showTree(window, 'a', 'b', 'c', 'd');
    showAccount(window);
    poller.watch([window.portfolio]);
    live.watch('panel', PANEL).set(['a']);
    poller.watch([books.watch('a', ['market', 'book', 'history', 'settlement'])]);
    await clock.advance(MINUTE * 10);
    const counts = exchange.calls.length;
    assert.ok(counts <= 60, `${counts} requests in ten minutes`);
    await clock.advance(MINUTE * 10);
    const later = exchange.calls.length - counts;
    assert.ok(later <= 45, `${later} in the next ten`);
    assert.ok(later >= 20, 'and still a check of everything now and then');
  });

  it('is polled as before where the service has no streams', async () => {
    const window = open({ unsupported: true });
    const { clock, exchange, live } = window;
    showTree(window, 'a');
    showAccount(window);
    await clock.advance(MINUTE * 5 + 1_000);
    assert.equal(live.state('markets').kind, 'unsupported');
    assert.equal(live.state('account').kind, 'unsupported');
    for (const method of ['events', 'openOrders', 'positions', 'balances', 'activities'] as const) {
      assert.equal(exchange.count(method), 11, method);
    }
    assert.equal(live.priceTruth('a')?.standing, 'fresh');
    assert.equal(live.accountTruth(clock.now() - 10_000)?.source, 'rest');
  });

  it('is polled as before while a line is lost, and what is due then at once', async () => {
    const window = open();
    const { clock, exchange, streams } = window;
    showAccount(window);
    await clock.advance(MINUTE * 2);
    assert.equal(
      exchange.count('openOrders'),
      2,
      'read once when it was shown and once when the line was up',
    );
    streams.lose('account');
    await clock.advance(0);
    assert.equal(exchange.count('openOrders'), 3);
    await clock.advance(MINUTE);
    assert.equal(exchange.count('openOrders'), 5);
    streams.resume('account');
    await clock.advance(1_000);
    assert.equal(exchange.count('openOrders'), 6);
    await clock.advance(MINUTE * 4);
    assert.equal(exchange.count('openOrders'), 6);
  });

  it('is polled as before where one market on show is not told of', async () => {
    const window = open();
    const { clock, exchange, streams } = window;
    streams.snapshotOf = (slug) => (slug === 'b' ? undefined : priceFrame(slug, 'lite', '0.4'));
    showTree(window, 'a', 'b');
    await clock.advance(MINUTE * 2);
    assert.ok(exchange.count('events') >= 4);
    streams.send(priceFrame('b', 'lite', '0.4'));
    await clock.advance(1_000);
    const before = exchange.count('events');
    await clock.advance(MINUTE * 2);
    assert.equal(exchange.count('events'), before);
  });

  it('after the account resumed is orders, positions, balances and activity, each once', async () => {
    const window = open();
    const { clock, exchange, streams } = window;
    showAccount(window);
    await clock.advance(MINUTE);
    streams.lose('account');
    await clock.advance(1_000);
    exchange.calls.length = 0;
    streams.resume('account');
    await clock.advance(10_000);
    for (const method of ['openOrders', 'positions', 'balances', 'activities'] as const) {
      assert.equal(exchange.count(method), 1, method);
    }
  });

  it('after the markets resumed is only what was not told of by then', async () => {
    const window = open();
    const { clock, exchange, streams, live } = window;
    showTree(window, 'a', 'b');
    await clock.advance(MINUTE);
    streams.lose('markets');
    streams.snapshotOf = (slug) => (slug === 'b' ? undefined : priceFrame(slug, 'lite', '0.4'));
    await clock.advance(100);
    exchange.calls.length = 0;
    streams.resume('markets');
    await clock.advance(4_000);
    assert.equal(live.priceTruth('a')?.standing, 'fresh');
    assert.equal(live.priceTruth('b')?.standing, 'cut');
    await clock.advance(2_000);
    const single = exchange.calls.filter(({ args }) => (args[0] as { slugs?: unknown }).slugs !== undefined);
    assert.deepEqual(
      single.map(({ args }) => args[0]),
      [{ slugs: ['b'] }],
    );
    await clock.advance(MINUTE);
    assert.equal(live.priceTruth('b')?.standing, 'fresh');
    assert.equal(live.priceTruth('b')?.source, 'rest');
  });

  it('is tried again until it works, and forgotten when nobody looks', async () => {
    const window = open();
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

  it('once, however many frames could not be decided, and at most every two seconds', async () => {
    const window = open();
    const { clock, exchange, streams } = window;
    showAccount(window);
    await clock.advance(MINUTE);
    exchange.calls.length = 0;
    const change = { after: undefined, entryType: undefined, tradeId: undefined, updateTime: undefined };
    for (let at = 0; at < 20; at++) {
      streams.send({ kind: 'position', change });
      await clock.advance(100);
    }
    await clock.advance(10_000);
    const count = exchange.count('positions');
    assert.ok(count >= 2 && count <= 3, `${count} reads`);
  });

  it('is the market and its event when trading in it begins or ends', async () => {
    const window = open();
    const { clock, exchange, streams } = window;
    showTree(window, 'a');
    await clock.advance(MINUTE);
    exchange.calls.length = 0;
    const frame = priceFrame('a', 'book', '0.4');
    if (frame.kind === 'book') streams.send({ ...frame, book: { ...frame.book, state: 'SUSPENDED' } });
    await clock.advance(3_000);
    assert.equal(exchange.count('markets'), 1);
    assert.equal(exchange.count('events'), 1);
  });
});

describe('live: how true it is', () => {
  it('a price is fresh while told of, cut when the line is lost, fresh when read, old when not read again', async () => {
    const window = open();
    const { clock, exchange, streams, live, session } = window;
    const tree = live.watch('tree', LITE);
    tree.set(['a']);
    await clock.advance(MINUTE * 10);
    const quiet = live.priceTruth('a');
    assert.deepEqual(
      quiet,
      { source: 'stream', at: clock.now(), standing: 'fresh' },
      'a quiet market sends nothing',
    );
    streams.stall('markets');
    const heardAt = clock.now();
    await clock.advance(20_000);
    assert.equal(live.priceTruth('a')?.at, heardAt);
    streams.lose('markets');
    assert.deepEqual(live.priceTruth('a'), { source: 'stream', at: heardAt, standing: 'cut' });
    await clock.advance(40_000);
    await window.markets.load();
    assert.deepEqual(live.priceTruth('a'), { source: 'rest', at: clock.now(), standing: 'fresh' });
    await clock.advance(45_001);
    assert.equal(live.priceTruth('a')?.standing, 'old');
    exchange.always('markets', failure('network'));
    await window.markets.refresh();
    assert.equal(session.link.kind, 'offline');
    assert.equal(live.priceTruth('a')?.standing, 'cut');
    streams.resume('markets');
    await clock.advance(1_000);
    assert.equal(live.priceTruth('a')?.standing, 'fresh');
    assert.equal(live.priceTruth('a')?.source, 'stream');
  });

  it('a price nobody wants any more is true until then, and ages without being called cut', async () => {
    const window = open();
    const { clock, live } = window;
    const tree = live.watch('tree', LITE);
    tree.set(['a']);
    await clock.advance(MINUTE);
    tree.set([]);
    await clock.advance(5_000);
    const left = clock.now();
    await clock.advance(45_000);
    assert.deepEqual(live.priceTruth('a'), { source: 'stream', at: left, standing: 'fresh' });
    await clock.advance(1);
    assert.equal(live.priceTruth('a')?.standing, 'old');
  });

  it('a market that is over has no price that ages', async () => {
    const window = open();
    const { clock, exchange, live } = window;
    exchange.markets_ = [market('a', { status: 'RESOLVED', closed: true })];
    await window.markets.load();
    await clock.advance(MINUTE * 3);
    assert.equal(live.priceTruth('a')?.standing, 'fresh');
    await clock.advance(MINUTE * 3);
    assert.equal(live.priceTruth('a')?.standing, 'old');
  });

  it('a figure of the account is fresh over a live line, cut when it is lost, and fresh again when read', async () => {
    const window = open();
    const { clock, exchange, streams, live, orders } = window;
    showAccount(window);
    await clock.advance(MINUTE * 4);
    const truth = () => live.accountTruth(orders.state.kind === 'ready' ? orders.state.at : undefined);
    assert.deepEqual(truth(), { source: 'stream', at: clock.now(), standing: 'fresh' });
    exchange.always('openOrders', failure('server', { status: 500 }));
    const readAtMs = clock.now();
    const at = orders.state.kind === 'ready' ? orders.state.at : 0;
    streams.lose('account');
    assert.deepEqual(live.accountTruth(at), { source: 'stream', at: readAtMs, standing: 'cut' });
    streams.resume('account');
    await clock.advance(1_000);
    assert.equal(live.state('account').kind, 'live');
    assert.equal(live.accountTruth(at)?.standing, 'cut', 'connected, but nothing was read again yet');
    exchange.always('openOrders', undefined);
    await clock.advance(MINUTE);
    assert.equal(truth()?.standing, 'fresh');
  });

  it('what a frame left undecided is not fresh while it cannot be read', async () => {
    const window = open();
    const { clock, exchange, streams, live, positions } = window;
    showAccount(window);
    await clock.advance(MINUTE * 2);
    const at = positions.state.kind === 'ready' ? positions.state.at : 0;
    exchange.always('positions', failure('server', { status: 500 }));
    const change = { after: undefined, entryType: undefined, tradeId: undefined, updateTime: undefined };
    streams.send({ kind: 'position', change });
    assert.equal(live.accountTruth(at)?.standing, 'fresh', 'for a moment');
    await clock.advance(4_000);
    assert.equal(live.accountTruth(at)?.standing, 'old');
    exchange.always('positions', undefined);
    await clock.advance(MINUTE);
    const { state } = positions;
    assert.equal(live.accountTruth(state.kind === 'ready' ? state.at : 0)?.standing, 'fresh');
  });

  it('has no word for what was never read', () => {
    const { live } = open();
    assert.equal(live.accountTruth(undefined), undefined);
    assert.equal(live.priceTruth('a'), undefined);
  });

  it('says when a figure passes its limit though nothing happens', async () => {
    const window = open({ unsupported: true });
    const { clock, exchange, live } = window;
    let aged = 0;
    live.onDidAge(() => aged++);
    showTree(window, 'a');
    await clock.advance(1_000);
    exchange.hold('events');
    exchange.hold('markets');
    await clock.advance(43_000);
    assert.equal(aged, 0);
    await clock.advance(3_000);
    assert.equal(live.priceTruth('a')?.standing, 'old');
    assert.equal(aged, 1);
  });

  it('says which line changed', async () => {
    const window = open();
    const { clock, streams, live } = window;
    const heard: Line[] = [];
    showTree(window, 'a');
    showAccount(window);
    await clock.advance(1_000);
    live.onDidChange((line) => heard.push(line));
    streams.lose('markets');
    assert.deepEqual([...new Set(heard.splice(0))], ['markets']);
    streams.lose('account');
    assert.deepEqual([...new Set(heard.splice(0))], ['account']);
    streams.stop('account');
    assert.equal(live.state('account').kind, 'stopped');
    live.retry();
    await clock.advance(1_000);
    assert.equal(live.state('account').kind, 'live');
  });
});

describe('live: after a gap', () => {
  it('is said once everything was read again', async () => {
    const window = open();
    const { clock, exchange, streams, gaps } = window;
    showAccount(window);
    await clock.advance(MINUTE);
    const from = clock.now();
    streams.lose('account');
    await clock.advance(MINUTE * 3);
    assert.deepEqual(gaps, []);
    const held = exchange.hold('positions');
    streams.resume('account');
    await clock.advance(1_000);
    assert.deepEqual(gaps, [], 'positions are not read yet');
    held.release();
    await settle();
    assert.deepEqual(gaps, [{ fromMs: from, toMs: clock.now() }]);
  });

  it('is not said of a short one', async () => {
    const window = open();
    const { clock, streams, gaps } = window;
    showAccount(window);
    await clock.advance(MINUTE);
    streams.lose('account');
    await clock.advance(50_000);
    streams.resume('account');
    await clock.advance(MINUTE * 5);
    assert.deepEqual(gaps, []);
  });

  it('of a machine that slept is said once, though its line is found broken later', async () => {
    const window = open();
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
    const window = open({ unsupported: true });
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
    const window = open();
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
