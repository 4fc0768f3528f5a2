import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import { isOver, lifecycle } from '../../core/lifecycle.ts';
import type { StreamMessage } from '../../exchange/streams.ts';
import type { BooksStore } from '../markets/books.ts';
import type { EventsStore } from '../markets/events.ts';
import type { MarketsStore } from '../markets/markets.ts';
import type { QuotesStore } from '../markets/quotes.ts';
import type { FreshnessMap } from './freshness.ts';
import type { MarketsBySlug } from './markets-by-slug.ts';
import type { RefreshScheduler } from './scheduler.ts';
import type { VisibleMarkets } from './visible-markets.ts';

export interface MarketUpdatesParts {
  readonly clock: Clock;
  readonly quotes: QuotesStore;
  readonly markets: MarketsStore;
  readonly events: EventsStore;
  readonly books: BooksStore;
  readonly scheduler: RefreshScheduler;
  readonly freshness: FreshnessMap;
  readonly bySlug: MarketsBySlug;
  readonly visible: VisibleMarkets;
  /** The markets on show no stream tells of. */
  readonly missing: () => readonly string[];
}

/** A market the stream has not sent so long after it is up is read, milliseconds. */
const SNAPSHOTS_MS = 5_000;
/** A market that opens or closes changes its event; the list of events is read at most this often, milliseconds. */
const EVENTS_GAP_MS = 30_000;
/** What the stream says of a market where trading has ended for good. */
const ENDED: ReadonlySet<string> = new Set(['CLOSED', 'EXPIRED', 'TERMINATED']);

/** Brings frames of markets into the stores, and has read what frames do not say. */
export class MarketUpdates implements Disposable {
  readonly #parts: MarketUpdatesParts;
  /** By market, the trading state last received. */
  readonly #states = new Map<string, string>();
  /** By market that trades otherwise than it was read, until when it surely was so, Unix milliseconds. */
  readonly #behindSince = new Map<string, number>();
  #isOpen = false;
  #watched: Disposable | undefined;
  #snapshots: Disposable | undefined;

  constructor(parts: MarketUpdatesParts) {
    this.#parts = parts;
  }

  apply(message: StreamMessage): void {
    const { quotes, freshness, scheduler } = this.#parts;
    quotes.take(message);
    if (message.kind !== 'book' && message.kind !== 'lite') return;
    const slug = message.kind === 'book' ? message.book.marketSlug : message.quote.marketSlug;
    // An older frame that comes again is not believed; neither is what it says of the state.
    const state = (message.kind === 'book' ? quotes.book(slug) : quotes.quote(slug))?.value.state;
    const until = freshness.heardUntil(slug) ?? 0;
    if (freshness.heard(slug, message.at)) scheduler.reschedule();
    if (state !== undefined) this.#followState(slug, state, until);
  }

  /**
   * From when on a market trades otherwise than the last read of it says, which no quote of it undoes, Unix milliseconds;
   * undefined where it does not.
   */
  behindSince(slug: string): number | undefined {
    return this.#isBehind(slug) ? this.#behindSince.get(slug) : undefined;
  }

  /** The stream is up: it tells of each market once. What it did not tell of soon is read. */
  awaitSnapshots(): void {
    // What was read meanwhile may be from before what is received now.
    this.#states.clear();
    this.#snapshots?.dispose();
    this.#snapshots = this.#parts.clock.setTimeout(() => this.#readMissing(), SNAPSHOTS_MS);
  }

  /** Whether anything is looked at; while not, nothing is read. */
  setOpen(isOpen: boolean): void {
    const { bySlug, scheduler } = this.#parts;
    if (!isOpen) this.#stop();
    if (isOpen === this.#isOpen) return;
    // First, as listeners of the scheduler come here again.
    this.#isOpen = isOpen;
    if (isOpen) this.#watched = scheduler.watch([bySlug]);
    else this.#watched?.dispose();
  }

  /** Another connection. */
  forget(): void {
    this.#stop();
    this.#states.clear();
    this.#behindSince.clear();
  }

  dispose(): void {
    this.#stop();
    this.#watched?.dispose();
  }

  #readMissing(): void {
    this.#snapshots = undefined;
    const { books, visible } = this.#parts;
    const missing = this.#parts.missing();
    this.#ask(missing);
    const panels = visible.of('panel');
    for (const slug of missing) if (panels.has(slug)) void books.refresh(slug, 'poll');
  }

  #ask(slugs: readonly string[]): void {
    const { bySlug, scheduler } = this.#parts;
    if (slugs.length === 0) return;
    bySlug.ask(slugs);
    scheduler.refresh(bySlug, { priority: 'update' });
  }

  /** On a state change fetch the market again: it has the times and the result too. */
  #followState(slug: string, state: string, until: number): void {
    const before = this.#states.get(slug);
    if (before === state) return;
    this.#states.set(slug, state);
    const isBehind = this.#isBehind(slug);
    if (!isBehind) this.#behindSince.delete(slug);
    else if (!this.#behindSince.has(slug)) this.#behindSince.set(slug, until);
    if (before === undefined && !isBehind) return;
    this.#ask([slug]);
    const { events, scheduler } = this.#parts;
    if (scheduler.watched.has(events))
      scheduler.refresh(events, { priority: 'extra', minGapMs: EVENTS_GAP_MS });
  }

  #isBehind(slug: string): boolean {
    const market = this.#parts.markets.get(slug);
    const state = this.#states.get(slug);
    if (market === undefined || state === undefined) return false;
    const stated = lifecycle(market);
    if (stated === 'open' || stated === 'unknown') return false;
    return state === 'OPEN' || (ENDED.has(state) && !isOver(stated));
  }

  #stop(): void {
    this.#snapshots?.dispose();
    this.#snapshots = undefined;
  }
}
