import { ExchangeError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { decodeCancelledIds, decodeOpenOrders, decodeOrder } from '../wire/order.ts';
import { BATCH_LIMIT, encodeBatchedCancelBody, encodeCancelBody } from '../wire/requests.ts';
import { about } from './about.ts';
import type { Calls } from './calls.ts';
import { segment } from './segment.ts';

type OrderEndpoints = Pick<
  Exchange,
  'order' | 'openOrders' | 'permit' | 'cancelOrder' | 'cancelOrders' | 'cancelAllOpen'
>;

/** Interface §4.5–§4.7, live interface §8. Signed. */
export function orderEndpoints(calls: Calls): OrderEndpoints {
  return {
    order: async (id, signal) =>
      calls.one({ path: `/v1/order/${segment(id)}`, signed: true, signal }, (json) =>
        about(id, decodeOrder(json), (order) => [order.id], true),
      ),
    openOrders: (signal, isUnshared) =>
      calls.list({ path: '/v1/orders/open', signed: true, signal, isUnshared }, decodeOpenOrders),
    permit: (signal) => calls.permit(signal),
    cancelOrder: async (order, permit, onRequestId) => {
      const path = `/v1/order/${segment(order.id)}/cancel`;
      const body = encodeCancelBody(order.marketSlug, calls.profile.dialect);
      // Whatever a 200 says, it says "accepted": what became of the order is read from the order.
      return calls.post({ path, signed: true, permit, body, onRequestId }, () => undefined);
    },
    cancelOrders: async (orders, permit, onRequestId) => {
      if (orders.length === 0 || orders.length > BATCH_LIMIT) {
        throw new ExchangeError('refused', `A batched cancel takes 1 to ${BATCH_LIMIT} orders.`, {
          mayHaveArrived: false,
        });
      }
      const body = encodeBatchedCancelBody(orders, calls.profile.dialect);
      const path = '/v1/orders/batched/cancel';
      const ids = await calls.post(
        { path, signed: true, permit, body, feature: 'batchedCancel', onRequestId },
        decodeCancelledIds,
      );
      // An id nobody asked about would be told as an order that is being cancelled.
      return [...new Set(ids)].filter((id) => orders.some((order) => order.id === id));
    },
    // No markets named: all of them (live interface §8).
    cancelAllOpen: (permit, onRequestId) => {
      const asked = { path: '/v1/orders/open/cancel', signed: true, permit, body: {}, onRequestId };
      return calls.post({ ...asked, feature: 'openEndedCancel' }, decodeCancelledIds);
    },
  };
}
