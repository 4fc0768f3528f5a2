import {
  type Disposable,
  EventEmitter,
  type FileChangeEvent,
  FileChangeType,
  FileSystemError,
  type FileSystemProvider,
  l10n,
  MarkdownString,
  type Uri,
  workspace,
} from 'vscode';
import { DisposableOwner, toDisposable } from '../base/disposable.ts';
import { COMMANDS, DOCUMENT_SCHEME } from './ids.ts';

/** What reads and writes the documents. */
export type DocumentReader = Pick<FileSystemProvider, 'stat' | 'readFile' | 'readDirectory'>;

/** The editor's side of the read-only files under `prediction-markets:`. What is in them comes from what `load` loads, which calls `serve`. */
export class DocumentFiles extends DisposableOwner implements FileSystemProvider {
  readonly #load: () => Promise<unknown>;
  readonly #changed = this.own.add(new EventEmitter<FileChangeEvent[]>());
  readonly onDidChangeFile = this.#changed.event;
  #serve: (() => Promise<DocumentReader>) | undefined;

  constructor(load: () => Promise<unknown>) {
    super();
    this.#load = load;
    this.own.add(
      workspace.registerFileSystemProvider(DOCUMENT_SCHEME, this, {
        isReadonly: whyReadOnly(),
        isCaseSensitive: true,
      }),
    );
  }

  /** `load` is called with the first document. */
  serve(load: () => Promise<DocumentReader>): { changed(uri: Uri): void } {
    this.#serve = load;
    return { changed: (uri) => this.#changed.fire([{ type: FileChangeType.Changed, uri }]) };
  }

  watch(): Disposable {
    return toDisposable(() => {});
  }

  async stat(uri: Uri) {
    return (await this.#reader()).stat(uri);
  }

  async readFile(uri: Uri) {
    return (await this.#reader()).readFile(uri);
  }

  async readDirectory(uri: Uri) {
    return (await this.#reader()).readDirectory(uri);
  }

  createDirectory = refuse;
  writeFile = refuse;
  delete = refuse;
  rename = refuse;

  async #reader(): Promise<DocumentReader> {
    if (this.#serve === undefined) await this.#load();
    const reader = await this.#serve?.();
    if (reader === undefined) throw FileSystemError.Unavailable();
    return reader;
  }
}

/** What the editor says to one who types in any of them. */
function whyReadOnly(): MarkdownString {
  const { saveDocument } = COMMANDS;
  const text = l10n.t(
    'Read-only: this shows a market, an event or your account. [Save a Copy]({0})',
    `command:${saveDocument}`,
  );
  const markdown = new MarkdownString(text);
  markdown.isTrusted = { enabledCommands: [saveDocument] };
  return markdown;
}

/** The editor asks for no change of what it knows to be read-only. */
function refuse(): never {
  throw FileSystemError.NoPermissions();
}
