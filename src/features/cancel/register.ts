import type { AgentCaller } from '../../core/agent-access.ts';
import { contextKeySetter } from '../config.ts';
import { CONTEXT_KEYS } from '../ids.ts';
import type { Editor, Services } from '../services.ts';
import { registerCancelDocuments } from './log-document.ts';
import type { CancelActions } from './notice.ts';
import { orderList } from './order-list.ts';

/** Cancelling: its commands, the log and proofs as documents, and notices of outcomes nobody waits for. */
export function registerCancel(editor: Editor, services: Services) {
  const { commands, views, own } = editor;
  const { cancels, marketViews } = services;
  const market = marketViews.withEvent;
  const load = () => import('./commands.ts');
  const withNotice = (show: (notice: typeof import('./notice.ts')) => void): void => {
    import('./notice.ts').then(show).catch((cause: unknown) => services.reporter.failed(cause));
  };
  const shown = registerCancelDocuments(editor, services);
  const actions: CancelActions = {
    openProof: shown.openProof,
    askAgain: async (owner, orderIds) => (await load()).askAgain(services, actions, owner, orderIds),
  };
  const setCancelled = contextKeySetter<boolean>(CONTEXT_KEYS.cancelled);
  own.add(
    cancels.onDidResolve((report) => {
      const { outcome, order, owner, awaited } = report;
      if (outcome.kind === 'cancelled') setCancelled(true);
      // Its command shows it; an unknown outcome is followed by a known one, or by the word that the order is open.
      if (awaited || (outcome.kind === 'unknown' && outcome.order === undefined)) return;
      const list = orderList(services, owner, [order]);
      withNotice(({ showOutcome }) => showOutcome(services, actions, list, [report]));
    }),
  );
  own.add(
    cancels.onDidResolveKillSwitch((outcome) => {
      const list = { owner: outcome.owner, market };
      withNotice((notice) => notice.showKillSwitchOutcome(services, actions, list, outcome));
    }),
  );
  commands.serve({
    cancelOrder: async (target, all) => {
      const { view } = views.slot('orders');
      // From the palette: the rows selected in the view, where it is in sight.
      const selected = target === undefined && view.visible ? view.selection : (all ?? []);
      await (await load()).cancelOrder(services, actions, target ?? selected[0], selected);
    },
    cancelMarketOrders: async (target) => (await load()).cancelMarketOrders(services, actions, target),
    cancelAllOrders: async () => (await load()).cancelAllOrders(services, actions),
    cancelEverything: async () => (await load()).killSwitch(services, actions),
    openCancelRecord: () => shown.openLog(),
  });
  return {
    /** Asks the person about orders an agent named. */
    cancelForAgent: async (ids: ReadonlySet<string>, caller: AgentCaller, mayAsk: () => boolean) =>
      (await load()).cancelForAgent(services, actions, ids, caller, mayAsk),
  };
}
