import type { Decimal } from '../core/decimal.ts';
import type { Freshness } from '../core/freshness.ts';
import { isOver, isPaused } from '../core/lifecycle.ts';
import type { Market } from '../core/market.ts';
import type { MarketFacts } from '../core/market-view.ts';
import {
  isDirectionKnown,
  isReplacedWithLeaves,
  isTerminal,
  type Order,
  orderOutcome,
} from '../core/order.ts';
import { reservedByBuys } from '../core/order-cash.ts';
import { type LiveQuotes, orderPrice, sidePrices } from '../core/pricing.ts';
import { haltedText, marketWhen } from './event-figures.ts';
import { asOfText, dimmed, spokenFreshness } from './freshness-text.ts';
import {
  type CancelState,
  cancelState,
  eventKey,
  filledText,
  groupCommand,
  namedMarket,
  namedPlace,
  orderLabel,
  orderStateText,
  orderTitle,
  orderTooltip,
  outcomeName,
  ownOutcome,
  placedAt,
  rowEvent,
  shownState,
  spokenFilled,
} from './order-text.ts';
import { sumText } from './positions-tree.ts';
import { stateOf, stateWord } from './price-text.ts';
import { field, inShort, joined, plainLine, type Row, spokenParts, type ViewContext } from './row.ts';
import { narrower, partsBeside, rowContext, shorterLabels, withSharedNames } from './row-names.ts';
import { marketSituation } from './situation-text.ts';
import { LIFECYCLE_ICONS } from './states.ts';

export interface OrderView {
  readonly order: Order;
  readonly market?: Market | undefined;
  readonly facts?: MarketFacts | undefined;
  /** Absent: nothing was sent from here. */
  readonly cancel?: CancelState;
  readonly freshness?: Freshness | undefined;
}

/** Root rows of the orders view: one per event, its orders below, in the order they come; a single order is its own row. */
export function ordersTree(views: readonly OrderView[], plain: ViewContext): readonly Row[] {
  const context = withSharedNames(views, plain);
  const byEvent = Map.groupBy(views, ({ order, market }) => eventKey(order, market));
  return [...byEvent].map(([key, some]) => {
    const [first] = some;
    return first !== undefined && some.length === 1 ? orderRow(first, context) : eventRow(key, some, context);
  });
}

/** Beside the title of the view: `3 open · $142`, which open buys reserve; its time first where it is not fresh. */
export function ordersSummary(views: readonly OrderView[], full: ViewContext): Row['parts'] {
  const context = inShort(full);
  const { t, format } = context;
  const count = format.ownCount(views.length);
  return [asOfText(views[0]?.freshness, context), t('{0} open', count), ...reservedTexts(views, context)];
}

function reservedTexts(views: readonly OrderView[], context: ViewContext): readonly string[] {
  const sums = reservedByBuys(views.map(({ order }) => order));
  return [...sums].map(([currency, sum]) => {
    const text = sumText(sum, currency, context.format.money, context);
    return currency === '' && sums.size > 1 ? context.t('{0} in a currency not named', text) : text;
  });
}

/** The row of one order. `isInGroup`: its event stands above it. */
export function orderRow(view: OrderView, context: ViewContext, isInGroup = false): Row {
  const { t, format } = context;
  const { order, market, cancel = cancelState(order), freshness } = view;
  const title = orderTitle(order, market, context);
  const { long } = orderOutcome(order);
  const outcome = ownOutcome(order, market, long, context);
  const quantity = format.rowContracts(order.leavesQuantity ?? order.quantity);
  const beside = rowContext(isInGroup, context);
  const name = (less: number): string => orderLabel(order, outcome, `${quantity} `, narrower(beside, less));
  const label = name(0);
  const now = market && nowText(view, market, context);
  const state = shownState(order, cancel, context);
  const placed = placedAt(order);
  const isFinal = isTerminal(order.state) && !isReplacedWithLeaves(order);
  const isPending = cancel === 'underWay' || order.state === 'PENDING_CANCEL' || isFinal;
  const filledShort = cancel === 'none' ? partlyFilled(order, context) : leftOf(order, context);
  return {
    id: `order/${order.id}`,
    label,
    shorter: shorterLabels(label, outcome, name),
    movable: { inLabel: ` ${quantity}`, part: `×${quantity}` },
    parts: [
      asOfText(freshness, context),
      ...partsBeside(label, outcome, order.marketSlug, [
        state,
        cancel === 'none' ? now : undefined,
        filledShort,
        isInGroup ? undefined : rowEvent(order, market, context),
        placed && format.age(placed),
      ]),
    ],
    alike: {
      key: label,
      by: apartBy(view, context),
    },
    ...dimmed(freshness),
    ...orderIcon(view, cancel),
    accessibilityLabel: spokenParts([
      title,
      now,
      spokenFilled(order, context),
      isInGroup ? namedPlace(title, order, market, context) : namedMarket(order, market, context),
      placed && t('placed {0}', format.ago(placed)),
      state ?? orderStateText(order, context),
      spokenFreshness(freshness, context),
    ]),
    contextValue: isPending ? 'order.pending' : 'order',
    urgentPart: joined([label, state, filledText(order, context)]),
    subject: { kind: 'order', id: order.id, marketSlug: order.marketSlug },
    tooltip: () =>
      orderTooltip(order, market, joined([now, market && awayText(view, market, context)]), context),
    collapsible: 'none',
    command: { id: 'openMarket', args: [order.marketSlug] },
  };
}

/** What tells orders of one label apart. */
function apartBy({ order, market }: OrderView, context: ViewContext): readonly (string | undefined)[] {
  const { t, format } = context;
  const placed = placedAt(order);
  return [
    market && startDay(market, context),
    outcomeName(order, market, orderOutcome(order).long, context),
    order.marketSlug,
    placed && t('placed {0}', format.timeOrDay(placed)),
    placed && t('placed {0}', format.moment(placed)),
    order.id,
  ];
}

function eventRow(key: string, views: readonly OrderView[], context: ViewContext): Row {
  const { t, format } = context;
  const [first] = views;
  const { order = { marketSlug: key }, market } = first ?? {};
  const slugs = [...new Set(views.map(({ order }) => order.marketSlug))];
  const [marketSlug = key] = slugs;
  const label = rowEvent(order, market, context);
  const count = format.ownCount(views.length);
  const when = marketWhen(market, context);
  const state = market && stateOf({ market, ...first?.facts });
  const hasEnded = state !== undefined && isOver(state);
  return {
    id: `orders/${key}`,
    label,
    parts: hasEnded ? [when, count] : [count, when],
    accessibilityLabel: spokenParts([label, t('{0} orders', count), when]),
    contextValue: 'orderMarket',
    urgentPart: count,
    subject: { kind: 'orderMarket', marketSlug, slugs },
    command: groupCommand(key, order, market),
    tooltip: () => [
      { kind: 'title', text: label },
      ...plainLine(marketSituation(market, context)),
      ...field(t('Orders'), count),
      ...reservedTexts(views, context).flatMap((sum) =>
        field(t('Reserved by buys'), t('{0} ({1})', sum, t('contracts left × own limit price'))),
      ),
    ],
    collapsible: 'expanded',
    children: () => views.map((view) => orderRow(view, context, true)),
  };
}

/** `116/200`; nothing while amounts are hidden. */
function partlyFilled(order: Order, { format }: ViewContext): string | undefined {
  if (format.settings.hideAmounts || order.state !== 'PARTIALLY_FILLED') return undefined;
  return `${format.rowContracts(order.cumQuantity)}/${format.rowContracts(order.quantity)}`;
}

function leftOf(order: Order, { t, format }: ViewContext): string | undefined {
  if (format.settings.hideAmounts) return undefined;
  return t('{0}/{1} left', format.rowContracts(order.leavesQuantity), format.rowContracts(order.quantity));
}

/** `now 62¢`: what it would meet. Where nothing trades, that instead. */
function nowText({ order, facts }: OrderView, market: Market, context: ViewContext): string | undefined {
  const { t, format } = context;
  const view = { market, event: undefined, ...facts };
  const state = stateOf(view);
  if (state === 'halted') return haltedText([view], context);
  if (isOver(state)) return marketWhen(market, context) ?? stateWord(state, context);
  const price = metPrice(order, market, facts?.live);
  return stateWord(state, context) ?? (price && t('now {0}', format.price(price)));
}

/** The best price an order would meet now; none where it is not known what it does. */
export function metPrice(order: Order, market: Market, live: LiveQuotes | undefined): Decimal | undefined {
  if (!isDirectionKnown(order)) return undefined;
  const { long, buy } = orderOutcome(order);
  const prices = sidePrices(market, long, live);
  return (buy ? prices.buy : prices.sell)?.price;
}

/** How far the price it would meet is from its limit: `4¢ away`. */
function awayText(
  { order, facts }: OrderView,
  market: Market,
  { t, format }: ViewContext,
): string | undefined {
  const price = metPrice(order, market, facts?.live);
  const own = orderPrice(order)?.own.value;
  return price && own && t('{0} away', format.cents(price.minus(own).abs()));
}

function startDay(market: Market, { format }: ViewContext): string | undefined {
  const start = market.gameStartTime ?? market.events[0]?.startTime;
  return start === undefined ? undefined : format.date(start);
}

/** Only what its siblings may not have: partly filled, or a market that trades no more. */
function orderIcon({ order, market, facts }: OrderView, cancel: CancelState): Pick<Row, 'icon'> {
  if (cancel !== 'none') return { icon: { id: cancel === 'underWay' ? 'sync' : 'question' } };
  const state = market && stateOf({ market, ...facts });
  if (state !== undefined && isPaused(state)) return { icon: LIFECYCLE_ICONS.halted };
  if (state !== undefined && isOver(state)) return { icon: LIFECYCLE_ICONS.resolving };
  return order.state === 'PARTIALLY_FILLED'
    ? { icon: { id: 'color-mode', color: 'predictionMarkets.yours' } }
    : {};
}
