import type { Activity } from '../../../core/activity.ts';
import { boundOf } from '../../../core/alert.ts';
import { INTERVAL_MS, type PriceInterval, type PriceSample } from '../../../core/book.ts';
import { Decimal } from '../../../core/decimal.ts';
import { entryPrice, isLong } from '../../../core/figures.ts';
import { lineType } from '../../../core/grouping.ts';
import { eventStart, isGame, isOver } from '../../../core/lifecycle.ts';
import type { Market, MarketEvent } from '../../../core/market.ts';
import type { MarketView } from '../../../core/market-view.ts';
import { isDirectionKnown, orderOutcome } from '../../../core/order.ts';
import { inBothTerms, orderPrice, sidePrices } from '../../../core/pricing.ts';
import { asOfText } from '../../freshness-text.ts';
import { lineName, sideName } from '../../names.ts';
import { stateOf } from '../../price-text.ts';
import { joined, sentences, type ViewContext } from '../../row.ts';
import { ZONES } from '../../times.ts';
import type { BesideInput, MarketPanelInput, PricePoint } from '../input.ts';
import { cell, columns, readBody, type SectionBody } from '../parts.ts';
import type { ChartSpan, Table, TableRow } from '../protocol.ts';
import { eventOf } from '../shared-sections.ts';
import { gameRows, seenScores } from './game.ts';
import { gameRange } from './game-span.ts';
import type { Chart, ChartSection } from './protocol.ts';
import { shortOutcome, shortSide, sidesInOrder } from './short-names.ts';

/** A game that is over is all there is to show. */
function spanMs(span: ChartSpan): number {
  return span === 'GAME' ? Number.POSITIVE_INFINITY : INTERVAL_MS[span];
}

/** A history that reaches back over less than this part of its span begins with its first sample. */
const FILLED = 0.9;
/** Room for a side's name in a mark at the chart's edge, as `widthOf` counts. */
const MARK_WIDTH = 9;
/** Rows of the table twin; a longer history is thinned, first and last stay. */
const TABLE_ROWS = 60;
/** Other outcomes drawn beside the price. */
const BESIDE = 4;
/** More points are thinned: each snapshot carries all of them, and closer than this nobody zooms. */
const POINTS = 2_000;

export function chartKeys({ t }: ViewContext): string {
  return t('Arrow keys move · + − zoom · Home shows all');
}

/** A price worth a line across the chart, in long terms, 0…1. */
interface PriceMark extends Omit<Chart['marks'][number], 'cents'> {
  readonly price: number;
}

/**
 * The long side's prices in order of time, 0…1, no more than a chart can draw. Samples carry float noise and may come
 * newest first (interface.md 7.7).
 */
export function pricePoints(samples: readonly PriceSample[]): readonly PricePoint[] {
  const points = samples.map(({ ms, longPrice }) => ({
    ms,
    price: Math.min(1, Math.max(0, longPrice.toNumber())),
  }));
  return thinned(points.sort((a, b) => a.ms - b.ms));
}

/** Beyond what floats add. */
const NOISE = 0.0005;

/**
 * Whether a history follows the offers: then a price is what its side cost at the time, and the two of a sample add up to more
 * than 1 by the spread (interface.md 7.7). False where that does not show.
 */
export function areOffers(samples: readonly PriceSample[]): boolean {
  let over = 0;
  for (const { longPrice, shortPrice } of samples) {
    if (shortPrice === undefined) continue;
    const beyond = longPrice.toNumber() + shortPrice.toNumber() - 1;
    over += beyond > NOISE ? 1 : beyond < -NOISE ? -1 : 0;
  }
  return over > 0;
}

/** The other outcomes of the event that trade, of the same kind where there are any: the likeliest few. */
export function otherOutcomes(
  market: Market,
  event: MarketEvent,
  viewOf: (market: Market) => MarketView,
): readonly Market[] {
  const others = event.markets
    .filter(({ slug }) => slug !== market.slug)
    .map(viewOf)
    .filter((view) => !isOver(stateOf(view)));
  const alike = others.filter((view) => lineType(view.market) === lineType(market));
  const price = ({ market, live }: MarketView): number =>
    sidePrices(market, true, live).buy?.price.toNumber() ?? 0;
  return (alike.length > 0 ? alike : others)
    .sort((a, b) => price(b) - price(a))
    .slice(0, BESIDE)
    .map((view) => view.market);
}

/** The price over time: the service's history where it has one, and after it what was seen since the start. */
export function chartSection(input: MarketPanelInput, market: Market, context: ViewContext): ChartSection {
  const { t } = context;
  const { history } = input;
  const hasHistory = history.value !== undefined && history.value.length > 0;
  return {
    heading: priceHeading(input, shortSide(market, true, context), context),
    intervals: history.unsupported ? [] : intervals(input, market, context),
    intervalLabel: t('Span of the price chart'),
    showTable: t('Table'),
    sides: [
      ...sidesInOrder(input, market).map((long) => {
        const label = shortSide(market, long, context);
        const value = long ? ('long' as const) : ('short' as const);
        return { value, label, heading: priceHeading(input, label, context) };
      }),
      {
        value: 'both',
        label: t('Both'),
        heading: input.isFromOffers ? t('Prices, made from offers') : t('Prices'),
      },
    ],
    sidesLabel: t('Whose price is drawn'),
    game: history.unsupported ? undefined : gameSpan(input, market, context),
    compare: input.canCompare
      ? {
          label: t('Compare'),
          hint: t('Compare with other outcomes of the event'),
          on: input.beside !== undefined,
        }
      : undefined,
    // Its line is there from the beginning: the game may be seen later.
    footnote: sentences([
      offersNote(input, market, context),
      besideNote(input, context),
      seenNote(input, context),
    ]),
    ...(hasHistory ? withHistory(input, market, context) : withoutHistory(input, market, context)),
  };
}

function priceHeading({ isFromOffers }: MarketPanelInput, name: string, { t }: ViewContext): string {
  return isFromOffers ? t('{0} price, made from offers', name) : t('{0} price', name);
}

/** When a history begins: where it does not fill its span, with its first sample. Unix milliseconds. */
export function historyBegin(
  points: readonly PricePoint[],
  interval: ChartSpan,
  now: number,
): number | undefined {
  if (interval === 'GAME') return undefined;
  const first = points[0]?.ms;
  const isWhole = interval === 'ALL' || (first !== undefined && first > now - INTERVAL_MS[interval] * FILLED);
  return isWhole ? first : undefined;
}

/** The data's beginning as far as it is known: no price is older than the market. */
function beginOf({ historyBegin: begin }: MarketPanelInput, { startDate, createdAt }: Market): number {
  return begin ?? (startDate ?? createdAt)?.ms ?? Number.NEGATIVE_INFINITY;
}

/** Spans that are shorter than the data, and all of it, which stands for those that are not. */
function intervals(input: MarketPanelInput, market: Market, context: ViewContext): ChartSection['intervals'] {
  const age = context.format.settings.now() - beginOf(input, market);
  const offered = intervalNames(context).filter(({ value }) => value === 'ALL' || INTERVAL_MS[value] < age);
  const isOffered = offered.some(({ value }) => value === input.interval);
  const shown = isOffered || input.interval === 'GAME' ? input.interval : 'ALL';
  return offered.map((each) => ({ ...each, on: each.value === shown }));
}

/** The shortest span that reaches back to the game's start, once the game began. */
function gameSpan(input: MarketPanelInput, market: Market, context: ViewContext): ChartSection['game'] {
  const [start] = startOf(input, market, context);
  const event = eventOf(input, market);
  const age = context.format.settings.now() - (start?.ms ?? Number.POSITIVE_INFINITY);
  if (gameRange(market, event, context.format.settings.now()) !== undefined)
    return { label: context.t('Game'), interval: 'GAME', isRead: input.interval === 'GAME', isWhole: true };
  const isIn = start !== undefined && start.ms > beginOf(input, market) && age > 0;
  if (!isIn || (event !== undefined && !isGame(event))) return undefined;
  const reaching = Object.entries(INTERVAL_MS).find(([, span]) => span >= age) as [PriceInterval, number];
  const isRead = spanMs(input.interval) >= age;
  const interval = isRead ? input.interval : reaching[0];
  return { label: context.t('Game'), interval, isRead, isWhole: false };
}

function intervalNames({ t }: ViewContext): readonly Omit<ChartSection['intervals'][number], 'on'>[] {
  return [
    { value: '1H', label: t('1H'), name: t('1 hour') },
    { value: '6H', label: t('6H'), name: t('6 hours') },
    { value: '1D', label: t('1D'), name: t('1 day') },
    { value: '1W', label: t('1W'), name: t('1 week') },
    { value: '1M', label: t('1M'), name: t('1 month') },
    { value: 'ALL', label: t('All'), name: t('Everything there is') },
  ];
}

function withHistory(input: MarketPanelInput, market: Market, context: ViewContext): SectionBody<Chart> {
  const words = { none: context.t('No prices in this span.'), above: input.market.failure };
  return readBody(input.history, words, context, (past) =>
    chartModel(withTail(past, pricePoints(input.samples), input.interval), input, market, context),
  );
}

/** Two prices seen since the start make a line; a note says that it begins there. */
function withoutHistory(input: MarketPanelInput, market: Market, context: ViewContext): SectionBody<Chart> {
  const { t, format } = context;
  const { history, samples } = input;
  const words = {
    unsupported: t('This service serves no price history.'),
    none: t('No prices in this span.'),
    above: input.market.failure,
  };
  const { note: why } = readBody(history, words, context, () => undefined);
  const content = chartModel(pricePoints(samples), input, market, context);
  if (content === undefined || why === undefined) return { note: why };
  const since = t('{0} Prices since {1} are shown.', why.text, format.moment(samples[0]?.ms));
  return { note: { ...why, text: since }, content };
}

/** The history with the prices seen after its last, cut to the span that ends now. */
function withTail(
  past: readonly PricePoint[],
  seen: readonly PricePoint[],
  interval: ChartSpan,
): readonly PricePoint[] {
  if (interval === 'GAME') return past;
  const last = past.at(-1)?.ms ?? Number.NEGATIVE_INFINITY;
  const tail = seen.filter(({ ms }) => ms > last);
  const end = tail.at(-1)?.ms;
  if (end === undefined) return past;
  return [...past.filter(({ ms }) => ms >= end - spanMs(interval)), ...tail];
}

/** The long side's price over time. `undefined` with fewer than two moments: a point is no line. */
function chartModel(
  points: readonly PricePoint[],
  input: MarketPanelInput,
  market: Market,
  context: ViewContext,
): Chart | undefined {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined || first.ms === last.ms) return undefined;
  const { format } = context;
  const longName = shortSide(market, true, context);
  const { t } = context;
  const times = points.map(({ ms }) => ms);
  const beside = (input.beside ?? []).map((each) => besideLine(each, times, input.interval, context));
  const isShown = ({ ms }: { readonly ms: number }): boolean => ms >= first.ms && ms <= last.ms;
  return {
    summary: joined([
      summary(points, longName, context),
      input.isFromOffers ? t('made from offers') : undefined,
      ...beside.map(({ label }) => label),
    ]),
    longName,
    shortName: shortSide(market, false, context),
    zone: ZONES[format.settings.timeZone],
    keys: chartKeys(context),
    volume: t('volume {0} contracts', '{0}'),
    times,
    beside,
    cents: points.map(({ price }) => inCents(price)),
    volumes: input.trades.flatMap(({ time, quantity }) =>
      time === undefined || quantity === undefined ? [] : [{ ms: time.ms, size: quantity.toNumber() }],
    ),
    moments: startOf(input, market, context).filter(isShown),
    scores: seenScores(input, context),
    rows: gameRows(input, market, context),
    marks: priceMarks(input, market, context).map(({ price, ...mark }) => ({
      ...mark,
      cents: inCents(price),
    })),
    moreMarks: t('{0} more', '{0}'),
    fills: t('{0} fills', '{0}'),
    rings: fillMarks(input.activities.value ?? [], context).filter(isShown),
    table: twin(
      points,
      ({ price }, index) => [
        format.cents(rounded(price)),
        ...beside.map(({ cents }) => format.cents(centsOf(cents[index]))),
      ],
      [
        input.isFromOffers
          ? t('{0} price over time, made from offers', longName)
          : t('{0} price over time', longName),
        input.isFromOffers ? t('Offer') : t('Price'),
        ...beside.map(({ name }) => name),
      ],
      context,
    ),
  };
}

/** Another outcome at the chart's times, by its long side. It ends where nobody knows whether it is right any more. */
function besideLine(
  { market, history, samples, freshness }: BesideInput,
  times: readonly number[],
  interval: ChartSpan,
  context: ViewContext,
): Chart['beside'][number] {
  const points = withTail(history.value ?? [], pricePoints(samples), interval);
  const last = points.at(-1);
  const isOld = freshness?.standing !== 'fresh';
  const until = isOld ? Math.max(last?.ms ?? 0, freshness?.at ?? 0) : Number.POSITIVE_INFINITY;
  let place = -1;
  const cents = times.map((ms) => {
    while ((points[place + 1]?.ms ?? Number.POSITIVE_INFINITY) <= ms) place += 1;
    const point = points[place];
    return point === undefined || ms > until ? null : inCents(point.price);
  });
  const price = last && context.format.cents(rounded(last.price));
  const name = shortOutcome(market, true, context);
  const label = joined([price === undefined ? name : `${name} ${price}`, asOfText(freshness, context)]);
  return { name, label, cents, isOld };
}

/** Which of the other outcomes could not be read, or not again. */
function besideNote({ beside = [], market }: MarketPanelInput, context: ViewContext): string {
  const words = { none: context.t('No prices in this span.'), above: market.failure };
  const notes = beside.map(({ market: other, history }) => {
    const { note: why } = readBody(history, words, context, ({ length }) =>
      length === 0 ? undefined : true,
    );
    return why === undefined ? '' : context.t('{0}: {1}', lineName(other, context), why.text);
  });
  return sentences(notes);
}

/** What the line is made of, where it is not the trades; prices seen since the page was opened are of another kind. */
function offersNote(
  { isFromOffers, history, samples, interval }: MarketPanelInput,
  market: Market,
  context: ViewContext,
): string {
  if (!isFromOffers) return '';
  const { t, format } = context;
  const name = sideName(market, true, context);
  const last = history.value?.at(-1)?.ms ?? Number.POSITIVE_INFINITY;
  const next = interval === 'GAME' ? undefined : samples.find(({ ms }) => ms > last);
  return next === undefined
    ? t('Made from offers: the line is what buying {0} cost, not what it was traded at.', name)
    : t(
        'Made from offers: until {0} the line is what buying {1} cost, then the middle of bid and offer.',
        format.moment(next.ms),
        name,
      );
}

function seenNote({ game: [first] }: MarketPanelInput, { t, format }: ViewContext): string {
  return first === undefined ? '' : t('Clock and score as seen since {0}.', format.moment(first.ms));
}

/** Of each of equal stretches of samples the first, lowest, highest and last, so that no peak is lost. */
function thinned(points: readonly PricePoint[]): readonly PricePoint[] {
  if (points.length <= POINTS) return points;
  const size = Math.ceil(points.length / (POINTS / 4));
  const chosen = new Set<PricePoint>();
  for (let from = 0; from < points.length; from += size) {
    const stretch = points.slice(from, from + size);
    const byPrice = [...stretch].sort((a, b) => a.price - b.price);
    for (const point of [stretch[0], byPrice[0], byPrice.at(-1), stretch.at(-1)])
      if (point) chosen.add(point);
  }
  return points.filter((point) => chosen.has(point));
}

/** Without the noise of floats. In plain numbers: it is done for each point of each snapshot. */
function inCents(price: number): number {
  return isQuarterCent(price) ? Math.round(price * 400) / 4 : Math.round(price * 1000) / 10;
}

function centsOf(cents: number | null | undefined): Decimal | undefined {
  return cents === null || cents === undefined ? undefined : rounded(cents / 100);
}

/** A tenth of a cent is the finest tick there is, beside quarters of a cent; what is beyond them is noise of floats. */
function rounded(price: number): Decimal {
  return Decimal.of(price.toFixed(isQuarterCent(price) ? 4 : 3));
}

function isQuarterCent(price: number): boolean {
  const quarters = price * 400;
  return Math.abs(quarters - Math.round(quarters)) < 1e-6;
}

function summary(points: readonly PricePoint[], longName: string, { t, format }: ViewContext): string {
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

/** Times written, by context; more than so many are forgotten. */
const WRITTEN = new WeakMap<ViewContext, Map<number, string>>();
const MOST_WRITTEN = 5_000;

/** A table is made for each snapshot, of nearly the same moments: to write one takes longer than all else in its row. */
function timeText(ms: number, context: ViewContext): string {
  const known = WRITTEN.get(context) ?? new Map<number, string>();
  WRITTEN.set(context, known);
  if (known.size > MOST_WRITTEN) known.clear();
  const text = known.get(ms) ?? context.format.dateTime(ms);
  known.set(ms, text);
  return text;
}

/** The points of a chart as a table, newest first. */
export function twin<P extends { readonly ms: number }>(
  points: readonly P[],
  write: (point: P, index: number) => readonly string[],
  [caption, ...labels]: readonly [caption: string, ...labels: string[]],
  context: ViewContext,
): Table {
  const { t } = context;
  const step = Math.max(1, Math.ceil(points.length / TABLE_ROWS));
  const shown = [...points.entries()].filter(
    ([index]) => (points.length - 1 - index) % step === 0 || index === 0,
  );
  const rows = shown.map(
    ([index, point]): TableRow => ({
      key: String(point.ms),
      cells: [timeText(point.ms, context), ...write(point, index)].map((text) => cell(text)),
    }),
  );
  return {
    caption,
    columns: columns([t('Time'), 'time'], ...labels),
    rows: rows.reverse(),
    note: step === 1 ? undefined : t('Every {0}th of {1} samples.', step, points.length),
  };
}

function startOf(input: MarketPanelInput, market: Market, { t }: ViewContext) {
  const event = eventOf(input, market);
  const ms = market.gameStartTime?.ms ?? (event && eventStart(event));
  if (ms === undefined) return [];
  return [{ ms, label: event === undefined || isGame(event) ? t('game start') : t('start') }];
}

/** Own trades that stand, in long terms. */
function fillMarks(activities: readonly Activity[], { t, format }: ViewContext): Chart['rings'] {
  return activities.flatMap((activity) => {
    if (activity.kind !== 'trade' || activity.time === undefined) return [];
    const { price, qty, state, ownOrder } = activity.trade;
    if (price === undefined || state === 'BUSTED' || state === 'REJECTED') return [];
    const about = ownOrder && isDirectionKnown(ownOrder) ? orderOutcome(ownOrder) : undefined;
    const [held, at] = [format.contracts(qty), format.cents(price.value)];
    const label = t('your fill of {0} at {1}, {2}', held, at, format.dateTime(activity.time));
    const isLonger = about && about.long === about.buy;
    return [{ ms: activity.time.ms, cents: inCents(price.value.toNumber()), label, size: held, isLonger }];
  });
}

/** Own price of entry, own orders and alerts, in long terms, each by the name of its side too: the chart may show the other one. */
function priceMarks(input: MarketPanelInput, market: Market, context: ViewContext): readonly PriceMark[] {
  const { t, format } = context;
  const position = input.position.value;
  const entry = position && entryPrice(position);
  const name = (long: boolean): string => shortSide(market, long, context, MARK_WIDTH);
  const marks: PriceMark[] = [];
  if (position?.netPosition?.isZero === false && entry !== undefined) {
    // The entry is in the terms of the side held, which the complement turns into the long side's.
    const { value } = inBothTerms(entry.price, isLong(position)).own;
    const own = format.cents(entry.price.value);
    const at = entry.feesIn ? t('{0}, fees in', own) : own;
    marks.push({
      price: value.toNumber(),
      long: isLong(position),
      label: t('◆ entry {0}', at),
      named: t('◆ {0} entry {1}', name(isLong(position)), at),
      tone: 'yours',
    });
  }
  for (const order of input.orders.value ?? []) {
    const price = orderPrice(order);
    if (price === undefined) continue;
    const { long, buy } = orderOutcome(order);
    const left = format.contracts(order.leavesQuantity);
    const at = format.cents(price.own.value);
    const isKnown = isDirectionKnown(order);
    const unknown = t('◇ order {0} at {1}', left, format.cents(price.long.value));
    marks.push({
      price: price.long.value.toNumber(),
      long: isKnown ? long : true,
      label: !isKnown ? unknown : buy ? t('◇ buy {0} at {1}', left, at) : t('◇ sell {0} at {1}', left, at),
      named: !isKnown
        ? unknown
        : buy
          ? t('◇ buy {0} {1} at {2}', left, name(long), at)
          : t('◇ sell {0} {1} at {2}', left, name(long), at),
      tone: 'yours',
    });
  }
  for (const alert of input.alerts.filter(({ what }) => what === 'price')) {
    const long = alert.side !== 'short';
    const bound = boundOf(alert);
    const at = format.cents(bound);
    marks.push({
      price: (long ? bound : Decimal.one.minus(bound)).toNumber(),
      long,
      label: t('alert at {0}', at),
      named: t('alert: {0} at {1}', name(long), at),
      tone: 'dim',
    });
  }
  return marks;
}
