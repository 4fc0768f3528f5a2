import type { Clock } from '../../../../src/base/clock.ts';
import type { Order } from '../../../../src/core/order.ts';
import { OrdersStore } from '../../../../src/store/account/orders.ts';
import { type CancelReport, CancelService } from '../../../../src/store/cancels/cancel.ts';
import type { IntentRecord } from '../../../../src/store/cancels/intent.ts';
import { readBook } from '../../../../src/store/cancels/intent-lines.ts';
import type { IntentFile } from '../../../../src/store/cancels/intent-log.ts';
import { settle } from '../../../support/clock.ts';
import { intentLog, MemoryIntents } from '../../../support/memory-intents.ts';
import { order, rig } from '../values.ts';

/** A window, and as many others as are wanted, over one service and one record. */
export async function windows(...ids: readonly string[]) {
  const file = new MemoryIntents();
  const base = rig();
  const { exchange, clock, session } = base;
  for (const id of ids) exchange.orders_.set(id, order(id));
  const another = async (own: IntentFile = file, time: Clock = clock) => {
    const orders = new OrdersStore(session);
    await orders.load();
    const cancels = new CancelService(session, orders, intentLog(time, own));
    const resolved: CancelReport[] = [];
    cancels.onDidResolve((report) => resolved.push(report));
    return { orders, cancels, resolved };
  };
  const list = (...wanted: readonly string[]): Order[] => wanted.map((id) => order(id));
  return {
    ...base,
    file,
    ...(await another()),
    another,
    list,
    /** Asks in a window of its own, which crashes with its request out; `acts`: the service gets it all the same. */
    crash: async (id: string, acts = false) => {
      const own = mortal(file);
      const { cancels } = await another(own);
      exchange.next('cancelOrder', (answer) => {
        if (acts) answer();
        return new Promise(() => {});
      });
      void cancels.cancel(list(id));
      await settle();
      own.kill();
    },
    become: (id: string, state: string): void => {
      exchange.orders_.set(id, order(id, { state }));
    },
    /** Ids of all orders that requests to cancel went out for. */
    posts: (): readonly string[] =>
      exchange.calls
        .filter(({ method }) => method === 'cancelOrder' || method === 'cancelOrders')
        .flatMap(({ args: [refs] }) => (Array.isArray(refs) ? refs : [refs]) as { readonly id: string }[])
        .map(({ id }) => id),
    stories: (): readonly string[] => readBook(file.text).records.map(story),
    /** As what shows the orders does, for `minutes`. */
    poll: async ({ orders }: { readonly orders: OrdersStore }, minutes: number): Promise<void> => {
      for (let at = 0; at < minutes; at += 1) {
        await clock.run(orders.refresh('poll'));
        await clock.advance(60_000);
      }
    },
  };
}

/** The record as a window sees it that can be killed. */
export function mortal(file: IntentFile): IntentFile & { readonly kill: () => void } {
  let life: Promise<unknown> = Promise.resolve();
  return {
    kill: () => {
      life = new Promise(() => {});
    },
    read: () => life.then(() => file.read()),
    append: (lines, durable) => life.then(() => file.append(lines, durable)),
    claim: (name) => life.then(() => file.claim(name)),
    digest: (text) => file.digest(text),
  };
}

export function story(record: IntentRecord): string {
  return record.steps.map(({ step }) => step).join(' ');
}
