import {
  buttonShape,
  detailsShape,
  headShape,
  noteShape,
  panelCalls,
  partShape,
  rulesShape,
  tableShape,
  toneShape,
} from './parts.ts';
import type { Contract } from './rpc.ts';
import type { Shaped } from './shape.ts';
import { flag, list, maybe, oneOf, record, text } from './shape.ts';

/** `notSettledYet` and `endedAwaiting` are states of a market, not errors; `unreadable`: the service's answer made no sense. */
export const settlementStateShape = oneOf('settled', 'void', 'notSettledYet', 'endedAwaiting', 'unreadable');
export type SettlementState = Shaped<typeof settlementStateShape>;

/** A step of the market's life with the source of its time; one without a source is not in the list. */
export const stepShape = record({ key: text, label: text, time: text, source: text });
export type Step = Shaped<typeof stepShape>;

export const settlementContentShape = record({
  head: headShape,
  state: settlementStateShape,
  headline: text,
  sentence: text,
  sources: text,
  tone: toneShape,
  steps: record({ heading: text, items: list(stepShape) }),
  paid: record({ heading: text, part: partShape(tableShape) }),
  account: record({ heading: text, part: partShape(tableShape), note: maybe(text) }),
  /** Absent when nothing rests. */
  resting: maybe(record({ heading: text, sentence: text, button: buttonShape, table: tableShape })),
  rules: rulesShape,
  details: detailsShape,
});
export type SettlementContent = Shaped<typeof settlementContentShape>;

export const settlementSnapshotShape = record({
  slug: text,
  busy: flag,
  note: maybe(noteShape),
  content: maybe(settlementContentShape),
});
export type SettlementSnapshot = Shaped<typeof settlementSnapshotShape>;

export const settlementProtocol = {
  calls: panelCalls,
  events: { snapshot: settlementSnapshotShape },
} as const satisfies Contract;
