import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runTestsInHost } from '../support/vscode/run-tests.ts';
import { type BenchRow, median, ms } from './support/measure.ts';

const ROUNDS = 5;
const repository = path.resolve(import.meta.dirname, '../..');

/**
 * Activating the production build against an extension that registers one command and returns, each in a fresh window
 * of the same host, in turn. Needs `dist/` to hold a production build.
 */
export async function activationBench(): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pm-bench-'));
  try {
    const ours = await copyOurs(path.join(folder, 'ours'));
    const hello = await writeHello(path.join(folder, 'hello'));
    const pairs: { a: number; b: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      pairs.push({ a: await activate(ours, folder), b: await activate(hello, folder) });
    }
    const ratios = pairs.map(({ a, b }) => a / b);
    return [
      {
        what: 'activation, fresh window',
        ours: ms(median(pairs.map(({ a }) => a))),
        other: `${ms(median(pairs.map(({ b }) => b)))} hello world`,
        ratio: median(ratios),
        lowest: Math.min(...ratios),
        highest: Math.max(...ratios),
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Candidate {
  readonly id: string;
  readonly folder: string;
}

async function activate({ id, folder }: Candidate, scratch: string): Promise<number> {
  const file = path.join(scratch, 'result.json');
  await runTestsInHost({
    extension: folder,
    entry: path.join(repository, 'test/bench/activation/entry.ts'),
    env: { BENCH_EXTENSION: id, BENCH_RESULT: file },
  });
  return (JSON.parse(await readFile(file, 'utf8')) as { ms: number }).ms;
}

/** The extension as it ships, but for its activation events: the bench is to activate it, not the start-up. */
async function copyOurs(folder: string): Promise<Candidate> {
  for (const name of ['dist', 'media', 'l10n', 'package.nls.json']) {
    await cp(path.join(repository, name), path.join(folder, name), { recursive: true });
  }
  const manifest = JSON.parse(await readFile(path.join(repository, 'package.json'), 'utf8')) as {
    publisher: string;
    name: string;
    activationEvents: readonly string[];
  };
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify({ ...manifest, activationEvents: ['onCommand:bench.never'] }),
  );
  return { id: `${manifest.publisher}.${manifest.name}`, folder };
}

async function writeHello(folder: string): Promise<Candidate> {
  await mkdir(folder);
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify({
      name: 'hello',
      publisher: 'bench',
      version: '0.0.1',
      type: 'module',
      main: './extension.js',
      engines: { vscode: '^1.105.0' },
      activationEvents: ['onCommand:bench.never'],
      contributes: { commands: [{ command: 'hello.world', title: 'Hello World' }] },
    }),
  );
  await writeFile(
    path.join(folder, 'extension.js'),
    `import * as vscode from 'vscode';
export function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand('hello.world', () => vscode.window.showInformationMessage('Hello')),
  );
}
`,
  );
  return { id: 'bench.hello', folder };
}
