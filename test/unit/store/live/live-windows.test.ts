import assert from 'node:assert/strict';
import { SessionStreams } from '../../../../src/store/live/session-streams.ts';
import { VirtualClock } from '../../../support/clock.ts';
import { SOON, setUp, wanted } from '../../exchange/stream-support.ts';
import { rig } from '../values.ts';
import { FocusFile, type LiveWindow, liveWindow, MINUTE, showAccount, showTree } from './live-rig.ts';

/** Two windows of one user on one service, the first of which has the focus. */
async function open() {
  const clock = new VirtualClock();
  const file = new FocusFile();
  const [one, other] = [liveWindow({ clock, file }), liveWindow({ clock, file })];
  other.exchange.orders_ = one.exchange.orders_;
  for (const window of [one, other]) {
    showAccount(window);
    showTree(window, 'a');
  }
  other.live.setWindow({ focused: false, statusShown: true });
  one.live.setWindow({ focused: true, statusShown: true });
  await clock.advance(5_000);
  const focus = (window: LiveWindow | undefined): void => {
    for (const each of [one, other])
      if (each !== window) each.live.setWindow({ focused: false, statusShown: true });
    window?.live.setWindow({ focused: true, statusShown: true });
  };
  const kindsOf = ({ live }: LiveWindow) => [live.state('markets').kind, live.state('account').kind];
  return { clock, one, other, focus, kindsOf };
}

describe('live: windows of one user', () => {
  it('each have streams of their own, and let them go a minute after they lost the focus', async () => {
    const { clock, one, other, focus, kindsOf } = await open();
    assert.deepEqual(
      [kindsOf(one), kindsOf(other)],
      [
        ['live', 'live'],
        ['live', 'live'],
      ],
    );
    await clock.advance(MINUTE);
    assert.deepEqual(
      [kindsOf(one), kindsOf(other)],
      [
        ['live', 'live'],
        ['off', 'off'],
      ],
    );
    focus(other);
    await clock.advance(1_000);
    assert.deepEqual(kindsOf(other), ['live', 'live']);
    await clock.advance(MINUTE);
    assert.deepEqual(kindsOf(one), ['off', 'off']);
  });

  it('leave the account to the one that was focused last, also while none has the focus', async () => {
    const { clock, one, other, focus } = await open();
    focus(other);
    focus(undefined);
    await clock.advance(MINUTE * 5);
    assert.equal(one.live.state('account').kind, 'off');
    assert.equal(other.live.state('account').kind, 'live');
    assert.deepEqual([await one.live.isFocusedLast(), await other.live.isFocusedLast()], [false, true]);
    assert.deepEqual([...other.streams.wanted.keys()], [], 'its tree is let go like any other');
    focus(one);
    focus(undefined);
    assert.deepEqual([await one.live.isFocusedLast(), await other.live.isFocusedLast()], [true, false]);
    await clock.advance(15_000);
    assert.equal(one.live.state('account').kind, 'live');
    assert.equal(other.live.state('account').kind, 'off');
  });

  it('that come back say that what happened meanwhile was shown elsewhere', async () => {
    const { clock, one, other, focus } = await open();
    focus(other);
    await clock.advance(MINUTE * 5);
    assert.deepEqual(one.gaps, []);
    focus(one);
    await clock.advance(5_000);
    assert.deepEqual(
      one.gaps.map(({ elsewhere, complete }) => ({ elsewhere, complete })),
      [{ elsewhere: true, complete: true }],
    );
    assert.deepEqual(other.gaps, []);
  });

  it('that come back and then lose their stream miss what happens from then on', async () => {
    const { clock, one, other, focus } = await open();
    focus(other);
    await clock.advance(MINUTE * 5);
    one.streams.refusing.add('account');
    focus(one);
    await clock.advance(1_000);
    const fromMs = clock.now();
    await clock.advance(MINUTE * 3);
    one.streams.refusing.delete('account');
    one.streams.resume('account');
    await clock.advance(5_000);
    assert.deepEqual(
      one.gaps.map(({ elsewhere }) => elsewhere),
      [false],
    );
    assert.ok(Math.abs((one.gaps[0]?.fromMs ?? 0) - fromMs) <= 1_000);
  });
});

describe('live: a clock that jumps', () => {
  for (const [title, jump] of [
    ['was set back', (clock: VirtualClock) => clock.shift(-3_600_000)],
    ['was set on', (clock: VirtualClock) => clock.shift(3_600_000)],
    ['slept with its timers', (clock: VirtualClock) => clock.jumpTo(clock.now() + 3_600_000)],
  ] as const) {
    it(`of a machine that ${title} has everything on show connected and read again`, async () => {
      const window = liveWindow();
      const { clock, exchange, streams, live, orders, markets } = window;
      showTree(window, 'a');
      showAccount(window);
      await clock.advance(MINUTE);
      const opened = { ...streams.opened };
      const count = exchange.count('openOrders');
      jump(clock);
      const jumpedAt = clock.now();
      await clock.advance(15_000);
      assert.deepEqual(streams.opened, { markets: opened.markets + 1, account: opened.account + 1 });
      assert.ok(exchange.count('openOrders') > count);
      for (const { state } of [orders, markets]) assert.ok(state.kind === 'ready' && state.at >= jumpedAt);
      for (const truth of [live.freshness.price('a'), live.freshness.account(clock.now() - 1_000)])
        assert.equal(truth?.standing, 'fresh');
      window.tearDown();
      assert.equal(clock.pending, 0);
    });
  }

  it('opens the streams of the real client again, which joins wishes that come at once', async () => {
    const { clock, service, streams } = setUp();
    const { session, exchange } = rig();
    Object.assign(exchange, { streams });
    Object.assign(session, { clock });
    const ofSession = new SessionStreams(session);
    ofSession.want(wanted(['a'], 'book'), true);
    await clock.advance(SOON);
    ofSession.reconnect();
    await clock.advance(SOON * 3);
    assert.deepEqual([service.sockets.length, service.standing.length], [4, 2]);
  });

  it('leaves nothing fresh that is not read again', async () => {
    const window = liveWindow();
    const { clock, exchange, streams, live, orders } = window;
    showTree(window, 'a');
    showAccount(window);
    await clock.advance(MINUTE);
    for (const stream of ['markets', 'account'] as const) streams.refusing.add(stream);
    for (const method of ['openOrders', 'markets', 'positions'] as const) exchange.hold(method);
    const at = orders.state.kind === 'ready' ? orders.state.at : 0;
    clock.shift(-3_600_000);
    await clock.advance(MINUTE);
    assert.notEqual(live.freshness.account(at)?.standing, 'fresh');
    assert.notEqual(live.freshness.price('a')?.standing ?? 'none', 'fresh');
  });
});
