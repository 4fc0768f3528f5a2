import { l10n, window } from 'vscode';
import type { CancelReport } from '../../store/cancel.ts';
import { proofText } from '../../view/cancel-record-text.ts';
import { cancelNotice } from '../../view/cancel-text.ts';
import type { Services } from '../services.ts';
import type { Openers } from './open.ts';
import { saveProof } from './save-proof.ts';

export type Proofs = Pick<Openers, 'openProof'>;

/**
 * One notice for all. What became of each is in the proof: the order as it read when its outcome was found. `after`: what
 * was found out about all of it.
 */
export function tellOutcome(
  services: Services,
  openers: Proofs,
  reports: readonly CancelReport[],
  after?: { readonly note: string; readonly isAlarming: boolean },
): void {
  const context = services.view();
  const notice = cancelNotice(reports, services.marketWithEvent, context);
  for (const { order, outcome } of reports)
    services.log.info(`Cancel of order ${order.id} in ${order.marketSlug}: ${outcome.kind}`);
  for (const line of notice.lines) services.log.info(line);
  const proof = l10n.t('Show Proof');
  const save = l10n.t('Save Proof…');
  const actions = notice.lines.length > 0 || after !== undefined ? [proof, save] : [];
  const message = [notice.message, after?.note]
    .filter((part) => part !== undefined && part !== '')
    .join('. ');
  const show = {
    info: window.showInformationMessage,
    warning: window.showWarningMessage,
    error: window.showErrorMessage,
  }[after?.isAlarming === true ? 'error' : notice.severity];
  const mark = services.connectionMark();
  const connection = services.session.profile.label;
  const own = { connection, market: services.marketWithEvent, notes: [message] };
  const name = `cancels ${new Date(reports[0]?.at ?? 0).toISOString().replaceAll(':', '.')}`;
  // Not awaited: the message may stand for minutes, the command is done.
  void show(mark === undefined ? message : `${mark}: ${message}`, ...actions).then((chosen) => {
    const text = (): string => proofText(reports, own, services.view());
    if (chosen === proof) return openers.openProof(name, text());
    return chosen === save ? saveProof(services, name, text()) : undefined;
  });
}
