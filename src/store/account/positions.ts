import type { PositionChange } from '../../core/execution.ts';
import { compareInstants } from '../../core/instant.ts';
import type { Position } from '../../core/position.ts';
import { KeyedList } from '../reading/keyed-list.ts';
import type { Provenance } from '../reading/load-state.ts';
import type { Read } from '../reading/loader.ts';
import { readCursorPages } from '../reading/pages.ts';
import type { Session } from '../session/session.ts';
import { type Moment, Reconciler, type ReconcilerRules } from './reconciler.ts';
import { StreamedStore } from './streamed-store.ts';

interface PositionsOptions {
  /** Most pages read, default 100. */
  readonly maxPages?: number;
}

const RULES: ReconcilerRules<Position> = {
  keyOf: ({ marketSlug }) => marketSlug,
  timeOf: ({ updateTime }) => updateTime,
  // A flat position stays, with its result, for as long as the service lists it.
  isOver: () => false,
  isBackwards: () => false,
  complete: (next, held) => ({ ...next, marketMetadata: next.marketMetadata ?? held.marketMetadata }),
};

/** All positions of the account, every page, updated by frames. Changes are keyed by market slug. */
export class PositionsStore extends StreamedStore {
  readonly #reconciler = new Reconciler<Position>(RULES);
  readonly #list = new KeyedList<Position>(RULES.keyOf);
  readonly #maxPages: number;
  #complete = true;
  #lost = 0;

  constructor(session: Session, options: PositionsOptions = {}) {
    super(session);
    this.#maxPages = options.maxPages ?? 100;
  }

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
   * Applies a frame of the account stream that arrived at `at` (Unix milliseconds); its update time decides. A reading becomes
   * due where it lacks a figure, where the position is flat now (the service may go on listing it) and where none was
   * listed (the frame may be an old one).
   */
  applyChange(change: PositionChange, at: number): void {
    const { after } = change;
    if (after === undefined) {
      this.reads.need();
      return;
    }
    const held = this.get(after.marketSlug);
    const before = this.#reconciler.time(after.marketSlug);
    const time = after.updateTime ?? change.updateTime;
    const moment: Moment = { reading: this.reads.asked, provenance: { source: 'stream', at } };
    const verdict = this.#reconciler.applyUpdate(after, moment, time);
    if (verdict === 'changed') {
      this.announce(this.#list.replace(this.#reconciler.shown));
      const isDated = time !== undefined && (before === undefined || compareInstants(time, before) > 0);
      if (isDated && held !== undefined && isComplete(after, held)) return;
    }
    if (verdict !== 'unchanged') this.reads.need();
  }

  /** Where a position as it is shown came from. */
  provenance(slug: string): Provenance | undefined {
    return this.#reconciler.provenance(slug);
  }

  protected override read(): Read {
    return async (exchange, signal) => {
      const reading = this.reads.begin();
      const read = await readCursorPages((cursor) => exchange.positions(cursor, signal), {
        keyOf: RULES.keyOf,
        maxPages: this.#maxPages,
      });
      return () => {
        this.#complete = read.nextCursor === undefined;
        this.#lost = read.lost;
        const verdict = this.#reconciler.list(read.items, { reading, provenance: this.provenanceOfReply() });
        this.reads.done(reading);
        if (verdict === 'needsList') this.reads.need();
        return this.#list.replace(this.#reconciler.shown);
      };
    };
  }

  protected override clear(): void {
    super.clear();
    this.#list.clear();
    this.#reconciler.clear();
    this.#complete = true;
    this.#lost = 0;
  }
}

/** False where the frame leaves out a known figure, or the position is flat. */
function isComplete(after: Position, held: Position): boolean {
  const isLeftOut = (['cost', 'realized', 'cashValue'] as const).some(
    (figure) => held[figure] !== undefined && after[figure] === undefined,
  );
  return !isLeftOut && after.netPosition?.isZero === false;
}
