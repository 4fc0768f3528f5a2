import type { Market } from '../../../core/market.ts';
import { type Order, orderOutcome } from '../../../core/order.ts';
import { orderPrice } from '../../../core/pricing.ts';
import { isYesNo, sideName } from '../../names.ts';
import { cancelState, filledText, orderLabel, shownState } from '../../order-text.ts';
import { joined, type ViewContext } from '../../row.ts';
import { rowOutcome } from '../../row-names.ts';
import { timeInForceWord } from '../../states.ts';
import { accountSection, orderParts } from '../account.ts';
import type { MarketPanelInput } from '../input.ts';
import { button } from '../parts.ts';
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
  const { t, format } = context;
  const orders = input.orders.value ?? [];
  const { length } = orders;
  const heading =
    length === 1 && !format.settings.hideAmounts
      ? t('◇ 1 order')
      : t('◇ {0} orders', format.ownCount(length));
  const reading = [input.orders, t('No open orders here.')] as const;
  const canCancelAll = input.connection.isSignedIn && length > 1;
  const hint = t('Cancel all in this market…');
  return {
    ...accountSection(length === 0 ? t('◇ Orders') : heading, input, reading, context, (list) =>
      list.length === 0 ? undefined : list.map((order) => ownOrder(order, market, input, context)),
    ),
    button: canCancelAll ? button(t('Cancel all…'), 'cancelMarketOrders', { hint }) : undefined,
  };
}

/** `Sell 50 Islanders 68¢`, `Buy 40 Archers 34¢ (66¢ Islanders)`: what is left of it, in the terms of both sides. */
function ownOrder(order: Order, market: Market, input: MarketPanelInput, context: ViewContext): OwnOrder {
  const { t, format } = context;
  const { key, what, age, button: cancel } = orderParts(order, market, input, context);
  const { long } = orderOutcome(order);
  const of = isYesNo(market)
    ? { names: [sideName(market, long, context)], tail: '' }
    : rowOutcome(market, long, context);
  const left = `${format.contracts(order.leavesQuantity)} `;
  const price = orderPrice(order);
  const filled = filledText(order, context);
  const state = shownState(
    order,
    cancelState(order, input.cancelling, input.cancelUnknown, input.cancelStillOpen),
    context,
  );
  return {
    key,
    text: orderLabel(order, of, left, { ...context, labelWidth: LABEL_WIDTH }),
    parts: [
      state ?? '',
      long || price === undefined
        ? ''
        : `(${format.price(price.long.value)} ${shortSide(market, true, context)})`,
      filled.startsWith('0/') ? '' : filled,
      age.text,
      timeInForceWord(order.tif, context) ?? '',
    ],
    hint: joined([what.text, what.aside, t('filled {0}', filled), age.text, what.hint]),
    button: cancel,
    waiting: t('cancel sent'),
  };
}
