import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Say } from './install.ts';

/** The headless shell first: it starts faster and shows a first webview about two seconds sooner. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'google-chrome',
  'google-chrome-stable',
  'chromium-browser',
];
const INSTALL = [
  'apt-get',
  'install',
  '-y',
  '--no-install-recommends',
  'chromium-headless-shell',
  'fonts-dejavu-core',
];
const BY_HAND = `apt-get update && ${INSTALL.join(' ')}`;

/**
 * The Chromium to drive the workbench with: `CHROMIUM`, else one on the PATH, else one installed now where that is
 * possible (root on a system with apt; it says so first).
 * @throws with the one line to type where it is not.
 */
export function ensureChromium(say: Say): string {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() !== 0 || !onPath('apt-get')) {
    throw new Error(`A Chromium is missing. Set CHROMIUM to one, or type: sudo sh -c '${BY_HAND}'`);
  }
  say(`No Chromium found: installing one with ${BY_HAND} …`);
  for (const args of [['apt-get', 'update'], INSTALL]) apt(args);
  const installed = findChromium();
  if (!installed) throw new Error(`apt-get brought no Chromium. Set CHROMIUM to one, or type: ${BY_HAND}`);
  say(`Installed ${installed}.`);
  return installed;
}

function findChromium(): string | undefined {
  const chosen = process.env['CHROMIUM'];
  if (chosen && !existsSync(chosen)) throw new Error(`CHROMIUM names ${chosen}, which does not exist.`);
  return chosen || NAMES.map(onPath).find((file) => file !== undefined);
}

function onPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

function apt([command = '', ...args]: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stdout, stderr } = spawnSync(command, args, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
}
