import { Decimal } from '../core/decimal.ts';
import type { Freshness } from '../core/freshness.ts';
import { isOver, isPaused } from '../core/lifecycle.ts';
import type { Market } from '../core/market.ts';
import type { MarketFacts } from '../core/market-view.ts';
import { isTerminal, type Order, orderOutcome } from '../core/order.ts';
import { type OwnDecimal, type OwnMoney, ownMoney } from '../core/own.ts';
import { orderPrice, sidePrices } from '../core/pricing.ts';
import { asOfText, dimmed, spokenFreshness } from './freshness-text.ts';
import {
  type CancelState,
  cancelState,
  filledText,
  isDirectionKnown,
  marketOrderPrice,
  namedMarket,
  orderTitle,
  orderTooltip,
  ownOutcome,
  placedAt,
  shownState,
} from './order-text.ts';
import { stateOf, stateWord } from './price-text.ts';
import { field, joined, type Row, spokenParts, type ViewContext } from './row.ts';
import { outcomeLabel, withSharedNames } from './row-names.ts';
import { LIFECYCLE_ICONS, orderStateWord } from './states.ts';

export interface OrderView {
  readonly order: Order;
  readonly market?: Market | undefined;
  readonly facts?: MarketFacts | undefined;
  /** Absent: nothing was sent from here. */
  readonly cancel?: CancelState;
  readonly freshness?: Freshness | undefined;
}

/** Root rows of the orders view: one per market, its orders below, in the order they come. */
export function ordersTree(views: readonly OrderView[], context: ViewContext): readonly Row[] {
  const byMarket = Map.groupBy(views, ({ order }) => order.marketSlug);
  const named = withSharedNames(
    views.map(({ market }) => market),
    context,
  );
  return [...byMarket].map(([slug, some]) => marketRow(slug, some, named));
}

/** Beside the title of the view: `3 open · $142.50 resting`; its time first where it is not fresh. */
export function ordersSummary(views: readonly OrderView[], context: ViewContext): string {
  const { t, format } = context;
  const count = views.length === 1 ? t('1 open') : t('{0} open', views.length);
  const sums = restingAmounts(views).map((sum) => t('{0} resting', format.money(sum)));
  return joined([asOfText(views[0]?.freshness, context), count, ...sums]);
}

/** What open orders come to if all of them fill: leaves × own price, one sum a currency. */
function restingAmounts(views: readonly OrderView[]): readonly OwnMoney[] {
  const sums = new Map<string, OwnDecimal>();
  for (const { order } of views) {
    const own = orderPrice(order)?.own;
    if (own === undefined || order.leavesQuantity === undefined) continue;
    const sum = sums.get(own.currency) ?? Decimal.zero;
    sums.set(own.currency, sum.plus(order.leavesQuantity.times(own.value)));
  }
  return [...sums].map(([currency, sum]) => ownMoney(sum, currency));
}

export function orderRow(view: OrderView, context: ViewContext): Row {
  const { t, format } = context;
  const { order, market, cancel = cancelState(order), freshness } = view;
  const title = orderTitle(order, market, context);
  const label = orderLabel(order, market, context);
  const now = market && nowText(view, market, context);
  const state = shownState(order, cancel, context);
  const placed = placedAt(order);
  const filled = filledText(order, context);
  const isPartly = order.state === 'PARTIALLY_FILLED';
  const isPending = cancel === 'underWay' || order.state === 'PENDING_CANCEL' || isTerminal(order.state);
  return {
    id: `order/${order.id}`,
    label,
    description: joined([
      asOfText(freshness, context),
      state,
      now,
      isPartly ? filledShort(order, context) : undefined,
      placed && format.age(placed),
    ]),
    alike: { key: label, by: [market && startDay(market, context)] },
    ...dimmed(freshness),
    ...orderIcon(view, cancel, isPartly),
    accessibilityLabel: spokenParts([
      title,
      now,
      filled.replace('/', t(' of ')),
      placed && t('placed {0}', format.ago(placed)),
      state ?? orderStateWord(order.state, context),
      spokenFreshness(freshness, context),
    ]),
    contextValue: isPending ? 'order.pending' : 'order',
    subject: { kind: 'order', id: order.id, marketSlug: order.marketSlug },
    tooltip: () => orderTooltip(order, market, context),
    collapsible: 'none',
    command: { id: 'openMarket', args: [order.marketSlug] },
  };
}

function marketRow(slug: string, views: readonly OrderView[], context: ViewContext): Row {
  const { t, format } = context;
  const [first] = views;
  const market = first?.market;
  const label = namedMarket(first?.order ?? { marketSlug: slug }, market, context);
  const state = market && stateWord(stateOf({ market, ...first.facts }), context);
  const count = views.length === 1 ? t('1 order') : t('{0} orders', views.length);
  return {
    id: `orders/${slug}`,
    label,
    description: joined([views.length === 1 ? undefined : count, state]),
    accessibilityLabel: spokenParts([label, count, state]),
    contextValue: 'orderMarket',
    subject: { kind: 'orderMarket', marketSlug: slug },
    tooltip: () => [
      { kind: 'title', text: market?.question ?? label },
      ...field(t('Orders'), String(views.length)),
      ...restingAmounts(views).flatMap((sum) =>
        field(t('Resting'), t('{0} ({1})', format.money(sum), t('contracts left × own limit price'))),
      ),
      ...field(t('Slug'), slug),
    ],
    collapsible: 'expanded',
    children: () => views.map((view) => orderRow(view, context)),
  };
}

/** `Sell 50 Islanders 68¢`: what is left of it, in the terms of the outcome it is about. */
function orderLabel(order: Order, market: Market | undefined, context: ViewContext): string {
  const { t, format } = context;
  const { long, buy } = orderOutcome(order);
  const verb = !isDirectionKnown(order) ? t('Order for') : buy ? t('Buy') : t('Sell');
  const own = orderPrice(order)?.own;
  const price = own === undefined ? marketOrderPrice(order, context) : format.price(own.value);
  const outcome = ownOutcome(order.marketMetadata, market, long, context);
  const isOddsAfterLine = format.settings.oddsFormat === 'american' && /\d/.test(outcome.tail);
  const quantity = format.rowContracts(order.leavesQuantity ?? order.quantity);
  return outcomeLabel(
    outcome,
    `${verb} ${quantity} `,
    isOddsAfterLine ? ` ${t('at {0}', price)}` : ` ${price}`,
  );
}

/** `116/200`; nothing while amounts are hidden. */
function filledShort(order: Order, { format }: ViewContext): string | undefined {
  if (format.settings.hideAmounts || order.cumQuantity === undefined) return undefined;
  return `${format.rowContracts(order.cumQuantity)}/${format.rowContracts(order.quantity)}`;
}

/** `now 62¢`: what it would meet. Where nothing trades, that instead. */
function nowText({ order, facts }: OrderView, market: Market, context: ViewContext): string | undefined {
  const { t, format } = context;
  const word = stateWord(stateOf({ market, ...facts }), context);
  if (word !== undefined) return word;
  const { long, buy } = orderOutcome(order);
  const prices = sidePrices(market, long, facts?.live);
  const price = (buy ? prices.buy : prices.sell)?.price;
  return price === undefined ? undefined : t('now {0}', format.price(price));
}

function startDay(market: Market, { format }: ViewContext): string | undefined {
  const start = market.gameStartTime ?? market.events[0]?.startTime;
  return start === undefined ? undefined : format.date(start);
}

/** Only what its siblings may not have: partly filled, or a market that trades no more. */
function orderIcon({ market, facts }: OrderView, cancel: CancelState, isPartly: boolean): Pick<Row, 'icon'> {
  if (cancel !== 'none') return { icon: { id: cancel === 'unknown' ? 'question' : 'sync' } };
  const state = market && stateOf({ market, ...facts });
  if (state !== undefined && isPaused(state)) return { icon: LIFECYCLE_ICONS.halted };
  if (state !== undefined && isOver(state)) return { icon: LIFECYCLE_ICONS.resolving };
  return isPartly ? { icon: { id: 'color-mode' } } : {};
}
