import { compareInstants, type Instant, isLater } from '../../core/instant.ts';
import { sameValue } from '../reading/keyed-list.ts';
import type { Provenance } from '../reading/load-state.ts';

/** How to compare the items of a store that lists and frames both describe. */
export interface ReconcilerRules<T> {
  keyOf(item: T): string;
  /** The service's own time of the item's last change. */
  timeOf(item: T): Instant | undefined;
  /** True when the item is over for good and leaves. */
  isOver(item: T): boolean;
  /** Without times: true when `next` cannot be later than `held`. */
  isBackwards(next: T, held: T): boolean;
  /** `next`, with fields it leaves out and that cannot have changed taken from `held`. */
  complete(next: T, held: T): T;
}

/** When an item was described: the number of lists asked for so far, and where it came from. */
export interface Moment {
  readonly reading: number;
  readonly provenance: Provenance;
}

/**
 * - `listed`: a list or a snapshot has it: shown.
 * - `unlisted`: only frames described it. Any of them may be an old one that comes late, so a list has to confirm it.
 * - `gone`: a later list did not have it. - `over`: it ended, which is final.
 */
type Standing = 'listed' | 'unlisted' | 'gone' | 'over';

interface Entry<T> extends Moment {
  readonly item: T | undefined;
  /** The latest time it was described with. */
  readonly time: Instant | undefined;
  readonly standing: Standing;
  /** Number of lists asked for when it came to stand so, and when that arrived (Unix milliseconds). */
  readonly since: number;
  readonly sinceMs: number;
}

type StandingSince = Pick<Entry<unknown>, 'standing' | 'since' | 'sinceMs'>;

/** The outcome of an update. `needsList`: only a list asked for from now on can decide. */
export type UpdateResult = 'unchanged' | 'changed' | 'needsList';

/** Past items that are remembered, to recognise late frames. */
const MAX_PAST = 5_000;

/**
 * Reconciles the items of one store from lists and from frames, which may come late, twice or never. The service's times
 * decide where both have one; otherwise a frame counts as of its arrival and a list as of when it was asked for.
 */
export class Reconciler<T> {
  readonly #rules: ReconcilerRules<T>;
  readonly #entries = new Map<string, Entry<T>>();
  /** Keys of what is shown, in the order of the last list. */
  #order: readonly string[] = [];
  /** When the last list arrived, Unix milliseconds: it may be of any moment before. */
  #listedMs: number | undefined;

  constructor(rules: ReconcilerRules<T>) {
    this.#rules = rules;
  }

  get shown(): readonly T[] {
    return this.#order.flatMap((key) => {
      const entry = this.#entries.get(key);
      return entry?.standing === 'listed' && entry.item !== undefined ? [entry.item] : [];
    });
  }

  provenance(key: string): Provenance | undefined {
    const entry = this.#entries.get(key);
    return entry?.standing === 'listed' ? entry.provenance : undefined;
  }

  /** The latest time an item was described with. */
  time(key: string): Instant | undefined {
    return this.#entries.get(key)?.time;
  }

  /** Applies one item. `time` where the frame has one and the item has none. */
  applyUpdate(item: T, moment: Moment, time: Instant | undefined = this.#rules.timeOf(item)): UpdateResult {
    const key = this.#rules.keyOf(item);
    const entry = this.#entries.get(key);
    if (entry === undefined) {
      const over = this.#rules.isOver(item);
      this.#put(key, { item, time, ...moment, ...since(over ? 'over' : 'unlisted', moment) });
      return over ? 'unchanged' : 'needsList';
    }
    if (this.#isOlder(entry, item, time)) return 'unchanged';
    const next = entry.item === undefined ? item : this.#rules.complete(item, entry.item);
    const latest = later(time, entry.time);
    if (entry.item !== undefined && sameValue(next, entry.item) && !isLater(time, entry.time)) {
      // The same frame may come twice; a reply confirms the item.
      if (moment.provenance.source === 'rest') this.#put(key, { ...entry, ...moment });
      return 'unchanged';
    }
    if (this.#rules.isOver(next)) {
      this.#put(key, { item: next, time: latest, ...moment, ...since('over', moment) });
      return entry.standing === 'listed' ? 'changed' : 'unchanged';
    }
    // Something over that has a later time came back, perhaps briefly: gone until a list has it.
    const stands = entry.standing === 'over' ? since('gone', moment) : standingOf(entry);
    this.#put(key, { ...entry, item: next, time: latest, ...moment, ...stands });
    return entry.standing === 'listed' ? 'changed' : 'needsList';
  }

  /** Removes an item; only a list asked for from now on can bring it back. */
  remove(key: string, moment: Moment): void {
    const entry = this.#entries.get(key);
    if (entry?.standing === 'over') return;
    const known = { item: entry?.item, time: entry?.time };
    this.#put(key, { ...known, ...moment, ...since('gone', moment) });
  }

  /**
   * Applies a complete list, asked for as number `moment.reading`. `needsList` where frames described items that it lacks:
   * it may lag behind the stream, so it is asked for once more.
   */
  list(items: Iterable<T>, moment: Moment): UpdateResult {
    const order = new Set<string>();
    let verdict: UpdateResult = 'changed';
    for (const item of items) {
      const key = this.#rules.keyOf(item);
      if (!order.has(key) && this.#isListed(key, item, moment)) order.add(key);
    }
    for (const [key, entry] of [...this.#entries]) {
      if (order.has(key) || (entry.standing !== 'listed' && entry.standing !== 'unlisted')) continue;
      // An item from before this list was asked for that is not on it has ended, whatever came late meanwhile.
      if (entry.since < moment.reading) {
        this.#put(key, { ...entry, ...since('gone', moment) });
        if (entry.standing === 'unlisted' || entry.reading >= moment.reading) verdict = 'needsList';
      } else if (entry.standing === 'listed') order.add(key);
    }
    this.#order = [...order];
    this.#listedMs = moment.provenance.at;
    return verdict;
  }

  /**
   * Applies a snapshot of the stream, which may be an old one again: what it adds counts only if it was asked for
   * (`askedMs`) after the last list arrived, and what it lacks only if that was there before. The rest needs a list.
   */
  snapshot(items: readonly T[], moment: Moment, askedMs: number | undefined): readonly UpdateResult[] {
    const present = new Set(items.map((item) => this.#rules.keyOf(item)));
    const listed = this.#listedMs;
    const isNewer = listed === undefined || (askedMs !== undefined && listed < askedMs);
    // A list under way may be newer: it can remove what the snapshot adds.
    const stands = { ...since('listed', moment), since: moment.reading - 1 };
    const verdicts = items.map((item): UpdateResult => {
      const key = this.#rules.keyOf(item);
      const verdict = this.applyUpdate(item, moment);
      const entry = this.#entries.get(key);
      if (!isNewer || entry?.standing !== 'unlisted') return verdict;
      this.#put(key, { ...entry, ...stands });
      if (!this.#order.includes(key)) this.#order = [...this.#order, key];
      return 'changed';
    });
    for (const [key, entry] of [...this.#entries]) {
      if (entry.standing !== 'listed' || present.has(key)) continue;
      const wasThere = askedMs !== undefined && entry.sinceMs < askedMs;
      if (wasThere) this.#put(key, { ...entry, ...since('gone', moment) });
      verdicts.push(wasThere ? 'changed' : 'needsList');
    }
    return verdicts;
  }

  clear(): void {
    this.#entries.clear();
    this.#order = [];
    this.#listedMs = undefined;
  }

  /** Applies one item of a list; says whether it is shown. */
  #isListed(key: string, item: T, moment: Moment): boolean {
    const { reading } = moment;
    const entry = this.#entries.get(key);
    const time = this.#rules.timeOf(item);
    if (this.#rules.isOver(item)) {
      this.applyUpdate(item, moment);
      return this.#entries.get(key)?.standing === 'listed';
    }
    if (entry?.standing === 'over' && !isLater(time, entry.time)) return false;
    if (entry?.standing === 'gone' && entry.since >= reading) return false;
    const stands = entry?.standing === 'listed' ? standingOf(entry) : since('listed', moment);
    if (
      entry?.item === undefined ||
      entry.standing === 'over' ||
      this.#listWins(entry, item, time, reading)
    ) {
      this.#put(key, { item, time: later(time, entry?.time), ...moment, ...stands });
    } else this.#put(key, { ...entry, ...stands });
    return true;
  }

  #listWins(entry: Entry<T>, item: T, time: Instant | undefined, reading: number): boolean {
    if (isLater(time, entry.time)) return true;
    if (isLater(entry.time, time)) return false;
    if (entry.reading < reading) return true;
    return entry.item !== undefined && this.#rules.isBackwards(entry.item, item);
  }

  #isOlder(entry: Entry<T>, item: T, time: Instant | undefined): boolean {
    if (isLater(time, entry.time)) return false;
    if (isLater(entry.time, time) || entry.standing === 'over') return true;
    return entry.item !== undefined && !this.#rules.isOver(item) && this.#rules.isBackwards(item, entry.item);
  }

  /** Changed entries go to the end, so that those unchanged for longest are dropped first. */
  #put(key: string, entry: Entry<T>): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (this.#entries.size <= MAX_PAST + this.#order.length) return;
    for (const [old, { standing }] of this.#entries) {
      if (standing === 'listed') continue;
      this.#entries.delete(old);
      return;
    }
  }
}

function since(standing: Standing, { reading, provenance }: Moment): StandingSince {
  return { standing, since: reading, sinceMs: provenance.at };
}

function standingOf({ standing, since, sinceMs }: Entry<unknown>): StandingSince {
  return { standing, since, sinceMs };
}

function later(a: Instant | undefined, b: Instant | undefined): Instant | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return compareInstants(a, b) >= 0 ? a : b;
}
