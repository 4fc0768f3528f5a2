import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import { isOver, lifecycle } from '../../core/lifecycle.ts';
import type { StreamMessage } from '../../exchange/streams.ts';
import type { BooksStore } from '../markets/books.ts';
import type { EventsStore } from '../markets/events.ts';
import type { MarketsStore } from '../markets/markets.ts';
import type { QuotesStore } from '../markets/quotes.ts';
import type { Session } from '../session/session.ts';
import type { Allowance } from './allowance.ts';
import type { Coverage } from './coverage.ts';
import type { Interests } from './interest.ts';
import { MarketRereads } from './market-reads.ts';
import type { Poller } from './poller.ts';
import type { PriceLine } from './price-line.ts';
import { GRACE_MS, Rereads } from './reread.ts';

export interface MarketFeedParts {
  readonly session: Session;
  readonly clock: Clock;
  readonly quotes: QuotesStore;
  readonly markets: MarketsStore;
  readonly events: EventsStore;
  readonly books: BooksStore;
  readonly poller: Poller;
  readonly allowance: Allowance;
}

/** What the stream has not told of so long after it is up is read, milliseconds. */
const SNAPSHOTS_MS = 5_000;
/** So long the first prices of many markets are waited for, milliseconds. */
const SETTLING_MS = 250;
/** A market that opens or closes changes its event; the list of those is read at most this often, milliseconds. */
const EVENTS_GAP_MS = 30_000;
const NOTHING: Disposable = { dispose: () => {} };
/** What the stream says of a market where trading has ended for good. */
const ENDED: ReadonlySet<string> = new Set(['CLOSED', 'EXPIRED', 'TERMINATED']);

/** Brings what the stream tells of markets into the stores, and reads what it does not tell. */
export class MarketFeed implements Disposable {
  readonly #parts: MarketFeedParts;
  readonly #prices: PriceLine;
  readonly #interests: Interests;
  readonly #coverage: Coverage;
  readonly #rereads: MarketRereads;
  readonly #lists: Rereads;
  /** By market, the trading state last told. */
  readonly #states = new Map<string, string>();
  #polled: Disposable | undefined;
  /** By market that is not as it was read any more, until when it surely was, Unix milliseconds. */
  readonly #sureUntil = new Map<string, number>();
  #snapshots: Disposable | undefined;
  #settling: Disposable | undefined;

  constructor(parts: MarketFeedParts, prices: PriceLine, interests: Interests, coverage: Coverage) {
    this.#parts = parts;
    this.#prices = prices;
    this.#interests = interests;
    this.#coverage = coverage;
    this.#rereads = new MarketRereads(parts.session, parts.clock, parts.markets, parts.allowance);
    this.#lists = new Rereads(parts.clock, parts.allowance);
  }

  take(message: StreamMessage): void {
    this.#parts.quotes.take(message);
    if (message.kind !== 'book' && message.kind !== 'lite') return;
    const { marketSlug } = message.kind === 'book' ? message.book : message.quote;
    // An older frame that comes again is not believed; neither is what it says of the state.
    const { quotes } = this.#parts;
    const held = message.kind === 'book' ? quotes.book(marketSlug) : quotes.quote(marketSlug);
    const state = held?.value.state;
    const until = this.#prices.completeUntil(marketSlug);
    if (this.#prices.heard(marketSlug, message.at)) this.#cover();
    if (state !== undefined) this.#followState(marketSlug, state, until);
  }

  /** What the stream tells of may have changed. */
  follow(): void {
    this.#settling?.dispose();
    this.#settling = undefined;
    this.#parts.poller.reschedule();
  }

  /**
   * Whether a market was read as one that does not trade, which no quote of it undoes, though it trades or is over by
   * now, and reading it again takes longer than a moment.
   */
  isUndecided(slug: string): boolean {
    return this.#rereads.owes(slug, GRACE_MS) && this.#isBehind(slug);
  }

  /**
   * The same while it may take no longer than a moment: until when it surely was as it was read, Unix milliseconds.
   * Undefined where it still is.
   */
  sureUntil(slug: string): number | undefined {
    return this.#rereads.isOwed(slug) && this.#isBehind(slug) ? this.#sureUntil.get(slug) : undefined;
  }

  /** The line is up: each market is told of once, at once. What is not by then is read. */
  awaitSnapshots(): void {
    // What was read meanwhile may be from before what is told now.
    this.#states.clear();
    this.#rereads.retry();
    this.#snapshots?.dispose();
    this.#snapshots = this.#parts.clock.setTimeout(() => this.#readMissing(), SNAPSHOTS_MS);
  }

  /** Whether anything is looked at; while not, nothing is read, and what is owed stays owed. */
  setOpen(open: boolean): void {
    this.#rereads.setOpen(open);
    this.#lists.setOpen(open);
    if (open !== (this.#polled !== undefined)) {
      const polled = this.#polled;
      // Before the poller tells of it: who listens comes here again.
      this.#polled = open ? NOTHING : undefined;
      polled?.dispose();
      if (open) this.#polled = this.#parts.poller.watch([this.#coverage.missing]);
    }
    if (!open) this.#stop();
  }

  /** Another connection. */
  forget(): void {
    this.#stop();
    this.#rereads.clear();
    this.#lists.clear();
    this.#states.clear();
    this.#sureUntil.clear();
  }

  dispose(): void {
    this.forget();
    this.#polled?.dispose();
    this.#polled = undefined;
    this.#rereads.dispose();
    this.#lists.dispose();
  }

  /** Of many markets, one after the other: how often to check is worked out once for all of them. */
  #cover(): void {
    this.#settling ??= this.#parts.clock.setTimeout(() => this.follow(), SETTLING_MS);
  }

  #readMissing(): void {
    this.#snapshots = undefined;
    const { books } = this.#parts;
    const missing = [...this.#interests.shown].filter((slug) => !this.#coverage.coversMarket(slug));
    this.#rereads.ask(missing);
    const panels = this.#interests.of('panel');
    for (const slug of missing) if (panels.has(slug)) void books.refresh(slug, 'poll');
  }

  /** Its market says more of it than the state: times, a result, what its event came to. */
  #followState(slug: string, state: string, until = 0): void {
    const before = this.#states.get(slug);
    if (before === state) return;
    this.#states.set(slug, state);
    const isBehind = this.#isBehind(slug);
    if (!isBehind) this.#sureUntil.delete(slug);
    else if (!this.#sureUntil.has(slug)) this.#sureUntil.set(slug, until);
    if (before === undefined && !isBehind) return;
    this.#rereads.ask([slug]);
    const { events, poller } = this.#parts;
    if (poller.watched.has(events)) this.#lists.askLater(events, EVENTS_GAP_MS);
  }

  #isBehind(slug: string): boolean {
    const market = this.#parts.markets.get(slug);
    const told = this.#states.get(slug);
    if (market === undefined || told === undefined) return false;
    const stated = lifecycle(market);
    if (stated === 'open' || stated === 'unknown') return false;
    return told === 'OPEN' || (ENDED.has(told) && !isOver(stated));
  }

  #stop(): void {
    this.#snapshots?.dispose();
    this.#settling?.dispose();
    this.#snapshots = this.#settling = undefined;
  }
}
