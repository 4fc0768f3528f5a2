import { type Activity, realisedPnl, type TradeActivity } from '../../core/activity.ts';
import {
  averageCost,
  breakEven,
  dayPnl,
  isLong,
  openPnl,
  positionValue,
  winPays,
} from '../../core/figures.ts';
import type { Market } from '../../core/market.ts';
import { type Order, orderOutcome } from '../../core/order.ts';
import { type OwnMoney, ownMoney } from '../../core/own.ts';
import type { Position } from '../../core/position.ts';
import { dayChange, inBothTerms, type LiveQuotes, marksOf } from '../../core/pricing.ts';
import { sideName } from '../names.ts';
import { bookPlace, cancelState, orderBothWays, orderTitle, placedAt, shownState } from '../order-text.ts';
import { joined, type ViewContext } from '../row.ts';
import { timeInForceWord } from '../states.ts';
import { accountWarning, shownFreshness } from './frame.ts';
import type { PanelInput } from './input.ts';
import { accountBody, button, cell, columns, pair, presentPairs } from './parts.ts';
import type { Cell, Pair, Section, Table, TableRow } from './protocol.ts';

/** Fills listed; the Activity view has older ones. */
const FILLS = 20;

/** Own open orders in a market or in the lines of an event, or why there are none to show. */
export function ordersSection(
  heading: string,
  cancelAll: string,
  markets: readonly Market[],
  input: PanelInput,
  context: ViewContext,
): Section<Table> {
  const { t } = context;
  const { length } = input.orders.value ?? [];
  const canCancelAll = input.connection.isSignedIn && length > 1;
  const words = {
    none: t('No open orders here.'),
    signedOut: t('Sign in to see your orders here.'),
    dated: true,
  };
  return {
    heading,
    button: canCancelAll ? button(cancelAll, 'cancelMarketOrders') : undefined,
    warning: length === 0 ? undefined : accountWarning(input, context),
    ...accountBody(input, input.orders, words, context, (orders) =>
      orders.length === 0 ? undefined : ordersTable(markets, orders, input, context),
    ),
  };
}

/** Own open orders, each with its Cancel; an order for the short side is written in the terms of both sides. */
export function ordersTable(
  markets: readonly Market[],
  orders: readonly Order[],
  { cancelling, cancelUnknown }: Pick<PanelInput, 'cancelling' | 'cancelUnknown'>,
  context: ViewContext,
): Table {
  const { t, format } = context;
  const rows = orders.map((order): TableRow => {
    const market = markets.find(({ slug }) => slug === order.marketSlug);
    const cancel = cancelState(order, cancelling, cancelUnknown);
    const isBusy = cancel === 'underWay' || order.state === 'PENDING_CANCEL';
    return {
      key: order.id,
      cells: [
        cell(orderBothWays(order, market, context), 'plain', {
          aside: joined([timeInForceWord(order.tif, context), shownState(order, cancel, context)]),
          hint: bookPlace(order, market, context),
        }),
        cell(`${format.contracts(order.cumQuantity)} / ${format.contracts(order.quantity)}`),
        cell(format.contracts(order.leavesQuantity)),
        cell(format.age(placedAt(order)), 'plain', { hint: format.exactTime(placedAt(order)) }),
      ],
      button: isBusy
        ? undefined
        : button(t('Cancel…'), 'cancelOrder', {
            orderId: order.id,
            hint: t('Cancel: {0}', orderTitle(order, market, context)),
          }),
    };
  });
  return {
    caption: t('Your open orders here'),
    columns: columns(t('Order'), t('Filled'), t('Left'), t('Age')),
    rows,
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
    columns: columns([t('Time'), 'time'], [t('Fill')], t('Price'), t('Contracts'), t('Realised')),
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
  const realised = realisedPnl(trade);
  const about = trade.ownOrder && orderOutcome(trade.ownOrder);
  const terms = trade.price && inBothTerms(trade.price, about?.long ?? true);
  const name = sideName(market, about?.long ?? true, context);
  const verb =
    about === undefined ? t('Traded {0}', name) : about.buy ? t('Bought {0}', name) : t('Sold {0}', name);
  const isShort = about?.long === false;
  const long = terms && `${format.price(terms.long.value)} ${sideName(market, true, context)}`;
  const bust = trade.state === 'BUSTED' || trade.state === 'REJECTED' ? t('undone') : undefined;
  return {
    key: activity.key,
    cells: [
      cell(format.dateTime(activity.time), 'plain', { hint: format.exactTime(activity.time) }),
      cell(verb, 'plain', { aside: bust }),
      cell(format.price(terms?.own.value), 'plain', { aside: isShort && long ? `(${long})` : undefined }),
      cell(format.contracts(trade.qty)),
      signed(realised?.amount, context, realised?.isAsReported ? t('As reported by the service') : undefined),
    ],
  };
}

/**
 * The position as figures with how each was worked out; `undefined` for a flat one without a result. Where prices were
 * streamed after the position was read, it is valued by the book, with the reported value beside that.
 */
export function positionPairs(
  input: PanelInput,
  market: Market,
  position: Position,
  live: LiveQuotes,
  context: ViewContext,
): readonly Pair[] | undefined {
  const { t, format } = context;
  const quantity = position.netPosition;
  if (quantity?.isZero === true && position.realized === undefined) return undefined;
  const newer = arePricesNewer(input);
  const marks = marksOf(market, live, newer);
  const long = isLong(position);
  const value = positionValue(position, marks);
  const pnl = openPnl(position, marks);
  const average = averageCost(position);
  const day = dayPnl(position, dayChange(market, long, live));
  const name = sideName(market, long, context);
  const held = format.contracts(quantity?.abs());
  const currency = position.cost?.currency ?? value?.value.currency ?? '';
  const flat = quantity?.isZero === true;
  const reported = position.cashValue;
  const differs = reported !== undefined && value?.value.value.equals(reported.value) === false;
  return [
    pair(
      long ? t('{0} (long)', name) : t('{0} (short)', name),
      cell(average === undefined ? held : t('{0} at {1}', held, format.cents(average.value)), 'plain', {
        aside: position.rounded ? t('rounded by the service') : undefined,
      }),
    ),
    pair(
      t('Value now'),
      cell(format.money(value?.value), 'plain', { hint: valueHint(value?.source, newer, context) }),
    ),
    ...presentPairs([
      [
        t('Value as reported'),
        differs
          ? cell(format.money(reported), 'plain', {
              hint: t('As reported by the service at {0}', format.moment(input.position.at)),
            })
          : '',
      ],
    ]),
    pair(t('Unrealised'), pnlCell(pnl, position.cost, context)),
    ...presentPairs([
      [t('Day P&L'), day === undefined ? '' : signed(day, context, t('Contracts × change today'))],
    ]),
    pair(t('Realised'), signed(position.realized, context, t('As reported by the service, fees excluded'))),
    ...presentPairs([
      [t('Cost'), cell(format.money(position.cost), 'plain', { hint: t('Fees included') })],
      [t('Fees'), format.money(position.fees)],
      [t('Break-even'), flat ? '' : format.cents(breakEven(position)?.value)],
      [
        t('A win pays'),
        quantity === undefined || flat ? '' : format.money(ownMoney(winPays(quantity), currency)),
      ],
    ]),
  ];
}

/** Prices came from a fresh stream after the position was read. */
function arePricesNewer(input: PanelInput): boolean {
  const freshness = shownFreshness(input);
  const readAt = input.position.at ?? 0;
  return freshness?.source === 'stream' && freshness.standing === 'fresh' && freshness.at >= readAt;
}

export function valueHint(
  source: 'reported' | 'bid' | 'offer' | undefined,
  isLive: boolean,
  { t }: ViewContext,
): string {
  if (source === undefined) {
    return t('The service reports no value and there is no price to work it out from');
  }
  return {
    reported: t('As reported by the service'),
    bid: isLive ? t('Contracts × best bid of the live book') : t('Contracts × best bid'),
    offer: isLive ? t('Contracts × (1 − best offer) of the live book') : t('Contracts × (1 − best offer)'),
  }[source];
}

function pnlCell(pnl: OwnMoney | undefined, cost: OwnMoney | undefined, context: ViewContext): Cell {
  const { t, format } = context;
  const hint = t('Value − cost; fees are part of the cost');
  const hasShare = pnl !== undefined && cost !== undefined && !cost.value.isZero;
  const share = hasShare ? pnl.value.dividedBy(cost.value.abs()) : undefined;
  return { ...signed(pnl, context, hint), aside: share && format.pnlPercent(share) };
}

/** Money with its arrow; the colour only repeats what the arrow says, and is hidden with the amount. */
export function signed(amount: OwnMoney | undefined, { format }: ViewContext, hint?: string): Cell {
  return tinted(format.signedMoney(amount), hint);
}

/** A text in the colour of its arrow. */
export function tinted(text: string, hint?: string): Cell {
  const tone = text.includes('▲') ? 'up' : text.includes('▼') ? 'down' : 'plain';
  return cell(text, tone, { hint });
}
