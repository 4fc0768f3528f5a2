import { type Disposable, DisposableOwner, toDisposable } from '../../base/disposable.ts';
import type { Event } from '../../base/event.ts';
import { mayTakeBack } from '../../core/execution.ts';
import { isOver, lifecycle } from '../../core/lifecycle.ts';
import { ACCOUNT_TOPICS, type StreamMessage } from '../../exchange/streams.ts';
import { ActivityStore } from '../account/activity.ts';
import type { Coverage } from './coverage.ts';
import type { LiveStores } from './live-stores.ts';
import type { Refreshable, RefreshPriority, RefreshScheduler } from './scheduler.ts';

/** Every fill is an entry of the activity, and a market that opens or closes changes its event: how often these are read again at most, milliseconds. */
const LIST_GAP_MS = 30_000;
/** What the stream says of a market where trading has ended for good. */
const ENDED: ReadonlySet<string> = new Set(['CLOSED', 'EXPIRED', 'TERMINATED']);

/** Brings frames into the stores, and has read what frames do not say. */
export class StreamUpdates extends DisposableOwner {
  readonly #stores: LiveStores;
  readonly #coverage: Coverage;
  readonly #scheduler: RefreshScheduler;
  readonly #account: readonly (Refreshable & { readonly onNeedsReading: Event<void> })[];
  readonly #states = new Map<string, string>();
  /** By market, when a frame contradicted how it was read, and until when that was right, Unix milliseconds. */
  readonly #contradicted = new Map<string, { readonly at: number; readonly rightUntil: number }>();
  #isOpen = false;
  #watched: Disposable | undefined;

  constructor(stores: LiveStores, coverage: Coverage, scheduler: RefreshScheduler) {
    super();
    this.#stores = stores;
    this.#coverage = coverage;
    this.#scheduler = scheduler;
    this.#account = ACCOUNT_TOPICS.map((topic) => stores[topic]);
    for (const store of this.#account)
      this.own.add(store.onNeedsReading(() => this.#request(store, 'update')));
    this.own.add(toDisposable(() => this.#watched?.dispose()));
  }

  apply(message: StreamMessage): void {
    const { quotes, orders, positions, balances } = this.#stores;
    const { at } = message;
    quotes.take(message);
    switch (message.kind) {
      case 'book':
        this.#takeState(message.book.marketSlug, at, quotes.book(message.book.marketSlug)?.value.state);
        break;
      case 'lite':
        this.#takeState(message.quote.marketSlug, at, quotes.quote(message.quote.marketSlug)?.value.state);
        break;
      case 'order':
        orders.applyExecution(message.execution, at);
        this.#requestActivity(mayTakeBack(message.execution) ? 'update' : 'extra');
        break;
      case 'orders':
        orders.applySnapshot(message.orders, at);
        break;
      case 'position':
        positions.applyChange(message.change, at);
        this.#requestActivity(message.change.entryType === 'CORRECTION' ? 'update' : 'extra');
        break;
      case 'balances':
        balances.applyBalances(message.balances, message.whole, at);
        break;
    }
  }

  /**
   * Whether a gap is over: the orders were read again, and so were positions and balances, or they failed. One address
   * that is broken for good must not hold back the rest.
   */
  get isAccountSettled(): boolean {
    return this.#account.every(
      (store) => !this.#isPending(store) || (store !== this.#stores.orders && store.state.kind === 'failed'),
    );
  }

  /** Whether everything a gap left open has been read. */
  get isAccountComplete(): boolean {
    return !this.#account.some((store) => this.#isPending(store));
  }

  /** Reads all of the account again: streams do not replay what they missed. */
  readAccount(): void {
    for (const store of this.#account) this.#request(store, 'urgent');
    this.#requestActivity('urgent');
  }

  readTakenBack(orderId: string): void {
    for (const activity of this.#activities()) activity.expectTakenBack(orderId);
    this.#requestActivity('urgent');
  }

  /** Another account: what was requested is about the last one. */
  forgetAccount(): void {
    this.#scheduler.forget([...this.#account, this.#stores.activity]);
  }

  /**
   * Until when the last read of a market that trades otherwise now was right, which no quote of it undoes; Unix milliseconds.
   * Undefined where no frame has contradicted it since.
   */
  rightUntil(slug: string): number | undefined {
    const contradicted = this.#contradicted.get(slug);
    const readAt = this.#stores.markets.readAt(slug) ?? 0;
    if (contradicted === undefined || readAt >= contradicted.at) return undefined;
    return Math.max(readAt, contradicted.rightUntil);
  }

  /** The stream is up again: what was read meanwhile may be from before what is received now. */
  forgetStates(): void {
    this.#states.clear();
  }

  /** Whether any market is looked at; while not, none is read. */
  setOpen(isOpen: boolean): void {
    if (isOpen === this.#isOpen) return;
    // First, as listeners of the scheduler come here again.
    this.#isOpen = isOpen;
    if (isOpen) this.#watched = this.#scheduler.watch([this.#stores.marketsBySlug]);
    else this.#watched?.dispose();
  }

  forgetMarkets(): void {
    this.#states.clear();
    this.#contradicted.clear();
  }

  /** `state`: that of the latest frame, which need not be this one: an older one that comes again is not believed. */
  #takeState(slug: string, at: number, state: string | undefined): void {
    if (this.#coverage.heard(slug, at)) this.#scheduler.reschedule();
    const before = this.#states.get(slug);
    if (state === undefined || before === state) return;
    this.#states.set(slug, state);
    this.#contradicted.delete(slug);
    // Where the state before was streamed too, it was right until this frame, or until the stream was last heard whole.
    const rightUntil = before === undefined ? 0 : Math.min(at, this.#coverage.completeUntil('markets') ?? 0);
    if (this.#contradicts(slug, state)) this.#contradicted.set(slug, { at, rightUntil });
    else if (before === undefined) return;
    // The market has the times and the result too.
    const { events, marketsBySlug } = this.#stores;
    const scheduler = this.#scheduler;
    marketsBySlug.ask(slug);
    scheduler.refresh(marketsBySlug, { priority: 'update' });
    if (scheduler.watched.has(events))
      scheduler.refresh(events, { priority: 'extra', minGapMs: LIST_GAP_MS });
  }

  #contradicts(slug: string, state: string): boolean {
    const market = this.#stores.markets.get(slug);
    const stated = market && lifecycle(market);
    if (stated === undefined || stated === 'open' || stated === 'unknown') return false;
    return state === 'OPEN' || (ENDED.has(state) && !isOver(stated));
  }

  #request(store: Refreshable, priority: RefreshPriority): void {
    const since = this.#coverage.completeUntil('account');
    if (this.#isUsed(store)) this.#scheduler.refresh(store, { priority, since });
  }

  #requestActivity(priority: 'urgent' | 'update' | 'extra'): void {
    const minGapMs = priority === 'extra' ? LIST_GAP_MS : undefined;
    for (const store of this.#activities())
      if (this.#isUsed(store)) this.#scheduler.refresh(store, { priority, minGapMs });
  }

  /** The account's own list and those of panels. */
  #activities(): ReadonlySet<ActivityStore> {
    const panels = [...this.#scheduler.watched].filter((store) => store instanceof ActivityStore);
    return new Set([this.#stores.activity, ...panels]);
  }

  #isPending(store: Refreshable): boolean {
    return this.#scheduler.pendingSince(store) !== undefined;
  }

  /** Skips stores that were never loaded. */
  #isUsed(store: Refreshable): boolean {
    return store.state.kind !== 'idle' || this.#scheduler.watched.has(store);
  }
}
