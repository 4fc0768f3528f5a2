import { instantOf } from '../../core/instant.ts';
import type { Trade, TradeParty } from '../../core/trade.ts';
import { pointsMoney, quantityDecimal } from './amounts.ts';
import type { MarketFrame } from './market-frame.ts';
import type { Own } from './own.ts';
import { type Print, printOf, tradesUntil } from './tape.ts';

/** Trades after `afterMs` until and including `untilMs`, oldest first; `own` as it stands at `untilMs`. */
export function tapeOf(
  seed: number,
  market: MarketFrame,
  own: Own,
  afterMs: number,
  untilMs: number,
): readonly Trade[] {
  const prints = own.prints.filter(({ ms }) => ms > afterMs);
  const end = tradesUntil(seed, market, untilMs);
  for (let number = tradesUntil(seed, market, afterMs); number < end; number++) {
    const print = printOf(seed, market, number, own.shownAt);
    if (print !== undefined) prints.push(print);
  }
  // The sort is stable: an own trade of the same moment comes first, as `tapeEnd` takes it.
  return prints.sort((a, b) => a.ms - b.ms).map((print) => tradeValue(market, print));
}

function tradeValue(market: MarketFrame, print: Print): Trade {
  return {
    marketSlug: market.slug,
    id: print.id,
    price: pointsMoney(print.points),
    quantity: quantityDecimal(print.quantity),
    time: instantOf(print.ms),
    taker: party(print.taker),
    maker: party(print.maker),
  };
}

function party(intent: Print['taker']): TradeParty {
  // Buying NO is selling the long side, selling NO is buying it (live interface §9.1).
  const bought = intent === 'BUY_LONG' || intent === 'SELL_SHORT';
  return { side: bought ? 'BUY' : 'SELL', intent };
}
