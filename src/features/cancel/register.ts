import { killSwitchRemark } from '../../view/cancel-outcome-text.ts';
import type { Editor, Services } from '../services.ts';
import { registerCancelDocuments } from './log-document.ts';
import { type CancelActions, showOutcome } from './notice.ts';
import { orderList } from './open-orders.ts';

/** Cancelling: its commands, the log and proofs as documents, and notices of outcomes nobody waits for. */
export function registerCancel(editor: Editor, services: Services): void {
  const { commands, views, own } = editor;
  const { cancels, marketViews, view } = services;
  const market = marketViews.withEvent;
  const load = () => import('./commands.ts');
  const shown = registerCancelDocuments(editor, services);
  const actions: CancelActions = {
    openProof: shown.openProof,
    askAgain: async (owner, orderIds) => (await load()).askAgain(services, actions, owner, orderIds),
  };
  own.add(
    cancels.onDidResolve((report) => {
      const { outcome, order, owner, awaited } = report;
      // Its command shows it; an unknown outcome is followed by a known one, or by the word that the order is open.
      if (awaited || (outcome.kind === 'unknown' && outcome.order === undefined)) return;
      showOutcome(services, actions, orderList(services, owner, [order]), [report]);
    }),
  );
  own.add(
    cancels.onDidResolveKillSwitch((outcome) => {
      const remark = killSwitchRemark(outcome, market, view(), true);
      showOutcome(services, actions, { owner: outcome.owner, market }, [], remark);
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
}
