import { eventPhase, eventStart } from './lifecycle.ts';
import type { MarketEvent } from './market.ts';

/** Where a hit stands in time; the order of this list is the order of the results. */
export const SEARCH_STAGES = ['live', 'soon', 'open', 'settled'] as const;
export type SearchStage = (typeof SEARCH_STAGES)[number];

/** How well the words fit: all as typed, some as beginnings, some misspelt. */
export const MATCH = { exact: 3, beginning: 2, misspelt: 1 } as const;

export interface Ranked {
  readonly stage: SearchStage;
  /** One of `MATCH`, of the word that fits least. */
  readonly match: number;
  /** Contracts traded; 0 where nothing is known. */
  readonly volume: number;
  /** Sets two alike apart, so that equal hits never change places. */
  readonly key: string;
}

/** Live before soon before open before settled; then the better match; then the bigger volume; then the key. */
export function compareRanked(a: Ranked, b: Ranked): number {
  if (a.stage !== b.stage) return SEARCH_STAGES.indexOf(a.stage) - SEARCH_STAGES.indexOf(b.stage);
  if (a.match !== b.match) return b.match - a.match;
  if (a.volume !== b.volume) return b.volume - a.volume;
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}

/** A game within a week is soon: the next round of most leagues. Milliseconds. */
const SOON_MS = 7 * 24 * 60 * 60 * 1000;
/** A game that was due and has not begun is looked at again, milliseconds. */
const DUE_MS = 60_000;

/**
 * The stage of an event at `now`, and when it may be another one without any news of it; both Unix milliseconds. Questions
 * and seasons that trade are open, whenever they end.
 */
export function stageOf(
  event: MarketEvent,
  now: number,
): { readonly stage: SearchStage; readonly until: number } {
  const phase = eventPhase(event, now);
  const start = eventStart(event);
  if (phase !== 'upcoming') {
    return {
      stage: phase === 'live' || phase === 'open' ? phase : 'settled',
      until: Number.POSITIVE_INFINITY,
    };
  }
  if (start === undefined) return { stage: 'open', until: Number.POSITIVE_INFINITY };
  return start - now > SOON_MS
    ? { stage: 'open', until: start - SOON_MS }
    : { stage: 'soon', until: Math.max(start, now + DUE_MS) };
}
