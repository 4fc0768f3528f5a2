import { eventStart, isGame } from '../../core/lifecycle.ts';
import type { Market } from '../../core/market.ts';
import type { LiveQuotes } from '../../core/pricing.ts';
import { marketName, sideName } from '../names.ts';
import type { MarketContent, MarketSnapshot } from '../protocol/market.ts';
import type { Pair } from '../protocol/parts.ts';
import type { ViewContext } from '../row.ts';
import { fillsTable, ordersTable, positionPairs } from './account.ts';
import { chartSection } from './chart-section.ts';
import { keptDetails } from './details.ts';
import { commonButtons, eventOf, headModel, liveQuotes, marketFailure, rulesModel } from './head.ts';
import type { MarketPanelInput } from './input.ts';
import { Kept } from './kept.ts';
import { ladderModel, spreadText } from './ladder.ts';
import { accountPart, button, note, partOf, presentPairs } from './pieces.ts';
import { sideCards } from './sides.ts';
import { keptTrades } from './trades.ts';
import { accountMark, bookMark, truthLine } from './truth.ts';

/** Title of the panel's tab; the slug until the market is known. */
export function marketTabTitle(slug: string, market: Market | undefined, context: ViewContext): string {
  return market === undefined ? slug : marketName(market, undefined, context);
}

/** All the market panel shows, from what is known of the market now. */
export function marketSnapshot(
  input: MarketPanelInput,
  context: ViewContext,
  kept: Kept = new Kept(),
): MarketSnapshot {
  const { market } = input;
  const { t } = context;
  const busy = [market, input.book, input.history, input.orders, input.activities].some((one) => one.busy);
  return {
    slug: input.slug,
    busy,
    note:
      marketFailure(input, context) ??
      (market.value === undefined ? note(t('Loading {0}…', input.slug)) : undefined),
    content: market.value && content(input, market.value, context, kept),
  };
}

function content(input: MarketPanelInput, market: Market, context: ViewContext, kept: Kept): MarketContent {
  const { t } = context;
  const live = liveQuotes(input);
  const longName = sideName(market, true, context);
  const orders = input.orders.value ?? [];
  const mark = accountMark(input, context);
  const settlement = button(t('Settlement…'), 'openSettlement');
  const title = market.question ?? marketName(market, eventOf(input, market), context);
  return {
    head: headModel(input, market, title, [...commonButtons(context), settlement], context),
    truth: truthLine(input, market, context),
    sides: sideCards(input, market, live, context),
    chart: chartSection(input, market, context, kept),
    orders: {
      heading: t('Your orders in this market'),
      button:
        input.connection.isSignedIn && orders.length > 1
          ? button(t('Cancel all in this market…'), 'cancelMarketOrders')
          : undefined,
      mark: orders.length === 0 ? undefined : mark,
      part: accountPart(
        input,
        input.orders,
        { none: t('No open orders here.'), signedOut: t('Sign in to see your orders here.'), dated: true },
        context,
        (list) => (list.length === 0 ? undefined : ordersTable(market, list, input, context)),
      ),
    },
    trades: keptTrades(input, market, context, kept),
    fills: keptFills(input, market, context, kept),
    book: {
      heading: t('Book, in {0} cents', longName),
      aside: input.book.value && spreadText(input.book.value, context),
      mark: bookMark(input, context),
      part: partOf(
        input.book,
        {
          unsupported: t('This service serves no order book.'),
          none: t('No book was sent for this market.'),
          above: input.market.failure,
        },
        context,
        (book) => ladderModel(book, orders, longName, context, mark),
      ),
    },
    position: {
      heading: t('Your position'),
      mark: input.position.value === undefined ? undefined : mark,
      part: positionPart(input, market, live, context),
    },
    dates: { heading: datesHeading(context), pairs: dates(input, market, context) },
    rules: rulesModel(market, settlement, context),
    details: keptDetails(input, market, context, kept),
  };
}

/** Made anew when something was read of the activities, not for each price. */
function keptFills(
  input: MarketPanelInput,
  market: Market,
  context: ViewContext,
  kept: Kept,
): MarketContent['fills'] {
  const { t } = context;
  const { activities, moreActivities, connection } = input;
  const failures = [activities.failure, input.market.failure];
  const read = [activities.value, activities.at, activities.unsupported, ...failures];
  return kept.part('fills', [market, context, ...read, moreActivities, connection.isSignedIn], () => ({
    heading: t('Your fills'),
    part: accountPart(
      input,
      activities,
      { none: t('No fills in this market yet.'), signedOut: t('Sign in to see your fills here.') },
      context,
      (list) => fillsTable(market, list, moreActivities, context),
    ),
  }));
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
    { none: t('You hold nothing here.'), signedOut: t('Sign in to see your position here.'), dated: true },
    context,
    (position) => positionPairs(input, market, position, live, context),
  );
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
