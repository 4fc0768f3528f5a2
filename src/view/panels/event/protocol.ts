import type { Pair, PanelContent, Section, SituationStrip, Snapshot, Table } from '../protocol.ts';

export type EventSnapshot = Snapshot<EventContent>;

/** What is absent has nothing to show: no two teams, nothing settled, nothing held. */
export interface EventContent extends PanelContent {
  readonly score?: Section<Table> | undefined;
  readonly situation?: SituationStrip | undefined;
  readonly board: Section<Table>;
  readonly settled?: Section<Table> | undefined;
  readonly changes: Section<Table>;
  readonly yours: Section<readonly Pair[]>;
  readonly orders: Section<Table>;
  readonly payouts?: Section<Table> | undefined;
}
