import assert from 'node:assert/strict';
import { anExecution } from '../../../support/frames.ts';
import { wait } from '../delivery.ts';
import { market, order } from '../values.ts';
import { LITE, type LiveWindow, liveWindow, quote, showAccount, showTree } from './live-rig.ts';

const MINUTE = 60_000;
/** How long the stream is silent, less than its watchdog allows. */
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

/** A market that was read as halted and streamed as such, and is over by the time its line can be heard again. */
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
  const truth = live.accountFreshness(state.at);
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
    await window.clock.advance(6_000);
    assert.equal(truthOf(window).at, window.clock.now());
  });

  it('leaves a market as of when it was read until it is read again', async () => {
    const { window, end, over } = await haltedMarket();
    const { clock, streams, live, markets } = window;
    const readAtMs = markets.readAt('a');
    streams.stall('markets');
    await clock.advance(100);
    end();
    await clock.advance(PAUSE_MS);
    streams.unstall('markets');
    streams.send(over);
    assert.deepEqual(live.priceFreshness('a'), { source: 'rest', at: readAtMs, standing: 'stale' });
    await clock.advance(5_000);
    assert.equal(live.priceFreshness('a')?.at, clock.now());
  });

  it('leaves a market nobody listened to as of when it was read, too', async () => {
    const { window, tree, end } = await haltedMarket();
    const { clock, live, markets } = window;
    const readAtMs = markets.readAt('a');
    tree.dispose();
    await clock.advance(MINUTE);
    end();
    await clock.advance(MINUTE * 2);
    live.watch('tree', LITE).set(['a']);
    await clock.advance(300);
    assert.equal(live.state('markets').kind, 'live');
    assert.deepEqual(live.priceFreshness('a'), { source: 'rest', at: readAtMs, standing: 'stale' });
    await clock.advance(10_000);
    assert.equal(live.priceFreshness('a')?.standing, 'fresh');
  });
});
