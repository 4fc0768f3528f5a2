import { commands, type FileStat, FileSystemError, FileType, l10n, Uri, workspace } from 'vscode';
import { DisposableOwner } from '../../base/disposable.ts';
import {
  ACCOUNT_DOCUMENTS,
  DOCUMENT_FOLDERS,
  documentPath,
  readDocumentPath,
} from '../../core/document-path.ts';
import { isExchangeError } from '../../exchange/errors.ts';
import { onVoid } from '../../store/session/owner.ts';
import { failureSentence } from '../../view/messages.ts';
import { contextKeySetter } from '../config.ts';
import type { DocumentReader } from '../document-files.ts';
import { CONTEXT_KEYS, DOCUMENT_SCHEME } from '../ids.ts';
import { isInTab } from '../open-tabs.ts';
import type { Parts } from '../services.ts';
import { type DrawDocument, ReadingStopped, readDocument } from './read-document.ts';

type Needed = Parameters<typeof readDocument>[0] & Parts<'log' | 'onDidChangeView'>;

interface Entry {
  readonly draw: DrawDocument;
  readonly bytes: Uint8Array;
  /** Unix milliseconds, a later one with each text. */
  readonly mtime: number;
  readonly readAt: number;
}

/** What nobody looks at is read again after so long, milliseconds: the editor asks for the size first, then for the text. */
const UNSEEN_MS = 2_000;

/** The documents as they were read. An open one stays so until it is refreshed, or another account is in use. */
export class OpenDocuments extends DisposableOwner implements DocumentReader {
  readonly #services: Needed;
  readonly #changed: (uri: Uri) => void;
  readonly #entries = new Map<string, Entry>();
  readonly #reading = new Map<string, Promise<Entry>>();
  /** Paths a person opened with a command. */
  readonly #opened = new Set<string>();
  readonly #setOpened = contextKeySetter<boolean>(CONTEXT_KEYS.documentOpened);
  #lastTime = 0;
  /** How often what was read became void. */
  #epoch = 0;

  constructor(services: Needed, changed: (uri: Uri) => void) {
    super();
    this.#services = services;
    this.#changed = changed;
    this.own.add(services.onDidChangeView(() => this.#redraw()));
    this.own.add(onVoid(services.session, 'private', () => this.#reread()));
    this.own.add(
      workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme !== DOCUMENT_SCHEME) return;
        this.#entries.delete(uri.path);
        this.#opened.delete(uri.path);
      }),
    );
  }

  /** Shows one as it is now. */
  async open(path: string): Promise<void> {
    this.#opened.add(path);
    if (this.#entries.has(path)) await this.refresh(path);
    await commands.executeCommand('vscode.open', documentUri(path));
    this.#setOpened(true);
  }

  /** Reads one again. Never rejects: what went wrong is its text then. */
  async refresh(path: string): Promise<void> {
    this.#opened.add(path);
    await this.#read(path, true).catch(() => undefined);
  }

  async stat({ path }: Uri): Promise<FileStat> {
    if (path === '/' || Object.hasOwn(DOCUMENT_FOLDERS, path.slice(1)))
      return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const { bytes, mtime } = await this.#entry(path);
    return { type: FileType.File, ctime: 0, mtime, size: bytes.length };
  }

  async readFile({ path }: Uri): Promise<Uint8Array> {
    return (await this.#entry(path)).bytes;
  }

  readDirectory({ path }: Uri): [string, FileType][] {
    if (path !== '/') return [];
    return [
      ...Object.keys(DOCUMENT_FOLDERS).map((name): [string, FileType] => [name, FileType.Directory]),
      ...ACCOUNT_DOCUMENTS.map((name): [string, FileType] => [documentPath(name).slice(1), FileType.File]),
    ];
  }

  /** Of the account only what is open: nobody reads it in passing. */
  #entry(path: string): Entry | Promise<Entry> {
    if (isOwn(path) && !this.#opened.has(path) && !isShown(path))
      throw FileSystemError.NoPermissions(
        l10n.t('This document shows your account. Open it with “Open as Document…” first.'),
      );
    const entry = this.#entries.get(path);
    const isRecent = entry !== undefined && this.#services.clock.now() - entry.readAt < UNSEEN_MS;
    return entry !== undefined && (isRecent || isShown(path)) ? entry : this.#read(path, false);
  }

  /** `isShown`: what goes wrong takes the place of an older text. */
  #read(path: string, isShown: boolean): Promise<Entry> {
    const reading = this.#reading.get(path) ?? this.#readNow(path, isShown);
    this.#reading.set(path, reading);
    return reading;
  }

  async #readNow(path: string, isShown: boolean): Promise<Entry> {
    try {
      const draw = await this.#readCurrent(path);
      if (draw === undefined) throw FileSystemError.FileNotFound(noDocument(path));
      return this.#put(path, draw, this.#services.clock.now());
    } catch (cause) {
      if (cause instanceof FileSystemError) throw cause;
      const sentence = this.#failure(cause);
      if (!isShown) throw FileSystemError.Unavailable(sentence);
      const text = /\.jsonl?$/.test(path) ? JSON.stringify({ error: sentence }) : sentence;
      return this.#put(path, () => `${text}\n`, this.#services.clock.now());
    } finally {
      this.#reading.delete(path);
    }
  }

  /** What came in while the account changed may be of the one before. */
  async #readCurrent(path: string): Promise<DrawDocument | undefined> {
    for (;;) {
      const epoch = this.#epoch;
      try {
        const draw = await readDocument(this.#services, path);
        if (epoch === this.#epoch) return draw;
      } catch (cause) {
        if (epoch === this.#epoch) throw cause;
      }
    }
  }

  #failure(cause: unknown): string {
    if (isExchangeError(cause)) return failureSentence(cause, this.#services.view());
    if (cause instanceof ReadingStopped) return l10n.t('Reading was stopped before all of it was there.');
    this.#services.log.error('A document could not be read', cause);
    return l10n.t('Something went wrong inside the extension.');
  }

  /** Writes every text again of what was read. */
  #redraw(): void {
    for (const [path, entry] of this.#entries) this.#put(path, entry.draw, entry.readAt);
    for (const { uri } of workspace.textDocuments)
      if (uri.scheme === DOCUMENT_SCHEME && !this.#entries.has(uri.path)) void this.refresh(uri.path);
  }

  /** Forgets what was read, at once, and reads again what is open. */
  #reread(): void {
    this.#epoch += 1;
    for (const path of this.#entries.keys()) {
      this.#put(path, () => '', 0);
      if (isShown(path)) void this.refresh(path);
      else this.#entries.delete(path);
    }
  }

  #put(path: string, draw: DrawDocument, readAt: number): Entry {
    this.#lastTime = Math.max(this.#services.clock.now(), this.#lastTime + 1);
    const entry = { draw, bytes: new TextEncoder().encode(draw()), mtime: this.#lastTime, readAt };
    this.#entries.set(path, entry);
    if (workspace.textDocuments.some(({ uri }) => isDocument(uri, path))) this.#changed(documentUri(path));
    return entry;
  }
}

export function documentUri(path: string): Uri {
  return Uri.from({ scheme: DOCUMENT_SCHEME, path });
}

function noDocument(path: string): string {
  const names = ACCOUNT_DOCUMENTS.map((name) => documentPath(name).slice(1)).join(', ');
  return l10n.t(
    'There is no document {0}. There are {1}, market/<slug>.md, market/<slug>.json and event/<slug>.md.',
    path.slice(1),
    names,
  );
}

function isOwn(path: string): boolean {
  const kind = readDocumentPath(path)?.kind;
  return kind !== undefined && kind !== 'market' && kind !== 'event';
}

function isShown(path: string): boolean {
  return isInTab((uri) => isDocument(uri, path));
}

function isDocument(uri: Uri, path: string): boolean {
  return uri.scheme === DOCUMENT_SCHEME && uri.path === path;
}
