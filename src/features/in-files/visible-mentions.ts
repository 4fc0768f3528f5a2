import { languages, type TextDocumentChangeEvent, type TextEditor, window, workspace } from 'vscode';
import { DisposableOwner } from '../../base/disposable.ts';
import { Timer } from '../../base/timer.ts';
import { type WatchEntry, watchEntryText } from '../../core/watchlist.ts';
import type { InFiles } from '../in-files.ts';
import { CHANGED_MS, namedNeeds, TYPING_PAUSE_MS } from '../named-markets.ts';
import type { Parts } from '../services.ts';
import { type Needs, Surface, type SurfaceServices } from '../surface.ts';
import type { Mentions } from './mentions.ts';

/**
 * Reads what visible lines of a trusted workspace name and no list has, together, and has its prices streamed. Typing waits for
 * nothing of it, nothing is read for a word that only might be a slug once it is typed on, and nothing moves before typing pauses.
 */
export class VisibleMentions extends DisposableOwner {
  readonly #services: Parts<'clock' | 'orders' | 'positions' | 'watched'>;
  readonly #mentions: Mentions;
  readonly #files: InFiles;
  readonly #surface: Surface<void>;
  readonly #looking: Timer;
  readonly #typing: Timer;
  #seen = '';
  #needs: Needs = { stores: [] };

  constructor(
    services: SurfaceServices & Parts<'orders' | 'positions' | 'watched'>,
    mentions: Mentions,
    files: InFiles,
    changed: () => void,
  ) {
    super();
    this.#services = services;
    this.#mentions = mentions;
    this.#files = files;
    this.#surface = this.own.add(
      new Surface(services, {
        kind: 'tree',
        reader: { page: 'files' },
        draw: () => ({ content: undefined, needs: this.#needs }),
        pace: {
          gapMs: CHANGED_MS,
          show: () => {
            if (mentions.prices.renew()) changed();
          },
        },
      }),
    );
    this.#looking = this.own.add(new Timer(services.clock, () => this.#look()));
    this.#typing = this.own.add(
      new Timer(services.clock, () => {
        if (mentions.prices.release()) changed();
      }),
    );
    const soon = (): void => this.#looking.set(TYPING_PAUSE_MS);
    this.own.add(window.onDidChangeVisibleTextEditors(soon));
    this.own.add(window.onDidChangeTextEditorVisibleRanges(soon));
    this.own.add(workspace.onDidChangeTextDocument((change) => this.#edited(change)));
    this.#look();
  }

  /** Only where the cursor is somebody types: a log that grows beside it holds no price back. */
  #edited({ document, contentChanges }: TextDocumentChangeEvent): void {
    const isTyped = contentChanges.length > 0 && document === window.activeTextEditor?.document;
    if (isTyped) {
      this.#mentions.prices.hold(document);
      this.#typing.set(TYPING_PAUSE_MS);
    }
    this.#looking.set(TYPING_PAUSE_MS);
  }

  #look(): void {
    const named = window.visibleTextEditors.flatMap((editor) => this.#namedIn(editor));
    const seen = named.map(watchEntryText).join(' ');
    if (seen === this.#seen) return;
    this.#seen = seen;
    const { orders, positions } = this.#services;
    // A line above a market says what is held.
    const changes = [orders.onDidChange, positions.onDidChange];
    this.#needs = { ...namedNeeds(this.#services, named), changes };
    this.#surface.need(this.#needs);
    this.#surface.setShown(named.length > 0);
  }

  #namedIn({ document, visibleRanges }: TextEditor): readonly WatchEntry[] {
    if (!workspace.isTrusted || languages.match(this.#files.selector, document) === 0) return [];
    return visibleRanges.flatMap(({ start, end }) =>
      Array.from({ length: end.line - start.line + 1 }, (_, at) => start.line + at)
        .filter((line) => line < document.lineCount)
        .flatMap((line) => this.#mentions.of(document.lineAt(line).text)),
    );
  }
}
