import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import { recoveredKillSwitchRemark } from '../../view/cancel-outcome-text.ts';
import type { CancelHandlers } from '../ids.ts';
import type { ReadOnlyDocuments } from '../read-only-documents.ts';
import type { Services } from '../services.ts';
import { registerCancelDocuments } from './log-document.ts';
import { showOutcome } from './notice.ts';
import { orderList } from './open-orders.ts';

interface CancelFeature extends Disposable {
  /** The commands, loaded with the first one. */
  handlers(): Promise<CancelHandlers>;
}

/** Cancelling: its commands, the log and proofs as documents, and notices of outcomes nobody waits for. */
export function registerCancel(documents: ReadOnlyDocuments, services: Services): CancelFeature {
  const own = new DisposableStore();
  const { cancels, marketWithEvent: market, view } = services;
  const shown = own.add(registerCancelDocuments(documents, services));
  own.add(
    cancels.onDidResolve((report) => {
      const { outcome, order, owner, awaited } = report;
      // Its command shows it; an unknown outcome is followed by a known one.
      if (awaited || outcome.kind === 'unknown') return;
      showOutcome(services, shown, orderList(services, owner, [order]), [report]);
    }),
  );
  own.add(
    cancels.onDidResolveKillSwitch((outcome) => {
      const remark = recoveredKillSwitchRemark(outcome, market, view());
      showOutcome(services, shown, { owner: outcome.owner, market }, [], remark);
    }),
  );
  return {
    handlers: async () => {
      const { cancelAllOrders, cancelMarketOrders, cancelOrder } = await import('./commands.ts');
      const { killSwitch } = await import('./kill-switch.ts');
      return {
        cancelOrder: (target, all) => cancelOrder(services, shown, target, all),
        cancelMarketOrders: (target) => cancelMarketOrders(services, shown, target),
        cancelAllOrders: () => cancelAllOrders(services, shown),
        cancelEverything: () => killSwitch(services, shown),
        openCancelRecord: () => shown.openLog(),
      };
    },
    dispose: () => own.dispose(),
  };
}
