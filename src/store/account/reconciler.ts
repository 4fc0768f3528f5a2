import { compareInstants, type Instant } from '../../core/instant.ts';
import type { Provenance } from '../reading/provenance.ts';
import { sameValue } from '../reading/same.ts';

/** How to read the items of a store that frames and lists both tell of. */
export interface ReconcilerRules<T> {
  keyOf(item: T): string;
  /** The service's own time of the item's last change. */
  timeOf(item: T): Instant | undefined;
  /** True when the item is over for good and leaves. */
  isOver(item: T): boolean;
  /** Where there are no times: true when `next` cannot have come after `held`. */
  isBackwards(next: T, held: T): boolean;
  /** `next` with what it does not say and what cannot have changed since `held`. */
  complete(next: T, held: T): T;
}

/** When something is told: the number of lists asked for so far, and where it came from. */
export interface Moment {
  readonly reading: number;
  readonly told: Provenance;
}

/**
 * - `listed`: a list or a snapshot has it: shown. - `heard`: only frames told of it, and any frame may be an old one come
 *   late, so a list has to say whether it is there.
 * - `gone`: a later list did not have it. - `over`: it ended, which is final.
 */
type Standing = 'listed' | 'heard' | 'gone' | 'over';

interface Fact<T> extends Moment {
  readonly item: T | undefined;
  /** The latest time it was told with. */
  readonly time: Instant | undefined;
  readonly standing: Standing;
  /** Number of the list that made it stand so, or of lists asked for when something else did; and when that was told. */
  readonly since: number;
  readonly sinceMs: number;
}

type Stood = Pick<Fact<unknown>, 'standing' | 'since' | 'sinceMs'>;

/** What being told came to. `undecided`: a list asked for from now on has to say. */
export type Verdict = 'nothing' | 'changed' | 'undecided';

/** So many items that are not shown any more are remembered, to recognise frames that come late. */
const MOST_PAST = 5_000;

/**
 * What is known of the items of one store, told by lists and by frames that may come late, twice or never. Times of the
 * service decide where both have one; else a frame counts as of its arrival and a list as of when it was asked for.
 */
export class Reconciler<T> {
  readonly #rules: ReconcilerRules<T>;
  readonly #facts = new Map<string, Fact<T>>();
  /** Keys of what is shown, in the order of the last list. */
  #order: readonly string[] = [];
  /** When the last list taken in was there, Unix milliseconds: it may be about any moment before. */
  #listedMs: number | undefined;

  constructor(rules: ReconcilerRules<T>) {
    this.#rules = rules;
  }

  get shown(): readonly T[] {
    return this.#order.flatMap((key) => {
      const fact = this.#facts.get(key);
      return fact?.standing === 'listed' && fact.item !== undefined ? [fact.item] : [];
    });
  }

  told(key: string): Provenance | undefined {
    const fact = this.#facts.get(key);
    return fact?.standing === 'listed' ? fact.told : undefined;
  }

  /** The latest time something was told with. */
  time(key: string): Instant | undefined {
    return this.#facts.get(key)?.time;
  }

  /** Takes in one item. `time` where the frame has one and the item has none. */
  applyUpdate(item: T, moment: Moment, time: Instant | undefined = this.#rules.timeOf(item)): Verdict {
    const key = this.#rules.keyOf(item);
    const fact = this.#facts.get(key);
    if (fact === undefined) {
      const over = this.#rules.isOver(item);
      this.#put(key, { item, time, ...moment, ...since(over ? 'over' : 'heard', moment) });
      return over ? 'nothing' : 'undecided';
    }
    if (this.#isOlder(fact, item, time)) return 'nothing';
    const next = fact.item === undefined ? item : this.#rules.complete(item, fact.item);
    const latest = later(time, fact.time);
    if (fact.item !== undefined && sameValue(next, fact.item) && !isLater(time, fact.time)) {
      // A frame that says the same may be the same; a reply says it anew.
      if (moment.told.source === 'rest') this.#put(key, { ...fact, ...moment });
      return 'nothing';
    }
    if (this.#rules.isOver(next)) {
      this.#put(key, { item: next, time: latest, ...moment, ...since('over', moment) });
      return fact.standing === 'listed' ? 'changed' : 'nothing';
    }
    // What was over and has a later time was brought back, perhaps not for long: as good as gone until a list has it.
    const stands = fact.standing === 'over' ? since('gone', moment) : standingOf(fact);
    this.#put(key, { ...fact, item: next, time: latest, ...moment, ...stands });
    return fact.standing === 'listed' ? 'changed' : 'undecided';
  }

  /** Takes it out; only a list asked for from now on can bring it back. */
  remove(key: string, moment: Moment): void {
    const fact = this.#facts.get(key);
    if (fact?.standing === 'over') return;
    const known = { item: fact?.item, time: fact?.time };
    this.#put(key, { ...known, ...moment, ...since('gone', moment) });
  }

  /**
   * Takes in a complete list, asked for as number `moment.reading`. Undecided where frames told of items that
   * it lacks: it may lag behind the stream, so it is asked for once more.
   */
  list(items: Iterable<T>, moment: Moment): Verdict {
    const order = new Set<string>();
    let verdict: Verdict = 'changed';
    for (const item of items) {
      const key = this.#rules.keyOf(item);
      if (!order.has(key) && this.#isListed(key, item, moment)) order.add(key);
    }
    for (const [key, fact] of [...this.#facts]) {
      if (order.has(key) || (fact.standing !== 'listed' && fact.standing !== 'heard')) continue;
      // What was there before this list was asked for and is not on it has ended, whatever came late meanwhile.
      if (fact.since < moment.reading) {
        this.#put(key, { ...fact, ...since('gone', moment) });
        if (fact.standing === 'heard' || fact.reading >= moment.reading) verdict = 'undecided';
      } else if (fact.standing === 'listed') order.add(key);
    }
    this.#order = [...order];
    this.#listedMs = moment.told.at;
    return verdict;
  }

  /**
   * Takes in a snapshot a stream sent. It may be an old one come again, so what it adds counts only if it was asked for
   * (`askedMs`) after the last list was there; what it lacks, only if that was there before. The rest is undecided.
   */
  snapshot(items: readonly T[], moment: Moment, askedMs: number | undefined): readonly Verdict[] {
    const present = new Set(items.map((item) => this.#rules.keyOf(item)));
    const listed = this.#listedMs;
    const isNews = listed === undefined || (askedMs !== undefined && listed < askedMs);
    // A list that is out may be the newer one: it can take away what the snapshot adds.
    const stands = { ...since('listed', moment), since: moment.reading - 1 };
    const verdicts = items.map((item): Verdict => {
      const key = this.#rules.keyOf(item);
      const verdict = this.applyUpdate(item, moment);
      const fact = this.#facts.get(key);
      if (!isNews || fact?.standing !== 'heard') return verdict;
      this.#put(key, { ...fact, ...stands });
      if (!this.#order.includes(key)) this.#order = [...this.#order, key];
      return 'changed';
    });
    for (const [key, fact] of [...this.#facts]) {
      if (fact.standing !== 'listed' || present.has(key)) continue;
      const wasThere = askedMs !== undefined && fact.sinceMs < askedMs;
      if (wasThere) this.#put(key, { ...fact, ...since('gone', moment) });
      verdicts.push(wasThere ? 'changed' : 'undecided');
    }
    return verdicts;
  }

  clear(): void {
    this.#facts.clear();
    this.#order = [];
    this.#listedMs = undefined;
  }

  /** Takes in one item of a list; says whether it is shown. */
  #isListed(key: string, item: T, moment: Moment): boolean {
    const { reading } = moment;
    const fact = this.#facts.get(key);
    const time = this.#rules.timeOf(item);
    if (this.#rules.isOver(item)) {
      this.applyUpdate(item, moment);
      return this.#facts.get(key)?.standing === 'listed';
    }
    if (fact?.standing === 'over' && !isLater(time, fact.time)) return false;
    if (fact?.standing === 'gone' && fact.since >= reading) return false;
    const stands = fact?.standing === 'listed' ? standingOf(fact) : since('listed', moment);
    if (fact?.item === undefined || fact.standing === 'over' || this.#listWins(fact, item, time, reading)) {
      this.#put(key, { item, time: later(time, fact?.time), ...moment, ...stands });
    } else this.#put(key, { ...fact, ...stands });
    return true;
  }

  #listWins(fact: Fact<T>, item: T, time: Instant | undefined, reading: number): boolean {
    if (isLater(time, fact.time)) return true;
    if (isLater(fact.time, time)) return false;
    if (fact.reading < reading) return true;
    return fact.item !== undefined && this.#rules.isBackwards(fact.item, item);
  }

  #isOlder(fact: Fact<T>, item: T, time: Instant | undefined): boolean {
    if (isLater(time, fact.time)) return false;
    if (isLater(fact.time, time) || fact.standing === 'over') return true;
    return fact.item !== undefined && !this.#rules.isOver(item) && this.#rules.isBackwards(item, fact.item);
  }

  /** Those that changed their standing go to the end, so that what is forgotten is what lay still for longest. */
  #put(key: string, fact: Fact<T>): void {
    this.#facts.delete(key);
    this.#facts.set(key, fact);
    if (this.#facts.size <= MOST_PAST + this.#order.length) return;
    for (const [old, { standing }] of this.#facts) {
      if (standing === 'listed') continue;
      this.#facts.delete(old);
      return;
    }
  }
}

function since(standing: Standing, { reading, told }: Moment): Stood {
  return { standing, since: reading, sinceMs: told.at };
}

function standingOf({ standing, since, sinceMs }: Fact<unknown>): Stood {
  return { standing, since, sinceMs };
}

/** False where one of them is not known. */
function isLater(a: Instant | undefined, b: Instant | undefined): boolean {
  return a !== undefined && b !== undefined && compareInstants(a, b) > 0;
}

function later(a: Instant | undefined, b: Instant | undefined): Instant | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return compareInstants(a, b) >= 0 ? a : b;
}
