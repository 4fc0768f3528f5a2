import assert from 'node:assert/strict';
import { cancelEverything } from '../../../../src/store/cancels/cancel-everything.ts';
import type { IntentFile } from '../../../../src/store/cancels/intent-file.ts';
import { windows } from './cancel-windows.ts';

/** Calls `what` as the disk has done its `nth` work, from now on. */
function atWork(file: IntentFile, nth: number, what: () => void): { readonly works: () => number } {
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
    done();
    return isOurs;
  };
  return { works: () => works };
}

/** What the disk does before whatever is open goes out, and an order among it: a first line, a second and a claim each. */
const WORKS = [1, 2, 3, 4, 5, 6];

describe('a cancel of whatever is open that is stopped', () => {
  for (const nth of WORKS) {
    it(`does not go out, also while it is written down: work ${nth} of the disk`, async () => {
      const { cancels, orders, clock, list, file, exchange, stories } = await windows('A1');
      const stop = new AbortController();
      const { works } = atWork(file, nth, () => stop.abort());
      const options = { signal: stop.signal };
      const { request, reports } = await clock.run(
        cancelEverything({ cancels, orders, clock }, list('A1'), options),
      );
      assert.ok(stop.signal.aborted && works() <= WORKS.length, `${works()} works`);
      assert.equal(exchange.count('cancelAllOpen'), 0);
      assert.equal(request.kind === 'noEffect' && request.error.code, 'cancelled');
      const [report] = reports;
      assert.equal(report?.outcome.kind === 'refused' && report.outcome.error.code, 'cancelled');
      assert.ok(stories().every((story) => story.endsWith('refused')));
    });
  }
});
