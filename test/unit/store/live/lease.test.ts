import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Lease, LOOK_MS, RENEW_MS, VALID_MS } from '../../../../src/store/live/lease.ts';
import { type AccountPart, type LineTold, parseLeases } from '../../../../src/store/live/lease-record.ts';
import { VirtualClock } from '../../../support/clock.ts';
import { SharedMemory } from '../../../support/shared-memory.ts';

const KEY = 'demo local';
const LIVE = { line: 'live', since: 5, heardAt: 9 } as const;
/** The longest nobody holds a lease after its window was killed. */
const TAKEOVER_MS = VALID_MS + 2 * LOOK_MS + 2_000;

function rig(options: { delayMs?: number } = {}) {
  const clock = new VirtualClock();
  const memory = new SharedMemory(clock, options.delayMs);
  const open = (seed: number) => {
    let killed = false;
    const store = memory.window();
    const random = seeded(seed);
    // A killed window runs no timers any more.
    const own = {
      now: () => clock.now(),
      steady: () => clock.steady(),
      setTimeout: (callback: () => void, ms: number) =>
        clock.setTimeout(() => {
          if (!killed) callback();
        }, ms),
    };
    const lease = new Lease({ store, clock: own, random });
    const told: AccountPart[][] = [];
    lease.onTold((parts) => told.push([...parts]));
    const tell = (line: LineTold): void => {
      lease.describe(() => line);
      lease.tell();
    };
    return { lease, told, tell, store, kill: () => (killed = true) };
  };
  return { clock, memory, open };
}

function seeded(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

describe('lease on the line of an account', () => {
  it('is held by one window, at once', () => {
    const { clock, open } = rig();
    const [one, two] = [open(1), open(2)];
    one.lease.want(KEY);
    two.lease.want(KEY);
    assert.deepEqual([one.lease.holds, two.lease.holds], [true, false]);
    assert.equal(two.lease.shared?.line, 'connecting');
    one.tell(LIVE);
    assert.equal(clock.now() + VALID_MS, two.lease.shared?.until);
  });

  it('is one lease for each connection', () => {
    const { open } = rig();
    const [one, two] = [open(1), open(2)];
    one.lease.want(KEY);
    two.lease.want('other service');
    assert.deepEqual([one.lease.holds, two.lease.holds], [true, true]);
    one.lease.want('other service');
    assert.equal(one.lease.holds, false);
  });

  it('is renewed every five seconds and written no more often while nothing happens', async () => {
    const { clock, memory, open } = rig();
    const one = open(1);
    one.lease.want(KEY);
    one.tell(LIVE);
    const before = memory.writes;
    await clock.advance(RENEW_MS * 12);
    assert.equal(memory.writes - before, 12);
    assert.equal(one.lease.holds, true);
  });

  it('is given up when not wanted, and another takes it within three seconds', async () => {
    const { clock, open } = rig();
    const [one, two] = [open(1), open(2)];
    one.lease.want(KEY);
    two.lease.want(KEY);
    one.lease.want(undefined);
    await clock.advance(3_000);
    assert.deepEqual([one.lease.holds, two.lease.holds], [false, true]);
    two.lease.dispose();
    await clock.advance(10_000);
    assert.equal(clock.pending, 0);
  });

  it('survives a killed window: of the others one takes it', async () => {
    const { clock, open } = rig({ delayMs: 150 });
    const windows = [open(1), open(2), open(3)];
    for (const { lease } of windows) {
      lease.want(KEY);
      await clock.advance(400);
    }
    assert.deepEqual(
      windows.map(({ lease }) => lease.holds),
      [true, false, false],
    );
    windows[0]?.kill();
    await clock.advance(VALID_MS - 1_500);
    assert.deepEqual(
      windows.slice(1).map(({ lease }) => lease.holds),
      [false, false],
      'it may only be slow',
    );
    await clock.advance(TAKEOVER_MS);
    assert.equal(windows.slice(1).filter(({ lease }) => lease.holds).length, 1);
  });

  it('says together what came together: a sign of life is never ahead of what was heard with it', async () => {
    const { clock, memory, open } = rig();
    const [one, two] = [open(1), open(2)];
    one.lease.want(KEY);
    two.lease.want(KEY);
    one.tell(LIVE);
    await clock.advance(RENEW_MS);
    const before = memory.writes;
    one.lease.note(['orders']);
    one.lease.note(['positions', 'balances']);
    assert.equal(memory.writes, before);
    await clock.advance(100);
    assert.equal(memory.writes, before + 1);
    const changed = parseLeases(two.store.get()).get(KEY)?.changed;
    assert.deepEqual(changed, { orders: 1, positions: 1, balances: 1, activity: 0 });
  });

  it('says what changed, at most once a second, and loses nothing', async () => {
    const { clock, memory, open } = rig();
    const [one, two] = [open(1), open(2)];
    one.lease.want(KEY);
    two.lease.want(KEY);
    await clock.advance(10_000);
    const before = memory.writes;
    for (let at = 0; at < 40; at++) {
      one.lease.note(['orders']);
      if (at === 20) one.lease.note(['balances']);
      await clock.advance(100);
    }
    await clock.advance(2_000);
    assert.ok(memory.writes - before <= 8, `${memory.writes - before} writes in six seconds`);
    assert.ok(two.told.length >= 3 && two.told.length <= 6, `told ${two.told.length} times`);
    assert.ok(two.told.flat().includes('balances'));
    assert.equal(two.told.flat().includes('positions'), false);
  });

  it('counts on after another window took over', async () => {
    const { clock, open } = rig();
    const [one, two, three] = [open(1), open(2), open(3)];
    for (const { lease } of [one, two]) lease.want(KEY);
    one.lease.note(['orders', 'orders']);
    one.lease.want(undefined);
    await clock.advance(3_000);
    three.lease.want(KEY);
    assert.equal(two.lease.holds, true);
    two.lease.note(['positions']);
    await clock.advance(2_000);
    assert.deepEqual(three.told, [['positions']]);
  });

  it('tells the others at once that the line was lost', async () => {
    const { clock, open } = rig();
    const [one, two] = [open(1), open(2)];
    one.lease.want(KEY);
    two.lease.want(KEY);
    one.tell(LIVE);
    await clock.advance(LOOK_MS);
    assert.equal(two.lease.shared?.line, 'live');
    let changes = 0;
    two.lease.onDidChange(() => changes++);
    one.tell({ line: 'lost', since: undefined, heardAt: 7 });
    await clock.advance(LOOK_MS);
    assert.equal(two.lease.shared?.line, 'lost');
    assert.equal(two.lease.shared?.heardAt, 7);
    assert.equal(changes, 1);
  });

  it('says with each renewal when the line was last heard, without calling that a change', async () => {
    const { clock, open } = rig();
    const [one, two] = [open(1), open(2)];
    one.lease.want(KEY);
    two.lease.want(KEY);
    one.lease.describe(() => ({ ...LIVE, heardAt: clock.now() }));
    one.lease.tell();
    await clock.advance(LOOK_MS);
    let changes = 0;
    two.lease.onDidChange(() => changes++);
    await clock.advance(60_000);
    assert.ok(clock.now() - (two.lease.shared?.heardAt ?? 0) <= RENEW_MS + LOOK_MS);
    assert.equal(changes, 0);
  });

  it('costs nothing while not wanted', async () => {
    const { clock, memory, open } = rig();
    const one = open(1);
    one.lease.want(KEY);
    one.lease.want(undefined);
    const before = memory.writes;
    await clock.advance(3_600_000);
    assert.equal(memory.writes, before);
    assert.equal(clock.pending, 0);
  });

  it('works alone, without anything shared', async () => {
    const clock = new VirtualClock();
    const lease = new Lease({ store: undefined, clock, random: () => 0 });
    lease.want(KEY);
    assert.equal(lease.holds, true);
    lease.note(['orders']);
    await clock.advance(60_000);
    assert.equal(lease.holds, true);
    lease.dispose();
    assert.equal(clock.pending, 0);
  });

  it('is not fooled by what lies in the memory', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.boolean(), async (rubbish, asLease) => {
        const { clock, memory, open } = rig();
        const { store } = open(9);
        store.set(asLease ? { [KEY]: rubbish } : rubbish);
        const one = open(1);
        one.lease.want(KEY);
        await clock.advance(TAKEOVER_MS);
        assert.equal(one.lease.holds, true);
        assert.equal(parseLeases(store.get()).get(KEY)?.line, 'connecting');
        assert.ok(memory.writes > 1);
        one.lease.dispose();
      }),
      { numRuns: 50 },
    );
  });

  it('does not wait for a lease that was written before the clock was set back', async () => {
    const { clock, open } = rig();
    const [one, two] = [open(1), open(2)];
    one.lease.want(KEY);
    one.kill();
    clock.jumpTo(clock.now() - 86_400_000);
    two.lease.want(KEY);
    assert.equal(two.lease.holds, true);
  });

  it('is never held by two for longer than a renewal, and by one in the end, whatever the windows do', async () => {
    const acts = fc.record({
      window: fc.nat(2),
      what: fc.constantFrom('want', 'leave', 'kill', 'note'),
      afterMs: fc.nat(20_000),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(acts, { maxLength: 12 }),
        fc.nat(400),
        fc.nat(1_000),
        async (script, delayMs, seed) => {
          const { clock, open } = rig({ delayMs });
          const windows = [open(seed), open(seed + 7), open(seed + 13)].map((each) => ({
            ...each,
            alive: true,
            wants: false,
          }));
          let together = 0;
          const watch = async (ms: number): Promise<void> => {
            for (let at = 0; at < ms; at += 250) {
              await clock.advance(Math.min(250, ms - at));
              const holders = windows.filter(({ alive, lease }) => alive && lease.holds).length;
              together = holders > 1 ? together + 250 : 0;
              assert.ok(together <= RENEW_MS, `two windows hold it for ${together} ms`);
            }
          };
          for (const { window, what, afterMs } of script) {
            const it = windows[window];
            if (it?.alive !== true) continue;
            if (what === 'kill') {
              it.kill();
              it.alive = it.wants = false;
            } else if (what === 'note') it.lease.note(['orders']);
            else {
              it.wants = what === 'want';
              it.lease.want(it.wants ? KEY : undefined);
            }
            await watch(afterMs);
          }
          await watch(TAKEOVER_MS + RENEW_MS);
          const holders = windows.filter(({ alive, lease }) => alive && lease.holds).length;
          assert.equal(holders, windows.some(({ wants }) => wants) ? 1 : 0);
          for (const { lease } of windows) lease.dispose();
        },
      ),
      { numRuns: 40 },
    );
  });
});
