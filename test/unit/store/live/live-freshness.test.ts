import assert from 'node:assert/strict';
import type { StreamId } from '../../../../src/exchange/streams.ts';
import { readAt } from '../../../../src/store/reading/load-state.ts';
import { settle } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import type { Frame } from '../../../support/fake-streams.ts';
import { market } from '../values.ts';
import { LITE, liveWindow, showAccount, showTree } from './live-rig.ts';

const MINUTE = 60_000;
/** A position changed, and the frame does not say how. */
const UNSAID: Frame = {
  kind: 'position',
  change: { after: undefined, entryType: undefined, tradeId: undefined, updateTime: undefined },
};

function open(options: Parameters<typeof liveWindow>[0] = {}) {
  const window = liveWindow(options);
  window.exchange.markets_ = ['a', 'b', 'c', 'd'].map((slug) => market(slug));
  return window;
}

describe('live: how true it is', () => {
  it('a price is fresh while streamed, cut when the stream is lost, fresh when read, stale when not read again', async () => {
    const window = open();
    const { clock, exchange, streams, live, session } = window;
    const tree = live.watch('tree', LITE);
    tree.set(['a']);
    await clock.advance(MINUTE * 10);
    const quiet = live.priceFreshness('a');
    assert.deepEqual(
      quiet,
      { source: 'stream', at: clock.now(), standing: 'fresh' },
      'a quiet market sends nothing',
    );
    streams.stall('markets');
    const heardAt = clock.now();
    await clock.advance(20_000);
    assert.equal(live.priceFreshness('a')?.at, heardAt);
    streams.lose('markets');
    assert.deepEqual(live.priceFreshness('a'), { source: 'stream', at: heardAt, standing: 'cut' });
    await clock.advance(40_000);
    await window.markets.load();
    assert.deepEqual(live.priceFreshness('a'), { source: 'rest', at: clock.now(), standing: 'fresh' });
    await clock.advance(45_001);
    assert.equal(live.priceFreshness('a')?.standing, 'stale');
    exchange.always('markets', failure('network'));
    await window.markets.refresh();
    assert.equal(session.link.kind, 'offline');
    assert.equal(live.priceFreshness('a')?.standing, 'cut');
    streams.resume('markets');
    await clock.advance(1_000);
    assert.equal(live.priceFreshness('a')?.standing, 'fresh');
    assert.equal(live.priceFreshness('a')?.source, 'stream');
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
    assert.deepEqual(live.priceFreshness('a'), { source: 'stream', at: left, standing: 'fresh' });
    await clock.advance(1);
    assert.equal(live.priceFreshness('a')?.standing, 'stale');
  });

  it('a market that is over has no price that ages', async () => {
    const window = open();
    const { clock, exchange, live } = window;
    exchange.markets_ = [market('a', { status: 'RESOLVED', closed: true })];
    await window.markets.load();
    await clock.advance(MINUTE * 3);
    assert.equal(live.priceFreshness('a')?.standing, 'fresh');
    await clock.advance(MINUTE * 4);
    assert.equal(live.priceFreshness('a')?.standing, 'stale');
  });

  it('a figure of the account is fresh over a live line, cut when it is lost, and fresh again when read', async () => {
    const window = open();
    const { clock, exchange, streams, live, orders } = window;
    showAccount(window);
    await clock.advance(MINUTE * 4);
    const truth = () => live.accountFreshness(orders.state.kind === 'ready' ? orders.state.at : undefined);
    assert.deepEqual(truth(), { source: 'stream', at: clock.now(), standing: 'fresh' });
    exchange.always('openOrders', failure('server', { status: 500 }));
    const readAtMs = clock.now();
    const at = orders.state.kind === 'ready' ? orders.state.at : 0;
    streams.lose('account');
    assert.deepEqual(live.accountFreshness(at), { source: 'stream', at: readAtMs, standing: 'cut' });
    streams.resume('account');
    await clock.advance(1_000);
    assert.equal(live.state('account').kind, 'live');
    assert.equal(live.accountFreshness(at)?.standing, 'stale', 'connected, but nothing was read again yet');
    exchange.always('openOrders', undefined);
    await clock.advance(MINUTE);
    assert.equal(truth()?.standing, 'fresh');
  });

  it('a part of the account that has to be read is as of the frame that said so, and stale past the limit', async () => {
    const window = open();
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
    assert.deepEqual(live.accountFreshness(at), { source: 'stream', at: frameAt, standing: 'fresh' });
    assert.equal(aged, 0);
    await clock.advance(6_000);
    assert.equal(aged, 1);
    assert.equal(live.accountFreshness(at)?.standing, 'stale');
    assert.equal(live.accountFreshness(at, 'positions')?.standing, 'stale');
    assert.equal(
      live.accountFreshness(at, 'orders')?.standing,
      'fresh',
      'a position says nothing of the orders',
    );
    exchange.always('positions', undefined);
    await clock.advance(MINUTE);
    assert.equal(live.accountFreshness(readAt(positions.state))?.standing, 'fresh');
  });

  it('a part of the account that has to be read stays so while nobody looks and while another key is tried', async () => {
    const window = open();
    const { clock, exchange, streams, live, session, positions } = window;
    const views = showAccount(window);
    await clock.advance(MINUTE * 2);
    const at = readAt(positions.state);
    exchange.always('positions', failure('server', { status: 500 }));
    const frameAt = clock.now();
    streams.send(UNSAID);
    await clock.advance(1_000);
    views.dispose();
    await clock.advance(MINUTE);
    assert.equal(live.state('account').kind, 'off');
    assert.deepEqual(live.accountFreshness(at), { source: 'stream', at: frameAt, standing: 'stale' });
    const tried = session.signIn({ keyId: 'other', secret: 'mistyped' });
    assert.equal(session.account.kind, 'signingIn');
    assert.equal(live.accountFreshness(at)?.standing, 'stale');
    await tried;
    exchange.always('positions', undefined);
    showAccount(window);
    await clock.advance(3_000);
    assert.equal(live.accountFreshness(readAt(positions.state))?.standing, 'fresh');
  });

  it('has no word for what was never read', () => {
    const { live } = open();
    assert.equal(live.accountFreshness(undefined), undefined);
    assert.equal(live.priceFreshness('a'), undefined);
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
    await clock.advance(7_000);
    assert.equal(live.priceFreshness('a')?.standing, 'stale');
    assert.equal(aged, 1);
  });

  it('says which line changed', async () => {
    const window = open();
    const { clock, streams, live } = window;
    const heard: StreamId[] = [];
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
    streams.retry();
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
    await clock.advance(3_000);
    assert.deepEqual(gaps, [], 'positions are not read yet');
    held.release();
    await settle();
    assert.deepEqual(gaps, [{ fromMs: from, toMs: clock.now(), complete: true, elsewhere: false }]);
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
