import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What pages and rows are drawn by. */
const SOURCES = ['src/view/**/*.{ts,tsx}', 'src/webview/**/*.{ts,tsx}', 'media/panel.css'];
/** Beside the README's pictures: what drew them. */
export const DRAWN_BY = 'media/screenshots/drawn-by.txt';
const NEWEST = /^## .*$/m;

/** One text for all that draws pages and rows; another one once any of it changes. */
export function drawingSources(folder: string): string {
  const hash = createHash('sha256');
  const names = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: folder }));
  for (const name of names.map((each) => each.replaceAll('\\', '/')).sort()) {
    // A checkout may end lines in another way.
    const text = readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    hash.update(`${name}\n${text}\n`);
  }
  return hash.digest('hex');
}

/**
 * Whether the README of a release would show another product: pages or rows have changed since its pictures were taken.
 * Until its date stands in the changelog they may change daily.
 */
export function isOutdated(changelog: string, takenBy: string, drawnBy: string): boolean {
  const [heading = ''] = NEWEST.exec(changelog) ?? [];
  return !/unreleased/i.test(heading) && takenBy.trim() !== drawnBy;
}

export function takenBy(folder: string): string {
  const file = path.join(folder, DRAWN_BY);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
