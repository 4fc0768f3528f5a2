import assert from 'node:assert/strict';
import { createDemo } from '../../../src/demo/index.ts';
import { readState } from '../../../src/demo/state.ts';
import { VirtualClock } from '../../support/clock.ts';
import { accountOf } from '../../support/read-world.ts';
import { MemoryStateStore, NOON } from './support.ts';

const CANCEL = { kind: 'cancel', id: 'cancel:A', atMs: NOON, orderId: 'A' };
const FILL = { kind: 'fillOrder', id: 'fill:A', atMs: NOON, orderId: 'A' };
const PLACE = {
  kind: 'placeOrder',
  id: 'place:B',
  atMs: NOON,
  orderId: 'B',
  marketSlug: 'm',
  intent: 'BUY_LONG',
  price: '0.5',
  quantity: '3',
};

describe('stored state of the demo', () => {
  it('is read as it was written', () => {
    const state = { seed: 1, epochMs: NOON, actions: [CANCEL, FILL, { ...FILL, quantity: '2' }, PLACE] };
    assert.deepEqual(readState(JSON.parse(JSON.stringify(state))), state);
  });

  it('is none when it is not of a world', () => {
    const good = { seed: 1, epochMs: NOON, actions: [] };
    assert.ok(readState(good));
    const bad = [
      ...[undefined, null, 'text', [], {}],
      ...[1.5, '1'].map((seed) => ({ ...good, seed })),
      ...[Number.NaN, 0, 1e15].map((epochMs) => ({ ...good, epochMs })),
      ...[undefined, {}].map((actions) => ({ ...good, actions })),
    ];
    for (const each of bad) assert.equal(readState(each), undefined, JSON.stringify(each));
  });

  it('loses the actions nobody knows, and keeps the others', () => {
    const unknown = [
      null,
      7,
      { ...CANCEL, kind: 'amend' },
      { ...CANCEL, id: 7 },
      { ...CANCEL, atMs: 'soon' },
      { kind: 'cancel', id: 'c', atMs: NOON },
      { ...PLACE, intent: 'toString' },
      { ...PLACE, price: 0.5 },
      { ...PLACE, quantity: undefined },
      { ...PLACE, marketSlug: undefined },
      { ...FILL, quantity: 2 },
    ];
    const read = readState({ seed: 1, epochMs: NOON, actions: [CANCEL, ...unknown, PLACE] });
    assert.deepEqual(read?.actions, [CANCEL, PLACE]);
  });

  it('beyond use lets the demo start over instead of failing', () => {
    const stateStore = new MemoryStateStore();
    stateStore.save({ seed: 'one', epochMs: 'long ago' });
    const demo = createDemo({ clock: new VirtualClock(NOON), stateStore });
    assert.ok(accountOf(demo.world).openOrders(NOON).length > 0);
    assert.deepEqual(stateStore.load(), { seed: 1, epochMs: NOON, actions: [] });
  });

  describe('written back by a window that had not seen the last of it', () => {
    function setUp() {
      const clock = new VirtualClock(NOON);
      const stateStore = new MemoryStateStore();
      const [one, other] = [createDemo({ clock, stateStore }), createDemo({ clock, stateStore })];
      const begun = one.world.state;
      assert.deepEqual(other.world.state, begun);
      const writeBack = (state: unknown): void => stateStore.save(state);
      return { clock, one, other, begun, writeBack };
    }

    it('loses no cancel: the window that knows of it stores it again', () => {
      const { one, other, begun, writeBack } = setUp();
      const [order] = accountOf(one.world).openOrders(NOON);
      assert.ok(order);
      assert.equal(one.world.cancel(order.id, order.marketSlug, NOON), 'cancelled');
      writeBack(begun);
      assert.equal(other.world.state.actions.length, 0);
      assert.equal(one.world.state.actions.length, 1);
      assert.ok(
        !accountOf(other.world)
          .openOrders(NOON)
          .some(({ id }) => id === order.id),
      );
    });

    it('does not take back that it was started over', () => {
      const { clock, one, other, begun, writeBack } = setUp();
      one.reset();
      const { epochMs } = one.world;
      assert.ok(epochMs > begun.epochMs);
      writeBack(begun);
      assert.equal(one.world.epochMs, epochMs);
      assert.equal(other.world.epochMs, epochMs);
      clock.shift(-3_600_000);
      writeBack(begun);
      other.reset();
      assert.ok(one.world.epochMs > epochMs);
    });
  });
});
