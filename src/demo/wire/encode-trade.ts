import type { TradeActivity } from '../../core/activity.ts';
import { Decimal } from '../../core/decimal.ts';
import type { Execution } from '../../core/execution.ts';
import { type Money, money } from '../../core/money.ts';
import { type Order, orderOutcome } from '../../core/order.ts';
import { EXECUTION_TYPE, enumText, REJECT_REASON, TRADE_STATE } from '../../exchange/wire/enums.ts';
import { encodeMarket } from './encode-market.ts';
import { encodeOrder } from './encode-order.ts';
import { amount, code, padded, perContract, rounded, time, type WireObject } from './encode-values.ts';

/** interface.md 9.8: with the orders and executions of both parties. */
export function encodeTrade(trade: TradeActivity): WireObject {
  const own = trade.ownOrder;
  return {
    id: trade.id,
    marketSlug: trade.marketSlug,
    state: code(TRADE_STATE, trade.state),
    price: amount(trade.price),
    qty: rounded(trade.qty),
    qtyDecimal: padded(trade.qty),
    isAggressor: trade.isAggressor,
    costBasis: amount(trade.costBasis),
    realizedPnl: amount(trade.realizedPnl),
    createTime: time(trade.createTime),
    updateTime: time(trade.updateTime),
    cost: amount(trade.cost),
    originalPrice: perContract(trade.costBasis, trade.qty),
    effectiveOriginalPrice: perContract(trade.effectiveCostBasis, trade.qty),
    effectiveCostBasis: amount(trade.effectiveCostBasis),
    effectiveRealizedPnl: amount(trade.effectiveRealizedPnl),
    ...(own === undefined ? {} : parties(trade, own)),
    reportingCounterparty: 'ORDER_SIDE_UNDEFINED',
    createTradeDate: dayOf(trade.createTime?.text),
    updateTradeDate: dayOf(trade.updateTime?.text),
    tradeLinkId: own?.id ?? '',
    market: trade.market && encodeMarket(trade.market, true),
    comboLegDetails: [],
  };
}

function parties(trade: TradeActivity, own: Order): WireObject {
  const other = counterpartyOf(own);
  const isAggressor = trade.isAggressor === true;
  const [taker, maker] = isAggressor ? [own, other] : [other, own];
  const execution = (order: Order, aggressor: boolean): WireObject =>
    encodeExecution({
      id: `E-${trade.id}${order === own ? '' : '-COUNTER'}`,
      type: order.leavesQuantity?.isZero === true ? 'FILL' : 'PARTIAL_FILL',
      order,
      lastShares: trade.qty,
      lastPx: trade.price,
      tradeId: trade.id,
      text: undefined,
      transactTime: trade.createTime,
      aggressor,
      commission: order === own ? trade.fee : undefined,
    });
  return {
    aggressorExecution: execution(taker, true),
    passiveExecution: execution(maker, false),
    aggressor: encodeOrder(taker),
    passive: encodeOrder(maker),
  };
}

/** A trade shows the order of the other party too; of an account of its own nothing is known but that it was there. */
function counterpartyOf(own: Order): Order {
  return {
    ...own,
    id: `${own.id}-COUNTER`,
    side: own.side === 'BUY' ? 'SELL' : 'BUY',
    intent: own.side === 'BUY' ? 'BUY_SHORT' : 'BUY_LONG',
    commission: undefined,
  };
}

function dayOf(text: string | undefined): string | undefined {
  return text && `${text.slice(0, 10)}T00:00:00Z`;
}

/** The reject reason is filled whatever happened (interface.md 9.6). */
export function encodeExecution(execution: Execution): WireObject {
  const { order, lastPx, type, aggressor, commission } = execution;
  return {
    id: execution.id,
    order: encodeOrder(order),
    lastShares: padded(execution.lastShares),
    lastPx: amount(lastPx),
    type: code(EXECUTION_TYPE, type),
    text: execution.text ?? '',
    orderRejectReason: enumText(REJECT_REASON, 'EXCHANGE_OPTION'),
    transactTime: time(execution.transactTime),
    tradeId: execution.tradeId ?? '',
    legPrices: [],
    aggressor: aggressor ?? false,
    commissionNotionalCollected: amount(commission) ?? { value: '0.0000', currency: 'USD' },
    unsolicitedCancelReason: 'UNSOLICITED_CXL_REASON_UNDEFINED',
    traceId: '',
    commissionSpreadPx: lastPx && priceOf(order, lastPx),
    transactTradeDate: dayOf(execution.transactTime?.text),
  };
}

/** What a contract costs or brings in the order's own outcome. */
function priceOf(order: Order, lastPx: Money): WireObject | undefined {
  return amount(orderOutcome(order).long ? lastPx : money(Decimal.one.minus(lastPx.value), lastPx.currency));
}
