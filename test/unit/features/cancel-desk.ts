import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import type { Uri } from 'vscode';
import { DisposableStore } from '../../../src/base/disposable.ts';
import { Emitter } from '../../../src/base/event.ts';
import { silentLog } from '../../../src/base/log.ts';
import type { Order } from '../../../src/core/order.ts';
import type { CommandHandler } from '../../../src/features/commands.ts';
import type { CommandName, RowTarget } from '../../../src/features/ids.ts';
import type { DocumentText } from '../../../src/features/read-only-documents.ts';
import type { Editor, Services } from '../../../src/features/services.ts';
import { OrdersStore } from '../../../src/store/account/orders.ts';
import type { KillSwitchOutcome } from '../../../src/store/cancels/cancel-outcome.ts';
import { CancelService } from '../../../src/store/cancels/service.ts';
import * as editor from '../../support/editor/vscode.ts';
import { cancelLog, MemoryLogFolder } from '../../support/memory-log.ts';
import { lakeGame } from '../../support/values.ts';
import { aContext } from '../../support/view.ts';
import { order, rig } from '../store/values.ts';
import { scriptedWindow } from './scripted-window.ts';

/** Loaded once the editor has its stand-in. */
const register = () => import('../../../src/features/cancel/register.ts');

/** The commands over a fake service, in a window whose person answers as the test says. */
export async function desk(...ids: readonly string[]) {
  const base = rig();
  const { session, exchange, clock } = base;
  for (const id of ids) exchange.orders_.set(id, order(id));
  const orders = new OrdersStore(session);
  await orders.load();
  const cancelFolder = new MemoryLogFolder(clock);
  const killSwitches = new Emitter<KillSwitchOutcome>();
  const cancels = Object.assign(new CancelService(session, orders, cancelLog(clock, cancelFolder)), {
    /** As of a window that is gone. */
    fireKillSwitch: (outcome: KillSwitchOutcome) => killSwitches.fire(outcome),
    onDidResolveKillSwitch: killSwitches.event,
  });
  const person = scriptedWindow();
  const proofs: { name: string; text: string }[] = [];
  const context = aContext();
  const services = {
    clock,
    session,
    orders,
    cancels,
    log: { ...silentLog, show: () => {}, dispose: () => {} },
    marketViews: { withEvent: () => marketOf(session.profile.label) },
    reporter: { failed: async (cause: unknown) => assert.fail(String(cause)) },
    view: () => context,
    onDidChangeView: () => ({ dispose: () => {} }),
  } as unknown as Services;
  let textOf: DocumentText = () => '';
  const documents = {
    serve: (_scheme: string, text: DocumentText) => {
      textOf = text;
      return { open: async () => {}, renew: () => {}, dispose: () => {} };
    },
  };
  let handlers: { readonly [N in CommandName]?: CommandHandler } = {};
  const commands = {
    serve: (given: typeof handlers) => {
      handlers = given;
    },
  };
  Object.assign(editor.workspace, {
    textDocuments: [],
    onDidOpenTextDocument: () => ({ dispose: () => {} }),
    openTextDocument: async (uri: Uri) => {
      proofs.push({ name: uri.path, text: await textOf(uri, {} as never) });
    },
  });
  Object.assign(editor.window, { showTextDocument: async () => {} });
  const ordersView = { visible: true, selection: [] as readonly RowTarget[] };
  const views = { slot: () => ({ view: ordersView }) };
  const own = new DisposableStore();
  const { cancelForAgent } = (await register()).registerCancel(
    { documents, commands, views, own } as unknown as Editor,
    services,
  );
  const run = async (name: CommandName, ...args: readonly unknown[]) => {
    const command = handlers[name] as (...all: readonly unknown[]) => Promise<void>;
    await clock.run(command(...args));
    await new Promise((resolve) => setImmediate(resolve));
  };
  const sent = (): readonly string[] =>
    exchange.calls.flatMap(({ method, args }) => {
      if (method === 'cancelOrder') return [(args[0] as Order).id];
      return method === 'cancelOrders' ? (args[0] as Order[]).map(({ id }) => id) : [];
    });
  return {
    ...base,
    services,
    cancelForAgent,
    cancelFolder,
    orders,
    cancels,
    person,
    proofs,
    run,
    sent,
    ordersView,
  };
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
