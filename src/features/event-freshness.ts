import { type Freshness, freshnessOf } from '../core/freshness.ts';
import type { Parts } from './services.ts';

/** Clocks and scores on show are read again every 30 seconds; from here on they are old. Milliseconds. */
const SCORE_MS = 90_000;

/** How current the clock and score of an event are; undefined where it was not read. */
export function eventFreshness(
  { clock, events, session }: Parts<'clock' | 'events' | 'session'>,
  id: string,
): Freshness | undefined {
  const at = events.readAt(id);
  if (at === undefined) return undefined;
  const evidence = { source: 'rest', stream: 'none', heardAt: undefined, limitMs: SCORE_MS } as const;
  return freshnessOf({ ...evidence, at, reachable: session.link.kind !== 'offline' }, clock.now());
}
