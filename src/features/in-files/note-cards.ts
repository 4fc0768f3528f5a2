import { commands, TabInputCustom, TabInputWebview, window, workspace } from 'vscode';
import { DisposableOwner } from '../../base/disposable.ts';
import { Timer } from '../../base/timer.ts';
import { readNoteBlock } from '../../core/note-block.ts';
import type { MarketSearch } from '../../store/markets/market-search.ts';
import { knownKind, namedNeeds } from '../named-markets.ts';
import type { CardSource } from '../notes.ts';
import type { Parts } from '../services.ts';
import { type Needs, Surface, type SurfaceServices } from '../surface.ts';
import { CardWriter } from './card-writer.ts';

type Needed = ConstructorParameters<typeof CardWriter>[0] & SurfaceServices & Parts<'events'>;

/** Previews are drawn again at most so often, milliseconds. */
const REFRESH_MS = 2_000;
/** So long after the last card was drawn it is clear what a preview shows, milliseconds: while a note is typed, it changes. */
const SETTLE_MS = 500;
/** The same after all previews were asked to draw. */
const REDRAW_MS = 2_000;

interface DrawnPage {
  /** Another one with each drawing. */
  readonly env: unknown;
  /** By the text of their blocks. */
  readonly cards: Map<string, string>;
}

/**
 * The cards of Markdown previews, as of now and from what is known. While a preview with one is in front, what its cards name is
 * read, together, and streamed, and the preview is drawn again once a card has something else to say.
 */
export class NoteCards extends DisposableOwner implements CardSource {
  readonly #services: Needed;
  readonly #writer: CardWriter;
  readonly #surface: Surface<void>;
  /** By the address of the note; what previews have drawn since they were last asked to. */
  readonly #drawn = new Map<string, DrawnPage>();
  readonly #settling: Timer;
  #loading: Promise<void> | undefined;
  #search: MarketSearch | undefined;
  #blocks: readonly string[] = [];
  #slugs: readonly string[] = [];

  constructor(services: Needed) {
    super();
    this.#services = services;
    this.#writer = new CardWriter(services, () => this.#search);
    this.#surface = this.own.add(
      new Surface(services, {
        kind: 'tree',
        reader: { page: 'notes' },
        draw: () => ({ content: undefined, needs: this.#needs() }),
        pace: { gapMs: REFRESH_MS, show: () => this.#refreshChanged() },
      }),
    );
    const settle = (): void => this.#settle();
    this.own.add(window.tabGroups.onDidChangeTabs(settle));
    this.own.add(workspace.onDidGrantWorkspaceTrust(settle));
    this.#settling = this.own.add(new Timer(services.clock, settle));
  }

  draw(block: string, env: unknown): string | undefined {
    const card = this.#write(block, env);
    if (card === undefined) return undefined;
    const note = noteOf(env);
    const page = this.#drawn.get(note);
    if (page !== undefined && page.env === env) page.cards.set(block, card);
    else this.#drawn.set(note, { env, cards: new Map([[block, card]]) });
    this.#settling.set(SETTLE_MS);
    return card;
  }

  refresh(): void {
    // A note may have no card any more, and nobody says so: what is drawn now counts.
    this.#drawn.clear();
    this.#settling.set(REDRAW_MS);
    // Without the editor's own Markdown extension there is no preview.
    void commands.executeCommand('markdown.preview.refresh').then(undefined, () => undefined);
  }

  #refreshChanged(): void {
    const isChanged = [...this.#drawn.values()].some(({ env, cards }) =>
      [...cards].some(([block, card]) => this.#write(block, env) !== card),
    );
    if (isChanged) this.refresh();
  }

  /** What the Markdown extension renders for others says nothing of one's own. An extension that calls the rule itself can claim to be one. */
  #write(block: string, env: unknown): string | undefined {
    const mayTellOwn = workspace.isTrusted && noteOf(env) !== '';
    return this.#writer.write(block, mayTellOwn)?.toString();
  }

  #settle(): void {
    const isShown = isPreviewShown();
    const blocks = [...this.#drawn.values()].flatMap(({ cards }) => [...cards.keys()]);
    if (blocks.some((block) => this.#writer.isQuery(block))) this.#loading ??= this.#loadSearch();
    this.#blocks = isShown ? [...new Set(blocks)] : [];
    this.#surface.need(this.#needs());
    this.#surface.setShown(this.#blocks.length > 0);
  }

  async #loadSearch(): Promise<void> {
    const loaded = await this.#services.search();
    if (this.own.disposed) return;
    this.own.add(loaded.watchKnown());
    this.#search = loaded;
    this.#surface.need(this.#needs());
    this.#surface.mark();
  }

  #needs(): Needs {
    const services = this.#services;
    const blocks = workspace.isTrusted ? this.#blocks : [];
    const asked = blocks.flatMap((text) => readNoteBlock(text, (slug) => knownKind(services, slug)) ?? []);
    const entries = asked.flatMap((block) => (block.kind === 'query' ? [] : [block]));
    const { stores, named = [] } = namedNeeds(services, entries);
    // A search finds what the lists have.
    const lists = asked.some(({ kind }) => kind === 'query') ? [services.markets, services.events] : [];
    const slugs = [...new Set(blocks.flatMap((block) => this.#writer.slugsOf(block)))];
    // The same list is the same need.
    if (slugs.join() !== this.#slugs.join()) this.#slugs = slugs;
    const found = this.#search === undefined ? [] : [this.#search.onDidIndex];
    const changes = [services.positions.onDidChange, services.orders.onDidChange, ...found];
    return { stores: [...stores, ...lists], named, changes, markets: [{ slugs: this.#slugs }] };
  }
}

/** The address of the note a preview draws; empty where something else is rendered, which has no provider of resources. */
function noteOf(env: unknown): string {
  if (typeof env !== 'object' || env === null || !('currentDocument' in env) || !('resourceProvider' in env))
    return '';
  const { currentDocument, resourceProvider } = env;
  return currentDocument === undefined || resourceProvider === undefined ? '' : String(currentDocument);
}

function isPreviewShown(): boolean {
  return window.tabGroups.all.some(({ activeTab }) => {
    const input = activeTab?.input;
    if (input instanceof TabInputWebview) return input.viewType.endsWith('markdown.preview');
    return input instanceof TabInputCustom && input.viewType.startsWith('vscode.markdown.');
  });
}
