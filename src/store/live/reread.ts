import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import type { Allowance } from './allowance.ts';
import type { Pollable } from './poller.ts';

/** Shortest time between two re-reads of one store, milliseconds. */
export const REREAD_GAP_MS = 2_000;
/** A reading that is owed for longer marks what it would have changed, milliseconds. */
export const GRACE_MS = 3_000;
/** What failed is tried again after this, doubling up to the longest, milliseconds. */
const RETRY_MS = 5_000;
const RETRY_MOST_MS = 60_000;

interface Entry {
  /** Since when what the store holds is known not to be all, Unix milliseconds; undefined: nothing is owed. */
  owedAt: number | undefined;
  /** When it was asked for last. */
  askedAt: number;
  /** When it was asked for while a read was under way; that read may not know yet what this is about. */
  againAt: number | undefined;
  lastAt: number;
  gapMs: number;
  purpose: 'reread' | 'addition';
  /** When it will be read, Unix milliseconds; undefined while it is. */
  dueAt: number | undefined;
  /** Whether it may not wait for what other readings cost. */
  urgent: boolean;
  failures: number;
  /** Which reading its last one was, of all that ended. */
  turn: number;
  timer: Disposable | undefined;
  running: boolean;
}

/** Reads stores again because something was told that the telling alone does not decide. */
export class Rereads implements Disposable {
  readonly #clock: Clock;
  readonly #allowance: Allowance;
  readonly #settled: () => void;
  readonly #entries = new Map<Pollable, Entry>();
  #turn = 0;
  #open = true;

  /** `settled` is called whenever a reading that was owed ended, well or not, and none is to follow at once. */
  constructor(clock: Clock, allowance: Allowance, settled: () => void = () => {}) {
    this.#clock = clock;
    this.#allowance = allowance;
    this.#settled = settled;
  }

  /** Since when any of these, or any store at all, owes a reading. */
  owedSince(stores: Iterable<Pollable> = this.#entries.keys()): number | undefined {
    let oldest: number | undefined;
    for (const store of stores) {
      const owedAt = this.#entries.get(store)?.owedAt;
      if (owedAt !== undefined && (oldest === undefined || owedAt < oldest)) oldest = owedAt;
    }
    return oldest;
  }

  /** Since when any of these owes a reading that takes longer than a moment, Unix milliseconds; may lie ahead. */
  lateFrom(stores: Iterable<Pollable>): number | undefined {
    let oldest: number | undefined;
    for (const store of stores) {
      const from = lateFrom(this.#entries.get(store));
      if (from !== undefined && (oldest === undefined || from < oldest)) oldest = from;
    }
    return oldest;
  }

  /** Whether any of these owes a reading that takes longer than a moment, of something told at `at` or later. */
  owes(stores: Iterable<Pollable>, at: number): boolean {
    const now = this.#clock.now();
    for (const store of stores) {
      const entry = this.#entries.get(store);
      const from = lateFrom(entry);
      if (entry !== undefined && from !== undefined && now > from && entry.askedAt >= at) return true;
    }
    return false;
  }

  /** Whether any of these owes a reading of something told at `at` or later, however short a time. */
  owesAny(stores: Iterable<Pollable>, at: number): boolean {
    for (const store of stores) {
      const entry = this.#entries.get(store);
      if (entry?.owedAt !== undefined && entry.askedAt >= at) return true;
    }
    return false;
  }

  /** Whether the last reading of a store failed, and that after the last one of another ended. */
  failedAfter(store: Pollable, other: Pollable): boolean {
    const entry = this.#entries.get(store);
    return entry !== undefined && entry.failures > 0 && entry.turn > (this.#entries.get(other)?.turn ?? 0);
  }

  /**
   * Once soon, however often it is asked for, never twice within `gapMs`, and within what such readings may cost. A
   * failed one is tried again.
   */
  ask(store: Pollable): void {
    this.#ask(store, 'reread', REREAD_GAP_MS, false);
  }

  /** The same, for what only adds to what is shown: it leaves room for what makes that true. */
  askLater(store: Pollable, gapMs: number): void {
    this.#ask(store, 'addition', gapMs, false);
  }

  /** The same, whatever others cost: after a line broke nothing of the store is known. */
  askNow(store: Pollable): void {
    this.#ask(store, 'reread', REREAD_GAP_MS, true);
  }

  #ask(store: Pollable, purpose: Entry['purpose'], gapMs: number, urgent: boolean): void {
    const entry = this.#entry(store);
    const now = this.#clock.now();
    entry.gapMs = gapMs;
    entry.purpose = purpose;
    entry.owedAt ??= now;
    entry.askedAt = now;
    if (urgent && !entry.urgent) {
      entry.urgent = true;
      entry.timer?.dispose();
      entry.timer = undefined;
    }
    if (entry.running) entry.againAt ??= now;
    else this.#arm(store, entry, gapMs);
  }

  /** While closed nothing is read; what is owed stays so, and is read on opening. */
  setOpen(open: boolean): void {
    if (open === this.#open) return;
    this.#open = open;
    for (const [store, entry] of this.#entries) {
      entry.timer?.dispose();
      entry.timer = undefined;
      if (open && entry.owedAt !== undefined && !entry.running) this.#arm(store, entry, entry.gapMs);
    }
  }

  /** Forgets all stores but these. */
  keep(stores: ReadonlySet<Pollable>): void {
    for (const [store, entry] of this.#entries) {
      if (stores.has(store)) continue;
      entry.timer?.dispose();
      this.#entries.delete(store);
    }
  }

  /** Forgets what is owed. */
  clear(): void {
    for (const entry of this.#entries.values()) entry.timer?.dispose();
    this.#entries.clear();
  }

  dispose(): void {
    this.clear();
  }

  #entry(store: Pollable): Entry {
    const known = this.#entries.get(store);
    if (known !== undefined) return known;
    const entry: Entry = {
      owedAt: undefined,
      askedAt: Number.NEGATIVE_INFINITY,
      againAt: undefined,
      lastAt: Number.NEGATIVE_INFINITY,
      gapMs: REREAD_GAP_MS,
      purpose: 'reread',
      dueAt: undefined,
      urgent: false,
      failures: 0,
      turn: 0,
      timer: undefined,
      running: false,
    };
    this.#entries.set(store, entry);
    return entry;
  }

  #arm(store: Pollable, entry: Entry, gapMs: number): void {
    if (entry.timer !== undefined || !this.#open) return;
    const since = this.#clock.now() - entry.lastAt;
    // Below zero the machine's clock was set back.
    const free = entry.urgent ? 0 : this.#allowance.waitMs(entry.purpose, 1);
    const wait = Math.max(free, since < 0 ? gapMs : gapMs - since);
    if (wait <= 0) {
      void this.#read(store, entry);
      return;
    }
    entry.dueAt = this.#clock.now() + wait;
    entry.timer = this.#clock.setTimeout(() => {
      entry.timer = undefined;
      // What others cost meanwhile may have taken its place.
      this.#arm(store, entry, 0);
    }, wait);
  }

  async #read(store: Pollable, entry: Entry): Promise<void> {
    entry.running = true;
    const { kind } = store.state;
    // What is out already may have been answered before that which made this necessary.
    if (kind === 'loading' || kind === 'refreshing') await store.refresh('poll');
    entry.lastAt = this.#clock.now();
    entry.againAt = undefined;
    entry.dueAt = undefined;
    if (!entry.urgent) this.#allowance.spend(1);
    entry.urgent = false;
    await store.refresh('poll');
    entry.running = false;
    if (this.#entries.get(store) !== entry) return;
    const failed = store.state.kind === 'failed';
    entry.failures = failed ? entry.failures + 1 : 0;
    entry.turn = ++this.#turn;
    if (!failed) entry.owedAt = entry.againAt;
    if (entry.owedAt !== undefined) this.#arm(store, entry, failed ? retryMs(entry.failures) : entry.gapMs);
    if (failed || entry.owedAt === undefined) this.#settled();
  }
}

/** One that is about to be read is late after a moment, one that has to wait is at once. */
function lateFrom(entry: Entry | undefined): number | undefined {
  if (entry?.owedAt === undefined) return undefined;
  const isSoon = entry.dueAt === undefined || entry.dueAt - entry.owedAt <= GRACE_MS;
  return isSoon ? entry.owedAt + GRACE_MS : entry.owedAt;
}

/** How long to wait after so many failures in a row, 1 or more; milliseconds. */
export function retryMs(failures: number): number {
  return Math.min(RETRY_MS * 2 ** (failures - 1), RETRY_MOST_MS);
}
