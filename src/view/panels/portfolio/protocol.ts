import type { Chart } from '../market/protocol.ts';
import type {
  Button,
  Cell,
  ChartSpan,
  Pair,
  PanelContent,
  Section,
  Snapshot,
  TableColumn,
  TableSort,
} from '../protocol.ts';

/** Names the one panel there is where others have a slug. */
export const PORTFOLIO = 'Portfolio';

export type PortfolioSnapshot = Snapshot<PortfolioContent>;

export interface PortfolioContent extends Omit<PanelContent, 'rules'> {
  /** One strip a currency: they are never added. */
  readonly figures: readonly TileStrip[];
  readonly history: HistorySection;
  readonly pnl: PnlSection;
  readonly positions: ListSection;
  readonly orders: ListSection;
  readonly settlements: ListSection;
  /** Counts up when everything is asked for again by hand: lists are sorted again. */
  readonly asked: number;
}

/** The figures of one currency. */
export interface TileStrip {
  /** Empty where there is only one. */
  readonly currency: string;
  readonly tiles: readonly Tile[];
  /** What else is known, under a fold. */
  readonly restName: string;
  readonly rest: readonly Pair[];
}

export interface Tile extends Pair {
  /** What the figure lacks, said before it. */
  readonly lacking?: string | undefined;
  /** Comes first where there is no room for all side by side. */
  readonly isUrgent?: boolean | undefined;
}

/** One chart a currency. */
export interface HistorySection extends Section<readonly Chart[]> {
  /** Each chart has its name above it: there are several, or one by the old rule. */
  readonly isNamed: boolean;
  readonly showTable: string;
  readonly spansLabel: string;
  /** Shorter than all of it, the shortest first, and `ALL`; empty where there is nothing to choose. */
  readonly spans: readonly ValueSpan[];
}

interface ValueSpan {
  readonly value: ChartSpan;
  readonly label: string;
  readonly name: string;
  /** In place of the section's charts. */
  readonly charts?: readonly Chart[] | undefined;
}

/** Profit and loss by one thing at a time. */
export interface PnlSection extends Section<readonly PnlList[]> {
  readonly words: ListWords;
}

/** Profit and loss by event, league or day. */
export interface PnlList extends List {
  readonly label: string;
}

/** Rows of one height, of which the page draws those in sight. Their order changes when a person asks for it. */
export interface List {
  readonly caption: string;
  /** The first column heads its row. */
  readonly columns: readonly ListColumn[];
  readonly rows: readonly ListRow[];
  /** How it is sorted at first; undefined: as the rows come. */
  readonly sort?: TableSort | undefined;
  readonly totals?: readonly ListRow[] | undefined;
  /** Below the rows, e.g. that there are more. */
  readonly note?: string | undefined;
}

export interface ListColumn extends TableColumn {
  /** Left out where there is no room, the one of least importance first; undefined: it stays. */
  readonly importance?: number | undefined;
}

export interface ListCell extends Cell {
  /** In place of text and aside where these have no room. */
  readonly short?: string | undefined;
  /** So much of its beginning is what one looks for, UTF-16 units. */
  readonly strong?: number | undefined;
  /** Its row's place when the table is sorted by this column. */
  readonly rank?: number | undefined;
}

export type ListMark = 'live' | 'waiting' | 'halted' | 'partly' | 'won' | 'lost' | 'void' | 'unknown';

export interface ListRow {
  readonly key: string;
  readonly cells: readonly ListCell[];
  /** The state of it, before its first cell, with the words for it. */
  readonly mark?: readonly [mark: ListMark, words: string] | undefined;
  readonly button?: Button | undefined;
  /** In place of a button that is not there now. */
  readonly noButton?: string | undefined;
  /** Keys of the tabs it stands under, beside that of all. */
  readonly tabs?: readonly string[] | undefined;
  /** From when to when it was under way, Unix milliseconds; a span of time finds it by that. */
  readonly during?: readonly [from: number, to: number] | undefined;
  /** What a filter finds it by beside what its cells say, in small letters. */
  readonly search?: string | undefined;
  /** What is shown in full beside the list. */
  readonly isCurrent?: boolean | undefined;
  /** Too little to be listed unasked. */
  readonly isDust?: boolean | undefined;
}

/** Texts of what a list can be asked for; `{n}` stands for a number the page counts. */
export interface ListWords {
  /** What a press does; `changed`: why, the rows would stand in another order if they were sorted now. */
  readonly sortAgain: string;
  readonly changed: string;
  /** So many came since and are not listed yet; `showNews` is what a press does. */
  readonly news: string;
  readonly showNews: string;
  /** Of a row that is not in the list any more and keeps its place for a while. */
  readonly gone: string;
  readonly filter?: string | undefined;
  readonly noMatch?: string | undefined;
  /** Ends the filter by a span of time. */
  readonly clearSpan?: string | undefined;
  /** Of a sum while a filter is set: it is over all rows. */
  readonly unfiltered?: string | undefined;
  readonly select?: string | undefined;
  readonly selectAll?: string | undefined;
  /** What is done with the selected rows. */
  readonly act?: string | undefined;
  /** Names the fold of rows that are too little to be listed unasked, and the rule for it. */
  readonly dust?: string | undefined;
}

export interface ListSection extends Section<List> {
  readonly words: ListWords;
  readonly tabs?: readonly { readonly key: string; readonly label: string }[] | undefined;
  /** What the rows selected last come to, as far as the editor has heard of them. */
  readonly selection?: { readonly keys: readonly string[]; readonly text: string } | undefined;
}
