import type { ViewContext } from '../../row.ts';
import { ZONES } from '../../times.ts';
import { chartKeys } from './chart.ts';
import type { Chart } from './protocol.ts';

/** What a chart has besides its line, and one of amounts has not. */
const LINE_ALONE = {
  shortName: '',
  volume: '',
  beside: [],
  rows: [],
  volumes: [],
  moments: [],
  scores: [],
  marks: [],
  moreMarks: '',
  fills: '',
  rings: [],
} as const;

/** Amounts over time, each with its place in percent of the chart's height, and their range in words. */
export function amountLine(
  name: string,
  points: readonly { readonly ms: number; readonly place: number; readonly text: string }[],
  [low, high]: readonly [low: string, high: string],
  context: ViewContext,
) {
  const { t, format } = context;
  const [first, last] = [points[0], points.at(-1)];
  return {
    ...LINE_ALONE,
    summary: t(
      '{0} from {1} to {2}: began at {3}, high {4}, low {5}, at last {6}',
      name,
      format.dateTime(first?.ms),
      format.dateTime(last?.ms),
      first?.text ?? '',
      high,
      low,
      last?.text ?? '',
    ),
    longName: name,
    zone: ZONES[format.settings.timeZone],
    keys: chartKeys(context),
    times: points.map(({ ms }) => ms),
    cents: points.map(({ place }) => place),
  } satisfies Partial<Chart>;
}
