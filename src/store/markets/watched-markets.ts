import { mapLimited } from '../../base/async.ts';
import { eventPhase } from '../../core/lifecycle.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import { entriesOf, type WatchEntry, watchEntryText } from '../../core/watchlist.ts';
import { isExchangeError } from '../../exchange/errors.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { type LoadState, NOTHING_CHANGED, type RefreshReason } from '../reading/load-state.ts';
import { type Commit, LoadedStore, type ReadKind } from '../reading/loaded-store.ts';
import type { Session } from '../session/session.ts';
import type { EventsStore } from './events.ts';
import type { MarketsStore } from './markets.ts';
import { marketsBySlug, SLUGS_PER_REQUEST } from './read-markets.ts';

/** Single reads that are out at once. */
const WIDTH = 4;
/** Events of one poll: two polls a minute stay within what may be read by itself while streams are up. */
const EVENTS_PER_POLL = 3;
/** After how long an event is read again, whichever list it was read with, and a market on a page, milliseconds. */
const LIVE_EVENT_MS = 20_000;
const EVENT_MS = 300_000;

/** One page or file that is shown, by the object itself: two of one name are two. */
interface ShownPage {
  readonly page: string;
}

/** Who wants markets and events read. */
export type WantedBy = 'watchlist' | 'workspace' | 'alerts' | 'followed' | ShownPage;

/**
 * Reads the markets and events somebody watches, follows, has an alert on or sees on a page that no list has, into the stores
 * of the lists, and says which the service does not have at all. Scores of events that are not over are read again at each
 * poll.
 */
export class WatchedMarkets extends LoadedStore {
  readonly #markets: MarketsStore;
  readonly #events: EventsStore;
  readonly #isStreamed: (slug: string) => boolean;
  readonly #wanted = new Map<WantedBy, readonly WatchEntry[]>();
  readonly #gone = new Set<string>();
  #indexed: readonly MarketEvent[] | undefined;
  #byKey = new Map<string, MarketEvent>();
  #isUsed = false;

  /** `isStreamed`: the prices of a market come by themselves. */
  constructor(
    session: Session,
    markets: MarketsStore,
    events: EventsStore,
    isStreamed: (slug: string) => boolean,
  ) {
    super(session, 'public');
    this.#markets = markets;
    this.#events = events;
    this.#isStreamed = isStreamed;
  }

  /** With nothing to read, everything is read. */
  override get state(): LoadState {
    const state = super.state;
    return state.kind === 'idle' && this.#due().length === 0 ? { kind: 'ready', at: 0 } : state;
  }

  /**
   * From now on reads these for one of its users, in place of what that wanted before; those of a visible page at each poll, for
   * nothing else may read their prices.
   */
  want(by: WantedBy, entries: readonly WatchEntry[]): void {
    if (entries.length > 0) this.#wanted.set(by, entries);
    else this.#wanted.delete(by);
    if (!isPage(by)) for (const entry of entries) this.#takeFromAside(entry);
    this.announce('all');
    if (this.#isUsed && this.#unread().length > 0) void this.run('poll');
  }

  /** Whether the service was asked for it and has no such thing. */
  isGone(entry: WatchEntry): boolean {
    return this.#gone.has(watchEntryText(entry));
  }

  /** An event by its slug or id, as it was read last. */
  event(key: string): MarketEvent | undefined {
    if (this.#indexed !== this.#events.findable) {
      this.#indexed = this.#events.findable;
      const names = this.#indexed.flatMap((event) => [[event.slug ?? event.id, event] as const]);
      this.#byKey = new Map([...this.#indexed.map((event) => [event.id, event] as const), ...names]);
    }
    return this.#byKey.get(key);
  }

  /** What a slug or id stands for, asked of the service where nothing that was read has it. */
  async lookUp(key: string): Promise<WatchEntry | undefined> {
    const entries = (['market', 'event'] as const).map((kind) => ({ kind, key }));
    const known = entries.find((entry) => this.#isKnown(entry));
    if (known !== undefined) return known;
    for (const entry of entries) {
      const take = await this.#readAlone(await this.session.ensure(), entry);
      take();
      if (this.#isKnown(entry)) return entry;
    }
    return undefined;
  }

  /** Reads one again by its own address, however new it is: whether there is one. Rejects with ExchangeError. */
  async readAgain(entry: WatchEntry): Promise<boolean> {
    const { session } = this;
    const epoch = session.epoch('public');
    const take = await this.#readAlone(await session.ensure(), entry);
    // It came from a connection that was left meanwhile.
    if (epoch !== session.epoch('public')) return false;
    take();
    this.announce('all');
    return this.#isKnown(entry) && !this.isGone(entry);
  }

  override load(): Promise<void> {
    this.#isUsed = true;
    return this.refresh('poll');
  }

  override async refresh(reason: RefreshReason = 'asked'): Promise<void> {
    const entries = reason === 'asked' ? this.#entries : this.#due();
    // A read of nothing would say that the service is reachable.
    if (entries.length > 0 || super.state.kind === 'failed') await super.refresh(reason);
  }

  protected override async read(kind: ReadKind, exchange: Exchange, signal: AbortSignal): Promise<Commit> {
    const entries = kind === 'asked' ? this.#entries : this.#due();
    const slugs = entries.flatMap((entry) => (entry.kind === 'market' ? [entry.key] : []));
    const listed = await marketsBySlug(exchange, slugs, signal);
    const found = new Set(listed.flatMap(({ items }) => items.map(({ slug }) => slug)));
    // A list may leave out what there is: only its own address says that there is none.
    const alone = entries.filter((entry) => entry.kind === 'event' || !found.has(entry.key));
    const takes = await mapLimited(alone, WIDTH, (entry) => this.#readAlone(exchange, entry, signal));
    return () => {
      for (const { items, receivedAt } of listed) this.#takeMarkets(items, receivedAt);
      for (const slug of found) this.#gone.delete(slug);
      for (const take of takes) take();
      return entries.length > 0 ? 'all' : NOTHING_CHANGED;
    };
  }

  protected override clear(): void {
    this.#gone.clear();
  }

  /** Each once. */
  get #entries(): readonly WatchEntry[] {
    return entriesOf([...this.#wanted.values()].map((entries) => ({ name: '', entries })));
  }

  #isKnown({ kind, key }: WatchEntry): boolean {
    return (kind === 'market' ? this.#markets.get(key) : this.event(key)) !== undefined;
  }

  #unread(): readonly WatchEntry[] {
    return this.#entries.filter((entry) => !this.#isKnown(entry) && !this.isGone(entry));
  }

  /**
   * What is not known; the markets on a page whose prices do not come by themselves; and the events whose clock may have gone on
   * since they were read: those on a page, then the longest unread.
   */
  #due(): readonly WatchEntry[] {
    const now = this.session.clock.now();
    const again = this.#entries.flatMap((entry) => {
      const event = entry.kind === 'event' && !this.isGone(entry) ? this.event(entry.key) : undefined;
      const phase = event && eventPhase(event, now);
      if (event === undefined || phase === 'ended') return [];
      const at = this.#events.readAt(event.id) ?? 0;
      const isOnPage = this.#isOnPage(entry);
      const oldMs = phase === 'live' || isOnPage ? LIVE_EVENT_MS : EVENT_MS;
      return now - at >= oldMs ? [{ entry, at: isOnPage ? 0 : at }] : [];
    });
    again.sort((a, b) => a.at - b.at);
    const events = again.slice(0, EVENTS_PER_POLL).map(({ entry }) => entry);
    return [...this.#unread(), ...this.#unpriced(now), ...events];
  }

  /** In the order they are wanted in, as many as one request can read. */
  #unpriced(now: number): readonly WatchEntry[] {
    const markets = this.#markets;
    return this.#entries
      .filter((entry) => {
        const { kind, key } = entry;
        const at = kind === 'market' && markets.get(key) !== undefined ? markets.readAt(key) : undefined;
        const isOld = at !== undefined && now - at >= LIVE_EVENT_MS;
        return isOld && !markets.isOver(key) && !this.#isStreamed(key) && this.#isOnPage(entry);
      })
      .slice(0, SLUGS_PER_REQUEST);
  }

  #isOnPage(entry: WatchEntry): boolean {
    return this.#isWanted(entry, true);
  }

  /** By a page, or by somebody else. */
  #isWanted({ kind, key }: WatchEntry, byPage: boolean): boolean {
    return [...this.#wanted].some(
      ([by, entries]) =>
        isPage(by) === byPage && entries.some((entry) => entry.kind === kind && entry.key === key),
    );
  }

  #takeMarkets(markets: readonly Market[], at: number): void {
    const { own = [], other = [] } = Object.groupBy(markets, ({ slug }) =>
      this.#isWanted({ kind: 'market', key: slug }, false) ? 'own' : 'other',
    );
    this.#markets.upsert(own, at);
    this.#markets.setAside(other, at);
  }

  /** What a search or a page brought is somebody's own from now on. */
  #takeFromAside({ kind, key }: WatchEntry): void {
    const { session } = this;
    const market = kind === 'market' ? this.#markets.get(key) : undefined;
    const event = kind === 'event' ? this.event(key) : undefined;
    const now = session.clock.now();
    if (market && this.#markets.isInNoList(key))
      this.#markets.upsert([market], this.#markets.readAt(key) ?? now);
    if (event && !this.#events.all.includes(event))
      this.#events.upsert([event], this.#events.readAt(event.id) ?? now);
  }

  /** Reads one by its own address; what it resolves with takes in what came, or that there is none. */
  async #readAlone(exchange: Exchange, entry: WatchEntry, signal?: AbortSignal): Promise<() => void> {
    const { kind, key } = entry;
    const isId = /^\d+$/.test(key);
    const text = watchEntryText(entry);
    const at = this.session.clock.now();
    const there = (take: () => void) => (): void => {
      this.#gone.delete(text);
      take();
    };
    try {
      if (kind === 'market') {
        const market = await exchange.marketBySlug(key, signal);
        return there(() => this.#takeMarkets([market], at));
      }
      const event = await (isId ? exchange.eventById(key, signal) : exchange.eventBySlug(key, signal));
      return there(() => {
        if (this.#isWanted(entry, false)) this.#events.upsert([event], at);
        else this.#events.setAside([event], at);
      });
    } catch (cause) {
      if (!isExchangeError(cause)) throw cause;
      const { code, details } = cause;
      if (code === 'notFound' && details.saidBy !== 'other') return () => void this.#gone.add(text);
      // It answered, but not to that.
      if (['notFound', 'unsupported', 'refused', 'badReply'].includes(code)) return () => {};
      throw cause;
    }
  }
}

function isPage(by: WantedBy): boolean {
  return typeof by === 'object';
}
