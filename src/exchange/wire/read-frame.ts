import type { Balance } from '../../core/balance.ts';
import type { Decimal } from '../../core/decimal.ts';
import type { Instant } from '../../core/instant.ts';
import type { Order } from '../../core/order.ts';
import type { ServerFrame } from './frame.ts';
import { readBalance } from './read-balance.ts';
import { readBestQuote, readBook } from './read-book.ts';
import { readExecution, readPositionChange } from './read-execution.ts';
import { readOrder } from './read-order.ts';
import { readTrade } from './read-trade.ts';
import { asRow, type Reader, type Row } from './reader.ts';
import { kindOf } from './wire-error.ts';

/** What a frame says besides its payload. */
export interface Envelope {
  readonly requestId: string | undefined;
  readonly error: string | undefined;
}

/** Reads one payload; a text says why there is nothing to be used in it. */
export type ReadPayload = (at: Reader, o: Row, envelope: Envelope) => ServerFrame | string;

/** Payload keys of both generations in camelCase (live interface §11). */
export const PAYLOADS: ReadonlyMap<string, ReadPayload> = new Map([
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

function readBookFrame(at: Reader, o: Row, { requestId }: Envelope): ServerFrame | string {
  const book = readBook(at, o, '');
  return book.marketSlug === '' ? 'a book needs its market' : { requestId, kind: 'book', book };
}

function readLiteFrame(at: Reader, o: Row, { requestId }: Envelope): ServerFrame | string {
  const quote = readBestQuote(at, o, '');
  return quote.marketSlug === '' ? 'a quote needs its market' : { requestId, kind: 'lite', quote };
}

function readTradeFrame(at: Reader, o: Row, { requestId }: Envelope): ServerFrame | string {
  const trade = readTrade(at, o);
  return trade === undefined ? 'a trade needs its market' : { requestId, kind: 'trade', trade };
}

/** Anything but a list must not pass for an account without open orders; a list without elements may be left out. */
export function readOrdersFrame(at: Reader, o: Row, { requestId, error }: Envelope): ServerFrame | string {
  const list = o['orders'] ?? [];
  if (!Array.isArray(list)) return `expected "orders" as a list, got ${kindOf(list)}`;
  const failed = error ?? at.text(o['error'], 'error');
  const orders: readonly Order[] = readItems(at, 'orders', list, readOrder);
  return { requestId, kind: 'orders', orders, eof: at.flag(o['eof'], 'eof') ?? false, error: failed };
}

function readOrderFrame(at: Reader, o: Row, { requestId }: Envelope): ServerFrame | string {
  const row = at.object(o['execution'], 'execution');
  const execution = row && readExecution(at, row);
  return execution === undefined ? 'an execution needs its order' : { requestId, kind: 'order', execution };
}

function readPositionFrame(at: Reader, o: Row, { requestId }: Envelope): ServerFrame {
  return { requestId, kind: 'position', change: readPositionChange(at, o) };
}

/** The older generation tells two figures of the one balance, which is not all there is to say of it. */
function readBalancesFrame(at: Reader, o: Row, { requestId }: Envelope): ServerFrame | string {
  const list = o['balances'];
  if (list === undefined && o['balance'] !== undefined) {
    const only = readBalance(at, { ...o, currentBalance: o['balance'] });
    return { requestId, kind: 'balances', balances: only === undefined ? [] : [only], whole: false };
  }
  if (list !== null && !Array.isArray(list)) return `expected "balances" as a list, got ${kindOf(list)}`;
  const balances = readItems(at, 'balances', list ?? [], readBalance);
  return { requestId, kind: 'balances', balances, whole: true };
}

/** A change without a readable balance is still a change: none is told, so it has to be read. */
function readBalanceFrame(at: Reader, o: Row, { requestId }: Envelope): ServerFrame {
  const change = at.object(o['balanceChange'], 'balanceChange');
  at.enter('balanceChange');
  const row = change && at.object(change['afterBalance'], 'afterBalance');
  at.enter('afterBalance');
  const after = row && readBalance(at, row);
  at.leave();
  const updated = at.instant(change?.['updateTime'], 'updateTime');
  at.leave();
  // A zero without a currency is an unset object, not an empty account.
  const isUnset = after === undefined || (after.currency === '' && after.currentBalance.isZero);
  const balances = isUnset ? [] : [changed(after, updated)];
  return { requestId, kind: 'balances', balances, whole: false };
}

/** In a change what is unset is sent as 0 and cannot be told from a zero: neither is taken for a figure. */
function changed(balance: Balance, updated: Instant | undefined): Balance {
  const told = (value: Decimal | undefined) => (value?.isZero ? undefined : value);
  return {
    currency: balance.currency,
    currentBalance: balance.currentBalance,
    buyingPower: told(balance.buyingPower),
    openOrders: told(balance.openOrders),
    unsettledFunds: told(balance.unsettledFunds),
    pendingCredit: told(balance.pendingCredit),
    marginRequirement: told(balance.marginRequirement),
    assetNotional: told(balance.assetNotional),
    assetAvailable: told(balance.assetAvailable),
    displayedCash: told(balance.displayedCash),
    availableToWithdraw: told(balance.availableToWithdraw),
    lastUpdated: balance.lastUpdated ?? updated,
  };
}

function readItems<T>(
  at: Reader,
  list: string,
  values: readonly unknown[],
  read: (at: Reader, o: Row) => T | undefined,
): readonly T[] {
  const items: T[] = [];
  for (let index = 0; index < values.length; index++) {
    at.begin(list, index);
    const row = asRow(values[index]);
    const item = row && read(at, row);
    if (item !== undefined) items.push(item);
    else if (row === undefined) at.problem('', `expected an object, got ${kindOf(values[index])}`);
  }
  return items;
}
