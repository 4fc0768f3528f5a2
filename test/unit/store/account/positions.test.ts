import assert from 'node:assert/strict';
import { Decimal } from '../../../../src/core/decimal.ts';
import type { PositionChange } from '../../../../src/core/execution.ts';
import type { Instant } from '../../../../src/core/instant.ts';
import type { Position } from '../../../../src/core/position.ts';
import { PositionsStore } from '../../../../src/store/account/positions.ts';
import type { Change } from '../../../../src/store/reading/load-state.ts';
import { raw } from '../../../support/values.ts';
import { position, rig, T } from '../values.ts';

function changed(after: Position | undefined, updateTime?: Instant): PositionChange {
  return { before: undefined, after, entryType: 'ORDER_EXECUTION', tradeId: undefined, updateTime };
}

const net = (
  contracts: number,
  nanos: number | undefined,
  own: Partial<Position> = {},
): Partial<Position> => ({
  netPosition: Decimal.of(contracts),
  updateTime: nanos === undefined ? undefined : T(nanos),
  ...own,
});

/** A store with one position of 10 contracts listed, as of T(10). */
async function desk(nanos: number | undefined = 10) {
  const base = rig();
  base.exchange.positions_ = [position('rain', net(10, nanos))];
  const positions = new PositionsStore(base.session);
  await positions.load();
  const frame = (after: Position | undefined, time?: Instant): void =>
    positions.applyChange(changed(after, time), base.clock.now());
  return { ...base, positions, frame };
}

describe('PositionsStore', () => {
  it('follows a frame, says which changed and where it came from', async () => {
    const { positions, frame, clock } = await desk();
    const changes: Change[] = [];
    positions.onDidChange((change) => changes.push(change));
    assert.equal(positions.provenance('rain')?.source, 'rest');
    await clock.advance(500);
    frame(position('rain', net(12, 11)));
    assert.equal(raw(positions.get('rain')?.netPosition)?.text, '12');
    assert.deepEqual(positions.provenance('rain'), { source: 'stream', at: clock.now() });
    frame(position('rain', net(12, 11)));
    assert.deepEqual(changes, [new Set(['rain'])]);
    assert.equal(positions.needsReading, false);
  });

  it('takes the time of the frame where the position has none', async () => {
    const { positions, frame } = await desk(undefined);
    frame(position('rain', net(12, undefined)), T(12));
    frame(position('rain', net(11, undefined)), T(11));
    assert.equal(raw(positions.get('rain')?.netPosition)?.text, '12');
  });

  it('is read again where the frame does not say what is held', async () => {
    const { positions, frame } = await desk();
    frame(undefined, T(11));
    assert.equal(raw(positions.get('rain')?.netPosition)?.text, '10');
    assert.equal(positions.needsReading, true);
    await positions.refresh();
    assert.equal(positions.needsReading, false);
  });

  it('shows a frame at once and is read again where it leaves out figures, or its time does not decide', async () => {
    const bare = { cost: undefined, realized: undefined, cashValue: undefined };
    for (const after of [position('rain', net(12, 11, bare)), position('rain', net(12, 10))]) {
      const { positions, frame } = await desk();
      frame(after);
      assert.equal(raw(positions.get('rain')?.netPosition)?.text, '12');
      assert.equal(positions.needsReading, true);
    }
    const { positions, frame } = await desk(undefined);
    frame(position('rain', net(12, undefined)));
    assert.equal(raw(positions.get('rain')?.netPosition)?.text, '12');
    assert.equal(positions.needsReading, true);
  });

  it('lists a flat position until a list says whether the service keeps them', async () => {
    const { positions, frame, exchange } = await desk();
    frame(position('rain', net(0, 11)));
    assert.equal(positions.get('rain')?.netPosition?.isZero, true);
    assert.equal(positions.needsReading, true);
    exchange.positions_ = [];
    await positions.refresh();
    assert.deepEqual(positions.positions, []);
    frame(position('rain', net(10, 10)));
    assert.deepEqual(positions.positions, [], 'and an old frame does not bring it back');
    assert.equal(positions.needsReading, false);
  });
});
