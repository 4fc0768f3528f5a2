import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Emitter } from '../../../src/base/event.ts';
import type { PatchFrame, Snapshot, SnapshotFrame } from '../../../src/view/protocol/frames.ts';
import { applyPatch } from '../../../src/view/protocol/frames.ts';
import { BEAT_MS, Pacer } from '../../../src/view/protocol/pacing.ts';
import { VirtualClock } from '../../support/clock.ts';

interface Content {
  readonly price: number;
  readonly note: number;
}

describe('the pace at which a panel is told', () => {
  it('tells everything when the page is ready, and nothing before', async () => {
    const { pacer, clock, sent, change } = paced();
    change();
    await clock.advance(1000);
    assert.deepEqual(sent, []);
    pacer.ready();
    await clock.advance(0);
    assert.deepEqual(sent, ['snapshot 1']);
  });

  it('then only what changed, and only after the page has drawn the last', async () => {
    const { pacer, clock, sent, change, draw } = await ready();
    change();
    change();
    await clock.advance(100);
    assert.deepEqual(sent, []);
    draw();
    await clock.advance(0);
    assert.deepEqual(sent, ['patch 2: price']);
    assert.deepEqual(pacer.counts, { snapshots: 1, patches: 1, beats: 0 });
  });

  it('never sends two within a frame, however fast the page draws', async () => {
    const { clock, times, change, draw } = await ready();
    for (let ms = 0; ms < 500; ms += 1) {
      change();
      draw();
      await clock.advance(1);
    }
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    assert.ok(times.length > 20);
    assert.ok(Math.min(...gaps) >= 16, String(gaps));
  });

  it('goes on without a page that does not answer, a second later', async () => {
    const { clock, sent, change } = await ready();
    change();
    await clock.advance(999);
    assert.deepEqual(sent, []);
    await clock.advance(20);
    assert.deepEqual(sent, ['patch 2: price']);
  });

  it('takes no word for a frame it did not wait for', async () => {
    const { pacer, clock, sent, change } = await ready();
    change();
    for (const number of [0, 2, 99]) pacer.drawn(number);
    await clock.advance(100);
    assert.deepEqual(sent, []);
  });

  it('says nothing where nothing changed, but a word now and then that all is up to date', async () => {
    const { pacer, clock, sent, draw } = await ready();
    draw();
    pacer.changed();
    await clock.advance(BEAT_MS - 100);
    assert.deepEqual(sent, []);
    await clock.advance(200);
    assert.deepEqual(sent, ['patch 2: ']);
    await clock.advance(10 * BEAT_MS);
    assert.deepEqual(pacer.counts, { snapshots: 1, patches: 0, beats: 11 });
  });

  it('tells a hidden page nothing at all, and everything once when it is shown again', async () => {
    const { pacer, clock, sent, change, built } = await ready();
    pacer.setVisible(false);
    const before = built();
    for (let turn = 0; turn < 50; turn += 1) {
      change();
      await clock.advance(100);
    }
    await clock.advance(60_000);
    assert.deepEqual([sent, built(), clock.pending], [[], before, 0]);
    pacer.setVisible(true);
    change();
    await clock.advance(100);
    assert.deepEqual(sent, []);
    pacer.ready();
    change();
    await clock.advance(100);
    assert.deepEqual(sent, ['snapshot 2']);
  });

  it('waits to be in view when the page is ready before that is known', async () => {
    const { pacer, clock, sent } = paced(false);
    pacer.ready();
    await clock.advance(100);
    assert.deepEqual(sent, []);
    pacer.setVisible(true);
    await clock.advance(0);
    assert.deepEqual(sent, ['snapshot 1']);
  });

  it('leaves no timer behind', async () => {
    const { pacer, clock, sent, change } = await ready();
    change();
    pacer.dispose();
    pacer.ready();
    await clock.advance(60_000);
    assert.deepEqual([sent, clock.pending], [[], 0]);
  });

  it('a page that loses messages has the newest state soon after it loses none any more', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 40 }), async (lost) => {
        const clock = new VirtualClock();
        const toPage = new Emitter<{ readonly name: string; readonly frame: unknown }>();
        let price = 0;
        const pacer = new Pacer<Content>(
          {
            clock,
            build: () => snapshot(price),
            snapshot: (frame) => toPage.fire({ name: 'snapshot', frame }),
            patch: (frame) => toPage.fire({ name: 'patch', frame }),
          },
          true,
        );
        const drops = [...lost];
        let page: SnapshotFrame<Content> | undefined;
        toPage.event(({ name, frame }) => {
          if (drops.shift() === true) return;
          page =
            name === 'snapshot'
              ? (frame as SnapshotFrame<Content>)
              : applyPatch(page, frame as PatchFrame<Content>);
          if (page === undefined) pacer.ready();
          else pacer.drawn(page.number);
        });
        pacer.ready();
        for (let turn = 0; turn < 60; turn += 1) {
          price += 1;
          pacer.changed();
          await clock.advance(1100);
        }
        await clock.advance(BEAT_MS + 2000);
        assert.equal(page?.snapshot.content?.price, price);
        pacer.dispose();
      }),
      { numRuns: 20 },
    );
  });
});

function paced(isVisible = true) {
  const clock = new VirtualClock();
  const sent: string[] = [];
  const times: number[] = [];
  let price = 0;
  let built = 0;
  let last = 0;
  const note = (text: string, number: number): void => {
    sent.push(text);
    times.push(clock.now());
    last = number;
  };
  const pacer = new Pacer<Content>(
    {
      clock,
      build() {
        built += 1;
        return snapshot(price);
      },
      snapshot: ({ number }) => note(`snapshot ${number}`, number),
      patch: ({ number, changed }) => note(`patch ${number}: ${Object.keys(changed).join(' ')}`, number),
    },
    isVisible,
  );
  return {
    pacer,
    clock,
    sent,
    times,
    built: () => built,
    change: () => {
      price += 1;
      pacer.changed();
    },
    draw: () => pacer.drawn(last),
  };
}

/** With its first snapshot sent and forgotten. */
async function ready() {
  const all = paced();
  all.pacer.ready();
  await all.clock.advance(0);
  all.sent.length = 0;
  all.times.length = 0;
  return all;
}

function snapshot(price: number): Snapshot<Content> {
  return { slug: 'a-market', busy: false, note: undefined, content: { price, note: 1 } };
}
