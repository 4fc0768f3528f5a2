import { type CancellationToken, EventEmitter, type Uri, window, workspace } from 'vscode';
import { DisposableOwner, toDisposable } from '../base/disposable.ts';
import { AGENT_SCHEME, AWAY_SCHEME, CANCEL_LOG_SCHEME, RAW_SCHEME, REPORT_SCHEME } from './ids.ts';

const SCHEMES = [CANCEL_LOG_SCHEME, REPORT_SCHEME, AWAY_SCHEME, RAW_SCHEME, AGENT_SCHEME] as const;

export type DocumentText = (uri: Uri, token: CancellationToken) => string | Promise<string>;

/** The editor's side of every read-only document. Their texts come from what `load` loads, which calls `serve`. */
export class ReadOnlyDocuments extends DisposableOwner {
  readonly #texts = new Map<string, DocumentText>();
  readonly #changes = this.own.add(new EventEmitter<Uri>());

  constructor(load: () => Promise<unknown>) {
    super();
    const provideTextDocumentContent: DocumentText = async (uri, token) => {
      if (!this.#texts.has(uri.scheme)) await load();
      return (await this.#texts.get(uri.scheme)?.(uri, token)) ?? '';
    };
    const provider = { onDidChange: this.#changes.event, provideTextDocumentContent };
    for (const scheme of SCHEMES)
      this.own.add(workspace.registerTextDocumentContentProvider(scheme, provider));
  }

  serve(scheme: (typeof SCHEMES)[number], text: DocumentText) {
    this.#texts.set(scheme, text);
    const renew = (isMeant: (uri: Uri) => boolean): void => {
      for (const { uri } of workspace.textDocuments) if (isMeant(uri)) this.#changes.fire(uri);
    };
    return {
      open: async (uri: Uri): Promise<void> => {
        renew((open) => open.toString() === uri.toString());
        await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
      },
      /** Has the editor ask again for the texts of the open ones. */
      renew: (): void => renew((open) => open.scheme === scheme),
      ...toDisposable(() => this.#texts.delete(scheme)),
    };
  }
}
