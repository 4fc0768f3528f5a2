import type { Event } from '../../base/event.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { StreamMessage } from '../../exchange/streams.ts';
import { ActivityStore } from '../account/activity.ts';
import type { BalancesStore } from '../account/balances.ts';
import type { OrdersStore } from '../account/orders.ts';
import type { PositionsStore } from '../account/positions.ts';
import type { Refreshable, RefreshPriority, RefreshScheduler } from './scheduler.ts';

export interface AccountUpdatesParts {
  readonly orders: OrdersStore;
  readonly positions: PositionsStore;
  readonly balances: BalancesStore;
  readonly activity: ActivityStore;
  readonly scheduler: RefreshScheduler;
}

/** The activity is read again at most this often, milliseconds: every fill is an entry of it. */
const ACTIVITY_GAP_MS = 30_000;

/** Brings frames of the account into the stores, and has the stores read again where a frame does not decide. */
export class AccountUpdates implements Disposable {
  readonly #parts: AccountUpdatesParts;
  readonly #heardUntil: () => number | undefined;
  readonly #own = new DisposableStore();
  readonly #streamed: readonly (Refreshable & { readonly onNeedsReading: Event<void> })[];

  /** `heardUntil`: until when everything that happened was received, Unix milliseconds; undefined: until now. */
  constructor(parts: AccountUpdatesParts, heardUntil: () => number | undefined) {
    this.#parts = parts;
    this.#heardUntil = heardUntil;
    this.#streamed = [parts.orders, parts.positions, parts.balances];
    for (const store of this.#streamed)
      this.#own.add(store.onNeedsReading(() => this.#request(store, 'update')));
  }

  /** What of the account stays up to date though nobody may be watching it. */
  get stores(): readonly Refreshable[] {
    return [...this.#streamed, this.#parts.activity];
  }

  /**
   * Whether a gap is over: the orders were read again, and so were positions and balances, or they failed. One address
   * that is broken for good must not hold back the rest.
   */
  get isSettled(): boolean {
    const { scheduler, orders } = this.#parts;
    return this.#streamed.every((store) => {
      const isRead = scheduler.pendingSince(store) === undefined;
      return isRead || (store !== orders && store.state.kind === 'failed');
    });
  }

  /** Whether everything a gap left open has been read. */
  get isComplete(): boolean {
    return this.#streamed.every((store) => this.#parts.scheduler.pendingSince(store) === undefined);
  }

  apply(message: StreamMessage): void {
    const { orders, positions, balances } = this.#parts;
    const { at } = message;
    switch (message.kind) {
      case 'order':
        orders.applyExecution(message.execution, at);
        this.#requestActivity('extra');
        break;
      case 'orders':
        orders.applySnapshot(message.orders, at);
        break;
      case 'position':
        positions.applyChange(message.change, at);
        this.#requestActivity('extra');
        break;
      case 'balances':
        balances.applyBalances(message.balances, message.whole, at);
        break;
    }
  }

  /** Reads all of it again: streams do not replay what they missed. */
  readAll(): void {
    for (const store of this.#streamed) this.#request(store, 'urgent');
    this.#requestActivity('urgent');
  }

  dispose(): void {
    this.#own.dispose();
  }

  #request(store: Refreshable, priority: RefreshPriority): void {
    if (this.#isUsed(store)) this.#parts.scheduler.refresh(store, { priority, since: this.#heardUntil() });
  }

  /** The account's own list and those of panels. */
  #requestActivity(priority: RefreshPriority): void {
    const { activity, scheduler } = this.#parts;
    const panels = [...scheduler.watched].filter((store) => store instanceof ActivityStore);
    for (const store of new Set<Refreshable>([activity, ...panels]))
      if (this.#isUsed(store))
        scheduler.refresh(
          store,
          priority === 'extra' ? { priority, minGapMs: ACTIVITY_GAP_MS } : { priority },
        );
  }

  /** Skips stores that were never loaded. */
  #isUsed(store: Refreshable): boolean {
    return store.state.kind !== 'idle' || this.#parts.scheduler.watched.has(store);
  }
}
