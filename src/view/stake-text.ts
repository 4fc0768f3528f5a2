import { openPnl } from '../core/figures.ts';
import type { Freshness } from '../core/freshness.ts';
import type { Market } from '../core/market.ts';
import { type Order, orderOutcome } from '../core/order.ts';
import { asOfText } from './freshness-text.ts';
import { inFull, orderLabel, ownOutcome } from './order-text.ts';
import { isPaid, isPriceOld, type KnownPosition, positionTitle } from './position-text.ts';
import { joined, type TooltipLine, type ViewContext } from './row.ts';
import { stakeSign } from './row-marks.ts';

/**
 * Positions, and orders, that are listed one by one; of more it is said how many there are. The editor shows about ten lines
 * before a hover scrolls, and what can be done stands in the last one.
 */
const MOST = 2;

/** An open order, and its market where that was read. */
interface KnownOrder {
  readonly order: Order;
  readonly market: Market | undefined;
}

/** What somebody has in a market, or in those of an event. */
export interface MarketStake {
  readonly positions: readonly KnownPosition[];
  readonly orders: readonly KnownOrder[];
  /** How current both are. */
  readonly freshness: Freshness | undefined;
}

/** On one line: `◆ Islanders 120 @ 54¢ · ▲ $7.82 · ◇ 3 orders`. */
export function stakeText({ positions, orders, freshness }: MarketStake, context: ViewContext): string {
  const { format } = context;
  const held = positions.flatMap((known) => [
    `◆ ${positionTitle(known.position, known.market, context)}`,
    isPaid(known) ? undefined : format.signedMoney(openPnl(known.position, known.marks)),
  ]);
  const open = orders.length === 0 ? undefined : ordersText(orders.length, context);
  return joined([...held, open, asOfText(freshness, context)]);
}

/** As short as it gets: `◆ 120`, with orders beside a position `◈ 120`, of orders alone `◇ 3 orders`. */
export function stakeMark({ positions, orders, freshness }: MarketStake, context: ViewContext): string {
  const { format } = context;
  const sign = stakeSign(orders.length > 0 ? 'both' : 'position');
  const held = positions.map(({ position }) => `${sign} ${format.rowContracts(position.netPosition?.abs())}`);
  return joined([
    ...(held.length > 0 ? held : [ordersText(orders.length, context)]),
    asOfText(freshness, context),
  ]);
}

/** `◇ 1 order`, `◇ 3 orders`; no number while amounts are hidden. */
export function ordersText(count: number, { t, format }: ViewContext): string {
  return count === 1 && !format.settings.hideAmounts
    ? t('◇ 1 order')
    : t('◇ {0} orders', format.ownCount(count));
}

/** Each position with its open P&L, and each order, as their rows call them. */
export function stakeFields(
  { positions, orders, freshness }: MarketStake,
  context: ViewContext,
): readonly TooltipLine[] {
  const { t } = context;
  const asOf = asOfText(freshness, context);
  const held = positions.map((known) => joined([heldLine(known, context), asOf]));
  const ordered = orders.map((open) => joined([orderLine(open, context), asOf]));
  return [
    ...listed(`${stakeSign('position')} ${t('Yours')}`, held, context),
    ...listed(`${stakeSign('orders')} ${t('Orders')}`, ordered, context),
  ];
}

/** `Islanders 120 @ 54¢ · open P&L ▲ $7.82`; what an old price makes of it says so. */
function heldLine(known: KnownPosition, context: ViewContext): string {
  const { t, format } = context;
  const made = isPaid(known) ? undefined : openPnl(known.position, known.marks);
  const pnl = format.signedMoney(made);
  const open = isPriceOld(known) ? t('open P&L {0}, at the old price', pnl) : t('open P&L {0}', pnl);
  return joined([positionTitle(known.position, known.market, context), made && open]);
}

/** `Sell 50 Islanders 68¢`. */
function orderLine({ order, market }: KnownOrder, context: ViewContext): string {
  const quantity = context.format.rowContracts(order.leavesQuantity ?? order.quantity);
  const outcome = ownOutcome(order, market, orderOutcome(order).long, context);
  return orderLabel(order, outcome, `${quantity} `, inFull(context));
}

/** The name stands beside the first line alone, how many more there are in the last one. */
function listed(name: string, lines: readonly string[], { t, format }: ViewContext): readonly TooltipLine[] {
  const rest = lines.length - MOST;
  const more = rest > 0 ? t('… and {0} more', format.ownCount(rest)) : undefined;
  return lines.slice(0, MOST).map((value, at) => ({
    kind: 'field',
    label: at === 0 ? name : '',
    value: joined([value, at === MOST - 1 ? more : undefined]),
  }));
}
