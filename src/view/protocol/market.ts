import type { ContentOf, Snapshot } from './frames.ts';
import { frameEvents, snapshotShape } from './frames.ts';
import {
  buttonShape,
  cellShape,
  detailsShape,
  headShape,
  intervalShape,
  pairShape,
  panelCalls,
  partShape,
  rulesShape,
  tableShape,
  toneShape,
  truthShape,
} from './parts.ts';
import type { Contract } from './rpc.ts';
import type { Shaped } from './shape.ts';
import { finite, list, maybe, nothing, oneOf, record, text } from './shape.ts';

/** One of the two sides: the biggest thing on the page is what it costs now. */
export const sideCardShape = record({
  key: oneOf('long', 'short'),
  name: text,
  words: text,
  change: maybe(cellShape),
  price: text,
  /** The price went up or down a moment ago. */
  moved: maybe(oneOf('up', 'down')),
  /** What `moved` means, for who cannot see the arrow. */
  movedHint: maybe(text),
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
  /** The size as a number, only to tell a level that grew from one that shrank; absent where none is known. */
  amount: maybe(finite),
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
  /** What the arrows on a level that has just changed mean. */
  grew: text,
  shrank: text,
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
  /** Vertical marks: when the game began. */
  moments: list(record({ x: finite, label: text })),
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

/** The sections of the panel: what a patch replaces as a whole. */
const sections = {
  head: headShape,
  truth: truthShape,
  sides: list(sideCardShape),
  chart: chartSectionShape,
  orders: record({
    heading: text,
    button: maybe(buttonShape),
    /** Said where own figures are not fresh. */
    mark: maybe(text),
    part: partShape(tableShape),
  }),
  trades: record({ heading: text, part: partShape(tableShape) }),
  fills: record({ heading: text, part: partShape(tableShape) }),
  book: record({ heading: text, aside: maybe(text), mark: maybe(text), part: partShape(ladderShape) }),
  position: record({ heading: text, mark: maybe(text), part: partShape(list(pairShape)) }),
  dates: record({ heading: text, pairs: list(pairShape) }),
  rules: rulesShape,
  details: detailsShape,
} as const;
export type MarketContent = ContentOf<typeof sections>;

/** All the market panel shows. */
export const marketSnapshotShape = snapshotShape(sections);
export type MarketSnapshot = Snapshot<MarketContent>;

export const marketProtocol = {
  calls: { ...panelCalls, interval: { params: intervalShape, result: nothing } },
  events: frameEvents(sections),
} as const satisfies Contract;
