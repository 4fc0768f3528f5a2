import { silentLog } from '../../../../src/base/log.ts';
import type { Order } from '../../../../src/core/order.ts';
import type { ConnectionProfile } from '../../../../src/exchange/profile.ts';
import { createServiceExchange } from '../../../../src/exchange/service/service-exchange.ts';
import type { TransportRequest } from '../../../../src/exchange/transport.ts';
import { OrdersStore } from '../../../../src/store/account/orders.ts';
import type { LogFolder } from '../../../../src/store/cancels/cancel-log.ts';
import type { CancelReport, KillSwitchOutcome } from '../../../../src/store/cancels/cancel-outcome.ts';
import { CancelService } from '../../../../src/store/cancels/service.ts';
import { Session } from '../../../../src/store/session/session.ts';
import { settle, VirtualClock } from '../../../support/clock.ts';
import { cancelLog, GatedFolder, MemoryLogFolder } from '../../../support/memory-log.ts';
import { type Answer, FakeTransport } from '../../../support/transport.ts';
import { FakeKeys, order, PROFILE, rig } from '../values.ts';

/** A window over a fake exchange with these orders, and as many others as are wanted over the same log. */
export async function cancelRig(...ids: readonly string[]) {
  const base = rig();
  const { exchange, clock, session } = base;
  const folder = new MemoryLogFolder(clock);
  for (const id of ids) exchange.orders_.set(id, order(id));
  const another = async (own: LogFolder = folder, time = clock) => {
    const orders = new OrdersStore(session);
    await orders.load();
    const log = cancelLog(time, own);
    const cancels = new CancelService(session, orders, log);
    const resolved: CancelReport[] = [];
    cancels.onDidResolve((report) => resolved.push(report));
    const killSwitches: KillSwitchOutcome[] = [];
    cancels.onDidResolveKillSwitch((outcome) => killSwitches.push(outcome));
    return { orders, log, cancels, resolved, killSwitches };
  };
  const list = (...wanted: readonly string[]): Order[] => wanted.map((id) => order(id));
  return {
    ...base,
    folder,
    ...(await another()),
    another,
    list,
    kinds: (reports: readonly CancelReport[]): string[] => reports.map(({ outcome }) => outcome.kind),
    become: (id: string, own: Partial<Order>): void => {
      exchange.orders_.set(id, order(id, own));
    },
    /** Asks in a window of its own, which crashes with its request out; `acts`: the service gets it all the same. */
    crash: async (id: string, acts = false) => {
      const own = new GatedFolder(folder);
      const { cancels } = await another(own);
      exchange.next('cancelOrder', (answer) => {
        if (acts) answer();
        return new Promise(() => {});
      });
      void cancels.cancel(list(id));
      await settle();
      own.kill();
    },
    posts: (): readonly string[] =>
      exchange.calls
        .filter(({ method }) => method === 'cancelOrder' || method === 'cancelOrders')
        .flatMap(({ args: [refs] }) => (Array.isArray(refs) ? refs : [refs]) as { readonly id: string }[])
        .map(({ id }) => id),
    /** As a view does that shows the orders, for so many minutes. */
    poll: async ({ orders }: { readonly orders: OrdersStore }, minutes: number): Promise<void> => {
      for (let at = 0; at < minutes; at += 1) {
        await clock.run(orders.refresh('poll'));
        await clock.advance(60_000);
      }
    },
  };
}

/** One POST that went out: when, where, and for which orders; none named by the kill switch. */
interface Posted {
  readonly at: number;
  readonly path: string;
  readonly ids: readonly string[];
}

/**
 * Cancels through the whole client over a transport. A POST is answered by `answer`, and then has no effect but what that
 * does to `states`; undefined cancels what it names. Reads are answered by `reading`, or with the order.
 */
export async function clientRig(
  ids: readonly string[],
  answer: (post: Posted, index: number, states: Map<string, string>) => Answer | undefined,
  {
    reading = () => undefined,
    ...profile
  }: Partial<ConnectionProfile> & { readonly reading?: () => Answer | undefined } = {},
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
  const open = (): readonly string[] => ids.filter((id) => states.get(id) === 'NEW');
  const transport = new FakeTransport(({ method, url: { pathname }, body }: TransportRequest) => {
    if (method === 'GET') {
      const own = reading();
      if (own !== undefined) return own;
      if (pathname !== '/v1/orders/open') return { json: { order: record(pathname.split('/')[3] ?? '') } };
      return { json: { orders: open().map(record) } };
    }
    const { orders = [] } = JSON.parse(body ?? '{}') as { orders?: { orderId: string }[] };
    const one = pathname.split('/')[3] ?? '';
    const named =
      orders.length > 0 ? orders.map(({ orderId }) => orderId) : [one].filter((id) => states.has(id));
    const post = { at: clock.now(), path: pathname, ids: named };
    const own = answer(post, posts.length, states);
    posts.push(post);
    if (own !== undefined) return own;
    const done = pathname === '/v1/orders/open/cancel' ? open() : named;
    for (const id of done) states.set(id, 'CANCELED');
    return { json: { canceledOrderIds: done } };
  });
  const session = new Session({
    profile: { ...PROFILE, id: 'polymarketUS', auth: 'bearer', dialect: 'current', ...profile },
    credentials: new FakeKeys({ keyId: '', secret: 'token-token-token' }),
    clock,
    factory: (made, credentials) =>
      Promise.resolve(
        createServiceExchange({
          profile: made,
          credentials,
          transport,
          log: silentLog,
          clock,
          random: () => 0.5,
        }),
      ),
  });
  const orders = new OrdersStore(session);
  await clock.run(orders.load());
  const folder = new MemoryLogFolder(clock);
  const cancels = new CancelService(session, orders, cancelLog(clock, folder));
  return {
    clock,
    states,
    orders,
    cancels,
    folder,
    posts,
    /** Cancels all that were open at first, and says what each came to. */
    cancelAll: async (again: readonly string[] = []) => {
      const list = ids.map((id) => order(id, { marketSlug: 'm1' }));
      const reports = await clock.run(cancels.cancel(list, { again: new Set(again) }));
      return reports.map(({ outcome }) => outcome.kind);
    },
  };
}
