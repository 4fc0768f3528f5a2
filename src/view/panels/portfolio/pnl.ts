import { activityTotals } from '../../../core/activity.ts';
import { shareOf, totals } from '../../../core/figures.ts';
import { type OwnDecimal, ownMoney } from '../../../core/own.ts';
import { areFeesSent } from '../../../core/own-settlement.ts';
import { categoryName, groupKeyOf } from '../../names.ts';
import { eventKey, namedEvent } from '../../order-text.ts';
import type { KnownPosition } from '../../position-text.ts';
import { awaitingText, sumTexts } from '../../positions-tree.ts';
import type { ViewContext } from '../../row.ts';
import { withSharedNames } from '../../row-names.ts';
import { signed, signedSum } from '../account-sections.ts';
import { cell } from '../parts.ts';
import { eventCell, listWords } from './in-rows.ts';
import { knownMarkets, type PortfolioInput } from './input.ts';
import type { ListCell, ListColumn, ListRow, PnlList, PnlSection } from './protocol.ts';
import { ranked, type UnrankedRow } from './ranks.ts';

/** Open P&L by event and by league, realised P&L by day. */
export function pnlSection(
  input: PortfolioInput,
  held: readonly KnownPosition[],
  plain: ViewContext,
): PnlSection {
  const context = withSharedNames(held, plain);
  const { t } = context;
  const hasFees = held.every(({ position }) => areFeesSent(position));
  const table = (label: string, caption: string, rows: readonly ListRow[]): PnlList => ({
    label,
    caption,
    columns: pnlColumns(label, t('Open P&L'), t('Value')),
    rows,
    note: rows.length === 0 ? t('You hold nothing.') : hasFees ? t('All held, fees in.') : t('All held.'),
  });
  const byEvent = openRows(
    Map.groupBy(held, ({ position, market }) => eventKey(position, market)),
    (first) => {
      const { position, market } = first;
      const hint = namedEvent(position, market, context);
      const action = { name: 'openEvent', slug: position.marketSlug } as const;
      return eventCell(position, market, context, {
        hint: market?.events[0] === undefined ? hint : t('Open the page of {0}', hint),
        ...(market?.events[0] === undefined ? {} : { action }),
      });
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
    words: listWords(context),
    content: [
      table(t('Event'), t('Open P&L by event'), byEvent),
      table(t('League'), t('Open P&L by league'), byLeague),
      dayTable(input, context),
    ],
  };
}

function pnlColumns(label: string, made: string, other: string): readonly ListColumn[] {
  return [
    { label, kind: 'words' },
    { label: made, kind: 'number' },
    { label: other, kind: 'number', importance: 0 },
  ];
}

function openRows(
  groups: ReadonlyMap<string, readonly KnownPosition[]>,
  nameOf: (first: KnownPosition, key: string) => ListCell,
  context: ViewContext,
): readonly ListRow[] {
  const sums = [...groups].flatMap(([key, positions]) =>
    totals(positions).flatMap((sum) => {
      const first = positions[0];
      return first === undefined || sum.openPnl.counted === 0 ? [] : [{ key, first, sum }];
    }),
  );
  const shareIn = sharesOf(
    sums.map(({ sum }) => sum.openPnl.sum),
    context,
  );
  return ranked(
    sums
      .sort((a, b) => b.sum.openPnl.sum.abs().compare(a.sum.openPnl.sum.abs()))
      .map(({ key, first, sum }): UnrankedRow => {
        const { open, value } = sumTexts(sum, context);
        const made = sum.openPnl.sum;
        const name = nameOf(first, key);
        const awaiting = awaitingText(sum, context);
        return {
          key: `${key} ${sum.currency}`,
          cells: [
            [name],
            [{ ...signedSum(open, made, context), share: shareIn(made) }, { own: made }],
            [cell(value, 'dim', { hint: awaiting }), { own: sum.value.sum }],
          ],
          ...(awaiting === undefined ? {} : { mark: ['waiting', awaiting] as const }),
        };
      }),
    context,
  );
}

/** Each as a part of the largest of all; no bar where amounts are hidden. */
function sharesOf(all: readonly OwnDecimal[], { format }: ViewContext) {
  const [first, ...others] = all.map((each) => each.abs());
  const most = first && others.reduce((a, b) => (a.compare(b) > 0 ? a : b), first);
  const isShown = most !== undefined && !format.settings.hideAmounts;
  return (amount: OwnDecimal): number | undefined => (isShown ? shareOf(amount, most) : undefined);
}

function dayTable(input: PortfolioInput, context: ViewContext): PnlList {
  const { activities, moreActivities } = input;
  const { t, format } = context;
  const byDay = Map.groupBy(activities.value ?? [], ({ time }) => format.date(time));
  const days = [...byDay].flatMap(([day, some]) =>
    activityTotals(some, knownMarkets(input)).flatMap(({ currency, realised }) =>
      realised.counted === realised.missing ? [] : [{ day, currency, realised }],
    ),
  );
  const shareIn = sharesOf(
    days.map(({ realised }) => realised.sum),
    context,
  );
  return {
    label: t('Day'),
    caption: t('Realised P&L by day'),
    columns: pnlColumns(t('Day'), t('Realised P&L'), t('Results')),
    rows: ranked(
      days.map(({ day, currency, realised: { sum, counted } }, place) => ({
        key: `${day} ${currency}`,
        cells: [
          [cell(day), -place],
          [{ ...signed(ownMoney(sum, currency), context), share: shareIn(sum) }, { own: sum }],
          [cell(String(counted), 'dim'), counted],
        ],
      })),
      context,
    ),
    note:
      activities.value === undefined
        ? t('Your activity has not been read.')
        : moreActivities
          ? t('Trades as reported, without fees; settlements after cost. The newest activities only.')
          : t('Trades as reported, without fees; settlements after cost.'),
  };
}
