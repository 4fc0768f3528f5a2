import {
  type CodeLensProvider,
  type CompletionItemProvider,
  type DocumentFilter,
  type DocumentLinkProvider,
  type DocumentSelector,
  EventEmitter,
  type HoverProvider,
  type InlayHintsProvider,
  languages,
  type TextDocument,
  workspace,
} from 'vscode';
import { DisposableOwner, DisposableStore, toDisposable } from '../base/disposable.ts';
import type { Config } from './config.ts';
import type { SettingName } from './ids.ts';

/** What is answered of the markets files name. */
export type FileProviders = HoverProvider &
  DocumentLinkProvider &
  CodeLensProvider &
  InlayHintsProvider &
  Required<CompletionItemProvider>;

/** Watchlist files; `core/watchlist.ts` is not loaded yet. */
export const WATCHLIST_FILES: DocumentFilter = { pattern: '**/.prediction-markets/watchlist.json' };

/** Two hyphens, `market:`, `event:` or an address: a text without any of them names nothing. */
const MAYBE = /[a-z\d]-[a-z\d]+-|\b(?:market|event):|:\/\//;
/** Where a slug, or a word to search by, may be in the making. */
const COMPLETED = /(?:market|event):\S*$/;
/** A longer file is data. */
const LONGEST_FILE = 2_000_000;
const SETTINGS: readonly SettingName[] = ['files.languages', 'files.codeLens', 'files.inlayPrices'];

/**
 * The editor's side of the markets files name: hovers, links, completion, and lenses and prices where they are switched on.
 * What they say comes from what `load` loads, which calls `serve`; a file without anything like a slug loads nothing.
 */
export class InFiles extends DisposableOwner {
  readonly #config: Config;
  readonly #load: () => Promise<unknown>;
  readonly #registered = this.own.add(new DisposableStore());
  readonly #changed = this.own.add(new EventEmitter<void>());
  #serve: (() => Promise<FileProviders>) | undefined;

  constructor(config: Config, load: () => Promise<unknown>) {
    super();
    this.#config = config;
    this.#load = load;
    this.own.add(
      config.onDidChange((names) => {
        if (SETTINGS.some((name) => names.has(name))) this.#register();
      }),
    );
    // Nobody waits for a hover while the window opens.
    const soon = setImmediate(() => {
      this.#register();
      for (const document of workspace.textDocuments) this.#opened(document);
    });
    this.own.add(workspace.onDidOpenTextDocument((document) => this.#opened(document)));
    this.own.add(toDisposable(() => clearImmediate(soon)));
  }

  /** `load` is called with the first file that may name something. */
  serve(load: () => Promise<FileProviders>): { changed(): void } {
    this.#serve = load;
    return { changed: () => this.#changed.fire() };
  }

  /** The languages of the setting. */
  get selector(): DocumentSelector {
    const named = this.#config.get('files.languages');
    const names = Array.isArray(named) ? named : [];
    return names.flatMap((language: unknown) => (typeof language === 'string' ? [{ language }] : []));
  }

  #register(): void {
    const { selector } = this;
    const own = this.#registered;
    own.clear();
    own.add(
      languages.registerHoverProvider(selector, {
        provideHover: async (document, position, token) =>
          (await this.#of(document.lineAt(position.line).text))?.provideHover(document, position, token),
      }),
    );
    own.add(
      languages.registerDocumentLinkProvider(selector, {
        provideDocumentLinks: async (document, token) =>
          (await this.#of(document.getText()))?.provideDocumentLinks(document, token),
      }),
    );
    own.add(
      languages.registerCompletionItemProvider(
        selector,
        {
          provideCompletionItems: async (document, position, token, context) => {
            const before = document.lineAt(position.line).text.slice(0, position.character);
            if (!COMPLETED.test(before) && !languages.match(WATCHLIST_FILES, document)) return undefined;
            return (await this.#providers())?.provideCompletionItems(document, position, token, context);
          },
          resolveCompletionItem: async (item, token) =>
            (await this.#providers())?.resolveCompletionItem(item, token),
        },
        ':',
        '"',
      ),
    );
    if (this.#config.get('files.codeLens'))
      own.add(
        languages.registerCodeLensProvider(selector, {
          onDidChangeCodeLenses: this.#changed.event,
          provideCodeLenses: async (document, token) =>
            (await this.#of(document.getText()))?.provideCodeLenses(document, token),
        }),
      );
    if (this.#config.get('files.inlayPrices'))
      own.add(
        languages.registerInlayHintsProvider(selector, {
          onDidChangeInlayHints: this.#changed.event,
          provideInlayHints: async (document, range, token) =>
            (await this.#of(document.getText(range)))?.provideInlayHints(document, range, token),
        }),
      );
  }

  /** Whatever the languages, what is wrong with a watchlist file is shown in it. */
  #opened(document: TextDocument): void {
    if (languages.match(WATCHLIST_FILES, document)) void this.#providers();
  }

  async #of(text: string): Promise<FileProviders | undefined> {
    return text.length <= LONGEST_FILE && MAYBE.test(text) ? this.#providers() : undefined;
  }

  async #providers(): Promise<FileProviders | undefined> {
    if (this.#serve === undefined) await this.#load();
    return this.#serve?.();
  }
}
