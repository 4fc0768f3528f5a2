import { DAY_MS, HOUR_MS } from '../../../base/clock.ts';
import { VALUE_HISTORY_DAYS } from '../../../core/balance.ts';
import { Decimal } from '../../../core/decimal.ts';
import { shareOf } from '../../../core/figures.ts';
import { type OwnDecimal, ownMoney } from '../../../core/own.ts';
import { sentences, type ViewContext } from '../../row.ts';
import { amountLine } from '../market/amount-chart.ts';
import { twin } from '../market/chart.ts';
import type { Chart } from '../market/protocol.ts';
import { button, note } from '../parts.ts';
import type { ValuePoint } from './input.ts';
import type { HistorySection } from './protocol.ts';

/** Further apart, two points are not joined: nobody saw what was between them. Milliseconds. */
const GAP_MS = 3 * HOUR_MS;

/**
 * What the account was worth since it was first noted: a chart for each currency and rule it was worked out by. Hidden
 * amounts show no line either.
 */
export function historySection(points: readonly ValuePoint[], context: ViewContext): HistorySection {
  const { t, format } = context;
  const since = points[0]?.ms;
  const section = {
    heading: since === undefined ? t('Account value') : t('Account value since {0}', format.date(since)),
    button: since === undefined ? undefined : button(t('Delete…'), 'deletePortfolioHistory'),
    showTable: t('Table'),
    isNamed: false,
    spansLabel: t('Span of the chart of the account value'),
    spans: [],
  };
  if (since !== undefined && format.settings.hideAmounts)
    return { ...section, note: note(t('Amounts are hidden, and so is this chart.')) };
  const charts = chartsOf(points, context);
  const why = t(
    'The account value is noted once an hour while VS Code runs and the figures are fresh; two points make a line.',
  );
  const hasOld = points.some(({ isByOldRule }) => isByOldRule);
  if (charts.length === 0) return { ...section, note: note(why) };
  return {
    ...section,
    content: charts,
    spans: spansOf(points, context),
    isNamed: charts.length > 1 || hasOld,
    footnote: sentences([
      t('Noted on this computer once an hour, for {0} days. Gaps were not seen.', VALUE_HISTORY_DAYS),
      hasOld
        ? t(
            'Values by the old rule are value + cash: margin was not taken off, and what awaited settlement was left out.',
          )
        : '',
    ]),
  };
}

function chartsOf(points: readonly ValuePoint[], context: ViewContext): readonly Chart[] {
  const [old, current] = [true, false].map((isOld) => points.filter((point) => point.isByOldRule === isOld));
  return [current, old].flatMap((some = []) =>
    [...Map.groupBy(some, ({ value }) => value.currency)].flatMap(
      ([currency, alike]) => chartOf(currency, alike, context) ?? [],
    ),
  );
}

/** Those that are shorter than what was noted, have a line of their own and another one than the span before. */
function spansOf(points: readonly ValuePoint[], context: ViewContext): HistorySection['spans'] {
  const { t, format } = context;
  const now = format.settings.now();
  const today = format.date(now);
  const within = (days: number) => points.filter(({ ms }) => ms >= now - days * DAY_MS);
  const shorter = (
    [
      ['1D', t('Today'), t('Today'), points.filter(({ ms }) => format.date(ms) === today)],
      ['1W', t('1W'), t('1 week'), within(7)],
      ['1M', t('1M'), t('1 month'), within(31)],
    ] as const
  )
    .filter(
      ([, , , { length }], place, all) =>
        length < points.length && length > (all[place - 1]?.[3].length ?? 0),
    )
    .map(([value, label, name, some]) => ({ value, label, name, charts: chartsOf(some, context) }))
    .filter(({ charts }) => charts.length > 0);
  if (shorter.length === 0) return [];
  return [...shorter, { value: 'ALL', label: t('All'), name: t('Everything there is') }];
}

function chartOf(currency: string, points: readonly ValuePoint[], context: ViewContext): Chart | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || first === last) return undefined;
  const { format } = context;
  const amounts = points.map(({ value }) => value.value);
  const low = amounts.reduce((a, b) => (a.lessThan(b) ? a : b));
  const high = amounts.reduce((a, b) => (a.lessThan(b) ? b : a));
  const span = high.minus(low);
  const write = (amount: OwnDecimal): string => format.money(ownMoney(amount, currency));
  const place = (amount: OwnDecimal): number => (span.isZero ? 50 : shareOf(amount.minus(low), span) * 100);
  const middle = low.plus(high).dividedBy(Decimal.of(2));
  const name = nameOf(first, currency, context);
  const drawn = points.map(({ ms, value: { value } }) => ({ ms, place: place(value), text: write(value) }));
  return {
    ...amountLine(name, drawn, [write(low), write(high)], context),
    amounts: {
      texts: drawn.map(({ text }) => text),
      asides: points.map((point) => awaitingText(point, context)),
      ticks: (span.isZero ? [low] : [low, middle, high]).map((amount) => ({
        at: place(amount),
        text: write(amount),
      })),
      gapMs: GAP_MS,
    },
    // A line of one point has no length.
    rings: drawn
      .filter((_, at) => isAlone(points, at))
      .map(({ ms, place: cents, text: label }) => ({ ms, cents, label, size: '' })),
    table: tableOf(points, name, write, context),
  };
}

function nameOf({ isByOldRule }: ValuePoint, currency: string, { t }: ViewContext): string {
  const plain = currency === '' ? t('Account value') : t('Account value in {0}', currency);
  return isByOldRule ? t('{0}, by the old rule', plain) : plain;
}

function awaits({ awaiting }: ValuePoint): boolean {
  return awaiting !== undefined && !awaiting.value.isZero;
}

function awaitingText(point: ValuePoint, { t, format }: ViewContext): string {
  return awaits(point) ? t('{0} of it awaiting settlement', format.money(point.awaiting)) : '';
}

/** Neither neighbour is joined to it. */
function isAlone(points: readonly ValuePoint[], at: number): boolean {
  return [at - 1, at].every((from) => {
    const [a, b] = [points[from]?.ms, points[from + 1]?.ms];
    return a === undefined || b === undefined || b - a > GAP_MS;
  });
}

function tableOf(
  points: readonly ValuePoint[],
  name: string,
  write: (amount: OwnDecimal) => string,
  context: ViewContext,
): Chart['table'] {
  const { t, format } = context;
  const waits = points.some(awaits);
  return twin(
    points,
    ({ value, awaiting }) => [write(value.value), ...(waits ? [format.money(awaiting)] : [])],
    [name, t('Value'), ...(waits ? [t('of it awaiting settlement')] : [])],
    context,
  );
}
