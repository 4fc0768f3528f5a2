import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { LEADERS_FILE, leadersIn, signalGroup } from '../../test/support/vscode/processes.ts';

interface ChildRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** File that gets all it says, as it says it; without one it speaks for itself. */
  readonly log?: string;
  /** File for the leaders of groups it starts, which outlive its crash. Removed in the end. */
  readonly leaders: string;
  /** Milliseconds after which it is ended. */
  readonly limit: number;
  /** Ends it, and everything it started. */
  readonly signal: AbortSignal;
}

/** How a child ended: an exit code, or in words why there is none. */
export type Ending = { readonly code: number } | { readonly reason: string };

/** How long a child that was asked to end may take for it, milliseconds: it closes windows and servers. */
const PATIENCE_MS = 10_000;

/** For the case that this process ends before its children. */
const lastResorts = new Set<() => void>();
const endEverything = (): void => {
  for (const end of lastResorts) end();
};

/** Runs a child to its end. Nothing it started is left afterwards, however it ended. */
export async function runChild(run: ChildRun): Promise<Ending> {
  const log = run.log === undefined ? undefined : openSync(run.log, 'w');
  const child = spawn(run.command, run.args, {
    cwd: run.cwd,
    // A group of its own: an interruption reaches it from here alone, once, and all that is in it at the end. Windows has
    // no groups, and would open a console.
    detached: process.platform !== 'win32',
    stdio: ['ignore', log ?? 'inherit', log ?? 'inherit'],
    env: { ...process.env, [LEADERS_FILE]: run.leaders },
    // npm is a script there.
    shell: process.platform === 'win32' && run.command === 'npm',
  });
  if (log !== undefined) closeSync(log);
  const { pid } = child;
  const patience = new AbortController();
  const stops = AbortSignal.any([run.signal, AbortSignal.timeout(run.limit)]);
  const stop = (): void => {
    if (pid === undefined) return;
    signalGroup(pid, 'SIGINT');
    const force = setTimeout(() => signalGroup(pid, 'SIGKILL'), PATIENCE_MS);
    patience.signal.addEventListener('abort', () => clearTimeout(force));
  };
  stops.addEventListener('abort', stop, { once: true });
  const lastResort = (): void => endAll(pid, run.leaders);
  if (lastResorts.size === 0) process.on('exit', endEverything);
  lastResorts.add(lastResort);
  try {
    const ending = await new Promise<Ending>((resolve) => {
      child.once('error', (cause) => resolve({ reason: `did not start: ${cause.message}` }));
      child.once('exit', (code, name) =>
        resolve(code === null ? { reason: `was ended by ${name}` } : { code }),
      );
      if (stops.aborted) stop();
    });
    if (run.signal.aborted) return { reason: 'was interrupted' };
    return stops.aborted ? { reason: `did not end within ${run.limit / 1000} s` } : ending;
  } finally {
    patience.abort();
    stops.removeEventListener('abort', stop);
    lastResorts.delete(lastResort);
    if (lastResorts.size === 0) process.off('exit', endEverything);
    endAll(pid, run.leaders);
  }
}

/** What is left of a child's group, and of the groups it started. */
function endAll(pid: number | undefined, leaders: string): void {
  if (pid !== undefined) signalGroup(pid, 'SIGKILL');
  if (!existsSync(leaders)) return;
  for (const leader of leadersIn(readFileSync(leaders, 'utf8'))) signalGroup(leader, 'SIGKILL');
  rmSync(leaders);
}
