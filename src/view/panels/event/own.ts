import { averageCost, isLong, isOpen, openPnl, shareOf, totals } from '../../../core/figures.ts';
import { type OwnDecimal, ownMoney } from '../../../core/own.ts';
import { type HeldLine, type Payouts, payoutsByOutcome } from '../../../core/payouts.ts';
import { sidePays, sidePrices } from '../../../core/pricing.ts';
import { settledHolding } from '../../../core/settled.ts';
import type { EventLine } from '../../event-lines.ts';
import { outcomePhrase, sideName } from '../../names.ts';
import { ABSENT } from '../../numbers.ts';
import { knownPosition } from '../../position-text.ts';
import { atLeast } from '../../positions-tree.ts';
import { resultOf, resultWord, stateOf } from '../../price-text.ts';
import { joined, type ViewContext } from '../../row.ts';
import { capital, lifecycleWord } from '../../states.ts';
import { ordersTable, signed } from '../account.ts';
import { accountWarning } from '../frame.ts';
import { accountBody, button, cell, columns, note, pair } from '../parts.ts';
import type { Cell, Section, Table } from '../protocol.ts';
import type { EventInput } from './input.ts';
import type { PayoutTable, YoursInEvent } from './protocol.ts';
import { findingText, lineLabel } from './words.ts';

function linesBySlug({ lines }: EventInput): ReadonlyMap<string, EventLine> {
  return new Map(lines.lines.map((line) => [line.market.slug, line]));
}

export function yoursSection(input: EventInput, context: ViewContext): Section<YoursInEvent> {
  const { t, format } = context;
  const bySlug = linesBySlug(input);
  const words = {
    none: t('You hold nothing here.'),
    signedOut: t('Sign in to see your positions here.'),
    dated: true,
  };
  const body = accountBody(input, input.held, words, context, (all) => {
    if (all.length === 0) return undefined;
    const known = all.map((position) => {
      const line = bySlug.get(position.marketSlug);
      return knownPosition(position, line?.market, line?.view);
    });
    const rows = known
      .filter(({ position }) => isOpen(position))
      .map(({ position, market, facts, marks }) => {
        const long = isLong(position);
        const now = market && sidePrices(market, long, facts.live).sell?.price;
        const name = market === undefined ? position.marketSlug : outcomePhrase(market, long, context);
        return {
          key: position.marketSlug,
          cells: [
            cell(`${format.contracts(position.netPosition?.abs())} ${name}`),
            cell(`${format.price(averageCost(position)?.value)} → ${format.price(now)}`),
            signed(openPnl(position, marks), context, t('Value − cost; fees are part of the cost')),
          ],
        };
      });
    return {
      figures: totals(known).flatMap(({ currency, value, openPnl: open, realised }) => [
        pair(t('Worth now'), atLeast(value, currency, format.money, context)),
        pair(t('Open P&L, fees in'), tinted(atLeast(open, currency, format.signedMoney, context))),
        pair(t('Realised, without fees'), tinted(atLeast(realised, currency, format.signedMoney, context))),
      ]),
      held: {
        caption: t('Your positions in this event'),
        columns: columns(t('Held'), t('Average → now'), t('Open P&L')),
        rows,
      },
    };
  });
  return {
    heading: t('◆ Yours in this event'),
    warning: body.content && accountWarning(input, context),
    ...body,
  };
}

function tinted(text: string): Cell {
  return cell(text, text.includes('▲') ? 'up' : text.includes('▼') ? 'down' : 'plain');
}

export function openOrders(input: EventInput, context: ViewContext): Section<Table> {
  const { t } = context;
  const bySlug = linesBySlug(input);
  const { length } = input.orders.value ?? [];
  const words = {
    none: t('No open orders here.'),
    signedOut: t('Sign in to see your orders here.'),
    dated: true,
  };
  const canCancelAll = input.connection.isSignedIn && length > 1;
  return {
    heading: t('◇ Orders'),
    button: canCancelAll ? button(t('Cancel all {0}…', String(length)), 'cancelMarketOrders') : undefined,
    warning: length === 0 ? undefined : accountWarning(input, context),
    ...accountBody(input, input.orders, words, context, (orders) => {
      const tables = orders.flatMap((order) => {
        const market = bySlug.get(order.marketSlug)?.market;
        return market === undefined ? [] : [ordersTable(market, [order], input, context)];
      });
      const [first] = tables;
      if (first === undefined) return undefined;
      return {
        ...first,
        caption: t('Your open orders in this event'),
        rows: tables.flatMap(({ rows }) => rows),
      };
    }),
  };
}

/** What is made for each result; absent while nothing is held. */
export function payoutSection(
  input: EventInput,
  context: ViewContext,
): Section<readonly PayoutTable[]> | undefined {
  const { t } = context;
  const bySlug = linesBySlug(input);
  const held = (input.held.value ?? []).flatMap((position): readonly HeldLine[] => {
    const line = bySlug.get(position.marketSlug);
    return line === undefined ? [] : [{ position, rule: line.rule, longPays: resultOf(line.view)?.longPays }];
  });
  const payouts = payoutsByOutcome(held, input.lines.answers).filter(({ counted }) => counted > 0);
  if (!input.connection.isSignedIn || payouts.length === 0) return undefined;
  return {
    heading: t('Payout by outcome'),
    warning: accountWarning(input, context),
    content: payouts.flatMap((each) => payoutTables(each, input, context)),
    footnote: t('At the end, cost and fees taken off. Orders and what is realised are not counted.'),
  };
}

function payoutTables(payouts: Payouts, input: EventInput, context: ViewContext): readonly PayoutTable[] {
  const { t, format } = context;
  const { currency, cost, counted, missing, tables, best, worst } = payouts;
  const money = (amount: OwnDecimal) => ownMoney(amount, currency);
  const most = best.abs().compare(worst.abs()) > 0 ? best.abs() : worst.abs();
  const ends = t('Best {0}, worst {1}.', format.signedMoney(money(best)), format.signedMoney(money(worst)));
  const notes = [
    counted === 1
      ? t('1 position, cost {0}.', format.money(money(cost)))
      : t('{0} positions, cost {1}.', String(counted), format.money(money(cost))),
    ends,
    missing === 0 ? '' : t('{0} without cost or quantity left out.', String(missing)),
    payouts.isOpen
      ? t('Where a line comes out even, its rules decide; such results are not in best and worst.')
      : '',
    tables.length > 1 ? t('Each table is decided by itself; best and worst are over all of them.') : '',
  ];
  return tables.map((rows, place) => ({
    caption: t('What you make of each result'),
    columns: [
      ...(rows[0]?.findings ?? []).map(({ measure }) => (measure === 'total' ? t('Points') : t('Result'))),
      t('You make'),
    ],
    rows: rows.map(({ findings, made }, index) => ({
      key: String(index),
      results: findings.map((finding) => findingText(finding, input.lines, context)),
      made: signed(made && money(made), context),
      share: made === undefined || format.settings.hideAmounts ? undefined : shareOf(made, most),
    })),
    note: note(place === tables.length - 1 ? notes.filter((each) => each !== '').join(' ') : ''),
  }));
}

/** Lines on which nothing trades any more, with what they paid and your result. */
export function settledSection(input: EventInput, context: ViewContext): Section<Table> | undefined {
  const { t, format } = context;
  const over = input.lines.lines.filter(({ isOver }) => isOver);
  if (over.length === 0) return undefined;
  const rows = over.map((line) => {
    const { market, view } = line;
    const result = resultOf(view);
    const winner = result === undefined || result.winner === 'void' ? undefined : result.winner === 'long';
    const word =
      result === undefined
        ? capital(lifecycleWord(stateOf(view), context))
        : winner === undefined
          ? t('Void')
          : `${sideName(market, winner, context)} ${resultWord(result, winner, context)}`;
    const pays = (long: boolean): string =>
      result === undefined
        ? ''
        : `${format.cents(sidePays(result, long))} ${sideName(market, long, context)}`;
    const paid = winner === undefined ? joined([pays(true), pays(false)]) : pays(winner);
    return {
      key: market.slug,
      cells: [
        cell(lineLabel(line, context)),
        cell(word),
        cell(paid || ABSENT),
        ...yourResult(input, line, context),
      ],
      button: button(t('Settlement…'), 'openSettlement', {
        slug: market.slug,
        hint: t('Settlement: {0}', lineLabel(line, context)),
      }),
    };
  });
  return {
    heading: t('Settled and resolving'),
    content: {
      caption: t('Lines on which nothing trades any more'),
      columns: columns(t('Line'), [t('Result')], [t('Each paid')], [t('At'), 'time'], [t('You')]),
      rows,
      note: input.moreActivities
        ? t('Of your settlements the newest; older ones are in the Activity view.')
        : undefined,
    },
  };
}

/** When it was settled for the account, and what came of it. */
function yourResult(input: EventInput, { market }: EventLine, context: ViewContext): readonly Cell[] {
  const { t, format } = context;
  if (!input.connection.isSignedIn) return [cell(ABSENT), cell('')];
  const resolution = (input.activities.value ?? [])
    .flatMap((activity) => (activity.kind === 'resolution' ? [activity.resolution] : []))
    .find(({ marketSlug }) => marketSlug === market.slug);
  const holding = resolution && settledHolding(resolution, market);
  const at = cell(format.dateTime(resolution?.updateTime));
  if (holding === undefined) {
    const held = input.held.value?.find(({ marketSlug }) => marketSlug === market.slug);
    const hasHeld = held?.netPosition?.isZero === false;
    return [at, hasHeld ? cell(t('held, not paid out yet')) : cell(t('not held'), 'dim')];
  }
  const word = { won: t('Won'), lost: t('Lost'), void: t('Void') };
  const made = signed(holding.made, context);
  const isOff = holding.offBy !== undefined && !holding.offBy.value.isZero;
  return [
    at,
    {
      ...made,
      text: `${holding.result === undefined ? '' : word[holding.result]} ${made.text}`,
      aside: joined([
        t('{0} paid {1}', format.contracts(holding.held.abs()), format.money(holding.paid)),
        isOff ? t('⚠ your activity says {0} more', format.signedMoney(holding.offBy)) : undefined,
      ]),
      hint: t('Paid out − cost, fees in; checked against what your activity says was realised'),
    },
  ];
}
