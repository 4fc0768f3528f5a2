import { Decimal } from '../../../core/decimal.ts';
import { shareOf } from '../../../core/figures.ts';
import { type OwnDecimal, ownMoney } from '../../../core/own.ts';
import type { ViewContext } from '../../row.ts';
import { ZONES } from '../../times.ts';
import { chartKeys, twin } from '../market/chart.ts';
import type { Chart } from '../market/protocol.ts';
import { button, note } from '../parts.ts';
import type { ValuePoint } from './input.ts';
import type { HistorySection } from './protocol.ts';

/** Further apart, two points are not joined: nobody saw what was between them. Milliseconds. */
const GAP_MS = 3 * 3_600_000;

/** What the account was worth since it was first noted: a chart for each currency. Hidden amounts show no line either. */
export function historySection(points: readonly ValuePoint[], context: ViewContext): HistorySection {
  const { t, format } = context;
  const since = points[0]?.ms;
  const section = {
    heading: since === undefined ? t('Account value') : t('Account value since {0}', format.date(since)),
    button: since === undefined ? undefined : button(t('Delete…'), 'deletePortfolioHistory'),
    showTable: t('Table'),
  };
  if (since !== undefined && format.settings.hideAmounts)
    return { ...section, note: note(t('Amounts are hidden, and so is this chart.')) };
  const byCurrency = Map.groupBy(points, ({ value }) => value.currency);
  const charts = [...byCurrency].flatMap(([currency, some]) => chartOf(currency, some, context) ?? []);
  const why = t(
    'The account value is noted once an hour while VS Code runs and the figures are fresh; two points make a line.',
  );
  if (charts.length === 0) return { ...section, note: note(why) };
  return {
    ...section,
    content: charts,
    footnote: t('Noted on this computer once an hour, for 90 days. Gaps were not seen.'),
  };
}

function chartOf(currency: string, points: readonly ValuePoint[], context: ViewContext): Chart | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || first === last) return undefined;
  const { t, format } = context;
  const amounts = points.map(({ value }) => value.value);
  const low = amounts.reduce((a, b) => (a.lessThan(b) ? a : b));
  const high = amounts.reduce((a, b) => (a.lessThan(b) ? b : a));
  const span = high.minus(low);
  const write = (amount: OwnDecimal): string => format.money(ownMoney(amount, currency));
  const place = (amount: OwnDecimal): number => (span.isZero ? 50 : shareOf(amount.minus(low), span) * 100);
  const middle = low.plus(high).dividedBy(Decimal.of(2));
  const isAlone = (at: number): boolean =>
    [at - 1, at].every((from) => {
      const [a, b] = [points[from]?.ms, points[from + 1]?.ms];
      return a === undefined || b === undefined || b - a > GAP_MS;
    });
  const name = currency === '' ? t('Account value') : t('Account value in {0}', currency);
  const drawn = points.map(({ ms, value }) => ({
    ms,
    cents: place(value.value),
    label: write(value.value),
    size: '',
  }));
  return {
    summary: t(
      '{0} from {1} to {2}: began at {3}, high {4}, low {5}, at last {6}',
      name,
      format.dateTime(first.ms),
      format.dateTime(last.ms),
      ...[first.value.value, high, low, last.value.value].map(write),
    ),
    longName: name,
    shortName: '',
    zone: ZONES[format.settings.timeZone],
    keys: chartKeys(context),
    volume: '',
    times: drawn.map(({ ms }) => ms),
    cents: drawn.map(({ cents }) => cents),
    beside: [],
    rows: [],
    amounts: {
      texts: drawn.map(({ label }) => label),
      ticks: (span.isZero ? [low] : [low, middle, high]).map((amount) => ({
        at: place(amount),
        text: write(amount),
      })),
      gapMs: GAP_MS,
    },
    volumes: [],
    moments: [],
    scores: [],
    marks: [],
    moreMarks: '',
    // A line of one point has no length.
    rings: drawn.filter((_, at) => isAlone(at)),
    table: twin(points, ({ value }) => [write(value.value)], [name, t('Value')], context),
  };
}
