import { l10n, type QuickPickItem, Uri, window } from 'vscode';
import { isExchangeError } from '../../exchange/errors.ts';
import { onVoid } from '../../store/session/owner.ts';
import type { Session } from '../../store/session/session.ts';
import { cancelRow } from '../../view/cancel-text.ts';
import { failureSentence } from '../../view/messages.ts';
import type { ViewContext } from '../../view/row.ts';
import { DOCUMENT_SCHEME } from '../ids.ts';
import { jsonOf, ownJson } from '../json.ts';
import { withoutLinks } from '../plain-text.ts';
import type { Editor, Services } from '../services.ts';

/**
 * Orders as read-only JSON documents with the service's own reply, read from the service each time one is opened (interface.md 8.1), and again when
 * another connection or account, or a setting such as hidden amounts, changes what an open one has to say. Returns what opens one.
 */
export function registerOrderDocuments(
  { documents, own }: Pick<Editor, 'documents' | 'own'>,
  { session, view, onDidChangeView }: Pick<Services, 'session' | 'view' | 'onDidChangeView'>,
): (orderId: string) => Promise<void> {
  const served = documents.serve(DOCUMENT_SCHEME, (uri, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    return orderText(session, view(), orderIdOf(uri), controller.signal).then(withoutLinks);
  });
  own.add(served);
  own.add(onDidChangeView(served.renew));
  own.add(onVoid(session, 'private', served.renew));
  return (orderId) => served.open(uriOf(orderId));
}

/** Half a letter, which may have been typed and is in no id, has no place in an address. */
function uriOf(orderId: string): Uri {
  const name = encodeURIComponent(orderId.toWellFormed());
  return Uri.from({ scheme: DOCUMENT_SCHEME, path: `/order/${name}.json` });
}

function orderIdOf(uri: Uri): string {
  const name = uri.path.replace(/^\/order\//, '').replace(/\.json$/, '');
  try {
    return decodeURIComponent(name);
  } catch {
    // Not one of ours: anybody can name a document.
    return name;
  }
}

/** A document cannot fail to load: what went wrong is its text. */
async function orderText(
  session: Session,
  context: ViewContext,
  orderId: string,
  signal: AbortSignal,
): Promise<string> {
  try {
    const exchange = await session.ensure();
    const { shownJson } = await import('../../view/raw-text.ts');
    const reply = await exchange.raw({ kind: 'order', id: orderId }, signal);
    const { value, unread } = reply;
    const order =
      value ?? l10n.t('The reply of the service is not an order of this id as its interface describes it.');
    const shown = { order, reply: shownJson(reply, context), notRead: [...unread] };
    return `${ownJson(shown, context.format.settings.hideAmounts)}\n`;
  } catch (cause) {
    const why = isExchangeError(cause)
      ? failureSentence(cause, context)
      : l10n.t('Something went wrong inside the extension.');
    return `${jsonOf({ error: l10n.t('Order {0} could not be read. {1}', orderId, why) })}\n`;
  }
}

/** Asks for one of the open orders, or for the id of any order. */
export async function askOrderId({ orders, marketViews, view }: Services): Promise<string | undefined> {
  await (orders.state.kind === 'failed' ? orders.refresh() : orders.load());
  const items: (QuickPickItem & { readonly id?: string })[] = orders.orders.map((order) => {
    const { what, left } = cancelRow(order, marketViews.withEvent(order.marketSlug), view());
    return { id: order.id, label: what, detail: left };
  });
  const chosen = await window.showQuickPick([...items, { label: l10n.t('Another order, by its id…') }], {
    title: l10n.t('Open which order?'),
    matchOnDetail: true,
  });
  if (chosen === undefined || chosen.id !== undefined) return chosen?.id;
  const id = await window.showInputBox({ title: l10n.t('Open Order'), prompt: l10n.t('Order id') });
  return id?.trim() === '' ? undefined : id?.trim();
}
