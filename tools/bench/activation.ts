import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runTestsInHost } from '../../test/support/vscode/run-tests.ts';
import { repository } from '../repository.ts';
import { type BenchRow, goalOf, median, ms, ratiosOf } from './measure.ts';

/** Times as long as an extension that does nothing. */
const MOST_RATIO = 1.5;

/**
 * Activating the build in `dist/` against an extension that registers one command and returns, each installed, in a fresh
 * window of the same host, in turn. Only a production build says something. An extension under test is no measure: in that
 * mode ours loads all of itself.
 */
export async function activationBench(isTiny: boolean): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pm-bench-'));
  try {
    const extension = await copyExtension(path.join(folder, 'ours'));
    const hello = await writeHello(path.join(folder, 'hello'));
    await writeManifest(path.join(folder, 'harness'), { name: 'harness' });
    const [ours, other]: [number[], number[]] = [[], []];
    for (let round = 0; round < (isTiny ? 1 : 9); round++) {
      ours.push(await activate(extension, folder));
      other.push(await activate(hello, folder));
    }
    const ratios = ratiosOf(ours, other);
    return [
      {
        what: 'activation, fresh window',
        ours: ms(median(ours)),
        other: `${ms(median(other))} hello world`,
        ratios,
        ...goalOf(median(ratios), MOST_RATIO, 'most'),
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
    extension: path.join(scratch, 'harness'),
    prepare: async (root) => {
      await cp(folder, path.join(root, 'extensions', `${id}-0.0.1`), { recursive: true });
      return {};
    },
    entry: path.join(repository, 'tools/bench/activation-entry.ts'),
    env: { BENCH_EXTENSION: id, BENCH_RESULT: file },
  });
  return (JSON.parse(await readFile(file, 'utf8')) as { ms: number }).ms;
}

/** The extension as it ships, but for its activation events: the bench is to activate it, not the start-up. */
async function copyExtension(folder: string): Promise<Candidate> {
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
  await writeManifest(folder, {
    name: 'hello',
    type: 'module',
    main: './extension.js',
    activationEvents: ['onCommand:bench.never'],
    contributes: { commands: [{ command: 'hello.world', title: 'Hello World' }] },
  });
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

async function writeManifest(folder: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
  await mkdir(folder);
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify({ publisher: 'bench', version: '0.0.1', engines: { vscode: '^1.105.0' }, ...fields }),
  );
}
