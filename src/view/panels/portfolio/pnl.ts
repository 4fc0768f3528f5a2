import { activityTotals } from '../../../core/activity.ts';
import { shareOf, totals } from '../../../core/figures.ts';
import { type OwnDecimal, ownMoney } from '../../../core/own.ts';
import { areFeesSent } from '../../../core/own-settlement.ts';
import { categoryName, groupKeyOf } from '../../names.ts';
import { eventKey, namedEvent } from '../../order-text.ts';
import type { KnownPosition } from '../../position-text.ts';
import { awaitingText, sumTexts } from '../../positions-tree.ts';
import type { ViewContext } from '../../row.ts';
import { signed, tinted } from '../account.ts';
import { cell, columns } from '../parts.ts';
import type { Cell, Section, TableRow } from '../protocol.ts';
import { knownMarkets, type PortfolioInput } from './input.ts';
import type { PnlTable } from './protocol.ts';

/** Open P&L by event and by league, realised P&L by day. */
export function pnlSection(
  input: PortfolioInput,
  held: readonly KnownPosition[],
  context: ViewContext,
): Section<readonly PnlTable[]> {
  const { t } = context;
  const hasFees = held.every(({ position }) => areFeesSent(position));
  const table = (label: string, caption: string, rows: readonly TableRow[]): PnlTable => ({
    label,
    caption,
    columns: columns(label, t('Open P&L'), t('Value')),
    rows,
    note: rows.length === 0 ? t('You hold nothing.') : hasFees ? t('All held, fees in.') : t('All held.'),
  });
  const byEvent = openRows(
    Map.groupBy(held, ({ position, market }) => eventKey(position, market)),
    (first) => {
      const text = namedEvent(first.position, first.market, context);
      const action = { name: 'openEvent', slug: first.position.marketSlug } as const;
      return first.market?.events[0] === undefined ? cell(text) : cell(text, 'plain', { action });
    },
    context,
  );
  const byLeague = openRows(
    Map.groupBy(held, ({ market }) =>
      market === undefined
        ? t('Other')
        : categoryName(groupKeyOf(market, market.events[0], context), context),
    ),
    (_first, key) => cell(key),
    context,
  );
  return {
    heading: t('P&L by'),
    content: [
      table(t('Event'), t('Open P&L by event'), byEvent),
      table(t('League'), t('Open P&L by league'), byLeague),
      dayTable(input, context),
    ],
  };
}

function openRows(
  groups: ReadonlyMap<string, readonly KnownPosition[]>,
  nameOf: (first: KnownPosition, key: string) => Cell,
  context: ViewContext,
): readonly TableRow[] {
  const sums = [...groups].flatMap(([key, positions]) =>
    totals(positions).flatMap((sum) => {
      const first = positions[0];
      return first === undefined || sum.openPnl.counted === 0 ? [] : [{ key, first, sum }];
    }),
  );
  const made = sums.map(({ sum }) => sum.openPnl.sum);
  return sums
    .sort((a, b) => b.sum.openPnl.sum.abs().compare(a.sum.openPnl.sum.abs()))
    .map(({ key, first, sum }) => {
      const { open, value } = sumTexts(sum, context);
      return {
        key: `${key} ${sum.currency}`,
        cells: [
          nameOf(first, key),
          { ...tinted(open), share: shareIn(sum.openPnl.sum, made, context) },
          sum.awaiting.value.counted === sum.value.counted
            ? cell(awaitingText(sum, context) ?? value, 'dim')
            : cell(value, 'dim', { aside: awaitingText(sum, context) }),
        ],
      };
    });
}

/** As a part of the largest of all; no bar where amounts are hidden. */
function shareIn(amount: OwnDecimal, all: readonly OwnDecimal[], { format }: ViewContext) {
  if (format.settings.hideAmounts) return undefined;
  const most = all.map((each) => each.abs()).reduce((a, b) => (a.compare(b) > 0 ? a : b));
  return shareOf(amount, most);
}

function dayTable(input: PortfolioInput, context: ViewContext): PnlTable {
  const { activities, moreActivities } = input;
  const { t, format } = context;
  const byDay = Map.groupBy(activities.value ?? [], ({ time }) => format.date(time));
  const days = [...byDay].flatMap(([day, some]) =>
    activityTotals(some, knownMarkets(input)).flatMap(({ currency, realised }) =>
      realised.counted === realised.missing ? [] : [{ day, currency, realised }],
    ),
  );
  const all = days.map(({ realised }) => realised.sum);
  return {
    label: t('Day'),
    caption: t('Realised P&L by day'),
    columns: columns(t('Day'), t('Realised P&L'), t('Results')),
    rows: days.map(({ day, currency, realised: { sum, counted } }) => ({
      key: `${day} ${currency}`,
      cells: [
        cell(day),
        { ...signed(ownMoney(sum, currency), context), share: shareIn(sum, all, context) },
        cell(String(counted), 'dim'),
      ],
    })),
    note:
      activities.value === undefined
        ? t('Your activity has not been read.')
        : moreActivities
          ? t('Trades as reported, without fees; settlements after cost. The newest activities only.')
          : t('Trades as reported, without fees; settlements after cost.'),
  };
}
