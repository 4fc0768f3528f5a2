import { mapLimited } from '../../base/async.ts';
import type { Event } from '../../base/event.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import { eventPhase } from '../../core/lifecycle.ts';
import type { MarketEvent } from '../../core/market.ts';
import { type WatchEntry, watchEntryText } from '../../core/watchlist.ts';
import { isExchangeError } from '../../exchange/errors.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { type Change, type LoadState, NOTHING_CHANGED, type RefreshReason } from '../reading/load-state.ts';
import { LoadedStore, type Read, type ReadKind } from '../reading/loaded-store.ts';
import type { Session } from '../session/session.ts';
import type { EventsStore } from './events.ts';
import type { MarketsStore } from './markets.ts';

/** Slugs of one request: each is a query parameter, and a request line has its limits. */
const SLUGS_PER_REQUEST = 40;
/** Single reads that are out at once. */
const WIDTH = 4;
/** Events of one poll: two polls a minute stay within what may be read by itself while streams are up. */
const EVENTS_PER_POLL = 3;
/** After how long an event is read again, whichever list it was read with, milliseconds. */
const LIVE_EVENT_MS = 20_000;
const EVENT_MS = 300_000;

interface WatchedEvent {
  readonly event: MarketEvent;
  /** Unix milliseconds. */
  readonly at: number;
}

interface WatchedMarketsParts {
  readonly markets: MarketsStore;
  readonly events: EventsStore;
  readonly watched: { readonly entries: readonly WatchEntry[]; readonly onDidChange: Event<void> };
}

/**
 * Reads the markets and events somebody watches that no list has, and says which the service does not have at all. Markets
 * go into the markets store; scores of events that are not over are read again at each poll.
 */
export class WatchedMarkets extends LoadedStore {
  readonly #parts: WatchedMarketsParts;
  readonly #following: Disposable;
  readonly #gone = new Set<string>();
  readonly #events = new Map<string, WatchedEvent>();
  #indexed: readonly MarketEvent[] | undefined;
  readonly #listed = new Map<string, MarketEvent>();
  #isUsed = false;

  constructor(session: Session, parts: WatchedMarketsParts) {
    super(session, 'public');
    this.#parts = parts;
    this.#following = parts.watched.onDidChange(() => {
      this.announce('all');
      if (this.#isUsed && this.#unread().length > 0) void this.run('poll');
    });
  }

  /** With nothing to read, everything is read. */
  override get state(): LoadState {
    const state = super.state;
    return state.kind === 'idle' && this.#due().length === 0 ? { kind: 'ready', at: 0 } : state;
  }

  /** Whether the service was asked for it and has no such thing. */
  isGone(entry: WatchEntry): boolean {
    return this.#gone.has(watchEntryText(entry));
  }

  /** An event by its slug or id, as it was read last. */
  event(key: string): MarketEvent | undefined {
    const { events } = this.#parts;
    if (this.#indexed !== events.events) {
      this.#indexed = events.events;
      this.#listed.clear();
      for (const event of this.#indexed) for (const name of namesOf(event)) this.#listed.set(name, event);
    }
    const listed = this.#listed.get(key);
    const own = this.#events.get(key);
    if (listed === undefined || own === undefined) return listed ?? own?.event;
    return (events.readAt(listed.id) ?? 0) >= own.at ? listed : own.event;
  }

  override load(): Promise<void> {
    this.#isUsed = true;
    return this.refresh('poll');
  }

  override async refresh(reason: RefreshReason = 'asked'): Promise<void> {
    const entries = reason === 'asked' ? this.#parts.watched.entries : this.#due();
    // A read of nothing would say that the service is reachable.
    if (entries.length > 0 || super.state.kind === 'failed') await super.refresh(reason);
  }

  override dispose(): void {
    this.#following.dispose();
    super.dispose();
  }

  protected override read(kind: ReadKind): Read {
    return async (exchange, signal) => {
      const entries = kind === 'asked' ? this.#parts.watched.entries : this.#due();
      const slugs = entries.flatMap((entry) => (entry.kind === 'market' ? [entry.key] : []));
      const keys = entries.flatMap((entry) => (entry.kind === 'event' ? [entry.key] : []));
      const commits = [
        await this.#readMarkets(exchange, slugs, signal),
        ...(await mapLimited(keys, WIDTH, (key) => this.#readEvent(exchange, key, signal))),
      ];
      return () => commits.map((commit) => commit()).find((change) => change === 'all') ?? NOTHING_CHANGED;
    };
  }

  protected override clear(): void {
    this.#gone.clear();
    this.#events.clear();
  }

  #unread(): readonly WatchEntry[] {
    return this.#parts.watched.entries.filter((entry) => {
      const { kind, key } = entry;
      const known = kind === 'market' ? this.#parts.markets.get(key) : this.event(key);
      return known === undefined && !this.isGone(entry);
    });
  }

  /** What is not known, and the events whose clock may have gone on since they were read, the longest unread first. */
  #due(): readonly WatchEntry[] {
    const now = this.session.clock.now();
    const due = this.#parts.watched.entries.flatMap((entry) => {
      const event = entry.kind === 'event' ? this.event(entry.key) : undefined;
      if (event === undefined) return [];
      const at = Math.max(this.#events.get(entry.key)?.at ?? 0, this.#parts.events.readAt(event.id) ?? 0);
      const phase = eventPhase(event, now);
      const isDue = phase !== 'ended' && now - at >= (phase === 'live' ? LIVE_EVENT_MS : EVENT_MS);
      return isDue ? [{ entry, at }] : [];
    });
    const again = due.sort((a, b) => a.at - b.at).slice(0, EVENTS_PER_POLL);
    return [...this.#unread(), ...again.map(({ entry }) => entry)];
  }

  async #readMarkets(
    exchange: Exchange,
    wanted: readonly string[],
    signal: AbortSignal,
  ): Promise<() => Change> {
    const { markets } = this.#parts;
    const missing = new Set(wanted);
    for (let at = 0; at < wanted.length; at += SLUGS_PER_REQUEST) {
      const slugs = wanted.slice(at, at + SLUGS_PER_REQUEST);
      const { items, receivedAt } = await exchange.markets(
        { slugs },
        { limit: slugs.length, offset: 0 },
        signal,
      );
      if (signal.aborted) break;
      // A service may ignore the filter: take only what was asked for.
      const found = items.filter(({ slug }) => missing.delete(slug));
      markets.upsert(found, receivedAt);
    }
    // A list may leave out what there is: only the market's own address says that there is none.
    const answers = await mapLimited([...missing], WIDTH, async (key) => ({
      text: watchEntryText({ kind: 'market', key }),
      answer: await answerOf(exchange.marketBySlug(key, signal)),
    }));
    const at = this.session.clock.now();
    return () => {
      for (const key of wanted) this.#gone.delete(watchEntryText({ kind: 'market', key }));
      for (const { text, answer } of answers) {
        if (answer === 'gone') this.#gone.add(text);
        else if (answer !== 'unclear') markets.upsert(answer, at);
      }
      return wanted.length > 0 ? 'all' : NOTHING_CHANGED;
    };
  }

  async #readEvent(exchange: Exchange, key: string, signal: AbortSignal): Promise<() => Change> {
    const isId = /^\d+$/.test(key);
    const answer = await answerOf(isId ? exchange.eventById(key, signal) : exchange.eventBySlug(key, signal));
    const at = this.session.clock.now();
    return () => {
      if (answer === 'unclear') return NOTHING_CHANGED;
      const text = watchEntryText({ kind: 'event', key });
      if (answer === 'gone') {
        this.#gone.add(text);
        this.#events.delete(key);
      } else {
        this.#gone.delete(text);
        this.#events.set(key, { event: answer, at });
        this.#parts.markets.upsert(answer.markets, at);
      }
      return 'all';
    };
  }
}

/** `gone`: the service says that there is no such thing. `unclear`: it answered, but not to that. */
async function answerOf<T extends object>(reading: Promise<T>): Promise<T | 'gone' | 'unclear'> {
  try {
    return await reading;
  } catch (cause) {
    if (!isExchangeError(cause)) throw cause;
    const { code, details } = cause;
    if (code === 'notFound') return details.saidBy === 'other' ? 'unclear' : 'gone';
    if (code === 'unsupported' || code === 'refused' || code === 'badReply') return 'unclear';
    throw cause;
  }
}

function namesOf({ slug, id }: MarketEvent): readonly string[] {
  return slug === undefined ? [id] : [slug, id];
}
