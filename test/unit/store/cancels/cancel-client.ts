import { silentLog } from '../../../../src/base/log.ts';
import { createServiceExchange } from '../../../../src/exchange/service/service-exchange.ts';
import type { TransportRequest } from '../../../../src/exchange/transport.ts';
import { OrdersStore } from '../../../../src/store/account/orders.ts';
import { CancelService } from '../../../../src/store/cancels/cancel.ts';
import { endOf } from '../../../../src/store/cancels/intent.ts';
import { readBook } from '../../../../src/store/cancels/intent-lines.ts';
import { Session } from '../../../../src/store/session/session.ts';
import { VirtualClock } from '../../../support/clock.ts';
import { intentLog, MemoryIntents } from '../../../support/memory-intents.ts';
import { type Answer, FakeTransport } from '../../../support/transport.ts';
import { FakeKeys, PROFILE } from '../values.ts';

/** One POST that went out: when, and for which orders; none named where it was for whatever is open. */
export interface Posted {
  readonly at: number;
  readonly ids: readonly string[];
}

/**
 * Cancels through the whole client over a transport. A POST is answered with `answer(index, ids)` and then has no effect; with
 * undefined it cancels what it names. Reads are answered with `reading()`, or with the order.
 */
export async function client(
  ids: readonly string[],
  answer: (index: number, ids: readonly string[]) => Answer | undefined,
  reading: () => Answer | undefined = () => undefined,
) {
  const clock = new VirtualClock();
  const states = new Map(ids.map((id) => [id, 'NEW']));
  const posts: Posted[] = [];
  const record = (id: string) => ({
    id,
    marketSlug: 'm1',
    state: `ORDER_STATE_${states.get(id)}`,
    quantity: 10,
    cumQuantity: 0,
    leavesQuantity: 10,
  });
  const transport = new FakeTransport(({ method, url: { pathname }, body }: TransportRequest) => {
    if (method === 'GET') {
      const own = reading();
      if (own !== undefined) return own;
      if (pathname !== '/v1/orders/open') return { json: { order: record(pathname.split('/')[3] ?? '') } };
      return { json: { orders: ids.filter((id) => states.get(id) === 'NEW').map(record) } };
    }
    const { orders = [] } = JSON.parse(body ?? '{}') as { orders?: { orderId: string }[] };
    const one = pathname.split('/')[3] ?? '';
    const named =
      orders.length > 0 ? orders.map(({ orderId }) => orderId) : [one].filter((id) => states.has(id));
    const own = answer(posts.length, named);
    posts.push({ at: clock.now(), ids: named });
    if (own !== undefined) return own;
    const done = pathname === '/v1/orders/open/cancel' ? ids.filter((id) => states.get(id) === 'NEW') : named;
    for (const id of done) states.set(id, 'CANCELED');
    return { json: { canceledOrderIds: done } };
  });
  const session = new Session({
    profile: { ...PROFILE, id: 'polymarketUS', auth: 'bearer', dialect: 'current' },
    credentials: new FakeKeys({ keyId: '', secret: 'token-token-token' }),
    clock,
    factory: (profile, credentials) =>
      Promise.resolve(
        createServiceExchange({ profile, credentials, transport, log: silentLog, clock, random: () => 0.5 }),
      ),
  });
  const orders = new OrdersStore(session);
  await clock.run(orders.load());
  const file = new MemoryIntents();
  const cancels = new CancelService(session, orders, intentLog(clock, file));
  return {
    clock,
    orders,
    cancels,
    file,
    posts,
    ends: () => readBook(file.text).records.map((each) => endOf(each)?.step ?? 'open'),
  };
}
