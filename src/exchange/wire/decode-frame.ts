import type { Balance } from '../../core/balance.ts';
import { Decimal } from '../../core/decimal.ts';
import type { Order } from '../../core/order.ts';
import type { Problem } from '../exchange.ts';
import { readBestQuote, readBook, readTrade } from './book.ts';
import type { DecodedFrame, ServerFrame } from './frame.ts';
import { parseJsonText, TooMuchJson } from './json.ts';
import { readOrder } from './order.ts';
import { readBalance, readExecution, readPositionChange } from './portfolio.ts';
import { asJsonObject, type JsonObject, Reader } from './reader.ts';
import { scanFrame } from './scan/scan-frame.ts';
import { cleanLine } from './text.ts';
import { kindOf } from './wire-error.ts';

/**
 * A frame of either stream, of both generations. Never throws: a field that cannot be read is
 * absent and a problem, an item of a list without its id is left out and a problem.
 */
export function decodeServerFrame(text: string): DecodedFrame {
  const scanned = scanFrame(text);
  if (scanned !== undefined) return readable(scanned, NO_PROBLEMS);
  let value: unknown;
  try {
    value = parseJsonText(text);
  } catch (cause) {
    return broken(cause instanceof TooMuchJson ? 'too much JSON' : 'not JSON', NO_PROBLEMS);
  }
  const json = asJsonObject(value);
  if (json === undefined) return broken(`expected an object, got ${kindOf(value)}`, NO_PROBLEMS);
  const reader = new Reader();
  reader.begin('frame');
  const error = readError(reader, json['error']);
  const requestId = reader.text(json['requestId'], 'requestId');
  let unknown: string | undefined;
  for (const key in json) {
    const payload = json[key];
    // Some services send every payload that is not given as null.
    if (payload === undefined || payload === null || ENVELOPE.has(key)) continue;
    const read = PAYLOADS.get(key);
    if (read === undefined) {
      unknown ??= key;
      continue;
    }
    // A failed snapshot carries its error; any other payload beside an error counts for nothing.
    if (error !== undefined && read !== readOrdersFrame) break;
    const row = asJsonObject(payload);
    if (row === undefined)
      return broken(`expected "${key}" as an object, got ${kindOf(payload)}`, reader.problems);
    reader.begin(key);
    const frame = read(reader, row, { requestId, error });
    return typeof frame === 'string' ? broken(frame, reader.problems) : readable(frame, reader.problems);
  }
  if (error !== undefined) return readable({ requestId, kind: 'error', text: error }, reader.problems);
  if ('heartbeat' in json || (unknown === undefined && 'timestamp' in json)) {
    return readable({ requestId, kind: 'heartbeat' }, reader.problems);
  }
  if (reader.problems.length > 0 && unknown === undefined) return broken('nothing readable', reader.problems);
  const named = unknown === undefined ? 'no payload' : cleanLine(unknown.slice(0, LONGEST_KEY));
  return { frame: undefined, unknown: named, broken: undefined, problems: reader.problems };
}

/** Fields of a frame that are no payload. `error` is read before, `heartbeat` and `timestamp` after the payloads. */
const ENVELOPE: ReadonlySet<string> = new Set([
  'requestId',
  'subscriptionType',
  'error',
  'heartbeat',
  'timestamp',
]);
const LONGEST_KEY = 60;
const NO_PROBLEMS: readonly Problem[] = [];

function readable(frame: ServerFrame, problems: readonly Problem[]): DecodedFrame {
  return { frame, unknown: undefined, broken: undefined, problems };
}

function broken(reason: string, problems: readonly Problem[]): DecodedFrame {
  return { frame: undefined, unknown: undefined, broken: reason, problems };
}

/** An empty text is not an error. */
function readError(reader: Reader, value: unknown): string | undefined {
  const row = asJsonObject(value);
  return row === undefined ? reader.text(value, 'error') : reader.text(row['message'], 'error.message');
}

interface Envelope {
  readonly requestId: string | undefined;
  readonly error: string | undefined;
}

/** Reads one payload; a text says why it cannot be used. */
type ReadPayload = (reader: Reader, json: JsonObject, envelope: Envelope) => ServerFrame | string;

/** Payload keys of both generations in camelCase. */
const PAYLOADS: ReadonlyMap<string, ReadPayload> = new Map([
  ['marketData', readBookFrame],
  ['marketDataLite', readLiteFrame],
  ['trade', readTradeFrame],
  ['orderSubscriptionSnapshot', readOrdersFrame],
  ['ordersSnapshot', readOrdersFrame],
  ['orderSubscriptionUpdate', readOrderFrame],
  ['orderUpdate', readOrderFrame],
  ['positionSubscription', readPositionFrame],
  ['positionSubscriptionSnapshot', readPositionFrame],
  ['positionsSnapshot', readPositionFrame],
  ['positionSubscriptionUpdate', readPositionFrame],
  ['positionUpdate', readPositionFrame],
  ['accountBalancesSnapshot', readBalancesFrame],
  ['accountBalanceSubscriptionSnapshot', readBalancesFrame],
  ['accountBalancesUpdate', readBalanceFrame],
  ['accountBalanceSubscriptionUpdate', readBalanceFrame],
  ['accountBalanceUpdate', readBalanceFrame],
]);

function readBookFrame(reader: Reader, json: JsonObject, { requestId }: Envelope): ServerFrame | string {
  const book = reader.leanly(() => readBook(reader, json, ''));
  return book.marketSlug === '' ? 'a book needs its market' : { requestId, kind: 'book', book };
}

function readLiteFrame(reader: Reader, json: JsonObject, { requestId }: Envelope): ServerFrame | string {
  const quote = reader.leanly(() => readBestQuote(reader, json, ''));
  return quote.marketSlug === '' ? 'a quote needs its market' : { requestId, kind: 'lite', quote };
}

function readTradeFrame(reader: Reader, json: JsonObject, { requestId }: Envelope): ServerFrame | string {
  const trade = readTrade(reader, json);
  return trade === undefined ? 'a trade needs its market' : { requestId, kind: 'trade', trade };
}

/** Anything but a list must not pass for an account without open orders; a list without elements may be left out. */
function readOrdersFrame(
  reader: Reader,
  json: JsonObject,
  { requestId, error }: Envelope,
): ServerFrame | string {
  const list = json['orders'] ?? [];
  if (!Array.isArray(list)) return `expected "orders" as a list, got ${kindOf(list)}`;
  const failed = error ?? reader.text(json['error'], 'error');
  const orders: readonly Order[] = reader.rows('orders', list, readOrder);
  return { requestId, kind: 'orders', orders, eof: reader.flag(json['eof'], 'eof') ?? false, error: failed };
}

function readOrderFrame(reader: Reader, json: JsonObject, { requestId }: Envelope): ServerFrame | string {
  const execution = reader.nested(json['execution'], 'execution', readExecution);
  return execution === undefined ? 'an execution needs its order' : { requestId, kind: 'order', execution };
}

function readPositionFrame(reader: Reader, json: JsonObject, { requestId }: Envelope): ServerFrame {
  return { requestId, kind: 'position', change: readPositionChange(reader, json) };
}

/** The older generation sends two figures of one balance, which is not the whole list. */
function readBalancesFrame(reader: Reader, json: JsonObject, { requestId }: Envelope): ServerFrame | string {
  const list = json['balances'];
  if (list === undefined && json['balance'] !== undefined) {
    const only = readBalance(reader, { ...json, currentBalance: json['balance'] });
    return { requestId, kind: 'balances', balances: only === undefined ? [] : [only], whole: false };
  }
  if (list !== null && !Array.isArray(list)) return `expected "balances" as a list, got ${kindOf(list)}`;
  const balances = reader.rows('balances', list ?? [], readBalance);
  return { requestId, kind: 'balances', balances, whole: true };
}

/** A change without a readable balance is still a change: an empty list asks for a reading. */
function readBalanceFrame(reader: Reader, json: JsonObject, { requestId }: Envelope): ServerFrame {
  const balance = reader.nested(json['balanceChange'], 'balanceChange', readChangedBalance);
  return { requestId, kind: 'balances', balances: balance === undefined ? [] : [balance], whole: false };
}

function readChangedBalance(reader: Reader, json: JsonObject): Balance | undefined {
  const after = reader.nested(json['afterBalance'], 'afterBalance', readBalance);
  const updated = reader.instant(json['updateTime'], 'updateTime');
  // A zero without a currency is an unset object, not an empty account.
  if (after === undefined || (after.currency === '' && after.currentBalance.isZero)) return undefined;
  // In a change unset figures are sent as 0, so no zero but that of the balance is taken for a figure.
  const figures = Object.entries(after).map(([field, value]) => {
    const isUnset = field !== 'currentBalance' && value instanceof Decimal && value.isZero;
    return [field, isUnset ? undefined : value] as const;
  });
  return { ...after, ...Object.fromEntries(figures), lastUpdated: after.lastUpdated ?? updated };
}
