import { Decimal } from '../core/decimal.ts';
import type { Freshness } from '../core/freshness.ts';
import type { Market } from '../core/market.ts';
import type { MarketFacts } from '../core/market-view.ts';
import { isTerminal, type Order, orderOutcome } from '../core/order.ts';
import { type OwnDecimal, type OwnMoney, ownMoney } from '../core/own.ts';
import { orderPrice } from '../core/pricing.ts';
import { asOfText, dimmed, spokenFreshness } from './freshness-text.ts';
import {
  type CancelState,
  cancelState,
  filledText,
  namedMarket,
  orderTitle,
  orderTooltip,
  placedAt,
  shownState,
} from './order-text.ts';
import { stateOf, stateWord } from './price-text.ts';
import { field, joined, type Row, type RowIcon, spokenParts, type ViewContext } from './row.ts';
import { orderStateWord } from './states.ts';

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
  return [...byMarket].map(([slug, some]) => marketRow(slug, some, context));
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
  const label = orderTitle(order, market, context);
  const state = shownState(order, cancel, context);
  const placed = placedAt(order);
  const filled = filledText(order, context);
  const isPending = cancel === 'underWay' || order.state === 'PENDING_CANCEL' || isTerminal(order.state);
  return {
    id: `order/${order.id}`,
    label,
    description: joined([filled, placed && format.age(placed), state, asOfText(freshness, context)]),
    ...dimmed(freshness),
    icon: orderIcon(order, cancel),
    accessibilityLabel: spokenParts([
      label,
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

function orderIcon(order: Order, cancel: CancelState): RowIcon {
  if (cancel !== 'none') return { id: cancel === 'unknown' ? 'question' : 'sync' };
  const color = orderOutcome(order).buy ? 'charts.green' : 'charts.red';
  if (order.state === 'PARTIALLY_FILLED') return { id: 'color-mode', color };
  if (order.state === 'NEW') return { id: 'circle-outline', color };
  return { id: isTerminal(order.state) ? 'circle-slash' : 'watch' };
}
