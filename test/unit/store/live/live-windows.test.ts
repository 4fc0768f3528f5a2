import assert from 'node:assert/strict';
import { VirtualClock } from '../../../support/clock.ts';
import { SharedMemory } from '../../../support/shared-memory.ts';
import { order } from '../values.ts';
import { type LiveWindow, liveWindow, showAccount } from './live-rig.ts';

const MINUTE = 60_000;

/** Windows of one user: one service, one memory, each with its own connection. */
function open(count: number) {
  const clock = new VirtualClock();
  const memory = new SharedMemory(clock, 120);
  const windows = Array.from({ length: count }, (_, at) => liveWindow({ clock, memory, seed: at + 3 }));
  const [first] = windows;
  for (const { exchange } of windows) if (first !== undefined) exchange.orders_ = first.exchange.orders_;
  return { clock, memory, windows };
}

function at(windows: readonly LiveWindow[], index: number): LiveWindow {
  const window = windows[index];
  assert.ok(window);
  return window;
}

const holders = (windows: readonly LiveWindow[]): number =>
  windows.filter(({ streams }) => streams.accountWanted).length;

describe('live: many windows, one key', () => {
  it('hold one line of the account between them, and all call it live', async () => {
    const { clock, windows } = open(3);
    for (const window of windows) showAccount(window);
    await clock.advance(MINUTE);
    assert.equal(holders(windows), 1);
    assert.deepEqual(windows.map(({ live }) => live.state('account').kind).sort(), [
      'live',
      'shared',
      'shared',
    ]);
    for (const { live, orders } of windows) {
      assert.equal(orders.state.kind, 'ready');
      const truth = live.accountTruth(clock.now() - 20_000);
      assert.equal(truth?.standing, 'fresh');
      assert.ok(clock.now() - truth.at <= 7_000, 'as of the last sign of life');
    }
  });

  it('learn from the one that holds it what changed, and only that', async () => {
    const { clock, windows } = open(2);
    for (const window of windows) showAccount(window);
    await clock.advance(MINUTE);
    const holder = windows.find(({ streams }) => streams.accountWanted);
    const other = windows.find(({ streams }) => !streams.accountWanted);
    assert.ok(holder && other);
    other.exchange.calls.length = 0;
    const placed = order('new');
    holder.exchange.orders_.set('new', placed);
    holder.streams.send({
      kind: 'order',
      execution: {
        id: 'x',
        type: 'NEW',
        order: placed,
        lastShares: undefined,
        lastPx: undefined,
        tradeId: undefined,
        text: undefined,
        rejectReason: undefined,
        transactTime: undefined,
      },
    });
    await clock.advance(4_000);
    assert.deepEqual(
      other.orders.orders.map(({ id }) => id),
      ['new'],
    );
    assert.equal(other.exchange.count('openOrders'), 1);
    assert.equal(other.exchange.count('positions'), 0);
    assert.equal(other.exchange.count('balances'), 0);
  });

  it('go on without a window that was killed, and call nothing live that is not', async () => {
    const { clock, windows } = open(2);
    const [one, two] = [at(windows, 0), at(windows, 1)];
    showAccount(one);
    await clock.advance(5_000);
    showAccount(two);
    await clock.advance(MINUTE);
    assert.equal(two.live.state('account').kind, 'shared');
    one.kill();
    await clock.advance(8_000);
    assert.equal(two.live.state('account').kind, 'shared', 'it may only be slow');
    await clock.advance(17_000);
    assert.equal(two.streams.accountWanted, true);
    assert.equal(two.live.state('account').kind, 'live');
    const { state } = two.orders;
    assert.equal(two.live.accountTruth(state.kind === 'ready' ? state.at : undefined)?.standing, 'fresh');
  });

  it('show it as lost where the line was lost in the one that holds it, and read again when it is back', async () => {
    const { clock, windows } = open(2);
    const [one, two] = [at(windows, 0), at(windows, 1)];
    showAccount(one);
    await clock.advance(5_000);
    showAccount(two);
    await clock.advance(MINUTE * 4);
    const before = two.orders.state;
    const read = before.kind === 'ready' ? before.at : 0;
    for (const { exchange } of windows) exchange.always('openOrders', () => new Promise(() => {}));
    one.streams.lose('account');
    await clock.advance(2_000);
    assert.equal(two.live.state('account').kind, 'lost');
    assert.equal(two.live.accountTruth(read)?.standing, 'cut');
    for (const { exchange } of windows) exchange.always('openOrders', undefined);
    const calls = two.exchange.count('balances');
    one.streams.resume('account');
    await clock.advance(4_000);
    assert.equal(two.live.state('account').kind, 'shared');
    assert.ok(two.exchange.count('balances') > calls);
    assert.equal(two.live.accountTruth(read)?.standing, 'cut', 'what was read before says nothing');
  });

  it('each go their own way where the service has no streams', async () => {
    const clock = new VirtualClock();
    const memory = new SharedMemory(clock);
    const windows = [
      liveWindow({ clock, memory, unsupported: true }),
      liveWindow({ clock, memory, unsupported: true }),
    ];
    for (const window of windows) showAccount(window);
    await clock.advance(MINUTE);
    for (const { live } of windows) assert.equal(live.state('account').kind, 'unsupported');
    const writes = memory.writes;
    await clock.advance(MINUTE);
    assert.equal(memory.writes, writes, 'nothing to agree about');
  });

  it('hand it on when one is left alone without the focus', async () => {
    const { clock, windows } = open(2);
    const [one, two] = [at(windows, 0), at(windows, 1)];
    showAccount(one);
    showAccount(two);
    await clock.advance(5_000);
    const [holder, other] = one.streams.accountWanted ? [one, two] : [two, one];
    holder.live.setWindow({ focused: false, statusShown: false });
    await clock.advance(MINUTE + 4_000);
    assert.equal(holder.streams.accountWanted, false);
    assert.equal(other.live.state('account').kind, 'live');
    holder.live.setWindow({ focused: true, statusShown: false });
    await clock.advance(1_000);
    assert.equal(holder.live.state('account').kind, 'shared');
  });
});
