import type { MarketEvent } from '../../../core/market.ts';
import type { Position } from '../../../core/position.ts';
import type { EventLines } from '../../event-lines.ts';
import type { PanelInput, PanelReading } from '../input.ts';
import type { EventChanges } from './changes.ts';

/** What the page of an event is made from. What is of one market is the line's it is mostly about. */
export interface EventInput extends PanelInput {
  readonly key: string;
  /** The service was asked for it and has no such event. */
  readonly isGone: boolean;
  readonly reading: PanelReading<MarketEvent>;
  readonly lines: EventLines;
  readonly changes: EventChanges;
  /** Own positions in all its lines. */
  readonly held: PanelReading<readonly Position[]>;
}
