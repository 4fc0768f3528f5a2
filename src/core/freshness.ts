import { isAhead } from '../base/clock.ts';

/** Where a figure came from: a frame of the stream or a reply to a request. */
export type FigureSource = 'stream' | 'rest';

/**
 * - `fresh`: as current as its source can be; shown without remark.
 * - `stale`: older than its limit, or its stream is quiet; dimmed, with its time.
 * - `cut`: its stream or the service is disconnected; said in words, with its time.
 */
export type FreshnessState = 'fresh' | 'stale' | 'cut';

export interface Freshness {
  readonly source: FigureSource;
  /** The last moment it is known to have been right, Unix milliseconds. */
  readonly at: number;
  readonly standing: FreshnessState;
  /** Since when its stream is quiet, Unix milliseconds: stale for that, though it may have been read since. */
  readonly quietSince?: number;
}

/** What `freshnessOf` decides from. */
export interface FreshnessEvidence {
  readonly source: FigureSource;
  /** When it was received or read, Unix milliseconds. */
  readonly at: number;
  /**
   * The stream that carries its changes. `live`: subscribed, and heard within its limit. `quiet`: subscribed, and not heard
   * lately. `lost`: it was subscribed, then broke or stalled. `none`: not streamed, polled instead.
   */
  readonly stream: 'live' | 'quiet' | 'lost' | 'none';
  /** When that stream was last heard, Unix milliseconds; any frame counts, a heartbeat too. */
  readonly heardAt: number | undefined;
  /** False while the service does not answer requests. */
  readonly reachable: boolean;
  /** How old a figure without a live stream may be, milliseconds. */
  readonly limitMs: number;
}

/** How old a figure may be that no live stream confirms, milliseconds. */
export const READ_LIMIT_MS = 45_000;
/**
 * A stream that was not heard for this long is lost, even if nobody noticed yet: the machine slept. No page says how often the
 * service sends heartbeats. Milliseconds.
 */
export const SILENCE_MS = 75_000;

/**
 * Decides how current a figure is. A quiet market sends nothing, so a streamed figure is right until the stream was last
 * heard; a read one is right when it was read. A time ahead of now was noted before the clock was set back, so its age is
 * unknown: stale.
 */
export function freshnessOf(evidence: FreshnessEvidence, now: number): Freshness {
  const { source, heardAt, reachable, limitMs } = evidence;
  const until = Math.max(evidence.at, heardAt ?? evidence.at);
  const isSilent = heardAt !== undefined && now - heardAt > SILENCE_MS;
  const isOpen = evidence.stream === 'live' || evidence.stream === 'quiet';
  const stream = isOpen && isSilent ? 'lost' : evidence.stream;
  if (stream === 'live') return { source, at: Math.min(until, now), standing: 'fresh' };
  if (stream === 'quiet' && reachable)
    return { source, at: Math.min(until, now), standing: 'stale', quietSince: heardAt ?? evidence.at };
  const isStreamed = source === 'stream';
  const at = isStreamed ? until : evidence.at;
  if (!reachable || (isStreamed && stream === 'lost')) return { source, at, standing: 'cut' };
  const isStale = now - at > limitMs || isAhead(at, now);
  return { source, at, standing: isStale ? 'stale' : 'fresh' };
}

/** The worse of two: a sum is as current as its worst part. */
export function worse(a: Freshness, b: Freshness): Freshness {
  const rank: Readonly<Record<FreshnessState, number>> = { fresh: 0, stale: 1, cut: 2 };
  if (rank[a.standing] !== rank[b.standing]) return rank[a.standing] > rank[b.standing] ? a : b;
  const [worst, other] = a.at <= b.at ? [a, b] : [b, a];
  const { quietSince = other.quietSince } = worst;
  return quietSince === worst.quietSince || quietSince === undefined ? worst : { ...worst, quietSince };
}
