import type {
  Pair,
  PanelContent,
  Section,
  ShownLines,
  SituationStrip,
  Snapshot,
  Table,
} from '../protocol.ts';

export type EventSnapshot = Snapshot<EventContent>;

/** What is absent has nothing to show: no two teams, nothing settled, nothing held. */
export interface EventContent extends PanelContent {
  readonly score?: Section<Table> | undefined;
  readonly situation?: SituationStrip | undefined;
  readonly board: BoardSection;
  readonly settled?: Section<Table> | undefined;
  readonly changes: Section<Table>;
  readonly yours: Section<readonly Pair[]>;
  readonly orders: Section<Table>;
  readonly payouts?: Section<Table> | undefined;
}

export interface BoardSection extends Section<Table> {
  /** Which of its lines can be shown by themselves, all of them first. */
  readonly choices?: readonly BoardChoice[] | undefined;
}

interface BoardChoice {
  readonly value: ShownLines | undefined;
  readonly label: string;
  /** In place of the lines where there are none of that kind. */
  readonly none: string;
}
