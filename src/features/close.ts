import { sleep } from '../base/async.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/lifecycle.ts';
import type { IntentLog } from '../store/cancels/intent-log.ts';

/** Longest wait when a window closes, milliseconds; the editor ends the process after five seconds whatever is under way. */
const MOST_MS = 3_000;

/**
 * Ends everything of a window, then waits until the record of cancels holds what was found out until then, and what
 * ending added: the editor waits for nothing it is not told of. Never rejects; a disk that hangs holds up no window long.
 */
export async function close(
  own: Disposable,
  record: Pick<IntentLog, 'flushed'>,
  clock: Clock,
): Promise<void> {
  try {
    own.dispose();
  } catch {
    // Nobody is there to be told any more, and the record matters all the same.
  }
  const done = new AbortController();
  const written = record.flushed().catch(() => undefined);
  await Promise.race([written, sleep(clock, MOST_MS, done.signal).catch(() => undefined)]);
  done.abort();
}
