import assert from 'node:assert/strict';
import { settle } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { windows } from './cancel-windows.ts';

describe('a cancel asked for in two windows at once, and stopped in one of them before its claim', () => {
  it('is not over by that: a second click there follows the one that went out', async () => {
    const { cancels, another, clock, exchange, file, list, become, stories, posts } = await windows('A1');
    const stop = new AbortController();
    const other = await another({
      read: () => file.read(),
      append: async (lines, durable) => {
        stop.abort();
        await file.append(lines, durable);
      },
      claim: (name) => file.claim(name),
      digest: (text) => file.digest(text),
    });
    const gone = Promise.withResolvers<void>();
    exchange.next('cancelOrder', () => gone.promise.then(() => Promise.reject(failure('timeout'))));
    const first = cancels.cancel(list('A1'));
    const [stopped] = await clock.run(other.cancels.cancel(list('A1'), { signal: stop.signal }));
    assert.equal(stopped?.outcome.kind === 'refused' && stopped.outcome.error.code, 'cancelled');
    const second = other.cancels.cancel(list('A1'));
    await clock.advance(10_000);
    gone.resolve();
    await clock.advance(1_000);
    become('A1', 'CANCELED');
    const reports = [...(await clock.run(first)), ...(await clock.run(second))];
    await settle();
    assert.deepEqual(
      reports.map(({ outcome }) => outcome.kind),
      ['cancelled', 'cancelled'],
    );
    assert.deepEqual(posts(), ['A1']);
    assert.deepEqual(stories().toSorted(), ['asked refused', 'asked sent askedAgain unknown confirmed']);
  });
});
