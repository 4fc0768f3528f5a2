import { eventPhase, eventStart, isOver, type Lifecycle } from '../core/lifecycle.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import type { MarketFacts } from '../core/market-view.ts';
import { dayChange, lifecycleNow, type PriceSource, sidePays, sidePrices, winner } from '../core/pricing.ts';
import { joined, type ViewContext } from './row.ts';
import { lifecycleWord, phaseWord } from './states.ts';

export function stateOf(market: Market, facts: MarketFacts): Lifecycle {
  return lifecycleNow(market, facts.live, facts.settlement);
}

/** What a side costs now, in one word: `44¢ ▼3`, `last 43¢`, `won`, `–`. */
export function sidePriceText(
  market: Market,
  long: boolean,
  facts: MarketFacts,
  { t, format }: ViewContext,
): string {
  const result = winner(market, facts.settlement, facts.live?.book);
  if (result !== undefined) {
    if (result.winner === 'void') return t('settled at {0}', format.cents(sidePays(result, long)));
    return (result.winner === 'long') === long ? t('won') : t('lost');
  }
  const { buy, last } = sidePrices(market, long, facts.live);
  const change = dayChange(market, long, facts.live);
  const moved = change === undefined ? '' : ` ${format.change(change)}`;
  if (buy !== undefined) return `${format.price(buy.price)}${moved}`;
  if (last !== undefined) return t('last {0}', format.price(last.price));
  return isOver(stateOf(market, facts)) ? '' : t('no price');
}

/** The same, as a sentence for a screen reader. */
export function spokenSide(
  name: string,
  market: Market,
  long: boolean,
  facts: MarketFacts,
  context: ViewContext,
): string {
  const { t, format } = context;
  const { buy } = sidePrices(market, long, facts.live);
  if (buy === undefined || winner(market, facts.settlement, facts.live?.book) !== undefined) {
    return joined([name, sidePriceText(market, long, facts, context)]).replace(' · ', ', ');
  }
  const change = dayChange(market, long, facts.live);
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
  switch (source) {
    case 'quote':
      return t('quote of the side');
    case 'bestQuote':
      return t('best bid and offer of the market');
    case 'overview':
      return t('overview of the market');
    case 'bbo':
      return t('best bid and offer');
    case 'book':
      return t('order book');
  }
}

/** `Q3 04:12 · 78–81`, `starts 20:40 · in 3 h`, `ended 3 h ago`. Only what the service sends. */
export function eventClock(event: MarketEvent, context: ViewContext): string {
  const { t, format } = context;
  const now = format.settings.now();
  const phase = eventPhase(event, now);
  const start = eventStart(event);
  if (phase === 'live') {
    const period = joined([event.period === 'NS' ? undefined : event.period]);
    const clock = [period, event.elapsed].filter((part) => part !== undefined && part !== '').join(' ');
    return joined([clock === '' ? t('live') : clock, event.score]);
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
  const when = ended === undefined ? undefined : t('ended {0}', format.ago(ended));
  return joined([when ?? phaseWord(phase, context), event.score]);
}
