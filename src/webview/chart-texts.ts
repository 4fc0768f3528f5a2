import { DAY_MS } from '../base/clock.ts';
import type { Chart } from '../view/panels/market/protocol.ts';
import { SEPARATOR } from '../view/separator.ts';

export type ChartSide = 'long' | 'short' | 'both';

export type ChartTexts = ReturnType<typeof chartTexts>;

/** How times and prices of one zone are written; too dear to be made for each snapshot. */
export type ChartWriters = ReturnType<typeof chartWriters>;

export function chartWriters(timeZone: string | undefined) {
  const language = document.documentElement.lang || undefined;
  const zone = timeZone === undefined ? {} : { timeZone };
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...zone } as const;
  const day = { day: 'numeric', month: 'short', ...zone } as const;
  return {
    timeZone,
    time: new Intl.DateTimeFormat(language, clock),
    date: new Intl.DateTimeFormat(language, day),
    both: new Intl.DateTimeFormat(language, { ...day, ...clock }),
    price: new Intl.NumberFormat(language, { maximumFractionDigits: 2 }),
    quantity: new Intl.NumberFormat(language),
  };
}

/** What a chart says of a side: its prices as drawn, and the words at its axes and under the crosshair. */
export function chartTexts(chart: Chart, side: ChartSide, write: ChartWriters) {
  const inTerms = (price: number): number => (side === 'short' ? 100 - price : price);
  const cents = (price: number): string => centsText(price, write);
  const { amounts } = chart;
  const last = inTerms(chart.cents.at(-1) ?? 0);
  return {
    chart,
    tick: (at: number): string => amounts?.ticks.find((tick) => tick.at === at)?.text ?? cents(at),
    /** CSS pixels of the axis. */
    axis: amounts === undefined ? 46 : 14 + 7 * Math.max(...amounts.ticks.map(({ text }) => text.length)),
    marks: chart.marks.map(({ cents: price, label, named, long, tone }) => {
      const isOwnSide = side === (long ? 'long' : 'short');
      return { cents: inTerms(price), label: isOwnSide ? label : named, tone };
    }),
    rings: chart.rings.map(({ cents: price, isLonger, ...ring }) => {
      const sign = isLonger === undefined ? '' : isLonger === (side !== 'short') ? '+' : '−';
      return { ...ring, cents: inTerms(price), size: `${sign}${ring.size}` };
    }),
    last,
    lastText: amounts?.texts.at(-1) ?? cents(last),
    zoned(ms: number): Date {
      if (chart.zone === undefined) return new Date(ms);
      return new Date(new Date(ms).toLocaleString('en-US', { timeZone: chart.zone }));
    },
    /** Times within a day and a half, dates beyond. */
    times(ticks: readonly number[]): string[] {
      const span = (ticks.at(-1) ?? 0) - (ticks[0] ?? 0);
      return ticks.map((ms) => (span > 1.5 * DAY_MS ? write.date : write.time).format(ms));
    },
    /** What is known of one moment: time, price, what was traded and the score. */
    at: (place: number): string => momentText(chart, side, place, write),
  };
}

function momentText(chart: Chart, side: ChartSide, place: number, write: ChartWriters): string {
  const { amounts } = chart;
  const ms = chart.times[place] ?? 0;
  const price = chart.cents[place] ?? 0;
  const long = `${chart.longName} ${centsText(price, write)}`;
  const short = `${chart.shortName} ${centsText(100 - price, write)}`;
  const prices = { long: [long], short: [short], both: [long, short] }[side];
  const volume = volumeAt(chart, place);
  return [
    write.both.format(ms),
    ...(amounts === undefined ? prices : [amounts.texts, amounts.asides].map((said) => said[place] ?? '')),
    ...chart.beside.flatMap(({ name, cents }) => {
      const other = cents[place];
      return typeof other === 'number' ? [`${name} ${centsText(other, write)}`] : [];
    }),
    volume === 0 ? '' : chart.volume.replace('{0}', write.quantity.format(volume)),
    chart.scores.findLast((score) => score.ms <= ms)?.label ?? '',
    ...chart.rings.filter((ring) => isNearest(chart, ring.ms, place)).map(({ label }) => label),
  ]
    .filter((text) => text !== '')
    .join(SEPARATOR);
}

/** What was traded nearer to this moment than to the next one. */
function volumeAt({ times, volumes }: Chart, place: number): number {
  const from = times[place] ?? 0;
  const to = times[place + 1] ?? Number.POSITIVE_INFINITY;
  return volumes.reduce((sum, { ms, size }) => (ms >= from && ms < to ? sum + size : sum), 0);
}

function isNearest({ times }: Chart, ms: number, place: number): boolean {
  const apart = (each: number): number => Math.abs((times[each] ?? Number.NEGATIVE_INFINITY) - ms);
  return apart(place) < apart(place + 1) && apart(place) <= apart(place - 1);
}

function centsText(price: number, write: ChartWriters): string {
  return `${write.price.format(price)}¢`;
}
