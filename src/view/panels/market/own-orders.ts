import type { Market } from '../../../core/market.ts';
import { type Order, orderOutcome } from '../../../core/order.ts';
import { orderPrice } from '../../../core/pricing.ts';
import { isYesNo, sideName } from '../../names.ts';
import { filledText, hasFills, orderLabel } from '../../order-text.ts';
import { joined, type ViewContext } from '../../row.ts';
import { rowOutcome } from '../../row-names.ts';
import { ordersText } from '../../stake-text.ts';
import { orderNames, orderParts, ordersSection } from '../account-sections.ts';
import type { MarketPanelInput } from '../input.ts';
import type { MarketContent, OwnOrder } from './protocol.ts';
import { shortSide } from './short-names.ts';

/** Room for an order, as `widthOf` counts. */
const LABEL_WIDTH = 24;

/** Own open orders in the market, or why there are none to show. */
export function ownOrders(
  input: MarketPanelInput,
  market: Market,
  context: ViewContext,
): MarketContent['orders'] {
  const { t } = context;
  const { length } = input.orders.value ?? [];
  const cancelAll = [t('Cancel all…'), t('Cancel all in this market…')] as const;
  return ordersSection(
    length === 0 ? t('◇ Orders') : ordersText(length, context),
    cancelAll,
    input,
    context,
    (orders) => orders.map((order) => ownOrder(order, market, input, context)),
  );
}

/** `Sell 50 Islanders 68¢`, `Buy 40 Archers 34¢ (66¢ Islanders)`: what is left of it, in the terms of both sides. */
function ownOrder(order: Order, market: Market, input: MarketPanelInput, context: ViewContext): OwnOrder {
  const { t, format } = context;
  const names = orderNames(order, market, context);
  const { key, state, age, button } = orderParts(order, input, names, context);
  const { long } = orderOutcome(order);
  const of = isYesNo(market)
    ? { names: [sideName(market, long, context)], tail: '' }
    : rowOutcome(market, long, context);
  const left = `${format.contracts(order.leavesQuantity)} `;
  const price = orderPrice(order);
  const filled = filledText(order, context);
  return {
    key,
    text: orderLabel(order, of, left, { ...context, labelWidth: LABEL_WIDTH }),
    parts: [
      state ?? '',
      long || price === undefined
        ? ''
        : `(${format.price(price.long.value)} ${shortSide(market, true, context)})`,
      hasFills(order) || format.settings.hideAmounts ? filled : '',
      age.text,
      names.tif ?? '',
    ],
    hint: joined([names.title, names.tif, state, t('filled {0}', filled), age.text, names.place]),
    button,
    waiting: t('cancel sent'),
  };
}
