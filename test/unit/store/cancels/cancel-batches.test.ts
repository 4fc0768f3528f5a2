import assert from 'node:assert/strict';
import { failure } from '../../../support/fake-exchange.ts';
import { windows } from './cancel-windows.ts';

const IDS = Array.from({ length: 90 }, (_, at) => `N${at}`);

describe('a list of several batches', () => {
  it('sends one of them first: where that is turned away, the others go out one by one and are not in doubt', async () => {
    const { cancels, clock, list, exchange } = await windows(...IDS);
    exchange.always('cancelOrders', failure('refused', { status: 400, mayHaveArrived: true }));
    const reports = await clock.run(cancels.cancel(list(...IDS)));
    assert.deepEqual([exchange.count('cancelOrders'), exchange.count('cancelOrder')], [1, 70]);
    assert.deepEqual(
      reports.map(({ outcome }) => outcome.kind),
      IDS.map((_, at) => (at < 20 ? 'unknown' : 'cancelled')),
    );
  });

  it('does not wait for one that hangs, nor once it is answered', async () => {
    for (const [answersAfterMs, othersAfterMs] of [
      [200, 200],
      [20_000, 3_000],
    ] as const) {
      const { cancels, clock, list, exchange } = await windows(...IDS);
      const from = clock.now();
      const at: number[] = [];
      exchange.always('cancelOrders', async (answer) => {
        at.push(clock.now() - from);
        await new Promise<void>((resolve) => clock.setTimeout(resolve, answersAfterMs));
        return answer();
      });
      const reports = await clock.run(cancels.cancel(list(...IDS)));
      assert.deepEqual(at, [0, ...Array.from({ length: 4 }, () => othersAfterMs)]);
      assert.ok(reports.every(({ outcome }) => outcome.kind === 'cancelled'));
    }
  });

  it('is stopped while the first is out', async () => {
    const { cancels, clock, list, exchange } = await windows(...IDS);
    const stop = new AbortController();
    exchange.always('cancelOrders', async (answer) => {
      stop.abort();
      return answer();
    });
    const reports = await clock.run(cancels.cancel(list(...IDS), { signal: stop.signal }));
    assert.equal(exchange.count('cancelOrders') + exchange.count('cancelOrder'), 1);
    assert.deepEqual(
      reports.map(({ outcome }) => outcome.kind),
      IDS.map((_, at) => (at < 20 ? 'cancelled' : 'refused')),
    );
  });
});
