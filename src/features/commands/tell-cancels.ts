import { l10n, window } from 'vscode';
import type { CancelReport } from '../../store/cancels/cancel.ts';
import { proofText } from '../../view/cancel-record-text.ts';
import { cancelNotice } from '../../view/cancel-text.ts';
import { type Afterwards, endMessage } from '../../view/cancel-words.ts';
import type { Services } from '../services.ts';
import type { Listed } from './listed.ts';
import { saveProof } from './save-proof.ts';

export interface Proofs {
  /** Opens the outcome of a list of cancels, as plain text. */
  openProof(name: string, text: string): Promise<void>;
}

/**
 * One notice for all, with buttons also for one order: the editor cuts a notice without any after some fifty characters,
 * and its last word is what it is about. What became of each is in the proof: the order as it read when its outcome was found. `after`: what
 * was found out about all of it. It speaks of whose orders they were, whoever is in use by now.
 */
export function tellOutcome(
  services: Services,
  openers: Proofs,
  { owner, market }: Listed,
  reports: readonly CancelReport[],
  after?: Afterwards,
): void {
  const context = services.view();
  const notice = cancelNotice(reports, market, context);
  for (const { order, outcome } of reports)
    services.log.info(`Cancel of order ${order.id} in ${order.marketSlug}: ${outcome.kind}`);
  for (const line of notice.lines) services.log.info(line);
  const show = {
    info: window.showInformationMessage,
    warning: window.showWarningMessage,
    error: window.showErrorMessage,
  }[after?.isAlarming === true ? 'error' : notice.severity];
  const said = endMessage(notice, after?.note, undefined);
  const connection = services.connectionMark(owner.profile) ?? owner.profile.label;
  const message = endMessage(notice, after?.note, connection);
  const own = {
    connection: owner.profile.label,
    market,
    notes: [said, ...(after?.lines ?? [])],
  };
  // Not by what it is about, which may be nothing, or the same again.
  const name = `cancels ${new Date(services.clock.now()).toISOString().replaceAll(':', '.')}`;
  const text = (): string => proofText(reports, own, services.view());
  // Not awaited: the message may stand for minutes, the command is done.
  offerProof(services, openers, { name, text }, async (...actions) => show(message, ...actions)).catch(
    (cause: unknown) => services.log.error('The proof could not be shown.', cause),
  );
}

/** Shows a notice with the proof to be had from it, and again where it was not saved: with it the proof would be gone. */
async function offerProof(
  services: Services,
  openers: Proofs,
  { name, text }: { readonly name: string; readonly text: () => string },
  show: (...actions: string[]) => Promise<string | undefined>,
): Promise<void> {
  const proof = l10n.t('Show Proof');
  const save = l10n.t('Save Proof…');
  const chosen = await show(proof, save);
  if (chosen === proof) await openers.openProof(name, text());
  if (chosen !== save) return;
  const end = await saveProof(services, name, text());
  if (end === 'saved') return;
  const again = async (...actions: string[]): Promise<string | undefined> =>
    window.showErrorMessage(l10n.t('The proof could not be saved.'), ...actions);
  await offerProof(services, openers, { name, text }, end === 'failed' ? again : show);
}
