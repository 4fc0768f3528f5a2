import type { Clock } from '../../base/clock.ts';
import type { Event } from '../../base/event.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { AccountTopic, StreamMessage } from '../../exchange/streams.ts';
import { ActivityStore } from '../account/activity.ts';
import type { BalancesStore } from '../account/balances.ts';
import type { OrdersStore } from '../account/orders.ts';
import type { PositionsStore } from '../account/positions.ts';
import type { Allowance } from './allowance.ts';
import type { AccountPart, Lease } from './lease.ts';
import type { Pollable, Poller } from './poller.ts';
import { Rereads } from './reread.ts';

export interface AccountFeedParts {
  readonly clock: Clock;
  readonly orders: OrdersStore;
  readonly positions: PositionsStore;
  readonly balances: BalancesStore;
  readonly activity: ActivityStore;
  readonly poller: Poller;
  readonly allowance: Allowance;
}

/**
 * The activity is read again at most this often, milliseconds: every fill is an entry of it. While nobody looks at it,
 * only so that it is not far behind when somebody does.
 */
const ACTIVITY_GAP_MS = 30_000;
const UNSEEN_GAP_MS = 60_000;

/** Brings what the stream tells of the account into the stores, and reads again what telling does not decide. */
export class AccountFeed implements Disposable {
  readonly #parts: AccountFeedParts;
  readonly #lease: Pick<Lease, 'note'>;
  readonly #rereads: Rereads;
  readonly #done: () => void;
  readonly #own = new DisposableStore();
  /** What the stream tells of. */
  readonly #told: readonly (Pollable & { readonly onNeedsReading: Event<void> })[];

  /** `settled` is called whenever `settled` or `complete` may have come true. */
  constructor(parts: AccountFeedParts, lease: Pick<Lease, 'note'>, settled: () => void) {
    this.#parts = parts;
    this.#lease = lease;
    this.#done = settled;
    this.#rereads = this.#own.add(new Rereads(parts.clock, parts.allowance, settled));
    this.#told = [parts.orders, parts.positions, parts.balances];
    for (const store of this.#told) {
      this.#own.add(store.onNeedsReading(() => this.#ask(store)));
    }
    this.#own.add(parts.poller.onDidChange(() => this.#forgetClosed()));
  }

  /**
   * Whether something told at `at` (Unix milliseconds) or later is not decided yet, and takes longer than a moment. `part`:
   * of what, as a position that has to be read says nothing of the orders; undefined: of anything.
   */
  isUndecided(at: number, part?: AccountTopic): boolean {
    return this.#rereads.owes(this.#toldOf(part), at);
  }

  /** The same, if only for a moment. */
  isOwed(at: number, part?: AccountTopic): boolean {
    return this.#rereads.owesAny(this.#toldOf(part), at);
  }

  /** When what is owed longest takes, or took, longer than a moment, Unix milliseconds; undefined: nothing is owed. */
  undecidedFrom(part?: AccountTopic): number | undefined {
    return this.#rereads.lateFrom(this.#toldOf(part));
  }

  /**
   * Whether what happened meanwhile can be told: the orders have been read again, and so was the rest of the account's
   * own, but for what failed even after that. One address that is broken for good must not silence the others.
   */
  get settled(): boolean {
    const { orders, positions, balances, activity } = this.#parts;
    if (this.#rereads.owedSince([orders]) !== undefined) return false;
    return [positions, balances, activity].every(
      (store) => this.#rereads.owedSince([store]) === undefined || this.#rereads.failedAfter(store, orders),
    );
  }

  /** Whether everything of the account's own that was owed has been read. */
  get complete(): boolean {
    return this.#rereads.owedSince([...this.#told, this.#parts.activity]) === undefined;
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
    for (const store of [...this.#told, ...this.#activities()])
      if (this.#isUsed(store)) this.#rereads.askNow(store);
    if (this.settled) this.#done();
  }

  /** Whether anybody looks; while not, nothing is read, and what is owed stays owed. */
  setOpen(open: boolean): void {
    this.#rereads.setOpen(open);
  }

  /** Another account: it is owed nothing. */
  forget(): void {
    this.#rereads.clear();
  }

  dispose(): void {
    this.#own.dispose();
  }

  #toldOf(part: AccountTopic | undefined): readonly Pollable[] {
    return part === undefined ? this.#told : [this.#parts[part]];
  }

  #askActivity(): void {
    const { watched } = this.#parts.poller;
    for (const store of this.#activities())
      if (this.#isUsed(store))
        this.#rereads.askLater(store, watched.has(store) ? ACTIVITY_GAP_MS : UNSEEN_GAP_MS);
  }

  /** What nobody has asked for yet has nothing to read again. */
  #ask(store: Pollable): void {
    if (this.#isUsed(store)) this.#rereads.ask(store);
  }

  #isUsed(store: Pollable): boolean {
    return store.state.kind !== 'idle' || this.#parts.poller.watched.has(store);
  }

  /** What a panel alone looked at is read no more, and not kept. */
  #forgetClosed(): void {
    const { activity, poller } = this.#parts;
    this.#rereads.keep(new Set([...this.#told, activity, ...poller.watched]));
  }

  /** The account's own and those of panels. */
  #activities(): readonly Pollable[] {
    const watched = [...this.#parts.poller.watched].filter((store) => store instanceof ActivityStore);
    return [...new Set<Pollable>([this.#parts.activity, ...watched])];
  }
}
