import { Decimal } from '../../../core/decimal.ts';
import {
  breakEven,
  type CurrencyTotals,
  currencyOf,
  entryPrice,
  isAwaiting,
  isDust,
  isLong,
  openPnl,
  positionValue,
  totals,
  winPays,
} from '../../../core/figures.ts';
import { lineType } from '../../../core/grouping.ts';
import type { Market } from '../../../core/market.ts';
import { money } from '../../../core/money.ts';
import { ownMoney } from '../../../core/own.ts';
import { areFeesSent } from '../../../core/own-settlement.ts';
import type { Position } from '../../../core/position.ts';
import { sidePrices } from '../../../core/pricing.ts';
import { marketWhen } from '../../event-figures.ts';
import { asOfText } from '../../freshness-text.ts';
import { namedPlace, outcomeName } from '../../order-text.ts';
import { isPaid, isSettled, type KnownPosition, noBidWord, valueSource } from '../../position-text.ts';
import { awaitingTexts, sumTexts, withoutLacking, worthLacking } from '../../positions-tree.ts';
import { stateOf, stateWord } from '../../price-text.ts';
import { joined, type ViewContext } from '../../row.ts';
import { withSharedNames } from '../../row-names.ts';
import { openShare, signed, signedSum } from '../account-sections.ts';
import { cell } from '../parts.ts';
import {
  eventCell,
  leagueOf,
  listWords,
  outcomeCell,
  remembered,
  startOf,
  stateMark,
  tabsOf,
} from './in-rows.ts';
import type { ListCell, ListColumn, ListRow, ListSection } from './protocol.ts';
import { ranked, type Sorted, type UnrankedRow } from './ranks.ts';

/** The columns, in their order. */
const COLUMNS = [
  'held',
  'market',
  'when',
  'entry',
  'breakEven',
  'now',
  'value',
  'openPnl',
  'percent',
  'winPays',
] as const;
type PositionColumn = (typeof COLUMNS)[number];

/** Open positions, and those whose market ended and has not paid yet. */
export function positionsSection(
  held: readonly KnownPosition[],
  complete: boolean,
  plain: ViewContext,
): ListSection {
  const context = withSharedNames(held, plain);
  const { t } = context;
  const rows = ranked(
    held.map((known) => positionRow(known, context)),
    context,
  );
  return {
    heading: t('◆ Positions'),
    aside: String(held.length),
    words: {
      ...listWords(context),
      act: t('Watch selected ({0})', '{n}'),
      select: t('Select'),
      selectAll: t('Select all'),
      filter: t('Filter: team, league, live…'),
      ...(context.format.settings.hideAmounts ? {} : { dust: dustText(held, context) }),
    },
    tabs: tabsOf(rows, { live: t('Live'), awaiting: t('Awaiting'), futures: t('Futures') }, context),
    warning: complete ? undefined : t('There are more positions than are read; totals cover these only.'),
    note: held.length === 0 ? { text: t('You hold nothing.'), tone: 'dim' } : undefined,
    content:
      held.length === 0
        ? undefined
        : {
            caption: t('Your positions'),
            columns: positionColumns(context),
            rows,
            sort: { column: COLUMNS.indexOf('openPnl'), descending: true },
            totals: totalRows(held, context),
          },
    footnote: held.every(({ position }) => areFeesSent(position))
      ? t('Value as reported, or by the best price newer than that. Open P&L = value − cost, fees in.')
      : t('Value as reported, or by the best price newer than that. Open P&L = value − cost.'),
  };
}

function positionColumns({ t }: ViewContext): readonly ListColumn[] {
  const columns: Readonly<Record<PositionColumn, ListColumn>> = {
    held: { label: t('Held'), kind: 'words' },
    market: { label: t('Market'), kind: 'words', importance: 5 },
    when: { label: t('When'), kind: 'time', importance: 4 },
    entry: { label: t('Entry'), kind: 'number', importance: 3 },
    breakEven: { label: t('Break-even'), kind: 'number', importance: 0 },
    now: { label: t('Now'), kind: 'number', importance: 6 },
    value: { label: t('Value'), kind: 'number' },
    openPnl: { label: t('Open P&L'), kind: 'number' },
    percent: { label: '%', kind: 'number', importance: 2 },
    winPays: { label: t('A win pays'), kind: 'number', importance: 1 },
  };
  return COLUMNS.map((column) => columns[column]);
}

/** One row a currency, and what of it awaits its settlement. What a sum lacks is said before it. */
function totalRows(held: readonly KnownPosition[], context: ViewContext): readonly ListRow[] {
  const { t } = context;
  const sums = totals(held).filter(({ value }) => value.counted > 0);
  return sums.flatMap((sum) => {
    const { currency, awaiting } = sum;
    const row = (key: string, name: string, of: Lacking, texts: { value: string; open: string }): ListRow => {
      const cells: Partial<Record<PositionColumn, ListCell>> = {
        held: cell(joined([name, sums.length > 1 ? currency : undefined]), 'plain', {
          aside: lackings(of, context),
        }),
        value: cell(texts.value),
        openPnl: signedSum(texts.open, of.openPnl.sum, context),
        winPays: cell(t('not summed'), 'dim'),
      };
      return { key, cells: COLUMNS.map((column) => cells[column] ?? cell('')) };
    };
    const name = t('All positions: {0}', sum.value.counted);
    const all = row(currency, name, sum, sumTexts(withoutLacking(sum), context));
    const { counted } = awaiting.value;
    if (counted === 0) return [all];
    const part = awaitingTexts({ ...sum, awaiting: withoutLacking({ ...sum, ...awaiting }) }, context);
    return [all, row(`${currency} awaiting`, t('of it awaiting settlement {0}', counted), awaiting, part)];
  });
}

type Lacking = Pick<CurrencyTotals, 'value' | 'openPnl'>;

function lackings(of: Lacking, context: ViewContext): string | undefined {
  const all = worthLacking(of, context);
  return all.length === 0 ? undefined : `· ${joined(all)}`;
}

function positionRow(known: KnownPosition, context: ViewContext): UnrankedRow {
  const { format } = context;
  const { position, market, facts } = known;
  const isWaiting = isAwaiting(known);
  const mark = stateMark(market, facts, position.expired === true, context);
  const isFuture = market !== undefined && lineType(market) === 'future';
  const names = remembered(position, market, context, () => positionNames(position, market, context));
  const cells = positionCells(known, names, context);
  return {
    key: position.marketSlug,
    cells: COLUMNS.map((column) => cells[column]),
    mark,
    tabs: [
      ...(mark?.[0] === 'live' ? ['live'] : []),
      ...(isWaiting ? ['awaiting'] : []),
      ...(isFuture && !isWaiting ? ['futures'] : []),
    ],
    search: names.league,
    isDust: !format.settings.hideAmounts && isDust(known),
  };
}

/** What does not change with prices. */
function positionNames(position: Position, market: Market | undefined, context: ViewContext) {
  const { t, format } = context;
  const long = isLong(position);
  const held = format.contracts(position.netPosition?.abs());
  const name = outcomeName(position, market, long, context);
  const place = namedPlace(name, position, market, context);
  const { marketSlug: slug } = position;
  return {
    held: {
      ...outcomeCell(held, position, market, long, context),
      hint: joined([`${held} ${name}, ${place}`, long ? undefined : t('short side')]),
    },
    market: eventCell(position, market, context, {
      hint: t('Open market: {0}', place),
      action: { name: 'openMarket', slug },
    }),
    settlement: eventCell(position, market, context, {
      hint: t('Open settlement: {0}', place),
      action: { name: 'openSettlement', slug },
    }),
    league: leagueOf(market, context),
  };
}

/** As the view calls them. `{n}`: how many. */
function dustText(held: readonly KnownPosition[], { t, format }: ViewContext): string {
  const [first] = held;
  const one = format.publicMoney(money(Decimal.one, first === undefined ? '' : currencyOf(first.position)));
  return joined([t('Small'), '{n}', t('value and cost below {0} each', one)]);
}

function positionCells(
  known: KnownPosition,
  names: ReturnType<typeof positionNames>,
  context: ViewContext,
): Readonly<Record<PositionColumn, Sorted>> {
  const { t, format } = context;
  const { position, market, facts, marks } = known;
  const { netPosition: quantity, cost } = position;
  const long = isLong(position);
  const now = market && sidePrices(market, long, facts.live).sell?.price;
  const value = positionValue(position, marks);
  const open = openPnl(position, marks);
  const share = openShare(position, open);
  const percent = share && format.pnlPercent(share);
  const entry = entryPrice(position);
  // What is settled wins nothing any more.
  const mayWin = isPaid(known) ? undefined : quantity;
  const even = mayWin && breakEven(position);
  const pays = mayWin && ownMoney(winPays(mayWin), cost?.currency ?? value?.value.currency ?? '');
  return {
    held: [names.held, { own: quantity?.abs() }],
    market: [isAwaiting(known) ? names.settlement : names.market],
    when: [cell(whenText(known, context), 'dim'), startOf(market)],
    entry: [
      cell(format.cents(entry?.price.value), 'plain', {
        aside: entry?.feesIn === true ? t('fees in') : undefined,
      }),
      entry?.price.value,
    ],
    breakEven: [cell(format.cents(even?.value)), even?.value],
    now: [cell(format.price(now), 'plain', { aside: nowAside(known, now, context) }), now],
    value: [
      cell(format.money(value?.value), 'plain', { hint: valueSource(known, context) }),
      { own: value?.value.value },
    ],
    openPnl: [signed(open, context, t('value − cost')), { own: open?.value }],
    percent: [cell(percent?.text ?? '', percent?.sign), { own: share }],
    winPays: [cell(format.money(pays)), { own: pays?.value }],
  };
}

function whenText(known: KnownPosition, context: ViewContext): string {
  const { t } = context;
  const { market, facts } = known;
  if (isSettled(known)) return t('not paid out yet');
  if (isAwaiting(known)) return marketWhen(market, context) ?? t('awaiting settlement');
  const word = market && stateWord(stateOf({ market, ...facts }), context);
  return marketWhen(market, context) ?? word ?? '';
}

/** How old the price is, or why there is none. */
function nowAside(
  { position, market, facts }: KnownPosition,
  now: Decimal | undefined,
  context: ViewContext,
): string | undefined {
  const why =
    now === undefined && position.expired !== true
      ? noBidWord(market, isLong(position), facts, context)
      : undefined;
  return joined([why, asOfText(facts.freshness, context)]) || undefined;
}
