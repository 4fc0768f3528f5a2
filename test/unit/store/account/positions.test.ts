import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decimal } from '../../../../src/core/decimal.ts';
import type { PositionChange } from '../../../../src/core/execution.ts';
import { compareInstants, type Instant } from '../../../../src/core/instant.ts';
import type { Position } from '../../../../src/core/position.ts';
import { PositionsStore } from '../../../../src/store/account/positions.ts';
import type { Change } from '../../../../src/store/reading/load-state.ts';
import { settle } from '../../../support/clock.ts';
import { at, raw } from '../../../support/values.ts';
import { type Fate, FaultyLine, fates, gaps, trips, wait } from '../delivery.ts';
import { position, rig, usd } from '../values.ts';

const T = (nanos: number) => at(`2026-09-01T11:00:00.${String(nanos).padStart(9, '0')}Z`);

function changed(after: Position | undefined, updateTime?: Instant): PositionChange {
  return { after, entryType: 'ORDER_EXECUTION', tradeId: undefined, updateTime };
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

describe('PositionsStore and frames', () => {
  it('follow a frame, say which changed and where it came from', async () => {
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

  it('are set back neither by an older frame nor by an older list', async () => {
    const { positions, frame } = await desk();
    frame(position('rain', net(12, 12)));
    frame(position('rain', net(11, 11)));
    assert.equal(raw(positions.get('rain')?.netPosition)?.text, '12');
    await positions.refresh();
    assert.equal(raw(positions.get('rain')?.netPosition)?.text, '12');
  });

  it('take the time of the frame where the position has none', async () => {
    const { positions, frame } = await desk(undefined);
    frame(position('rain', net(12, undefined)), T(12));
    frame(position('rain', net(11, undefined)), T(11));
    assert.equal(raw(positions.get('rain')?.netPosition)?.text, '12');
  });

  it('are read again where the frame does not say what is held', async () => {
    const { positions, frame } = await desk();
    frame(undefined, T(11));
    assert.equal(raw(positions.get('rain')?.netPosition)?.text, '10');
    assert.equal(positions.needsReading, true);
    await positions.refresh();
    assert.equal(positions.needsReading, false);
  });

  it('are shown at once and read again where the frame leaves out figures, or its time does not decide', async () => {
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

  it('stay when they are flat until a list says whether the service keeps them', async () => {
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

  it('are not raised by a frame alone', async () => {
    const { positions, frame, exchange } = await desk();
    frame(position('sun', net(3, 11)));
    assert.equal(positions.get('sun'), undefined);
    assert.equal(positions.needsReading, true);
    exchange.positions_ = [...exchange.positions_, position('sun', net(3, 11))];
    await positions.refresh();
    assert.equal(raw(positions.get('sun')?.netPosition)?.text, '3');
    assert.equal(positions.needsReading, false);
  });

  it('keeps a frame that came while a list was loading, unless the list lacks the position', async () => {
    for (const stays of [true, false]) {
      const { positions, frame, exchange } = await desk();
      if (!stays) exchange.positions_ = [];
      const held = exchange.hold('positions');
      const refresh = positions.refresh();
      await settle();
      frame(position('rain', net(12, 11)));
      held.release();
      await refresh;
      assert.equal(raw(positions.get('rain')?.netPosition)?.text, stays ? '12' : undefined);
      assert.equal(positions.needsReading, !stays);
    }
  });

  it('forget all with the account', async () => {
    const { positions, frame, session } = await desk();
    frame(undefined);
    await session.signOut();
    assert.equal(positions.provenance('rain'), undefined);
    assert.equal(positions.needsReading, false);
  });
});

const SLUGS = ['rain', 'sun'] as const;

const step = fc.record({
  gap: gaps,
  does: fc.oneof(
    fc.record({
      kind: fc.constant('trade' as const),
      slug: fc.constantFrom(...SLUGS),
      by: fc.integer({ min: -3, max: 3 }),
      /** The frame says that something changed and not what. */
      mute: fc.boolean(),
      fate: fates,
    }),
    fc.record({ kind: fc.constant('replay' as const), which: fc.nat(50) }),
    fc.record({ kind: fc.constant('read' as const), trip: trips }),
  ),
});

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** How a service dates its positions, and whether it goes on listing flat ones. */
interface Manner {
  readonly times: 'nanos' | 'seconds' | 'none';
  readonly keepsFlat: boolean;
}

async function play(steps: readonly Step[], manner: Manner): Promise<void> {
  const { clock, exchange, session } = rig();
  const store = new PositionsStore(session);
  const flatSince = new Map<string, number>();
  const wrong: string[] = [];
  const latest = new Map<string, Instant>();
  let listedAt = -1;
  let trip = { there: 0, back: 0 };
  let nanos = 0;
  /** Grows with all that happens: of two things in one millisecond one is still the first. */
  let tick = 0;
  const check = (): void => {
    for (const { marketSlug: slug, netPosition, updateTime: time } of store.positions) {
      const before = latest.get(slug);
      if (time !== undefined && before !== undefined && compareInstants(time, before) < 0)
        wrong.push(`${slug} went back`);
      if (time !== undefined) latest.set(slug, time);
      const end = flatSince.get(slug) ?? Number.POSITIVE_INFINITY;
      const isShown = !manner.keepsFlat || netPosition?.isZero === false;
      // Times that cannot frame two changes apart cannot frame a late frame either.
      if (manner.times === 'nanos' && isShown && end <= listedAt)
        wrong.push(`${slug} was not there any more`);
    }
  };
  const line = new FaultyLine<PositionChange>(clock, (change) => {
    store.applyChange(change, clock.now());
    check();
  });
  exchange.always('positions', async (answer) => {
    const { there, back } = trip;
    await wait(clock, there);
    const listing = answer();
    const seenAt = ++tick;
    await wait(clock, back);
    listedAt = Math.max(listedAt, seenAt);
    return listing;
  });
  store.onDidChange(() => {
    if (store.state.kind === 'ready') check();
  });
  const trade = (slug: string, by: number, mute: boolean, fate: Fate): void => {
    const held = exchange.positions_.find(({ marketSlug }) => marketSlug === slug);
    const contracts = Number(held?.netPosition ?? 0) + by;
    const second = new Date(clock.now()).toISOString().slice(0, 19);
    const fraction = `${String(clock.now() % 1000).padStart(3, '0')}${String(nanos++).padStart(6, '0')}`;
    const time =
      manner.times === 'none'
        ? undefined
        : at(manner.times === 'seconds' ? `${second}Z` : `${second}.${fraction}Z`);
    const after = position(slug, {
      netPosition: Decimal.of(contracts),
      cost: usd(String(contracts)),
      updateTime: time,
    });
    const others = exchange.positions_.filter(({ marketSlug }) => marketSlug !== slug);
    exchange.positions_ = contracts === 0 && !manner.keepsFlat ? others : [...others, after];
    if (contracts === 0) flatSince.set(slug, ++tick);
    else flatSince.delete(slug);
    line.send(changed(mute ? undefined : after, time), fate);
  };
  await store.load();
  for (const { gap, does } of steps) {
    if (gap > 0) await clock.advance(gap);
    if (does.kind === 'trade' && does.by !== 0) trade(does.slug, does.by, does.mute, does.fate);
    else if (does.kind === 'replay') line.replay(does.which);
    else if (does.kind === 'read') {
      trip = does.trip;
      void store.refresh();
    }
  }
  await clock.advance(60_000);
  trip = { there: 5, back: 5 };
  await clock.run(store.refresh());
  assert.deepEqual(store.positions, exchange.positions_, 'one more reading and it is as the exchange has it');
  if (store.needsReading) await clock.run(store.refresh());
  assert.equal(store.needsReading, false, 'nothing is left to be decided');
  assert.deepEqual(store.positions, exchange.positions_);
  check();
  assert.deepEqual(wrong, []);
  store.dispose();
  assert.equal(clock.pending, 0);
}

describe('the truth of positions', () => {
  for (const times of ['nanos', 'seconds', 'none'] as const) {
    it(`with times in ${times}: no ghost, nothing backwards, and one reading puts all right`, async () => {
      const steps = fc.array(step, { minLength: 1, maxLength: 25 });
      await fc.assert(
        fc.asyncProperty(steps, fc.boolean(), (all, keepsFlat) => play(all, { times, keepsFlat })),
        { numRuns: 600 },
      );
    });
  }
});
