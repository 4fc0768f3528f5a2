import { eventPhase, eventStart, isGame, isPaused, isTrading } from '../../../core/lifecycle.ts';
import type { Market } from '../../../core/market.ts';
import { orderOutcome } from '../../../core/order.ts';
import type { Trade } from '../../../core/trade.ts';
import { tradeKey } from '../../../core/trade.ts';
import { marketName } from '../../names.ts';
import { ABSENT } from '../../numbers.ts';
import type { ViewContext } from '../../row.ts';
import { tradingFigures } from '../../trading-figures.ts';
import { accountSection, fillsTable, positionPairs } from '../account-sections.ts';
import type { MarketPanelInput } from '../input.ts';
import { outcomeBanner, settlingOf } from '../outcome-banner.ts';
import { button, cell, columns, note, pair, presentPairs, readBody } from '../parts.ts';
import type { Cell, Pair } from '../protocol.ts';
import {
  accountWarning,
  commonButtons,
  detailsModel,
  eventOf,
  freshnessLine,
  headModel,
  lifecycleShown,
  marketFailure,
  newestQuotes,
  rulesModel,
} from '../shared-sections.ts';
import { situationStrip } from '../situation.ts';
import { chartSection } from './chart.ts';
import { balanceText, ladderModel } from './ladder.ts';
import { legsSection } from './legs.ts';
import { ownOrders } from './own-orders.ts';
import type { MarketContent, MarketSnapshot } from './protocol.ts';
import { leagueSection, linesSection } from './related-markets.ts';
import { SIDE_WIDTH, shortSide, sideHeading } from './short-names.ts';
import { sideCards } from './sides.ts';
import { underlyingSection } from './underlying.ts';
import { whatIfModel } from './what-if.ts';

/** Trades listed. */
const TRADES = 20;

/** Everything the market panel shows, from what is known of the market now. */
export function marketSnapshot(input: MarketPanelInput, context: ViewContext): MarketSnapshot {
  const { market, slug } = input;
  const loading = market.value === undefined ? note(context.t('Loading {0}…', slug)) : undefined;
  return {
    slug,
    busy: [market, input.book, input.history, input.orders, input.activities].some((one) => one.busy),
    note: marketFailure(input, context) ?? loading,
    content: market.value && content(input, market.value, context),
  };
}

function content(input: MarketPanelInput, market: Market, context: ViewContext): MarketContent {
  const { t } = context;
  const quotes = newestQuotes(input);
  const isPausedNow = isPaused(lifecycleShown(input, market));
  const settlement = button(t('Settlement…'), 'openSettlement');
  const settling = settlingOf(input, market);
  const isSettled = settling.outcome !== undefined || settling.resolution !== undefined;
  const event = eventOf(input, market);
  const title = market.question ?? marketName(market, event, context);
  const phase = event && eventPhase(event, context.format.settings.now());
  return {
    head: headModel(input, market, title, [...commonButtons(context), settlement], context),
    freshness: freshnessLine(input, market, context),
    situation: event?.eventState && phase && situationStrip(event, phase, context),
    outcome: isSettled ? outcomeBanner(settling, context) : undefined,
    sides: sideCards(settling, quotes, context),
    chart: chartSection(input, market, context),
    orders: ownOrders(input, market, context),
    trades: tradesSection(input, market, context),
    fills: accountSection(
      t('Your fills'),
      input,
      [input.activities, t('No fills in this market yet.')],
      context,
      (list) => fillsTable(market, list, input.moreActivities, context),
    ),
    book: bookSection(input, market, context),
    position: accountSection(
      t('◆ Yours'),
      input,
      [input.position, t('You hold nothing here.')],
      context,
      (position) => positionPairs(settling, position, quotes, context),
    ),
    whatIf:
      input.book.value && isTrading(lifecycleShown(input, market))
        ? whatIfModel(input, market, input.book.value, context)
        : undefined,
    noWhatIf: isPausedNow
      ? { heading: t('What if'), sentence: t('Nothing can be bought or sold while trading is halted.') }
      : undefined,
    figures: figuresSection(input, market, context),
    dates: { heading: datesHeading(context), content: dates(input, market, context) },
    underlying: underlyingSection(input, market, context),
    legs: legsSection(input, context),
    lines: linesSection(input, market, context),
    league: leagueSection(input, market, context),
    rules: rulesModel(market, settlement, context),
    details: detailsModel(input, market, context),
  };
}

function bookSection(input: MarketPanelInput, market: Market, context: ViewContext): MarketContent['book'] {
  const { t } = context;
  const orders = input.orders.value ?? [];
  const isPausedNow = isPaused(lifecycleShown(input, market));
  const titles = {
    long: sideHeading(market, true, context),
    short: sideHeading(market, false, context),
    tick: market.tickSize,
    warning: accountWarning(input, context),
  };
  const texts = {
    unsupported: t('This service serves no order book.'),
    none: isPausedNow
      ? t('Nothing in the book can be traded while trading is halted.')
      : t('No book was sent for this market.'),
    above: input.market.failure,
  };
  return {
    heading: t('Book, {0} cents', shortSide(market, true, context)),
    aside: input.book.value && !isPausedNow ? balanceText(input.book.value, orders, context) : undefined,
    ...readBody(input.book, texts, context, (book) =>
      isPausedNow ? undefined : ladderModel(book, orders, titles, context),
    ),
  };
}

/** Of the market's own book and quote: each figure with the time since when it stands. */
function figuresSection(
  input: MarketPanelInput,
  market: Market,
  context: ViewContext,
): MarketContent['figures'] {
  const isTraded = isTrading(lifecycleShown(input, market));
  const bbo = input.quote?.value ?? input.live?.bbo;
  const figures = tradingFigures({ book: input.book.value, bbo, isTraded, keepsPlaces: true }, context);
  return {
    heading: context.t('Trading figures, in {0} cents', shortSide(market, true, context)),
    content: figures.map(({ label, text, when }) => pair(label, cell(text, 'plain', { aside: when }))),
  };
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
  const at = (time: Parameters<typeof format.dateTime>[0]) =>
    time === undefined ? undefined : format.dateTime(time);
  return presentPairs([
    [isGameTime ? played : began, at(start)],
    [t('Trading opens'), at(market.startDate)],
    [t('Trading ends'), at(market.endDate)],
    [t('Event ended'), at(event?.finishedTimestamp)],
    [t('Last changed'), at(market.updatedAt)],
  ]);
}

/**
 * The tape: prices in long terms, each against the one before it, and what the taker did in the words of its outcome.
 */
function tradesSection(
  { trades, stream }: MarketPanelInput,
  market: Market,
  context: ViewContext,
): MarketContent['trades'] {
  const { t, format } = context;
  const heading = t('Last trades');
  if (trades.length === 0) {
    const hasStream = stream !== 'unsupported' && stream !== 'polled';
    const none = hasStream
      ? t('No trades since you opened this panel.')
      : t('This connection has no stream, and single trades come only from one.');
    return { heading, note: note(none) };
  }
  return {
    heading,
    content: {
      caption: t('Last trades, in {0} cents', shortSide(market, true, context)),
      columns: columns([t('Time'), 'time'], t('Price'), t('Contracts'), [t('Taker')]),
      rows: trades.slice(0, TRADES).map((trade, index) => ({
        key: tradeKey(trade),
        cells: [
          cell(format.moment(trade.time), 'plain', { hint: format.exactTime(trade.time) }),
          priceCell(trade, trades[index + 1], context),
          cell(format.quantity(trade.quantity)),
          cell(takerWords(trade, market, context)),
        ],
      })),
    },
  };
}

/** With an arrow where it differs from the trade before; unmarked where there is none to compare with. */
function priceCell({ price }: Trade, before: Trade | undefined, { t, format }: ViewContext): Cell {
  const text = format.cents(price?.value);
  const turn =
    price === undefined || before?.price === undefined ? 0 : price.value.compare(before.price.value);
  if (turn === 0) return cell(text);
  return turn > 0
    ? cell(`▲ ${text}`, 'up', { hint: t('Higher than the trade before') })
    : cell(`▼ ${text}`, 'down', { hint: t('Lower than the trade before') });
}

/** What the taker did with the outcome it traded: buying the short side sells the long one to the book. */
function takerWords({ taker }: Trade, market: Market, context: ViewContext): string {
  const { t } = context;
  if (taker.intent === undefined && taker.side === undefined) return ABSENT;
  const { long, buy } = orderOutcome(taker);
  const name = shortSide(market, long, context, SIDE_WIDTH);
  return buy ? t('bought {0}', name) : t('sold {0}', name);
}
