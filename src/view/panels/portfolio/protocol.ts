import type { Chart } from '../market/protocol.ts';
import type { Pair, PanelContent, Section, Snapshot, Table } from '../protocol.ts';

/** Names the one panel there is where others have a slug. */
export const PORTFOLIO = 'Portfolio';

export type PortfolioSnapshot = Snapshot<PortfolioContent>;

export interface PortfolioContent extends Omit<PanelContent, 'rules'> {
  /** One list a currency: they are never added. */
  readonly figures: readonly { readonly currency: string; readonly pairs: readonly Pair[] }[];
  readonly history: HistorySection;
  readonly pnl: Section<readonly PnlTable[]>;
  readonly positions: SelectSection;
  readonly orders: SelectSection;
  readonly settlements: Section<Table>;
}

/** One chart a currency. */
export interface HistorySection extends Section<readonly Chart[]> {
  /** Each chart has its name above it: there are several, or one by the old rule. */
  readonly isNamed: boolean;
  readonly showTable: string;
}

/** Profit and loss by one thing: event, league or day. */
export interface PnlTable extends Table {
  readonly label: string;
}

export interface SelectSection extends Section<Table> {
  readonly words: {
    /** What is done with the selected rows; `{n}` stands for their number. */
    readonly act: string;
    readonly select: string;
  };
}
