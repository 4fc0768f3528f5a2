import { spawnSync } from 'node:child_process';
import { repository } from '../repository.ts';

/** Opens a window of the installed VS Code with the extension loaded from this folder. Returns the exit code. */
export function startDesktop(): number {
  const args = ['--new-window', `--extensionDevelopmentPath=${repository}`];
  const { error, status } = spawnSync('code', args, {
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
  return 0;
}
