import assert from 'node:assert/strict';
import { Decimal } from '../../../../src/core/decimal.ts';
import { FakeKeys, KEY, order, position } from '../values.ts';
import { LITE, liveWindow, MINUTE, PANEL, priceFrame, showAccount, showTree } from './live-rig.ts';

describe('live: what is subscribed', () => {
  it('opens nothing and waits for nothing while nobody looks', async () => {
    const { clock, live, visible, factory, streams } = liveWindow();
    visible.setMax(20);
    live.setWindow({ focused: true, statusShown: false });
    await clock.advance(MINUTE * 60);
    assert.equal(factory.made, 0);
    assert.equal(streams.asked.length, 0);
    assert.equal(clock.pending, 0);
  });

  it('is what is looked at, and brings prices into the store', async () => {
    const window = liveWindow();
    const { clock, live, streams, quotes } = window;
    showTree(window, 'a', 'b');
    await clock.advance(1_000);
    assert.deepEqual([...streams.wanted.keys()], ['a', 'b']);
    assert.equal(live.state('markets').kind, 'live');
    assert.equal(streams.accountWanted, false, 'no view of the account is shown');
    streams.send(priceFrame('a', 'lite', '0.55'));
    assert.equal(quotes.quote('a')?.value.bestBid?.value.toString(), '0.55');
  });

  it('is also what is held, while the account is shown', async () => {
    const window = liveWindow();
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

  it('of the account stays over a toggled view, and wanted by an open panel', async () => {
    const window = liveWindow();
    const { clock, streams, visible } = window;
    const views = showAccount(window);
    await clock.advance(1_000);
    views.dispose();
    await clock.advance(3_000);
    const again = showAccount(window);
    await clock.advance(30_000);
    assert.equal(streams.opened.account, 1);
    const panel = visible.watch('panel', PANEL);
    panel.set(['a']);
    again.dispose();
    await clock.advance(30_000);
    assert.equal(streams.accountWanted, true);
    panel.dispose();
    await clock.advance(10_000);
    assert.equal(streams.accountWanted, false);
  });

  it('is let go a minute after the window lost the focus, but for the account and what its status item prices', async () => {
    const window = liveWindow();
    const { clock, exchange, live, streams } = window;
    exchange.positions_ = [position('c', { netPosition: Decimal.of('5') })];
    live.setWindow({ focused: true, statusShown: true });
    showTree(window, 'a');
    showAccount(window);
    await clock.advance(1_000);
    live.setWindow({ focused: false, statusShown: true });
    await clock.advance(MINUTE - 1);
    assert.deepEqual([...streams.wanted.keys()].sort(), ['a', 'c']);
    await clock.advance(1);
    assert.deepEqual([...streams.wanted.keys()], ['c']);
    live.setWindow({ focused: false, statusShown: false });
    assert.equal(live.state('markets').kind, 'off');
    assert.equal(live.state('account').kind, 'live');
    live.setWindow({ focused: true, statusShown: false });
    await clock.advance(1_000);
    assert.equal(live.state('markets').kind, 'live');
  });

  it('of the account is nothing while signed out, and follows signing in and out', async () => {
    const window = liveWindow({ keys: new FakeKeys() });
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
    const window = liveWindow();
    const { clock, session, live, later, quotes } = window;
    showTree(window, 'a');
    await clock.advance(1_000);
    session.connect({ ...session.profile, id: 'custom', label: 'Other' });
    assert.equal(quotes.provenanceOf('a'), undefined);
    assert.equal(live.freshness.price('a'), undefined);
    await clock.advance(1_000);
    assert.equal(live.freshness.price('a')?.standing, 'fresh');
    assert.equal(later[0]?.streams.wanted.size, 1);
  });

  it('costs nothing once everything is hidden', async () => {
    const window = liveWindow();
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
    const window = liveWindow();
    window.factory.fails = true;
    const interest = window.visible.watch('tree', LITE);
    interest.set(['a']);
    await window.clock.advance(1_000);
    assert.equal(window.live.state('markets').kind, 'off');
    window.factory.fails = false;
    await window.clock.advance(31_000);
    assert.equal(window.live.state('markets').kind, 'live');
  });
});
