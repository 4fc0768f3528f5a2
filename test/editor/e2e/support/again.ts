/** How long to look for what came of an act, milliseconds. Longer every time: on a slow machine it may yet come. */
const FIRST_LOOK_MS = 6000;
const LONGEST_LOOK_MS = 20_000;
const LIMIT_MS = 90_000;

/** Resolves with undefined while there is nothing to be seen. */
export type Look<T> = () => Promise<T | undefined>;

/**
 * Acts and looks for what should come of it; where nothing does, acts again, as a person would: a click that falls on a
 * row at the moment it is redrawn goes nowhere. Resolves with what was seen.
 * @param act one try, to be given up within seconds. It may fail: the row moved, something lay over it.
 * @throws once the limit has passed: what was tried, and how each try ended.
 */
export async function actUntil<T>(
  what: string,
  act: () => Promise<unknown>,
  look: Look<T>,
  limit = LIMIT_MS,
): Promise<T> {
  const deadline = Date.now() + limit;
  const ends: string[] = [];
  for (let patience = FIRST_LOOK_MS; ; patience = Math.min(patience * 1.5, LONGEST_LOOK_MS)) {
    const failure = await act().then(() => undefined, firstLine);
    // After a failed act a single look: it may have been half done.
    const seen = await waitFor(look, failure === undefined ? patience : 500);
    if (seen !== undefined) return seen;
    ends.push(failure ?? 'nothing came of it');
    if (Date.now() > deadline) throw new Error(`${what}: tried ${ends.length} times: ${ends.join('; ')}`);
  }
}

/** What a look sees within the time, in milliseconds; undefined when that has passed. */
export async function waitFor<T>(look: Look<T>, limit: number): Promise<T | undefined> {
  const deadline = Date.now() + limit;
  for (;;) {
    const seen = await look();
    if (seen !== undefined || Date.now() > deadline) return seen;
    await pause(100);
  }
}

/** Waits until `read` gives what `accept` takes, and returns it; fails with the last of several readings. */
export async function eventually<T>(
  read: () => Promise<T>,
  accept: (value: T) => boolean,
  what: string,
  limit = 60_000,
): Promise<T> {
  const deadline = Date.now() + limit;
  for (let readings = 1; ; readings++) {
    const value = await read();
    if (accept(value)) return value;
    // One reading of a long list may take all the time there is.
    if (Date.now() > deadline && readings > 2) throw new Error(`${what}: still ${JSON.stringify(value)}`);
    await pause(200);
  }
}

/** Playwright's messages go on for pages. */
export function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? '';
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
