import { Decimal } from '../../../core/decimal.ts';
import {
  breakEven,
  entryPrice,
  isAwaiting,
  isLong,
  openPnl,
  positionValue,
  totals,
  winPays,
} from '../../../core/figures.ts';
import { isBuy, isDirectionKnown, type Order } from '../../../core/order.ts';
import { type OwnDecimal, ownMoney } from '../../../core/own.ts';
import { areFeesSent } from '../../../core/own-settlement.ts';
import { sidePrices } from '../../../core/pricing.ts';
import { marketWhen } from '../../event-figures.ts';
import { asOfText } from '../../freshness-text.ts';
import { HIDDEN } from '../../numbers.ts';
import { namedPlace, orderTitle, outcomeName, placedAt } from '../../order-text.ts';
import { heldByBuy, heldByBuys, metPrice } from '../../orders-tree.ts';
import { isPaid, isSettled, type KnownPosition, noBidWord, valueSource } from '../../position-text.ts';
import { awaitingTexts, sumText, sumTexts } from '../../positions-tree.ts';
import { stateOf, stateWord } from '../../price-text.ts';
import { joined, type ViewContext } from '../../row.ts';
import { cancelAllText, orderParts, signed, tinted } from '../account.ts';
import { button, cell, columns, readBody } from '../parts.ts';
import type { Cell, Table, TableRow } from '../protocol.ts';
import type { PortfolioInput } from './input.ts';
import type { SelectSection } from './protocol.ts';

/** By what a cell is sorted: an amount, its text where there is none, or nothing known. */
type Sorted = readonly [cell: Cell, by?: OwnDecimal | undefined];

const missing = cell('');

/** Open positions, and those whose market ended and has not paid yet. */
export function positionsSection(
  held: readonly KnownPosition[],
  complete: boolean,
  context: ViewContext,
): SelectSection {
  const { t } = context;
  const rows = held.map((known) => ({
    key: known.position.marketSlug,
    cells: positionCells(known, context),
  }));
  const sums = totals(held).filter(({ value }) => value.counted > 0);
  return {
    heading: t('◆ Positions'),
    aside: String(held.length),
    words: { act: t('Watch selected ({0})', '{n}'), select: t('Select') },
    warning: complete ? undefined : t('There are more positions than are read; totals cover these only.'),
    note: held.length === 0 ? { text: t('You hold nothing.'), tone: 'dim' } : undefined,
    content:
      held.length === 0
        ? undefined
        : {
            caption: t('Your positions'),
            columns: columns(
              t('Held'),
              [t('Market')],
              [t('When'), 'time'],
              t('Entry'),
              t('Break-even'),
              t('Now'),
              t('Value'),
              t('Open P&L'),
              '%',
              t('A win pays'),
            ),
            rows: ranked(rows),
            sort: { column: 7, descending: true },
            totals: sums.flatMap((sum) => {
              const { currency, awaiting } = sum;
              const row = (key: string, name: string, { value, open }: { value: string; open: string }) => ({
                key,
                cells: [
                  cell(name, 'plain', { aside: sums.length > 1 ? currency : undefined }),
                  ...[missing, missing, missing, missing, missing],
                  cell(value),
                  tinted(open),
                  missing,
                  cell(t('not summed'), 'dim'),
                ],
              });
              const all = row(currency, t('Total, positions {0}', sum.value.counted), sumTexts(sum, context));
              const { counted } = awaiting.value;
              if (counted === 0) return [all];
              const part = awaitingTexts(sum, context);
              return [all, row(`${currency} awaiting`, t('of it awaiting settlement {0}', counted), part)];
            }),
          },
    footnote: held.every(({ position }) => areFeesSent(position))
      ? t('Value as reported, or by the best price newer than that. Open P&L = value − cost, fees in.')
      : t('Value as reported, or by the best price newer than that. Open P&L = value − cost.'),
  };
}

function positionCells(known: KnownPosition, context: ViewContext): readonly Sorted[] {
  const { t, format } = context;
  const { position, market, facts, marks } = known;
  const { marketSlug: slug, netPosition: quantity, cost } = position;
  const long = isLong(position);
  const now = market && sidePrices(market, long, facts.live).sell?.price;
  const value = positionValue(position, marks);
  const open = openPnl(position, marks);
  const share = open && cost && !cost.value.isZero ? open.value.dividedBy(cost.value.abs()) : undefined;
  const entry = entryPrice(position);
  // What is settled wins nothing any more.
  const mayWin = isPaid(known) ? undefined : quantity;
  const even = mayWin && breakEven(position);
  const pays = mayWin && ownMoney(winPays(mayWin), cost?.currency ?? value?.value.currency ?? '');
  const name = outcomeName(position, market, long, context);
  const place = namedPlace(name, position, market, context);
  const awaits = isAwaiting(known);
  const word = market && stateWord(stateOf({ market, ...facts }), context);
  return [
    [
      cell(`${format.contracts(quantity?.abs())} ${name}`, 'plain', {
        aside: long ? undefined : t('short'),
      }),
      quantity?.abs(),
    ],
    [
      cell(place, 'plain', {
        action: { name: awaits ? 'openSettlement' : 'openMarket', slug },
        hint: awaits ? t('Open settlement: {0}', place) : t('Open market: {0}', place),
      }),
    ],
    [
      cell(
        isSettled(known)
          ? t('not paid out yet')
          : awaits
            ? t('awaiting settlement')
            : (marketWhen(market, context) ?? word ?? ''),
        'dim',
      ),
    ],
    [
      cell(format.price(entry?.price.value), 'plain', {
        aside: entry?.feesIn === true ? t('fees in') : undefined,
      }),
      entry?.price.value,
    ],
    [cell(format.price(even?.value)), even?.value],
    [cell(format.price(now), 'plain', { aside: nowAside(known, now, context) }), now],
    [cell(format.money(value?.value), 'plain', { hint: valueSource(known, context) }), value?.value.value],
    [signed(open, context, t('value − cost')), open?.value],
    [cell((share && format.pnlPercent(share)?.replace(/^\((.*)\)$/, '$1')) ?? '', 'dim'), share],
    [cell(format.money(pays)), pays?.value],
  ];
}

/** How old the price is, or why there is none. */
function nowAside(
  { position, market, facts }: KnownPosition,
  now: Decimal | undefined,
  context: ViewContext,
): string | undefined {
  const long = isLong(position);
  const why =
    now === undefined && position.expired !== true ? noBidWord(market, long, facts, context) : undefined;
  return joined([why, asOfText(facts.freshness, context)]) || undefined;
}

export function ordersSection(input: PortfolioInput, context: ViewContext): SelectSection {
  const { t } = context;
  const { length } = input.orders.value ?? [];
  const words = { none: t('No open orders.') };
  return {
    heading: t('◇ Orders'),
    aside: input.orders.value && context.format.ownCount(length),
    button: length > 1 ? button(cancelAllText(length, context), 'cancelAllOrders') : undefined,
    words: {
      act: context.format.settings.hideAmounts ? t('Cancel selected…') : t('Cancel selected ({0})…', '{n}'),
      select: t('Select'),
    },
    ...readBody(input.orders, words, context, (orders) =>
      orders.length === 0 ? undefined : ordersTable(orders, input, context),
    ),
  };
}

function ordersTable(orders: readonly Order[], input: PortfolioInput, context: ViewContext): Table {
  const { t, format } = context;
  const rows = orders.map((order) => {
    const {
      key,
      button: cancel,
      ...parts
    } = orderParts(order, input.marketOf(order.marketSlug), input, context);
    return { key, cells: orderCells(order, parts, input, context), button: cancel };
  });
  const buys = orders.filter(isBuy);
  const unclear = orders.filter((order) => !isDirectionKnown(order)).length;
  const sums = heldByBuys(orders);
  const sells = orders.length - buys.length - unclear;
  const name =
    unclear === 0
      ? t('Total, buys {0}, sells {1}', format.ownCount(buys.length), format.ownCount(sells))
      : t(
          'Total, buys {0}, sells {1}, not known which {2}',
          ...[buys.length, sells, unclear].map(format.ownCount),
        );
  return {
    caption: t('Your open orders'),
    columns: columns(t('Order'), [t('Event')], t('Now'), t('Filled'), t('Resting'), t('Age')),
    rows: ranked(rows),
    sort: { column: 4, descending: true },
    totals: (sums.size === 0 ? [''] : [...sums.keys()]).map((currency, place) => {
      const resting = sums.get(currency);
      const text = resting === undefined ? '' : sumText(resting, currency, context.format.money, context);
      const which = currency === '' ? t('in a currency not named') : currency;
      return {
        key: currency,
        cells: [
          place === 0 ? cell(name, 'plain', { aside: sums.size > 1 ? which : undefined }) : cell(which),
          ...[missing, missing, missing],
          cell(text),
          missing,
        ],
      };
    }),
  };
}

function orderCells(
  order: Order,
  { what, filled, age }: Pick<ReturnType<typeof orderParts>, 'what' | 'filled' | 'age'>,
  input: PortfolioInput,
  context: ViewContext,
): readonly Sorted[] {
  const { t, format } = context;
  const market = input.marketOf(order.marketSlug);
  const view = market && input.viewOf(market);
  const now = market && metPrice(order, market, view?.live);
  const event = namedPlace(orderTitle(order, market, context), order, market, context);
  const cash = heldByBuy(order);
  const placed = placedAt(order);
  const word = view && stateWord(stateOf(view), context);
  return [
    [what],
    [
      cell(event, 'plain', {
        action: { name: 'openMarket', slug: order.marketSlug },
        hint: t('Open market: {0}', event),
      }),
    ],
    [
      cell(format.price(now), 'plain', {
        aside: joined([word, asOfText(view?.freshness, context)]) || undefined,
      }),
      now,
    ],
    [filled, order.quantity],
    [cell(format.money(cash), 'plain', { hint: cash ? t('Left × limit') : undefined }), cash?.value],
    [age, placed && Decimal.of(String(-placed.ms))],
  ];
}

/** Gives each cell its place in its column. Hidden amounts are all in one place: their order would say something. */
function ranked(
  rows: readonly (Omit<TableRow, 'cells'> & { readonly cells: readonly Sorted[] })[],
): readonly TableRow[] {
  const places = (rows[0]?.cells ?? []).map((_, column) => {
    const order = rows.map(({ cells }) => cells[column]).sort(compare);
    return rows.map(({ cells }) => order.findIndex((each) => compare(each, cells[column]) === 0));
  });
  return rows.map((row, place) => ({
    ...row,
    cells: row.cells.map(([shown], column) => ({ ...shown, rank: places[column]?.[place] })),
  }));
}

function compare(a: Sorted | undefined, b: Sorted | undefined): number {
  const [left, right] = [a?.[0].text ?? '', b?.[0].text ?? ''];
  if (left.includes(HIDDEN) && right.includes(HIDDEN)) return 0;
  const [own, other] = [a?.[1], b?.[1]];
  if (own !== undefined && other !== undefined) return own.compare(other);
  if (own !== undefined || other !== undefined) return own === undefined ? -1 : 1;
  return left.localeCompare(right);
}
