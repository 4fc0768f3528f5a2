import type { Balance } from '../../core/balance.ts';
import type { PositionChange } from '../../core/execution.ts';
import type { Position } from '../../core/position.ts';
import type { Trade, TradeParty } from '../../core/trade.ts';
import type { Dialect } from '../../exchange/profile.ts';
import {
  enumText,
  LEDGER_ENTRY_TYPE,
  ORDER_INTENT,
  ORDER_SIDE,
  TRADING_STATE,
} from '../../exchange/wire/enums.ts';
import type { ServerFrame, SubscriptionType } from '../../exchange/wire/frame.ts';
import { frameText, subscriptionCode } from '../../exchange/wire/requests.ts';
import { encodeBalance, encodePosition } from './encode-account.ts';
import { encodeBestQuote, encodeBook } from './encode-book.ts';
import { encodeOrder } from './encode-order.ts';
import { encodeExecution } from './encode-trade.ts';
import { amount, code, padded, time, type WireObject } from './encode-values.ts';

/**
 * What the service sends (interface.md 10), for the demo exchange. `type`: of the subscription it answers, where it
 * answers one. `seed`: snake_case, integer codes, the payload keys of the older generation.
 */
export function encodeServerFrame(
  frame: ServerFrame,
  type: SubscriptionType | undefined,
  dialect: Dialect,
): string {
  // A heartbeat is the same in both and answers no subscription.
  if (frame.kind === 'heartbeat') return '{"heartbeat":{}}';
  const subscriptionType = type && subscriptionCode(type, dialect);
  return frameText({ requestId: frame.requestId, subscriptionType, ...payload(frame, dialect) }, dialect);
}

type Payload = Exclude<ServerFrame, { readonly kind: 'heartbeat' }>;

function payload(frame: Payload, dialect: Dialect): WireObject {
  const seed = dialect === 'seed';
  switch (frame.kind) {
    case 'book': {
      const state = code(TRADING_STATE, frame.book.state, dialect);
      return { marketData: { ...inner(encodeBook(frame.book)), state } };
    }
    case 'lite': {
      const state = code(TRADING_STATE, frame.quote.state, dialect);
      return { marketDataLite: { ...inner(encodeBestQuote(frame.quote)), state } };
    }
    case 'trade':
      return { trade: encodeTrade(frame.trade, dialect) };
    case 'orders': {
      const orders = frame.orders.map((order) => encodeOrder(order, dialect));
      return { orderSubscriptionSnapshot: { orders, eof: frame.eof }, error: frame.error };
    }
    case 'order': {
      const update = { execution: encodeExecution(frame.execution, dialect) };
      return seed ? { orderUpdate: update } : { orderSubscriptionUpdate: update };
    }
    case 'position': {
      const change = encodeChange(frame.change, dialect);
      return seed ? { positionSubscriptionUpdate: change } : { positionSubscription: change };
    }
    case 'balances': {
      if (frame.whole) return { accountBalancesSnapshot: { balances: frame.balances.map(encodeBalance) } };
      const update = { balanceChange: encodeBalanceChange(frame.balances) };
      return seed ? { accountBalanceSubscriptionUpdate: update } : { accountBalancesUpdate: update };
    }
    case 'error':
      return { error: frame.text };
  }
}

/** A REST reply of a book wraps it as a frame does not. */
function inner(reply: WireObject): object {
  return reply['marketData'] as object;
}

function encodeTrade(trade: Trade, dialect: Dialect): WireObject {
  return {
    marketSlug: trade.marketSlug,
    id: trade.id,
    price: amount(trade.price),
    quantity: trade.quantity && { value: padded(trade.quantity) },
    tradeTime: time(trade.time),
    maker: encodeParty(trade.maker, dialect),
    taker: encodeParty(trade.taker, dialect),
  };
}

function encodeParty({ side, intent }: TradeParty, dialect: Dialect): WireObject {
  return { side: code(ORDER_SIDE, side, dialect), intent: code(ORDER_INTENT, intent, dialect) };
}

function encodeChange(change: PositionChange, dialect: Dialect): WireObject {
  return {
    beforePosition: change.before === undefined ? null : encodeAfter(change.before, dialect),
    afterPosition: change.after === undefined ? null : encodeAfter(change.after, dialect),
    updateTime: time(change.updateTime) ?? null,
    entryType: code(LEDGER_ENTRY_TYPE, change.entryType, dialect),
    tradeId: change.tradeId ?? '',
    referenceId: '',
    description: '',
    allocationGroupId: '',
    transferReferenceTradeIds: [],
    shortTransfer: false,
    updateTradeDate: change.updateTime && `${change.updateTime.text.slice(0, 10)}T00:00:00Z`,
  };
}

/** In a frame only the metadata names the market. */
function encodeAfter(position: Position, dialect: Dialect): WireObject {
  const encoded = encodePosition(position, dialect);
  const metadata = encoded['marketMetadata'] as object | null;
  return { ...encoded, marketMetadata: { ...metadata, slug: position.marketSlug } };
}

/** A change is of one balance. */
function encodeBalanceChange([after]: readonly Balance[]): WireObject {
  return {
    beforeBalance: null,
    afterBalance: after === undefined ? null : encodeBalance(after),
    description: '',
    updateTime: time(after?.lastUpdated) ?? null,
    modifiedSecurityId: '',
    entryType: enumText(LEDGER_ENTRY_TYPE, 'ORDER_EXECUTION'),
    accountName: '',
    id: '',
  };
}
