import type { PriceInterval, PriceSample } from '../../core/book.ts';
import { isLong } from '../../core/figures.ts';
import { eventStart, isGame } from '../../core/lifecycle.ts';
import type { Market } from '../../core/market.ts';
import { orderOutcome } from '../../core/order.ts';
import { sideName } from '../names.ts';
import type { Chart, ChartSection } from '../protocol/market.ts';
import type { Part } from '../protocol/parts.ts';
import type { ViewContext } from '../row.ts';
import type { ChartMoment, PriceMark } from './chart.ts';
import { chartModel, INTERVALS } from './chart.ts';
import { eventOf } from './head.ts';
import type { MarketPanelInput } from './input.ts';
import type { Kept } from './kept.ts';
import { note, partOf } from './pieces.ts';

/** Letters of a side's name in the chart. */
const MARK_LENGTH = 18;
const HOUR = 3_600_000;
const SPANS: Readonly<Record<PriceInterval, number>> = {
  LIVE: HOUR / 6,
  '1H': HOUR,
  '6H': 6 * HOUR,
  '1D': 24 * HOUR,
  '1W': 7 * 24 * HOUR,
  '1M': 31 * 24 * HOUR,
  ALL: Number.POSITIVE_INFINITY,
};

/**
 * The price over time: the service's history where it has one, and after it what was seen since the start. Made anew
 * only when something that is drawn has changed.
 */
export function chartSection(
  input: MarketPanelInput,
  market: Market,
  context: ViewContext,
  kept: Kept,
): ChartSection {
  const { history, samples, interval, activities, position } = input;
  const orders = (input.orders.value ?? []).map(
    ({ id, price, leavesQuantity }) => `${id} ${price?.value ?? ''} ${leavesQuantity ?? ''}`,
  );
  const seen = [samples.length, samples[0]?.ms, samples.at(-1)?.ms];
  const read = [
    history.value,
    history.at === undefined,
    history.failure,
    history.unsupported,
    input.market.failure,
  ];
  const made = [market, eventOf(input, market), activities.value, position.value, context, interval];
  return kept.part('chart', [...made, ...read, ...seen, orders.join()], () =>
    section(input, market, context),
  );
}

function section(input: MarketPanelInput, market: Market, context: ViewContext): ChartSection {
  const { t } = context;
  const { history } = input;
  return {
    heading: t('{0} price', sideName(market, true, context)),
    intervals: history.unsupported
      ? []
      : INTERVALS.map((value) => ({ value, ...intervalWords(value, context) })),
    interval: input.interval,
    intervalLabel: t('Span of the price chart'),
    showTable: t('Table'),
    part: hasHistory(input) ? withHistory(input, market, context) : withoutHistory(input, market, context),
  };
}

function hasHistory({ history }: MarketPanelInput): boolean {
  return history.value !== undefined && history.value.length > 0;
}

function withHistory(input: MarketPanelInput, market: Market, context: ViewContext): Part<Chart> {
  const none = { none: context.t('No prices in this span.'), above: input.market.failure, dated: true };
  return partOf(input.history, none, context, (past) =>
    drawing(withTail(past, input.samples, input.interval), input, market, context),
  );
}

/** Two prices seen make a line; that it begins only now is said above it. */
function withoutHistory(input: MarketPanelInput, market: Market, context: ViewContext): Part<Chart> {
  const { t, format } = context;
  const { history, samples } = input;
  const words = {
    unsupported: t('This service keeps no price history.'),
    none: t('No prices in this span.'),
    above: input.market.failure,
  };
  const said = partOf(history, words, context, () => undefined).note;
  const seen = drawing(samples, input, market, context);
  if (seen === undefined || said === undefined) return { note: said, content: undefined };
  const since = t('{0} Shown is what was seen since {1}.', said.text, format.moment(samples[0]?.ms));
  return { note: note(since, said.tone, said.button), content: seen };
}

function drawing(
  samples: readonly PriceSample[],
  input: MarketPanelInput,
  market: Market,
  context: ViewContext,
): Chart | undefined {
  return chartModel(
    samples,
    input.activities.value ?? [],
    priceMarks(input, market, context),
    sideName(market, true, context),
    context,
    startOf(input, market, context),
  );
}

/** What was seen after the last of the history, and of the history as much as the span holds by then. */
function withTail(
  past: readonly PriceSample[],
  seen: readonly PriceSample[],
  interval: PriceInterval,
): readonly PriceSample[] {
  const last = past.reduce((latest, { ms }) => Math.max(latest, ms), Number.NEGATIVE_INFINITY);
  const tail = seen.filter(({ ms }) => ms > last);
  const end = tail.at(-1)?.ms;
  if (end === undefined) return past;
  return [...past.filter(({ ms }) => ms >= end - SPANS[interval]), ...tail];
}

function startOf(input: MarketPanelInput, market: Market, { t }: ViewContext): readonly ChartMoment[] {
  const event = eventOf(input, market);
  const ms = market.gameStartTime?.ms ?? (event && eventStart(event));
  if (ms === undefined) return [];
  return [{ ms, label: event === undefined || isGame(event) ? t('game start') : t('start') }];
}

/** Own average and own orders, in long terms: that is what the chart shows. */
function priceMarks(input: MarketPanelInput, market: Market, context: ViewContext): readonly PriceMark[] {
  const { t, format } = context;
  const position = input.position.value;
  const average = position?.avgPx;
  const marks: PriceMark[] = [];
  if (position?.netPosition?.isZero === false && average !== undefined && !average.value.isZero) {
    const held = format.contracts(position.netPosition.abs());
    const name = isLong(position) ? '' : `${markName(market, false, context)} `;
    const label = t('your {0}average, {1} × {2}', name, format.cents(average.value), held);
    marks.push({ price: average.value, label, tone: 'up' });
  }
  for (const order of input.orders.value ?? []) {
    if (order.price === undefined) continue;
    const { long, buy } = orderOutcome(order);
    const at = format.cents(order.price.value);
    const left = format.contracts(order.leavesQuantity);
    const name = markName(market, long, context);
    const label = buy
      ? t('your {0} buy, {1} × {2}', name, at, left)
      : t('your {0} sale, {1} × {2}', name, at, left);
    marks.push({ price: order.price.value, label, tone: 'warn' });
  }
  return marks;
}

/** A side's name where there is little room. */
function markName(market: Market, long: boolean, context: ViewContext): string {
  const name = sideName(market, long, context);
  return name.length <= MARK_LENGTH ? name : `${name.slice(0, MARK_LENGTH - 1).trimEnd()}…`;
}

function intervalWords(interval: PriceInterval, { t }: ViewContext): { label: string; name: string } {
  switch (interval) {
    case 'LIVE':
      return { label: t('Live'), name: t('Last minutes') };
    case '1H':
      return { label: t('1H'), name: t('1 hour') };
    case '6H':
      return { label: t('6H'), name: t('6 hours') };
    case '1D':
      return { label: t('1D'), name: t('1 day') };
    case '1W':
      return { label: t('1W'), name: t('1 week') };
    case '1M':
      return { label: t('1M'), name: t('1 month') };
    case 'ALL':
      return { label: t('All'), name: t('Everything there is') };
  }
}
