import { ChangeSource } from '../../base/change-source.ts';
import { type Disposable, toDisposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/event.ts';
import type { Happening } from '../../core/happening.ts';
import { isTerminal, type Order } from '../../core/order.ts';
import type { Position } from '../../core/position.ts';
import type { StreamMessage } from '../../exchange/streams.ts';
import { type OrdersStore, orderAfter } from '../account/orders.ts';
import type { PositionsStore } from '../account/positions.ts';
import type { Live } from '../live/live.ts';
import { remember } from '../reading/keyed-list.ts';
import { readAt } from '../reading/load-state.ts';
import { onVoid } from '../session/owner.ts';
import type { Session } from '../session/session.ts';
import { FillLedger } from './fills.ts';

interface NewsParts {
  readonly session: Session;
  readonly orders: OrdersStore;
  readonly positions: PositionsStore;
  /** Its frames come before the stores take them. */
  readonly live: Pick<Live, 'onMessage' | 'readTakenBack'>;
}

/** What was known when an absence ended, before what the lists show then. */
interface KnownBefore {
  /** When this window began to watch, or the absence before ended, Unix milliseconds. */
  readonly sinceMs: number;
  /** Orders that have left the list without news of it; undefined without a list to compare with. */
  readonly gone: readonly string[] | undefined;
  hasTrade(orderId: string, ms: number): boolean;
  hasSettled(marketSlug: string): boolean;
}

/**
 * Lists are compared so much after a change, milliseconds: by then a frame may have said more, and a machine that slept has
 * noticed it, so that what happened meanwhile is left to the digest.
 */
export const HOLD_MS = 15_000;
const MOST_NEWS = 200;
const MOST_KNOWN = 5_000;
/** A frame about something longer ago is an old one come again, milliseconds. */
const STALE_MS = 300_000;
/** Orders that are gone are asked for one by one, so many at most. */
const MOST_ASKED = 20;

/**
 * Reports fills, rejections and settlements of the account, each once: at once where a stream has it, else a few seconds
 * after a list shows it. What happened before the first list is not news.
 */
export class NewsStore extends ChangeSource {
  readonly #parts: NewsParts;
  readonly #happened = this.own.add(new Emitter<Happening>());
  readonly #fills = new FillLedger();
  /** The lists as they were when they were last compared; undefined before the first. */
  #open: ReadonlyMap<string, Order> | undefined;
  #positions: ReadonlyMap<string, Position> = new Map();
  #timer: Disposable | undefined;
  readonly #cancels = new Map<string, true>();
  /** Ids of orders and slugs of markets of which no end or settlement is news any more. */
  readonly #over = new Map<string, true>();
  #sinceMs: number;
  #abort = new AbortController();
  #items: readonly Happening[] = [];
  #unseen = 0;

  constructor(parts: NewsParts) {
    super();
    const { session, orders, positions } = parts;
    this.#parts = parts;
    this.#sinceMs = session.clock.now();
    const { own } = this;
    own.add(toDisposable(() => this.#stop()));
    own.add(toDisposable(() => this.#abort.abort()));
    own.add(orders.onDidChange(() => this.#noteCancels()));
    for (const list of [orders, positions]) own.add(list.onDidChange(() => this.#compareSoon()));
    own.add(parts.live.onMessage((message) => this.#take(message)));
    own.add(onVoid(session, 'private', () => this.#forget()));
  }

  /** Each thing once, when it becomes known. */
  readonly onDidHappen: Event<Happening> = this.#happened.event;

  /** Newest first, at most 200. */
  get items(): readonly Happening[] {
    return this.#items;
  }

  get unseen(): number {
    return this.#unseen;
  }

  /** The news were shown to somebody. */
  markSeen(): void {
    if (this.#unseen === 0) return;
    this.#unseen = 0;
    this.changes.fire();
  }

  /** An absence has ended: takes the lists as they are and leaves what they show to the digest. */
  skipAbsence(): KnownBefore {
    const { clock } = this.#parts.session;
    const sinceMs = this.#sinceMs;
    const hasTrade = this.#fills.snapshot();
    const over = new Set(this.#over.keys());
    const gone = this.#gone();
    for (const id of gone ?? []) remember(this.#over, id, true, MOST_KNOWN);
    this.#stop();
    this.#takeLists();
    this.#sinceMs = clock.now();
    return { sinceMs, gone, hasTrade, hasSettled: (slug) => over.has(slug) };
  }

  /** Reads orders that left the list; those that cannot be read, and those beyond twenty, are missing. */
  async readGone(ids: readonly string[], signal: AbortSignal): Promise<readonly Order[]> {
    const { session } = this.#parts;
    const read = await Promise.allSettled(
      ids.slice(0, MOST_ASKED).map(async (id) => {
        const exchange = await session.ensure();
        signal.throwIfAborted();
        return exchange.order(id, signal);
      }),
    );
    return read.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  }

  #take(message: StreamMessage): void {
    if (message.kind === 'position') {
      const { before, after, entryType } = message.change;
      if (entryType === 'RESOLUTION' && after !== undefined)
        this.#reportSettled(after, before ?? this.#positions.get(after.marketSlug));
    }
    if (message.kind !== 'order') return;
    const { execution, at } = message;
    const order = orderAfter(execution);
    const time = execution.transactTime ?? order.lastTransactTime;
    if (time !== undefined && at - time.ms > STALE_MS) return;
    this.#report(this.#fills.execution({ ...execution, order }));
    this.#reportEnd(order, execution.text);
  }

  #compareSoon(): void {
    if (this.#open === undefined) this.#takeLists();
    const { clock } = this.#parts.session;
    const dueMs = clock.now() + HOLD_MS;
    this.#timer ??= clock.setTimeout(() => {
      this.#timer = undefined;
      // The machine slept meanwhile, and may not have noticed yet.
      if (clock.now() - dueMs > HOLD_MS) this.#compareSoon();
      else this.#compare();
    }, HOLD_MS);
  }

  /** Takes the lists as they are, without reporting what changed. */
  #takeLists(): void {
    const { orders, positions } = this.#parts;
    this.#positions = new Map(positions.positions.map((position) => [position.marketSlug, position]));
    if (readAt(orders.state) === undefined) return;
    this.#open = new Map(orders.orders.map((order) => [order.id, order]));
    for (const order of orders.orders) this.#fills.reading(order);
  }

  #compare(): void {
    const { orders, positions } = this.#parts;
    const open = this.#open;
    const held = this.#positions;
    if (open !== undefined)
      for (const order of orders.orders) this.#report(this.#fills.reading(order, !open.has(order.id)));
    void this.#reportGone(this.#gone() ?? []);
    this.#takeLists();
    // Contracts were held, and now the position has expired without any.
    for (const position of positions.positions) {
      const before = held.get(position.marketSlug);
      const wasHeld = before?.netPosition?.isZero === false;
      if (wasHeld && position.expired === true && position.netPosition?.isZero === true)
        this.#reportSettled(position, before);
    }
  }

  /** Orders that left the list, and of which no frame has said why; undefined without a list to compare with. */
  #gone(): readonly string[] | undefined {
    const ids = this.#open && [...this.#open.keys()];
    return ids?.filter((id) => this.#parts.orders.get(id) === undefined && !this.#over.has(id));
  }

  async #reportGone(ids: readonly string[]): Promise<void> {
    const { signal } = this.#abort;
    const read = await this.readGone(ids, signal);
    if (signal.aborted) return;
    for (const order of read) {
      this.#parts.orders.apply(order);
      this.#report(this.#fills.reading(order));
      this.#reportEnd(order, undefined);
    }
  }

  /** An order that is still open after its cancel came to nothing was not cancelled from here. */
  #noteCancels(): void {
    const { orders } = this.#parts;
    for (const id of orders.cancelling.keys()) remember(this.#cancels, id, true, MOST_KNOWN);
    for (const id of this.#cancels.keys())
      if (!orders.cancelling.has(id) && orders.get(id) !== undefined) this.#cancels.delete(id);
  }

  #reportEnd(order: Order, reason: string | undefined): void {
    const { id, state, marketSlug } = order;
    if (!isTerminal(state) || this.#over.has(id)) return;
    remember(this.#over, id, true, MOST_KNOWN);
    // A cancel requested here is reported where it was requested.
    const isAsked = state === 'CANCELED' && this.#cancels.has(id);
    if (isCutShort(order) && !isAsked) this.#report({ kind: 'ended', marketSlug, order, reason });
  }

  #reportSettled(position: Position, before: Position | undefined): void {
    const { marketSlug } = position;
    if (this.#over.has(marketSlug)) return;
    remember(this.#over, marketSlug, true, MOST_KNOWN);
    this.#report({ kind: 'settled', marketSlug, before, position });
  }

  #report(news: Happening | undefined): void {
    if (news === undefined) return;
    if (news.kind === 'busted') this.#parts.live.readTakenBack(news.order.id);
    this.#items = [news, ...this.#items].slice(0, MOST_NEWS);
    this.#unseen = Math.min(this.#unseen + 1, this.#items.length);
    this.changes.fire();
    this.#happened.fire(news);
  }

  #stop(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  #forget(): void {
    this.#stop();
    this.#abort.abort();
    this.#abort = new AbortController();
    for (const each of [this.#fills, this.#over, this.#cancels]) each.clear();
    this.#open = undefined;
    this.#positions = new Map();
    this.#sinceMs = this.#parts.session.clock.now();
    this.#items = [];
    this.#unseen = 0;
    this.changes.fire();
  }
}

/** Cancelled, expired or rejected; an order that was replaced goes on as another one. */
export function isCutShort({ state }: Order): boolean {
  return isTerminal(state) && state !== 'FILLED' && state !== 'REPLACED';
}
