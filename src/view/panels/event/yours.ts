import { type PositionResolution, resolutionsBySlug } from '../../../core/activity.ts';
import { shareOf, totals } from '../../../core/figures.ts';
import { type Order, orderOutcome } from '../../../core/order.ts';
import { type OwnDecimal, ownMoney } from '../../../core/own.ts';
import { addsUp, areFeesSent, resolutionResult } from '../../../core/own-settlement.ts';
import { type HeldLine, type Payouts, payoutsByOutcome } from '../../../core/payouts.ts';
import type { Outcome } from '../../../core/pricing.ts';
import type { EventLine } from '../../event-lines.ts';
import { ABSENT } from '../../numbers.ts';
import { inFull, orderLabel, ownOutcome } from '../../order-text.ts';
import { outcomeSentence, ownResult, resultSource } from '../../own-result.ts';
import { knownPosition } from '../../position-text.ts';
import { awaitingTexts, sumTexts } from '../../positions-tree.ts';
import { eachPaid, resultOf } from '../../price-text.ts';
import { joined, sentences, type ViewContext } from '../../row.ts';
import { capital } from '../../states.ts';
import {
  accountSection,
  cancelAllText,
  orderNames,
  orderParts,
  ordersSection,
  signed,
  signedSum,
} from '../account-sections.ts';
import { cell, columns, pair } from '../parts.ts';
import type { Cell, Pair, Section, Table, TableRow } from '../protocol.ts';
import { accountWarning } from '../shared-sections.ts';
import type { EventInput } from './input.ts';
import { countedWord, findingText, lineLabel, stateText, totalFigures } from './words.ts';

/** Positions with their lines. */
function heldLines({ held, lines }: EventInput) {
  return (held.value ?? []).flatMap((position) => {
    const line = lines.lines.find(({ market }) => market.slug === position.marketSlug);
    return line === undefined ? [] : [{ ...knownPosition(position, line.market, line.view), line }];
  });
}

/** What all positions in the event come to. */
export function yoursSection(input: EventInput, context: ViewContext): Section<readonly Pair[]> {
  const { t } = context;
  const lines = heldLines(input);
  const sums = totals(lines);
  const openLabel = lines.every(({ position }) => areFeesSent(position))
    ? t('Open P&L, fees in')
    : t('Open P&L');
  const reading = [input.held, t('You hold nothing here.')] as const;
  return accountSection(t('◆ Yours in this event'), input, reading, context, () =>
    sums.length === 0
      ? undefined
      : sums.flatMap((sum) => {
          const { value, open, realised } = sumTexts(sum, context);
          const waits = sum.awaiting.value.counted > 0;
          return [
            pair(t('Worth now'), value),
            ...(waits ? [pair(t('of it awaiting settlement'), awaitingTexts(sum, context).value)] : []),
            pair(openLabel, signedSum(open, sum.openPnl.sum, context)),
            pair(t('Realised, without fees'), signedSum(realised, sum.realised.sum, context)),
          ];
        }),
  );
}

/** Own orders in its lines, each as its row says it; in the terms of both sides for a resting pointer. */
export function eventOrders(input: EventInput, context: ViewContext): Section<Table> {
  const { t, format } = context;
  const markets = input.lines.lines.map(({ market }) => market);
  const { length } = input.orders.value ?? [];
  const row = (order: Order): TableRow => {
    const market = markets.find(({ slug }) => slug === order.marketSlug);
    const names = orderNames(order, market, context);
    const { key, state, age, button } = orderParts(order, input, names, context);
    const outcome = ownOutcome(order, market, orderOutcome(order).long, context);
    const text = orderLabel(order, outcome, `${format.contracts(order.leavesQuantity)} `, context);
    const hint = joined([names.title, names.tif, state, names.place]);
    const [filled, whole] = [order.cumQuantity, order.quantity].map((each) => format.contracts(each));
    const parts = [order.cumQuantity?.isZero === false ? `${filled}/${whole}` : undefined, age.text];
    return {
      key,
      button,
      cells: [
        cell(text, 'plain', { aside: state, hint }),
        { ...age, text: joined(parts.map(unbroken)), tone: 'dim' },
      ],
    };
  };
  return ordersSection(t('◇ Orders'), [cancelAllText(length, context)], input, context, (orders) => ({
    caption: t('Your open orders here'),
    columns: columns(t('Order'), t('Filled, age')),
    rows: orders.map(row),
  }));
}

/** Where there is no room beside the button, the age stands below what is filled, and neither is cut. */
function unbroken(text: string | undefined): string | undefined {
  return text?.replaceAll(' ', '\u00a0');
}

/** What is made for each result; absent while nothing is held. */
export function payoutSection(input: EventInput, context: ViewContext): Section<Table> | undefined {
  const { t } = context;
  const held = heldLines(input).map(
    ({ position, line }): HeldLine => ({
      position,
      rule: line.rule,
      longPays: resultOf(line.view)?.longPays,
    }),
  );
  const payouts = payoutsByOutcome(held).filter(({ counted }) => counted > 0);
  if (!input.connection.isSignedIn || payouts.length === 0) return undefined;
  const count = payouts.reduce((sum, { tables }) => sum + tables.length, 0);
  const hasTotals = payouts.every(({ tables }) => tables.every((all) => all.every(isByTotals)));
  const rows = payouts.flatMap((each) => payoutRows(each, hasTotals, input, context));
  return {
    heading: t('Payout by outcome'),
    warning: accountWarning(input, context),
    content: {
      caption: t('What you make of each result'),
      columns: columns(
        t('Result'),
        ...(hasTotals ? [capital(countedWord(input.lines.lines, '') ?? t('in all'))] : []),
        t('You make'),
      ),
      rows: rows.map((row, place) => ({ ...row, key: String(place) })),
      note: sentences([
        ...payouts.flatMap((each) => payoutNotes(each, context)),
        payouts.some(({ tables }) => tables.flat().some(({ made }) => made === undefined))
          ? t('Where a line comes out even, its rules decide; such results are not in best and worst.')
          : '',
        count > payouts.length
          ? t('Each table is decided by itself; best and worst are over all of them.')
          : '',
      ]),
    },
    footnote: t('At the end, cost and fees taken off. Orders and what is realised are not counted.'),
  };
}

/** By who wins and how much there is in all, and nothing else. */
function isByTotals({ findings }: Payouts['tables'][number][number]): boolean {
  return findings.length === 2 && findings[1]?.measure === 'total' && findings[1].group === '';
}

function payoutRows(
  { currency, tables, best, worst }: Payouts,
  hasTotals: boolean,
  { lines }: EventInput,
  context: ViewContext,
) {
  const { t, format } = context;
  const most = best.abs().compare(worst.abs()) > 0 ? best.abs() : worst.abs();
  return tables.flatMap((rows, place) =>
    rows.map(({ findings, made }): Omit<TableRow, 'key'> => {
      const [first = '', ...others] = findings.map((finding) => findingText(finding, lines, context));
      const figures = hasTotals
        ? findings.slice(1).map((finding) => cell(totalFigures(finding, context), 'dim'))
        : [];
      const share = made === undefined || format.settings.hideAmounts ? undefined : shareOf(made, most);
      const money = signed(made && ownMoney(made, currency), context);
      return {
        group: tables.length > 1 ? t('Result {0} of {1}', place + 1, tables.length) : undefined,
        cells: [
          cell(first, 'plain', { aside: hasTotals || others.length === 0 ? undefined : joined(others) }),
          ...figures,
          { ...money, share },
        ],
      };
    }),
  );
}

function payoutNotes({ currency, cost, counted, missing, best, worst }: Payouts, { t, format }: ViewContext) {
  const money = (amount: OwnDecimal) => ownMoney(amount, currency);
  return [
    t('Positions: {0}, cost {1}.', counted, format.money(money(cost))),
    t('Best {0}, worst {1}.', format.signedMoney(money(best)), format.signedMoney(money(worst))),
    missing === 0 ? '' : t('{0} without cost or quantity left out.', missing),
  ];
}

/** Lines on which nothing trades any more, with what they paid and your result. */
export function settledSection(input: EventInput, context: ViewContext): Section<Table> | undefined {
  const { t } = context;
  const over = input.lines.lines.filter(({ isOver }) => isOver);
  if (over.length === 0) return undefined;
  const resolutions = resolutionsBySlug(input.activities.value ?? []);
  return {
    heading: t('Settled and resolving'),
    content: {
      caption: t('Lines on which nothing trades any more'),
      columns: columns(t('Line'), [t('Result')], [t('Each paid')], [t('At'), 'time'], [t('You')]),
      rows: over.map((line) => {
        const { slug } = line.market;
        const resolution = input.connection.isSignedIn ? resolutions.get(slug) : undefined;
        return settledRow(input, line, resolution, context);
      }),
      note: input.moreActivities
        ? t('Of your settlements the newest; older ones are in the Activity view.')
        : undefined,
    },
  };
}

function settledRow(
  input: EventInput,
  line: EventLine,
  resolution: PositionResolution | undefined,
  context: ViewContext,
): TableRow {
  const { market } = line;
  const { slug } = market;
  const known = resultOf(line.view);
  const outcome = resolution === undefined ? known : resolutionResult(resolution, known);
  const name = lineLabel(line, context);
  const hint = context.t('Settlement: {0}', name);
  const state = capital(stateText(line, context, outcome));
  return {
    key: slug,
    cells: [
      cell(name, 'plain', { hint, action: { name: 'openSettlement', slug } }),
      cell(state),
      cell(eachPaid(market, outcome, context, { longFirst: line.isLeftLong }) ?? ABSENT),
      cell(context.format.dateTime(resolution?.updateTime)),
      ownCell(input, line, { resolution, outcome }, context),
    ],
  };
}

interface Settled {
  readonly resolution: PositionResolution | undefined;
  readonly outcome: Outcome | undefined;
}

/** What came of it for the account. */
function ownCell(
  { connection, held }: EventInput,
  { market, view }: EventLine,
  { resolution, outcome }: Settled,
  context: ViewContext,
): Cell {
  const { t } = context;
  if (!connection.isSignedIn) return cell('');
  const present = held.value?.find(
    (each) => each.marketSlug === market.slug && each.netPosition?.isZero === false,
  );
  const position = resolution?.beforePosition ?? present;
  const own = ownResult(position, market, outcome, inFull(context));
  if (own === undefined) {
    if (resolution !== undefined && outcome === undefined) return cell(t('result not known'), 'dim');
    return present === undefined ? cell(t('not held'), 'dim') : cell(t('⧗ held, not paid out yet'), 'own');
  }
  const isOff = resolution !== undefined && addsUp(resolution, resultOf(view)) === false;
  const aside = joined([
    own.paid,
    resolution === undefined ? t('no payment in your activity yet') : undefined,
    isOff ? t('⚠ your activity says another result') : undefined,
  ]);
  const hint = joined([
    resultSource(own.settled, context),
    outcomeSentence(own.settled.outcome, market, own.settled.held, context),
  ]);
  return cell(own.sentence, isOff ? 'warn' : own.tone, { aside, hint });
}
