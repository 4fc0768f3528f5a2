import { ChangeSource } from '../../base/change-source.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, toDisposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { Timer } from '../../base/timer.ts';
import { readAt, type Store } from '../reading/load-state.ts';

export type Refreshable = Pick<Store, 'state' | 'load' | 'refresh'>;

/**
 * Why a store has to be read again.
 *
 * - `urgent`: nothing of it is known since a stream broke off; not limited by the budget.
 * - `update`: a frame came that does not decide what the store holds.
 * - `extra`: what is shown is right, and there is more to it, such as an entry of the activity.
 */
export type RefreshPriority = (typeof PRIORITIES)[number];

interface RefreshRequest {
  readonly priority: RefreshPriority;
  /** Shortest time between two reads of the store, milliseconds; default 2,000. */
  readonly minGapMs?: number | undefined;
  /** From when on the store may lack something, Unix milliseconds; default now. */
  readonly since?: number | undefined;
}

/** Says how streams keep stores up to date. */
export interface RefreshPolicy {
  /** How old a store may become that a stream keeps up to date, milliseconds; undefined where none does. */
  checkMs(store: Refreshable): number | undefined;
  /** How many requests one refresh takes. */
  costOf(store: Refreshable): number;
  /** Whether a request for this store outlives its watchers. */
  outlivesWatchers(store: Refreshable): boolean;
  /** Whether a requested refresh is made though nobody watches the store. */
  isReadUnwatched(store: Refreshable): boolean;
}

/** How often a watched store is read that no stream keeps up to date, while the window has the focus, milliseconds. */
const INTERVAL_MS = 30_000;
/** How often a store is checked whose changes a stream tells of; focus or not, milliseconds. */
export const CHECK_MS = 300_000;
/** How much slower a window without focus polls. */
const UNFOCUSED = 10;
/** Failures in a row double the wait up to this many times the interval. */
const SLOWEST = 16;
const MIN_GAP_MS = 2_000;
/** A requested refresh that failed is tried again after this, doubling up to the longest, milliseconds. */
const RETRY_MS = 5_000;
const RETRY_MOST_MS = 60_000;
/** The most important first. */
const PRIORITIES = ['urgent', 'update', 'extra'] as const;
/** When the budget is short, a check or an extra goes as if it had become due so much later, milliseconds. */
const HANDICAP_MS = 20_000;

/**
 * Bounds what is read by itself while the streams are up, over all stores together: so many reads at once, and how long one takes
 * to come back, milliseconds. Never more than six in any minute.
 */
const MOST_AT_ONCE = 2;
const REFILL_MS = 15_000;

interface Entry {
  watchers: number;
  /** From when on the store may lack something, Unix milliseconds; undefined: it lacks nothing. */
  pendingSince: number | undefined;
  /** The same, requested while a read was out: that read may not know of it. */
  againSince: number | undefined;
  priority: RefreshPriority;
  minGapMs: number;
  /** It is due whatever its age. */
  isDue: boolean;
  /** When it was last asked, and when that was last requested, by the steady clock. */
  askedAt: number;
  requestedAt: number;
  failures: number;
  isRunning: boolean;
}

interface Due {
  readonly store: Refreshable;
  readonly entry: Entry;
  /** Milliseconds until it is due; 0 or less: now. */
  readonly wait: number;
  /** A check or an extra. */
  readonly canWait: boolean;
  /** The least goes first. */
  readonly rank: number;
  /** Whether it has to wait for the budget. */
  readonly isLimited: boolean;
}

/**
 * The one thing that refreshes stores by itself: what somebody looks at, when it is too old, and what a frame left
 * incomplete. One read of a store at a time, one timer for all. It goes by the steady clock, which nobody sets.
 */
export class RefreshScheduler extends ChangeSource {
  readonly #clock: Clock;
  readonly #policy: RefreshPolicy;
  readonly #entries = new Map<Refreshable, Entry>();
  readonly #settled = this.own.add(new Emitter<void>());
  #isFocused = true;
  /** What is left of the budget, in the time it takes to come back, and when that was worked out, by the steady clock. */
  #creditMs = MOST_AT_ONCE * REFILL_MS;
  #creditAt: number;
  /** What the budget was last used for: after a check, updates go first, so that none waits for several checks. */
  #wasCheck = false;
  readonly #timer: Timer;

  /** Call `reschedule` when `policy` says something else. */
  constructor(clock: Clock, policy: RefreshPolicy) {
    super();
    this.#clock = clock;
    this.#policy = policy;
    this.#timer = this.own.add(new Timer(clock, () => this.#work()));
    this.#creditAt = clock.steady();
  }

  /** A requested refresh ended, well or not, and none is to follow at once. */
  readonly onDidSettle: Event<void> = this.#settled.event;

  /** What somebody looks at, each once. */
  get watched(): ReadonlySet<Refreshable> {
    return new Set([...this.#entries].filter(([, { watchers }]) => watchers > 0).map(([store]) => store));
  }

  /** Keeps these fresh until disposed: hold it while a view is visible. Reads soon what is missing or too old. */
  watch(stores: readonly Refreshable[]): Disposable {
    for (const store of stores) this.#enter(store);
    this.changes.fire();
    this.reschedule();
    return toDisposable(() => {
      for (const store of stores) this.#leave(store);
      this.changes.fire();
      this.reschedule();
    });
  }

  /** Has a store read again soon, once however often it is requested, and until it works. */
  refresh(store: Refreshable, { priority, minGapMs = MIN_GAP_MS, since }: RefreshRequest): void {
    const entry = this.#entry(store);
    const from = since ?? this.#clock.now();
    const isNew = entry.pendingSince === undefined;
    entry.pendingSince = Math.min(entry.pendingSince ?? from, from);
    if (entry.isRunning) entry.againSince = Math.min(entry.againSince ?? from, from);
    if (!isNew && PRIORITIES.indexOf(priority) >= PRIORITIES.indexOf(entry.priority)) return;
    entry.priority = priority;
    entry.minGapMs = minGapMs;
    entry.requestedAt = this.#clock.steady();
    this.reschedule();
  }

  /** From when on a store may lack something, Unix milliseconds; undefined where it lacks nothing. */
  pendingSince(store: Refreshable): number | undefined {
    return this.#entries.get(store)?.pendingSince;
  }

  /** Drops what was requested of these: they are about another account. */
  forget(stores: Iterable<Refreshable>): void {
    for (const store of stores) {
      const entry = this.#entries.get(store);
      if (entry !== undefined) entry.pendingSince = entry.againSince = undefined;
    }
  }

  /** Ten times slower polling while the window has no focus; with the focus back, what is due is read. */
  setFocused(isFocused: boolean): void {
    if (isFocused === this.#isFocused) return;
    this.#isFocused = isFocused;
    this.reschedule();
  }

  /** Everything watched is due, whatever its age: the clock jumped. */
  expireAll(): void {
    for (const entry of this.#entries.values()) entry.isDue = true;
    this.reschedule();
  }

  /** Reads again what failed: something shows that the service is there again. */
  retryFailed(): void {
    for (const [store, entry] of this.#entries) if (store.state.kind === 'failed') entry.isDue = true;
    this.reschedule();
  }

  reschedule(): void {
    this.#arm(this.#entries.size === 0 ? Number.POSITIVE_INFINITY : 0);
  }

  override dispose(): void {
    super.dispose();
    this.#entries.clear();
  }

  #enter(store: Refreshable): void {
    if (this.own.disposed) return;
    const entry = this.#entry(store);
    entry.watchers++;
    if (entry.watchers === 1 && store.state.kind === 'idle' && !entry.isRunning)
      void this.#read(store, entry, () => store.load());
  }

  #leave(store: Refreshable): void {
    const entry = this.#entries.get(store);
    if (entry === undefined || --entry.watchers > 0) return;
    if (!this.#policy.outlivesWatchers(store)) this.#entries.delete(store);
  }

  #entry(store: Refreshable): Entry {
    const known = this.#entries.get(store);
    if (known !== undefined) return known;
    const entry: Entry = {
      watchers: 0,
      pendingSince: undefined,
      againSince: undefined,
      priority: 'update',
      minGapMs: MIN_GAP_MS,
      isDue: false,
      askedAt: Number.NEGATIVE_INFINITY,
      requestedAt: Number.NEGATIVE_INFINITY,
      failures: 0,
      isRunning: false,
    };
    this.#entries.set(store, entry);
    return entry;
  }

  #arm(waitMs: number): void {
    this.#timer.stop();
    if (!this.own.disposed && Number.isFinite(waitMs)) this.#timer.set(waitMs);
  }

  #work(): void {
    let nextMs = Number.POSITIVE_INFINITY;
    let isBudgetSpent = false;
    const firstOf = ({ rank, canWait }: Due): number => (this.#wasCheck && canWait ? Infinity : rank);
    for (const due of [...this.#dues()].sort((a, b) => firstOf(a) - firstOf(b) || a.rank - b.rank)) {
      // What is behind one that waits for the budget waits with it, or that one would never get its turn.
      if (due.wait <= 0 && due.isLimited && isBudgetSpent) continue;
      const wait = due.wait <= 0 && due.isLimited ? this.#waitMs(due) : due.wait;
      if (due.wait <= 0 && wait > 0) isBudgetSpent = true;
      if (wait > 0) nextMs = Math.min(nextMs, wait);
      else this.#make(due);
    }
    this.#arm(nextMs);
  }

  /**
   * What does not wait for the budget counts as well. A list of more pages than may be read at once must not hold up what
   * waits behind it, nor must an hour without a stream.
   */
  #make({ store, entry, canWait, isLimited }: Due): void {
    if (isLimited) this.#wasCheck = canWait;
    this.#creditMs = Math.max(0, this.#credit() - this.#costOf(store) * REFILL_MS);
    void this.#read(store, entry, () => store.refresh('poll'));
  }

  /** Checks and extras leave room for updates: they wait for a full budget, as does what takes more requests than that. */
  #waitMs({ store, canWait }: Due): number {
    const requests = canWait ? MOST_AT_ONCE : Math.min(this.#costOf(store), MOST_AT_ONCE);
    return Math.max(0, requests * REFILL_MS - this.#credit());
  }

  #costOf(store: Refreshable): number {
    return this.#policy.costOf(store);
  }

  #credit(): number {
    const now = this.#clock.steady();
    this.#creditMs = Math.min(MOST_AT_ONCE * REFILL_MS, this.#creditMs + now - this.#creditAt);
    this.#creditAt = now;
    return this.#creditMs;
  }

  *#dues(): Iterable<Due> {
    for (const [store, entry] of this.#entries) {
      if (entry.isRunning) continue;
      const requested = this.#requested(store, entry);
      const aged = entry.watchers > 0 ? this.#aged(store, entry) : undefined;
      if (requested !== undefined && (aged === undefined || requested.wait <= aged.wait)) yield requested;
      else if (aged !== undefined) yield aged;
    }
  }

  #requested(store: Refreshable, entry: Entry): Due | undefined {
    const { pendingSince, watchers, failures, minGapMs, priority } = entry;
    if (pendingSince === undefined || (watchers === 0 && !this.#policy.isReadUnwatched(store)))
      return undefined;
    const gapMs = failures > 0 ? Math.min(RETRY_MS * 2 ** (failures - 1), RETRY_MOST_MS) : minGapMs;
    const now = this.#clock.steady();
    const wait = entry.isDue ? 0 : Math.max(entry.askedAt + gapMs, entry.requestedAt) - now;
    const canWait = priority === 'extra';
    const rank = wait + (canWait ? HANDICAP_MS : 0);
    return { store, entry, wait, canWait, rank, isLimited: priority !== 'urgent' };
  }

  #aged(store: Refreshable, entry: Entry): Due {
    const at = readAt(store.state);
    const sinceAsked = this.#clock.steady() - entry.askedAt;
    const sinceRead = this.#clock.now() - (at ?? 0);
    // Less than 0: it was read before the clock was set back.
    const age = sinceRead < 0 ? sinceAsked : Math.min(sinceAsked, sinceRead);
    const checkMs = this.#policy.checkMs(store);
    const slower = Math.min(2 ** entry.failures, SLOWEST) * (this.#isFocused ? 1 : UNFOCUSED);
    const wait = entry.isDue ? 0 : (checkMs ?? INTERVAL_MS * slower) - age;
    const isLimited = checkMs !== undefined && !entry.isDue;
    return { store, entry, wait, canWait: true, rank: wait + HANDICAP_MS, isLimited };
  }

  async #read(store: Refreshable, entry: Entry, read: () => Promise<void>): Promise<void> {
    entry.isRunning = true;
    const { kind } = store.state;
    // A request in flight may predate the trigger: wait for it, then fetch again.
    if (entry.pendingSince !== undefined && (kind === 'loading' || kind === 'refreshing'))
      await store.refresh('poll');
    entry.askedAt = this.#clock.steady();
    entry.againSince = undefined;
    entry.isDue = false;
    const wasPending = entry.pendingSince !== undefined;
    if (entry.priority === 'urgent') entry.priority = 'update';
    await read();
    entry.isRunning = false;
    if (this.#entries.get(store) !== entry) return;
    const isFailed = store.state.kind === 'failed';
    entry.failures = isFailed ? entry.failures + 1 : 0;
    if (!isFailed) entry.pendingSince = entry.againSince;
    if (wasPending && (isFailed || entry.pendingSince === undefined)) this.#settled.fire();
    this.reschedule();
  }
}
