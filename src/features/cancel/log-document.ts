import { l10n, languages, Uri, window, workspace } from 'vscode';
import { CANCEL_LOG_LANGUAGE, CANCEL_LOG_SCHEME } from '../ids.ts';
import { withoutLinks } from '../plain-text.ts';
import type { Editor, Parts } from '../services.ts';

type Needed = Parts<'cancels' | 'cancelLog' | 'marketViews' | 'onDidChangeView' | 'view'>;

/** The cancellation log, and proofs out of it, as read-only documents. */
export function registerCancelDocuments({ documents, own }: Editor, services: Needed) {
  const proofs = new Map<string, string>();
  const uri = Uri.from({ scheme: CANCEL_LOG_SCHEME, path: '/cancels.txt' });
  const served = own.add(
    documents.serve(CANCEL_LOG_SCHEME, (asked) =>
      asked.path === uri.path
        ? readLogText(services).then(withoutLinks)
        : (proofs.get(asked.path) ??
          l10n.t('This proof is gone with its window; the cancellation log has the outcomes.')),
    ),
  );
  own.add(
    workspace.onDidOpenTextDocument((document) => {
      // The editor reports the same document again with its new language.
      if (document.uri.scheme !== CANCEL_LOG_SCHEME || document.languageId === CANCEL_LOG_LANGUAGE) return;
      void languages.setTextDocumentLanguage(document, CANCEL_LOG_LANGUAGE);
    }),
  );
  own.add(services.cancels.onDidResolve(served.renew));
  own.add(services.onDidChangeView(served.renew));
  return {
    openLog: () => served.open(uri),
    openProof: async (name: string, text: string): Promise<void> => {
      const proof = Uri.from({ scheme: CANCEL_LOG_SCHEME, path: `/${name}.txt` });
      proofs.set(proof.path, withoutLinks(text));
      // The next document would take the place of a preview, and nothing shows the proof again.
      await window.showTextDocument(await workspace.openTextDocument(proof), { preview: false });
    },
  };
}

/** A document cannot fail to load: what went wrong is its text. */
async function readLogText({ cancelLog, marketViews, view }: Needed): Promise<string> {
  const context = view();
  try {
    const { attempts, damaged } = await cancelLog.read();
    const { logText } = await import('../../view/cancel-log-text.ts');
    return logText(attempts, { damaged, market: marketViews.withEvent }, context);
  } catch {
    return `${l10n.t('The cancellation log could not be read.')}\n`;
  }
}
