import { isAhead } from '../base/clock.ts';

/** Where a figure came from. `cache`: kept from an earlier time and not confirmed since. */
export type Source = 'stream' | 'rest' | 'cache';

/**
 * - `fresh`: as true as its source can be; shown without a word.
 * - `old`: past its limit: dimmed, with its time.
 * - `cut`: what would have told of a change is not connected: said in words, with its time.
 */
export type Standing = 'fresh' | 'old' | 'cut';

/** How true a figure is. */
export interface Truth {
  readonly source: Source;
  /** Until when it is known to have been true, Unix milliseconds. */
  readonly at: number;
  readonly standing: Standing;
}

/** What a figure's truth is worked out from. */
export interface Evidence {
  readonly source: Source;
  /** When it was told or read, Unix milliseconds. */
  readonly at: number;
  /**
   * The line that tells of its changes: `live` – subscribed and heard from within its limit; `lost` – it was subscribed
   * and the line broke or fell silent; `none` – there is none, it is read now and then.
   */
  readonly line: 'live' | 'lost' | 'none';
  /** When that line was last heard, Unix milliseconds; any frame counts, a heartbeat too. */
  readonly heardAt: number | undefined;
  /** False while the service does not answer requests. */
  readonly reachable: boolean;
  /** How old a figure without a live line may be, milliseconds. */
  readonly limitMs: number;
}

/** A line that was not heard for so long is lost, whether or not somebody noticed yet, milliseconds: the machine slept. */
const SILENT_MS = 75_000;

/**
 * A quiet market sends nothing, so what came over a live line is true until the line was last heard, however long ago it
 * was told. What was read is true when it was read. What lies ahead of now was noted before the machine's clock was set
 * back: how old it is nobody knows, so it is old.
 */
export function truthOf(evidence: Evidence, now: number): Truth {
  const { source, heardAt, reachable, limitMs } = evidence;
  const until = Math.max(evidence.at, heardAt ?? evidence.at);
  const isSilent = heardAt !== undefined && now - heardAt > SILENT_MS;
  const line = evidence.line === 'live' && isSilent ? 'lost' : evidence.line;
  if (line === 'live') return { source, at: Math.min(until, now), standing: 'fresh' };
  const told = source === 'stream';
  const at = told ? until : evidence.at;
  if (!reachable || (told && line === 'lost')) return { source, at, standing: 'cut' };
  const isOld = now - at > limitMs || isAhead(at, now) || source === 'cache';
  return { source, at, standing: isOld ? 'old' : 'fresh' };
}

/** The worse of two, as a sum of figures is as true as its worst part. */
export function worse(a: Truth, b: Truth): Truth {
  const rank: Readonly<Record<Standing, number>> = { fresh: 0, old: 1, cut: 2 };
  if (rank[a.standing] !== rank[b.standing]) return rank[a.standing] > rank[b.standing] ? a : b;
  return a.at <= b.at ? a : b;
}
