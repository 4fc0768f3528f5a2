import { spawnSync } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { repository } from '../repository.ts';

/**
 * Opens a window of the installed VS Code with the extension loaded from this folder, as a user who has no settings, no
 * keys and no other extensions: with one's own, the window might be on one's own account. Returns the exit code.
 */
export async function startDesktop(): Promise<number> {
  // A short folder: VS Code keeps a unix socket in it. It stays while the window is open, so nobody here can remove it.
  const user = await mkdtemp(path.join(os.tmpdir(), 'pm-'));
  const { error, status } = spawnSync('code', argumentsFor(user), {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (error || status !== 0) {
    console.error(
      'No `code` on the PATH. In VS Code run "Shell Command: Install \'code\' command in PATH", or: npm start -- --browser',
    );
    return 1;
  }
  console.log('A VS Code window opens; the Prediction Markets icon is in its activity bar.');
  console.log(`It has a profile of its own, in ${user}: remove that folder after you closed the window.`);
  return 0;
}

/** `user`: the folder of a user of its own. The arguments are quoted where a shell takes them apart, on Windows. */
export function argumentsFor(user: string, isShell = process.platform === 'win32'): readonly string[] {
  const all = [
    '--new-window',
    `--user-data-dir=${path.join(user, 'data')}`,
    `--extensions-dir=${path.join(user, 'extensions')}`,
    `--extensionDevelopmentPath=${repository}`,
  ];
  return isShell ? all.map((each) => `"${each}"`) : all;
}
