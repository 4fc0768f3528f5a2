import type { Chart } from '../view/panels/market/protocol.ts';

const DAY_MS = 86_400_000;

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
export function chartTexts(chart: Chart, side: ChartSide, { time, date, both, ...write }: ChartWriters) {
  const inTerms = (price: number): number => (side === 'short' ? 100 - price : price);
  const cents = (price: number): string => `${write.price.format(price)}¢`;
  const { amounts } = chart;
  const last = inTerms(chart.cents.at(-1) ?? 0);
  /** Trades nearer to this moment than to the next one. */
  const volumeAt = (place: number): number => {
    const from = chart.times[place] ?? 0;
    const to = chart.times[place + 1] ?? Number.POSITIVE_INFINITY;
    return chart.volumes.reduce((sum, { ms, size }) => (ms >= from && ms < to ? sum + size : sum), 0);
  };
  const isNearest = (ms: number, place: number): boolean => {
    const apart = (each: number): number => Math.abs((chart.times[each] ?? Number.NEGATIVE_INFINITY) - ms);
    return apart(place) < apart(place + 1) && apart(place) <= apart(place - 1);
  };
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
      return ticks.map((ms) => (span > 1.5 * DAY_MS ? date : time).format(ms));
    },
    /** What is known of one moment: time, price, what was traded and the score. */
    at(place: number): string {
      const ms = chart.times[place] ?? 0;
      const price = chart.cents[place] ?? 0;
      const volume = volumeAt(place);
      const prices = {
        long: [`${chart.longName} ${cents(price)}`],
        short: [`${chart.shortName} ${cents(100 - price)}`],
        both: [`${chart.longName} ${cents(price)}`, `${chart.shortName} ${cents(100 - price)}`],
      }[side];
      return [
        both.format(ms),
        ...(amounts === undefined
          ? prices
          : [amounts.texts, amounts.asides].map((said) => said[place] ?? '')),
        ...chart.beside.flatMap(({ name, cents: others }) => {
          const other = others[place];
          return typeof other === 'number' ? [`${name} ${cents(other)}`] : [];
        }),
        volume === 0 ? '' : chart.volume.replace('{0}', write.quantity.format(volume)),
        chart.scores.findLast((score) => score.ms <= ms)?.label ?? '',
        ...chart.rings.filter(({ ms: at }) => isNearest(at, place)).map(({ label }) => label),
      ]
        .filter((text) => text !== '')
        .join(' · ');
    },
  };
}
