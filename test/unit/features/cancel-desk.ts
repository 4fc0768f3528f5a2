import '../../support/editor/install.ts';
import { silentLog } from '../../../src/base/log.ts';
import type { Order } from '../../../src/core/order.ts';
import type { Services } from '../../../src/features/services.ts';
import { OrdersStore } from '../../../src/store/account/orders.ts';
import { CancelService } from '../../../src/store/cancels/cancel.ts';
import { intentLog } from '../../support/memory-intents.ts';
import { lakeGame } from '../../support/values.ts';
import { aContext } from '../../support/view.ts';
import { order, rig } from '../store/values.ts';
import { scriptedWindow } from './scripted-window.ts';

/** Loaded once the editor has its stand-in. */
const commands = async () => ({
  ...(await import('../../../src/features/commands/cancel.ts')),
  ...(await import('../../../src/features/commands/cancel-everything.ts')),
});
type Commands = Awaited<ReturnType<typeof commands>>;

/** The commands over a fake service, in a window whose person answers as the test says. */
export async function desk(...ids: readonly string[]) {
  const base = rig();
  const { session, exchange, clock } = base;
  for (const id of ids) exchange.orders_.set(id, order(id));
  const orders = new OrdersStore(session);
  await orders.load();
  const cancels = new CancelService(session, orders, intentLog(clock));
  const person = scriptedWindow();
  const proofs: { name: string; text: string }[] = [];
  const context = aContext();
  const services = {
    clock,
    session,
    orders,
    cancels,
    log: { ...silentLog, show: () => {}, dispose: () => {} },
    marketWithEvent: () => marketOf(session.profile.label),
    nameOf: () => 'Otters vs. Herons',
    connectionMark: ({ label } = session.profile) => (label === 'Corner Book' ? 'DEMO' : undefined),
    view: () => context,
  } as unknown as Services;
  const openers = { openProof: async (name: string, text: string) => void proofs.push({ name, text }) };
  const loaded = await commands();
  const run = async (name: keyof Commands, ...args: readonly unknown[]) => {
    const command = loaded[name] as (...all: readonly unknown[]) => Promise<void>;
    await clock.run(command(services, openers, ...args));
    await new Promise((resolve) => setImmediate(resolve));
  };
  /** Ids of the orders requests named. */
  const sent = (): readonly string[] =>
    exchange.calls.flatMap(({ method, args }) => {
      if (method === 'cancelOrder') return [(args[0] as Order).id];
      return method === 'cancelOrders' ? (args[0] as Order[]).map(({ id }) => id) : [];
    });
  const followUnknown = () => loaded.followUnknown(services, openers);
  return { ...base, orders, cancels, person, proofs, run, sent, followUnknown };
}

/** Another connection has another market of the same name. */
function marketOf(label: string) {
  const market = lakeGame({});
  if (label !== 'Other Book') return market;
  return {
    ...market,
    sides: market.sides.map((side) => ({ ...side, description: 'Cats', team: undefined })),
  };
}
