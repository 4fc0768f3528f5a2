import { l10n, ProgressLocation, window } from 'vscode';
import { cancelEverything as askForEverything } from '../../store/cancel-everything.ts';
import { everythingConfirmation } from '../../view/cancel-text.ts';
import {
  everythingAfterwards,
  keepButton,
  nothingOpenText,
  otherAccountText,
} from '../../view/cancel-words.ts';
import type { Services } from '../services.ts';
import { openOrders, tellNone } from './ask-order.ts';
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
    tellNone(nothingOpenText(undefined, services.view()), []);
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
  const keep = { title: keepButton(0, services.view()), isCloseAffordance: true };
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
    void window.showWarningMessage(otherAccountText(services.view()));
    return;
  }
  const result = await window.withProgress(
    { location: ProgressLocation.Notification, title: l10n.t('Cancelling whatever is open…') },
    () => askForEverything(services, known, { why: 'cancelEverything' }),
  );
  const after = everythingAfterwards(result, services.marketWithEvent, services.view());
  tellOutcome(services, openers, result.reports, after);
}
