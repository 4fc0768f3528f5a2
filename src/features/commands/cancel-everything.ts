import { l10n, window } from 'vscode';
import type { Disposable } from '../../base/lifecycle.ts';
import { cancelEverything as askForEverything } from '../../store/cancels/cancel-everything.ts';
import { everythingConfirmation } from '../../view/cancel-text.ts';
import { everythingAfterwards, everythingOfOther, waitText } from '../../view/cancel-words.ts';
import type { Services } from '../services.ts';
import { isConfirmed } from './confirm-cancel.ts';
import { knownOrders } from './known-orders.ts';
import { stoppable } from './stoppable.ts';
import { type Proofs, tellOutcome } from './tell-cancels.ts';

/**
 * Has the service cancel whatever is open when the request arrives: not a list anybody has seen, so it has a command and
 * words of its own, and goes out whatever is known of the orders. What is open afterwards is read.
 */
export async function cancelEverything(services: Services, openers: Proofs): Promise<void> {
  const open = await knownOrders(services);
  if (open === undefined) return;
  const known = Object.freeze([...open.orders]);
  const { owner, market, caveats } = open;
  const words = everythingConfirmation(known, market, services.view());
  if (!(await isConfirmed(services, owner, words, { count: 0, caveats }))) return;
  const result = await window.withProgress(
    // Only until it is sent: it may have to wait for that.
    stoppable(l10n.t('Cancelling whatever is open…')),
    (progress, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort());
      return askForEverything(services, known, {
        owner,
        why: 'cancelEverything',
        signal: controller.signal,
        onWaiting: (ms) => progress.report({ message: waitText(ms, services.view()) ?? '' }),
      });
    },
  );
  const after = everythingAfterwards(result, market, services.view());
  tellOutcome(services, openers, open, result.reports, after);
}

/** Tells what came of one that was asked for in a window that is gone. */
export function followEverything(services: Services, openers: Proofs): Disposable {
  return services.cancels.onDidResolveEverything((end) => {
    const after = everythingOfOther(end, services.marketWithEvent, services.view());
    tellOutcome(services, openers, { owner: end.owner, market: services.marketWithEvent }, [], after);
  });
}
