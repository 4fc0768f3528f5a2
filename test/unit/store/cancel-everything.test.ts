import assert from 'node:assert/strict';
import { CancelService } from '../../../src/store/cancel.ts';
import { cancelEverything } from '../../../src/store/cancel-everything.ts';
import { endOf } from '../../../src/store/intent.ts';
import { readBook } from '../../../src/store/intent-lines.ts';
import { OrdersStore } from '../../../src/store/orders.ts';
import { settle } from '../../support/clock.ts';
import { failure } from '../../support/fake-exchange.ts';
import { intentLog, MemoryIntents } from '../../support/memory-intents.ts';
import { order, rig } from './values.ts';

async function desk(...ids: readonly string[]) {
  const base = rig();
  for (const id of ids) base.exchange.orders_.set(id, order(id));
  const orders = new OrdersStore(base.session);
  await orders.load();
  const file = new MemoryIntents();
  const cancels = new CancelService(base.session, orders, intentLog(base.clock, file));
  const everything = () =>
    base.clock.run(cancelEverything({ cancels, orders, clock: base.clock }, orders.orders));
  return { ...base, orders, cancels, file, everything };
}

describe('cancelling whatever is open', () => {
  it('is one request, proved order by order, and looked for afterwards', async () => {
    const { everything, exchange, file, orders } = await desk('A1', 'A2');
    exchange.orders_.set('MEANWHILE', order('MEANWHILE'));
    const { reports, left, error } = await everything();
    assert.deepEqual(
      reports.map(({ outcome }) => outcome.kind),
      ['cancelled', 'cancelled'],
    );
    assert.deepEqual([left, error], [[], undefined]);
    assert.equal(exchange.count('cancelAllOpen'), 1);
    assert.equal(exchange.count('cancelOrder') + exchange.count('cancelOrders'), 0);
    assert.equal(exchange.orders_.get('MEANWHILE')?.state, 'CANCELED');
    await settle();
    const { records } = readBook(file.text);
    assert.ok(records.every((record) => endOf(record)?.step === 'confirmed'));
    assert.ok(records.every(({ steps }) => steps.some(({ by }) => by === 'openEnded')));
    assert.equal(orders.orders.length, 0);
  });

  it('says what is still open', async () => {
    const { everything, exchange } = await desk('A1');
    exchange.next('cancelAllOpen', (answer) => {
      const ids = answer();
      exchange.orders_.set('LATER', order('LATER'));
      return ids;
    });
    const { left } = await everything();
    assert.deepEqual(
      left?.map(({ id }) => id),
      ['LATER'],
    );
  });

  it('cancels nothing, and nothing one by one either, where the service has no such thing', async () => {
    const { everything, exchange } = await desk('A1', 'A2');
    exchange.lacks.add('openEndedCancel');
    const { reports, left } = await everything();
    assert.deepEqual(
      reports.map(({ outcome }) => outcome.kind === 'refused' && outcome.error.code),
      ['unsupported', 'unsupported'],
    );
    assert.equal(left?.length, 2);
    assert.equal(exchange.count('cancelOrder') + exchange.count('cancelOrders'), 0);
  });

  it('does not call an old reading what is open', async () => {
    const { everything, exchange } = await desk('A1');
    exchange.always('openOrders', failure('server', { status: 500 }));
    const { left, error } = await everything();
    assert.equal(left, undefined);
    assert.equal(error?.code, 'server');
  });
});
