import type { PriceInterval } from '../../../core/book.ts';
import type {
  Button,
  Cell,
  ChartSpan,
  OutcomeBanner,
  Pair,
  PanelContent,
  Section,
  SituationStrip,
  Snapshot,
  Table,
} from '../protocol.ts';

export type MarketSnapshot = Snapshot<MarketContent>;

export interface MarketContent extends PanelContent {
  readonly situation?: SituationStrip | undefined;
  /** Present once the market is settled. */
  readonly outcome?: OutcomeBanner | undefined;
  readonly sides: readonly SideCard[];
  readonly chart: ChartSection;
  readonly orders: Section<readonly OwnOrder[]>;
  readonly trades: Section<Table>;
  readonly fills: Section<Table>;
  readonly book: Section<Ladder>;
  readonly position: Section<readonly Pair[]>;
  /** Only while the market can be traded. */
  readonly whatIf?: WhatIfModel | undefined;
  /** Stands in its place while trading is halted, so that nothing moves. */
  readonly noWhatIf?: { readonly heading: string; readonly sentence: string } | undefined;
  readonly dates: Section<readonly Pair[]>;
  /** Of a market about the price of an asset. */
  readonly underlying?: UnderlyingSection | undefined;
  /** Of a combo. */
  readonly legs?: Section<Table> | undefined;
  /** Sizes at the top of the book, and the figures of the session. */
  readonly figures: Section<readonly Pair[]>;
  /** Absent where the event has no other line, or no other game of the league is known. */
  readonly lines?: Section<Table> | undefined;
  readonly league?: Section<Table> | undefined;
}

/** An own open order on one line, its Cancel… in a place of its own. */
export interface OwnOrder {
  readonly key: string;
  readonly text: string;
  /** What stands after it as far as there is room, the most important first; empty where there is nothing to say. */
  readonly parts: readonly string[];
  readonly hint: string;
  /** Absent while a cancel is under way. */
  readonly button?: Button | undefined;
  /** Stands in its place meanwhile. */
  readonly waiting: string;
}

/** What a market about the price of an asset is decided by, and the course of that price. */
export interface UnderlyingSection extends Section<Chart> {
  readonly terms: readonly Pair[];
}

/** One of the two sides: the biggest thing on the page is what it costs now. */
export interface SideCard {
  readonly key: 'long' | 'short';
  readonly name: string;
  readonly words: string;
  readonly change?: Cell | undefined;
  readonly price: string;
  /** What its arrow means while the price has just moved, for people who cannot see it. */
  readonly moves: { readonly up: string; readonly down: string };
  readonly priceNote: string;
  readonly sentence: string;
  /** Where the price is from. */
  readonly source?: string | undefined;
  /** The price as a part of 1, for the bar; absent without a price. */
  readonly share?: number | undefined;
  readonly logo?: string | undefined;
}

/** Figures of a trade that nobody places. */
export interface WhatIfModel {
  readonly heading: string;
  readonly badge: string;
  readonly size: string;
  readonly verbs: readonly string[];
  readonly verbsLabel: string;
  /** In the order of the title. */
  readonly names: readonly { readonly long: boolean; readonly label: string }[];
  readonly namesLabel: string;
  /** For how many of the contracts asked about the figures are, where the book cannot fill them all. */
  readonly filled?: string | undefined;
  readonly pairs: readonly Pair[];
  readonly sentence?: string | undefined;
  /** What was typed is no number of contracts; the sentence says so. */
  readonly isWrong?: boolean | undefined;
  /** Levels of the ladder it would take, by their keys. */
  readonly taken: readonly { readonly key: string; readonly words: string }[];
}

/** Offers are listed from the highest down, so the best offer and the best bid meet in the middle. */
export interface Ladder {
  readonly caption: string;
  readonly columns: readonly string[];
  /** Of each side; those without a level stay empty. */
  readonly rows: number;
  /** What the arrows on a level that has just changed mean. */
  readonly grew: string;
  readonly shrank: string;
  /** Why there are none. */
  readonly noOffers?: string | undefined;
  readonly offers: readonly LadderLevel[];
  readonly middle: string;
  readonly noBids?: string | undefined;
  readonly bids: readonly LadderLevel[];
  /** On one line, as far as there is room; it is there whether it says something or not. */
  readonly notes: readonly string[];
}

export interface LadderLevel {
  readonly key: string;
  readonly price: string;
  /** The same in the other side's cents. */
  readonly other: string;
  readonly size: string;
  readonly total: string;
  /** The size as a number, only to tell a level that grew from one that shrank. */
  readonly amount?: number | undefined;
  /** Size as a part of the largest shown, 0…1. */
  readonly share: number;
  /** A tick nobody offers or bids at. */
  readonly isEmpty: boolean;
  /** Own orders at this price, the most important first: `◇ 100`, `buy Foxes`, `≤ 510 ahead`, which may be empty. */
  readonly mine?: readonly string[] | undefined;
}

export interface ChartSection extends Section<Chart> {
  readonly intervals: readonly {
    readonly value: PriceInterval;
    readonly label: string;
    readonly name: string;
    readonly on: boolean;
  }[];
  readonly intervalLabel: string;
  readonly showTable: string;
  /** Whose price is drawn, in the order of the title, each with the heading of its chart. */
  readonly sides: readonly {
    readonly value: 'long' | 'short' | 'both';
    readonly label: string;
    readonly heading: string;
  }[];
  readonly sidesLabel: string;
  /** Shows the chart since the game's start, in a span that reaches back to it; absent where there is none. */
  readonly game?:
    | {
        readonly label: string;
        readonly interval: ChartSpan;
        readonly isRead: boolean;
        /** The span is the game's own: nothing of it is left out to show the game. */
        readonly isWhole: boolean;
      }
    | undefined;
  /** Draws the event's other outcomes too; absent where there are none. */
  readonly compare?: { readonly label: string; readonly hint: string; readonly on: boolean } | undefined;
}

/** Prices over time, in the long side's cents and Unix milliseconds, and what else belongs on that axis. */
export interface Chart {
  readonly summary: string;
  readonly longName: string;
  readonly shortName: string;
  /** Of axis and crosshair; undefined is the reader's own. */
  readonly zone: string | undefined;
  /** How keys work, shown until something is under the crosshair. */
  readonly keys: string;
  /** `{0}` stands for the contracts traded. */
  readonly volume: string;
  readonly times: readonly number[];
  readonly cents: readonly number[];
  /** Other outcomes at the same times; null where their price is not known. */
  readonly beside: readonly {
    readonly name: string;
    /** Name, last price and, where that is old, as of when. */
    readonly label: string;
    readonly cents: readonly (number | null)[];
    /** The line ends at a price that may not be right any more. */
    readonly isOld: boolean;
  }[];
  /** Of amounts in place of prices: `cents` are percent of the chart's height. */
  readonly amounts?: ChartAmounts | undefined;
  readonly volumes: readonly { readonly ms: number; readonly size: number }[];
  /** When the game began. */
  readonly moments: readonly { readonly ms: number; readonly label: string }[];
  /** Period and score from each moment they were seen to change. */
  readonly scores: readonly { readonly ms: number; readonly label: string }[];
  /** Below the axis: the game's periods, which last, and each side's score where it changed. */
  readonly rows: readonly {
    readonly name: string;
    readonly lasts: boolean;
    readonly changes: readonly {
      readonly ms: number;
      readonly label: string;
      /** Somebody looked when it changed; else it was so already at the first look. */
      readonly isSeen: boolean;
    }[];
  }[];
  readonly marks: readonly {
    readonly cents: number;
    /** Where the chart shows its own side alone. */
    readonly label: string;
    /** The same with the name of its side. */
    readonly named: string;
    readonly long: boolean;
    readonly tone: 'yours' | 'dim';
  }[];
  /** `{0}` stands for how many marks have no room. */
  readonly moreMarks: string;
  /** `{0}` stands for how many own fills lie together. */
  readonly fills: string;
  /** Own fills. */
  readonly rings: readonly {
    readonly ms: number;
    readonly cents: number;
    readonly label: string;
    readonly size: string;
    /** It added to the long side, or took from it; undefined where that is not known. */
    readonly isLonger?: boolean | undefined;
  }[];
  readonly table: Table;
}

interface ChartAmounts {
  /** The amount at each moment. */
  readonly texts: readonly string[];
  /** What else is said of that moment; empty where nothing is. */
  readonly asides: readonly string[];
  /** At the axis. */
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
  /** Moments further apart are not joined, milliseconds. */
  readonly gapMs: number;
}
