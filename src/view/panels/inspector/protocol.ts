import type { ListSection, TileStrip } from '../portfolio/protocol.ts';
import type { Button, Note, PageContent, Pair, Section, Snapshot, Table, Tone } from '../protocol.ts';

/** Names the one inspector there is where other panels have a slug. */
export const INSPECTOR = 'inspector';

export type InspectorSnapshot = Snapshot<InspectorContent>;

export interface InspectorContent extends PageContent {
  readonly figures: TileStrip;
  /** Undefined while nothing was called. */
  readonly waterfall?: Waterfall | undefined;
  readonly calls: ListSection;
  readonly detail: Section<CallDetail>;
}

/** The calls of the last minute, in lanes. Places and lengths are shares of it, 0…1. */
export interface Waterfall {
  readonly heading: string;
  readonly hint: string;
  /** What arrow keys do in it. */
  readonly keys: string;
  readonly showTable: string;
  /** The same in figures, by lane. */
  readonly table: Table;
  /** Of its times; undefined: that of the computer. */
  readonly zone: string | undefined;
  /** Its left and right edge, Unix milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Said in place of the drawing; the list below is its table. */
  readonly spoken: string;
  readonly rate: RateLane;
  readonly lanes: readonly Lane[];
  readonly streams: readonly StreamLane[];
  /** While the service wanted no requests. */
  readonly pauses: readonly Pause[];
  readonly ticks: readonly { readonly at: number; readonly label: string }[];
}

/** While nothing was sent. Shares of the minute, as above. */
export interface Pause {
  readonly from: number;
  readonly to: number;
  /** Place of the lane of the call it is about, and what is said of it there. */
  readonly lane: number;
  readonly text: string;
}

/** Requests in each second. */
interface RateLane {
  readonly label: string;
  readonly limit: string;
  /** `height`: of what is allowed, 0…1. */
  readonly bars: readonly { readonly at: number; readonly height: number; readonly label: string }[];
}

interface Lane {
  readonly label: string;
  readonly bars: readonly CallBar[];
}

/** One attempt of a call. */
export interface CallBar {
  readonly key: string;
  readonly call: string;
  readonly from: number;
  readonly to: number;
  readonly tone: Tone;
  readonly hint: string;
  readonly isCurrent: boolean;
  readonly isCached: boolean;
}

interface StreamLane {
  readonly label: string;
  readonly aside: string;
  /** Where something was heard. */
  readonly dots: readonly number[];
  readonly tone: Tone;
}

/** One call in full. */
export interface CallDetail {
  readonly name: string;
  readonly request: string;
  readonly summary: readonly string[];
  readonly sent: HeaderList;
  readonly received: HeaderList;
  readonly copyHeading: string;
  readonly copies: readonly CopyChoice[];
  readonly copyNote: string;
  /** Fields of the reply that are not used. */
  readonly unread?: string | undefined;
  readonly copyNames?: Button | undefined;
  readonly rawHeading: string;
  readonly raw?: string | undefined;
  readonly find: FindWords;
  readonly rawNote?: Note | undefined;
  readonly openRaw?: Button | undefined;
}

/** Of the box that finds in a reply. */
export interface FindWords {
  readonly find: string;
  /** `{0}` stands for the place, `{1}` for how many there are. */
  readonly count: string;
  readonly none: string;
  readonly previous: string;
  readonly next: string;
}

export interface HeaderList {
  readonly heading: string;
  readonly headers: readonly Pair[];
}

export interface CopyChoice {
  readonly label: string;
  readonly text: string;
  readonly button: Button;
}
