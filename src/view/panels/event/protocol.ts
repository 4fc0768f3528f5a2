import type { Pair, PanelContent, Section, Snapshot, Table } from '../protocol.ts';

export type EventSnapshot = Snapshot<EventContent>;

/** What is absent has nothing to show: no two teams, nothing settled, nothing held. */
export interface EventContent extends PanelContent {
  readonly score?: Section<Table> | undefined;
  readonly board: BoardSection;
  readonly settled?: Section<Table> | undefined;
  readonly changes: Section<Table>;
  readonly yours: Section<readonly Pair[]>;
  readonly held?: Section<Table> | undefined;
  readonly orders: Section<Table>;
  readonly payouts?: Section<Table> | undefined;
  readonly about: Section<readonly Pair[]>;
}

/** Every row, or those of one mark. */
export type BoardFilter = 'all' | 'held' | 'flagged';

export interface BoardSection extends Section<Table> {
  readonly filters: readonly { readonly value: BoardFilter; readonly label: string }[];
}
