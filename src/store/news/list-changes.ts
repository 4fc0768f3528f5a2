import type { Clock } from '../../base/clock.ts';
import type { Event } from '../../base/event.ts';
import { type Disposable, DisposableOwner, toDisposable } from '../../base/lifecycle.ts';
import { GAP_MS } from '../live/gaps.ts';
import { type LoadState, readAt } from '../reading/load-state.ts';

/** A change is compared so much later, milliseconds: by then a frame may say more, and a gap may have ended. */
export const HOLD_MS = 5_000;
/** The same after a time without lists in which a gap may have begun: a machine that slept notices some seconds late. */
const LONG_HOLD_MS = 15_000;
/** What a list shows after longer than this without one is no news but what happened meanwhile, milliseconds. */
const LONG_MS = 600_000;

interface ComparedList<T> {
  readonly store: { readonly state: LoadState; readonly onDidChange: Event<unknown> };
  items(): readonly T[];
  keyOf(item: T): string;
  /** As it stands when comparing begins, or begins again. */
  first?(items: readonly T[]): void;
  changed(before: ReadonlyMap<string, T>, now: ReadonlyMap<string, T>): void;
}

/** Compares a list of the account with what it was a few seconds before. */
export class ListChanges<T> extends DisposableOwner {
  readonly #clock: Clock;
  readonly #list: ComparedList<T>;
  /** As it was when it was last compared; undefined before the first list. */
  #seen: ReadonlyMap<string, T> | undefined;
  #readAt = 0;
  #timer: Disposable | undefined;

  constructor(clock: Clock, list: ComparedList<T>) {
    super();
    this.#clock = clock;
    this.#list = list;
    this.own.add(list.store.onDidChange(() => this.#follow()));
    this.own.add(toDisposable(() => this.#stop()));
  }

  get(key: string): T | undefined {
    return this.#seen?.get(key);
  }

  /** Takes the list as it is, without reporting what changed; returns it. */
  skip(): readonly T[] {
    this.#stop();
    if (this.#seen !== undefined) this.#seen = this.#now();
    return this.#list.items();
  }

  clear(): void {
    this.#stop();
    this.#seen = undefined;
    this.#readAt = 0;
  }

  #stop(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  #now(): ReadonlyMap<string, T> {
    return new Map(this.#list.items().map((item) => [this.#list.keyOf(item), item]));
  }

  #follow(): void {
    const at = readAt(this.#list.store.state);
    if (at === undefined) return;
    const sinceMs = at - this.#readAt;
    this.#readAt = at;
    if (this.#seen === undefined || sinceMs > LONG_MS) {
      this.#stop();
      this.#seen = this.#now();
      this.#list.first?.(this.#list.items());
      return;
    }
    if (this.#timer !== undefined || !this.#differs(this.#seen)) return;
    const holdMs = sinceMs > GAP_MS ? LONG_HOLD_MS : HOLD_MS;
    this.#timer = this.#clock.setTimeout(() => this.#compare(), holdMs);
  }

  #differs(seen: ReadonlyMap<string, T>): boolean {
    const items = this.#list.items();
    return items.length !== seen.size || items.some((item) => seen.get(this.#list.keyOf(item)) !== item);
  }

  #compare(): void {
    this.#timer = undefined;
    const before = this.#seen;
    if (before === undefined) return;
    const now = this.#now();
    this.#seen = now;
    this.#list.changed(before, now);
  }
}
