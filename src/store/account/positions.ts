import type { PositionChange } from '../../core/execution.ts';
import type { Position } from '../../core/position.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { type CursorRead, readCursorPages } from '../reading/pages.ts';
import type { Session } from '../session/session.ts';
import { type ItemRules, StreamedStore } from './streamed-store.ts';

/** Most pages read. */
const MOST_PAGES = 100;

const POSITION_RULES: ItemRules<Position> = {
  keyOf: ({ marketSlug }) => marketSlug,
  timeOf: ({ updateTime }) => updateTime,
  // A flat position stays, with its result, for as long as the service lists it.
  isOver: () => false,
  isBackwards: () => false,
  complete: (next, known) => ({ ...next, marketMetadata: next.marketMetadata ?? known.marketMetadata }),
};

/** All positions of the account, every page, updated by frames. Changes are keyed by market slug. */
export class PositionsStore extends StreamedStore<Position> {
  constructor(session: Session) {
    super(session, POSITION_RULES);
  }

  get positions(): readonly Position[] {
    return this.items;
  }

  /**
   * Applies a frame of the account stream that arrived at `at` (Unix milliseconds); its update time decides. A reading becomes
   * due where it lacks a figure, where the position is flat now (the service may go on listing it) and where none was
   * listed (the frame may be an old one).
   */
  applyChange({ after, updateTime }: PositionChange, at: number): void {
    if (after === undefined) {
      this.needList();
      return;
    }
    const known = this.get(after.marketSlug);
    const time = after.updateTime ?? updateTime;
    const isNewest = this.isNewest(after.marketSlug, time);
    const isChanged = this.applyUpdate(after, { source: 'stream', at }, time);
    if (isChanged && !(isNewest && isComplete(after, known))) this.needList();
  }

  /** One empty reply where positions were listed may be a hiccup of the service: it counts once a second one says so. */
  protected override async fetch(exchange: Exchange, signal: AbortSignal): Promise<CursorRead<Position>> {
    const read = await readAllPages(exchange, signal);
    return read.items.length === 0 && this.positions.length > 0 ? readAllPages(exchange, signal) : read;
  }
}

function readAllPages(exchange: Exchange, signal: AbortSignal): Promise<CursorRead<Position>> {
  return readCursorPages((cursor) => exchange.positions(cursor, signal), {
    keyOf: POSITION_RULES.keyOf,
    maxPages: MOST_PAGES,
  });
}

/** False where the frame leaves out a known figure, or the position is flat. */
function isComplete(after: Position, known: Position | undefined): boolean {
  const isLeftOut = (['cost', 'baseCost', 'realized', 'cashValue'] as const).some(
    (figure) => known?.[figure] !== undefined && after[figure] === undefined,
  );
  return !isLeftOut && after.netPosition?.isZero === false;
}
