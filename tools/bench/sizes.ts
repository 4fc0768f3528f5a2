import { readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { packagePath, repository } from '../repository.ts';
import { type BenchRow, goalOf } from './measure.ts';

const dist = path.join(repository, 'dist');
/** KB of what activation loads. */
const MOST_AT_ACTIVATION = 180;
/** KB of a page, gzipped. */
const MOST_A_PAGE = 120;

/** Main bundles of extensions that come with VS Code, minified, in KB: what a user's window carries anyway. */
const OTHERS = 'npm 193, github 302, git 758 KB';

export async function sizesBench(): Promise<readonly BenchRow[]> {
  const files = (await readdir(dist, { recursive: true })).filter((file) => file.endsWith('.js'));
  const sized = files.map((file) => ({ file, bytes: readFileSync(path.join(dist, file)) }));
  const panels = sized.filter(({ file }) => file.startsWith('webview'));
  const editor = sized.filter(({ file }) => !file.startsWith('webview'));
  const start = sized.filter(({ file }) => startFiles().has(file));
  const { size } = await stat(packagePath());
  return [
    {
      ...sizeRow('loaded at activation', start, OTHERS),
      ...goalOf(sumOf(start) / 1024, MOST_AT_ACTIVATION, 'most', ' KB'),
    },
    sizeRow('all editor code', editor, OTHERS),
    sizeRow('panel code', panels, ''),
    ...panels.map((page) => ({
      ...sizeRow(`page ${path.basename(page.file)}`, [page], ''),
      ...goalOf(gzipSync(page.bytes).length / 1024, MOST_A_PAGE, 'most', ' KB gz'),
    })),
    { what: 'size: .vsix', ours: kilobytes(size), other: '' },
  ];
}

function sumOf(files: readonly { readonly bytes: Buffer }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

function sizeRow(what: string, files: readonly { readonly bytes: Buffer }[], other: string): BenchRow {
  const all = Buffer.concat(files.map(({ bytes }) => bytes));
  return {
    what: `size: ${what}`,
    ours: `${kilobytes(all.length)} (${kilobytes(gzipSync(all).length)} gz)`,
    other,
  };
}

/** The entry file and what it imports statically, at any depth. */
function startFiles(): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    const text = readFileSync(path.join(dist, file), 'utf8');
    for (const [, target = ''] of text.matchAll(/(?:from|import)\s*["'](\.{1,2}\/[^"']+)["']/g)) {
      visit(path.join(path.dirname(file), target));
    }
  };
  visit('extension.js');
  return found;
}
