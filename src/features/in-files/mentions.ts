import {
  type CancellationToken,
  type CodeLens,
  CompletionItem,
  CompletionItemKind,
  CompletionItemTag,
  CompletionList,
  DocumentLink,
  Hover,
  InlayHint,
  l10n,
  type Position,
  Range,
  type TextDocument,
  Uri,
} from 'vscode';
import { type Disposable, DisposableOwner, toDisposable } from '../../base/disposable.ts';
import type { Freshness } from '../../core/freshness.ts';
import { eventPhase, isOver } from '../../core/lifecycle.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import { wordsOf } from '../../core/search-query.ts';
import { type SlugMention, slugMentions } from '../../core/slug-mentions.ts';
import { isWatched, type WatchEntry, watchEntryText } from '../../core/watchlist.ts';
import type { MarketSearch } from '../../store/markets/market-search.ts';
import { contestOf, shownMarkets } from '../../view/event-figures.ts';
import { eventMention, marketMention, mentionPrice } from '../../view/mention-text.ts';
import { eventTitle } from '../../view/names.ts';
import { stateOf } from '../../view/price-text.ts';
import type { Tooltip } from '../../view/row.ts';
import { rowOutcome, teamNames } from '../../view/row-names.ts';
import { connectionMark } from '../connection-settings.ts';
import { eventFreshness } from '../event-freshness.ts';
import { COMMANDS } from '../ids.ts';
import type { FileProviders } from '../in-files.ts';

import { knownKind, tellUnknown } from '../named-markets.ts';
import { type ListedRow, listedRows, ownRows, rowOfSlug, rowWriter } from '../search/search-list.ts';
import type { Parts } from '../services.ts';
import { type TextLink, tooltipMarkdown } from '../trees/tree-item.ts';
import { type CompletionPlace, completionAt } from './completion-place.ts';
import { marketLenses } from './market-lenses.ts';
import { stakeIn } from './stake-in.ts';
import { StillPrices } from './still-prices.ts';

type Needed = Parts<
  'activity' | 'clock' | 'events' | 'live' | 'marketViews' | 'markets' | 'orders' | 'portfolio'
> &
  Parts<'positions' | 'search' | 'session' | 'view' | 'watched' | 'watchlist'>;

/** Most choices of one completion. */
const MOST_CHOICES = 30;
/** The rank of what is over, or listed already. */
const LAST = 3;
/** Widest label of a choice, in digits: the editor cuts both that and what stands behind it. */
const CHOICE_WIDTH = 20;
/** In a window that has read nothing a completion waits for the first markets at most so long, milliseconds. */
const LOAD_MS = 10_000;
/** The first completion waits for the index at most so long, milliseconds; as it is typed on, the rest is found. */
const INDEX_MS = 300;
/** The search takes in what becomes known for so long after a completion, milliseconds. */
const WATCH_MS = 60_000;

/** What files say of the markets they name, as of now and from what is known: only the first completion waits for the service. */
export class Mentions extends DisposableOwner implements FileProviders {
  readonly prices = new StillPrices();
  readonly #services: Needed;
  readonly #names = new WeakMap<Market | MarketEvent, readonly string[]>();
  #searching: { readonly index: Disposable; readonly end: Disposable } | undefined;

  constructor(services: Needed) {
    super();
    this.#services = services;
    this.own.add(toDisposable(() => this.#stopSearching()));
  }

  /** What a line names. */
  of(line: string): readonly SlugMention[] {
    return slugMentions(line, (slug) => knownKind(this.#services, slug));
  }

  isKnown({ kind, key }: WatchEntry): boolean {
    const { markets, watched } = this.#services;
    return (kind === 'market' ? markets.get(key) : watched.event(key)) !== undefined;
  }

  provideHover(document: TextDocument, { line, character }: Position): Hover | undefined {
    const mention = this.of(document.lineAt(line).text).find(
      ({ start, end }) => start <= character && character <= end,
    );
    if (mention === undefined || !(this.isKnown(mention) || mention.isNamed)) return undefined;
    const { tooltip, links } = this.#tell(mention, [`${document.uri}`, line, mention.start]);
    return new Hover(tooltipMarkdown(tooltip, links), rangeOf(line, mention));
  }

  provideDocumentLinks(document: TextDocument): DocumentLink[] {
    return this.#known(document, 0, document.lineCount).map(({ line, mention }) => {
      const { kind, key } = mention;
      const command = kind === 'event' ? COMMANDS.openEvent : COMMANDS.openMarket;
      const query = encodeURIComponent(JSON.stringify([key]));
      const link = new DocumentLink(rangeOf(line, mention), Uri.parse(`command:${command}?${query}`));
      link.tooltip = kind === 'event' ? l10n.t('Open event') : l10n.t('Open market');
      return link;
    });
  }

  provideCodeLenses(document: TextDocument): CodeLens[] {
    const named = new Set<string>();
    return this.#known(document, 0, document.lineCount).flatMap(({ line, mention }) => {
      const market = mention.kind === 'market' ? this.#services.markets.get(mention.key) : undefined;
      // A line that names it twice has one line above.
      const place = `${line} ${mention.key}`;
      if (named.has(place)) return [];
      named.add(place);
      return market === undefined ? [] : marketLenses(this.#services, market, rangeOf(line, mention));
    });
  }

  provideInlayHints(document: TextDocument, { start, end }: Range): InlayHint[] {
    return this.#known(document, start.line, end.line + 1).flatMap(({ line, mention }) => {
      const market = this.#services.markets.get(mention.key);
      if (mention.kind !== 'market' || market === undefined) return [];
      const newest = mentionPrice(this.#services.marketViews.latest(market), this.#services.view());
      const text = this.prices.of(document, mention.key, newest);
      if (text === undefined) return [];
      const hint = new InlayHint(rangeOf(line, mention).end, text);
      hint.paddingLeft = true;
      return [hint];
    });
  }

  async provideCompletionItems(
    document: TextDocument,
    position: Position,
    token?: CancellationToken,
  ): Promise<CompletionList | undefined> {
    const place = completionAt(document, position);
    if (place === undefined) return undefined;
    const rows = await this.#found(place.typed, token);
    const write = rowWriter(this.#services, CHOICE_WIDTH);
    const meant = rows.filter(
      ({ watch, isOfPage }) => isOfPage !== true && (place.kind === undefined || place.kind === watch.kind),
    );
    const isLast = (row: ListedRow): boolean => isListed(row, place) || this.#isSettled(row);
    // The editor scores all alike (see `filterText`): what is typed counts here first, then the order of the search.
    const typed = spelled(place.typed);
    const items = meant
      .map((row) => ({ row, rank: isLast(row) ? LAST : this.#rank(row, typed) }))
      .sort((one, other) => one.rank - other.rank)
      .slice(0, MOST_CHOICES)
      .map(({ row }, number) => this.#choice(row, number, place, write));
    return new CompletionList(items, true);
  }

  /** The text beside a choice, made when it is looked at. */
  resolveCompletionItem(item: Choice): Choice {
    if (item.entry !== undefined) item.documentation = tooltipMarkdown(this.#tell(item.entry).tooltip);
    return item;
  }

  #choice(
    row: ListedRow,
    number: number,
    place: CompletionPlace,
    write: ReturnType<typeof rowWriter>,
  ): Choice {
    const { label, brief } = write(row);
    const item: Choice = new CompletionItem(
      { label: label.trim(), description: brief },
      CompletionItemKind.Reference,
    );
    const text = watchEntryText(row.watch);
    item.entry = row.watch;
    item.insertText = place.isWatchlist || row.watch.kind === 'event' ? text : `market:${text}`;
    item.range = place.range;
    // The search has found it: the editor shall not leave it out for its own reasons.
    item.filterText = place.replaced;
    item.sortText = String(number).padStart(3, '0');
    if (this.#isSettled(row)) item.tags = [CompletionItemTag.Deprecated];
    return item;
  }

  /** 0: its slug or one of its names begins with what is typed; 1: a word further on does; 2: neither. */
  #rank({ slug, watch }: ListedRow, typed: string): number {
    const { markets, watched } = this.#services;
    const item = watch.kind === 'market' ? markets.get(slug) : watched.event(watch.key);
    const names = [spelled(watch.key), ...(item === undefined ? [] : this.#namesOf(item))];
    if (names.some((name) => name.startsWith(typed))) return 0;
    return names.some((name) => name.includes(` ${typed}`)) ? 1 : 2;
  }

  /** As they are compared with what is typed, at every key: worked out once for each market or event that was read. */
  #namesOf(item: Market | MarketEvent): readonly string[] {
    const known = this.#names.get(item);
    if (known !== undefined) return known;
    const context = this.#services.view();
    const names =
      'markets' in item
        ? [eventTitle(item), ...item.teams.flatMap((team) => teamNames(team, context))]
        : [true, false].flatMap((long) => rowOutcome(item, long, context).names);
    const made = names.map(spelled);
    this.#names.set(item, made);
    return made;
  }

  #isSettled({ slug }: ListedRow): boolean {
    const market = this.#services.markets.get(slug);
    return market !== undefined && isOver(stateOf(this.#services.marketViews.latest(market)));
  }

  /** Before anything is typed own markets, else the first that are listed. */
  async #found(typed: string, token: CancellationToken | undefined): Promise<readonly ListedRow[]> {
    const { markets } = this.#services;
    if (markets.knownCount === 0) await this.#load(token);
    if (typed === '') {
      const own = ownRows(this.#services);
      return own.length > 0 ? own : markets.markets.flatMap(({ slug }) => rowOfSlug(this.#services, slug));
    }
    const search = await this.#services.search();
    const isFirst = this.#searching === undefined;
    this.#watchKnown(search);
    if (isFirst) await this.#indexed(search);
    return listedRows(this.#services, search.find(spaced(typed)).hits, typed);
  }

  /** Reads the markets in a window that has read none: an empty list would stand until the next key. */
  async #load(token: CancellationToken | undefined): Promise<void> {
    const { clock, markets } = this.#services;
    const ends: { dispose(): void }[] = [];
    const given = new Promise<void>((resolve) => {
      ends.push(clock.setTimeout(resolve, LOAD_MS));
      if (token !== undefined) ends.push(token.onCancellationRequested(() => resolve()));
    });
    await Promise.race([markets.load(), given]);
    for (const end of ends) end.dispose();
  }

  async #indexed(search: MarketSearch): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = (): void => {
        heard.dispose();
        limit.dispose();
        resolve();
      };
      const heard = search.onDidIndex(end);
      const limit = this.#services.clock.setTimeout(end, INDEX_MS);
    });
  }

  #watchKnown(search: MarketSearch): void {
    const { clock } = this.#services;
    this.#searching?.end.dispose();
    const index = this.#searching?.index ?? search.watchKnown();
    const end = clock.setTimeout(() => this.#stopSearching(), WATCH_MS);
    this.#searching = { index, end };
  }

  #stopSearching(): void {
    this.#searching?.end.dispose();
    this.#searching?.index.dispose();
    this.#searching = undefined;
  }

  #known(document: TextDocument, from: number, to: number) {
    const found: { readonly line: number; readonly mention: SlugMention }[] = [];
    for (let line = from; line < Math.min(to, document.lineCount); line++)
      for (const mention of this.of(document.lineAt(line).text))
        if (this.isKnown(mention)) found.push({ line, mention });
    return found;
  }

  /** `place`: where it stands, if it stands anywhere yet. */
  #tell(
    entry: WatchEntry,
    place?: TextPlace,
  ): { readonly tooltip: Tooltip; readonly links: readonly TextLink[] } {
    const { clock, markets, marketViews, session, watched, view } = this.#services;
    const { kind, key } = entry;
    const market = kind === 'market' ? markets.get(key) : undefined;
    if (market !== undefined) {
      const latest = marketViews.latest(market);
      const stake = stakeIn([key], this.#services);
      const tooltip = marketMention(latest, stake, connectionMark(session.profile), view());
      return { tooltip, links: this.#links(entry, 'openMarket', latest.freshness) };
    }
    const event = kind === 'event' ? watched.event(key) : undefined;
    if (event !== undefined) {
      const stake = stakeIn(
        event.markets.map(({ slug }) => slug),
        this.#services,
      );
      // What has ended does not change any more.
      const hasEnded = eventPhase(event, clock.now()) === 'ended';
      const freshness = hasEnded ? undefined : eventFreshness(this.#services, event.id);
      const group = { key, event, markets: event.markets };
      const views = shownMarkets(group, contestOf(group, view())).map((each) => marketViews.latest(each));
      const tooltip = eventMention(
        event,
        { stake, freshness, views },
        connectionMark(session.profile),
        view(),
      );
      return { tooltip, links: this.#links(entry, 'openEvent', freshness) };
    }
    const { tooltip, nearest } = tellUnknown(this.#services, entry);
    return { tooltip, links: this.#linksOfUnknown(entry, nearest, place) };
  }

  #links(
    entry: WatchEntry,
    open: 'openMarket' | 'openEvent',
    freshness: Freshness | undefined,
  ): readonly TextLink[] {
    const { key } = entry;
    const isOld = (freshness?.standing ?? 'fresh') !== 'fresh';
    const isOnList = isWatched(this.#services.watchlist.items, key);
    return [
      ...(isOld ? [fetchLink(l10n.t('Refresh'), entry)] : []),
      { label: l10n.t('Open'), command: open, args: [key] },
      isOnList
        ? { label: l10n.t('Stop Watching'), command: 'removeFromWatchlist', args: [key] }
        : { label: l10n.t('Watch'), command: 'addToWatchlist', args: [key] },
      { label: l10n.t('Copy'), command: 'copySlug', args: [key] },
    ];
  }

  #linksOfUnknown(entry: WatchEntry, nearest: string | undefined, place?: TextPlace): readonly TextLink[] {
    const search: TextLink = { label: l10n.t('Search Markets…'), command: 'searchMarkets', args: [] };
    const isGone = this.#services.watched.isGone(entry);
    return [
      ...(isGone ? [] : [fetchLink(l10n.t('Fetch from the Service'), entry)]),
      search,
      ...(nearest === undefined ? [] : linksOfNearest(nearest, place)),
    ];
  }
}

/** The address of a document, and a line and character of it, both from 0. */
type TextPlace = readonly [uri: string, line: number, character: number];

interface Choice extends CompletionItem {
  entry?: WatchEntry;
}

function fetchLink(label: string, entry: WatchEntry): TextLink {
  return { label, command: 'fetchNamed', args: [watchEntryText(entry)] };
}

function linksOfNearest(nearest: string, place: TextPlace | undefined): readonly TextLink[] {
  const open: TextLink = { label: l10n.t('Open the Nearest'), command: 'openMarket', args: [nearest] };
  if (place === undefined) return [open];
  return [{ label: l10n.t('Use the Nearest'), command: 'useNearest', args: [JSON.stringify(place)] }, open];
}

function rangeOf(line: number, { start, end }: SlugMention): Range {
  return new Range(line, start, line, end);
}

/** Its words in small letters, without accents. */
function spelled(name: string): string {
  return wordsOf(name).join(' ');
}

/** A slug in the making is words to search for. */
function spaced(typed: string): string {
  return typed.replace(/[-_]+/g, ' ');
}

/** Whether the watchlist file has it already. */
function isListed({ watch }: ListedRow, { rest }: CompletionPlace): boolean {
  return rest.includes(`"${watchEntryText(watch)}"`);
}
