import type { Clock } from '../../base/clock.ts';
import { type Freshness, type FreshnessEvidence, freshnessOf, worse } from '../../core/freshness.ts';
import { lifecycle } from '../../core/lifecycle.ts';
import { lifecycleNow } from '../../core/pricing.ts';
import type { AccountTopic, Wanted } from '../../exchange/streams.ts';
import type { MarketsStore } from '../markets/markets.ts';
import type { QuotesStore } from '../markets/quotes.ts';
import { remember } from '../reading/keyed-list.ts';
import { type Provenance, readAt } from '../reading/load-state.ts';
import type { Session } from '../session/session.ts';
import { CHECK_MS, type Refreshable, type RefreshScheduler } from './scheduler.ts';
import type { StreamLink } from './streams.ts';

export const ACCOUNT_TOPICS: readonly AccountTopic[] = ['orders', 'positions', 'balances'];

export interface FreshnessParts {
  readonly session: Session;
  readonly clock: Clock;
  readonly quotes: QuotesStore;
  readonly markets: MarketsStore;
  readonly orders: Refreshable;
  readonly positions: Refreshable;
  readonly balances: Refreshable;
  readonly scheduler: RefreshScheduler;
}

/** A time a stream covered a topic; Unix milliseconds. */
interface Span {
  /** What was received before then the stream does not confirm. */
  readonly from: number;
  /** When the stream was last heard, so far or before it ended. */
  readonly to: number;
  /** `released`: nobody wanted it any more. */
  readonly state: 'live' | 'lost' | 'released';
}

/** How old a figure may be that no live stream confirms, milliseconds. */
export const LIMIT_MS = 45_000;
/** A market that is over has no price that could change: it need only have been checked, and a check may have to wait. */
const OVER_LIMIT_MS = CHECK_MS + LIMIT_MS;
/** Markets nobody wants any more are remembered up to this many. */
const MOST_ENDED = 5_000;

/** Knows which topics a stream covered and until when, and from that how fresh each figure is. */
export class FreshnessMap {
  readonly #parts: FreshnessParts;
  readonly #link: StreamLink;
  readonly #isOver: (slug: string) => boolean;
  readonly #behindSince: (slug: string) => number | undefined;
  /** Markets the present connection covers. */
  readonly #covered = new Set<string>();
  /** By market, the span that ended last. */
  readonly #ended = new Map<string, Span>();
  #wanted: Wanted = new Map();
  #marketsHeardAt = 0;
  #account: Span | undefined;

  /** `behindSince`: from when on a market trades otherwise than it was read, Unix milliseconds; undefined where it does not. */
  constructor(
    parts: FreshnessParts,
    link: StreamLink,
    isOver: (slug: string) => boolean,
    behindSince: (slug: string) => number | undefined,
  ) {
    this.#parts = parts;
    this.#link = link;
    this.#isOver = isOver;
    this.#behindSince = behindSince;
  }

  get isMarketsLive(): boolean {
    return this.#link.state('markets').kind === 'live';
  }

  get isAccountLive(): boolean {
    return this.#link.state('account').kind === 'live';
  }

  /** When the account was last heard before its stream ended, Unix milliseconds. */
  get accountHeardUntil(): number | undefined {
    return this.#account?.to;
  }

  /** Whether the stream would send a change of this price. */
  covers(slug: string): boolean {
    return this.#covered.has(slug) && this.isMarketsLive && this.#link.covers(slug);
  }

  /** Whether the stream would send a change of this book, which best prices alone do not cover. */
  coversBook(slug: string): boolean {
    return this.isMarketsLive && this.#link.coversTopic(slug, 'book');
  }

  /** Whether the stream of the account stands without this; undefined: without anything. */
  lacks(part: AccountTopic | undefined): boolean {
    return part === undefined
      ? ACCOUNT_TOPICS.some((each) => this.#link.lacks(each))
      : this.#link.lacks(part);
  }

  /** Until when every change of this market was received, Unix milliseconds; undefined where none ever was. */
  heardUntil(slug: string): number | undefined {
    const state = this.#link.state('markets');
    return state.kind === 'live' && this.covers(slug) ? state.completeUntil : this.#ended.get(slug)?.to;
  }

  /** Until when every change of the account was received, Unix milliseconds: frames after a stall may be late. */
  get accountCompleteUntil(): number | undefined {
    const state = this.#link.state('account');
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
    for (const slug of [...this.#covered])
      if (!wanted.has(slug)) this.#end(slug, { from: 0, to, state: 'released' });
    this.#wanted = wanted;
  }

  /** The state of the markets stream changed. */
  followMarkets(): void {
    if (this.isMarketsLive) return;
    const state = this.#link.state('markets').kind === 'off' ? 'released' : 'lost';
    const to = this.#marketsHeard();
    for (const slug of [...this.#covered]) this.#end(slug, { from: 0, to, state });
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
    const behindSince = this.#behindSince(slug);
    // The word for how it trades is that of the last read, whatever quotes came since.
    if (readAtMs !== undefined && behindSince !== undefined)
      return this.#of({ source: 'stream', at: Math.max(behindSince, readAtMs) }, NO_STREAM, slug);
    if (this.covers(slug)) return this.#of(shown, { line: 'live', heardAt: this.#marketsHeard() }, slug);
    const ended = this.#ended.get(slug);
    if (ended !== undefined && ended.to >= shown.at) {
      const line = ended.state === 'lost' && this.#wanted.has(slug) ? 'lost' : 'none';
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
    if (span === undefined || this.lacks(part) || at < span.from || (span.state !== 'live' && at > span.to))
      return this.#of({ source: 'rest', at }, NO_STREAM);
    const pendingSince = this.#parts.scheduler.pendingSince(this.#parts[part]);
    const heardAt = pendingSince === undefined ? span.to : Math.min(span.to, Math.max(at, pendingSince));
    const line =
      span.state === 'lost' ? 'lost' : span.state === 'live' && pendingSince === undefined ? 'live' : 'none';
    return this.#of({ source: 'stream', at }, { line, heardAt });
  }

  /** What on show is not fresh, to be compared with what was not. */
  summary(slugs: Iterable<string>): string {
    const { orders, positions, balances } = this.#parts;
    const figures = [...slugs].map((slug) => this.price(slug));
    for (const [place, { state }] of [orders, positions, balances].entries()) {
      const at = readAt(state);
      if (at !== undefined) figures.push(this.account(at, ACCOUNT_TOPICS[place]), this.account(at));
    }
    return figures
      .map((figure, place) =>
        figure === undefined || figure.standing === 'fresh' ? '' : `${place} ${figure.standing} `,
      )
      .join('');
  }

  /** A book received over a connection that broke off is cut until the next one tells of it, whatever the price is. */
  #book(slug: string, at: number): Freshness {
    if (this.coversBook(slug))
      return this.#of({ source: 'stream', at }, { line: 'live', heardAt: this.#marketsHeard() }, slug);
    const received = this.#parts.quotes.book(slug);
    const source = received?.at === at ? received.source : 'rest';
    const isCut = source === 'stream' && this.#wanted.get(slug)?.has('book') === true && !this.#isOver(slug);
    return this.#of({ source, at }, { line: isCut ? 'lost' : 'none', heardAt: undefined }, slug);
  }

  #of(
    { source, at }: Pick<FreshnessEvidence, 'source' | 'at'>,
    stream: Pick<FreshnessEvidence, 'line' | 'heardAt'>,
    slug?: string,
  ): Freshness {
    const { session, clock } = this.#parts;
    const limitMs = slug !== undefined && this.#isOver(slug) ? OVER_LIMIT_MS : LIMIT_MS;
    const reachable = session.link.kind !== 'offline';
    return freshnessOf({ source, at, ...stream, reachable, limitMs }, clock.now());
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

  #marketsHeard(): number {
    const state = this.#link.state('markets');
    this.#marketsHeardAt = ('heardAt' in state ? state.heardAt : undefined) ?? this.#marketsHeardAt;
    return this.#marketsHeardAt;
  }

  #end(slug: string, span: Span): void {
    this.#covered.delete(slug);
    remember(this.#ended, slug, span, MOST_ENDED);
  }
}

const NO_STREAM = { line: 'none', heardAt: undefined } as const;
