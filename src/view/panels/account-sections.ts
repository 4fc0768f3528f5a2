import { type Activity, isTakenBack, realisedOf, type TradeActivity } from '../../core/activity.ts';
import { isLong, positionValue } from '../../core/figures.ts';
import type { Market } from '../../core/market.ts';
import { isDirectionKnown, type Order, orderOutcome } from '../../core/order.ts';
import type { OwnDecimal, OwnMoney } from '../../core/own.ts';
import type { Position } from '../../core/position.ts';
import { inBothTerms, type LiveQuotes } from '../../core/pricing.ts';
import { whyNotRealised } from '../activity-tooltip.ts';
import { feeText } from '../fee-text.ts';
import {
  bookPlace,
  cancelState,
  orderBothWays,
  orderTitleAlone,
  placedAt,
  shownState,
} from '../order-text.ts';
import {
  allPositionFigures,
  entrySource,
  entryText,
  isPaid,
  type KnownPosition,
  knownPosition,
  type PositionFigure,
  positionFigures,
} from '../position-text.ts';
import { joined, type ViewContext } from '../row.ts';
import { timeInForceWord } from '../states.ts';
import type { PanelInput, PanelReading } from './input.ts';
import { shortSide } from './market/short-names.ts';
import type { Settling } from './outcome-banner.ts';
import { button, cell, columns, pair, readBody, signInNote } from './parts.ts';
import type { Cell, Pair, Section, Table, TableRow } from './protocol.ts';
import { accountWarning, shownFreshness } from './shared-sections.ts';

/** Fills listed; the Activity view has older ones. */
const FILLS = 20;

/** A part of the account: content, else `none`, and how old it is where it is not fresh. Signed out, the way to sign in. */
export function accountSection<T, C>(
  heading: string,
  input: PanelInput,
  [reading, none]: readonly [reading: PanelReading<T>, none: string],
  context: ViewContext,
  make: (value: T) => C | undefined,
): Section<C> {
  const { t } = context;
  if (!input.connection.isSignedIn)
    return { heading, note: signInNote(t('Sign in to see your account here.'), input.connection, context) };
  const body = readBody(reading, { none, above: input.market.failure }, context, make);
  return { heading, warning: body.content && accountWarning(input, context), ...body };
}

/** Own open orders in a market or in the lines of an event, or why there are none to show. */
export function ordersSection<C>(
  heading: string,
  [cancelAll, hint]: readonly [text: string, hint?: string],
  input: PanelInput,
  context: ViewContext,
  make: (orders: readonly Order[]) => C,
): Section<C> {
  const { length } = input.orders.value ?? [];
  const canCancelAll = input.connection.isSignedIn && length > 1;
  const reading = [input.orders, context.t('No open orders here.')] as const;
  return {
    ...accountSection(heading, input, reading, context, (orders) =>
      orders.length === 0 ? undefined : make(orders),
    ),
    button: canCancelAll
      ? button(cancelAll, 'cancelMarketOrders', hint === undefined ? {} : { hint })
      : undefined,
  };
}

/** Own open orders, each with its Cancel; an order for the short side is written in the terms of both sides. */
export function ordersTable(
  markets: readonly Market[],
  orders: readonly Order[],
  input: OwnCancels,
  context: ViewContext,
): Table {
  const { t } = context;
  const rows = orders.map((order): TableRow => {
    const market = markets.find(({ slug }) => slug === order.marketSlug);
    const names = orderNames(order, market, context);
    const { key, state, filled, age, button } = orderParts(order, input, names, context);
    const hint = joined([names.place, names.tif]);
    return { key, button, cells: [cell(names.title, 'plain', { aside: state, hint }), filled, age] };
  });
  return {
    caption: t('Your open orders here'),
    columns: columns(t('Order'), t('Filled'), t('Age')),
    rows,
  };
}

/** How many orders there are is an amount: the dialog alone says it while amounts are hidden. */
export function cancelAllText(count: number, { t, format }: ViewContext): string {
  return format.settings.hideAmounts ? t('Cancel all…') : t('Cancel all {0}…', count);
}

type OwnCancels = Pick<PanelInput, 'cancelling'>;

/** What does not change with prices and time: the order in words, and its Cancel. */
export function orderNames(order: Order, market: Market | undefined, context: ViewContext) {
  const { t } = context;
  const hint = t('Cancel: {0}', orderTitleAlone(order, market, context));
  return {
    title: orderBothWays(order, market, context),
    tif: timeInForceWord(order.tif, context),
    place: bookPlace(order, market, context),
    cancel: button(t('Cancel…'), 'cancelOrder', { orderId: order.id, hint }),
  };
}

/** What every list of own orders has of one. `isCancelling`: it has no `button` while nothing more can be done. */
export function orderParts(
  order: Order,
  { cancelling }: OwnCancels,
  { cancel: button }: Pick<ReturnType<typeof orderNames>, 'cancel'>,
  context: ViewContext,
) {
  const { format } = context;
  const cancel = cancelState(order, cancelling);
  const isCancelling = cancel === 'underWay';
  const placed = placedAt(order);
  return {
    key: order.id,
    state: shownState(order, cancel, context),
    filled: cell(`${format.contracts(order.cumQuantity)} / ${format.contracts(order.quantity)}`),
    age: cell(format.age(placed), 'plain', { hint: format.exactTime(placed) }),
    isCancelling,
    button: isCancelling ? undefined : button,
  };
}

/** Own trades in this market, newest first; `undefined` when there is none. */
export function fillsTable(
  market: Market,
  activities: readonly Activity[],
  more: boolean,
  context: ViewContext,
): Table | undefined {
  const { t } = context;
  const trades = activities.flatMap((activity) => (activity.kind === 'trade' ? [activity] : []));
  if (trades.length === 0) return undefined;
  const isCut = more || trades.length > FILLS;
  return {
    caption: t('Your fills in this market'),
    columns: columns([t('Time'), 'time'], [t('Fill')], t('Price'), t('Fee'), t('Realised')),
    rows: trades.slice(0, FILLS).map((activity) => fillRow(market, activity, context)),
    note: isCut ? t('The newest; older ones are in the Activity view.') : undefined,
  };
}

function fillRow(
  market: Market,
  activity: Activity & { readonly trade: TradeActivity },
  context: ViewContext,
): TableRow {
  const { t, format } = context;
  const { trade } = activity;
  const { ownOrder } = trade;
  const about = ownOrder && isDirectionKnown(ownOrder) ? orderOutcome(ownOrder) : undefined;
  const terms = trade.price && inBothTerms(trade.price, about?.long ?? true);
  const what = `${format.contracts(trade.qty)} ${shortSide(market, about?.long ?? true, context)}`;
  const verb =
    about === undefined ? t('Traded {0}', what) : about.buy ? t('Bought {0}', what) : t('Sold {0}', what);
  const isShort = about?.long === false;
  const long = terms && `${format.price(terms.long.value)} ${shortSide(market, true, context)}`;
  const bust = isTakenBack(trade) ? t('undone') : undefined;
  return {
    key: activity.key,
    cells: [
      cell(format.timeOrDay(activity.time?.ms), 'plain', { hint: format.exactTime(activity.time) }),
      cell(verb, 'plain', { aside: bust }),
      cell(format.price(terms?.own.value), 'plain', { hint: isShort && long ? long : undefined }),
      cell(feeText(trade.fee, context)),
      realisedCell(trade, context),
    ],
  };
}

function realisedCell(trade: TradeActivity, context: ViewContext): Cell {
  const { t } = context;
  const realised = realisedOf(trade);
  return realised !== undefined && realised.amount === undefined
    ? cell(t('not known'), 'dim', {
        hint: t('not known: {0}', whyNotRealised(trade, context)),
      })
    : signed(realised?.amount, context, realised?.isAsReported ? t('As reported by the service') : undefined);
}

/**
 * The position as figures; by prices streamed after it was read, it is valued by them. While something is held they are always
 * the same figures, so that none moves when another comes or goes.
 */
export function positionPairs(
  { input, market, resolution }: Settling,
  position: Position,
  live: LiveQuotes,
  context: ViewContext,
): readonly Pair[] | undefined {
  const { t, format } = context;
  const { netPosition: quantity } = position;
  if (quantity?.isZero === true && position.realized === undefined) return undefined;
  const settlement = input.settlement.value;
  const facts = { live, settlement, pricedLater: arePricesNewer(input) };
  const known = { ...knownPosition(position, market, facts), resolution };
  const entry = entryText(position, context);
  const name = shortSide(market, isLong(position), context);
  const held = t('{0} {1}', format.contracts(quantity?.abs()), name);
  const figures = isPaid(known) ? positionFigures(known, context) : allPositionFigures(known, context);
  return [
    quantity?.isZero === true
      ? pair(t('◆ Held'), t('nothing any more'))
      : pair(
          t('◆ You hold'),
          cell(entry === undefined ? held : t('{0} at {1}', held, entry), 'plain', {
            aside: position.rounded ? t('rounded by the service') : undefined,
            hint: entry && entrySource(position, context),
          }),
        ),
    ...figures.map((figure) => positionPair(known, figure, context)),
  ];
}

/** A figure in the few words there is room for; how it came about is its hint. */
function positionPair(
  known: KnownPosition,
  [label, text, how, name, made]: PositionFigure,
  context: ViewContext,
): Pair {
  const { t, format } = context;
  const { position, marks } = known;
  const { cashValue: reported, fees } = position;
  // The row is about one market, so its side needs no name.
  if (name === 'pays') return pair(t('Pays if it wins'), cell(text, 'plain', { hint: how }));
  if (name === 'fees') return pair(label, cell(feeText(fees, context), 'plain', { hint: how }));
  if (name === 'value' && reported !== undefined) {
    const value = positionValue(position, marks)?.value;
    const differs = value?.value.equals(reported.value) === false;
    const hint = differs ? t('{0}; the service reports {1}', how, format.money(reported)) : how;
    return pair(label, cell(text, 'plain', { hint }));
  }
  const share = name === 'open' ? openShare(known.position, made) : undefined;
  const percent = share && format.pnlPercent(share)?.text;
  const aside = percent && `(${percent})`;
  return pair(label, cell(text, format.moneySign(made?.value), { hint: how, aside }));
}

/** Prices came from a fresh stream after the position was read. */
function arePricesNewer(input: PanelInput): boolean {
  const freshness = shownFreshness(input);
  const readAt = input.position.at ?? 0;
  return freshness?.source === 'stream' && freshness.standing === 'fresh' && freshness.at >= readAt;
}

/** Open P&L as a share of the cost. */
export function openShare({ cost }: Position, open: OwnMoney | undefined) {
  return open && cost && !cost.value.isZero ? open.value.dividedBy(cost.value.abs()) : undefined;
}

/** Money with its arrow; the colour only repeats what the arrow says, and is hidden with the amount. */
export function signed(amount: OwnMoney | undefined, { format }: ViewContext, hint?: string): Cell {
  return cell(format.signedMoney(amount), format.moneySign(amount?.value), { hint });
}

/** The text of a sum of gains and losses in the colour of its arrow. */
export function signedSum(text: string, sum: OwnDecimal, { format }: ViewContext): Cell {
  return cell(text, format.moneySign(sum));
}
