import type { Button, Cell, Note, Pair, PanelContent, Section, Snapshot, Table } from '../protocol.ts';

export type EventSnapshot = Snapshot<EventContent>;

export interface EventContent extends PanelContent {
  /** Absent where no two teams meet. */
  readonly score?: Scoreboard | undefined;
  readonly changes: Section<readonly SeenChange[]>;
  readonly board: Section<Board>;
  readonly settled?: Section<Table> | undefined;
  readonly yours: Section<YoursInEvent>;
  readonly orders: Section<Table>;
  readonly payouts?: Section<readonly PayoutTable[]> | undefined;
  readonly about: Section<readonly Pair[]>;
}

export interface Scoreboard {
  readonly caption: string;
  /** The team, then the periods, then score and prices. */
  readonly columns: readonly string[];
  readonly teams: readonly {
    readonly key: string;
    readonly name: string;
    readonly words: string;
    /** `#rrggbb` */
    readonly colour?: string | undefined;
    readonly periods: readonly string[];
    readonly score: string;
    readonly prices: readonly Cell[];
  }[];
  /** Which of the periods is being played. */
  readonly playing?: number | undefined;
}

export interface SeenChange {
  readonly key: string;
  readonly time: string;
  readonly text: string;
  readonly move?: Cell | undefined;
}

export interface Board {
  readonly caption: string;
  readonly filters: { readonly all: string; readonly mine: string; readonly flagged: string };
  readonly label: string;
  readonly columns: {
    readonly buy: string;
    readonly sell: string;
    readonly fair: string;
    readonly sum: string;
    readonly volume: string;
    readonly yours: string;
  };
  readonly groups: readonly {
    readonly key: string;
    readonly heading: string;
    readonly rows: readonly BoardRow[];
  }[];
}

export interface BoardRow {
  readonly key: string;
  readonly open: Button;
  readonly left: BoardSide;
  readonly right: BoardSide;
  /** Of the left side, then of the right one; absent where a side has no offer, or the line is flagged. */
  readonly fair?: { readonly texts: readonly [string, string]; readonly share: number } | undefined;
  /** In place of a fair price: flagged, halted. */
  readonly state?: Cell | undefined;
  /** Why it is flagged. */
  readonly why?: string | undefined;
  readonly sum: string;
  readonly volume: string;
  readonly yours?: Cell | undefined;
  readonly pnl?: Cell | undefined;
}

export interface BoardSide {
  readonly name: string;
  readonly buy: string;
  readonly sell: string;
}

export interface YoursInEvent {
  readonly figures: readonly Pair[];
  readonly held: Table;
}

export interface PayoutTable {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly key: string;
    readonly results: readonly string[];
    readonly made: Cell;
    /** Of the largest amount, −1…1; absent where amounts are hidden or not known. */
    readonly share?: number | undefined;
  }[];
  readonly note: Note;
}
