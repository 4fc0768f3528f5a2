import type { Event } from '../../base/event.ts';
import type { PositionChange } from '../../core/execution.ts';
import { compareInstants } from '../../core/instant.ts';
import type { Position } from '../../core/position.ts';
import { readCursorPages } from '../reading/cursor-pages.ts';
import { KeyedList } from '../reading/keyed.ts';
import type { Change, LoadState, RefreshReason, Store } from '../reading/load-state.ts';
import { Loader, type Read } from '../reading/loader.ts';
import type { Provenance } from '../reading/provenance.ts';
import { ReadSequence } from '../reading/read-sequence.ts';
import type { Session } from '../session/session.ts';
import { Reconciler, type ReconcilerRules } from './reconciler.ts';

export interface PositionsOptions {
  /** Most pages read, default 100. */
  readonly maxPages?: number;
}

const RULES: ReconcilerRules<Position> = {
  keyOf: ({ marketSlug }) => marketSlug,
  timeOf: ({ updateTime }) => updateTime,
  // One without contracts stays with its result for as long as the service lists it.
  isOver: () => false,
  isBackwards: () => false,
  complete: (next, held) => ({ ...next, marketMetadata: next.marketMetadata ?? held.marketMetadata }),
};

/** All positions of the account, every page, kept up by frames. Changes are keyed by market slug. */
export class PositionsStore implements Store {
  readonly #session: Session;
  readonly #loader: Loader;
  readonly #readings = new ReadSequence();
  readonly #reconciler = new Reconciler<Position>(RULES);
  readonly #list = new KeyedList<Position>(RULES.keyOf);
  readonly #maxPages: number;
  #complete = true;
  #lost = 0;

  constructor(session: Session, options: PositionsOptions = {}) {
    this.#session = session;
    this.#maxPages = options.maxPages ?? 100;
    this.#loader = new Loader(session, 'private', () => this.#clear());
  }

  get state(): LoadState {
    return this.#loader.state;
  }

  readonly onDidChange: Event<Change> = (listener) => this.#loader.onDidChange(listener);

  get positions(): readonly Position[] {
    return this.#list.items;
  }

  /** False when the page limit cut the list. */
  get complete(): boolean {
    return this.#complete;
  }

  /** Positions of the last replies that could not be read. */
  get lost(): number {
    return this.#lost;
  }

  get(slug: string): Position | undefined {
    return this.#list.get(slug);
  }

  /**
   * Takes in a frame of the account stream, which may come late or twice: its update time decides. A reading becomes due
   * where it does not say enough, where the position is flat now (the service may go on listing it) and where none was
   * listed, as the frame may be an old one. `at`: when it arrived, Unix milliseconds.
   */
  applyChange(change: PositionChange, at: number): void {
    const { after } = change;
    if (after === undefined) {
      this.#readings.need();
      return;
    }
    const held = this.get(after.marketSlug);
    const before = this.#reconciler.time(after.marketSlug);
    const time = after.updateTime ?? change.updateTime;
    const told: Provenance = { source: 'stream', at };
    const verdict = this.#reconciler.applyUpdate(after, { reading: this.#readings.asked, told }, time);
    if (verdict === 'changed') {
      this.#loader.announce(this.#list.replace(this.#reconciler.shown));
      const isDated = time !== undefined && (before === undefined || compareInstants(time, before) > 0);
      if (isDated && held !== undefined && saysAll(after, held)) return;
    }
    if (verdict !== 'nothing') this.#readings.need();
  }

  /** True while a frame could not be decided and no list asked for since was read. */
  get needsReading(): boolean {
    return this.#readings.due;
  }

  /** `needsReading` became true, or still is after a reading that was asked for too early. */
  readonly onNeedsReading: Event<void> = (listener) => this.#readings.onDue(listener);

  /** Where a position as it is shown came from. */
  told(slug: string): Provenance | undefined {
    return this.#reconciler.told(slug);
  }

  load(): Promise<void> {
    return this.#loader.first(this.#read);
  }

  refresh(reason: RefreshReason = 'asked'): Promise<void> {
    return this.#loader.run(reason, this.#read);
  }

  dispose(): void {
    this.#loader.dispose();
    this.#readings.dispose();
  }

  readonly #read: Read = async (exchange, signal) => {
    const reading = this.#readings.begin();
    const read = await readCursorPages((cursor) => exchange.positions(cursor, signal), {
      keyOf: RULES.keyOf,
      maxPages: this.#maxPages,
    });
    return () => {
      const told: Provenance = { source: 'rest', at: this.#session.clock.now() };
      this.#complete = read.nextCursor === undefined;
      this.#lost = read.lost;
      const verdict = this.#reconciler.list(read.items, { reading, told });
      this.#readings.done(reading);
      if (verdict === 'undecided') this.#readings.need();
      return this.#list.replace(this.#reconciler.shown);
    };
  };

  #clear(): void {
    this.#list.clear();
    this.#reconciler.clear();
    this.#readings.clear();
    this.#complete = true;
    this.#lost = 0;
  }
}

/** False where the frame leaves out a figure that was known, or the position is flat. */
function saysAll(after: Position, held: Position): boolean {
  const isLeftOut = (['cost', 'realized', 'cashValue'] as const).some(
    (figure) => held[figure] !== undefined && after[figure] === undefined,
  );
  return !isLeftOut && after.netPosition?.isZero === false;
}
