import assert from 'node:assert/strict';
import { silentLog } from '../../../src/base/log.ts';
import { createServiceExchange } from '../../../src/exchange/service/service-exchange.ts';
import type { TransportRequest } from '../../../src/exchange/transport.ts';
import { CancelService } from '../../../src/store/cancel.ts';
import { OrdersStore } from '../../../src/store/orders.ts';
import { Session } from '../../../src/store/session.ts';
import { VirtualClock } from '../../support/clock.ts';
import { intentLog, MemoryIntents } from '../../support/memory-intents.ts';
import { type Answer, FakeTransport } from '../../support/transport.ts';
import { FakeKeys, PROFILE } from './values.ts';

const BATCH = '/v1/orders/batched/cancel';

/** Cancels through the whole client, over a service of which only the answers to POSTs are scripted. */
async function desk(ids: readonly string[], answer: (path: string, states: Map<string, string>) => Answer) {
  const clock = new VirtualClock();
  const states = new Map(ids.map((id) => [id, 'NEW']));
  const record = (id: string) => ({
    id,
    marketSlug: 'm1',
    state: `ORDER_STATE_${states.get(id)}`,
    quantity: 10,
    cumQuantity: 0,
    leavesQuantity: 10,
  });
  const transport = new FakeTransport(({ method, url: { pathname } }: TransportRequest) => {
    if (method === 'POST') return answer(pathname, states);
    if (pathname === '/v1/orders/open') return { json: { orders: ids.map(record) } };
    return { json: { order: record(pathname.split('/')[3] ?? '') } };
  });
  const session = new Session({
    profile: { ...PROFILE, auth: 'bearer', dialect: 'current' },
    credentials: new FakeKeys({ keyId: '', secret: 'token-token-token' }),
    clock,
    factory: (profile, credentials) =>
      Promise.resolve(
        createServiceExchange({ profile, credentials, transport, log: silentLog, clock, random: () => 0.5 }),
      ),
  });
  const orders = new OrdersStore(session);
  await clock.run(orders.load());
  const cancels = new CancelService(session, orders, intentLog(clock, new MemoryIntents()));
  return {
    clock,
    cancelAll: async () =>
      (await clock.run(cancels.cancel(orders.orders))).map(({ outcome }) => outcome.kind),
    posts: () => transport.sent.filter(({ method }) => method === 'POST').map(({ url }) => url.pathname),
  };
}

describe('what the service says to a cancel', () => {
  it('that it does not know one order of a batch: what went out is followed, and not sent again', async () => {
    const { cancelAll, posts } = await desk(['A', 'B', 'C'], (_, states) => {
      for (const id of ['A', 'B']) states.set(id, 'CANCELED');
      states.set('C', 'FILLED');
      return { status: 404, json: { code: 5, message: 'order C not found', details: [] } };
    });
    assert.deepEqual(await cancelAll(), ['cancelled', 'cancelled', 'alreadyFilled']);
    assert.deepEqual(posts(), [BATCH]);
  });

  it('nothing, but an edge says 404 once: the next batch is sent as one', async () => {
    let times = 0;
    const { cancelAll, posts } = await desk(['A', 'B'], (path, states) => {
      times += 1;
      if (times <= 3) return { status: 404, text: '<html>no route</html>' };
      for (const id of ['A', 'B']) states.set(id, 'CANCELED');
      return path === BATCH ? { json: { canceledOrderIds: ['A', 'B'] } } : { json: {} };
    });
    assert.deepEqual(await cancelAll(), ['refused', 'refused']);
    assert.deepEqual(await cancelAll(), ['cancelled', 'cancelled']);
    assert.deepEqual(posts(), [BATCH, '/v1/order/A/cancel', '/v1/order/B/cancel', BATCH]);
  });

  for (const status of [301, 303, 304, 308, 499]) {
    it(`${status}: no refusal, so the order is read until its state is known`, async () => {
      const { clock, cancelAll, posts } = await desk(['A'], (_, states) => {
        clock.setTimeout(() => states.set('A', 'CANCELED'), 3_000);
        return { status };
      });
      assert.deepEqual(await cancelAll(), ['cancelled']);
      assert.deepEqual(posts(), ['/v1/order/A/cancel']);
    });
  }

  it('that it has no batches: each is sent by itself', async () => {
    const { cancelAll, posts } = await desk(['A', 'B'], (path, states) => {
      if (path === BATCH) return { status: 404, json: { code: 5, message: 'Not Found', details: [] } };
      states.set(path.split('/')[3] ?? '', 'CANCELED');
      return { json: {} };
    });
    assert.deepEqual(await cancelAll(), ['cancelled', 'cancelled']);
    assert.deepEqual(posts(), [BATCH, '/v1/order/A/cancel', '/v1/order/B/cancel']);
  });
});
