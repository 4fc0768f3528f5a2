import { eventPhase, eventStart, isOver, type Lifecycle } from '../core/lifecycle.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import type { MarketFacts } from '../core/market-view.ts';
import {
  dayChange,
  lifecycleNow,
  type Outcome,
  type PriceSource,
  sidePays,
  sidePrices,
  winner,
} from '../core/pricing.ts';
import { joined, spokenParts, type ViewContext } from './row.ts';
import { lifecycleWord, phaseWord } from './states.ts';

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

/** What a side costs now, in one word: `44¢ ▼3`, `last 43¢`, `won`, `–`. */
export function sidePriceText(known: KnownMarket, long: boolean, context: ViewContext): string {
  const { t, format } = context;
  const { market, live } = known;
  const result = resultOf(known);
  if (result?.winner === 'void') return t('settled at {0}', format.cents(sidePays(result, long)));
  if (result !== undefined) return resultWord(result, long, context);
  const { buy, last } = sidePrices(market, long, live);
  const change = dayChange(market, long, live);
  const moved = change === undefined ? '' : ` ${format.change(change)}`;
  if (buy !== undefined) return `${format.price(buy.price)}${moved}`;
  if (last !== undefined) return t('last {0}', format.price(last.price));
  return isOver(stateOf(known)) ? '' : t('no price');
}

/** The same, as a sentence for a screen reader. */
export function spokenSide(name: string, known: KnownMarket, long: boolean, context: ViewContext): string {
  const { t, format } = context;
  const { market, live } = known;
  const { buy } = sidePrices(market, long, live);
  if (buy === undefined || resultOf(known) !== undefined) {
    return spokenParts([name, sidePriceText(known, long, context)]);
  }
  const change = dayChange(market, long, live);
  const price = format.spokenPrice(buy.price);
  return change === undefined
    ? t('{0}, {1} to buy', name, price)
    : t('{0}, {1} to buy, {2} today', name, price, format.changeWords(change));
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

/** `Q3 04:12 · 78–81`, `starts 20:40 · in 3 h`, `ended 3 h ago`. Only what the service sends. */
export function eventClock(event: MarketEvent, context: ViewContext): string {
  const { t, format } = context;
  const now = format.settings.now();
  const phase = eventPhase(event, now);
  const start = eventStart(event);
  if (phase === 'live') {
    const period = event.period === 'NS' ? undefined : event.period;
    return joined([[period, event.elapsed].filter(Boolean).join(' ') || t('live'), event.score]);
  }
  if (phase === 'open' || (phase === 'upcoming' && start === undefined)) {
    const end = event.endDate ?? event.markets.find((market) => market.endDate)?.endDate;
    // An end that has passed is no news of when it will be decided (interface.md 9.4).
    if (end === undefined || end.ms <= now) return '';
    return joined([t('ends {0}', format.dateTime(end)), format.until(end)]);
  }
  if (phase === 'upcoming' && start !== undefined) {
    if (start <= now) return t('was due {0}', format.dateTime(start));
    const at = format.isSameDay(start, now) ? format.time(start) : format.dateTime(start);
    return joined([t('starts {0}', at), format.until(start)]);
  }
  const ended = event.finishedTimestamp;
  const when = ended === undefined ? phaseWord(phase, context) : t('ended {0}', format.ago(ended));
  return joined([when, event.score]);
}
