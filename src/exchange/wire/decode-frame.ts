import type { Balance } from '../../core/balance.ts';
import type { Instant } from '../../core/instant.ts';
import type { Order } from '../../core/order.ts';
import type { OwnDecimal } from '../../core/own.ts';
import type { Problem } from '../exchange.ts';
import { readBestQuote, readBook, readTrade } from './book.ts';
import type { DecodedFrame, ServerFrame } from './frame.ts';
import { parseJsonText, TooMuchJson } from './json.ts';
import { readOrder } from './order.ts';
import { readBalance, readExecution, readPositionChange } from './portfolio.ts';
import { asJsonObject, type JsonObject, Reader } from './reader.ts';
import { scanFrame } from './scan/frame.ts';
import { BIDS_MARK, OFFERS_MARK, scanLevels } from './scan/levels.ts';
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
    value = parseFrame(text);
  } catch (cause) {
    return broken(unreadable(cause), NO_PROBLEMS);
  }
  const json = asJsonObject(value);
  if (json === undefined) return broken(`expected an object, got ${kindOf(value)}`, NO_PROBLEMS);
  const reader = new Reader();
  reader.begin('frame', -1);
  const error = readError(reader, json['error']);
  const requestId = reader.text(json['requestId'], 'requestId');
  let unknown: string | undefined;
  for (const key in json) {
    const payload = json[key];
    // Of alternatives of which one is given, some services send the others as null.
    if (payload === undefined || payload === null || ENVELOPE.has(key)) continue;
    const read = PAYLOADS.get(key);
    if (read === undefined) {
      unknown ??= key;
      continue;
    }
    // A snapshot that failed says so beside itself; of anything else nothing holds beside an error.
    if (error !== undefined && read !== readOrdersFrame) break;
    const row = asJsonObject(payload);
    if (row === undefined)
      return broken(`expected "${key}" as an object, got ${kindOf(payload)}`, reader.problems);
    reader.begin(key, -1);
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

/** What of a frame is no payload. `error` is read before, `heartbeat` and `timestamp` after the payloads. */
const ENVELOPE: ReadonlySet<string> = new Set([
  'requestId',
  'subscriptionType',
  'error',
  'heartbeat',
  'timestamp',
]);
const LONGEST_KEY = 60;
const NO_PROBLEMS: readonly Problem[] = [];

/** Throws where the text is no JSON. */
function parseFrame(text: string): unknown {
  const scan = scanLevels(text);
  if (scan === undefined) return parseJsonText(text);
  const frame = parseJsonText(scan.rest) as Readonly<Record<string, unknown>> | null;
  const book = (frame?.['marketData'] ?? frame?.['market_data']) as Record<string, unknown> | undefined;
  // The names stood elsewhere, or twice.
  if (book?.['bids'] !== BIDS_MARK || book['offers'] !== OFFERS_MARK) return parseJsonText(text);
  book['bids'] = scan.bids;
  book['offers'] = scan.offers;
  return frame;
}

function unreadable(cause: unknown): string {
  return cause instanceof TooMuchJson ? 'too much JSON' : 'not JSON';
}

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

/** What a frame says besides its payload. */
interface Envelope {
  readonly requestId: string | undefined;
  readonly error: string | undefined;
}

/** Reads one payload; a text says why there is nothing to be used in it. */
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
  const book = readBook(reader, json, '');
  return book.marketSlug === '' ? 'a book needs its market' : { requestId, kind: 'book', book };
}

function readLiteFrame(reader: Reader, json: JsonObject, { requestId }: Envelope): ServerFrame | string {
  const quote = readBestQuote(reader, json, '');
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
  const orders: readonly Order[] = readItems(reader, 'orders', list, readOrder);
  return { requestId, kind: 'orders', orders, eof: reader.flag(json['eof'], 'eof') ?? false, error: failed };
}

function readOrderFrame(reader: Reader, json: JsonObject, { requestId }: Envelope): ServerFrame | string {
  const row = reader.object(json['execution'], 'execution');
  const execution = row && readExecution(reader, row);
  return execution === undefined ? 'an execution needs its order' : { requestId, kind: 'order', execution };
}

function readPositionFrame(reader: Reader, json: JsonObject, { requestId }: Envelope): ServerFrame {
  return { requestId, kind: 'position', change: readPositionChange(reader, json) };
}

/** The older generation tells two figures of the one balance, which is not all there is to say of it. */
function readBalancesFrame(reader: Reader, json: JsonObject, { requestId }: Envelope): ServerFrame | string {
  const list = json['balances'];
  if (list === undefined && json['balance'] !== undefined) {
    const only = readBalance(reader, { ...json, currentBalance: json['balance'] });
    return { requestId, kind: 'balances', balances: only === undefined ? [] : [only], whole: false };
  }
  if (list !== null && !Array.isArray(list)) return `expected "balances" as a list, got ${kindOf(list)}`;
  const balances = readItems(reader, 'balances', list ?? [], readBalance);
  return { requestId, kind: 'balances', balances, whole: true };
}

/** A change without a readable balance is still a change: an empty list asks for a reading. */
function readBalanceFrame(reader: Reader, json: JsonObject, { requestId }: Envelope): ServerFrame {
  const change = reader.object(json['balanceChange'], 'balanceChange');
  reader.enter('balanceChange');
  const row = change && reader.object(change['afterBalance'], 'afterBalance');
  reader.enter('afterBalance');
  const after = row && readBalance(reader, row);
  reader.leave();
  const updated = reader.instant(change?.['updateTime'], 'updateTime');
  reader.leave();
  // A zero without a currency is an unset object, not an empty account.
  const isUnset = after === undefined || (after.currency === '' && after.currentBalance.isZero);
  const balances = isUnset ? [] : [changed(after, updated)];
  return { requestId, kind: 'balances', balances, whole: false };
}

/** In a change unset figures are sent as 0, so no zero is taken for a figure. */
function changed(balance: Balance, updated: Instant | undefined): Balance {
  const given = (value: OwnDecimal | undefined) => (value?.isZero ? undefined : value);
  return {
    currency: balance.currency,
    currentBalance: balance.currentBalance,
    buyingPower: given(balance.buyingPower),
    openOrders: given(balance.openOrders),
    unsettledFunds: given(balance.unsettledFunds),
    pendingCredit: given(balance.pendingCredit),
    marginRequirement: given(balance.marginRequirement),
    assetNotional: given(balance.assetNotional),
    assetAvailable: given(balance.assetAvailable),
    displayedCash: given(balance.displayedCash),
    availableToWithdraw: given(balance.availableToWithdraw),
    lastUpdated: balance.lastUpdated ?? updated,
  };
}

function readItems<T>(
  reader: Reader,
  list: string,
  values: readonly unknown[],
  read: (reader: Reader, json: JsonObject) => T | undefined,
): readonly T[] {
  const items: T[] = [];
  for (let index = 0; index < values.length; index++) {
    reader.begin(list, index);
    const row = asJsonObject(values[index]);
    const item = row && read(reader, row);
    if (item !== undefined) items.push(item);
    else if (row === undefined) reader.problem('', `expected an object, got ${kindOf(values[index])}`);
  }
  return items;
}
