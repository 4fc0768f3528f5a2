import { Uri, window, workspace } from 'vscode';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import { REPORT_SCHEME } from '../ids.ts';
import type { ReadOnlyDocuments } from '../read-only-documents.ts';

interface ReportDocuments extends Disposable {
  /** Shows a text as a read-only document. It stays in memory only, for as long as it is open. */
  show(name: string, text: string): Promise<void>;
}

/**
 * Reports as read-only Markdown, each a document of its own, so that two can be held side by side. `gone` is what stands
 * in one that was open before a reload.
 */
export function registerReportDocuments(
  documents: ReadOnlyDocuments,
  clock: Clock,
  gone: () => string,
): ReportDocuments {
  const own = new DisposableStore();
  const texts = new Map<string, string>();
  own.add(documents.serve(REPORT_SCHEME, (uri) => texts.get(uri.path) ?? gone()));
  own.add(
    workspace.onDidCloseTextDocument(({ uri }) => uri.scheme === REPORT_SCHEME && texts.delete(uri.path)),
  );
  return {
    show: async (name, text) => {
      const at = new Date(clock.now()).toISOString().replace(/[:.]/g, '-');
      const uri = Uri.from({ scheme: REPORT_SCHEME, path: `/${name}-${at}.md` });
      texts.set(uri.path, text);
      await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
    },
    dispose: () => own.dispose(),
  };
}
