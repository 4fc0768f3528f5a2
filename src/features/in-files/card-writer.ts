import { env, l10n, UIKind, workspace } from 'vscode';
import { Decimal } from '../../core/decimal.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import { type NoteBlock, readNoteBlock } from '../../core/note-block.ts';
import { isSlug } from '../../core/slug.ts';
import type { WatchEntry } from '../../core/watchlist.ts';
import type { SearchHits } from '../../store/markets/best-hits.ts';
import type { MarketSearch } from '../../store/markets/market-search.ts';
import type { Html } from '../../view/html.ts';
import { failureSentence } from '../../view/messages.ts';
import {
  type CardFrame,
  cardLines,
  eventCard,
  marketCard,
  queryCard,
  wordsCard,
} from '../../view/note-card.ts';
import { joined, plainLine } from '../../view/row.ts';
import { marked } from '../../view/search-rows.ts';
import { connectionMark } from '../connection-settings.ts';
import { knownKind, tellUnknown } from '../named-markets.ts';
import { pageLink, searchLink } from '../page-link.ts';
import { type ListedRow, listedRows, type RowServices, rowWriter } from '../search/search-list.ts';
import type { Parts } from '../services.ts';
import { stakeIn } from './stake-in.ts';

type Needed = Parts<
  'activity' | 'clock' | 'config' | 'live' | 'marketViews' | 'markets' | 'orders' | 'portfolio'
> &
  Parts<'positions' | 'search' | 'session' | 'view' | 'watched'>;

type Query = Extract<NoteBlock, { kind: 'query' }>;

/** Writes the card of a block as of now and from what is known: nothing here waits for the service. */
export class CardWriter {
  readonly #services: Needed;
  readonly #search: () => MarketSearch | undefined;

  /** `search` has it once it is loaded. */
  constructor(services: Needed, search: () => MarketSearch | undefined) {
    this.#services = services;
    this.#search = search;
  }

  isQuery(text: string): boolean {
    return this.#read(text)?.kind === 'query';
  }

  /** Undefined for a block that asks for nothing. */
  write(text: string, mayTellOwn: boolean): Html | undefined {
    const block = this.#read(text);
    if (block === undefined) return undefined;
    const { config, markets, marketViews, watched, view } = this.#services;
    const tellsOwn = mayTellOwn && !config.get('hideAmounts');
    if (block.kind === 'query') return this.#query(block, tellsOwn);
    const context = view();
    const frame = this.#frame(block);
    const stakeOf = (slug: string) => (tellsOwn ? stakeIn([slug], this.#services) : undefined);
    const market = block.kind === 'market' ? markets.get(block.key) : undefined;
    if (market !== undefined)
      return marketCard(marketViews.latest(market), stakeOf(market.slug), frame, context);
    const event = block.kind === 'event' ? watched.event(block.key) : undefined;
    if (event === undefined || block.kind !== 'event') return this.#unknown(block);
    const sources = { viewOf: (listed: Market) => marketViews.latest(listed), stakeOf };
    return eventCard(event, block.lines, sources, frame, context);
  }

  /** The markets whose prices the card of a block shows. */
  slugsOf(text: string): readonly string[] {
    const block = this.#read(text);
    if (block === undefined) return [];
    if (block.kind === 'market') return [block.key];
    if (block.kind === 'query')
      return this.#rows(block, this.#find(block), this.#services).flatMap(({ shown }) => shown);
    const event = this.#services.watched.event(block.key);
    return event === undefined ? [] : this.#linesOf(event, block.lines);
  }

  #linesOf(event: MarketEvent, lines: readonly string[]): readonly string[] {
    return cardLines(event, lines, this.#services.view()).map(({ slug }) => slug);
  }

  #read(text: string): NoteBlock | undefined {
    return readNoteBlock(text, (slug) => knownKind(this.#services, slug));
  }

  #frame(block?: WatchEntry | Query): CardFrame {
    const connection = connectionMark(this.#services.session.profile);
    if (block === undefined || !isFollowed()) return { connection, href: undefined };
    if (block.kind === 'query') return { connection, href: searchLink(block.text) };
    const action = block.kind === 'event' ? 'openEvent' : 'openMarket';
    return { connection, href: isSlug(block.key) ? pageLink(action, block.key) : undefined };
  }

  #unknown(entry: WatchEntry): Html {
    const { watched } = this.#services;
    const context = this.#services.view();
    if (watched.isGone(entry))
      return wordsCard(tellUnknown(this.#services, entry).tooltip, this.#frame(), context);
    const { state } = watched;
    const why = !workspace.isTrusted
      ? l10n.t('Nothing is read for it: this workspace is not trusted.')
      : state.kind === 'failed'
        ? failureSentence(state.error, context)
        : l10n.t('Reading…');
    return wordsCard([{ kind: 'title', text: entry.key }, ...plainLine(why)], this.#frame(), context);
  }

  #query(block: Query, tellsOwn: boolean): Html {
    const services = this.#services;
    const frame = this.#frame(block);
    const found = this.#find(block);
    const words = (text: string): Html =>
      wordsCard([{ kind: 'title', text: block.text }, ...plainLine(text)], frame, services.view());
    if (found === undefined) return words(l10n.t('Searching…'));
    if (found.isMine && !tellsOwn) return words(l10n.t('Your own markets are not shown here.'));
    const portfolio = tellsOwn ? services.portfolio : { holdings: new Map() };
    const needed = { ...services, portfolio };
    const rows = this.#rows(block, found, needed);
    if (rows.length === 0) return words(l10n.t('No market that was read is called that.'));
    const write = rowWriter(needed);
    const texts = rows.map((row) => {
      const { label, mark, beside, detail } = write(row);
      return { label, detail: marked(mark, joined([beside, detail])) };
    });
    const { format } = services.view();
    const count =
      found.markets === 1
        ? l10n.t('1 market found')
        : l10n.t('{0} markets found', format.quantity(Decimal.of(found.markets)));
    const shown = rows.flatMap((row) => row.shown.flatMap((slug) => services.markets.get(slug) ?? []));
    const views = shown.map((market) => services.marketViews.latest(market));
    return queryCard(block.text, texts, { count, views }, frame, services.view());
  }

  #find({ text }: Query): SearchHits | undefined {
    return this.#search()?.find(text);
  }

  #rows(
    { text, isByVolume, limit }: Query,
    found: SearchHits | undefined,
    services: RowServices,
  ): readonly ListedRow[] {
    const hits = found?.hits ?? [];
    const sorted = isByVolume ? hits.toSorted((a, b) => b.volume - a.volume) : hits;
    const rows = listedRows(services, sorted, text).filter(({ under }) => under === undefined);
    return rows.slice(0, limit);
  }
}

/** Whether a preview does anything on a click on an address of the editor: in a browser only where it is known by this name. */
function isFollowed(): boolean {
  return env.uiKind === UIKind.Desktop || env.uriScheme === 'vscode';
}
