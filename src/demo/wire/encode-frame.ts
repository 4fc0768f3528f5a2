import type { Balance } from '../../core/balance.ts';
import type { PositionChange } from '../../core/execution.ts';
import type { Position } from '../../core/position.ts';
import type { Trade, TradeParty } from '../../core/trade.ts';
import { enumText, LEDGER_ENTRY_TYPE, ORDER_INTENT, ORDER_SIDE } from '../../exchange/wire/enums.ts';
import type { ServerFrame, SubscriptionType } from '../../exchange/wire/frame.ts';
import { subscriptionCode } from '../../exchange/wire/requests.ts';
import { encodeBalance, encodePosition } from './encode-account.ts';
import { encodeBestQuote, encodeBook } from './encode-book.ts';
import { encodeOrder } from './encode-order.ts';
import { encodeExecution } from './encode-trade.ts';
import { amount, code, padded, time, type WireObject } from './encode-values.ts';

/**
 * What the service sends (interface.md 10), for the demo exchange. `type`: of the subscription it answers, where it
 * answers one.
 */
export function encodeServerFrame(frame: ServerFrame, type: SubscriptionType | undefined): string {
  // A heartbeat answers no subscription.
  if (frame.kind === 'heartbeat') return '{"heartbeat":{}}';
  const subscriptionType = type && subscriptionCode(type, 'current');
  return JSON.stringify({ requestId: frame.requestId, subscriptionType, ...payload(frame) });
}

type Payload = Exclude<ServerFrame, { readonly kind: 'heartbeat' }>;

function payload(frame: Payload): WireObject {
  switch (frame.kind) {
    case 'book':
      return encodeBook(frame.book);
    case 'lite':
      return { marketDataLite: encodeBestQuote(frame.quote)['marketData'] };
    case 'trade':
      return { trade: encodeTrade(frame.trade) };
    case 'orders': {
      const orders = frame.orders.map(encodeOrder);
      return { orderSubscriptionSnapshot: { orders, eof: frame.eof }, error: frame.error };
    }
    case 'order':
      return { orderSubscriptionUpdate: { execution: encodeExecution(frame.execution) } };
    case 'position':
      return { positionSubscription: encodeChange(frame.change) };
    case 'balances':
      if (frame.whole) return { accountBalancesSnapshot: { balances: frame.balances.map(encodeBalance) } };
      return { accountBalancesUpdate: { balanceChange: encodeBalanceChange(frame.balances) } };
    case 'error':
      return { error: frame.text };
  }
}

function encodeTrade(trade: Trade): WireObject {
  return {
    marketSlug: trade.marketSlug,
    id: trade.id,
    price: amount(trade.price),
    quantity: trade.quantity && { value: padded(trade.quantity) },
    tradeTime: time(trade.time),
    maker: encodeParty(trade.maker),
    taker: encodeParty(trade.taker),
  };
}

function encodeParty({ side, intent }: TradeParty): WireObject {
  return { side: code(ORDER_SIDE, side), intent: code(ORDER_INTENT, intent) };
}

function encodeChange(change: PositionChange): WireObject {
  return {
    beforePosition: change.before === undefined ? null : encodeAfter(change.before),
    afterPosition: change.after === undefined ? null : encodeAfter(change.after),
    updateTime: time(change.updateTime) ?? null,
    entryType: code(LEDGER_ENTRY_TYPE, change.entryType),
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
function encodeAfter(position: Position): WireObject {
  const encoded = encodePosition(position);
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
