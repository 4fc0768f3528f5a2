import type { ContentOf, Snapshot } from './frames.ts';
import { frameEvents, snapshotShape } from './frames.ts';
import {
  buttonShape,
  detailsShape,
  headShape,
  panelCalls,
  partShape,
  rulesShape,
  tableShape,
  toneShape,
  truthShape,
} from './parts.ts';
import type { Contract } from './rpc.ts';
import type { Shaped } from './shape.ts';
import { list, maybe, oneOf, record, text } from './shape.ts';

/** `notSettledYet` and `endedAwaiting` are states of a market, not errors; `unreadable`: the service's answer made no sense. */
export const settlementStateShape = oneOf('settled', 'void', 'notSettledYet', 'endedAwaiting', 'unreadable');
export type SettlementState = Shaped<typeof settlementStateShape>;

/** A step of the market's life with the source of its time; one without a source is not in the list. */
export const stepShape = record({ key: text, label: text, time: text, source: text });
export type Step = Shaped<typeof stepShape>;

/** The sections of the panel: what a patch replaces as a whole. */
const sections = {
  head: headShape,
  truth: truthShape,
  outcome: record({
    state: settlementStateShape,
    headline: text,
    sentence: text,
    sources: text,
    tone: toneShape,
  }),
  steps: record({ heading: text, items: list(stepShape) }),
  paid: record({ heading: text, part: partShape(tableShape) }),
  account: record({
    heading: text,
    /** Said where own figures are not fresh. */
    mark: maybe(text),
    part: partShape(tableShape),
    note: maybe(text),
  }),
  /** Absent when nothing rests. */
  resting: maybe(record({ heading: text, sentence: text, button: buttonShape, table: tableShape })),
  rules: rulesShape,
  details: detailsShape,
} as const;
export type SettlementContent = ContentOf<typeof sections>;

/** All the settlement panel shows. */
export const settlementSnapshotShape = snapshotShape(sections);
export type SettlementSnapshot = Snapshot<SettlementContent>;

export const settlementProtocol = {
  calls: panelCalls,
  events: frameEvents(sections),
} as const satisfies Contract;
