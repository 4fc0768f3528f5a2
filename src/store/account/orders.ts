import type { Execution } from '../../core/execution.ts';
import { isTerminal, type Order, type OrderState } from '../../core/order.ts';
import { ExchangeError } from '../../exchange/errors.ts';
import { KeyedList } from '../reading/keyed-list.ts';
import type { Provenance } from '../reading/load-state.ts';
import type { Read } from '../reading/loader.ts';
import { isInUse, type Owner, ownerChanged, ownerOf } from '../session/owner.ts';
import { type Moment, Reconciler, type ReconcilerRules, type UpdateResult } from './reconciler.ts';
import { StreamedStore } from './streamed-store.ts';

/** The open orders of one account by one reading. */
export interface OpenList {
  readonly owner: Owner;
  readonly orders: readonly Order[];
  /** Orders of the reply that could not be read. */
  readonly lost: number;
}

/** How lists and frames describe orders. */
const ORDER_RULES: ReconcilerRules<Order> = {
  keyOf: ({ id }) => id,
  timeOf: ({ lastTransactTime }) => lastTransactTime,
  isOver: ({ state }) => isTerminal(state),
  // Without times a busted fill and a late frame look alike.
  isBackwards: (next, held) =>
    next.cumQuantity !== undefined &&
    held.cumQuantity !== undefined &&
    next.cumQuantity.lessThan(held.cumQuantity),
  complete: (next, held) => ({
    ...next,
    side: next.side ?? held.side,
    type: next.type ?? held.type,
    price: next.price ?? held.price,
    quantity: next.quantity ?? held.quantity,
    tif: next.tif ?? held.tif,
    goodTillTime: next.goodTillTime ?? held.goodTillTime,
    intent: next.intent ?? held.intent,
    marketMetadata: next.marketMetadata ?? held.marketMetadata,
    state: next.state ?? held.state,
    insertTime: next.insertTime ?? held.insertTime,
    createTime: next.createTime ?? held.createTime,
    cashOrderQty: next.cashOrderQty ?? held.cashOrderQty,
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
export class OrdersStore extends StreamedStore {
  readonly #reconciler = new Reconciler<Order>(ORDER_RULES);
  readonly #list = new KeyedList<Order>(ORDER_RULES.keyOf);
  readonly #pending = new Set<string>();
  readonly #unknown = new Set<string>();
  #lost = 0;

  get orders(): readonly Order[] {
    return this.#list.items;
  }

  /** Orders of the last reply that could not be read. */
  get lost(): number {
    return this.#lost;
  }

  get(id: string): Order | undefined {
    return this.#list.get(id);
  }

  inMarket(slug: string): readonly Order[] {
    return this.orders.filter((order) => order.marketSlug === slug);
  }

  /** Ids of orders whose cancel is under way. */
  get pending(): ReadonlySet<string> {
    return this.#pending;
  }

  /** Ids of those whose cancel the service may or may not have acted on. */
  get unknown(): ReadonlySet<string> {
    return this.#unknown;
  }

  setPending(id: string, pending: boolean, unknown = false): void {
    if (this.#pending.has(id) === pending && this.#unknown.has(id) === unknown) return;
    setMember(this.#pending, id, pending);
    setMember(this.#unknown, id, unknown);
    this.announce(new Set([id]));
  }

  /** Applies an order as just read; one in a final state leaves the list and does not come back. */
  apply(order: Order): void {
    this.#follow(this.#reconciler.applyUpdate(order, this.#moment(this.provenanceOfReply())));
  }

  /** Removes an order the service does not know any more; only a list asked for from now on can bring it back. */
  remove(id: string): void {
    this.#reconciler.remove(id, this.#moment(this.provenanceOfReply()));
    this.#follow('changed');
  }

  /**
   * Applies a frame of the account stream that arrived at `at` (Unix milliseconds). A working order that no list has had is
   * not shown: a reading becomes due.
   */
  applyExecution(execution: Execution, at: number): void {
    const order = orderAfter(execution);
    const moment = this.#moment({ source: 'stream', at });
    const time = order.lastTransactTime ?? execution.transactTime;
    this.#decide([this.#reconciler.applyUpdate(order, moment, time)]);
  }

  /**
   * Applies a snapshot of the account stream that arrived at `at`. Without `askedAt` (when it was subscribed to; both Unix
   * milliseconds) it may be an old one: where it has other orders than the last list, a reading becomes due.
   */
  applySnapshot(orders: readonly Order[], at: number, askedAt?: number): void {
    this.#decide(this.#reconciler.snapshot(orders, this.#moment({ source: 'stream', at }), askedAt));
  }

  /** Where a listed order as it is shown came from. */
  provenance(id: string): Provenance | undefined {
    return this.#reconciler.provenance(id);
  }

  /**
   * Reads the open orders of `owner` again before acting on them; a read already under way does not count. Rejects with
   * ExchangeError: `auth` while signed out, `cancelled` when another account is in use.
   */
  async latest(owner: Owner = ownerOf(this.session)): Promise<OpenList> {
    await this.loader.idle();
    if (isInUse(this.session, owner)) await this.refresh();
    const { state } = this;
    if (!isInUse(this.session, owner) || state.kind === 'idle') throw this.#notRead(owner);
    if (state.kind === 'failed') throw state.error;
    return { owner, orders: this.orders, lost: this.lost };
  }

  protected override read(): Read {
    return async (exchange, signal) => {
      const reading = this.reads.begin();
      const listing = await exchange.openOrders(signal, true);
      return () => {
        const provenance = this.provenanceOfReply();
        const verdict = this.#reconciler.list(listing.items, { reading, provenance });
        this.#lost = listing.lost;
        this.reads.done(reading);
        if (verdict === 'needsList') this.reads.need();
        return this.#list.replace(this.#reconciler.shown);
      };
    };
  }

  protected override clear(): void {
    super.clear();
    this.#list.clear();
    this.#reconciler.clear();
    this.#pending.clear();
    this.#unknown.clear();
    this.#lost = 0;
  }

  /** Signed out is an `auth` error, a switched account `ownerChanged`. */
  #notRead({ profile }: Owner): ExchangeError {
    const { account, canSign } = this.session;
    const isSignedOut = !canSign && account.kind !== 'unknown' && this.session.profile === profile;
    if (!isSignedOut) return ownerChanged();
    return new ExchangeError('auth', 'Sign in to see this.', { auth: 'noKey', mayHaveArrived: false });
  }

  #moment(provenance: Provenance): Moment {
    return { reading: this.reads.asked, provenance };
  }

  #decide(verdicts: readonly UpdateResult[]): void {
    if (verdicts.includes('changed')) this.#follow('changed');
    if (verdicts.includes('needsList')) this.reads.need();
  }

  #follow(verdict: UpdateResult): void {
    if (verdict === 'changed') this.announce(this.#list.replace(this.#reconciler.shown));
  }
}

function setMember(set: Set<string>, id: string, isMember: boolean): void {
  if (isMember) set.add(id);
  else set.delete(id);
}
