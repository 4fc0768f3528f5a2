import { spawn } from 'node:child_process';
import { interruption } from '../../test/support/vscode/processes.ts';
import { makeRoot, removeRoot } from '../../test/support/vscode/roots.ts';
import { startServer, workbenchUrl } from '../../test/support/vscode/server.ts';
import { packagePath } from '../repository.ts';

/** Serves VS Code with the package installed until Ctrl-C; says where it is and opens it where there is a screen. */
export async function serve(): Promise<void> {
  const root = await makeRoot();
  const server = await startServer({ root, vsix: packagePath(), driven: false });
  const url = workbenchUrl(server);
  console.log(`\nVS Code with Prediction Markets is at\n\n  ${url}\n`);
  console.log('Click the Prediction Markets icon in the activity bar. Ctrl-C ends it.');
  openOnScreen(url);
  await interruption();
  await server.stop();
  await removeRoot(root);
}

function openOnScreen(url: string): void {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) return;
  const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
    darwin: ['open'],
    win32: ['explorer'],
  };
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  const opener = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  opener.once('error', () => {}); // the address is printed: it can be opened by hand
  opener.unref();
}
