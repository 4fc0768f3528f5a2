import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore } from '../base/lifecycle.ts';
import type { StreamMessage } from '../exchange/streams.ts';
import { ActivityStore } from './activity.ts';
import type { BalancesStore } from './balances.ts';
import type { AccountPart, Lease } from './lease.ts';
import type { OrdersStore } from './orders.ts';
import type { Pollable, Poller } from './poller.ts';
import type { PositionsStore } from './positions.ts';
import { Rereads } from './reread.ts';

export interface AccountFeedParts {
  readonly clock: Clock;
  readonly orders: OrdersStore;
  readonly positions: PositionsStore;
  readonly balances: BalancesStore;
  readonly activity: ActivityStore;
  readonly poller: Poller;
}

/** The activity is read again at most this often, milliseconds: every fill is an entry of it. */
const ACTIVITY_GAP_MS = 10_000;
/** A reading that is owed for longer marks what it would have changed, milliseconds. */
const GRACE_MS = 3_000;

/** Brings what the stream tells of the account into the stores, and reads again what telling does not decide. */
export class AccountFeed implements Disposable {
  readonly #parts: AccountFeedParts;
  readonly #lease: Pick<Lease, 'note'>;
  readonly #rereads: Rereads;
  readonly #done: () => void;
  readonly #own = new DisposableStore();
  #open = false;

  /** `settled` is called whenever nothing is owed any more. */
  constructor(parts: AccountFeedParts, lease: Pick<Lease, 'note'>, settled: () => void) {
    this.#parts = parts;
    this.#lease = lease;
    this.#done = settled;
    this.#rereads = this.#own.add(new Rereads(parts.clock, settled));
    for (const store of [parts.orders, parts.positions, parts.balances]) {
      this.#own.add(store.onNeedsReading(() => this.#ask(store)));
    }
  }

  /** Since when something told is not decided, once it takes longer than a moment. */
  get undecidedSince(): number | undefined {
    const { oldest } = this.#rereads;
    return oldest !== undefined && this.#parts.clock.now() - oldest > GRACE_MS ? oldest : undefined;
  }

  /** Whether everything that was owed has been read. */
  get settled(): boolean {
    return this.#rereads.oldest === undefined;
  }

  take(message: StreamMessage): void {
    const { orders, positions, balances } = this.#parts;
    const { at } = message;
    switch (message.kind) {
      case 'order':
        orders.applyExecution(message.execution, at);
        this.#lease.note(['orders', 'activity']);
        this.#askActivity();
        break;
      case 'orders':
        orders.applySnapshot(message.orders, at);
        break;
      case 'position':
        positions.applyChange(message.change, at);
        this.#lease.note(['positions', 'activity']);
        this.#askActivity();
        break;
      case 'balances':
        balances.applyBalances(message.balances, message.whole, at);
        if (!message.whole) this.#lease.note(['balances']);
        break;
    }
  }

  /** Another window heard that these changed. */
  told(changed: ReadonlySet<AccountPart>): void {
    for (const part of changed) {
      if (part === 'activity') this.#askActivity();
      else this.#ask(this.#parts[part]);
    }
  }

  /** Reads it all again: what happened meanwhile is not told afterwards. */
  readAll(): void {
    const { orders, positions, balances } = this.#parts;
    for (const store of [orders, positions, balances, ...this.#activities()]) this.#ask(store);
    if (this.settled) this.#done();
  }

  /** Whether anybody looks; while not, nothing is owed: whoever begins to reads it all anyway. */
  setOpen(open: boolean): void {
    this.#open = open;
    if (!open) this.#rereads.clear();
  }

  dispose(): void {
    this.#own.dispose();
  }

  #askActivity(): void {
    for (const store of this.#activities()) this.#ask(store, ACTIVITY_GAP_MS);
  }

  /** What nobody has asked for yet has nothing to read again. */
  #ask(store: Pollable, gapMs?: number): void {
    if (!this.#open) return;
    if (store.state.kind !== 'idle' || this.#parts.poller.watched.has(store)) this.#rereads.ask(store, gapMs);
  }

  /** The account's own and those of panels. */
  #activities(): readonly Pollable[] {
    const watched = [...this.#parts.poller.watched].filter((store) => store instanceof ActivityStore);
    return [...new Set<Pollable>([this.#parts.activity, ...watched])];
  }
}
