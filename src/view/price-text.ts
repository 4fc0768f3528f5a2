import type { Decimal } from '../core/decimal.ts';
import type { Lifecycle } from '../core/lifecycle.ts';
import type { Market } from '../core/market.ts';
import type { MarketFacts } from '../core/market-view.ts';
import {
  dayChange,
  lifecycleNow,
  type Outcome,
  type PriceSource,
  sidePays,
  sidePrices,
  whyNoPrice,
  winner,
} from '../core/pricing.ts';
import { sideName } from './names.ts';
import { joined, spokenParts, type ViewContext } from './row.ts';
import { isLongFirst } from './score-text.ts';
import { lifecycleWord } from './states.ts';

type KnownMarket = MarketFacts & { readonly market: Market };

export function stateOf({ market, live, settlement }: KnownMarket): Lifecycle {
  return lifecycleNow(market, live, settlement);
}

export function resultOf({ market, settlement, live }: KnownMarket): Outcome | undefined {
  return winner(market, settlement, live?.book);
}

export function resultWord(result: Outcome, long: boolean, { t }: ViewContext): string {
  if (result.winner === 'void') return t('void');
  return (result.winner === 'long') === long ? t('won') : t('lost');
}

/** Odds have a sign, which behind a name or a line would read as another line: `last at −245`. */
export function priceAfterWords(price: string, { t, format }: ViewContext): string {
  return format.settings.oddsFormat === 'american' && /^[+−]/.test(price) ? t('at {0}', price) : price;
}

/**
 * What a contract of each side paid, in the title's order; of a market that was not void, of the side that won: `100¢ Over`,
 * `42¢ Yes · 58¢ No`.
 */
export function eachPaid(
  market: Market,
  result: { readonly longPays: Decimal | undefined } | undefined,
  context: ViewContext,
  {
    longFirst = isLongFirst(market) ?? true,
    nameOf = (long: boolean): string => sideName(market, long, context),
  } = {},
): string | undefined {
  const { t, format } = context;
  const longPays = result?.longPays;
  if (longPays === undefined) return undefined;
  if (sidePays({ longPays }, true).equals(sidePays({ longPays }, false)))
    return t('{0} each', format.cents(longPays));
  return joined(
    [longFirst, !longFirst].map((long) => {
      const pays = sidePays({ longPays }, long);
      return pays.isZero ? undefined : `${format.cents(pays)} ${nameOf(long)}`;
    }),
  );
}

/** What a side costs now, as a sentence for a screen reader: `Otters, 44¢ to buy, down 3¢ today`, `Otters, won`. */
export function spokenSide(name: string, known: KnownMarket, long: boolean, context: ViewContext): string {
  const { t, format } = context;
  const { market, live } = known;
  const result = resultOf(known);
  if (result?.winner === 'void')
    return spokenParts([name, t('settled at {0}', format.cents(sidePays(result, long)))]);
  if (result !== undefined) return spokenParts([name, resultWord(result, long, context)]);
  const { buy, last } = sidePrices(market, long, live);
  if (buy === undefined) {
    const none = noPriceWord(known, long, 'buy', context);
    return spokenParts([name, none, last && t('last {0}', format.price(last.price))]);
  }
  const change = dayChange(market, long, live);
  const price = format.price(buy.price);
  return change === undefined
    ? t('{0}, {1} to buy', name, price)
    : t('{0}, {1} to buy, {2} today', name, price, format.changeWords(change));
}

/** `▲ 3¢ today`; not of what did not change. */
export function changeToday(change: Decimal, { t, format }: ViewContext): string {
  return t('{0}¢ today', format.change(change).replace(/^(?=[▲▼])./, '$& '));
}

/**
 * Why a side has no price to buy or sell it at, where its state does not say it: that nobody is there is said only where a
 * book or quote shows it.
 */
export function noPriceWord(
  { market, live }: KnownMarket,
  long: boolean,
  what: 'buy' | 'sell',
  { t }: ViewContext,
): string | undefined {
  const why = whyNoPrice(market, long, what, live);
  if (why === 'over' || why === 'paused') return undefined;
  if (why === 'unknown') return t('price not known');
  return what === 'buy' ? t('no offer') : t('no bid');
}

/** Where an outcome was read. */
export function outcomeSource({ source }: Outcome, { t }: ViewContext): string {
  return {
    settlement: t('settlement price of the service'),
    sidePrices: t('final prices of the sides; no settlement was sent'),
    book: t('final mark of the book; no settlement was sent'),
    resolution: t('your activity; no settlement price was read'),
    realised: t('what your activity says was realised; it names no winner'),
  }[source];
}

/** The state where it is not simply open. */
export function stateWord(state: Lifecycle, context: ViewContext): string | undefined {
  return state === 'open' ? undefined : lifecycleWord(state, context);
}

export function priceSourceText(source: PriceSource, { t }: ViewContext): string {
  return {
    quote: t('quote of the side'),
    bestQuote: t('best bid and offer of the market'),
    overview: t('overview of the market'),
    bbo: t('best bid and offer'),
    book: t('order book'),
  }[source];
}
