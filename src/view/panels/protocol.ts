import { PRICE_INTERVALS, type PriceInterval } from '../../core/book.ts';

// What a panel's page and the editor send each other. Every text is ready to show: worded, formatted and translated
// where the model is built, so the page knows no rule of the exchange. Numbers are fractions of a drawing, points of a
// chart and counts, never money of one's own.

/** What a chart shows: the time up to now, or a game that is over. */
export type ChartSpan = PriceInterval | 'GAME';

/** Lines of an event that are shown by themselves: those with orders or a position, or those whose prices contradict others. */
export type ShownLines = 'own' | 'flagged';

/** Everything a panel shows. `note` stands above the content (a failed refresh) or in its place. */
export interface Snapshot<C = PageContent> {
  readonly slug: string;
  readonly busy: boolean;
  readonly note?: Note | undefined;
  readonly content?: C | undefined;
}

export interface PanelContent {
  readonly head: Head;
  readonly freshness: SecondLine;
  readonly rules: Rules;
  readonly details: Details;
}

/** What every page has. */
export type PageContent = Pick<PanelContent, 'head' | 'freshness'> & {
  readonly details?: Details | undefined;
};

/** Editor to page: the whole panel. */
export interface SnapshotMessage<C = PageContent> {
  readonly type: 'snapshot';
  /** Counts up; the page confirms it with `drawn`. */
  readonly number: number;
  /** The editor's clock when it was sent, Unix milliseconds; the page measures ages against it. */
  readonly now: number;
  readonly snapshot: Snapshot<C>;
}

/** Page to editor. */
export type PageEvent =
  /** The page has nothing to rely on: it was just loaded, or has heard nothing for too long. */
  | { readonly type: 'ready'; readonly details: boolean }
  /** The snapshot of this number is on the screen. */
  | { readonly type: 'drawn'; readonly number: number }
  /** The fold with all details was opened or closed. */
  | { readonly type: 'details'; readonly open: boolean }
  | { readonly type: 'interval'; readonly interval: ChartSpan }
  /** Other outcomes of the event are to be drawn beside the price, or no longer. */
  | { readonly type: 'compare'; readonly on: boolean }
  /** A size typed and a side chosen, to be worked out and never sent. */
  | { readonly type: 'whatIf'; readonly long: boolean; readonly buy: boolean; readonly size: string }
  /** Rows selected for what can be done with them together: the editor says what they come to. */
  | { readonly type: 'select'; readonly rows: readonly string[] }
  | { readonly type: 'run'; readonly action: Action };

/** What the page stores across hiding and a reload of the window; the slug says which panel to restore. */
export interface PanelState {
  readonly slug: string;
  readonly interval?: ChartSpan | undefined;
  /** The fold with all details is open. */
  readonly details?: boolean | undefined;
  readonly table?: boolean | undefined;
  readonly compare?: boolean | undefined;
  /** Undefined: all. */
  readonly lines?: ShownLines | undefined;
  /** CSS pixels. */
  readonly scroll?: number | undefined;
}

const ACTION_NAMES = [
  'refresh',
  'copySlug',
  'openMarket',
  'openSettlement',
  'openEvent',
  'showLeague',
  'showSeries',
  'openOrder',
  'cancelOrder',
  'cancelMarketOrders',
  'cancelAllOrders',
  'deletePortfolioHistory',
  'addToWatchlist',
  'signIn',
  'showLog',
  'openRaw',
  'refreshMarkets',
  'inspectCall',
  'copyFieldNames',
  'pauseInspector',
  'resumeInspector',
  'clearInspector',
  'copyCalls',
  'copyAsCurl',
  'copyAsTypeScript',
  'copyAsPython',
  'stopAgents',
  'startAgents',
  'agentAccess',
] as const;
export type ActionName = (typeof ACTION_NAMES)[number];

/** What a button asks the editor for. The editor knows the panel's market; an order or a line of an event has to be named. */
export interface Action {
  readonly name: ActionName;
  readonly orderId?: string | undefined;
  readonly slug?: string | undefined;
  /** Selected rows: orders by id, positions by slug; a call by its id. */
  readonly rows?: readonly string[] | undefined;
}

export interface Button {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly action: Action;
}

/** Colour is the last signal: a text with a tone also has a sign, an arrow or a word. */
export type Tone = 'plain' | 'dim' | 'up' | 'down' | 'warn' | 'own';

/** `notSettledYet` and `endedAwaiting` are states of a market, not errors; `unreadable`: nobody says how it ended. */
export type SettlementState = 'settled' | 'void' | 'notSettledYet' | 'endedAwaiting' | 'unreadable';

/** How a market ended: the own result where there is one, then who won and what each side paid, then who says so. */
export interface OutcomeBanner {
  readonly state: SettlementState;
  readonly headline: string;
  readonly sentence: string;
  readonly sources: string;
  /** Of the own result, not of the market's. */
  readonly tone: Tone;
}

/** A main text, a quieter one after it, and what a resting pointer shows. */
export interface Cell {
  readonly text: string;
  readonly tone: Tone;
  /** In place of the text where there is little room. */
  readonly short?: string | undefined;
  readonly aside?: string | undefined;
  readonly hint?: string | undefined;
  /** A bar between the two texts, −1…1 of its room; below zero it is hatched. */
  readonly share?: number | undefined;
  /** What pressing the text asks for; the hint then names it in full. */
  readonly action?: Action | undefined;
  /** The heading of its group says the same: left out where there is little room. */
  readonly isSaid?: boolean | undefined;
}

export interface TableRow {
  readonly key: string;
  readonly cells: readonly Cell[];
  readonly button?: Button | undefined;
  /** Heading of the rows from here to the next heading, with the labels of the columns beside it. */
  readonly group?: string | undefined;
  /** In place of the labels of the columns, beside the heading of its group. */
  readonly groupLabels?: readonly string[] | undefined;
  readonly isOwn?: boolean | undefined;
  /** A sentence about the row, below it. */
  readonly below?: string | undefined;
  /** `#rrggbb` */
  readonly colour?: string | undefined;
}

/**
 * Words stand at the start of their column and may wrap, times there too but whole, numbers at its end; a price is bold, `now` a
 * number that may change now, a split two numbers with a bar between them.
 */
export interface TableColumn {
  readonly label: string;
  readonly kind: 'words' | 'time' | 'number' | 'now' | 'price' | 'split';
}

export interface Table {
  readonly caption: string;
  /** The first column heads its row. */
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  /** Below the rows, e.g. that there are more. */
  readonly note?: string | undefined;
}

export interface TableSort {
  readonly column: number;
  readonly descending: boolean;
}

export interface Pair {
  readonly name: string;
  readonly value: Cell;
}

/** A sentence in place of content or above older content: loading, nothing there, not served, signed out, failed. */
export interface Note {
  readonly text: string;
  readonly tone: Tone;
  readonly button?: Button | undefined;
}

/** A part of the page under a heading: content, or the note that says why there is none, or both. */
export interface Section<T> {
  readonly heading: string;
  /** At the other end of the heading's line. */
  readonly aside?: string | undefined;
  readonly button?: Button | undefined;
  /** Own figures in it are not fresh. */
  readonly warning?: string | undefined;
  readonly note?: Note | undefined;
  readonly content?: T | undefined;
  /** Below the content. */
  readonly footnote?: string | undefined;
}

/** Where an age stands in a text; the page writes it, and counts on by itself. */
export const AGE = '{age}';

/** What the second line of a page says beside its state: how current its figures are; of a page of calls, where they are from. */
export interface SecondLine {
  /**
   * `live`: every change is streamed. `still`: nothing trades, so nothing moves. `read`: as of when it was read.
   * `stale`, `cut`: not to be relied on, and said before anything else.
   */
  readonly state: 'unread' | 'live' | 'still' | 'read' | 'stale' | 'cut';
  /** May hold AGE. */
  readonly text: string;
  /** What AGE is counted from, Unix milliseconds of the editor's clock. */
  readonly at?: number | undefined;
  /** Units of an age, day, hour, minute and second; `{n}` stands for the number. */
  readonly units: readonly string[];
  /** Replaces `text` once the page has not heard from the editor for too long. */
  readonly silent: string;
  /** Read out when the state changes; has no age. */
  readonly spoken: string;
}

/** The top of a panel: what it is about and what state it is in. */
export interface Head {
  /** The path to the page; each step but the page itself may lead somewhere. */
  readonly crumbs: readonly Cell[];
  readonly title: string;
  readonly state: {
    readonly text: string;
    readonly tone: Tone;
    readonly mark: 'filled' | 'half' | 'hollow' | 'live' | 'waiting';
  };
  readonly game?: string | undefined;
  /** What the page sums up, the most important first. */
  readonly facts?: readonly string[] | undefined;
  readonly connection: string;
  readonly demo: boolean;
  readonly buttons: readonly Button[];
}

/** The state of play on one line, which keeps its height whatever it says. */
export interface SituationStrip {
  readonly label: string;
  readonly facts: readonly { readonly label: string; readonly text: string }[];
  /** In place of facts. */
  readonly note?: string | undefined;
  readonly spoken: string;
}

export interface Rules {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly button?: Button | undefined;
}

/** Every decoded field, under a fold; the groups are made only while it is open. */
export interface Details {
  readonly summary: string;
  readonly groups?:
    | readonly {
        readonly heading: string;
        readonly rows: readonly { readonly name: string; readonly value: string }[];
      }[]
    | undefined;
}

/** Longer than any id or slug of a service, UTF-16 units. */
const LONGEST_NAME = 500;
const INTERVALS: readonly unknown[] = [...PRICE_INTERVALS, 'GAME'] satisfies ChartSpan[];

/** What each message must have. */
const EVENTS: Readonly<Record<PageEvent['type'], Readonly<Record<string, (value: unknown) => boolean>>>> = {
  ready: { details: isFlag },
  drawn: { number: isNumber },
  details: { open: isFlag },
  interval: { interval: isInterval },
  compare: { on: isFlag },
  whatIf: { long: isFlag, buy: isFlag, size: isName },
  select: { rows: isNames },
  run: { action: isAction },
};

/** A message of a page, if it is one: a webview is another process that shows texts of others, so it is not trusted. */
export function readPageEvent(message: unknown): PageEvent | undefined {
  const fields = fieldsOf(message);
  const { type } = fields;
  if (typeof type !== 'string' || !Object.hasOwn(EVENTS, type)) return undefined;
  const checks = Object.entries(EVENTS[type as PageEvent['type']]);
  if (!checks.every(([name, isRight]) => isRight(fields[name]))) return undefined;
  return { type, ...Object.fromEntries(checks.map(([name]) => [name, fields[name]])) } as PageEvent;
}

/** A stored state, if it is one: it may come from another version. */
export function readPanelState(value: unknown): PanelState | undefined {
  const { slug, interval, details, table, compare, lines, scroll } = fieldsOf(value);
  if (!isName(slug) || slug === '') return undefined;
  return {
    slug,
    interval: isInterval(interval) ? interval : undefined,
    details: isFlag(details) ? details : undefined,
    table: isFlag(table) ? table : undefined,
    compare: isFlag(compare) ? compare : undefined,
    lines: lines === 'own' || lines === 'flagged' ? lines : undefined,
    scroll: isNumber(scroll) ? scroll : undefined,
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_NAME;
}

function isInterval(value: unknown): value is ChartSpan {
  return INTERVALS.includes(value);
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every(isName);
}

function isAction(value: unknown): boolean {
  const { name, orderId, slug, rows = [] } = fieldsOf(value);
  const isNamed = [orderId, slug].every((each) => each === undefined || isName(each));
  return isNamed && ACTION_NAMES.some((each) => each === name) && isNames(rows);
}
