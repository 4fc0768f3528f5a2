import { l10n, ProgressLocation, window } from 'vscode';
import {
  cancelEverything as askForEverything,
  type EverythingReport,
} from '../../store/cancel-everything.ts';
import { everythingConfirmation } from '../../view/cancel-text.ts';
import { failureSentence } from '../../view/messages.ts';
import type { Services } from '../services.ts';
import { lostCaveat, openOrders, tellNone } from './ask-order.ts';
import { type Proofs, tellOutcome } from './tell-cancels.ts';

/**
 * Has the service cancel whatever is open when the request arrives: not a list anybody has seen, so it has a command and
 * words of its own. What is open afterwards is read.
 */
export async function cancelEverything(services: Services, openers: Proofs): Promise<void> {
  const { session } = services;
  const epoch = session.epoch('private');
  const open = await openOrders(services);
  if (open === undefined) return;
  if (open.orders.length === 0 && open.caveats.length === 0) {
    tellNone(l10n.t('There are no open orders.'), []);
    return;
  }
  const known = Object.freeze([...open.orders]);
  const { message, detail, button } = everythingConfirmation(
    known,
    services.marketWithEvent,
    services.view(),
  );
  const mark = services.connectionMark();
  const title = mark === undefined ? message : `${mark}: ${message}`;
  const keep = { title: l10n.t('Keep Orders'), isCloseAffordance: true };
  const go = { title: button };
  if (
    (await window.showWarningMessage(
      title,
      { modal: true, detail: [detail, ...open.caveats].join('\n') },
      go,
      keep,
    )) !== go
  )
    return;
  if (session.epoch('private') !== epoch) {
    void window.showWarningMessage(
      l10n.t('The connection or account changed meanwhile: nothing was cancelled.'),
    );
    return;
  }
  const result = await window.withProgress(
    { location: ProgressLocation.Notification, title: l10n.t('Cancelling whatever is open…') },
    () => askForEverything(services, known, { why: 'cancelEverything' }),
  );
  tellOutcome(services, openers, result.reports, afterwards(result, services));
}

function afterwards(result: EverythingReport, services: Services) {
  const { isAlarming, note } = leftAfterwards(result, services);
  if (result.request.kind !== 'noEffect') return { note, isAlarming };
  const why = failureSentence(result.request.error, services.view());
  return {
    note: [l10n.t('The service was not made to cancel anything.'), why, note].join(' '),
    isAlarming: true,
  };
}

function leftAfterwards({ left, lost, error }: EverythingReport, services: Services) {
  if (left?.length === 0 && lost === 0)
    return { note: l10n.t('Read afterwards: no order is open.'), isAlarming: false };
  const note =
    left === undefined
      ? [
          l10n.t('What is open now could not be read.'),
          error === undefined ? '' : failureSentence(error, services.view()),
        ].join(' ')
      : [l10n.t('Read afterwards: {0} still open.', left.length), ...lostCaveat(lost)].join(' ');
  return { note, isAlarming: true };
}
