import assert from 'node:assert/strict';
import { cancelEverything } from '../../../../src/store/cancels/cancel-everything.ts';
import type { IntentFile } from '../../../../src/store/cancels/intent-file.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { windows } from './cancel-windows.ts';

/** Calls `what` once the disk has done its `nth` work from now on. Says how much it did. */
function atWork(file: IntentFile, nth: number, what: () => void): () => number {
  let works = 0;
  const done = (): void => {
    works += 1;
    if (works === nth) what();
  };
  const { append, claim } = file;
  file.append = async (lines, durable) => {
    await append.call(file, lines, durable);
    if (durable) done();
  };
  file.claim = async (name) => {
    const isOurs = await claim.call(file, name);
    if (!name.endsWith('-told')) done();
    return isOurs;
  };
  return () => works;
}

type How = 'stop' | 'sleep';

/** What cancels A1, and is stopped or outdated by a sleep of the machine after so much work of the disk; none: not at all. */
async function calledOff(how: How, nth: number, what: 'one' | 'everything', isUnshared: boolean) {
  const desk = await windows('A1');
  const { cancels, orders, clock, list, file, exchange } = desk;
  if (isUnshared) {
    exchange.next('cancelOrder', failure('timeout'));
    await clock.run(cancels.cancel(list('A1')));
  }
  const before = exchange.count('cancelOrder');
  const { signal, abort } = stopping();
  const works = atWork(file, nth, () => (how === 'stop' ? abort() : clock.shift(8 * 3_600_000)));
  const [report] =
    what === 'one'
      ? await clock.run(cancels.cancel(list('A1'), { signal, again: new Set(['A1']) }))
      : (await clock.run(cancelEverything({ cancels, orders, clock }, list('A1'), { signal }))).reports;
  const posts = exchange.count('cancelOrder') - before + exchange.count('cancelAllOpen');
  return { ...desk, report, posts, works: works() };
}

function stopping() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

for (const what of ['one', 'everything'] as const) {
  describe(`a cancel of ${what} that is called off while it is written down`, () => {
    for (const isUnshared of [false, true]) {
      for (const how of ['stop', 'sleep'] as const) {
        it(`by a ${how} does not go out${isUnshared ? ' in the place of one that is not known' : ''}`, async () => {
          const { works, posts } = await calledOff('stop', 0, what, isUnshared);
          assert.equal(posts, 1);
          assert.ok(works > 2);
          for (let nth = 1; nth <= works; nth++) {
            const desk = await calledOff(how, nth, what, isUnshared);
            assert.equal(desk.posts, 0, `after work ${nth}`);
            const { report, stories, become, poll, orders } = desk;
            // From the last work on it has the doubt of the one before.
            const hasDoubt = isUnshared && nth === works;
            assert.equal(report?.outcome.kind, hasDoubt ? 'unknown' : 'refused');
            const error = report?.outcome.kind === 'refused' ? report.outcome.error : undefined;
            if (!hasDoubt)
              assert.deepEqual(
                [error?.code, error?.details.reason],
                ['cancelled', how === 'stop' ? undefined : 'late'],
              );
            assert.equal(orders.unknown.has('A1'), isUnshared);
            become('A1', 'CANCELED');
            await poll(desk, 10);
            assert.equal(stories().filter((story) => story.endsWith('confirmed')).length, isUnshared ? 1 : 0);
            assert.equal(orders.pending.size, 0);
          }
        });
      }
    }
  });
}
