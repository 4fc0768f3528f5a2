import { Decimal } from '../core/decimal.ts';
import { fee } from '../core/figures.ts';
import { READ_LIMIT_MS } from '../core/freshness.ts';
import { lineType } from '../core/grouping.ts';
import { parseInstant } from '../core/instant.ts';
import { eventPhase, eventStart, type Lifecycle, stateAt } from '../core/lifecycle.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import type { MarketView } from '../core/market-view.ts';
import { lifecycleNow, sidePrices, whyNoPrice } from '../core/pricing.ts';
import { eventSlugOf } from '../core/slug.ts';
import { isExchangeError } from '../exchange/errors.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { marketName, sideName } from '../view/names.ts';
import {
  type AnswerStamp,
  type Figure,
  figure,
  figures,
  stampOf,
  type ToolAnswer,
  ToolRefusal,
} from './answer.ts';
import type { ToolInput } from './schema.ts';
import type { AgentSources } from './sources.ts';
import { isPlainId, type Untrusted, untrusted } from './untrusted.ts';

const HUNDRED = Decimal.of(100);

/** A market as the tools know it now. `stamp`: of its prices; undefined where none was ever read. */
export interface KnownMarket extends MarketView {
  readonly state: Lifecycle;
  readonly stamp: AnswerStamp | undefined;
}

/** `since`: when the call began. `readAt`: of a market that only a search found, Unix milliseconds. */
export function knownMarket(
  sources: AgentSources,
  listed: Market,
  since: number,
  foundAt?: number,
): KnownMarket {
  const { marketViews, clock } = sources;
  const view = marketViews.latest(listed);
  const found =
    foundAt === undefined || view.freshness !== undefined
      ? undefined
      : ({
          source: 'rest',
          at: foundAt,
          standing: clock.now() - foundAt > READ_LIMIT_MS ? 'stale' : 'fresh',
        } as const);
  return {
    ...view,
    state: stateAt(lifecycleNow(view.market, view.live), view.market, clock.now()),
    stamp: stampOf(view.freshness ?? found, since),
  };
}

/**
 * The market of a slug, read now unless its prices are fresh; where that fails, as it is known, which is stale then. Rejects with
 * ExchangeError where nothing is known of it.
 */
export async function readMarket(sources: AgentSources, slug: string, since: number): Promise<KnownMarket> {
  const { markets, session, clock } = sources;
  const known = markets.get(slug);
  const fresh = known && knownMarket(sources, known, since);
  if (fresh?.stamp?.stale === false) return fresh;
  const market = await answered(session, (exchange) => exchange.marketBySlug(slug)).catch(
    (cause: unknown) => {
      if (fresh === undefined || !isExchangeError(cause) || cause.code === 'notFound') throw cause;
      return undefined;
    },
  );
  if (market === undefined) return fresh as KnownMarket;
  if (market.slug !== slug)
    throw new ToolRefusal('notFound', 'The service answered about another market.', SEARCH);
  markets.setAside(market, clock.now());
  return knownMarket(sources, market, since);
}

/** What the service answers; the session learns whether it did. Rejects with ExchangeError. */
export async function answered<T>(
  session: AgentSources['session'],
  ask: (exchange: Exchange) => Promise<T>,
): Promise<T> {
  const epoch = session.epoch('public');
  try {
    const answer = await ask(await session.ensure());
    session.report('public', epoch, undefined);
    return answer;
  } catch (cause) {
    if (isExchangeError(cause)) session.report('public', epoch, cause);
    throw cause;
  }
}

const SEARCH = 'Call search_markets and use a slug from its answer.';

/** A price in cents: 64 or 43.5. */
export function cents(price: Decimal): number {
  return Number(price.times(HUNDRED).toFixed(4));
}

/** The name of a price in cents: by what is done at it. */
export function atCents(action: 'buy' | 'sell', long: boolean): string {
  return `${action}${long ? 'Yes' : 'No'}AtCents`;
}

/** What somebody pays or gets for a contract, by side and action, each in cents. */
export function prices(known: KnownMarket, allowStale = false): Readonly<Record<string, Figure>> {
  const yes = sidePrices(known.market, true, known.live);
  const no = sidePrices(known.market, false, known.live);
  const priced = (long: boolean, what: 'buy' | 'sell'): Figure => {
    const price = (long ? yes : no)[what]?.price;
    return price === undefined ? { why: noPrice(known, long, what) } : { value: cents(price) };
  };
  const barred = whyBarred(known, allowStale);
  const mid = yes.buy && yes.sell && yes.buy.price.plus(yes.sell.price).dividedBy(Decimal.of(2));
  return {
    buyYesAtCents: priced(true, 'buy'),
    sellYesAtCents: priced(true, 'sell'),
    buyNoAtCents: priced(false, 'buy'),
    sellNoAtCents: priced(false, 'sell'),
    midYesCents: figure(
      barred === undefined && mid ? cents(mid) : undefined,
      barred ?? 'It needs a price to buy and one to sell.',
    ),
    lastYesCents: figure(yes.last && cents(yes.last.price), 'No last trade is known.'),
  };
}

function noPrice({ market, live, state }: KnownMarket, long: boolean, what: 'buy' | 'sell'): string {
  const why = whyNoPrice(market, long, what, live);
  if (why === 'over' && state === 'upcoming') return 'Trading is not open yet.';
  if (why === 'over') return `Trading has ended: ${state}.`;
  if (why === 'paused') return `Trading is paused: ${state}.`;
  if (why === 'unknown') return 'The price is not known.';
  return what === 'buy' ? 'Nobody offers it.' : 'Nobody bids for it.';
}

/** Why nothing may be worked out of these prices; undefined where it may. */
export function notForArithmetic({
  state,
  stamp,
}: KnownMarket): 'unread' | 'stale' | 'halted' | 'over' | 'upcoming' | undefined {
  if (state === 'upcoming') return state;
  if (state === 'halted' || state === 'suspended' || state === 'preopen') return 'halted';
  if (state === 'closed' || state === 'resolving' || state === 'resolved') return 'over';
  if (stamp === undefined) return 'unread';
  return stamp.stale ? 'stale' : undefined;
}

const WHY_BARRED = {
  upcoming: 'Trading is not open yet.',
  halted: 'Nothing is worked out of paused prices.',
  over: 'Nothing is worked out once trading is over.',
  unread: 'Its prices were not read.',
  stale: 'Nothing is worked out of stale prices.',
} as const;

function whyBarred(known: KnownMarket, allowStale: boolean): string | undefined {
  const barred = notForArithmetic(known);
  if (barred === undefined || (allowStale && barred === 'stale')) return undefined;
  return WHY_BARRED[barred];
}

/** The fee and break-even of 100 Yes at the best offer. */
export function costOf100(known: KnownMarket, allowStale: boolean): Readonly<Record<string, Figure>> {
  const { market, live } = known;
  const buy = sidePrices(market, true, live).buy;
  const coefficient = market.feeCoefficient;
  const barred = whyBarred(known, allowStale);
  const lacking =
    buy === undefined ? 'There is no price to buy Yes at.' : 'The market sends no fee coefficient.';
  const why = barred ?? lacking;
  if (barred !== undefined || buy === undefined || coefficient === undefined)
    return { feeToBuy100Yes: { why }, breakEvenYesCents: { why } };
  const paid = fee(coefficient, HUNDRED, buy.price);
  return {
    feeToBuy100Yes: { value: moneyText(paid, buy.currency) },
    breakEvenYesCents: { value: cents(buy.price.plus(paid.dividedBy(HUNDRED))) },
  };
}

/** `1.38 USD`: the unit stands in the text. */
export function moneyText(value: Decimal, currency: string): string {
  return `${value.toFixed(2)} ${/^[A-Z]{3,5}$/.test(currency) ? currency : '(currency not sent)'}`;
}

/** The number a spread or total is about. */
export function lineValue({ line }: Market): Figure {
  return figure(line?.toString(), 'The market is not about a number.');
}

/** The words of a market in a list, and its question where its name is another. */
function rowWords(known: KnownMarket, sources: AgentSources): Untrusted {
  const words = wordsOf(known, sources);
  const { question } = untrusted({ question: known.market.question });
  return question === undefined || question === words['name'] ? words : { ...words, question };
}

/** The words of a market, none of which are ours. */
export function wordsOf({ market, event }: KnownMarket, sources: AgentSources): Untrusted {
  const context = sources.view();
  return untrusted({
    name: marketName(market, event, context),
    yesMeans: market.sides.length === 0 ? undefined : sideName(market, true, context),
    noMeans: market.sides.length === 0 ? undefined : sideName(market, false, context),
  });
}

/** A market in a list. */
export function marketRow(known: KnownMarket, sources: AgentSources): ToolAnswer {
  const { market, event, state, stamp } = known;
  const { midYesCents: _, lastYesCents: __, ...actions } = prices(known);
  return {
    slug: market.slug,
    state,
    line: lineType(market),
    ...(stamp?.stale === false ? {} : { stale: true }),
    ...figures({
      startsAt: timeFigure((event && eventStart(event)) ?? market.gameStartTime?.ms),
      ...actions,
    }),
    untrusted: rowWords(known, sources),
  };
}

/** `ms`: Unix milliseconds. */
export function timeFigure(ms: number | undefined, why = 'The service sends no time.'): Figure {
  return ms === undefined ? { why } : { value: new Date(ms).toISOString() };
}

/** Why a slug or id is null where there is one. */
export const NOT_PLAIN = 'It is more than letters, digits and . _ : -';

/** Whether a market is of a game, whose slug its own has: winner, spread, total, outcome or statistic (interface.md 9.2). */
export function isGameSlug(marketSlug: string): boolean {
  return /^(?:aec|asc|tsc|atc|astatc)-/.test(marketSlug);
}

/** The slug of the event of a market: as the service names it, else of a game by the market's own; undefined where neither says it. */
export function eventSlugIn(
  market: string,
  event: Pick<MarketEvent, 'slug'> | undefined,
): string | undefined {
  return event?.slug ?? (isGameSlug(market) ? eventSlugOf(market) : undefined);
}

/**
 * The event of a market, of a game by its own slug where nobody names it, and where it stands. `gameAsOf`: when phase, score and clock were
 * read, which may be long before the prices; score and clock are the service's words. `market`: the one that names the event.
 */
export function gameOf(
  { events, markets, clock }: AgentSources,
  event: MarketEvent | undefined,
  market: string,
): Readonly<Record<string, Figure>> {
  const named = eventSlugIn(market, event);
  const now = clock.now();
  const isOwn = event !== undefined && events.get(event.id) === event;
  const at = event && (isOwn ? events.readAt(event.id) : markets.readAt(market));
  const unread = event === undefined ? 'Its event was not read.' : 'It is not known when its event was read.';
  return {
    event: figure(
      isPlainId(named) ? named : undefined,
      named !== undefined ? NOT_PLAIN : event === undefined ? unread : 'The service names none.',
    ),
    phase: figure(event && eventPhase(event, now), unread),
    gameAsOf: timeFigure(at, unread),
    gameAgeSeconds: figure(at && Math.round(Math.max(0, now - at) / 1000), unread),
  };
}

/** A time that was passed, Unix milliseconds. Throws ToolRefusal for a text that is none. */
export function momentOf(input: ToolInput, name: string): number | undefined {
  const text = input.text(name);
  const moment = text === undefined ? undefined : parseInstant(text);
  if (text !== undefined && moment === undefined)
    throw new ToolRefusal('wrongInput', `"${name}" is no time.`, 'Pass a time such as 2026-11-22T20:00:00Z.');
  return moment?.ms;
}
