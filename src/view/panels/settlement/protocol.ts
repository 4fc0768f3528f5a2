import type { PanelContent, Section, Snapshot, Table, Tone } from '../protocol.ts';

export type SettlementSnapshot = Snapshot<SettlementContent>;

export interface SettlementContent extends PanelContent {
  readonly outcome: {
    readonly state: SettlementState;
    readonly headline: string;
    readonly sentence: string;
    readonly sources: string;
    readonly tone: Tone;
  };
  readonly steps: { readonly heading: string; readonly items: readonly SettlementStep[] };
  readonly account: Section<Table>;
  /** Absent when no own order rests. */
  readonly resting?: Section<Table> | undefined;
}

/** `notSettledYet` and `endedAwaiting` are states of a market, not errors; `unreadable`: the reply made no sense. */
export type SettlementState = 'settled' | 'void' | 'notSettledYet' | 'endedAwaiting' | 'unreadable';

/** A step of the market's life with the source of its time. */
export interface SettlementStep {
  readonly key: string;
  readonly label: string;
  readonly time: string;
  readonly source: string;
}
