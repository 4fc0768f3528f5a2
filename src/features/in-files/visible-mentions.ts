import { languages, type TextEditor, window, workspace } from 'vscode';
import { type Disposable, DisposableOwner, toDisposable } from '../../base/lifecycle.ts';
import { type WatchEntry, watchEntryText } from '../../core/watchlist.ts';
import type { InFiles } from '../in-files.ts';
import type { Services } from '../services.ts';
import type { Mentions } from './mentions.ts';

/** So long after the last key or scroll, milliseconds. */
const TYPING_PAUSE_MS = 500;
/** Lenses and prices change so often, milliseconds: code moves when they do. */
const CHANGED_MS = 2_000;
/** Most that are read and followed at once. */
const MOST = 100;

/**
 * Reads what visible lines of a trusted workspace name and no list has, together, and has its prices streamed. Typing waits for nothing of it, and
 * nothing is read for a word that only might be a slug once it is typed on.
 */
export class VisibleMentions extends DisposableOwner {
  readonly #services: Services;
  readonly #mentions: Mentions;
  readonly #files: InFiles;
  readonly #changed: () => void;
  readonly #interest;
  #timer: Disposable | undefined;
  #telling: Disposable | undefined;
  #polling: Disposable | undefined;
  #seen = '';
  #slugs: ReadonlySet<string> = new Set();

  constructor(services: Services, mentions: Mentions, files: InFiles, changed: () => void) {
    super();
    this.#services = services;
    this.#mentions = mentions;
    this.#files = files;
    this.#changed = changed;
    this.#interest = this.own.add(services.live.watch('tree'));
    const soon = (): void => this.#soon();
    this.own.add(window.onDidChangeVisibleTextEditors(soon));
    this.own.add(window.onDidChangeTextEditorVisibleRanges(soon));
    this.own.add(workspace.onDidChangeTextDocument(soon));
    this.own.add(
      services.marketViews.onDidChange((change) => {
        if (change === 'all' || [...change].some((slug) => this.#slugs.has(slug))) this.#tell();
      }),
    );
    this.own.add(services.watched.onDidChange(() => this.#tell()));
    this.own.add(services.onDidChangeView(() => this.#tell()));
    this.own.add(
      toDisposable(() => {
        for (const timer of [this.#timer, this.#telling, this.#polling]) timer?.dispose();
      }),
    );
    this.#look();
  }

  #soon(): void {
    this.#timer?.dispose();
    this.#timer = this.#services.clock.setTimeout(() => this.#look(), TYPING_PAUSE_MS);
  }

  #look(): void {
    const { watched, scheduler } = this.#services;
    const named = window.visibleTextEditors.flatMap((editor) => this.#namedIn(editor));
    const entries = [...new Map(named.map((entry) => [watchEntryText(entry), entry])).values()].slice(
      0,
      MOST,
    );
    const seen = entries.map(watchEntryText).join(' ');
    if (seen === this.#seen) return;
    this.#seen = seen;
    this.#slugs = new Set(entries.flatMap(({ kind, key }) => (kind === 'market' ? [key] : [])));
    this.#interest.set([...this.#slugs]);
    watched.want('page files', entries);
    this.#polling?.dispose();
    this.#polling = entries.length > 0 ? scheduler.watch([watched]) : undefined;
  }

  #namedIn({ document, visibleRanges }: TextEditor): readonly WatchEntry[] {
    if (!workspace.isTrusted || languages.match(this.#files.selector, document) === 0) return [];
    return visibleRanges.flatMap(({ start, end }) =>
      Array.from({ length: end.line - start.line + 1 }, (_, at) => start.line + at)
        .filter((line) => line < document.lineCount)
        .flatMap((line) => this.#mentions.of(document.lineAt(line).text)),
    );
  }

  #tell(): void {
    this.#telling ??= this.#services.clock.setTimeout(() => {
      this.#telling = undefined;
      this.#changed();
    }, CHANGED_MS);
  }
}
