import { EventEmitter, type TextDocumentContentProvider, Uri, window, workspace } from 'vscode';
import type { Disposable } from '../../base/lifecycle.ts';
import { DisposableStore } from '../../base/lifecycle.ts';
import { REPORT_SCHEME } from '../ids.ts';

export interface ReportDocuments extends Disposable {
  /** Shows a text as a read-only document, in place of the one before. It is kept in memory only. */
  show(name: string, text: string): Promise<void>;
}

/** Reports as read-only Markdown. After a reload there is nothing to show but that it is gone. */
export function registerReportDocuments(gone: () => string): ReportDocuments {
  const own = new DisposableStore();
  const texts = new Map<string, string>();
  const changed = own.add(new EventEmitter<Uri>());
  const provider: TextDocumentContentProvider = {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => texts.get(uri.path) ?? gone(),
  };
  own.add(workspace.registerTextDocumentContentProvider(REPORT_SCHEME, provider));
  return {
    show: async (name, text) => {
      const uri = Uri.from({ scheme: REPORT_SCHEME, path: `/${name}.md` });
      texts.set(uri.path, text);
      changed.fire(uri);
      await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
    },
    dispose: () => own.dispose(),
  };
}
