import type { CancelProgress } from '../../core/attempt.ts';
import type { Execution } from '../../core/execution.ts';
import { isReplacedWithLeaves, isTerminal, type Order, type OrderState } from '../../core/order.ts';
import { ExchangeError } from '../../exchange/errors.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { type CursorRead, readCursorPages } from '../reading/pages.ts';
import { isInUse, type Owner, ownerChanged, ownerOf } from '../session/owner.ts';
import type { Session } from '../session/session.ts';
import { type ItemRules, StreamedStore } from './streamed-store.ts';

export interface OpenList {
  readonly owner: Owner;
  readonly orders: readonly Order[];
  readonly lost: number;
  /** There are more orders than could be read. */
  readonly isCut: boolean;
}

/** Most pages of open orders read; almost always there is one. */
const MOST_PAGES = 100;

/** The open orders as far as the service lists them, page after page. With a `nextCursor` the list was cut: it proves nothing gone. */
export function readOpenOrders(exchange: Exchange, signal: AbortSignal): Promise<CursorRead<Order>> {
  return readCursorPages((cursor) => exchange.openOrders(signal, undefined, cursor), {
    keyOf: ORDER_RULES.keyOf,
    maxPages: MOST_PAGES,
  });
}

const ORDER_RULES: ItemRules<Order> = {
  keyOf: ({ id }) => id,
  timeOf: ({ lastTransactTime }) => lastTransactTime,
  isOver: ({ state }) => isTerminal(state),
  isOpenWhereListed: isReplacedWithLeaves,
  // Without times a busted fill and a late frame look alike.
  isBackwards: (next, known) =>
    next.cumQuantity !== undefined &&
    known.cumQuantity !== undefined &&
    next.cumQuantity.lessThan(known.cumQuantity),
  complete: (next, known) => ({
    ...next,
    side: next.side ?? known.side,
    type: next.type ?? known.type,
    price: next.price ?? known.price,
    quantity: next.quantity ?? known.quantity,
    tif: next.tif ?? known.tif,
    goodTillTime: next.goodTillTime ?? known.goodTillTime,
    intent: next.intent ?? known.intent,
    marketMetadata: next.marketMetadata ?? known.marketMetadata,
    state: next.state ?? known.state,
    insertTime: next.insertTime ?? known.insertTime,
    createTime: next.createTime ?? known.createTime,
    cashOrderQty: next.cashOrderQty ?? known.cashOrderQty,
  }),
};

const FINAL_STATES: Readonly<Record<string, OrderState>> = {
  FILL: 'FILLED',
  CANCELED: 'CANCELED',
  REJECTED: 'REJECTED',
  EXPIRED: 'EXPIRED',
};

/** The order as an execution leaves it; a state that was not sent is taken from the type of execution. */
export function orderAfter({ order, type }: Execution): Order {
  const state = order.state ?? (type === undefined ? undefined : FINAL_STATES[type]);
  return state === order.state ? order : { ...order, state };
}

/** The open orders of the account, from lists, single reads and frames. Changes are keyed by order id. */
export class OrdersStore extends StreamedStore<Order> {
  readonly #cancelling = new Map<string, CancelProgress>();

  constructor(session: Session) {
    super(session, ORDER_RULES);
  }

  get orders(): readonly Order[] {
    return this.items;
  }

  inMarket(slug: string): readonly Order[] {
    return this.orders.filter((order) => order.marketSlug === slug);
  }

  /** The orders being cancelled, by id. */
  get cancelling(): ReadonlyMap<string, CancelProgress> {
    return this.#cancelling;
  }

  /** Undefined: no cancel of it is without a final outcome. */
  setCancelling(id: string, progress: CancelProgress | undefined): void {
    if (this.#cancelling.get(id) === progress) return;
    if (progress === undefined) this.#cancelling.delete(id);
    else this.#cancelling.set(id, progress);
    this.announce(new Set([id]));
  }

  /** Applies an order as just read; one in a final state leaves the list and does not come back. */
  apply(order: Order): void {
    this.applyUpdate(order, this.provenanceOfReply());
  }

  /**
   * Applies a frame of the account stream that arrived at `at` (Unix milliseconds). A working order that no list has had is
   * not shown: a reading becomes due.
   */
  applyExecution(execution: Execution, at: number): void {
    const order = orderAfter(execution);
    const time = order.lastTransactTime ?? execution.transactTime;
    this.applyUpdate(order, { source: 'stream', at }, time);
  }

  /** Applies a snapshot of the account stream that arrived at `at` (Unix milliseconds). */
  applySnapshot(orders: readonly Order[], at: number): void {
    this.applyItems(orders, { source: 'stream', at });
  }

  /**
   * Reads the open orders of `owner` again before acting on them; a read already under way does not count. Rejects with
   * ExchangeError: `auth` while signed out, `cancelled` when another account is in use.
   */
  async latest(owner: Owner = ownerOf(this.session)): Promise<OpenList> {
    await this.idle();
    if (isInUse(this.session, owner)) await this.refresh();
    const { state } = this;
    if (!isInUse(this.session, owner) || state.kind === 'idle') throw this.#notRead(owner);
    if (state.kind === 'failed') throw state.error;
    return { owner, orders: this.orders, lost: this.lost, isCut: !this.complete };
  }

  protected override fetch(exchange: Exchange, signal: AbortSignal): Promise<CursorRead<Order>> {
    return readOpenOrders(exchange, signal);
  }

  protected override clear(): void {
    super.clear();
    this.#cancelling.clear();
  }

  /** Signed out is an `auth` error, a switched account `ownerChanged`. */
  #notRead({ profile }: Owner): ExchangeError {
    const { account, canSign } = this.session;
    const isSignedOut = !canSign && account.kind !== 'unknown' && this.session.profile === profile;
    if (!isSignedOut) return ownerChanged();
    return new ExchangeError('auth', 'Sign in to see this.', { auth: 'noKey', mayHaveArrived: false });
  }
}
