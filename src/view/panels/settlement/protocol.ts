import type { OutcomeBanner, PanelContent, Section, Snapshot, Table } from '../protocol.ts';

export type SettlementSnapshot = Snapshot<SettlementContent>;

export interface SettlementContent extends PanelContent {
  readonly outcome: OutcomeBanner;
  readonly steps: { readonly heading: string; readonly items: readonly SettlementStep[] };
  readonly account: Section<Table>;
  /** Absent when no own order rests. */
  readonly resting?: Section<Table> | undefined;
}

/** A step of the market's life with the source of its time. */
export interface SettlementStep {
  readonly key: string;
  readonly label: string;
  readonly time: string;
  readonly source: string;
}
