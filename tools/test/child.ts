import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { signalGroup } from '../../test/support/vscode/processes.ts';

interface ChildRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly log: string;
  /** Milliseconds after which it is ended. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** How long a child that was asked to end may take for it, milliseconds: it closes windows and servers. */
const PATIENCE_MS = 10_000;

/**
 * Runs a child to its end; nothing of its process group is left afterwards. Resolves with undefined when it exited with 0,
 * else with what happened in words.
 */
export async function runChild(run: ChildRun): Promise<string | undefined> {
  const { command, args, cwd, log, limit, signal } = run;
  const output = openSync(log, 'w');
  const child = spawn(command, args, {
    cwd,
    // A group of its own, so that an interruption reaches it from here alone. Windows has none, and would open a console.
    detached: process.platform !== 'win32',
    stdio: ['ignore', output, output],
    // npm is a script there.
    shell: process.platform === 'win32' && command === 'npm',
  });
  closeSync(output);
  const { pid } = child;
  const end = (name: NodeJS.Signals): void => {
    if (pid !== undefined) signalGroup(pid, name);
  };
  const force = (): void => end('SIGKILL');
  process.on('exit', force);
  let forcing: NodeJS.Timeout | undefined;
  const stops = AbortSignal.any([signal, AbortSignal.timeout(limit)]);
  const stop = (): void => {
    end('SIGINT');
    forcing = setTimeout(force, PATIENCE_MS);
  };
  try {
    const exited = new Promise<string | undefined>((resolve) => {
      child.once('error', (cause) => resolve(`did not start: ${cause.message}`));
      child.once('exit', (code, name) => {
        if (code === 0) resolve(undefined);
        else resolve(code === null ? `was ended by ${name}` : `ended with exit code ${code}`);
      });
    });
    if (stops.aborted) stop();
    else stops.addEventListener('abort', stop, { once: true });
    const ending = await exited;
    if (signal.aborted) return 'was interrupted';
    return stops.aborted ? `did not end within ${limit / 1000} s` : ending;
  } finally {
    clearTimeout(forcing);
    stops.removeEventListener('abort', stop);
    process.off('exit', force);
    force();
  }
}
