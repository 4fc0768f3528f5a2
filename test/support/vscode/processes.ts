import type { ChildProcess } from 'node:child_process';

/** Leaders of process groups this run started and has to end, whatever way it ends itself. */
const groups = new Set<number>();

/**
 * Remembers a child that was spawned `detached`, the leader of a group (server, extension host, watcher …), and
 * returns how to end the whole group: asked first, forced after three seconds.
 */
export function ownGroup(child: ChildProcess): () => Promise<void> {
  const { pid } = child;
  if (pid === undefined) return async () => {};
  if (groups.size === 0) watchForTheEnd();
  groups.add(pid);
  const gone = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
  return async () => {
    signalGroup(pid, 'SIGTERM');
    const patience = new AbortController();
    await Promise.race([gone, delay(3000, patience.signal)]);
    patience.abort();
    signalGroup(pid, 'SIGKILL');
    groups.delete(pid);
  };
}

/** Resolves on Ctrl-C or a request to end; from then on what this run started is the caller's to stop. */
export async function interruption(): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.off(name, interrupted);
      process.once(name, () => resolve());
    }
  });
}

/** Signals a whole group by its leader, which may be gone before the others; on Windows, where none are, the leader. */
export function signalGroup(leader: number, name: NodeJS.Signals): void {
  try {
    process.kill(process.platform === 'win32' ? leader : -leader, name);
  } catch {
    // the group is gone already
  }
}

const endAll = (): void => {
  for (const pid of groups) signalGroup(pid, 'SIGKILL');
};
const interrupted = (): void => {
  process.exit(130); // runs endAll on the way out
};

function watchForTheEnd(): void {
  if (process.listeners('exit').includes(endAll)) return;
  process.on('exit', endAll);
  process.on('SIGINT', interrupted);
  process.on('SIGTERM', interrupted);
}

function delay(ms: number, aborted: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    aborted.addEventListener('abort', () => clearTimeout(timer));
  });
}
