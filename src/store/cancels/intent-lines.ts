import type { IntentOrder, IntentRecord, IntentStep } from './intent.ts';
import { isStepName, NO_DETAILS } from './intent.ts';

/** The first line of an intent: what `IntentRecord` holds besides its steps. */
export type IntentHead = Omit<IntentRecord, 'steps'>;

/** One line of the file. `alive` only says that a window with unsent intents was still there. */
export type IntentLine =
  | { readonly head: IntentHead; readonly at: number }
  | ({ readonly id: string } & IntentStep)
  | { readonly alive: string; readonly at: number };

/** Everything the file holds, put together. */
export interface IntentBook {
  /** By when they were asked for, oldest first. */
  readonly records: readonly IntentRecord[];
  /** When each window was last heard of, Unix milliseconds. */
  readonly heard: ReadonlyMap<string, number>;
  /** Lines that could not be read: a torn one, or damage. */
  readonly lost: number;
}

/** Longest lines of the record in bytes of UTF-8, without the break before them: the first of an intent, and any other. */
export const HEAD_BYTES = 1_024;
export const STEP_BYTES = 448;
/** Texts of the service that are longer, bytes as JSON, are left out of a line; a name longer than so is cut. */
const TEXT_BYTES = 48;
const REQUEST_ID_BYTES = 120;
const CUT_NAME = 60;

/** Without a line break, whatever is in it; absent values are left out. At most `STEP_BYTES` long. */
export function lineText(line: Exclude<IntentLine, { readonly head: IntentHead }>): string {
  if ('alive' in line) return JSON.stringify(line);
  const { serviceRequest, state, filled } = line;
  return JSON.stringify({
    ...line,
    serviceRequest: within(serviceRequest, REQUEST_ID_BYTES),
    state: within(state, TEXT_BYTES),
    filled: within(filled, TEXT_BYTES),
  });
}

/**
 * The same of the first line of an intent, at most `HEAD_BYTES` long: of what only describes the order, what is too long
 * is left out, and a market's name is cut. Undefined where what it is known by does not fit.
 */
export function headText(head: IntentHead, at: number): string | undefined {
  const { order } = head;
  const short = (text: string | undefined): string | undefined => within(text, TEXT_BYTES);
  const value = short(order.price?.value);
  const currency = short(order.price?.currency);
  const own: IntentOrder = {
    id: order.id,
    marketSlug: order.marketSlug,
    side: short(order.side),
    intent: short(order.intent),
    type: short(order.type),
    price: value === undefined || currency === undefined ? undefined : { value, currency },
    quantity: short(order.quantity),
    filled: short(order.filled),
    left: short(order.left),
  };
  const marketSlug = `${order.marketSlug.slice(0, CUT_NAME)}…`;
  return [own, { ...own, marketSlug }]
    .map((each) => JSON.stringify({ head: { ...head, order: each }, at }))
    .find((line) => bytesOf(line) <= HEAD_BYTES);
}

export function bytesOf(text: string): number {
  return UTF8.encode(text).length;
}

const UTF8 = new TextEncoder();

function within(text: string | undefined, bytes: number): string | undefined {
  return text === undefined || bytesOf(JSON.stringify(text)) > bytes ? undefined : text;
}

/**
 * Reads what any version of any window wrote, in any order and more than once (carrying over repeats lines). What cannot
 * be read is left out and counted.
 */
export function readBook(text: string): IntentBook {
  const heads = new Map<string, { head: IntentHead; from: number; at: number }>();
  const steps = new Map<string, Map<string, IntentStep>>();
  const heard = new Map<string, number>();
  let lost = 0;
  for (const raw of text.split('\n')) {
    if (raw.trim() === '') continue;
    const line = parseLine(raw);
    if (line === undefined) {
      lost += 1;
    } else if ('alive' in line) {
      hear(heard, line.alive, line.at);
    } else if ('head' in line) {
      const known = heads.get(line.head.id);
      const from = Math.min(known?.from ?? line.at, line.at);
      const { head, at } = known !== undefined && known.at > line.at ? known : line;
      heads.set(head.id, { head, from, at });
      hear(heard, line.head.window, line.at);
    } else {
      const own = steps.get(line.id) ?? new Map<string, IntentStep>();
      steps.set(line.id, own.set(raw, stepOf(line)));
      hear(heard, line.window, line.at);
    }
  }
  const records = [...heads.values()]
    .sort((a, b) => a.from - b.from)
    .map(({ head, from }) => {
      const own = [...(steps.get(head.id)?.values() ?? [])].sort((a, b) => a.at - b.at);
      return { ...head, steps: [asked(head, from), ...own] };
    });
  return { records, heard, lost };
}

function asked(head: IntentHead, at: number): IntentStep {
  return { ...NO_DETAILS, step: 'asked', at, window: head.window };
}

function hear(heard: Map<string, number>, window: string, at: number): void {
  heard.set(window, Math.max(heard.get(window) ?? at, at));
}

function stepOf({ id: _, ...step }: { readonly id: string } & IntentStep): IntentStep {
  return step;
}

/** Undefined for what is damaged, and for what is longer than any line that was ever written. */
export function parseLine(raw: string): IntentLine | undefined {
  if (raw.length > HEAD_BYTES) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    return undefined;
  }
  if (!isObject(value) || typeof value['at'] !== 'number') return undefined;
  const { at } = value;
  if (typeof value['alive'] === 'string') return { alive: value['alive'], at };
  if (value['head'] !== undefined) {
    const head = headOf(value['head']);
    return head && { head, at };
  }
  const { id, step, window } = value;
  if (typeof id !== 'string' || typeof window !== 'string' || !isStepName(step)) return undefined;
  const by = (['single', 'batch', 'openEnded'] as const).find((way) => way === value['by']);
  return {
    id,
    step,
    at,
    window,
    by,
    request: text(value['request']),
    serviceRequest: text(value['serviceRequest']),
    error: text(value['error']),
    status: typeof value['status'] === 'number' ? value['status'] : undefined,
    state: text(value['state']),
    filled: text(value['filled']),
    told: value['told'] === true ? true : undefined,
  };
}

function headOf(value: unknown): IntentHead | undefined {
  if (!isObject(value)) return undefined;
  const { id, account, connection, window, slot, why, list, of, nth } = value;
  const order = orderOf(value['order']);
  if (order === undefined || typeof of !== 'number') return undefined;
  if (typeof id !== 'string' || typeof account !== 'string' || typeof slot !== 'string') return undefined;
  if (typeof connection !== 'string' || typeof window !== 'string') return undefined;
  if (nth !== undefined && !isCount(nth)) return undefined;
  const own = { id, account, connection, window, slot, nth };
  return { ...own, why: text(why) ?? '', list: text(list) ?? '', of, order };
}

function orderOf(value: unknown): IntentOrder | undefined {
  if (!isObject(value)) return undefined;
  const { id, marketSlug, price } = value;
  if (typeof id !== 'string' || typeof marketSlug !== 'string') return undefined;
  const amount = isObject(price) ? text(price['value']) : undefined;
  const currency = isObject(price) ? text(price['currency']) : undefined;
  return {
    id,
    marketSlug,
    side: text(value['side']),
    intent: text(value['intent']),
    type: text(value['type']),
    price: amount === undefined || currency === undefined ? undefined : { value: amount, currency },
    quantity: text(value['quantity']),
    filled: text(value['filled']),
    left: text(value['left']),
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
