import { DisposableOwner } from '../../base/disposable.ts';
import type { AccountTopic, MarketTopic, StreamId, StreamState, Wanted } from '../../exchange/streams.ts';
import type { MarketsStore } from '../markets/markets.ts';
import { remember } from '../reading/keyed-list.ts';
import { onVoid } from '../session/owner.ts';
import type { Session } from '../session/session.ts';
import type { SessionStreams } from './session-streams.ts';
import type { VisibleMarkets } from './visible-markets.ts';

/** A time the stream covered the account; Unix milliseconds. */
interface AccountSpan {
  /** What was received before then the stream does not confirm. */
  readonly from: number;
  /** When the stream was last heard, so far or before it ended. */
  readonly to: number;
  /** `released`: nobody wanted it any more. */
  readonly state: 'live' | 'lost' | 'released';
}

/** How the subscription of a market ended. */
interface EndedSubscription {
  /** When it was last heard, Unix milliseconds. */
  readonly to: number;
  /** Whether its connection broke off, rather than nobody wanting it any more. */
  readonly isLost: boolean;
}

/** Markets nobody wants any more are remembered up to this many. */
const MOST_ENDED = 5_000;

/** What the streams cover, and until when they covered what they do not cover now. Facts: it judges no figure. */
export class Coverage extends DisposableOwner {
  readonly #streams: SessionStreams;
  readonly #visible: VisibleMarkets;
  readonly #markets: MarketsStore;
  /** Markets a price came of since they are wanted. */
  readonly #covered = new Set<string>();
  readonly #ended = new Map<string, EndedSubscription>();
  #wanted: Wanted = new Map();
  #marketsHeardAt = 0;
  #account: AccountSpan | undefined;

  constructor(session: Session, streams: SessionStreams, visible: VisibleMarkets, markets: MarketsStore) {
    super();
    this.#streams = streams;
    this.#visible = visible;
    this.#markets = markets;
    this.own.add(streams.onDidChange((stream) => this.#note(stream)));
    this.own.add(onVoid(session, 'public', () => this.#forgetMarkets()));
    this.own.add(onVoid(session, 'private', () => this.#forgetAccount()));
  }

  get isMarketsLive(): boolean {
    return this.#streams.state('markets').kind === 'live';
  }

  /** When the stream of the markets was last heard, Unix milliseconds; 0: never. Noted here, too: a stream that is off forgets it. */
  get marketsHeardAt(): number {
    const state = this.#streams.state('markets');
    this.#marketsHeardAt = ('heardAt' in state ? state.heardAt : undefined) ?? this.#marketsHeardAt;
    return this.#marketsHeardAt;
  }

  /** When the account was covered, now or last; undefined: never. Noted here, too: a stream that is off forgets it. */
  get account(): AccountSpan | undefined {
    this.#noteAccount();
    return this.#account;
  }

  /** Until when every change of what a stream covers was received, Unix milliseconds: frames after a stall may be late. */
  completeUntil(stream: StreamId): number | undefined {
    const state = this.#streams.state(stream);
    return state.kind === 'live' ? state.completeUntil : undefined;
  }

  /** Whether the service refuses to tell of this part of the account. */
  lacks(part: AccountTopic): boolean {
    return this.#streams.lacks(part);
  }

  get wantsAccount(): boolean {
    return this.#streams.isAccountWanted;
  }

  state(stream: StreamId): StreamState {
    return this.#streams.state(stream);
  }

  /** Whether anybody looks at a market, or did a moment ago. */
  shows(slug: string): boolean {
    return this.#visible.wanted.has(slug) || this.#visible.shown.has(slug);
  }

  wants(slug: string, topic?: MarketTopic): boolean {
    const topics = this.#wanted.get(slug);
    return topics !== undefined && (topic === undefined || topics.has(topic));
  }

  /** Whether a price of this market came since it is wanted; the service may have ended the subscription all the same. */
  hasHeard(slug: string): boolean {
    return this.#covered.has(slug);
  }

  /** How its last subscription ended; undefined where it never was subscribed, or a price came since. */
  ended(slug: string): EndedSubscription | undefined {
    return this.#ended.get(slug);
  }

  /** Whether a change of its whole book would be sent: best prices alone do not cover a book. */
  streamsBook(slug: string): boolean {
    return this.#isStreamed(slug, 'book');
  }

  /** Whether a change of its price would be sent. */
  streamsPrice(slug: string): boolean {
    return this.#covered.has(slug) && (this.#isStreamed(slug, 'book') || this.#isStreamed(slug, 'lite'));
  }

  /** Whether the depth behind its best prices is streamed, or cannot change any more. */
  coversBook(slug: string): boolean {
    return this.streamsBook(slug) || this.#markets.isOver(slug);
  }

  /** A market that is over has no prices any more and is not streamed. */
  coversMarket(slug: string): boolean {
    return this.streamsPrice(slug) || (this.isMarketsLive && this.#markets.isOver(slug));
  }

  /** Markets on show that are not covered though the stream is live. */
  get missing(): readonly string[] {
    if (!this.isMarketsLive) return [];
    return [...this.#visible.shown].filter((slug) => !this.coversMarket(slug));
  }

  /** A price came; true when this market was not covered before. */
  heard(slug: string, at: number): boolean {
    this.#marketsHeardAt = at;
    if (this.#covered.has(slug) || !this.#wanted.has(slug)) return false;
    this.#covered.add(slug);
    this.#ended.delete(slug);
    return true;
  }

  /** Other markets are wanted: to be called before the streams change. */
  want(wanted: Wanted): void {
    this.#noteAccount();
    const to = this.marketsHeardAt;
    for (const slug of [...this.#covered]) if (!wanted.has(slug)) this.#end(slug, to, false);
    this.#wanted = wanted;
  }

  /** The clock was set back: no time noted so far means anything. */
  forget(): void {
    this.#forgetAccount();
    this.#forgetMarkets();
  }

  #note(stream: StreamId): void {
    if (stream === 'account') this.#noteAccount();
    else if (!this.isMarketsLive) {
      const isLost = this.#streams.state('markets').kind !== 'off';
      const to = this.marketsHeardAt;
      for (const slug of [...this.#covered]) this.#end(slug, to, isLost);
    }
  }

  /** Until when the account was heard moves on without an event. */
  #noteAccount(): void {
    const state = this.#streams.state('account');
    if (state.kind === 'live') {
      this.#account = { from: state.since, to: state.heardAt, state: 'live' };
    } else if (this.#account?.state === 'live') {
      const heardAt = 'heardAt' in state ? (state.heardAt ?? 0) : 0;
      const to = Math.max(this.#account.to, heardAt);
      this.#account = { ...this.#account, to, state: state.kind === 'off' ? 'released' : 'lost' };
    }
  }

  #forgetAccount(): void {
    this.#account = undefined;
  }

  #forgetMarkets(): void {
    this.#covered.clear();
    this.#ended.clear();
    this.#marketsHeardAt = 0;
  }

  #end(slug: string, to: number, isLost: boolean): void {
    this.#covered.delete(slug);
    remember(this.#ended, slug, { to, isLost }, MOST_ENDED);
  }

  #isStreamed(slug: string, topic: MarketTopic): boolean {
    return this.isMarketsLive && this.#streams.covers(slug, topic);
  }
}
