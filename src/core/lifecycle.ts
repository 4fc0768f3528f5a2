import { windowOf, windowOfAll } from './asset-terms.ts';
import type { Book } from './book.ts';
import { type LineType, lineType } from './grouping.ts';
import type { Market, MarketEvent, MarketStatus, TradingState } from './market.ts';
import type { OpenEnum } from './open-enum.ts';
import type { Settlement } from './settlement.ts';

/** What can be done with a market now. `unknown`: the service sent nothing to tell by. */
export type Lifecycle =
  | 'upcoming'
  | 'open'
  | 'preopen'
  | 'suspended'
  | 'halted'
  | 'closed'
  | 'resolving'
  | 'resolved'
  | 'unknown';

/**
 * `status` if present, else `ep3Status`, else closed/active. `active` alone means nothing, it stays
 * true on resolved markets. Quotes narrow `open`: they are read later than the market and know a pause first. A
 * settlement price proves `resolved`.
 */
export function lifecycle(market: Market, quotes?: Pick<Book, 'state'>, settlement?: Settlement): Lifecycle {
  if (settlement !== undefined) return 'resolved';
  const stated = statedBy(market);
  if (stated !== 'open' && stated !== 'unknown') return stated;
  return byTradingState(quotes?.state) ?? stated;
}

/** An instrument that is paused is not open, whatever the status beside it says. */
function statedBy(market: Market): Lifecycle {
  const status = byStatus(market);
  const instrument = byTradingState(market.ep3Status);
  if (status === 'open' && instrument !== undefined && isPaused(instrument)) return instrument;
  return status ?? instrument ?? byFlags(market);
}

/**
 * Whether a market that is open by its own word would say so if it were paused: `status` has a member for that, of
 * `ep3Status` none was ever seen on a market (interface.md 9.2), and flags have none.
 */
export function wouldSayPaused(market: Market): boolean {
  return byStatus(market) !== undefined;
}

/**
 * The state as people should hear it at `now`, Unix milliseconds: a market whose window is still ahead is not over,
 * whatever its flags say before it opens.
 */
export function stateAt(state: Lifecycle, market: Market, now: number): Lifecycle {
  const isAhead = (state === 'closed' || state === 'resolving') && (windowOf(market)?.end ?? 0) > now;
  return isAhead ? 'upcoming' : state;
}

/** Trading stops for a while. */
export function isPaused(state: Lifecycle): boolean {
  return state === 'halted' || state === 'suspended' || state === 'preopen';
}

/** True where the last quotes can still be traded on. */
export function isTrading(state: Lifecycle): boolean {
  return state === 'open';
}

/** True from the moment trading has ended for good. */
export function isOver(state: Lifecycle): boolean {
  return state === 'closed' || state === 'resolving' || state === 'resolved';
}

/** `live` is a game in play; `open` is a question or season that trades and is decided later. */
export type EventPhase = 'upcoming' | 'live' | 'open' | 'awaitingSettlement' | 'ended';

const NOT_STARTED: ReadonlySet<string> = new Set(['NS', 'PRE', 'SCHEDULED', 'POSTPONED', 'DELAYED']);
const FINAL: ReadonlySet<string> = new Set(['VFT', 'FT', 'FINAL', 'F', 'F/OT', 'ENDED', 'AET']);

/**
 * Where an event stands at `now` (Unix milliseconds). `period`, `live` and `ended` come first (interface.md 9.4);
 * times only where the service sends none of them, and `endDate` never: it may precede the start. What has begun is
 * `live` only if it is a game: a season-long question trades for months after its start.
 */
export function eventPhase(event: MarketEvent, now: number): EventPhase {
  const states = event.markets.map((market) => lifecycle(market));
  const settled = states.length > 0 ? states.every((state) => state === 'resolved') : event.closed === true;
  const period = event.period?.toUpperCase();
  const final = event.ended === true || event.finishedTimestamp !== undefined;
  if (final || (period !== undefined && FINAL.has(period))) return settled ? 'ended' : 'awaitingSettlement';
  if (settled) return 'ended';
  const window = windowOfAll(event.markets);
  // Listed long before it opens, and closed for orders until then: what is over has its window behind it.
  if (window !== undefined && window.end > now) {
    return window.start !== undefined && window.start > now ? 'upcoming' : 'open';
  }
  const over = states.length > 0 && states.every(isOver);
  // Trading may be locked from the start of a game: only a market past `closed` proves that the game is over.
  if (over && states.some((state) => state !== 'closed')) return 'awaitingSettlement';
  if (event.live === true) return 'live';
  if (period !== undefined) return NOT_STARTED.has(period) ? 'upcoming' : 'live';
  const start = eventStart(event);
  if (start !== undefined && start > now) return 'upcoming';
  if (!isGame(event)) return over ? 'awaitingSettlement' : states.some(isTrading) ? 'open' : 'upcoming';
  if (start === undefined) return over ? 'awaitingSettlement' : 'upcoming';
  return event.live === false ? 'upcoming' : 'live';
}

const GAME_LINES: ReadonlySet<LineType> = new Set(['winner', 'spread', 'total', 'prop']);

/** Whether somebody plays: a game id, two teams, or a market type that only games have. */
export function isGame(event: MarketEvent): boolean {
  if (event.gameId !== undefined || event.score !== undefined) return true;
  const lines = new Set(event.markets.map(lineType));
  return (
    [...lines].some((line) => GAME_LINES.has(line)) || (event.teams.length === 2 && !lines.has('future'))
  );
}

/** When the game or question begins, Unix milliseconds; futures without a start have none. */
export function eventStart(event: MarketEvent): number | undefined {
  return (
    event.startTime?.ms ??
    event.markets.find((market) => market.gameStartTime)?.gameStartTime?.ms ??
    windowOfAll(event.markets)?.start
  );
}

const BY_STATUS: ReadonlyMap<string, Lifecycle> = new Map<OpenEnum<MarketStatus>, Lifecycle>([
  ['OPEN', 'open'],
  ['CLOSED', 'closed'],
  ['RESOLVING', 'resolving'],
  ['RESOLVED', 'resolved'],
  ['HALTED', 'halted'],
  // Not on record; taken for open they would show prices nobody can trade at.
  ['SUSPENDED', 'suspended'],
  ['PREOPEN', 'preopen'],
]);

const BY_TRADING_STATE: ReadonlyMap<string, Lifecycle> = new Map<TradingState, Lifecycle>([
  ['OPEN', 'open'],
  ['MATCH_AND_CLOSE_AUCTION', 'open'],
  ['PREOPEN', 'preopen'],
  ['SUSPENDED', 'suspended'],
  ['HALTED', 'halted'],
  ['CLOSED', 'closed'],
  // The public service shows EXPIRED before and after the payout, TERMINATED only after it.
  ['EXPIRED', 'resolving'],
  ['TERMINATED', 'resolved'],
]);

function byStatus({ status }: Market): Lifecycle | undefined {
  return BY_STATUS.get(status ?? '');
}

function byTradingState(state: OpenEnum<TradingState> | undefined): Lifecycle | undefined {
  return BY_TRADING_STATE.get(state ?? '');
}

function byFlags(market: Market): Lifecycle {
  if (market.closed === true) return 'closed';
  if (market.active === true) return 'open';
  return market.active === false && market.closed === false ? 'upcoming' : 'unknown';
}
