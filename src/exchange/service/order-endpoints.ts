import { ExchangeError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { decodeCancelledIds, decodeOpenOrders, decodeOrder } from '../wire/decode.ts';
import { BATCH_LIMIT, encodeBatchedCancelBody, encodeCancelBody } from '../wire/encode-body.ts';
import { about } from './about.ts';
import type { Calls } from './calls.ts';
import { segment } from './segment.ts';

type OrderEndpoints = Pick<
  Exchange,
  'order' | 'openOrders' | 'turn' | 'cancelOrder' | 'cancelOrders' | 'cancelAllOpen'
>;

/** Interface §4.5–§4.7, live interface §8. Signed. */
export function orderEndpoints(calls: Calls): OrderEndpoints {
  return {
    order: async (id, signal) =>
      calls.one({ path: `/v1/order/${segment(id)}`, signed: true, signal }, (json) =>
        about(id, decodeOrder(json), (order) => [order.id], true),
      ),
    openOrders: (signal, isAnew) =>
      calls.list({ path: '/v1/orders/open', signed: true, signal, isAnew }, decodeOpenOrders),
    turn: (signal) => calls.turn(signal),
    cancelOrder: async (order, turn, onRequestId) => {
      const path = `/v1/order/${segment(order.id)}/cancel`;
      const body = encodeCancelBody(order.marketSlug, calls.profile.dialect);
      // Whatever a 200 says, it says "accepted": what became of the order is read from the order.
      return calls.post({ path, signed: true, turn, body, onRequestId }, () => undefined);
    },
    cancelOrders: async (orders, turn, onRequestId) => {
      if (orders.length === 0 || orders.length > BATCH_LIMIT) {
        throw new ExchangeError('refused', `A batched cancel takes 1 to ${BATCH_LIMIT} orders.`, {
          mayHaveArrived: false,
        });
      }
      const body = encodeBatchedCancelBody(orders, calls.profile.dialect);
      const path = '/v1/orders/batched/cancel';
      const ids = await calls.post(
        { path, signed: true, turn, body, feature: 'batchedCancel', onRequestId },
        decodeCancelledIds,
      );
      // An id nobody asked about would be told as an order that is being cancelled.
      return [...new Set(ids)].filter((id) => orders.some((order) => order.id === id));
    },
    // No markets named: all of them (live interface §8).
    cancelAllOpen: (turn, onRequestId) => {
      const asked = { path: '/v1/orders/open/cancel', signed: true, turn, body: {}, onRequestId };
      return calls.post({ ...asked, feature: 'openEndedCancel' }, decodeCancelledIds);
    },
  };
}
