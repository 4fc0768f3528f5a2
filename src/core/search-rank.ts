import type { EventFacts } from './event-facts.ts';

/** Where a hit stands in time; the smaller, the further up it is listed. */
export const STAGE = { live: 0, soon: 1, open: 2, settled: 3 } as const;

/** How well the words fit: all as typed, some as beginnings, some misspelt. */
export const MATCH = { exact: 3, beginning: 2, misspelt: 1 } as const;

export interface Ranked {
  /** One of `STAGE`. */
  readonly stage: number;
  /** One of `MATCH`, of the word that fits least. */
  readonly match: number;
  /** Contracts traded; 0 where nothing is known. */
  readonly volume: number;
  /** Sets two alike apart, so that equal hits never change places. */
  readonly key: string;
}

/** Live before soon before open before settled; then the better match; then the bigger volume; then the key. */
export function compareRanked(a: Ranked, b: Ranked): number {
  const byRank = a.stage - b.stage || b.match - a.match || b.volume - a.volume;
  return byRank || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}

/** A game within a week is soon: the next round of most leagues. Milliseconds. */
const SOON_MS = 7 * 24 * 60 * 60 * 1000;

/** The stage of an event at `now`, Unix milliseconds. Questions and seasons that trade are open, whenever they end. */
export function stageOf({ phase, start }: EventFacts, now: number): number {
  if (phase === 'live') return STAGE.live;
  if (phase === 'awaitingSettlement' || phase === 'ended') return STAGE.settled;
  return phase === 'upcoming' && start !== undefined && start - now <= SOON_MS ? STAGE.soon : STAGE.open;
}
