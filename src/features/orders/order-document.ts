import { l10n, Uri, window, workspace } from 'vscode';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import { isExchangeError } from '../../exchange/errors.ts';
import type { Session } from '../../store/session/session.ts';
import { failureSentence } from '../../view/messages.ts';
import type { ViewContext } from '../../view/row.ts';
import { DOCUMENT_SCHEME } from '../ids.ts';
import { jsonOf, ownJson } from '../json.ts';
import { withoutLinks } from '../plain-text.ts';
import type { ReadOnlyDocuments } from '../read-only-documents.ts';
import type { Services } from '../services.ts';

interface OrderDocuments extends Disposable {
  /** Reads the order and shows it as a read-only document. */
  open(orderId: string): Promise<void>;
}

/**
 * Orders as read-only JSON documents, read from the service each time one is opened (interface.md 8.1), and again when
 * another connection or account, or hidden amounts, make what an open one says untrue.
 */
export function registerOrderDocuments(
  documents: ReadOnlyDocuments,
  { session, view, onDidChangeView }: Pick<Services, 'session' | 'view' | 'onDidChangeView'>,
): OrderDocuments {
  const own = new DisposableStore();
  const served = own.add(
    documents.serve(DOCUMENT_SCHEME, (uri, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort());
      return orderText(session, view(), orderIdOf(uri), controller.signal).then(withoutLinks);
    }),
  );
  const renew = (): void => {
    const open = workspace.textDocuments.filter(({ uri }) => uri.scheme === DOCUMENT_SCHEME);
    for (const { uri } of open) served.changed(uri);
  };
  let hidden = view().format.settings.hideAmounts;
  own.add(
    onDidChangeView(() => {
      const { hideAmounts } = view().format.settings;
      if (hidden !== hideAmounts) renew();
      hidden = hideAmounts;
    }),
  );
  let epoch = session.epoch('private');
  own.add(
    session.onDidChange(() => {
      if (epoch !== session.epoch('private')) renew();
      epoch = session.epoch('private');
    }),
  );
  return {
    open: async (orderId) => {
      const uri = uriOf(orderId);
      const isOpen = workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
      if (isOpen) served.changed(uri);
      await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
    },
    dispose: () => own.dispose(),
  };
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
    const order = await exchange.order(orderId, signal);
    return `${ownJson({ order }, context.format.settings.hideAmounts)}\n`;
  } catch (cause) {
    const why = isExchangeError(cause)
      ? failureSentence(cause, context)
      : l10n.t('Something went wrong inside the extension.');
    return `${jsonOf({ error: l10n.t('Order {0} could not be read. {1}', orderId, why) })}\n`;
  }
}
