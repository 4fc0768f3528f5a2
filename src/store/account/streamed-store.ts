import { Emitter, type Event } from '../../base/event.ts';
import { type Instant, isLater } from '../../core/instant.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { KeyedList, sameValue } from '../reading/keyed-list.ts';
import type { Provenance } from '../reading/load-state.ts';
import { type Commit, LoadedStore, type ReadKind } from '../reading/loaded-store.ts';
import type { Session } from '../session/session.ts';

/** How to compare the items of a list that replies and frames both describe. */
export interface ItemRules<T> {
  keyOf(item: T): string;
  /** The service's own time of the item's last change. */
  timeOf(item: T): Instant | undefined;
  /** True when the item is over for good and leaves. */
  isOver(item: T): boolean;
  /** True for an item that is over by what it says, and open all the same where a list has it. Default: none is. */
  isOpenWhereListed?(item: T): boolean;
  /** Without times: true when `next` cannot be later than `known`. */
  isBackwards(next: T, known: T): boolean;
  /** `next`, with fields it leaves out and that cannot have changed taken from `known`. */
  complete(next: T, known: T): T;
}

interface WholeList<T> {
  readonly items: readonly T[];
  readonly lost: number;
  /** Where the page limit cut the list. */
  readonly nextCursor?: string | undefined;
}

/**
 * - `listed`: a list has it: shown.
 * - `unlisted`: only frames described it. Any of them may be an old one that comes late, so a list has to confirm it.
 * - `gone`: a later list did not have it. - `over`: it ended, which is final.
 */
type Presence = 'listed' | 'unlisted' | 'gone' | 'over';

interface Entry<T> {
  readonly item: T | undefined;
  readonly time: Instant | undefined;
  readonly provenance: Provenance;
  /** How many lists had been asked for when it was described. */
  readonly reading: number;
  readonly presence: Presence;
  /** How many lists had been asked for when it came to stand so. */
  readonly since: number;
}

/** `needsList`: only a list asked for from now on can decide. */
type UpdateResult = 'unchanged' | 'changed' | 'needsList';

/** Past items that are remembered, to recognise late frames. */
const MAX_PAST = 5_000;

/**
 * A list of the account that is read whole and updated by frames of the account stream, which may come late, twice or never.
 * The service's times decide where both have one; otherwise a frame counts as of its arrival and a list as of when it was
 * asked for.
 */
export abstract class StreamedStore<T> extends LoadedStore {
  readonly #rules: ItemRules<T>;
  readonly #due = this.own.add(new Emitter<void>());
  /** How many lists were asked for so far. A frame received now is newer than all of them. */
  #asked = 0;
  /** How many had been asked for when one became due: only a later one answers. */
  #dueSince: number | undefined;
  readonly #entries = new Map<string, Entry<T>>();
  readonly #list: KeyedList<T>;
  /** Keys of what is shown, in the order of the last list. */
  #order: readonly string[] = [];
  #isComplete = true;
  #lost = 0;

  constructor(session: Session, rules: ItemRules<T>) {
    super(session, 'private');
    this.#rules = rules;
    this.#list = new KeyedList((item) => rules.keyOf(item));
  }

  /** True while a frame left something open that only a list asked for after it can answer. */
  get needsReading(): boolean {
    return this.#dueSince !== undefined;
  }

  /** `needsReading` became true, or still is after a read that was asked for too early. */
  readonly onNeedsReading: Event<void> = this.#due.event;

  get complete(): boolean {
    return this.#isComplete;
  }

  get lost(): number {
    return this.#lost;
  }

  get(key: string): T | undefined {
    return this.#list.get(key);
  }

  provenance(key: string): Provenance | undefined {
    const entry = this.#entries.get(key);
    return entry?.presence === 'listed' ? entry.provenance : undefined;
  }

  protected get items(): readonly T[] {
    return this.#list.items;
  }

  protected abstract fetch(exchange: Exchange, signal: AbortSignal): Promise<WholeList<T>>;

  protected override async read(_: ReadKind, exchange: Exchange, signal: AbortSignal): Promise<Commit> {
    const reading = ++this.#asked;
    const listing = await this.fetch(exchange, signal);
    return () => {
      this.#lost = listing.lost;
      this.#isComplete = listing.nextCursor === undefined;
      const isDecided = this.#takeList(listing.items, reading, this.#isComplete);
      // It is still under way when listeners hear of the next one, so joining it would not do.
      if (this.#dueSince !== undefined && reading <= this.#dueSince) this.#due.fire();
      else this.#dueSince = undefined;
      if (!isDecided) this.needList();
      return this.#list.replace(this.#shown());
    };
  }

  /** Only a list asked for from now on can say. */
  protected needList(): void {
    const wasDue = this.needsReading;
    this.#dueSince = this.#asked;
    if (!wasDue) this.#due.fire();
  }

  /** Whether a time of the service is later than any the item was described with. */
  protected isNewest(key: string, time: Instant | undefined): boolean {
    const known = this.#entries.get(key)?.time;
    return time !== undefined && (known === undefined || isLater(time, known));
  }

  protected provenanceOfReply(): Provenance {
    return { source: 'rest', at: this.session.clock.now() };
  }

  /** Applies one item; says whether it changed what is shown. `time` where the frame has one and the item has none. */
  protected applyUpdate(item: T, provenance: Provenance, time = this.#rules.timeOf(item)): boolean {
    const result = this.#update(item, provenance, this.#asked, time);
    if (result === 'changed') this.#show();
    if (result === 'needsList') this.needList();
    return result === 'changed';
  }

  /** Removes an item the service does not know any more; only a list asked for from now on can bring it back. */
  remove(key: string): void {
    const { item, time, presence } = this.#entries.get(key) ?? {};
    if (presence !== 'over') {
      const reading = this.#asked;
      const provenance = this.provenanceOfReply();
      this.#put(key, { item, time, provenance, reading, presence: 'gone', since: reading });
    }
    this.#show();
  }

  /** Applies a snapshot of the stream, which may be an old one again: a list has to confirm what only it has and what it lacks. */
  protected applyItems(items: readonly T[], provenance: Provenance): void {
    const present = new Set(items.map((item) => this.#rules.keyOf(item)));
    for (const item of items) this.applyUpdate(item, provenance);
    if (this.items.some((item) => !present.has(this.#rules.keyOf(item)))) this.needList();
  }

  protected override clear(): void {
    this.#dueSince = undefined;
    this.#entries.clear();
    this.#list.replace([]);
    this.#order = [];
    this.#isComplete = true;
    this.#lost = 0;
  }

  #show(): void {
    this.announce(this.#list.replace(this.#shown()));
  }

  #shown(): readonly T[] {
    return this.#order.flatMap((key) => {
      const entry = this.#entries.get(key);
      return entry?.presence === 'listed' && entry.item !== undefined ? [entry.item] : [];
    });
  }

  #update(item: T, provenance: Provenance, reading: number, time: Instant | undefined): UpdateResult {
    const key = this.#rules.keyOf(item);
    const entry = this.#entries.get(key);
    const described = { provenance, reading };
    if (entry === undefined) {
      const presence = this.#rules.isOver(item) ? 'over' : 'unlisted';
      this.#put(key, { item, time, ...described, presence, since: reading });
      return presence === 'over' ? 'unchanged' : 'needsList';
    }
    if (this.#isOlder(entry, item, time)) return 'unchanged';
    const next = entry.item === undefined ? item : this.#rules.complete(item, entry.item);
    if (entry.item !== undefined && sameValue(next, entry.item) && !isLater(time, entry.time)) {
      // The same frame may come twice; a reply confirms the item.
      if (provenance.source === 'rest') this.#put(key, { ...entry, ...described });
      return 'unchanged';
    }
    const latest = { item: next, time: later(time, entry.time), ...described };
    if (this.#rules.isOver(next)) {
      this.#put(key, { ...latest, presence: 'over', since: reading });
      return entry.presence === 'listed' ? 'changed' : 'unchanged';
    }
    // Something over that has a later time came back, perhaps briefly: gone until a list has it.
    if (entry.presence === 'over') this.#put(key, { ...latest, presence: 'gone', since: reading });
    else this.#put(key, { ...entry, ...latest });
    return entry.presence === 'listed' ? 'changed' : 'needsList';
  }

  /**
   * Applies a list, asked for as number `reading`. False where frames described items that it lacks: it may lag behind the
   * stream, so it is asked for once more. What a list that was cut lacks may stand further on: it stays as it is.
   */
  #takeList(items: readonly T[], reading: number, isWhole: boolean): boolean {
    const provenance = this.provenanceOfReply();
    const order = new Set<string>();
    for (const item of items) {
      const key = this.#rules.keyOf(item);
      if (!order.has(key) && this.#isShownBy(key, item, provenance, reading)) order.add(key);
    }
    let isDecided = true;
    for (const [key, entry] of [...this.#entries]) {
      if (order.has(key) || (entry.presence !== 'listed' && entry.presence !== 'unlisted')) continue;
      // An item from before this list was asked for that is not on it has ended, whatever came late meanwhile.
      if (entry.since < reading && isWhole) {
        this.#put(key, { ...entry, presence: 'gone', since: reading });
        if (entry.presence === 'unlisted' || entry.reading >= reading) isDecided = false;
      } else if (entry.presence === 'listed') order.add(key);
    }
    this.#order = [...order];
    return isDecided;
  }

  /** Applies one item of a list; says whether it is shown. */
  #isShownBy(key: string, item: T, provenance: Provenance, reading: number): boolean {
    const entry = this.#entries.get(key);
    const time = this.#rules.timeOf(item);
    const isOpenHere = this.#rules.isOpenWhereListed?.(item) === true;
    if (this.#rules.isOver(item) && !isOpenHere) {
      this.#update(item, provenance, reading, time);
      return this.#entries.get(key)?.presence === 'listed';
    }
    const isNews = isLater(time, entry?.time) || (isOpenHere && entry !== undefined && entry.since < reading);
    if (entry?.presence === 'over' && !isNews) return false;
    if (entry?.presence === 'gone' && entry.since >= reading) return false;
    const since = entry?.presence === 'listed' ? entry.since : reading;
    const stands = { presence: 'listed', since } as const;
    if (
      entry?.item === undefined ||
      entry.presence === 'over' ||
      this.#listWins(entry, item, time, reading)
    ) {
      this.#put(key, { item, time: later(time, entry?.time), provenance, reading, ...stands });
    } else this.#put(key, { ...entry, ...stands });
    return true;
  }

  #listWins(entry: Entry<T>, item: T, time: Instant | undefined, reading: number): boolean {
    if (isLater(time, entry.time)) return true;
    if (isLater(entry.time, time)) return false;
    return entry.reading < reading || this.#isBackwards(entry.item, item);
  }

  #isOlder(entry: Entry<T>, item: T, time: Instant | undefined): boolean {
    if (isLater(time, entry.time)) return false;
    if (isLater(entry.time, time) || entry.presence === 'over') return true;
    return !this.#rules.isOver(item) && this.#isBackwards(item, entry.item);
  }

  #isBackwards(next: T | undefined, known: T | undefined): boolean {
    return next !== undefined && known !== undefined && this.#rules.isBackwards(next, known);
  }

  /** Changed entries go to the end, so that those unchanged for longest are dropped first. */
  #put(key: string, entry: Entry<T>): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (this.#entries.size <= MAX_PAST + this.#order.length) return;
    for (const [old, { presence }] of this.#entries) {
      if (presence === 'listed') continue;
      this.#entries.delete(old);
      return;
    }
  }
}

function later(a: Instant | undefined, b: Instant | undefined): Instant | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return isLater(b, a) ? b : a;
}
