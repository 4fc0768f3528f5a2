import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type Clock, HOUR_MS } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';

/** What the window's file holds. It is readable for its owner alone; who can read it may call the tools of the window. */
export interface WindowFile {
  readonly pid: number;
  /** Where the window listens. */
  readonly pipe: string;
  readonly token: string;
  /** The name of its workspace, clean of what an answer must not hold; empty where it has none. */
  readonly label: string;
  /** Unix milliseconds. Past it the file is of no window, also where its `pid` is that of another process. */
  readonly expires: number;
}

/** How long a file is good, and how often its window looks whether half of that is over: soon after a sleep of the machine, too. Milliseconds. */
const GOOD_MS = HOUR_MS;
const LOOK_MS = 60_000;

/** Undefined for what is no such file. */
export async function readWindowFile(file: string): Promise<WindowFile | undefined> {
  try {
    const { pid, pipe, token, label, expires } = JSON.parse(await readFile(file, 'utf8')) as Record<
      string,
      unknown
    >;
    if (typeof pid !== 'number' || typeof expires !== 'number') return undefined;
    if (typeof pipe !== 'string' || typeof token !== 'string' || typeof label !== 'string') return undefined;
    return { pid, pipe, token, label, expires };
  } catch {
    return undefined;
  }
}

/** A window's own file. It was changed last when its window was focused last. */
interface OwnFile extends Disposable {
  focused(): void;
}

/** Writes the file, and keeps it good until it is disposed, which removes it. Throws where it cannot be written at first. */
export function keepWindowFile(
  file: string,
  content: Omit<WindowFile, 'expires'>,
  isFocused: boolean,
  clock: Clock,
): OwnFile {
  // A window that never had the focus comes after all that had.
  let focusedAt = isFocused ? clock.now() / 1_000 : 0;
  let expires = 0;
  // In one go, so that none is written once it is disposed.
  const write = (): void => {
    const written = `${file}.tmp`;
    const next = clock.now() + GOOD_MS;
    writeFileSync(written, JSON.stringify({ ...content, expires: next }), { mode: 0o600 });
    utimesSync(written, focusedAt, focusedAt);
    renameSync(written, file);
    expires = next;
  };
  const rewrite = (): void => {
    try {
      write();
    } catch {
      // Somebody reads it just now, where that counts: the next look tries again.
    }
  };
  const look = (): void => {
    if (expires - clock.now() < GOOD_MS / 2) rewrite();
    timer = clock.setTimeout(look, LOOK_MS);
  };
  write();
  let timer = clock.setTimeout(look, LOOK_MS);
  return {
    focused: () => {
      focusedAt = clock.now() / 1_000;
      rewrite();
    },
    dispose: () => {
      timer.dispose();
      rmSync(file, { force: true });
    },
  };
}
