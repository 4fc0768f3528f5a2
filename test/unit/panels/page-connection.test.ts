import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BEAT_MS, PageConnection } from '../../../src/features/panels/page-connection.ts';
import {
  type PageEvent,
  readPageEvent,
  readPanelState,
  type SnapshotMessage,
} from '../../../src/view/panels/protocol.ts';
import { VirtualClock } from '../../support/clock.ts';

const READY = { type: 'ready', details: false } as const;

describe('PageConnection', () => {
  it('sends a snapshot when the page is ready, and nothing before', async () => {
    const { connection, clock, numbers, change } = connected();
    change();
    await clock.advance(1000);
    assert.deepEqual(numbers(), []);
    connection.receive(READY);
    await clock.advance(0);
    assert.deepEqual([numbers(), connection.sent], [[1], 1]);
  });

  it('sends one snapshot at a time, the next once the page has drawn the last', async () => {
    const { clock, posted, numbers, change, draw } = await ready();
    change();
    change();
    await clock.advance(100);
    assert.deepEqual(numbers(), [1]);
    draw(7);
    await clock.advance(100);
    assert.deepEqual(numbers(), [1], 'the page drew another number');
    draw();
    await clock.advance(0);
    assert.deepEqual(numbers(), [1, 2]);
    assert.equal(posted.at(-1)?.snapshot.slug, 'version 2');
  });

  it('sends at most one snapshot a frame, however fast the page draws', async () => {
    const { clock, posted, change, draw } = await ready();
    for (let ms = 0; ms < 500; ms += 1) {
      change();
      draw();
      await clock.advance(1);
    }
    const gaps = posted.slice(1).map(({ now }, index) => now - (posted[index]?.now ?? 0));
    assert.ok(gaps.length > 20);
    assert.ok(Math.min(...gaps) >= 16, String(gaps));
  });

  it('rests four times as long as a snapshot took to make', async () => {
    const { connection, clock, posted, change, draw } = connected(
      true,
      () => {},
      () => 50,
    );
    connection.receive(READY);
    await clock.advance(0);
    for (let ms = 0; ms < 2000; ms += 1) {
      change();
      draw();
      await clock.advance(1);
    }
    const gaps = posted.slice(1).map(({ now }, index) => now - (posted[index]?.now ?? 0));
    assert.ok(gaps.length > 5 && Math.min(...gaps) >= 200, String(gaps));
  });

  it('goes on a frame later after a single snapshot that took long', async () => {
    const { connection, clock, posted, change, draw } = connected(
      true,
      () => {},
      (number) => (number === 5 ? 50 : 1),
    );
    connection.receive(READY);
    await clock.advance(0);
    for (let ms = 0; ms < 500; ms += 1) {
      change();
      draw();
      await clock.advance(1);
    }
    const gaps = posted.slice(1).map(({ now }, index) => now - (posted[index]?.now ?? 0));
    assert.ok(gaps.length > 20 && Math.max(...gaps) < 25, String(gaps));
  });

  it('does not wait more than a second for a page to draw', async () => {
    const { clock, numbers, change } = await ready();
    change();
    await clock.advance(999);
    assert.deepEqual(numbers(), [1]);
    await clock.advance(20);
    assert.deepEqual(numbers(), [1, 2]);
  });

  it('sends a snapshot every five seconds while nothing changes', async () => {
    const { clock, numbers, draw } = await ready();
    draw();
    await clock.advance(BEAT_MS - 100);
    assert.deepEqual(numbers(), [1]);
    await clock.advance(200);
    assert.deepEqual(numbers(), [1, 2]);
  });

  it('sends nothing to a hidden page and builds nothing, and one snapshot when it is shown again', async () => {
    const { connection, clock, numbers, change, built } = await ready();
    connection.setVisible(false);
    const before = built();
    for (let turn = 0; turn < 50; turn += 1) {
      change();
      await clock.advance(100);
    }
    await clock.advance(60_000);
    assert.deepEqual([numbers(), built(), clock.pending], [[1], before, 0]);
    connection.setVisible(true);
    change();
    await clock.advance(100);
    assert.deepEqual(numbers(), [1], 'its page is loaded first');
    connection.receive(READY);
    change();
    await clock.advance(100);
    assert.deepEqual(numbers(), [1, 2]);
  });

  it('does not hear what the page before it sent', async () => {
    const { connection, handled } = connected();
    connection.receive({ type: 'run', action: { name: 'cancelMarketOrders' } });
    assert.deepEqual(handled, []);
  });

  it('leaves no timer behind', async () => {
    const { connection, clock, numbers, change } = await ready();
    change();
    connection.dispose();
    connection.receive(READY);
    await clock.advance(60_000);
    assert.deepEqual([numbers(), clock.pending], [[1], 0]);
  });

  it('brings a page that lost messages up to date', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 40 }), async (lost) => {
        const drops = [...lost];
        let shown = '';
        const { connection, clock, change, version } = connected(true, ({ number, snapshot }) => {
          if (drops.shift() === true) return;
          shown = snapshot.slug;
          connection.receive({ type: 'drawn', number });
        });
        connection.receive(READY);
        for (let turn = 0; turn < 60; turn += 1) {
          change();
          await clock.advance(1100);
        }
        await clock.advance(BEAT_MS + 2000);
        assert.equal(shown, version());
        connection.dispose();
      }),
      { numRuns: 20 },
    );
  });

  it('handles events and refreshes after each', async () => {
    const { connection, clock, handled, numbers, draw } = await ready();
    draw();
    const run = { type: 'run', action: { name: 'cancelOrder', orderId: 'ORDER' } } as const;
    connection.receive(run);
    await clock.advance(100);
    assert.deepEqual(handled, [READY, run]);
    assert.deepEqual(numbers(), [1, 2]);
  });
});

describe('the messages of a page', () => {
  it('are read by their exact shape', () => {
    for (const event of [
      READY,
      { type: 'drawn', number: 3 },
      { type: 'details', open: true },
      { type: 'interval', interval: '1W' },
      { type: 'compare', on: true },
      { type: 'run', action: { name: 'cancelOrder', orderId: 'x'.repeat(500) } },
    ] satisfies PageEvent[])
      assert.deepEqual(readPageEvent({ ...event, more: 1 }), event);
  });

  it('are dropped in any other shape', () => {
    for (const wrong of [
      { type: 'ready' },
      { type: 'drawn', number: '3' },
      { type: 'drawn', number: Number.NaN },
      { type: 'details', open: 1 },
      { type: 'compare', on: 'yes' },
      { type: 'interval', interval: '2W' },
      { type: 'interval', interval: ['1W'] },
      { type: 'run', action: { name: 'cancelOrder', orderId: 'x'.repeat(501) } },
      { type: 'run', action: { name: 'cancelOrder', orderId: ['ORDER'] } },
      { type: 'run', action: { name: 'workbench.action.quit' } },
      { type: 'run', action: { name: 'constructor' } },
      { type: 'run', action: { name: ['refresh'] } },
      { type: 'run' },
      { type: 'toString' },
    ])
      assert.equal(readPageEvent(wrong), undefined, JSON.stringify(wrong).slice(0, 80));
  });

  it('hold a stored state only with a slug, without fields of another version', () => {
    const state = {
      slug: 'a-slug',
      interval: '1D',
      details: true,
      table: false,
      compare: true,
      lines: 'own',
      scroll: 12,
    };
    assert.deepEqual(readPanelState({ ...state, folds: ['details'] }), state);
    const bare = {
      interval: undefined,
      details: undefined,
      table: undefined,
      compare: undefined,
      lines: undefined,
      scroll: undefined,
    };
    assert.deepEqual(
      readPanelState({
        slug: 'a-slug',
        interval: 5,
        details: 'yes',
        table: 1,
        compare: 1,
        lines: 'all',
        scroll: Number.NaN,
      }),
      { slug: 'a-slug', ...bare },
    );
    for (const wrong of [undefined, null, 'a-slug', {}, { slug: '' }, { slug: 'x'.repeat(501) }])
      assert.equal(readPanelState(wrong), undefined);
  });
});

/** `cost`: what a snapshot takes to make, milliseconds. */
function connected(
  isVisible = true,
  onPost: (message: SnapshotMessage) => void = () => {},
  costOf = (_: number) => 0,
) {
  const clock = new VirtualClock();
  let spent = 0;
  const posted: SnapshotMessage[] = [];
  const handled: PageEvent[] = [];
  let version = 0;
  let built = 0;
  const connection = new PageConnection({
    clock: {
      now: () => clock.now(),
      steady: () => clock.steady() + spent,
      setTimeout: (callback, ms) => clock.setTimeout(callback, ms),
    },
    isVisible,
    snapshot() {
      built += 1;
      spent += costOf(built);
      return { slug: `version ${version}`, busy: false };
    },
    post(message) {
      posted.push(message);
      onPost(message);
    },
    handle: (event) => handled.push(event),
  });
  return {
    connection,
    clock,
    posted,
    handled,
    numbers: () => posted.map(({ number }) => number),
    built: () => built,
    version: () => `version ${version}`,
    change: () => {
      version += 1;
      connection.refresh();
    },
    draw: (number = posted.at(-1)?.number) => connection.receive({ type: 'drawn', number }),
  };
}

async function ready() {
  const all = connected();
  all.connection.receive(READY);
  await all.clock.advance(0);
  return all;
}
