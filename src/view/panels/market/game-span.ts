import { LONGEST_RANGE_MS, type TimeRange } from '../../../core/book.ts';
import { eventPhase, eventStart, isGame, lifecycle } from '../../../core/lifecycle.ts';
import type { Market, MarketEvent } from '../../../core/market.ts';

/** Shown before the start of a game and after its end, milliseconds. */
const MARGIN_MS = 15 * 60_000;

/**
 * The span of a game that is over, whose prices the service has minute by minute. Where it does not say when the game
 * ended, the span is as long as the service takes; of a longer game it is the end.
 */
export function gameRange(
  market: Market,
  event: MarketEvent | undefined,
  now: number,
): TimeRange | undefined {
  const whole = event && { ...event, markets: event.markets.length > 0 ? event.markets : [market] };
  const start = market.gameStartTime?.ms ?? (whole && eventStart(whole));
  const isPlayed = whole === undefined ? market.gameStartTime !== undefined : isGame(whole);
  if (start === undefined || start >= now || !isPlayed || !isGameOver(market, whole, now)) return undefined;
  const finished = event?.finishedTimestamp?.ms ?? 0;
  const latest = start - MARGIN_MS + LONGEST_RANGE_MS;
  const to = Math.min(finished > start ? finished + MARGIN_MS : latest, now);
  return { from: Math.max(start - MARGIN_MS, to - LONGEST_RANGE_MS), to };
}

/** `closed` proves nothing: trading may be locked from the start of a game. */
function isGameOver(market: Market, event: MarketEvent | undefined, now: number): boolean {
  const state = lifecycle(market);
  if (state === 'resolved' || state === 'resolving') return true;
  const phase = event && eventPhase(event, now);
  return phase === 'ended' || phase === 'awaitingSettlement';
}
