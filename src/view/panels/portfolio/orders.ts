import { isOver } from '../../../core/lifecycle.ts';
import type { Market } from '../../../core/market.ts';
import type { MarketView } from '../../../core/market-view.ts';
import { isBuy, isDirectionKnown, type Order, orderOutcome } from '../../../core/order.ts';
import { reservedByBuy, reservedByBuys } from '../../../core/order-cash.ts';
import { orderPrice } from '../../../core/pricing.ts';
import { asOfText } from '../../freshness-text.ts';
import { isYesNo, sideName } from '../../names.ts';
import { namedPlace, orderTitle, placedAt } from '../../order-text.ts';
import { metPrice } from '../../orders-tree.ts';
import { sumText } from '../../positions-tree.ts';
import { stateOf, stateWord } from '../../price-text.ts';
import { joined, type ViewContext } from '../../row.ts';
import { withSharedNames } from '../../row-names.ts';
import { cancelAllText, orderNames, orderParts } from '../account-sections.ts';
import { button, cell, readBody } from '../parts.ts';
import { eventCell, leagueOf, listWords, outcomeCell, remembered, stateMark } from './in-rows.ts';
import type { PortfolioInput } from './input.ts';
import type { List, ListCell, ListColumn, ListRow, ListSection } from './protocol.ts';
import { ranked, type Sorted, type UnrankedRow } from './ranks.ts';

/** The columns, in their order. */
const COLUMNS = ['order', 'event', 'limit', 'now', 'filled', 'resting', 'age'] as const;
type OrderColumn = (typeof COLUMNS)[number];

export function ordersSection(input: PortfolioInput, plain: ViewContext): ListSection {
  const { value: all } = input.orders;
  const context = withSharedNames(
    (all ?? []).map(({ marketSlug }) => ({ market: input.marketOf(marketSlug) })),
    plain,
  );
  const { t, format } = context;
  const { length } = all ?? [];
  const isHidden = format.settings.hideAmounts;
  const chosen = (all ?? []).filter(({ id }) => input.selected.has(id));
  return {
    heading: t('◇ Orders'),
    aside: all && format.ownCount(length),
    button: length > 0 ? button(cancelAllText(length, context), 'cancelAllOrders') : undefined,
    words: {
      ...listWords(context),
      act: isHidden ? t('Cancel selected…') : t('Cancel selected ({0})…', '{n}'),
      select: t('Select'),
      selectAll: t('Select all'),
      filter: t('Filter: team, league, buy…'),
    },
    selection:
      chosen.length === 0
        ? undefined
        : { keys: chosen.map(({ id }) => id), text: selectionText(chosen, context) },
    ...readBody(input.orders, { none: t('No open orders.') }, context, (orders) =>
      orders.length === 0 ? undefined : ordersList(orders, input, context),
    ),
  };
}

/** `2 selected: buys 1, sells 1 · frees $51.48`: what cancelling them would set free. */
function selectionText(orders: readonly Order[], context: ViewContext): string {
  const { t, format } = context;
  const { buys, sells, unclear } = kindsOf(orders);
  const kinds = [
    buys === 0 ? undefined : t('buys {0}', format.ownCount(buys)),
    sells === 0 ? undefined : t('sells {0}', format.ownCount(sells)),
    unclear === 0 ? undefined : t('not known which {0}', format.ownCount(unclear)),
  ].filter((kind) => kind !== undefined);
  const sums = [...reservedByBuys(orders)].map(([currency, sum]) =>
    t('frees {0}', sumText(sum, currency, format.money, context)),
  );
  return joined([
    t('{0} selected: {1}', format.ownCount(orders.length), kinds.join(', ')),
    ...(sums.length === 0 && buys === 0 ? [t('frees nothing')] : sums),
  ]);
}

function kindsOf(orders: readonly Order[]) {
  const buys = orders.filter(isBuy).length;
  const unclear = orders.filter((order) => !isDirectionKnown(order)).length;
  return { buys, unclear, sells: orders.length - buys - unclear };
}

function ordersList(orders: readonly Order[], input: PortfolioInput, context: ViewContext): List {
  return {
    caption: context.t('Your open orders'),
    columns: orderColumns(context),
    rows: ranked(
      orders.map((order) => orderRow(order, input, context)),
      context,
    ),
    sort: { column: COLUMNS.indexOf('resting'), descending: true },
    totals: totalRows(orders, context),
  };
}

function orderColumns({ t }: ViewContext): readonly ListColumn[] {
  const columns: Readonly<Record<OrderColumn, ListColumn>> = {
    order: { label: t('Order'), kind: 'words' },
    event: { label: t('Event'), kind: 'words', importance: 3 },
    limit: { label: t('Limit'), kind: 'number' },
    now: { label: t('Now'), kind: 'number', importance: 4 },
    filled: { label: t('Filled'), kind: 'number', importance: 1 },
    resting: { label: t('Resting'), kind: 'number', importance: 5 },
    age: { label: t('Age'), kind: 'number', importance: 0 },
  };
  return COLUMNS.map((column) => columns[column]);
}

/** What the open buys reserve, a row a currency. */
function totalRows(orders: readonly Order[], context: ViewContext): readonly ListRow[] {
  const { t, format } = context;
  const sums = reservedByBuys(orders);
  const { buys, sells, unclear } = kindsOf(orders);
  const [bought, sold, other] = [buys, sells, unclear].map(format.ownCount);
  const name =
    unclear === 0
      ? t('Total, buys {0}, sells {1}', bought ?? '', sold ?? '')
      : t('Total, buys {0}, sells {1}, not known which {2}', bought ?? '', sold ?? '', other ?? '');
  return (sums.size === 0 ? [''] : [...sums.keys()]).map((currency, place) => {
    const resting = sums.get(currency);
    const text = resting === undefined ? '' : sumText(resting, currency, format.money, context);
    const which = currency === '' ? t('in a currency not named') : currency;
    const cells: Partial<Record<OrderColumn, ListCell>> = {
      order: place === 0 ? cell(name, 'plain', { aside: sums.size > 1 ? which : undefined }) : cell(which),
      resting: cell(text),
    };
    return { key: currency, cells: COLUMNS.map((column) => cells[column] ?? cell('')) };
  });
}

function orderRow(order: Order, input: PortfolioInput, context: ViewContext): UnrankedRow {
  const { t } = context;
  const market = input.marketOf(order.marketSlug);
  const view = market && input.viewOf(market);
  const names = remembered(order, market, context, () => rowNames(order, market, context));
  const parts = orderParts(order, input, names, context);
  const { key, state, isCancelling, button } = parts;
  const where = stateMark(market, view, false, context);
  const isOff = where !== undefined && where[0] !== 'live';
  const partly = order.state === 'PARTIALLY_FILLED' ? (['partly', t('partly filled')] as const) : undefined;
  const cells = orderCells(order, market, view, { ...names, ...parts }, context);
  return {
    key,
    cells: COLUMNS.map((column) => cells[column]),
    mark: state !== undefined ? ['unknown', state] : isOff ? where : partly,
    button,
    noButton: isCancelling ? t('cancelling…') : undefined,
    search: names.league,
  };
}

/** What does not change with prices and time. */
function rowNames(order: Order, market: Market | undefined, context: ViewContext) {
  const names = orderNames(order, market, context);
  const title = orderTitle(order, market, context);
  return {
    what: orderCell(order, names, market, context),
    event: eventCell(order, market, context, {
      hint: context.t('Open market: {0}', namedPlace(title, order, market, context)),
      action: { name: 'openMarket', slug: order.marketSlug },
    }),
    cancel: names.cancel,
    league: leagueOf(market, context),
  };
}

function orderCells(
  order: Order,
  market: Market | undefined,
  view: MarketView | undefined,
  { what, event, filled, age }: ReturnType<typeof rowNames> & ReturnType<typeof orderParts>,
  context: ViewContext,
): Readonly<Record<OrderColumn, Sorted>> {
  const { t, format } = context;
  const now = market && metPrice(order, market, view?.live);
  const limit = orderPrice(order)?.own.value;
  const cash = reservedByBuy(order);
  const placed = placedAt(order);
  const state = view && stateOf(view);
  const why = state === undefined ? undefined : isOver(state) ? t('ended') : stateWord(state, context);
  const aside = asOfText(view?.freshness, context);
  const isUnpriced = limit === undefined && order.type === 'MARKET';
  return {
    order: [what, { own: order.leavesQuantity }],
    event: [event],
    limit: [isUnpriced ? cell(t('at market')) : cell(format.price(limit)), limit],
    now: [
      why === undefined ? cell(format.price(now), 'plain', { aside }) : cell(why, 'warn', { aside }),
      now,
    ],
    filled: [
      { ...filled, tone: order.cumQuantity?.isZero === true ? 'dim' : 'plain' },
      { own: order.cumQuantity },
    ],
    resting: [
      cell(format.money(cash), 'plain', { hint: cash ? t('Left × limit') : undefined }),
      { own: cash?.value },
    ],
    age: [{ ...age, tone: 'dim' }, placed && -placed.ms],
  };
}

/** `Buy 84.39 No Orient (39¢ Yes)`: what is left of it, about which outcome, and in the long side's terms. */
function orderCell(
  order: Order,
  { title, tif, place }: ReturnType<typeof orderNames>,
  market: Market | undefined,
  context: ViewContext,
): ListCell {
  const { t, format } = context;
  const { long, buy } = orderOutcome(order);
  const verb = !isDirectionKnown(order) ? t('Order for') : buy ? t('Buy') : t('Sell');
  const left = format.contracts(order.leavesQuantity ?? order.quantity);
  const terms = orderPrice(order)?.long.value;
  return {
    ...outcomeCell(`${verb} ${left}`, order, market, long, context),
    aside: long || terms === undefined ? undefined : longTerms(order, format.price(terms), market, context),
    hint: joined([title, tif, place]),
  };
}

/** `(66¢ Islanders)`: the same order as one of the long side, where that is known by name. */
function longTerms(
  { marketSlug }: Order,
  price: string,
  market: Market | undefined,
  context: ViewContext,
): string | undefined {
  if (market === undefined || market.sides.length === 0) return undefined;
  const name = isYesNo(market)
    ? sideName(market, true, context)
    : outcomeCell('', { marketSlug }, market, true, context).text.trim();
  return `(${price} ${name})`;
}
