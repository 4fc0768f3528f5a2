import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import type { IntentFile } from './intent-file.ts';

/** A disk that takes longer than ten seconds is one that hangs. Counted one by one: a machine that slept wakes in one. */
const SECONDS = 10;
/**
 * With so many that were given up and are not over, nothing more is asked of the disk: all of them are done once it answers,
 * the same lines over and over. One that never comes back keeps nothing from the disk.
 */
const MOST_HANGING = 2;

/**
 * The same file, of which nothing is waited for longer than ten seconds: what takes longer is as good as failed. It may be
 * done all the same later, which only ever keeps something from being sent.
 */
export function withPatience(file: IntentFile, clock: Clock): IntentFile {
  let hanging = 0;
  const soon = async <T>(begin: () => Promise<T>): Promise<T> => {
    if (hanging >= MOST_HANGING) throw hangs();
    const work = begin();
    const late = Promise.withResolvers<never>();
    let timer: Disposable | undefined;
    const giveUp = (): void => {
      hanging += 1;
      const over = (): void => {
        hanging -= 1;
      };
      work.then(over, over);
      late.reject(hangs());
    };
    const wait = (left: number): void => {
      if (left === 0) giveUp();
      else timer = clock.setTimeout(() => wait(left - 1), 1_000);
    };
    wait(SECONDS);
    return Promise.race([work, late.promise]).finally(() => timer?.dispose());
  };
  return {
    read: () => soon(() => file.read()),
    append: (lines, durable) => soon(() => file.append(lines, durable)),
    claim: (name) => soon(() => file.claim(name)),
    digest: (text) => file.digest(text),
  };
}

function hangs(): Error {
  return new Error('The disk does not answer.');
}
