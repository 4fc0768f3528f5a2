import { ChangeSource } from '../../base/change-source.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { toDisposable } from '../../base/lifecycle.ts';
import type { Execution } from '../../core/execution.ts';
import type { Happening } from '../../core/happening.ts';
import type { Order } from '../../core/order.ts';
import type { Position } from '../../core/position.ts';
import type { StreamMessage } from '../../exchange/streams.ts';
import { type OrdersStore, orderAfter } from '../account/orders.ts';
import type { PositionsStore } from '../account/positions.ts';
import { remember } from '../reading/keyed-list.ts';
import { asExchangeError } from '../session/failure.ts';
import { onVoid } from '../session/owner.ts';
import type { Session } from '../session/session.ts';
import { FillLedger, type FillNews } from './fills.ts';
import { ListChanges } from './list-changes.ts';

export type News = Happening & {
  /** The same for the same happening, however often it is received. */
  readonly key: string;
  /** When it became known here, Unix milliseconds. */
  readonly at: number;
};

type Report = News extends infer N ? (N extends unknown ? Omit<N, 'at' | 'marketSlug'> : never) : never;

interface NewsParts {
  readonly session: Session;
  readonly orders: OrdersStore;
  readonly positions: PositionsStore;
  /** Frames, before the stores take them. */
  readonly onMessage: Event<StreamMessage>;
  /** An absence, which the digest reports as a whole. */
  readonly onGap: Event<unknown>;
}

const MOST_NEWS = 200;
const MOST_KNOWN = 5_000;
/** A frame about something longer ago is an old one come again, milliseconds. */
const STALE_MS = 300_000;
/** Orders that vanished between two lists are asked for one by one; beyond so many they are gone without a word. */
const MOST_ASKED = 20;

/**
 * Reports fills, rejections and settlements of the account, each once: at once where a stream has it, else a few seconds
 * after a list shows it. What happened before the first list is not news.
 */
export class NewsStore extends ChangeSource {
  readonly #parts: NewsParts;
  readonly #happened = this.own.add(new Emitter<News>());
  readonly #fills = new FillLedger();
  readonly #open: ListChanges<Order>;
  readonly #positions: ListChanges<Position>;
  readonly #cancels = new Map<string, true>();
  readonly #known = new Map<string, true>();
  readonly #over = new Map<string, true>();
  #abort = new AbortController();
  #items: readonly News[] = [];
  #unseen = 0;

  constructor(parts: NewsParts) {
    super();
    const { session, orders, positions } = parts;
    this.#parts = parts;
    const { own } = this;
    own.add(toDisposable(() => this.#abort.abort()));
    own.add(orders.onDidChange(() => this.#followCancels()));
    this.#open = own.add(
      new ListChanges(session.clock, {
        store: orders,
        items: () => orders.orders,
        keyOf: ({ id }) => id,
        first: (list) => {
          for (const order of list) this.#fills.skip(order);
        },
        changed: (before, now) => this.#compareOrders(before, now),
      }),
    );
    this.#positions = own.add(
      new ListChanges(session.clock, {
        store: positions,
        items: () => positions.positions,
        keyOf: ({ marketSlug }) => marketSlug,
        changed: (before, now) => this.#comparePositions(before, now),
      }),
    );
    own.add(parts.onMessage((message) => this.#take(message)));
    own.add(parts.onGap(() => this.#leaveToDigest()));
    own.add(onVoid(session, 'private', () => this.#forget()));
  }

  /** Each thing once, when it becomes known. */
  readonly onDidHappen: Event<News> = this.#happened.event;

  /** Newest first, at most 200. */
  get items(): readonly News[] {
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

  #take(message: StreamMessage): void {
    if (message.kind === 'order') this.#takeExecution(message.execution, message.at);
    if (message.kind !== 'position') return;
    const { after, entryType } = message.change;
    if (entryType === 'RESOLUTION' && after !== undefined) this.#reportSettled(after.marketSlug, after);
  }

  #takeExecution(execution: Execution, at: number): void {
    const order = orderAfter(execution);
    const time = execution.transactTime ?? order.lastTransactTime;
    if (time !== undefined && at - time.ms > STALE_MS) return;
    this.#reportFill(order, this.#fills.execution(execution, this.#open.get(order.id)));
    this.#reportEnd(order, execution.text);
  }

  #compareOrders(before: ReadonlyMap<string, Order>, now: ReadonlyMap<string, Order>): void {
    for (const order of now.values()) {
      if (before.get(order.id) !== order)
        this.#reportFill(order, this.#fills.reading(order, !before.has(order.id)));
    }
    void this.#followGone([...before.values()].filter(({ id }) => !now.has(id)));
  }

  /** Contracts were held, and now the position has expired without any. */
  #comparePositions(before: ReadonlyMap<string, Position>, now: ReadonlyMap<string, Position>): void {
    for (const position of now.values()) {
      const wasHeld = before.get(position.marketSlug)?.netPosition?.isZero === false;
      if (wasHeld && position.expired === true && position.netPosition?.isZero === true)
        this.#reportSettled(position.marketSlug, position);
    }
  }

  /** An order that is still open after its cancel came to nothing was not cancelled from here. */
  #followCancels(): void {
    const { orders } = this.#parts;
    for (const id of orders.pending) remember(this.#cancels, id, true, MOST_KNOWN);
    for (const id of this.#cancels.keys())
      if (!orders.pending.has(id) && orders.get(id) !== undefined) this.#cancels.delete(id);
  }

  /** A list lacks these. A frame may have said why; else each is asked for once. */
  async #followGone(gone: readonly Order[]): Promise<void> {
    const { signal } = this.#abort;
    let asked = 0;
    for (const { id } of gone) {
      if (!this.#over.has(id) && asked++ < MOST_ASKED) await this.#ask(id, signal);
      if (signal.aborted) return;
    }
  }

  async #ask(id: string, signal: AbortSignal): Promise<void> {
    const { session, orders } = this.#parts;
    try {
      const exchange = await session.ensure();
      if (signal.aborted) return;
      const order = await exchange.order(id, signal);
      if (signal.aborted) return;
      orders.apply(order);
      this.#reportFill(order, this.#fills.reading(order));
      this.#reportEnd(order, undefined);
    } catch (cause) {
      if (signal.aborted) return;
      const error = asExchangeError(cause, session.log);
      session.log.warn(`Order ${id} could not be read: ${error.message}`);
    }
  }

  #reportFill(order: Order, news: FillNews | undefined): void {
    if (news === undefined) return;
    const { kind, quantity, price } = news;
    this.#report(order.marketSlug, { key: `${kind} ${news.key}`, kind, order, quantity, price });
  }

  #reportEnd(order: Order, reason: string | undefined): void {
    const { id, state, marketSlug } = order;
    if (state === 'FILLED' || state === 'REPLACED') remember(this.#over, id, true, MOST_KNOWN);
    if (state !== 'REJECTED' && state !== 'CANCELED' && state !== 'EXPIRED') return;
    remember(this.#over, id, true, MOST_KNOWN);
    if (state === 'REJECTED')
      this.#report(marketSlug, { key: `rejected ${id}`, kind: 'rejected', order, reason });
    // A cancel requested here is reported where it was requested.
    else if (state === 'EXPIRED' || !this.#cancels.has(id))
      this.#report(marketSlug, { key: `ended ${id}`, kind: 'ended', order, reason });
  }

  #reportSettled(slug: string, position: Position | undefined): void {
    this.#report(slug, { key: `settled ${slug}`, kind: 'settled', position });
  }

  #report(marketSlug: string, report: Report): void {
    if (this.#known.has(report.key)) return;
    remember(this.#known, report.key, true, MOST_KNOWN);
    const news: News = { ...report, at: this.#parts.session.clock.now(), marketSlug };
    this.#items = [news, ...this.#items].slice(0, MOST_NEWS);
    this.#unseen = Math.min(this.#unseen + 1, this.#items.length);
    this.changes.fire();
    this.#happened.fire(news);
  }

  /** The digest reports what lists showed after an absence. */
  #leaveToDigest(): void {
    for (const order of this.#open.skip()) this.#fills.skip(order);
    this.#positions.skip();
  }

  #forget(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#fills.clear();
    for (const each of [this.#known, this.#over]) each.clear();
    this.#open.clear();
    this.#positions.clear();
    this.#cancels.clear();
    this.#items = [];
    this.#unseen = 0;
    this.changes.fire();
  }
}
