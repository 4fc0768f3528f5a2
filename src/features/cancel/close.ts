import { sleep } from '../../base/async.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import type { CancelLog } from '../../store/cancels/log.ts';

/** Longest wait when a window closes, milliseconds; the editor ends the process after five seconds whatever is under way. */
const MOST_MS = 3_000;

/**
 * Ends everything of a window, then waits until the cancellation log has what that added. Never rejects; a disk that hangs
 * does not hold the window up.
 */
export async function close(own: Disposable, log: Pick<CancelLog, 'close'>, clock: Clock): Promise<void> {
  try {
    own.dispose();
  } catch {
    // Nobody is there to report it to, and the log matters all the same.
  }
  const done = new AbortController();
  const closed = log.close().catch(() => undefined);
  await Promise.race([closed, sleep(clock, MOST_MS, done.signal).catch(() => undefined)]);
  done.abort();
}
