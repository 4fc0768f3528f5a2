import assert from 'node:assert/strict';
import { VirtualClock } from '../../support/clock.ts';
import { anExecution } from '../../support/frames.ts';
import { SharedMemory } from '../../support/shared-memory.ts';
import { wait } from './delivery.ts';
import { type LiveWindow, liveWindow, showAccount } from './live-rig.ts';
import { order } from './values.ts';

const MINUTE = 60_000;
/** How long the line says nothing, less than whoever watches allows. */
const PAUSE_MS = 30_000;

/** An order is placed while the line is too slow to say so; then it does. Reading it takes two seconds. */
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

function truthOf({ live, orders }: LiveWindow) {
  const { state } = orders;
  assert.ok(state.kind === 'ready' || state.kind === 'refreshing');
  const truth = live.accountTruth(state.at);
  assert.ok(truth);
  return truth;
}

describe('live: what a pause of the line held up', () => {
  it('is not missing as of now while it is read, but as of when the line was heard before', async () => {
    const window = liveWindow();
    showAccount(window);
    await window.clock.advance(MINUTE * 2);
    const placedAt = await placeUnheard([window]);
    await window.clock.advance(1_900);
    assert.equal(window.orders.get('o1'), undefined);
    assert.deepEqual(truthOf(window), { source: 'stream', at: placedAt, standing: 'fresh' });
    await window.clock.advance(200);
    assert.ok(window.orders.get('o1'));
    assert.equal(truthOf(window).at, window.clock.now());
  });

  it('is not missing as of later in other windows either', async () => {
    const clock = new VirtualClock();
    const memory = new SharedMemory(clock, 120);
    const windows = [3, 4].map((seed) => liveWindow({ clock, memory, seed }));
    for (const window of windows) showAccount(window);
    await clock.advance(MINUTE * 2);
    const placedAt = await placeUnheard(windows);
    for (let look = 0; look < 60; look++) {
      await clock.advance(100);
      for (const window of windows) {
        const isShown = window.orders.get('o1') !== undefined;
        assert.ok(isShown || truthOf(window).at <= placedAt, `look ${look}`);
      }
    }
    for (const { orders } of windows) assert.ok(orders.get('o1'));
    await clock.advance(MINUTE);
    for (const window of windows) assert.ok(clock.now() - truthOf(window).at <= 8_000);
  });
});
