import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import type { IntentFile } from './intent-file.ts';

/** A disk that takes longer than ten seconds is one that hangs. Counted one by one: a machine that slept wakes in one. */
const SECONDS = 10;

/**
 * The same file, of which nothing is waited for longer than ten seconds: what takes longer is as good as failed. It may be
 * done all the same later, which only ever keeps something from being sent.
 */
export function withPatience(file: IntentFile, clock: Clock): IntentFile {
  const soon = <T>(work: Promise<T>): Promise<T> => {
    const late = Promise.withResolvers<never>();
    let timer: Disposable | undefined;
    const wait = (left: number): void => {
      if (left === 0) late.reject(new Error('The disk does not answer.'));
      else timer = clock.setTimeout(() => wait(left - 1), 1_000);
    };
    wait(SECONDS);
    return Promise.race([work, late.promise]).finally(() => timer?.dispose());
  };
  return {
    read: () => soon(file.read()),
    append: (lines, durable) => soon(file.append(lines, durable)),
    claim: (name) => soon(file.claim(name)),
    digest: (text) => file.digest(text),
  };
}
