import type { PriceInterval } from '../../core/book.ts';
import { isLong } from '../../core/figures.ts';
import { eventStart, isGame } from '../../core/lifecycle.ts';
import type { Market } from '../../core/market.ts';
import { orderOutcome } from '../../core/order.ts';
import type { LiveQuotes } from '../../core/pricing.ts';
import { marketName, sideName } from '../names.ts';
import type { ChartSection, MarketContent, MarketSnapshot } from '../protocol/market.ts';
import type { Pair } from '../protocol/parts.ts';
import type { ViewContext } from '../row.ts';
import { fillsTable, ordersTable, positionPairs } from './account.ts';
import type { PriceMark } from './chart.ts';
import { chartModel, INTERVALS } from './chart.ts';
import { panelDetails } from './details.ts';
import { commonButtons, eventOf, headModel, liveQuotes, marketFailure, rulesModel } from './head.ts';
import type { MarketPanelInput } from './input.ts';
import { ladderModel, spreadText } from './ladder.ts';
import { accountPart, button, note, partOf, presentPairs } from './pieces.ts';
import { sideCards } from './sides.ts';

/** Letters of a side's name in the chart. */
const MARK_LENGTH = 18;

/** Title of the panel's tab; the slug until the market is known. */
export function marketTabTitle(slug: string, market: Market | undefined, context: ViewContext): string {
  return market === undefined ? slug : marketName(market, undefined, context);
}

/** All the market panel shows, from what is known of the market now. */
export function marketSnapshot(input: MarketPanelInput, context: ViewContext): MarketSnapshot {
  const { market } = input;
  const { t } = context;
  const busy = [market, input.book, input.history, input.orders, input.activities].some((one) => one.busy);
  return {
    slug: input.slug,
    busy,
    note:
      marketFailure(input, context) ??
      (market.value === undefined ? note(t('Loading {0}…', input.slug)) : undefined),
    content: market.value && content(input, market.value, context),
  };
}

function content(input: MarketPanelInput, market: Market, context: ViewContext): MarketContent {
  const { t } = context;
  const live = liveQuotes(input);
  const longName = sideName(market, true, context);
  const orders = input.orders.value ?? [];
  const settlement = button(t('Settlement…'), 'openSettlement');
  const title = market.question ?? marketName(market, eventOf(input, market), context);
  return {
    head: headModel(input, market, title, [...commonButtons(context), settlement], context),
    sides: sideCards(input, market, live, context),
    chart: chartSection(input, market, longName, context),
    orders: {
      heading: t('Your orders in this market'),
      button:
        input.connection.isSignedIn && orders.length > 1
          ? button(t('Cancel all in this market…'), 'cancelMarketOrders')
          : undefined,
      part: accountPart(
        input,
        input.orders,
        { none: t('No open orders here.'), signedOut: t('Sign in to see your orders here.') },
        context,
        (list) => (list.length === 0 ? undefined : ordersTable(market, list, input.cancelling, context)),
      ),
    },
    fills: {
      heading: t('Your fills'),
      part: accountPart(
        input,
        input.activities,
        { none: t('No fills in this market yet.'), signedOut: t('Sign in to see your fills here.') },
        context,
        (list) => fillsTable(market, list, input.moreActivities, context),
      ),
    },
    book: {
      heading: t('Book, in {0} cents', longName),
      aside: input.book.value && spreadText(input.book.value, context),
      part: partOf(
        input.book,
        {
          unsupported: t('This service serves no order book.'),
          none: t('No book was sent for this market.'),
        },
        context,
        (book) => ladderModel(book, orders, longName, context),
      ),
    },
    position: { heading: t('Your position'), part: positionPart(input, market, live, context) },
    dates: { heading: datesHeading(context), pairs: dates(input, market, context) },
    rules: rulesModel(market, settlement, context),
    details: panelDetails(input, market, context),
  };
}

function positionPart(
  input: MarketPanelInput,
  market: Market,
  live: LiveQuotes,
  context: ViewContext,
): MarketContent['position']['part'] {
  const { t } = context;
  return accountPart(
    input,
    input.position,
    { none: t('You hold nothing here.'), signedOut: t('Sign in to see your position here.') },
    context,
    (position) => positionPairs(market, position, live, context),
  );
}

function chartSection(
  input: MarketPanelInput,
  market: Market,
  longName: string,
  context: ViewContext,
): ChartSection {
  const { t } = context;
  const words = {
    unsupported: t('This service keeps no price history.'),
    none: t('No prices in this span.'),
  };
  return {
    heading: t('{0} price', longName),
    intervals: input.history.unsupported
      ? []
      : INTERVALS.map((value) => ({ value, ...intervalWords(value, context) })),
    interval: input.interval,
    intervalLabel: t('Span of the price chart'),
    showTable: t('Table'),
    part: partOf(input.history, words, context, (samples) =>
      chartModel(
        samples,
        input.activities.value ?? [],
        priceMarks(input, market, context),
        longName,
        context,
      ),
    ),
  };
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

function datesHeading({ t, format }: ViewContext): string {
  const zones = { local: t('Dates, local time'), utc: t('Dates, UTC'), eastern: t('Dates, Eastern time') };
  return zones[format.settings.timeZone];
}

function dates(input: MarketPanelInput, market: Market, { t, format }: ViewContext): Pair[] {
  const event = input.event ?? market.events[0];
  const start = market.gameStartTime?.ms ?? (event && eventStart(event));
  const isGameTime = market.gameStartTime !== undefined && (event === undefined || isGame(event));
  const isPast = start !== undefined && start <= format.settings.now();
  const began = isPast ? t('Event started') : t('Event starts');
  const played = isPast ? t('Game started') : t('Game starts');
  return presentPairs([
    [isGameTime ? played : began, format.dateTime(start)],
    [t('Trading opens'), format.dateTime(market.startDate)],
    [t('Trading ends'), format.dateTime(market.endDate)],
    [t('Event ended'), format.dateTime(event?.finishedTimestamp)],
    [t('Last changed'), format.dateTime(market.updatedAt)],
  ]);
}
