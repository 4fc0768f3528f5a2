import type {
  AccountBalanceChange,
  Activity,
  ActivityType,
  PositionResolution,
  RawField,
  TradeActivity,
} from '../../core/activity.ts';
import type { Listed } from '../../core/listed.ts';
import { ACTIVITY_TYPE, BALANCE_CHANGE_STATUS, RESOLUTION_SIDE, TRADE_STATE } from './enums.ts';
import { readMarket } from './read-market.ts';
import { readOrder } from './read-order.ts';
import { readPosition } from './read-position.ts';
import { asRow, firstGiven, type Reader, type Row } from './reader.ts';
import { cleanLine } from './text.ts';

/**
 * Interface §2.10, live interface §9.6. The nested object decides what an activity is; the type may be one this
 * version does not know. `undefined`, with a problem, when it cannot be told what happened or to what.
 */
export function readActivity(at: Reader, o: Row): Activity | undefined {
  const type = at.member(o['type'], 'type', ACTIVITY_TYPE);
  const [trade, resolution, change] = [
    at.object(o['trade'], 'trade'),
    at.object(o['positionResolution'], 'positionResolution'),
    at.object(o['accountBalanceChange'], 'accountBalanceChange'),
  ];
  if (trade !== undefined) return ofTrade(at, type ?? 'TRADE', trade);
  if (resolution !== undefined) return ofResolution(at, type ?? 'POSITION_RESOLUTION', resolution);
  if (type === undefined) {
    at.problem('type', 'an activity without a type');
    return undefined;
  }
  if (change !== undefined) return ofChange(at, type, change);
  if (KNOWN.has(type)) {
    at.problem('', `no object that tells of the ${type}`);
    return undefined;
  }
  return ofUnknown(at, type, o);
}

const KNOWN: ReadonlySet<string> = new Set([
  'TRADE',
  'POSITION_RESOLUTION',
  'ACCOUNT_DEPOSIT',
  'ACCOUNT_WITHDRAWAL',
  'TRANSFER',
]);

function ofTrade(at: Reader, type: Listed<ActivityType>, o: Row): Activity | undefined {
  const id = at.identity(o['id'], 'trade.id');
  const marketSlug = at.identity(o['marketSlug'], 'trade.marketSlug');
  if (id !== undefined) at.called(id);
  if (id === undefined || marketSlug === undefined) {
    at.problem(id === undefined ? 'trade.id' : 'trade.marketSlug', 'a trade needs an id and a market');
    return undefined;
  }
  at.enter('trade');
  const isAggressor = at.flag(o['isAggressor'], 'isAggressor');
  const trade: TradeActivity = {
    id,
    marketSlug,
    state: at.member(o['state'], 'state', TRADE_STATE),
    price: at.money(o['price'], 'price'),
    qty: at.decimal(o['qtyDecimal'], 'qtyDecimal') ?? at.decimal(o['qty'], 'qty'),
    isAggressor,
    costBasis: at.money(o['costBasis'], 'costBasis'),
    effectiveCostBasis: at.money(o['effectiveCostBasis'], 'effectiveCostBasis'),
    realizedPnl: at.money(o['realizedPnl'], 'realizedPnl'),
    effectiveRealizedPnl: at.money(o['effectiveRealizedPnl'], 'effectiveRealizedPnl'),
    cost: at.money(o['cost'], 'cost'),
    createTime: at.instant(o['createTime'], 'createTime'),
    updateTime: at.instant(o['updateTime'], 'updateTime'),
    ownOrder: isAggressor === undefined ? undefined : readOwnOrder(at, o, isAggressor),
    market: readNestedMarket(at, o['market']),
  };
  at.leave();
  return { kind: 'trade', type, key: `${type}:${id}`, time: trade.createTime, trade };
}

/** Both counterparties' orders are sent; the other one is not looked at (live interface §9.6). */
function readOwnOrder(at: Reader, o: Row, isAggressor: boolean): TradeActivity['ownOrder'] {
  const side = isAggressor ? 'aggressor' : 'passive';
  const order = asRow(o[side]) ?? asRow(asRow(o[`${side}Execution`])?.['order']);
  if (order === undefined) return undefined;
  at.enter(side);
  const own = readOrder(at, order);
  at.leave();
  return own;
}

function ofResolution(at: Reader, type: Listed<ActivityType>, o: Row): Activity | undefined {
  const marketSlug = at.identity(o['marketSlug'], 'positionResolution.marketSlug');
  if (marketSlug === undefined) {
    at.problem('positionResolution.marketSlug', 'a resolution needs a market');
    return undefined;
  }
  at.called(marketSlug);
  at.enter('positionResolution');
  const before = at.object(o['beforePosition'], 'beforePosition');
  const after = at.object(o['afterPosition'], 'afterPosition');
  const resolution: PositionResolution = {
    marketSlug,
    beforePosition: before && readPosition(at, before, marketSlug),
    afterPosition: after && readPosition(at, after, marketSlug),
    side: at.member(o['side'], 'side', RESOLUTION_SIDE),
    tradeId: at.identity(o['tradeId'], 'tradeId'),
    updateTime: at.instant(o['updateTime'], 'updateTime'),
    market: readNestedMarket(at, o['market']),
  };
  at.leave();
  const told = resolution.tradeId ?? `${marketSlug}@${resolution.updateTime?.text ?? ''}`;
  return { kind: 'resolution', type, key: `${type}:${told}`, time: resolution.updateTime, resolution };
}

/** Flat fields, or the first of `transactions` where only those are sent (live interface §9.6). */
function ofChange(at: Reader, type: Listed<ActivityType>, flat: Row): Activity | undefined {
  const transactions = at.list(flat['transactions'], 'accountBalanceChange.transactions');
  const first = asRow(transactions[0]) ?? flat;
  const of = (field: string): unknown => firstGiven(flat[field], first[field]);
  const transactionId = at.identity(of('transactionId'), 'accountBalanceChange.transactionId');
  if (transactionId === undefined) {
    at.problem('accountBalanceChange.transactionId', 'a balance change needs an id');
    return undefined;
  }
  at.called(transactionId);
  at.enter('accountBalanceChange');
  const change: AccountBalanceChange = {
    transactionId,
    status: at.member(of('status'), 'status', BALANCE_CHANGE_STATUS),
    amount: at.money(of('amount'), 'amount'),
    createTime: at.instant(of('createTime'), 'createTime'),
    updateTime: at.instant(of('updateTime'), 'updateTime'),
    description: at.prose(of('description'), 'description'),
    failureReason: at.text(of('failureReason'), 'failureReason'),
  };
  at.leave();
  const time = change.updateTime ?? change.createTime;
  return { kind: 'balance', type, key: `${type}:${transactionId}`, time, change };
}

/** All its fields as they came, and an id and time if some nested object has them. */
function ofUnknown(at: Reader, type: Listed<ActivityType>, o: Row): Activity {
  const nested =
    Object.values(o)
      .map(asRow)
      .find((row) => row !== undefined) ?? o;
  const id = at.text(firstGiven(nested['id'], nested['tradeId'], nested['transactionId']), 'id');
  const time = at.instant(firstGiven(nested['createTime'], nested['updateTime']), 'createTime');
  const key = `${type}:${id ?? `#${digest(outline(o, DEEPEST))}`}`;
  const fields: RawField[] = [];
  collectFields('', o, DEEPEST, fields);
  return { kind: 'unknown', type, key, time, fields: fields.filter(({ path }) => path !== 'type') };
}

/** More than a person would read; a field further down is left out. */
const MOST_FIELDS = 60;

function collectFields(path: string, value: unknown, depth: number, fields: RawField[]): void {
  if (value === undefined || value === null || value === '' || fields.length >= MOST_FIELDS) return;
  // A number beyond any double is read as infinite and says nothing.
  if (typeof value === 'number' && !Number.isFinite(value)) return;
  if (typeof value !== 'object') fields.push({ path, text: cleanLine(String(value)) });
  else if (depth > 0) {
    for (const [name, inner] of Object.entries(value)) {
      collectFields(path === '' ? cleanLine(name) : `${path}.${cleanLine(name)}`, inner, depth - 1, fields);
    }
  }
}

function readNestedMarket(at: Reader, value: unknown): TradeActivity['market'] {
  const o = at.object(value, 'market');
  if (o === undefined) return undefined;
  at.enter('market');
  const market = readMarket(at, o);
  at.leave();
  return market;
}

/** Levels of an unlisted activity that make its key; what lies deeper may be without end. */
const DEEPEST = 4;

function outline(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  if (depth === 0) return '…';
  return `{${Object.entries(value).map(([name, inner]) => `${name}:${outline(inner, depth - 1)}`)}}`;
}

/** FNV-1a, 32 bits: tells apart activities that carry no id; not meant to withstand anyone. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash.toString(16);
}
