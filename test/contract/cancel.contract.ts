import assert from 'node:assert/strict';
import { ExchangeError } from '../../src/exchange/errors.ts';
import { applyDeed } from '../../tools/exchange/deeds.ts';
import { failsWith, type Subject } from './subject.ts';

/** @returns The error of a cancel the service refuses, in one of the two ways services do. */
async function refusal(work: Promise<unknown>): Promise<ExchangeError> {
  const error: unknown = await work.catch((cause: unknown) => cause);
  assert.ok(error instanceof ExchangeError && ['refused', 'notFound'].includes(error.code), String(error));
  return error;
}

export function cancelContract(open: () => Promise<Subject>): void {
  it('a cancelled order is cancelled and no longer open; the others stay', async () => {
    const { exchange } = await open();
    const before = (await exchange.openOrders()).items;
    const [order] = before;
    assert.ok(order !== undefined);
    await exchange.cancelOrder(order);
    assert.equal((await exchange.order(order.id)).state, 'CANCELED');
    const after = (await exchange.openOrders()).items;
    assert.deepEqual(
      after.map(({ id }) => id),
      before.map(({ id }) => id).filter((id) => id !== order.id),
    );
  });

  it('a filled order cannot be cancelled and stays filled', async () => {
    const { exchange, world, now } = await open();
    const [order] = (await exchange.openOrders()).items;
    assert.ok(order !== undefined);
    applyDeed(world, { kind: 'fillOrder', orderId: order.id }, now);
    assert.equal((await refusal(exchange.cancelOrder(order))).details.mayHaveArrived, false);
    assert.equal((await exchange.order(order.id)).state, 'FILLED');
  });

  it('an order is not cancelled under the name of another market', async () => {
    const { exchange } = await open();
    const [order, other] = (await exchange.openOrders()).items;
    assert.ok(order !== undefined);
    const marketSlug = other?.marketSlug === order.marketSlug ? 'another-market' : (other?.marketSlug ?? '');
    await refusal(exchange.cancelOrder({ id: order.id, marketSlug }));
    assert.notEqual((await exchange.order(order.id)).state, 'CANCELED');
  });

  it('an unknown order is refused or not found', async () => {
    const { exchange } = await open();
    await refusal(exchange.cancelOrder({ id: 'NOSUCHORDER1', marketSlug: 'no-such-market' }));
  });

  it('several go at once with exactly their ids, where the service can; else nothing goes', async () => {
    const { exchange, onlySeed } = await open();
    const before = (await exchange.openOrders()).items;
    const some = before.slice(0, 3);
    if (onlySeed) {
      await failsWith(exchange.cancelOrders(some), 'notFound');
      assert.equal((await exchange.openOrders()).items.length, before.length);
      return;
    }
    assert.deepEqual(new Set(await exchange.cancelOrders(some)), new Set(some.map(({ id }) => id)));
    for (const { id } of some) assert.equal((await exchange.order(id)).state, 'CANCELED');
    assert.equal((await exchange.openOrders()).items.length, before.length - some.length);
  });

  it('everything that is open goes at once, where the service can; else nothing goes', async () => {
    const { exchange, onlySeed } = await open();
    const before = (await exchange.openOrders()).items;
    if (onlySeed) {
      await failsWith(exchange.killSwitch(), 'notFound');
      assert.equal((await exchange.openOrders()).items.length, before.length);
      return;
    }
    assert.deepEqual(new Set(await exchange.killSwitch()), new Set(before.map(({ id }) => id)));
    assert.deepEqual((await exchange.openOrders()).items, []);
  });
}
