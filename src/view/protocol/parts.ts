import type { PriceInterval } from '../../core/book.ts';
import type { Shape, Shaped } from './shape.ts';
import { finite, flag, list, maybe, nothing, oneOf, record, text, textUpTo } from './shape.ts';

// What panels are made of. Every text is ready to show: worded, formatted and translated where the model is built,
// so the page itself knows no rule of the exchange.

/** Colour is the last signal: whatever has a tone also has a sign, an arrow or a word. */
export const toneShape = oneOf('plain', 'dim', 'up', 'down', 'warn');
export type Tone = Shaped<typeof toneShape>;

const actionName = oneOf(
  'refresh',
  'copySlug',
  'openMarket',
  'openSettlement',
  'openOrder',
  'cancelOrder',
  'cancelMarketOrders',
  'signIn',
  'showLog',
);

/** What a button asks the editor for. The editor knows the panel's market; only an order has to be named. */
export const actionShape = record({ name: actionName, orderId: maybe(text) });
export type Action = Shaped<typeof actionShape>;

export const buttonShape = record({ label: text, hint: maybe(text), action: actionShape });
export type Button = Shaped<typeof buttonShape>;

/** A cell's main text, a quieter one after it, and what a pointer resting on it is told. */
export const cellShape = record({ text, tone: toneShape, aside: maybe(text), hint: maybe(text) });
export type Cell = Shaped<typeof cellShape>;

export const rowShape = record({
  key: text,
  cells: list(cellShape),
  button: maybe(buttonShape),
});
export type Row = Shaped<typeof rowShape>;

export const tableShape = record({
  caption: text,
  /** The first column heads its row. Words stand at the start of their column and may wrap, times there too but whole, numbers at its end. */
  columns: list(record({ label: text, kind: oneOf('words', 'time', 'number') })),
  rows: list(rowShape),
  /** Said below the rows, e.g. that there are more. */
  note: maybe(text),
});
export type Table = Shaped<typeof tableShape>;

export const pairShape = record({ name: text, value: cellShape });
export type Pair = Shaped<typeof pairShape>;

/** A sentence in place of content: loading, nothing there, not served, signed out, failed. */
export const noteShape = record({ text, tone: toneShape, button: maybe(buttonShape) });
export type Note = Shaped<typeof noteShape>;

/** Content, or the sentence that says why there is none. */
export function partShape<T>(content: Shape<T>): Shape<Part<T>> {
  return record({ note: maybe(noteShape), content: maybe(content) });
}
export interface Part<T> {
  readonly note: Note | undefined;
  readonly content: T | undefined;
}

/** Where in a text the age of what it speaks of stands; the page writes it, and goes on counting by itself. */
export const AGE = '{age}';

/**
 * How true the prices are, as the second line says it. `live`: every change is told. `still`: nothing trades, so nothing
 * moves. `read`: as of when it was read. `old`, `cut`: not to be relied on, and said so before anything else.
 */
export const truthShape = record({
  standing: oneOf('unread', 'live', 'still', 'read', 'old', 'cut'),
  /** May hold AGE. */
  text,
  /** What AGE is counted from, Unix milliseconds of the editor's clock. */
  at: maybe(finite),
  /** Units an age is told in; `{n}` stands for the number. */
  units: record({ second: text, minute: text, hour: text, day: text }),
  /** Said in place of `text` when the page has not heard from the editor for too long. */
  silent: text,
  /** What is spoken when it comes to another standing; without an age. */
  spoken: text,
});
export type TruthLine = Shaped<typeof truthShape>;

/** The top of a panel: what it is about and what state it is in. */
export const headShape = record({
  crumbs: list(text),
  title: text,
  state: record({ text, tone: toneShape, mark: oneOf('filled', 'half', 'hollow') }),
  game: maybe(text),
  /** The connection, marked where it is the demo. */
  connection: text,
  demo: flag,
  buttons: list(buttonShape),
});
export type Head = Shaped<typeof headShape>;

export const detailsShape = record({
  summary: text,
  groups: list(record({ heading: text, rows: list(record({ name: text, value: text })) })),
});
export type Details = Shaped<typeof detailsShape>;

export const rulesShape = record({ heading: text, paragraphs: list(text), button: maybe(buttonShape) });
export type Rules = Shaped<typeof rulesShape>;

/** Longer than any id or slug a service gives, in UTF-16 units. */
const NAME = 500;

/** Calls every panel's page can make. */
export const panelCalls = {
  run: { params: record({ name: actionName, orderId: maybe(textUpTo(NAME)) }), result: nothing },
} as const;

export const intervalShape: Shape<PriceInterval> = oneOf('LIVE', '1H', '6H', '1D', '1W', '1M', 'ALL');

/** What the page keeps over hiding and a reload of the window; the slug says which panel to restore. */
export const panelStateShape = record({
  slug: textUpTo(NAME),
  interval: maybe(intervalShape),
  /** Folds that are open, by key. */
  folds: maybe(list(textUpTo(NAME), 50)),
  /** The chart is shown as a table. */
  table: maybe(flag),
  scroll: maybe(finite),
});
export type PanelState = Shaped<typeof panelStateShape>;
