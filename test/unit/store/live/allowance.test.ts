import assert from 'node:assert/strict';
import { Allowance } from '../../../../src/store/live/allowance.ts';
import { Rereads } from '../../../../src/store/live/reread.ts';
import { VirtualClock } from '../../../support/clock.ts';

describe('what may be read by itself', () => {
  it('is four requests a minute for what was told, and two more for checks', () => {
    const clock = new VirtualClock();
    const allowance = new Allowance(clock);
    const from = clock.now();
    for (let each = 0; each < 4; each++) {
      assert.equal(allowance.waitMs('reread', 1), 0);
      allowance.spend(1);
      clock.jumpTo(clock.now() + 1_000);
    }
    assert.equal(allowance.waitMs('reread', 1), 56_000);
    assert.equal(allowance.waitMs('check', 2), 0);
    assert.equal(allowance.waitMs('check', 3), 56_000);
    clock.jumpTo(from + 60_000);
    assert.equal(allowance.waitMs('reread', 1), 0);
    // The machine's clock was set back: what was spent later is not waited for.
    clock.jumpTo(from - 3_600_000);
    assert.equal(allowance.waitMs('reread', 4), 0);
  });

  it('leaves one of the four to what is not decided without it', () => {
    const clock = new VirtualClock();
    const allowance = new Allowance(clock);
    allowance.spend(3);
    assert.equal(allowance.waitMs('addition', 1), 60_000);
    assert.equal(allowance.waitMs('reread', 1), 0);
  });

  it('is kept to by a store that only adds to what is shown, however long another owes nothing', async () => {
    const clock = new VirtualClock();
    const rereads = new Rereads(clock, new Allowance(clock));
    const reads = { addition: 0, told: 0 };
    const storeOf = (name: keyof typeof reads) => ({
      state: { kind: 'ready' as const, at: 0 },
      load: async () => {},
      refresh: async () => void reads[name]++,
    });
    const [addition, told] = [storeOf('addition'), storeOf('told')];
    for (let second = 0; second < 20; second++) {
      rereads.askLater(addition, 1_000);
      await clock.advance(1_000);
    }
    rereads.ask(told);
    await clock.advance(0);
    assert.deepEqual(reads, { addition: 3, told: 1 });
    rereads.dispose();
  });

  it('more than there ever may be waits for a quiet minute', () => {
    const clock = new VirtualClock();
    const allowance = new Allowance(clock);
    assert.equal(allowance.waitMs('check', 20), 0);
    // What is read by name twice a minute leaves no minute empty.
    allowance.spend(2);
    assert.equal(allowance.waitMs('check', 20), 0);
    allowance.spend(1);
    assert.equal(allowance.waitMs('check', 20), 60_000);
  });

  it('holds however many stores are owed a reading; what is urgent goes first, and none is forgotten', async () => {
    const clock = new VirtualClock();
    const rereads = new Rereads(clock, new Allowance(clock));
    const times: number[] = [];
    const stores = Array.from({ length: 12 }, () => ({
      state: { kind: 'ready' as const, at: 0 },
      load: async () => {},
      refresh: async () => void times.push(clock.now()),
    }));
    const from = clock.now();
    for (const store of stores) rereads.ask(store);
    const [, , , , , urgent] = stores;
    assert.ok(urgent);
    rereads.askNow(urgent);
    await clock.advance(0);
    assert.equal(times.length, 5);
    await clock.advance(240_000);
    assert.equal(times.length, 12);
    assert.equal(rereads.owedSince(), undefined);
    for (const at of times.filter((each) => each > from))
      assert.ok(times.filter((each) => each > at - 60_000 && each <= at).length <= 4);
    rereads.dispose();
    assert.equal(clock.pending, 0);
  });

  it('what has to wait for others is late at once, what is about to be read after a moment', async () => {
    const clock = new VirtualClock();
    const allowance = new Allowance(clock);
    const rereads = new Rereads(clock, allowance);
    let answer = (): void => {};
    const slow = { state: { kind: 'ready' as const, at: 0 }, load: async () => {}, refresh };
    function refresh(): Promise<void> {
      return new Promise((resolve) => {
        answer = resolve;
      });
    }
    rereads.ask(slow);
    assert.equal(rereads.lateFrom([slow]), clock.now() + 3_000);
    answer();
    await clock.advance(10_000);
    assert.equal(rereads.lateFrom([slow]), undefined);
    allowance.spend(4);
    rereads.ask(slow);
    assert.equal(rereads.lateFrom([slow]), clock.now());
    rereads.dispose();
  });
});
