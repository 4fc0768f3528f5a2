import type { Activity } from '../../core/activity.ts';
import type { PriceInterval, PriceSample } from '../../core/book.ts';
import { Decimal } from '../../core/decimal.ts';
import type { Chart } from '../protocol/market.ts';
import type { Row, Table, Tone } from '../protocol/parts.ts';
import type { ViewContext } from '../row.ts';
import { cell, columns } from './pieces.ts';

export const INTERVALS: readonly PriceInterval[] = ['1H', '6H', '1D', '1W', '1M', 'ALL'];

/** A price worth a line across the chart, in long terms. */
export interface PriceMark {
  readonly price: Decimal;
  readonly label: string;
  readonly tone: Tone;
}

/** A moment worth a line down the chart. `ms`: Unix milliseconds. */
export interface ChartMoment {
  readonly ms: number;
  readonly label: string;
}

/** Rows of the table twin; a longer history is thinned, first and last stay. */
const TABLE_ROWS = 60;
/** More points than a wide chart has pixels for are not drawn. */
const POINTS = 800;
/** Own marks further than this from the prices shown would squeeze the line flat; they are in the tables anyway. */
const REACH = 0.15;

/**
 * The long side's price over time, in parts of the drawing's size. Samples carry float noise and may come newest first
 * (live interface §7.9): sorted, kept within 0…1. `undefined` with fewer than two moments: a point is no line.
 */
export function chartModel(
  samples: readonly PriceSample[],
  fills: readonly Activity[],
  marks: readonly PriceMark[],
  longName: string,
  context: ViewContext,
  moments: readonly ChartMoment[] = [],
): Chart | undefined {
  const points = thinned(sorted(samples));
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined || first.ms === last.ms) return undefined;
  const { format } = context;
  const prices = points.map(({ price }) => price);
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  const near = marks.filter(({ price }) => within(price.toNumber(), low - REACH, high + REACH));
  const scale = priceScale(Math.min(low, ...near.map(toPrice)), Math.max(high, ...near.map(toPrice)));
  const x = (ms: number): number => (ms - first.ms) / (last.ms - first.ms);
  return {
    summary: summary(points, longName, context),
    points: points.map(({ ms, price }) => ({ x: x(ms), y: scale.y(price) })),
    grid: scale.lines.map((price) => ({ y: scale.y(price), label: format.cents(rounded(price)) })),
    times: timeTicks(first.ms, last.ms, context).map(({ ms, label }) => ({ x: x(ms), label })),
    moments: moments
      .filter(({ ms }) => within(ms, first.ms, last.ms))
      .map(({ ms, label }) => ({ x: x(ms), label })),
    marks: near.map(({ price, label, tone }) => ({ y: scale.y(price.toNumber()), label, tone })),
    rings: fills.flatMap((activity) => {
      const trade = activity.kind === 'trade' ? activity.trade : undefined;
      if (trade?.price === undefined || activity.time === undefined) return [];
      const [at, price] = [activity.time.ms, trade.price.value.toNumber()];
      if (!within(at, first.ms, last.ms) || !within(price, scale.bottom, scale.top)) return [];
      const label = context.t(
        'your fill of {0} at {1}, {2}',
        format.contracts(trade.qty),
        format.cents(trade.price.value),
        format.dateTime(activity.time),
      );
      return [{ x: x(at), y: scale.y(price), label }];
    }),
    table: twin(points, longName, context),
  };
}

interface Point {
  readonly ms: number;
  readonly price: number;
}

function sorted(samples: readonly PriceSample[]): readonly Point[] {
  return samples
    .map(({ ms, longPrice }) => ({ ms, price: Math.min(1, Math.max(0, longPrice.toNumber())) }))
    .sort((a, b) => a.ms - b.ms);
}

/** Of each of equal stretches of samples the first, lowest, highest and last, so that no peak is lost. */
function thinned(points: readonly Point[]): readonly Point[] {
  if (points.length <= POINTS) return points;
  const size = Math.ceil(points.length / (POINTS / 4));
  const kept = new Set<Point>();
  for (let from = 0; from < points.length; from += size) {
    const stretch = points.slice(from, from + size);
    const byPrice = [...stretch].sort((a, b) => a.price - b.price);
    for (const point of [stretch[0], byPrice[0], byPrice.at(-1), stretch.at(-1)]) if (point) kept.add(point);
  }
  return points.filter((point) => kept.has(point));
}

function toPrice({ price }: PriceMark): number {
  return price.toNumber();
}

function within(value: number, from: number, to: number): boolean {
  return value >= from && value <= to;
}

/** A tenth of a cent is the finest tick there is, beside quarters of a cent; what is beyond them is noise of floats. */
function rounded(price: number): Decimal {
  const quarters = price * 400;
  const isQuarter = Math.abs(quarters - Math.round(quarters)) < 1e-6;
  return Decimal.of(price.toFixed(isQuarter ? 4 : 3));
}

interface Scale {
  readonly bottom: number;
  readonly top: number;
  readonly lines: readonly number[];
  y(price: number): number;
}

/** Three to six round lines around the prices, never beyond 0 and 1. */
function priceScale(low: number, high: number): Scale {
  const span = Math.max(high - low, 0.02);
  const step = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2].find((size) => span / size <= 4) ?? 0.25;
  const bottom = Math.max(0, Math.floor((low - step * 0.25) / step) * step);
  const top = Math.min(1, Math.ceil((high + step * 0.25) / step) * step);
  const count = Math.round((top - bottom) / step);
  const lines = Array.from({ length: count + 1 }, (_, index) => bottom + index * step);
  return { bottom, top, lines, y: (price) => (top - price) / (top - bottom) };
}

/** Five times within a day and a half, three dates beyond: dates are longer. In a short span none is told twice. */
function timeTicks(from: number, to: number, { format }: ViewContext): { ms: number; label: string }[] {
  const isShort = to - from <= 36 * 3_600_000;
  const ticks = (isShort ? [0, 0.25, 0.5, 0.75, 1] : [0, 0.5, 1]).map((part) => {
    const ms = Math.round(from + part * (to - from));
    return { ms, label: isShort ? format.time(ms) : format.dateTime(ms) };
  });
  return ticks.filter(({ label }, index) => label !== ticks[index - 1]?.label);
}

function summary(points: readonly Point[], longName: string, { t, format }: ViewContext): string {
  const cents = (price: number | undefined): string =>
    price === undefined ? format.cents(undefined) : format.cents(rounded(price));
  const prices = points.map(({ price }) => price);
  return t(
    '{0} price from {1} to {2}: began at {3}, high {4}, low {5}, now {6}',
    longName,
    format.dateTime(points[0]?.ms),
    format.dateTime(points.at(-1)?.ms),
    cents(prices[0]),
    cents(Math.max(...prices)),
    cents(Math.min(...prices)),
    cents(prices.at(-1)),
  );
}

/** The same as a table, newest first. */
function twin(points: readonly Point[], longName: string, { t, format }: ViewContext): Table {
  const step = Math.max(1, Math.ceil(points.length / TABLE_ROWS));
  const shown = points.filter((_, index) => (points.length - 1 - index) % step === 0 || index === 0);
  const rows = shown.map(
    ({ ms, price }): Row => ({
      key: String(ms),
      cells: [cell(format.dateTime(ms)), cell(format.cents(rounded(price)))],
      button: undefined,
    }),
  );
  return {
    caption: t('{0} price over time', longName),
    columns: columns([t('Time'), 'time'], t('Price')),
    rows: rows.reverse(),
    note: step === 1 ? undefined : t('Every {0}th of {1} samples.', step, points.length),
  };
}
