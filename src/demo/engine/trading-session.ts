import type { MarketFrame } from './events.ts';
import { type Own, type Print, printOf, tradesUntil } from './tape.ts';

/** First, lowest and highest trade of a session. */
interface SessionTrades {
  readonly open: Print;
  readonly low: Print;
  readonly high: Print;
}

/** So many trades of the market’s own are in a session: few enough to look at each when a book is first asked for. */
const TRADES = 100;

/** What was looked at before: a session only grows. `next`: the number of the first trade that was not. */
const looked = new WeakMap<
  MarketFrame,
  SessionTrades & { readonly seed: number; readonly first: number; readonly next: number }
>();

/**
 * The session that is on at `now`, with the account's own trades in it. Within one no high falls and no low rises. Undefined
 * before the first trade.
 */
export function sessionOf(
  seed: number,
  market: MarketFrame,
  own: Own,
  now: number,
): SessionTrades | undefined {
  const next = tradesUntil(seed, market, now);
  const first = Math.floor((next - 1) / TRADES) * TRADES;
  const before = looked.get(market);
  let trades: SessionTrades | undefined;
  let from = first;
  if (before?.seed === seed && before.first === first && before.next <= next)
    [trades, from] = [before, before.next];
  for (let number = from; number < next; number++) {
    const print = printOf(seed, market, number);
    if (print !== undefined) trades = withPrint(trades, print);
  }
  if (trades === undefined) return undefined;
  const { open, low, high } = trades;
  looked.set(market, { open, low, high, seed, first, next });
  return own.prints.filter(({ ms }) => ms >= open.ms && ms <= now).reduce(withPrint, { open, low, high });
}

function withPrint(trades: SessionTrades | undefined, print: Print): SessionTrades {
  if (trades === undefined) return { open: print, low: print, high: print };
  const { open, low, high } = trades;
  return {
    open,
    low: print.points < low.points ? print : low,
    high: print.points > high.points ? print : high,
  };
}
