import { l10n, languages, Uri, window, workspace } from 'vscode';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import { isExchangeError } from '../../exchange/errors.ts';
import { recordedOrder } from '../../store/cancels/cancel-intent.ts';
import { isForEverything } from '../../store/cancels/intent.ts';
import { recordText } from '../../view/cancel-record-text.ts';
import { failureSentence } from '../../view/messages.ts';
import { RECORD_LANGUAGE, RECORD_SCHEME } from '../ids.ts';
import type { ReadOnlyDocuments } from '../read-only-documents.ts';
import type { Services } from '../services.ts';
import { withoutLinks } from '../without-links.ts';

export interface CancelRecordDocument extends Disposable {
  /** Shows the record of cancels, read anew. */
  open(): Promise<void>;
  /** Shows the proof of one list, in a tab that stays; it is kept until the window closes. */
  openProof(name: string, text: string): Promise<void>;
}

/** The record of cancels, and proofs out of it, as read-only documents. */
export function registerCancelRecord(
  documents: ReadOnlyDocuments,
  services: Pick<Services, 'cancels' | 'intents' | 'marketWithEvent' | 'onDidChangeView' | 'view'>,
): CancelRecordDocument {
  const own = new DisposableStore();
  const proofs = new Map<string, string>();
  const uri = Uri.from({ scheme: RECORD_SCHEME, path: '/cancels.txt' });
  const isOpen = (): boolean =>
    workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
  const served = own.add(
    documents.serve(RECORD_SCHEME, (asked) =>
      asked.path === uri.path
        ? recordOf(services).then(withoutLinks)
        : (proofs.get(asked.path) ?? l10n.t('This proof is gone with its window; the record has it still.')),
    ),
  );
  own.add(
    workspace.onDidOpenTextDocument((document) => {
      // Told once more of the same document with its new language.
      if (document.uri.scheme !== RECORD_SCHEME || document.languageId === RECORD_LANGUAGE) return;
      void languages.setTextDocumentLanguage(document, RECORD_LANGUAGE);
    }),
  );
  const renew = (): void => {
    if (isOpen()) served.changed(uri);
  };
  own.add(services.cancels.onDidResolve(renew));
  own.add(services.onDidChangeView(renew));
  return {
    open: async () => {
      renew();
      await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
    },
    openProof: async (name, text) => {
      const proof = Uri.from({ scheme: RECORD_SCHEME, path: `/${name}.txt` });
      proofs.set(proof.path, withoutLinks(text));
      // The next document would take the place of a preview, and nothing shows the proof again.
      await window.showTextDocument(await workspace.openTextDocument(proof), { preview: false });
    },
    dispose: () => own.dispose(),
  };
}

/** A document cannot fail to load: what went wrong is its text. */
async function recordOf({
  intents,
  marketWithEvent,
  view,
}: Pick<Services, 'intents' | 'marketWithEvent' | 'view'>): Promise<string> {
  const context = view();
  try {
    const { records, lost } = await intents.read();
    const entries = records.map((record) => ({
      ...record,
      order: recordedOrder(record.order),
      isEverything: isForEverything(record),
    }));
    return recordText(entries, { window: intents.window, lost, market: marketWithEvent }, context);
  } catch (cause) {
    const why = isExchangeError(cause) ? failureSentence(cause, context) : '';
    return `${l10n.t('The record of cancels could not be read.')} ${why}\n`;
  }
}
