import type {
  AccountBalanceChange,
  Activity,
  ActivityType,
  BalanceTransaction,
  PositionResolution,
  TradeActivity,
} from '../../core/activity.ts';
import type { Balance, BalanceFigure, PendingWithdrawal } from '../../core/balance.ts';
import type { Decimal } from '../../core/decimal.ts';
import type { Execution, PositionChange } from '../../core/execution.ts';
import type { OpenEnum } from '../../core/open-enum.ts';
import type { Position } from '../../core/position.ts';
import { readComboLegs, withLegs } from './combo.ts';
import {
  ACTIVITY_TYPE,
  BALANCE_CHANGE_STATUS,
  EXECUTION_TYPE,
  LEDGER_ENTRY_TYPE,
  RESOLUTION_SIDE,
  TRADE_STATE,
} from './enums.ts';
import { readMarket } from './market.ts';
import { readMetadata, readOrder } from './order.ts';
import { moreOf, NamesRead, rawFields } from './raw-fields.ts';
import { asJsonObject, firstGiven, isAbsent, type JsonObject, Reader, type ReadObject } from './reader.ts';
import { type DecodedList, type DecodedPage, decodeList, nextCursorOf, objectOf } from './replies.ts';
import { kindOf, WireError } from './wire-error.ts';

/** Reply of GET /v1/portfolio/positions: a map whose keys are the market slugs. */
export function decodePositions(body: unknown): DecodedPage<Position> {
  const json = objectOf(body, 'an object with "positions"');
  const map = json['positions'];
  if (map !== null && (typeof map !== 'object' || Array.isArray(map))) {
    throw new WireError('"positions" as a map', kindOf(map));
  }
  const reader = new Reader();
  const items: Position[] = [];
  const positions: JsonObject = (map as JsonObject | null) ?? {};
  // By name: a list of pairs takes several times as long as reading what is in them.
  for (const slug of Object.keys(positions)) {
    reader.begin('positions');
    reader.called(slug);
    const marketSlug = reader.slug(slug, 'slug');
    const row = asJsonObject(positions[slug]);
    if (marketSlug !== undefined && row !== undefined) items.push(readPosition(reader, row, marketSlug));
    else {
      reader.lost++;
      reader.problem('', 'a position needs a market and an object');
    }
  }
  return { items, lost: reader.lost, problems: reader.problems, nextCursor: nextCursorOf(json) };
}

/** Reply of GET /v1/portfolio/activities. */
export function decodeActivities(body: unknown): DecodedPage<Activity> {
  const { items, lost, problems } = decodeList(body, 'activities', readActivity);
  return { items, lost, problems, nextCursor: nextCursorOf(objectOf(body, 'activities')) };
}

/** Reply of GET /v1/account/balances. */
export function decodeBalances(body: unknown): DecodedList<Balance> {
  return decodeList(body, 'balances', readBalance);
}

/**
 * A position in the market the caller knows. Quantities are those of the exact
 * `…Decimal` fields where they are readable, else of the rounded integers.
 */
function readPosition(reader: Reader, json: JsonObject, marketSlug: string): Position {
  const exact = reader.decimal(json['netPositionDecimal'], 'netPositionDecimal');
  const netPosition = exact ?? reader.decimal(json['netPosition'], 'netPosition');
  return {
    marketSlug,
    netPosition,
    qtyBought: readQuantity(reader, json, 'qtyBought', 'qtyBoughtDecimal'),
    qtySold: readQuantity(reader, json, 'qtySold', 'qtySoldDecimal'),
    qtyAvailable: readSigned(reader, json, 'qtyAvailable', 'qtyAvailableDecimal'),
    bodPosition: readSigned(reader, json, 'bodPosition', 'bodPositionDecimal'),
    rounded: exact === undefined && netPosition !== undefined,
    cost: reader.money(json['cost'], 'cost'),
    realized: reader.money(json['realized'], 'realized'),
    cashValue: reader.money(json['cashValue'], 'cashValue'),
    avgPx: reader.price(json['avgPx'], 'avgPx'),
    fees: reader.money(json['fees'], 'fees'),
    baseCost: reader.money(json['baseCost'], 'baseCost'),
    expired: reader.flag(json['expired'], 'expired'),
    updateTime: reader.instant(json['updateTime'], 'updateTime'),
    marketMetadata: withLegs(
      reader.nested(json['marketMetadata'], 'marketMetadata', readMetadata),
      readComboLegs(reader, json),
    ),
    more: moreOf(reader, json, POSITION_NAMES),
  };
}

const POSITION_NAMES = new NamesRead((reader, json) => readPosition(reader, json, 'a'));

/** Of short positions these are negative. */
function readSigned(reader: Reader, json: JsonObject, rounded: string, exact: string): Decimal | undefined {
  return reader.decimal(json[exact], exact) ?? reader.decimal(json[rounded], rounded);
}

function readQuantity(reader: Reader, json: JsonObject, rounded: string, exact: string): Decimal | undefined {
  return reader.quantity(json[exact], exact) ?? reader.quantity(json[rounded], rounded);
}

/** Reads a balance (interface.md 9.10). `undefined`, with a problem, without an amount. */
export function readBalance(reader: Reader, json: JsonObject): Balance | undefined {
  const currency = reader.text(json['currency'], 'currency') ?? '';
  if (currency !== '') reader.called(currency);
  const currentBalance = reader.decimal(json['currentBalance'], 'currentBalance');
  if (currentBalance === undefined) {
    reader.problem('currentBalance', 'a balance without an amount');
    return undefined;
  }
  const amount = (field: BalanceFigure): Decimal | undefined => reader.decimal(json[field], field);
  return {
    currency,
    currentBalance,
    buyingPower: amount('buyingPower'),
    openOrders: amount('openOrders'),
    unsettledFunds: amount('unsettledFunds'),
    pendingCredit: amount('pendingCredit'),
    marginRequirement: amount('marginRequirement'),
    assetNotional: amount('assetNotional'),
    assetAvailable: amount('assetAvailable'),
    balanceReservation: amount('balanceReservation'),
    depositReservation: amount('depositReservation'),
    bonusReservation: amount('bonusReservation'),
    displayedBonus: amount('displayedBonus'),
    bonusHold: amount('bonusHold'),
    displayedAvailableSoon: amount('displayedAvailableSoon'),
    displayedCash: amount('displayedCash'),
    availableToWithdraw: amount('availableToWithdraw'),
    pendingWithdrawals: reader.nestedList(
      json['pendingWithdrawals'],
      'pendingWithdrawals',
      readPendingWithdrawal,
    ),
    lastUpdated: reader.instant(json['lastUpdated'], 'lastUpdated'),
    more: moreOf(reader, json, BALANCE_NAMES),
  };
}

const BALANCE_NAMES = new NamesRead(readBalance, { given: { currentBalance: '1' } });

function readPendingWithdrawal(reader: Reader, json: JsonObject): PendingWithdrawal {
  return {
    id: reader.identity(json['id'], 'id'),
    name: reader.text(json['name'], 'name'),
    balance: reader.decimal(json['balance'], 'balance'),
    description: reader.text(json['description'], 'description'),
    acknowledged: reader.flag(json['acknowledged'], 'acknowledged'),
    bankId: reader.text(json['bankId'], 'bankId'),
    creationTime: reader.instant(json['creationTime'], 'creationTime'),
    destinationAccountName: reader.text(json['destinationAccountName'], 'destinationAccountName'),
  };
}

/** Reads an execution. `undefined`, with a problem, without an order that has an id and a market. */
export function readExecution(reader: Reader, json: JsonObject): Execution | undefined {
  const order = reader.nested(json['order'], 'order', readOrder);
  if (order === undefined) {
    reader.problem('order', 'an execution needs its order');
    return undefined;
  }
  return {
    id: reader.identity(json['id'], 'id'),
    type: reader.member(json['type'], 'type', EXECUTION_TYPE),
    order,
    lastShares: reader.quantity(json['lastShares'], 'lastShares'),
    lastPx: reader.price(json['lastPx'], 'lastPx'),
    tradeId: reader.identity(json['tradeId'], 'tradeId'),
    text: reader.text(json['text'], 'text'),
    transactTime: reader.instant(json['transactTime'], 'transactTime'),
  };
}

/** Reads a change of a position; one that does not name its market is still a change. */
export function readPositionChange(reader: Reader, json: JsonObject): PositionChange {
  return {
    before: reader.nested(json['beforePosition'], 'beforePosition', readNamed),
    after: reader.nested(json['afterPosition'], 'afterPosition', readNamed),
    entryType: reader.member(json['entryType'], 'entryType', LEDGER_ENTRY_TYPE),
    tradeId: reader.identity(json['tradeId'], 'tradeId'),
    updateTime: reader.instant(json['updateTime'], 'updateTime'),
  };
}

/** Here a position is not the value of a map of slugs: its market stands in its metadata, or nowhere. */
function readNamed(reader: Reader, json: JsonObject): Position | undefined {
  const slug = firstGiven(asJsonObject(json['marketMetadata'])?.['slug'], json['marketSlug']);
  const marketSlug = reader.slug(slug, 'marketMetadata.slug');
  return marketSlug === undefined ? undefined : readPosition(reader, json, marketSlug);
}

/**
 * The nested object decides what an activity is; the type may be one this
 * version does not know. `undefined`, with a problem, when it says neither what happened nor to what.
 */
function readActivity(reader: Reader, json: JsonObject): Activity | undefined {
  const stated = reader.member(json['type'], 'type', ACTIVITY_TYPE);
  if (!isAbsent(json['trade'])) {
    const trade = reader.nested(json['trade'], 'trade', readTrade);
    const type = stated ?? 'TRADE';
    return trade && { kind: 'trade', type, key: `${type}:${trade.id}`, time: trade.createTime, trade };
  }
  if (!isAbsent(json['positionResolution'])) {
    const resolution = reader.nested(json['positionResolution'], 'positionResolution', readResolution);
    const type = stated ?? 'POSITION_RESOLUTION';
    return resolution && ofResolution(type, resolution);
  }
  if (stated === undefined) {
    reader.problem('type', 'an activity without a type');
    return undefined;
  }
  if (isAbsent(json['accountBalanceChange'])) return ofUnknown(reader, stated, json);
  const change = reader.nested(json['accountBalanceChange'], 'accountBalanceChange', readChange);
  const time = change?.updateTime ?? change?.createTime;
  return change && { kind: 'balance', type: stated, key: `${stated}:${change.transactionId}`, time, change };
}

function readTrade(reader: Reader, json: JsonObject): TradeActivity | undefined {
  const id = reader.identity(json['id'], 'id');
  const marketSlug = reader.slug(firstGiven(json['marketSlug'], slugInOrders(json)), 'marketSlug');
  if (id !== undefined) reader.called(id);
  if (id === undefined || marketSlug === undefined) {
    reader.problem(id === undefined ? 'id' : 'marketSlug', 'a trade needs an id and a market');
    return undefined;
  }
  const isAggressor = reader.flag(json['isAggressor'], 'isAggressor');
  const execution = isAggressor === undefined ? undefined : readOwnExecution(reader, json, isAggressor);
  return {
    id,
    marketSlug,
    state: reader.member(json['state'], 'state', TRADE_STATE),
    price: reader.price(json['price'], 'price'),
    qty: readQuantity(reader, json, 'qty', 'qtyDecimal'),
    isAggressor,
    costBasis: reader.money(json['costBasis'], 'costBasis'),
    effectiveCostBasis: reader.money(json['effectiveCostBasis'], 'effectiveCostBasis'),
    realizedPnl: reader.money(json['realizedPnl'], 'realizedPnl'),
    effectiveRealizedPnl: reader.money(json['effectiveRealizedPnl'], 'effectiveRealizedPnl'),
    cost: reader.money(json['cost'], 'cost'),
    fee: execution?.fee,
    createTime: reader.instant(json['createTime'], 'createTime'),
    updateTime: reader.instant(json['updateTime'], 'updateTime'),
    ownOrder: isAggressor === undefined ? undefined : readOwnOrder(reader, json, isAggressor),
    market: reader.leanly(() => reader.nested(json['market'], 'market', readMarket)),
    more: joinedFields(moreOf(reader, json, TRADE_NAMES), execution?.more),
  };
}

const TRADE_NAMES = new NamesRead(readTrade, {
  given: { id: 'a', marketSlug: 'a' },
  never: ['aggressor', 'passive', 'aggressorExecution', 'passiveExecution'],
});

/** Both orders of a trade are in its market: where it does not name that itself, either does. */
function slugInOrders(json: JsonObject): unknown {
  for (const side of ['aggressor', 'passive']) {
    for (const order of [json[side], asJsonObject(json[`${side}Execution`])?.['order']].map(asJsonObject)) {
      const slug = firstGiven(order?.['marketSlug'], asJsonObject(order?.['marketMetadata'])?.['slug']);
      if (!isAbsent(slug)) return slug;
    }
  }
  return undefined;
}

/** Both counterparties' orders are sent; the other one is not looked at. */
function readOwnOrder(reader: Reader, json: JsonObject, isAggressor: boolean): TradeActivity['ownOrder'] {
  const side = isAggressor ? 'aggressor' : 'passive';
  const order = firstGiven(json[side], asJsonObject(json[`${side}Execution`])?.['order']);
  const own = reader.nested(order, side, readOrder);
  return own && { ...own, marketMetadata: withLegs(own.marketMetadata, readComboLegs(reader, json)) };
}

function readOwnExecution(
  reader: Reader,
  json: JsonObject,
  isAggressor: boolean,
): Pick<TradeActivity, 'fee' | 'more'> | undefined {
  const step = isAggressor ? 'aggressorExecution' : 'passiveExecution';
  const execution = reader.nested(json[step], step, readExecutionOfTrade);
  return (
    execution && {
      fee: execution.fee,
      more: execution.more?.map(({ path, text }) => ({ path: `${step}.${path}`, text })),
    }
  );
}

/** Its order is read with the trade. */
function readExecutionOfTrade(reader: Reader, json: JsonObject): Pick<TradeActivity, 'fee' | 'more'> {
  return {
    fee: reader.money(json['commissionNotionalCollected'], 'commissionNotionalCollected'),
    more: moreOf(reader, json, OWN_EXECUTION_NAMES),
  };
}

function joinedFields(of: TradeActivity['more'], and: TradeActivity['more']): TradeActivity['more'] {
  return of === undefined || and === undefined ? (of ?? and) : [...of, ...and];
}

const OWN_EXECUTION_NAMES = new NamesRead(readExecutionOfTrade, { never: ['order'] });

function readResolution(reader: Reader, json: JsonObject): PositionResolution | undefined {
  const marketSlug = reader.needed(
    reader.slug(json['marketSlug'], 'marketSlug'),
    'marketSlug',
    'a resolution needs a market',
  );
  if (marketSlug === undefined) return undefined;
  const legs = readComboLegs(reader, json);
  const position: ReadObject<Position> = (at, row) => {
    const held = readPosition(at, row, marketSlug);
    return { ...held, marketMetadata: withLegs(held.marketMetadata, legs) };
  };
  return {
    marketSlug,
    beforePosition: reader.nested(json['beforePosition'], 'beforePosition', position),
    afterPosition: reader.nested(json['afterPosition'], 'afterPosition', position),
    side: reader.member(json['side'], 'side', RESOLUTION_SIDE),
    tradeId: reader.identity(json['tradeId'], 'tradeId'),
    updateTime: reader.instant(json['updateTime'], 'updateTime'),
    market: reader.leanly(() => reader.nested(json['market'], 'market', readMarket)),
    more: moreOf(reader, json, RESOLUTION_NAMES),
  };
}

const RESOLUTION_NAMES = new NamesRead(readResolution, { given: { marketSlug: 'a' } });

function ofResolution(type: OpenEnum<ActivityType>, resolution: PositionResolution): Activity {
  const { marketSlug, tradeId, updateTime: time } = resolution;
  const key = `${type}:${tradeId ?? `${marketSlug}@${time?.text ?? ''}`}`;
  return { kind: 'resolution', type, key, time, resolution };
}

/** Flat fields, or those of the first of `transactions` where only these are sent. */
function readChange(reader: Reader, flat: JsonObject): AccountBalanceChange | undefined {
  const list = flat['transactions'];
  const first = (Array.isArray(list) ? asJsonObject(list[0]) : undefined) ?? flat;
  const own = readTransaction(reader, (field) => firstGiven(flat[field], first[field]));
  const transactionId = reader.needed(own.transactionId, 'transactionId', 'a balance change needs an id');
  if (transactionId === undefined) return undefined;
  const transactions = reader.nestedList(list, 'transactions', (at, json) => ({
    ...readTransaction(at, (field) => json[field]),
    more: moreOf(at, json, CHANGE_NAMES),
  }));
  return { ...own, transactionId, transactions, more: moreOf(reader, flat, CHANGE_NAMES) };
}

function readTransaction(reader: Reader, of: (field: string) => unknown): BalanceTransaction {
  return {
    transactionId: reader.identity(of('transactionId'), 'transactionId'),
    status: reader.member(of('status'), 'status', BALANCE_CHANGE_STATUS),
    amount: reader.money(of('amount'), 'amount'),
    createTime: reader.instant(of('createTime'), 'createTime'),
    updateTime: reader.instant(of('updateTime'), 'updateTime'),
    externalId: reader.text(of('externalId'), 'externalId'),
    description: reader.prose(of('description'), 'description'),
    paymentMethod: textOf(reader, of('paymentMethod'), 'paymentMethod'),
    failureReason: reader.text(of('failureReason'), 'failureReason'),
    failureCode: reader.text(of('failureCode'), 'failureCode'),
    failureAction: textOf(reader, of('failureAction'), 'failureAction'),
    metadata: rawFields('', of('metadata')),
  };
}

const CHANGE_NAMES = new NamesRead(readChange, {
  given: { transactionId: 'a' },
});

/** A text, or an object whose form is not documented: then its fields, `type: card, last4: 4242`. */
function textOf(reader: Reader, value: unknown, field: string): string | undefined {
  if (typeof value !== 'object' || value === null) return reader.text(value, field);
  const fields = rawFields('', value);
  return fields.map(({ path, text }) => `${path}: ${text}`).join(', ') || undefined;
}

/** All its fields as they came, and an id and time if some nested object has them. */
function ofUnknown(reader: Reader, type: OpenEnum<ActivityType>, json: JsonObject): Activity {
  const nested = Object.values(json).map(asJsonObject).find(Boolean) ?? json;
  const id = reader.text(firstGiven(nested['id'], nested['tradeId'], nested['transactionId']), 'id');
  const time = reader.instant(firstGiven(nested['createTime'], nested['updateTime']), 'createTime');
  const fields = rawFields('', json);
  const key = `${type}:${id ?? `#${digest(fields.map(({ path, text }) => `${path}=${text}`).join('\n'))}`}`;
  return { kind: 'unknown', type, key, time, fields: fields.filter(({ path }) => path !== 'type') };
}

/** FNV-1a, 32 bits: tells apart activities that carry no id; not meant to withstand anyone. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash.toString(16);
}
