import { type CancellationToken, EventEmitter, type Uri, workspace } from 'vscode';
import { type Disposable, DisposableStore, toDisposable } from '../base/lifecycle.ts';
import { AWAY_SCHEME, DOCUMENT_SCHEME, RECORD_SCHEME, REPORT_SCHEME } from './ids.ts';

const SCHEMES = [DOCUMENT_SCHEME, RECORD_SCHEME, REPORT_SCHEME, AWAY_SCHEME] as const;

type DocumentScheme = (typeof SCHEMES)[number];
/** The text of one document. */
export type DocumentText = (uri: Uri, token: CancellationToken) => string | Promise<string>;

/** The read-only documents of one kind. */
interface ServedDocuments extends Disposable {
  /** Has the editor ask for the text again, if the document is open. */
  changed(uri: Uri): void;
}

/** The editor's side of every read-only document. Their texts come from what `load` loads, which calls `serve`. */
export class ReadOnlyDocuments implements Disposable {
  readonly #own = new DisposableStore();
  readonly #texts = new Map<string, DocumentText>();
  readonly #changes = new Map<string, EventEmitter<Uri>>();

  constructor(load: () => Promise<unknown>) {
    for (const scheme of SCHEMES) {
      const changes = this.#own.add(new EventEmitter<Uri>());
      this.#changes.set(scheme, changes);
      const provideTextDocumentContent: DocumentText = async (uri, token) => {
        if (!this.#texts.has(uri.scheme)) await load();
        return (await this.#texts.get(uri.scheme)?.(uri, token)) ?? '';
      };
      const provider = { onDidChange: changes.event, provideTextDocumentContent };
      this.#own.add(workspace.registerTextDocumentContentProvider(scheme, provider));
    }
  }

  serve(scheme: DocumentScheme, text: DocumentText): ServedDocuments {
    this.#texts.set(scheme, text);
    return {
      changed: (uri) => this.#changes.get(scheme)?.fire(uri),
      ...toDisposable(() => this.#texts.delete(scheme)),
    };
  }

  dispose(): void {
    this.#own.dispose();
  }
}
