import { l10n, ProgressLocation, window } from 'vscode';
import { sleep } from '../../base/async.ts';
import type { Clock } from '../../base/clock.ts';

/** How long a reading goes on without a word, milliseconds: most are over by then, and a notice would only flash. */
const QUIET_MS = 500;

/** Settles as this reading of the open orders does; of one that takes longer it is said that it is under way. */
export async function withNotice<T>(clock: Clock, reading: Promise<T>): Promise<T> {
  const over = reading.then(
    () => true,
    () => true,
  );
  const quiet = sleep(clock, QUIET_MS).then(() => false);
  if (await Promise.race([over, quiet])) return reading;
  const title = l10n.t('Reading the open orders…');
  return window.withProgress({ location: ProgressLocation.Notification, title }, () => reading);
}
