import { DAY_MS } from '../../base/clock.ts';
import { addDays, type Calendar } from '../../core/calendar.ts';
import type { MarketEvent } from '../../core/market.ts';
import { isExchangeError } from '../../exchange/errors.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { NOTHING_CHANGED, readAt } from '../reading/load-state.ts';
import { type Commit, LoadedStore, type ReadKind } from '../reading/loaded-store.ts';
import type { Session } from '../session/session.ts';
import { isoTime } from './catalogue.ts';
import type { EventsStore } from './events.ts';
import { MOST_READ_AHEAD } from './read-ahead.ts';

/** Parts of the calendar that are asked for by their times, in this order. */
export const EVENT_SPANS = ['today', 'tomorrow', 'week', 'later'] as const;
type EventSpan = (typeof EVENT_SPANS)[number];

/** Events a page: each comes with its markets. */
const PAGE = 100;
/** Most pages of one span, in case a service never ends it. */
const MOST_PAGES = 20;
/** An event so far outside of what was asked for shows that the service ignores times, milliseconds. */
const SLACK_MS = DAY_MS;

interface SpanReading {
  readonly span: EventSpan;
  /** Unix milliseconds, both included. */
  readonly from: number;
  readonly to: number;
  readonly seen: Set<string>;
  /** Where the next page starts. */
  offset: number;
  pages: number;
  isDone: boolean;
  /** Read to its end, perhaps before it was begun again. */
  isWhole: boolean;
}

/**
 * Reads the events on, a page at each poll, while the scheduler watches it: nothing while no view shows them. First by their
 * times, from today on, so that a day is complete soon whatever the order of the list, then the list. What it reads goes
 * into the events store.
 */
export class EventsAhead extends LoadedStore {
  readonly #events: EventsStore;
  readonly #calendar: () => Calendar;
  #readings: readonly SpanReading[] = [];
  #isWithoutTimes = false;

  constructor(session: Session, events: EventsStore, calendar: () => Calendar) {
    super(session, 'public');
    this.#events = events;
    this.#calendar = calendar;
  }

  /** There is more to read by itself; of the list not after a failure, until somebody loads more. */
  get isDue(): boolean {
    return this.#isSpanDue || this.#isListDue;
  }

  /** Whether the list was read to its end. */
  get isListWhole(): boolean {
    const { state, hasMore } = this.#events;
    return readAt(state) !== undefined && !hasMore;
  }

  /** Whether all events that begin in a span were read. */
  isWhole(span: EventSpan): boolean {
    if (this.isListWhole) return true;
    return this.#isOfToday && this.#readings.some((reading) => reading.span === span && reading.isWhole);
  }

  protected override async read(kind: ReadKind, exchange: Exchange, signal: AbortSignal): Promise<Commit> {
    if (kind === 'asked' || !this.#isOfToday) this.#begin();
    if (this.#isSpanDue) {
      do await this.#readPage(exchange, signal);
      while (kind === 'asked' && this.#isSpanDue && !signal.aborted);
      return () => 'all';
    }
    if (kind !== 'asked' && this.#isListDue) await this.#events.loadMore(PAGE);
    return () => NOTHING_CHANGED;
  }

  protected override clear(): void {
    this.#readings = [];
    this.#isWithoutTimes = false;
  }

  get #isOfToday(): boolean {
    const [first] = this.#readings;
    const calendar = this.#calendar();
    return first !== undefined && first.from === calendar.startOf(calendar.dayOf(this.session.clock.now()));
  }

  get #isSpanDue(): boolean {
    if (this.#isWithoutTimes || this.#events.derived) return false;
    return !this.#isOfToday || this.#readings.some(({ isDone }) => !isDone);
  }

  get #isListDue(): boolean {
    const { hasMore, loadingMore, moreError, events } = this.#events;
    return hasMore && !loadingMore && moreError === undefined && events.length < MOST_READ_AHEAD;
  }

  /** Starts all spans over; what was read to its end stays known as such until midnight. */
  #begin(): void {
    const calendar = this.#calendar();
    const today = calendar.dayOf(this.session.clock.now());
    const wasOfToday = this.#isOfToday;
    // A week is seven times 24 hours from now: it ends on the eighth day.
    const starts = [0, 1, 2, 8].map((days) => calendar.startOf(addDays(today, days)));
    this.#readings = EVENT_SPANS.map((span, place) => ({
      span,
      from: starts[place] ?? 0,
      to: (starts[place + 1] ?? Number.POSITIVE_INFINITY) - 1000,
      seen: new Set(),
      offset: 0,
      pages: 0,
      isDone: false,
      isWhole: wasOfToday && this.#readings[place]?.isWhole === true,
    }));
  }

  async #readPage(exchange: Exchange, signal: AbortSignal): Promise<void> {
    const reading = this.#readings.find(({ isDone }) => !isDone);
    if (reading === undefined) return;
    const { from, to, seen, offset } = reading;
    const times = {
      startTimeMin: isoTime(from),
      ...(Number.isFinite(to) ? { startTimeMax: isoTime(to) } : {}),
    };
    try {
      const { items, lost, receivedAt } = await exchange.events(times, { limit: PAGE, offset }, signal);
      if (signal.aborted) return;
      this.#events.upsert(items, receivedAt);
      if (ignoresTimes(items, from, to)) {
        this.#isWithoutTimes = true;
        return;
      }
      const before = seen.size;
      for (const { id } of items) seen.add(id);
      reading.offset += items.length + lost;
      reading.pages += 1;
      // Items that could not be read may have been new.
      const isEnd = seen.size === before && lost === 0;
      reading.isWhole ||= isEnd;
      reading.isDone = isEnd || reading.pages >= MOST_PAGES;
    } catch (cause) {
      if (!isExchangeError(cause) || cause.code !== 'unsupported') throw cause;
      this.#isWithoutTimes = true;
    }
  }
}

/** What was asked for by its time has one, and near it. */
function ignoresTimes(events: readonly MarketEvent[], from: number, to: number): boolean {
  const times = events.flatMap(({ startTime }) => startTime?.ms ?? []);
  if (events.length > 0 && times.length === 0) return true;
  return times.some((ms) => ms < from - SLACK_MS || ms > to + SLACK_MS);
}
