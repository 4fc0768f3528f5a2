import type { Clock } from '../../base/clock.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/lifecycle.ts';
import {
  ACCOUNT_PARTS,
  type AccountPart,
  type LeaseRecord,
  type LineTold,
  parseLeases,
} from './lease-record.ts';

export type { AccountPart, LeaseRecord, LineTold } from './lease-record.ts';

/** One value every window of this machine sees, a little later than it was written; the editor's global memory. */
export interface LeaseStore {
  get(): unknown;
  set(value: unknown): void;
}

export interface LeaseOptions {
  /** Undefined: there is no other window. */
  readonly store: LeaseStore | undefined;
  readonly clock: Clock;
  /** 0…1. */
  readonly random: () => number;
}

/** How often windows look at the lease, and how often the holder renews it, milliseconds. */
export const LOOK_MS = 1_000;
export const RENEW_MS = 5_000;
/** So long a lease holds without being renewed: a killed window renews nothing. */
export const VALID_MS = 15_000;
/** What comes together is written together, or others would take the first of it for all there was; milliseconds. */
const GATHER_MS = 100;
/** A lease that ran out is taken after up to this long, so that not every window does at once. */
const JITTER_MS = 2_000;

/**
 * One window holds the line of an account; the others look at what it writes, once a second. While it is not wanted
 * there is no timer.
 */
export class Lease implements Disposable {
  readonly #store: LeaseStore | undefined;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #id: string;
  readonly #changes = new Emitter<void>();
  readonly #told = new Emitter<ReadonlySet<AccountPart>>();
  readonly #disposables = new DisposableStore();
  #key: string | undefined;
  #holds = false;
  #shared: LeaseRecord | undefined;
  #seen: LeaseRecord['changed'] | undefined;
  #line: () => LineTold = () => NOT_YET;
  #own = NOT_YET;
  #dirty = new Set<AccountPart>();
  #renewedAt = Number.NEGATIVE_INFINITY;
  #wroteChangesAt = Number.NEGATIVE_INFINITY;
  #takeAt: number | undefined;
  #timer: Disposable | undefined;
  #gathering: Disposable | undefined;

  constructor({ store, clock, random }: LeaseOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#random = random;
    this.#id = Math.floor(random() * 2 ** 48).toString(36);
    for (const emitter of [this.#changes, this.#told]) this.#disposables.add(emitter);
    this.#disposables.add(toDisposable(() => this.#timer?.dispose()));
  }

  /** Whether this window holds the line changed, or what the holder says of it. */
  readonly onDidChange: Event<void> = (listener) => this.#changes.event(listener);
  /** The holder says that these changed. */
  readonly onTold: Event<ReadonlySet<AccountPart>> = (listener) => this.#told.event(listener);

  get holds(): boolean {
    return this.#holds;
  }

  /** What another window that holds it says; undefined while none does. */
  get shared(): LeaseRecord | undefined {
    return this.#shared;
  }

  /** `key`: which account; undefined: not wanted, and given up if held. */
  want(key: string | undefined): void {
    if (key === this.#key || this.#disposables.disposed) return;
    this.#giveUp();
    this.#key = key;
    if (key === undefined) {
      this.#changes.fire();
    } else {
      this.#takeAt = this.#clock.now();
      this.#look();
    }
  }

  /** How to learn how the line of this window stands, for when it holds it. */
  describe(line: () => LineTold): void {
    this.#line = line;
  }

  /** The holder's line may have changed: that is written at once, its last sign of life when the lease is renewed. */
  tell(): void {
    if (!this.#holds) return;
    const { line, since } = this.#line();
    if (line !== this.#own.line || since !== this.#own.since) this.#renew();
  }

  /** The holder heard of a change; written soon, at most once a second, and never after a later sign of life. */
  note(parts: Iterable<AccountPart>): void {
    if (!this.#holds || this.#store === undefined) return;
    for (const part of parts) this.#dirty.add(part);
    if (this.#dirty.size === 0 || this.#clock.now() - this.#wroteChangesAt < LOOK_MS) return;
    this.#gathering ??= this.#clock.setTimeout(() => {
      this.#gathering = undefined;
      if (this.#holds && this.#dirty.size > 0) this.#renew();
    }, GATHER_MS);
  }

  dispose(): void {
    this.#giveUp();
    this.#disposables.dispose();
  }

  #look(): void {
    const now = this.#clock.now();
    const other = this.#other();
    if (this.#holds) this.#keep(other);
    else if (other !== undefined) this.#follow(other);
    else this.#mayTake();
    // Alone there is nobody to look for.
    if (this.#key === undefined || this.#store === undefined) return;
    this.#timer?.dispose();
    const wait = this.#takeAt === undefined ? LOOK_MS : Math.max(1, this.#takeAt - now);
    this.#timer = this.#clock.setTimeout(() => this.#look(), Math.min(wait, LOOK_MS));
  }

  /** Of two holders the one with the smaller name stays. */
  #keep(other: LeaseRecord | undefined): void {
    if (other !== undefined && other.holder < this.#id) {
      this.#holds = false;
      this.#follow(other);
    } else if (
      other !== undefined ||
      this.#dirty.size > 0 ||
      Math.abs(this.#clock.now() - this.#renewedAt) >= RENEW_MS
    ) {
      this.#renew();
    }
  }

  #follow(other: LeaseRecord): void {
    const before = this.#shared;
    this.#takeAt = undefined;
    this.#shared = other;
    const seen = this.#seen;
    this.#seen = other.changed;
    const same =
      before?.holder === other.holder && before.line === other.line && before.since === other.since;
    if (!same) this.#changes.fire();
    // What was told while this window was not looking is read by whoever begins to.
    const parts = ACCOUNT_PARTS.filter((part) => seen !== undefined && seen[part] !== other.changed[part]);
    if (parts.length > 0) this.#told.fire(new Set(parts));
  }

  #mayTake(): void {
    const now = this.#clock.now();
    if (this.#shared !== undefined || this.#takeAt === undefined) {
      this.#takeAt = now + this.#random() * JITTER_MS;
      const had = this.#shared !== undefined;
      this.#shared = undefined;
      if (had) this.#changes.fire();
    }
    if (this.#takeAt > now && this.#takeAt <= now + JITTER_MS) return;
    this.#takeAt = undefined;
    this.#holds = true;
    this.#renew();
    this.#changes.fire();
  }

  #giveUp(): void {
    this.#timer?.dispose();
    this.#gathering?.dispose();
    this.#timer = this.#gathering = undefined;
    if (this.#holds && this.#mine()) this.#write(0);
    this.#holds = false;
    this.#shared = undefined;
    this.#seen = undefined;
    this.#dirty.clear();
    this.#takeAt = undefined;
  }

  #renew(): void {
    this.#renewedAt = this.#clock.now();
    this.#own = this.#line();
    this.#write(this.#renewedAt + VALID_MS);
  }

  #write(until: number): void {
    const key = this.#key;
    if (this.#store === undefined || key === undefined) return;
    const leases = parseLeases(this.#store.get());
    const changed = { ...(leases.get(key)?.changed ?? NOTHING_YET) };
    for (const part of this.#dirty) changed[part]++;
    if (this.#dirty.size > 0) this.#wroteChangesAt = this.#clock.now();
    this.#dirty.clear();
    leases.set(key, { holder: this.#id, until, ...this.#own, changed });
    this.#store.set(Object.fromEntries(leases));
  }

  #record(): LeaseRecord | undefined {
    return this.#key === undefined ? undefined : parseLeases(this.#store?.get()).get(this.#key);
  }

  #mine(): boolean {
    return this.#record()?.holder === this.#id;
  }

  /** One that lies further ahead than a renewal reaches was written before the clock was set back. */
  #other(): LeaseRecord | undefined {
    const record = this.#record();
    const now = this.#clock.now();
    if (record === undefined || record.holder === this.#id) return undefined;
    return record.until > now && record.until <= now + VALID_MS + LOOK_MS ? record : undefined;
  }
}

const NOT_YET: LineTold = { line: 'connecting', since: undefined, heardAt: undefined };
const NOTHING_YET: LeaseRecord['changed'] = { orders: 0, positions: 0, balances: 0, activity: 0 };
