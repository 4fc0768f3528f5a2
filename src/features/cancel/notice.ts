import { l10n, window } from 'vscode';
import type { CancelReport, KillSwitchOutcome } from '../../store/cancels/cancel-outcome.ts';
import type { Owner } from '../../store/session/owner.ts';
import {
  type CancelRemark,
  cancelNotice,
  canTryAgain,
  killSwitchRemark,
  outcomeText,
} from '../../view/cancel-outcome-text.ts';
import { sentences } from '../../view/row.ts';
import type { Parts } from '../services.ts';
import { named, type OrderList } from './order-list.ts';

export interface CancelActions {
  openProof(name: string, text: string): Promise<void>;
  /** Asks about these orders again, as if they were chosen now. Nothing is sent without that. */
  askAgain(owner: Owner, orderIds: readonly string[]): Promise<void>;
}

type NoticeServices = Parts<'view' | 'log' | 'clock' | 'session' | 'reporter'>;

/**
 * One notice for all, with the proof of each to show, and *Try Again* for what could not be sent. It speaks of the account the
 * orders were of, whichever is in use by now. Always with buttons: the editor cuts a notice without any after some fifty characters.
 */
export function showOutcome(
  services: NoticeServices,
  actions: CancelActions,
  { owner, market }: OrderList,
  reports: readonly CancelReport[],
  remark?: CancelRemark,
  tryAgain = askAgainAbout(actions, owner, reports),
): void {
  const context = services.view();
  const notice = cancelNotice(reports, market, context);
  for (const { order, outcome } of reports)
    services.log.info(`Cancel of order ${order.id} in ${order.marketSlug}: ${outcomeText(outcome, context)}`);
  const show = {
    info: window.showInformationMessage,
    warning: window.showWarningMessage,
    error: window.showErrorMessage,
  }[remark?.isAlarming === true ? 'error' : notice.severity];
  const message = sentences([notice.message, remark?.note ?? '']);
  const notes = [message, ...(remark?.lines ?? [])];
  const own = { connection: owner.profile.label, market, notes };
  // Each has a name of its own, also where it lists the same orders.
  const name = `cancels ${new Date(services.clock.now()).toISOString().replaceAll(':', '.')}`;
  const [again, open] = [l10n.t('Try Again'), l10n.t('Show Proof')];
  const offer = async (): Promise<void> => {
    const chosen = await show(
      named(services, message, owner),
      ...(tryAgain === undefined ? [open] : [again, open]),
    );
    if (chosen === again) await tryAgain?.();
    if (chosen !== open) return;
    const { proofText } = await import('../../view/cancel-log-text.ts');
    await actions.openProof(name, proofText(reports, own, services.view()));
  };
  // Not awaited: the message may stand for minutes, the command is done.
  offer().catch((cause: unknown) => services.reporter.failed(cause));
}

/** Of one that nobody here waits for. */
export function showKillSwitchOutcome(
  services: NoticeServices,
  actions: CancelActions,
  list: OrderList,
  outcome: KillSwitchOutcome,
): void {
  const remark = killSwitchRemark(outcome, list.market, services.view(), true);
  showOutcome(services, actions, list, [], remark);
}

/** Undefined where nothing is left to try again. */
function askAgainAbout(
  actions: CancelActions,
  owner: Owner,
  reports: readonly CancelReport[],
): (() => Promise<void>) | undefined {
  const ids = reports.filter(({ outcome }) => canTryAgain(outcome)).map(({ order }) => order.id);
  return ids.length === 0 ? undefined : () => actions.askAgain(owner, ids);
}
