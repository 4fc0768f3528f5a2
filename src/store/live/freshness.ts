import { type Freshness, type FreshnessEvidence, freshnessOf, worse } from '../../core/freshness.ts';
import { isOver, lifecycle } from '../../core/lifecycle.ts';
import { lifecycleNow } from '../../core/pricing.ts';
import type { AccountTopic, StreamState, Topic, Wanted } from '../../exchange/streams.ts';
import { ActivityStore } from '../account/activity.ts';
import type { BalancesStore } from '../account/balances.ts';
import type { OrdersStore } from '../account/orders.ts';
import type { PositionsStore } from '../account/positions.ts';
import type { BookWatch } from '../markets/books.ts';
import type { Catalogue } from '../markets/catalogue.ts';
import type { EventsStore } from '../markets/events.ts';
import type { EventsAhead } from '../markets/events-ahead.ts';
import type { MarketsStore } from '../markets/markets.ts';
import type { QuotesStore } from '../markets/quotes.ts';
import type { ReadAhead } from '../markets/read-ahead.ts';
import { remember } from '../reading/keyed-list.ts';
import { type Provenance, readAt } from '../reading/load-state.ts';
import type { Session } from '../session/session.ts';
import type { MarketsBySlug } from './markets-by-slug.ts';
import { CHECK_MS, type Refreshable, type RefreshPolicy, type RefreshScheduler } from './scheduler.ts';
import type { StreamLink } from './streams.ts';
import type { VisibleMarkets } from './visible-markets.ts';
import type { LastFocusFile } from './window-focus.ts';

/** What `Live` is made of: what streams keep up to date, and what reads it. */
export interface LiveParts {
  readonly session: Session;
  readonly quotes: QuotesStore;
  readonly markets: MarketsStore;
  readonly events: EventsStore;
  readonly catalogue: Catalogue;
  readonly ahead: ReadAhead;
  readonly eventsAhead: EventsAhead;
  readonly orders: OrdersStore;
  readonly positions: PositionsStore;
  readonly balances: BalancesStore;
  readonly activity: ActivityStore;
  readonly held: MarketsBySlug;
  readonly scheduler: RefreshScheduler;
  readonly lastFocus?: LastFocusFile | undefined;
}

/** A time the stream covered the account; Unix milliseconds. */
interface Span {
  /** What was received before then the stream does not confirm. */
  readonly from: number;
  /** When the stream was last heard, so far or before it ended. */
  readonly to: number;
  /** `released`: nobody wanted it any more. */
  readonly state: 'live' | 'lost' | 'released';
}

const ACCOUNT_TOPICS: readonly AccountTopic[] = ['orders', 'positions', 'balances'];
/** How old a figure may be that no live stream confirms, milliseconds. */
export const LIMIT_MS = 45_000;
/** A market that is over has no price that could change: it need only have been checked, and a check may have to wait. */
const OVER_LIMIT_MS = CHECK_MS + LIMIT_MS;
/** Markets nobody wants any more are remembered up to this many. */
const MOST_ENDED = 5_000;
/** Scores and clocks of games in play come over no stream: their list is read this often, milliseconds. */
const SCORES_MS = 60_000;
/** The lists of markets and of events are read on this often, milliseconds, as far as the budget lets it. */
const AHEAD_MS = 10_000;
const NO_STREAM = { line: 'none', heardAt: undefined } as const;

/**
 * Knows which topics a stream covers, and covered until when: from that, how fresh each figure is, and how often each store
 * has to be read.
 */
export class FreshnessMap implements RefreshPolicy {
  readonly #parts: LiveParts;
  readonly #link: StreamLink;
  readonly #visible: VisibleMarkets;
  readonly #rightUntil: (slug: string) => number | undefined;
  readonly #covered = new Set<string>();
  /** By market, when its last subscription was last heard, Unix milliseconds, and whether it broke off. */
  readonly #ended = new Map<string, { readonly to: number; readonly isLost: boolean }>();
  #wanted: Wanted = new Map();
  #marketsHeardAt = 0;
  #account: Span | undefined;

  /** `rightUntil`: of a market that trades otherwise than it was read, until when that was right. */
  constructor(
    parts: LiveParts,
    link: StreamLink,
    visible: VisibleMarkets,
    rightUntil: (slug: string) => number | undefined,
  ) {
    this.#parts = parts;
    this.#link = link;
    this.#visible = visible;
    this.#rightUntil = rightUntil;
  }

  get isMarketsLive(): boolean {
    return this.#link.state('markets').kind === 'live';
  }

  /** When the account was last heard before its stream ended, Unix milliseconds. */
  get accountHeardUntil(): number | undefined {
    return this.#account?.to;
  }

  checkMs(store: Refreshable): number | undefined {
    if (store.state.kind === 'failed') return undefined;
    const { markets, events, catalogue, ahead, eventsAhead, held } = this.#parts;
    if (this.isOfAccount(store)) {
      const isStreamed = this.#link.state('account').kind === 'live' && !this.#isLacking(store);
      return isStreamed ? CHECK_MS : undefined;
    }
    if (store === held) return this.isMarketsLive && held.isIdle ? CHECK_MS : undefined;
    const coversLists = this.isMarketsLive && held.suffices;
    if (store === catalogue) return coversLists ? (catalogue.hasLive ? SCORES_MS : CHECK_MS) : undefined;
    for (const each of [ahead, eventsAhead])
      if (store === each) return each.isDue ? this.#aheadMs : Number.POSITIVE_INFINITY;
    if (store === markets || store === events) return coversLists ? CHECK_MS : undefined;
    const watch = watchOf(store);
    if (watch === undefined || !this.#coversMarket(watch.slug)) return undefined;
    return watch.needsBook && !this.coversBook(watch.slug) ? undefined : CHECK_MS;
  }

  costOf(store: Refreshable): number {
    const { markets, events, catalogue, ahead, eventsAhead, held } = this.#parts;
    if (store === held) return held.cost;
    // One request each, counted twice: room is left for what fills bring about.
    if (store === catalogue || store === ahead || store === eventsAhead) return 2;
    const listed = store === markets ? markets.markets : store === events ? events.events : [];
    return Math.max(1, Math.ceil(listed.length / markets.pageSize));
  }

  isOwn(store: Refreshable): boolean {
    return store === this.#parts.activity || store === this.#parts.held || this.#isStreamed(store);
  }

  /** The activity alone waits until somebody looks at it. */
  isFollowed(store: Refreshable): boolean {
    return this.#link.isAccountWanted && this.#isStreamed(store);
  }

  /** Whether anybody looks at a market, or did a moment ago. */
  shows(slug: string): boolean {
    return this.#visible.wanted.has(slug) || this.#visible.shown.has(slug);
  }

  /** Whether the depth behind its best prices is streamed, or cannot change any more. */
  coversBook(slug: string): boolean {
    return this.#streams(slug, 'book') || this.isOver(slug);
  }

  /** Markets on show that are not covered though the stream is live. */
  get missing(): readonly string[] {
    if (!this.isMarketsLive) return [];
    return [...this.#visible.shown].filter((slug) => !this.#coversMarket(slug));
  }

  isOver(slug: string): boolean {
    const market = this.#parts.markets.get(slug);
    return market !== undefined && isOver(lifecycle(market));
  }

  isOfAccount(store: Refreshable): boolean {
    return this.#isStreamed(store) || store instanceof ActivityStore;
  }

  /** Until when every change of the account was received, Unix milliseconds: frames after a stall may be late. */
  get accountCompleteUntil(): number | undefined {
    const state = this.#link.state('account');
    return state.kind === 'live' ? state.completeUntil : undefined;
  }

  /** The same of the markets. */
  get marketsCompleteUntil(): number | undefined {
    const state = this.#link.state('markets');
    return state.kind === 'live' ? state.completeUntil : undefined;
  }

  /** A price came; true when this market was not covered before. */
  heard(slug: string, at: number): boolean {
    this.#marketsHeardAt = at;
    if (this.#covered.has(slug) || !this.#wanted.has(slug)) return false;
    this.#covered.add(slug);
    this.#ended.delete(slug);
    return true;
  }

  /** What is subscribed changes: to be called before the streams change. */
  want(wanted: Wanted): void {
    this.followAccount();
    const to = this.#marketsHeard();
    for (const slug of [...this.#covered]) if (!wanted.has(slug)) this.#end(slug, to, false);
    this.#wanted = wanted;
  }

  followMarkets(): void {
    if (this.isMarketsLive) return;
    const isLost = this.#link.state('markets').kind !== 'off';
    const to = this.#marketsHeard();
    for (const slug of [...this.#covered]) this.#end(slug, to, isLost);
  }

  /** Looks how the stream of the account stands, and notes until when it was heard. */
  followAccount(): void {
    const state = this.#link.state('account');
    if (state.kind === 'live') {
      this.#account = { from: state.since, to: state.heardAt, state: 'live' };
    } else if (this.#account?.state === 'live') {
      const heardAt = 'heardAt' in state ? (state.heardAt ?? 0) : 0;
      const to = Math.max(this.#account.to, heardAt);
      this.#account = { ...this.#account, to, state: state.kind === 'off' ? 'released' : 'lost' };
    }
  }

  forgetAccount(): void {
    this.#account = undefined;
  }

  forgetMarkets(): void {
    this.#covered.clear();
    this.#ended.clear();
    this.#marketsHeardAt = 0;
  }

  /** Of the price shown for a market; undefined where there never was one. */
  price(slug: string): Freshness | undefined {
    const shown = this.#shown(slug);
    if (shown === undefined) return undefined;
    const readAtMs = this.#parts.markets.readAt(slug);
    // The word for how it trades is that of the last read, whatever quotes came since.
    const rightUntil = readAtMs === undefined ? undefined : this.#rightUntil(slug);
    if (rightUntil !== undefined) return this.#of({ source: 'rest', at: rightUntil }, NO_STREAM, slug);
    if (this.#streamsPrice(slug)) return this.#of(shown, this.#marketsLine(), slug);
    const ended = this.#ended.get(slug);
    if (ended !== undefined && ended.to >= shown.at) {
      const line = ended.isLost && this.#wanted.has(slug) ? 'lost' : 'none';
      return this.#of({ source: 'stream', at: shown.at }, { line, heardAt: ended.to }, slug);
    }
    // The stream is live, yet the service ended this subscription.
    const isEnded = shown.source === 'stream' && this.#covered.has(slug);
    return this.#of(shown, { line: isEnded ? 'lost' : 'none', heardAt: undefined }, slug);
  }

  /** Of a market as a panel shows it: its price together with the whole book received at `bookAt`, Unix milliseconds. */
  market(slug: string, bookAt: number | undefined): Freshness | undefined {
    const price = this.price(slug);
    if (bookAt === undefined) return price;
    const book = this.#book(slug, bookAt);
    return price === undefined ? book : worse(price, book);
  }

  /** Of a figure of the account received at `at`, Unix milliseconds. `part`: what it is of; undefined: of all. */
  account(at: number, part?: AccountTopic): Freshness {
    if (part === undefined) return ACCOUNT_TOPICS.map((each) => this.account(at, each)).reduce(worse);
    this.followAccount();
    const span = this.#account;
    if (
      span === undefined ||
      this.#link.lacks(part) ||
      at < span.from ||
      (span.state !== 'live' && at > span.to)
    )
      return this.#of({ source: 'rest', at }, NO_STREAM);
    const pendingSince = this.#parts.scheduler.pendingSince(this.#parts[part]);
    const heardAt = pendingSince === undefined ? span.to : Math.min(span.to, Math.max(at, pendingSince));
    const open = span.state === 'live' ? lineOf(this.#link.state('account')) : 'none';
    const line =
      span.state === 'lost' ? 'lost' : open === 'live' && pendingSince !== undefined ? 'none' : open;
    const freshness = this.#of({ source: 'stream', at }, { line, heardAt });
    return freshness.quietSince === undefined ? freshness : { ...freshness, quietSince: span.to };
  }

  /** What on show is not fresh, to be compared with what was not. */
  summary(slugs: Iterable<string>): string {
    const figures = [...slugs].map((slug) => this.price(slug));
    for (const topic of ACCOUNT_TOPICS) {
      const at = readAt(this.#parts[topic].state);
      if (at !== undefined) figures.push(this.account(at, topic), this.account(at));
    }
    const states = figures.map((figure, place) => `${place} ${figure?.standing ?? 'fresh'}`);
    return states.filter((state) => !state.endsWith('fresh')).join();
  }

  /** A book received over a connection that broke off is cut until the next one tells of it, whatever the price is. */
  #book(slug: string, at: number): Freshness {
    if (this.#streams(slug, 'book')) return this.#of({ source: 'stream', at }, this.#marketsLine(), slug);
    const received = this.#parts.quotes.book(slug);
    const source = received?.at === at ? received.source : 'rest';
    const isCut = source === 'stream' && this.#wanted.get(slug)?.has('book') === true && !this.isOver(slug);
    return this.#of({ source, at }, { line: isCut ? 'lost' : 'none', heardAt: undefined }, slug);
  }

  #of(
    { source, at }: Pick<FreshnessEvidence, 'source' | 'at'>,
    stream: Pick<FreshnessEvidence, 'line' | 'heardAt'>,
    slug?: string,
  ): Freshness {
    const { session } = this.#parts;
    const limitMs = slug !== undefined && this.isOver(slug) ? OVER_LIMIT_MS : LIMIT_MS;
    const reachable = session.link.kind !== 'offline';
    return freshnessOf({ source, at, ...stream, reachable, limitMs }, session.clock.now());
  }

  /** Where the price that is shown came from. */
  #shown(slug: string): Provenance | undefined {
    const { quotes, markets } = this.#parts;
    const readAtMs = markets.readAt(slug);
    const quoted = quotes.provenanceOf(slug);
    const live = quotes.live(slug, readAtMs);
    const market = markets.get(slug);
    // A quote that is older than the market may still decide how it trades.
    const rules =
      market !== undefined && live !== undefined && lifecycleNow(market, live) !== lifecycle(market);
    if (quoted !== undefined && (live?.newer !== false || rules)) return quoted;
    return readAtMs === undefined ? undefined : { source: 'rest', at: readAtMs };
  }

  /** While it is live. */
  #marketsLine(): Pick<FreshnessEvidence, 'line' | 'heardAt'> {
    const state = this.#link.state('markets');
    return { line: lineOf(state), heardAt: this.#marketsHeard(state) };
  }

  #marketsHeard(state = this.#link.state('markets')): number {
    this.#marketsHeardAt = ('heardAt' in state ? state.heardAt : undefined) ?? this.#marketsHeardAt;
    return this.#marketsHeardAt;
  }

  #end(slug: string, to: number, isLost: boolean): void {
    this.#covered.delete(slug);
    remember(this.#ended, slug, { to, isLost }, MOST_ENDED);
  }

  /** Without a stream the lists are polled whatever the budget, and would leave nothing of it. */
  get #aheadMs(): number | undefined {
    return this.isMarketsLive ? AHEAD_MS : undefined;
  }

  /** Whether the stream would send a change of this price. */
  #streamsPrice(slug: string): boolean {
    return this.#covered.has(slug) && (this.#streams(slug, 'book') || this.#streams(slug, 'lite'));
  }

  /** Best prices alone do not cover a book. */
  #streams(slug: string, topic: Topic): boolean {
    return this.isMarketsLive && this.#link.covers(slug, topic);
  }

  /** A market that is over has no prices any more and is not streamed. */
  #coversMarket(slug: string): boolean {
    return this.#streamsPrice(slug) || (this.isMarketsLive && this.isOver(slug));
  }

  #isStreamed(store: Refreshable): boolean {
    return ACCOUNT_TOPICS.some((topic) => store === this.#parts[topic]);
  }

  /** Whether the stream of the account stands without what the store is about. */
  #isLacking(store: Refreshable): boolean {
    return ACCOUNT_TOPICS.some((topic) => {
      // An order or a position announces an entry of the activity.
      const isAnnounced = store instanceof ActivityStore && topic !== 'balances';
      return (isAnnounced || store === this.#parts[topic]) && this.#link.lacks(topic);
    });
  }
}

/** Of a stream that is live. */
function lineOf(state: StreamState): 'live' | 'quiet' {
  return state.kind === 'live' && state.isQuiet === true ? 'quiet' : 'live';
}

/** A panel's readings are of one market and say which. */
function watchOf(store: Refreshable): Pick<BookWatch, 'slug' | 'needsBook'> | undefined {
  if (!('slug' in store && typeof store.slug === 'string')) return undefined;
  return { slug: store.slug, needsBook: 'needsBook' in store && store.needsBook === true };
}
