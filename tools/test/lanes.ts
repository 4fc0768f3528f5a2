/** Something to do beside others. */
export interface Task {
  readonly name: string;
  /** How many processors it keeps busy, on average. */
  readonly load: number;
  /** Names of what has to have ended before it begins, however it ended. */
  readonly after: readonly string[];
}

/** What there is to share. */
export interface Room {
  readonly processors: number;
  /** How many tasks at once, whatever they need. */
  readonly tasks: number;
}

/** No two tasks at once, in the order they are given. */
export const ONE_BY_ONE: Room = { processors: Number.POSITIVE_INFINITY, tasks: 1 };

/** Loads are measured to a hundredth, and hundredths add up to a little more than they are. */
const ROUNDING = 1e-6;

/**
 * Does every task once: of those that may begin, always the first in the given order for which there is room. One that
 * needs more than there is begins alone. Resolves when all have ended, or, once `signal` is aborted, those under way.
 * @throws what `work` threw first, after the others have ended, and when tasks wait for each other or for none there is.
 */
export async function inLanes<T extends Task>(
  tasks: readonly T[],
  room: Room,
  work: (task: T) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const waiting = [...tasks];
  const running = new Map<T, Promise<void>>();
  const ended = new Set<string>();
  const failures: unknown[] = [];
  const begin = (task: T): void => {
    waiting.splice(waiting.indexOf(task), 1);
    const end = work(task)
      .catch((cause: unknown) => failures.push(cause))
      .then(() => {
        running.delete(task);
        ended.add(task.name);
      });
    running.set(task, end);
  };
  for (;;) {
    while (!signal?.aborted) {
      const next = nextOf(waiting, [...running.keys()], room, ended);
      if (next === undefined) break;
      begin(next);
    }
    if (running.size === 0) break;
    await Promise.race(running.values());
  }
  if (failures.length > 0) throw failures[0];
  if (waiting.length > 0 && !signal?.aborted)
    throw new Error(`Nothing lets these begin: ${waiting.map(({ name }) => name).join(', ')}`);
}

function nextOf<T extends Task>(
  waiting: readonly T[],
  running: readonly Task[],
  room: Room,
  ended: ReadonlySet<string>,
): T | undefined {
  if (running.length >= room.tasks) return undefined;
  const taken = running.reduce((sum, { load }) => sum + load, 0);
  return waiting.find(
    ({ load, after }) =>
      after.every((name) => ended.has(name)) &&
      (running.length === 0 || taken + load <= room.processors + ROUNDING),
  );
}
