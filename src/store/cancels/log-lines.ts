import {
  type Attempt,
  type AttemptEvent,
  type AttemptOrder,
  type AttemptState,
  isAttemptState,
  isFinal,
  next,
} from './attempt.ts';

/** A line: an attempt as it was requested, or a later event of one. */
export type LogLine =
  | { readonly attempt: Attempt; readonly at: number }
  | { readonly id: string; readonly event: AttemptEvent };

/** An attempt with everything the log holds about it. */
export interface LoggedAttempt extends Attempt {
  /** The file its first line is in. */
  readonly file: string;
  readonly state: AttemptState;
  /** As written, beginning with `requested`. */
  readonly events: readonly AttemptEvent[];
}

export interface LogContent {
  /** As requested, oldest first. */
  readonly attempts: readonly LoggedAttempt[];
  /** Lines that could not be read. */
  readonly damaged: number;
}

const KINDS = ['single', 'batch', 'everything'] as const;
/** Longest line in characters. */
const LINE_LENGTH = 2_048;
/** Longest text of the service in a line, characters; what is longer is left out. */
const TEXT_LENGTH = 120;

/** The first line of an attempt; of an order with overlong texts only what identifies it. Undefined where even that is too long. */
export function requestedLine(attempt: Attempt, at: number): string | undefined {
  const { order } = attempt;
  const bare = order && { id: order.id, marketSlug: order.marketSlug };
  return [attempt, { ...attempt, order: bare }]
    .map((each) => JSON.stringify({ state: 'requested', at, ...each }))
    .find((line) => line.length <= LINE_LENGTH);
}

export function eventLine(id: string, event: AttemptEvent): string {
  const { serviceRequest, orderState, filled } = event;
  return JSON.stringify({
    id,
    ...event,
    serviceRequest: short(serviceRequest),
    orderState: short(orderState),
    filled: short(filled),
  });
}

/** Puts together the lines of all files, in any order and also repeated. Damaged lines are counted and left out. */
export function readLog(files: readonly { readonly name: string; readonly text: string }[]): LogContent {
  const heads = new Map<string, { readonly attempt: Attempt; readonly at: number; readonly file: string }>();
  const events = new Map<string, Map<string, AttemptEvent>>();
  let damaged = 0;
  for (const { name, text } of files) {
    for (const raw of text.split('\n')) {
      if (raw.trim() === '') continue;
      const line = readLine(raw);
      if (line === undefined) {
        damaged += 1;
      } else if (line === 'other') {
        // Says nothing about an attempt.
      } else if ('attempt' in line) {
        heads.set(line.attempt.id, { ...line, file: name });
      } else {
        const own = events.get(line.id) ?? new Map<string, AttemptEvent>();
        events.set(line.id, own.set(raw, line.event));
      }
    }
  }
  const attempts = [...heads.values()]
    .sort((one, other) => one.at - other.at)
    .map(({ attempt, at, file }): LoggedAttempt => {
      const later = [...(events.get(attempt.id)?.values() ?? [])];
      const state = later.reduce<AttemptState>((before, event) => next(before, event.state), 'requested');
      return { ...attempt, file, state, events: [{ state: 'requested', at }, ...later] };
    });
  return { attempts, damaged };
}

export function isOpen({ state }: LoggedAttempt): boolean {
  return !isFinal(state);
}

/** Undefined for damage. */
function readLine(raw: string): LogLine | 'other' | undefined {
  if (raw.length > LINE_LENGTH) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    return undefined;
  }
  if (!isObject(value) || typeof value['at'] !== 'number') return undefined;
  const { id, state, at } = value;
  if (['head', 'step', 'alive'].some((name) => value[name] !== undefined)) return readLegacyLine(value, at);
  if (typeof id !== 'string' || !isAttemptState(state)) return undefined;
  if (state === 'requested') {
    const attempt = readAttempt(value, id);
    return attempt && { attempt, at };
  }
  const by = KINDS.find((each) => each === value['by']);
  const details = readDetails(value);
  return { id, event: { ...details, state, at, by, orderState: textOf(value['orderState']) } };
}

function readAttempt(value: JsonObject, id: string): Attempt | undefined {
  const { scope, account, connection, window, order, of } = value;
  if (scope !== 'everything' && (scope !== 'order' || readOrder(order) === undefined)) return undefined;
  if (typeof account !== 'string' || typeof connection !== 'string' || typeof of !== 'number')
    return undefined;
  const [command = '', list = '', by = ''] = [value['command'], value['list'], window].map(textOf);
  const own = { id, scope, account, connection, window: by, command, list, of } as const;
  return { ...own, order: scope === 'order' ? readOrder(order) : undefined };
}

function readOrder(value: unknown): AttemptOrder | undefined {
  if (!isObject(value)) return undefined;
  const { id, marketSlug, price } = value;
  if (typeof id !== 'string' || typeof marketSlug !== 'string') return undefined;
  const [amount, currency] = isObject(price) ? [price['value'], price['currency']].map(textOf) : [];
  return {
    id,
    marketSlug,
    side: textOf(value['side']),
    intent: textOf(value['intent']),
    type: textOf(value['type']),
    price: amount === undefined || currency === undefined ? undefined : { value: amount, currency },
    quantity: textOf(value['quantity']),
    filled: textOf(value['filled']),
    left: textOf(value['left']),
  };
}

/** What both formats call the same. */
function readDetails(value: JsonObject): Omit<AttemptEvent, 'state' | 'at' | 'by' | 'orderState'> {
  return {
    request: textOf(value['request']),
    serviceRequest: textOf(value['serviceRequest']),
    error: textOf(value['error']),
    status: typeof value['status'] === 'number' ? value['status'] : undefined,
    filled: textOf(value['filled']),
  };
}

/**
 * States of the format before this one, whose files all windows shared (`record-000001.jsonl`). An attempt could end
 * there because another one took its place.
 */
const LEGACY_STATES: Readonly<Record<string, AttemptState>> = {
  sent: 'sent',
  accepted: 'accepted',
  rejected: 'refused',
  unknown: 'unknown',
  confirmed: 'cancelled',
  filled: 'filled',
  gone: 'gone',
  refused: 'rejected',
  superseded: 'notFollowed',
  joined: 'notFollowed',
  unfollowed: 'notFollowed',
};

const IGNORED: ReadonlySet<unknown> = new Set(['askedAgain', 'takenUp']);

/** `other` for a line that says nothing about how an attempt stands. */
function readLegacyLine(value: JsonObject, at: number): LogLine | 'other' | undefined {
  if (isObject(value['head'])) return readHead(value['head'], at);
  const { id, step, by } = value;
  if (typeof value['alive'] === 'string' || (typeof id === 'string' && IGNORED.has(step))) return 'other';
  const state = typeof step === 'string' ? LEGACY_STATES[step] : undefined;
  if (typeof id !== 'string' || state === undefined) return undefined;
  const kind = by === 'openEnded' ? 'everything' : KINDS.find((each) => each === by);
  return { id, event: { ...readDetails(value), state, at, by: kind, orderState: textOf(value['state']) } };
}

function readHead(head: JsonObject, at: number): LogLine | undefined {
  const { id, account, connection, window, nth, of } = head;
  const order = readOrder(head['order']);
  if (typeof id !== 'string' || typeof account !== 'string' || typeof connection !== 'string')
    return undefined;
  if (order === undefined || typeof of !== 'number') return undefined;
  // Only the kill switch had no number.
  const scope = nth === undefined ? 'everything' : 'order';
  const [command = '', list = '', by = ''] = [head['why'], head['list'], window].map(textOf);
  const own = scope === 'order' ? order : undefined;
  return { attempt: { id, scope, account, connection, window: by, command, list, of, order: own }, at };
}

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function short(text: string | undefined): string | undefined {
  return text !== undefined && text.length > TEXT_LENGTH ? undefined : text;
}
