import {
  buttonShape,
  cellShape,
  detailsShape,
  headShape,
  intervalShape,
  noteShape,
  pairShape,
  panelCalls,
  partShape,
  rulesShape,
  tableShape,
  toneShape,
} from './parts.ts';
import type { Contract } from './rpc.ts';
import type { Shaped } from './shape.ts';
import { finite, flag, list, maybe, nothing, oneOf, record, text } from './shape.ts';

/** One of the two sides: the biggest thing on the page is what it costs now. */
export const sideCardShape = record({
  key: oneOf('long', 'short'),
  name: text,
  words: text,
  change: maybe(cellShape),
  price: text,
  priceNote: text,
  sentence: text,
  /** The price as a part of 1, for the bar; absent without a price. */
  share: maybe(finite),
  logo: maybe(text),
});
export type SideCard = Shaped<typeof sideCardShape>;

export const ladderLevelShape = record({
  key: text,
  price: text,
  size: text,
  total: text,
  /** Size as a part of the largest shown, 0…1. */
  share: finite,
  /** Own orders at this price, e.g. `you 100 (NO)`. */
  mine: maybe(text),
});
export type LadderLevel = Shaped<typeof ladderLevelShape>;

/** Offers are listed from the highest down, so the best offer and the best bid meet in the middle. */
export const ladderShape = record({
  caption: text,
  columns: list(text),
  offersLabel: text,
  offers: list(ladderLevelShape),
  middle: text,
  bidsLabel: text,
  bids: list(ladderLevelShape),
  note: maybe(text),
});
export type Ladder = Shaped<typeof ladderShape>;

/** A line chart in parts of its own width and height (0…1, from the left and from the top). */
export const chartShape = record({
  summary: text,
  points: list(record({ x: finite, y: finite })),
  grid: list(record({ y: finite, label: text })),
  times: list(record({ x: finite, label: text })),
  /** Horizontal marks: own average and own orders. */
  marks: list(record({ y: finite, label: text, tone: toneShape })),
  /** Own fills. */
  rings: list(record({ x: finite, y: finite, label: text })),
  table: tableShape,
});
export type Chart = Shaped<typeof chartShape>;

export const chartSectionShape = record({
  heading: text,
  intervals: list(record({ value: intervalShape, label: text, name: text })),
  interval: intervalShape,
  intervalLabel: text,
  showTable: text,
  part: partShape(chartShape),
});
export type ChartSection = Shaped<typeof chartSectionShape>;

export const marketContentShape = record({
  head: headShape,
  sides: list(sideCardShape),
  chart: chartSectionShape,
  orders: record({ heading: text, button: maybe(buttonShape), part: partShape(tableShape) }),
  fills: record({ heading: text, part: partShape(tableShape) }),
  book: record({ heading: text, aside: maybe(text), part: partShape(ladderShape) }),
  position: record({ heading: text, part: partShape(list(pairShape)) }),
  dates: record({ heading: text, pairs: list(pairShape) }),
  rules: rulesShape,
  details: detailsShape,
});
export type MarketContent = Shaped<typeof marketContentShape>;

/** All the market panel shows. `note` stands above the content (a failed refresh) or in its place. */
export const marketSnapshotShape = record({
  slug: text,
  busy: flag,
  note: maybe(noteShape),
  content: maybe(marketContentShape),
});
export type MarketSnapshot = Shaped<typeof marketSnapshotShape>;

export const marketProtocol = {
  calls: { ...panelCalls, interval: { params: intervalShape, result: nothing } },
  events: { snapshot: marketSnapshotShape },
} as const satisfies Contract;
