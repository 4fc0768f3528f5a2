import { DAY_MS } from '../base/clock.ts';
import type { EventFacts } from './event-facts.ts';
import type { EventGroup } from './grouping.ts';
import type { Market } from './market.ts';
import { volumeOf } from './sort.ts';

/** Where a hit stands in time; the smaller, the further up it is listed. */
export const STAGE = { live: 0, soon: 1, open: 2, settled: 3 } as const;

/** How well the words fit: all as typed, some as beginnings, some misspelt. */
export const MATCH = { exact: 3, beginning: 2, misspelt: 1 } as const;

/** Whose volume a hit is ranked by: its own, that of its event or its markets, or none that is known. */
export const VOLUME = { own: 0, borrowed: 1, unknown: 2 } as const;

export interface RankedVolume {
  /** One of `VOLUME`. */
  readonly volumeFrom: number;
  /** Contracts traded; 0 where nothing is known. */
  readonly volume: number;
}

export interface Ranked extends RankedVolume {
  /** One of `STAGE`. */
  readonly stage: number;
  /** One of `MATCH`, of the word that fits least. */
  readonly match: number;
  /** Sets two alike apart, so that equal hits never change places. */
  readonly key: string;
}

/**
 * Live before soon before open before settled; then the better match; then the bigger volume, own ones before borrowed ones, for
 * the volume of a game is not that of a market; then the key.
 */
export function compareRanked(a: Ranked, b: Ranked): number {
  const byVolume = a.volumeFrom - b.volumeFrom || b.volume - a.volume;
  const byRank = a.stage - b.stage || b.match - a.match || byVolume;
  return byRank || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}

/** A game within a week is soon: the next round of most leagues. Milliseconds. */
const THIS_WEEK_MS = 7 * DAY_MS;

/** A question that is decided within the hour is soon, too: a window of a quarter of an hour. Milliseconds. */
const ENDING_MS = 60 * 60 * 1000;

/** The stage of an event at `now`, Unix milliseconds. Other questions and seasons that trade are open, whenever they end. */
export function stageOf({ phase, start, end }: EventFacts, now: number): number {
  if (phase === 'live') return STAGE.live;
  if (phase === 'awaitingSettlement' || phase === 'ended') return STAGE.settled;
  if (phase === 'open' && end !== undefined && end > now && end - now <= ENDING_MS) return STAGE.soon;
  return phase === 'upcoming' && start !== undefined && start - now <= THIS_WEEK_MS ? STAGE.soon : STAGE.open;
}

/** Of an event: its own, else what its markets add up to. */
export function rankedEventVolume({ event, markets }: EventGroup): RankedVolume {
  if (event?.volume !== undefined) return { volumeFrom: VOLUME.own, volume: event.volume.toNumber() };
  const known = markets.flatMap((market) => volumeOf(market)?.toNumber() ?? []);
  if (known.length === 0) return { volumeFrom: VOLUME.unknown, volume: 0 };
  return { volumeFrom: VOLUME.borrowed, volume: known.reduce((sum, volume) => sum + volume, 0) };
}

/** Of a market: its own, else what its event says of itself. Markets that came with their event may say nothing of theirs. */
export function rankedMarketVolume(market: Market, ofEvent: RankedVolume): RankedVolume {
  const volume = volumeOf(market)?.toNumber();
  if (volume !== undefined) return { volumeFrom: VOLUME.own, volume };
  if (ofEvent.volumeFrom !== VOLUME.own) return { volumeFrom: VOLUME.unknown, volume: 0 };
  return { volumeFrom: VOLUME.borrowed, volume: ofEvent.volume };
}
