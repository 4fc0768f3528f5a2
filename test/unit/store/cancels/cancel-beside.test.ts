import assert from 'node:assert/strict';
import { readBook } from '../../../../src/store/cancels/intent-lines.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { windows } from './cancel-windows.ts';

/** Two windows that ask for the same order; the request of the first is out until `answer` is called. */
async function both() {
  const base = await windows('A1');
  const { exchange, clock, cancels, list } = base;
  const beside = await base.another();
  const gate = Promise.withResolvers<void>();
  exchange.next('cancelOrder', async (act) => {
    await gate.promise;
    return act();
  });
  const first = cancels.cancel(list('A1'));
  await clock.advance(100);
  const second = beside.cancels.cancel(list('A1'));
  await clock.advance(10);
  return { ...base, beside, first, second, answer: () => gate.resolve() };
}

describe('the intent a report names', () => {
  it('is in the record: of one that joined the one of a window beside it is that one', async () => {
    const { clock, first, second, answer, file } = await both();
    answer();
    const [there] = await clock.run(first);
    const [here] = await clock.run(second);
    const ids = readBook(file.text).records.map(({ id }) => id);
    assert.deepEqual([there?.intent, here?.intent], [ids[0], ids[0]]);
    assert.equal(ids.length, 1);
  });

  it('is none where nothing was written down', async () => {
    const { clock, cancels, list, session } = await windows('A1');
    session.ensure = () => Promise.reject(failure('network'));
    const [report] = await clock.run(cancels.cancel(list('A1')));
    assert.deepEqual([report?.outcome.kind, report?.intent], ['refused', '']);
  });
});

describe('a cancel that joined the one of a window beside', () => {
  it('is not called unknown where that one wrote down how it ended, however bad the line is here', async () => {
    const { exchange, clock, first, second, answer, beside } = await both();
    answer();
    let readings = 0;
    exchange.always('order', (read) => {
      readings += 1;
      if (readings > 1) throw failure('network');
      return read();
    });
    exchange.always('openOrders', failure('network'));
    const [there] = await clock.run(first);
    const [here] = await clock.run(second);
    assert.deepEqual([there?.outcome.kind, here?.outcome.kind], ['cancelled', 'cancelled']);
    assert.deepEqual([beside.orders.orders.length, beside.orders.pending.size], [0, 0]);
  });

  it('is told how it ended after it had to be called unknown, though the other one was answered', async () => {
    const { clock, first, second, answer, beside, resolved } = await both();
    const [here] = await clock.run(second);
    assert.equal(here?.outcome.kind, 'unknown');
    answer();
    const [there] = await clock.run(first);
    await clock.advance(3_600_000);
    assert.equal(there?.outcome.kind, 'cancelled');
    const told = ({ outcome, awaited }: (typeof resolved)[number]) => `${outcome.kind} ${awaited}`;
    assert.deepEqual(resolved.map(told), ['cancelled true']);
    assert.deepEqual(beside.resolved.map(told), ['unknown true', 'cancelled false']);
  });
});
