import {
  type Attempt,
  type AttemptEvent,
  type AttemptState,
  isAttemptState,
  isFinal,
  type LoggedAttempt,
  next,
} from '../../core/attempt.ts';
import { Decimal } from '../../core/decimal.ts';
import { money } from '../../core/money.ts';
import type { Order } from '../../core/order.ts';

export interface LogContent {
  readonly attempts: readonly LoggedAttempt[];
  /** Lines that could not be read. */
  readonly damaged: number;
}

export function requestedLine(attempt: Attempt, at: number): string {
  return JSON.stringify({
    state: 'requested',
    at,
    ...attempt,
    order: attempt.order && written(attempt.order),
  });
}

export function eventLine(id: string, event: AttemptEvent): string {
  return JSON.stringify({ id, ...event });
}

/** Puts together the lines of all files, in any order and also repeated. Damaged lines are counted and left out. */
export function readLog(files: readonly { readonly name: string; readonly text: string }[]): LogContent {
  const heads = new Map<string, Attempt & { readonly file: string; readonly at: number }>();
  const events = new Map<string, Map<string, AttemptEvent>>();
  let damaged = 0;
  for (const { name, text } of files) {
    for (const raw of text.split('\n').filter((line) => line.trim() !== '')) {
      const line = readLine(raw);
      if (line === undefined) damaged += 1;
      else if ('account' in line) heads.set(line.id, { ...line, file: name });
      else events.set(line.id, (events.get(line.id) ?? new Map<string, AttemptEvent>()).set(raw, line));
    }
  }
  const attempts = [...heads.values()]
    .sort((one, other) => one.at - other.at)
    .map(({ at, ...attempt }): LoggedAttempt => {
      const later = [...(events.get(attempt.id)?.values() ?? [])];
      const state = later.reduce<AttemptState>((before, event) => next(before, event.state), 'requested');
      return { ...attempt, state, events: [{ state: 'requested', at }, ...later] };
    });
  return { attempts, damaged };
}

export function isOpen({ state }: LoggedAttempt): boolean {
  return !isFinal(state);
}

type JsonObject = Readonly<Record<string, unknown>>;
type LogLine = { readonly id: string; readonly at: number } & (Attempt | AttemptEvent);

/** Undefined for damage. */
function readLine(raw: string): LogLine | undefined {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const { state, ...own } = value;
  if (typeof own['id'] !== 'string' || typeof own['at'] !== 'number' || !isAttemptState(state))
    return undefined;
  // This program wrote the rest itself: a line that is whole has it.
  if (state !== 'requested') return { ...own, state } as unknown as LogLine;
  const order = readOrder(own['order']);
  if (typeof own['account'] !== 'string' || (own['scope'] === 'order') !== (order !== undefined))
    return undefined;
  return { ...own, order } as unknown as LogLine;
}

/** What identifies the order and the dialog named; decimal texts. */
function written({ id, marketSlug, side, intent, type, price, ...own }: Order) {
  const [quantity, filled, left] = [own.quantity, own.cumQuantity, own.leavesQuantity];
  return { id, marketSlug, side, intent, type, price, quantity, filled, left };
}

/** The log has no more of it. */
function readOrder(value: unknown): Order | undefined {
  if (!isObject(value) || typeof value['id'] !== 'string' || typeof value['marketSlug'] !== 'string')
    return undefined;
  const { id, marketSlug, side, intent, type, price } = value as JsonObject & Order;
  const amount = Decimal.parse(price?.value);
  return {
    id,
    marketSlug,
    side,
    intent,
    type,
    price: price && amount && money(amount, price.currency),
    quantity: Decimal.parse(value['quantity']),
    cumQuantity: Decimal.parse(value['filled']),
    leavesQuantity: Decimal.parse(value['left']),
  } as Order;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
