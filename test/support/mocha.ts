import { appendFileSync, existsSync } from 'node:fs';
import { glob, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { format, inspect } from 'node:util';
import Mocha from 'mocha';
import type { SuiteResult } from './results.ts';
import { unregisteredCount } from './samples.ts';

interface MochaRun {
  /** Folder whose `*.test.ts`, at any depth, are run in the order of their names. */
  readonly folder: string;
  /** One file, by its name without `.test.ts`, or one folder of them. */
  readonly part?: string;
  readonly grep?: string;
  /** Milliseconds one test may take. */
  readonly timeout: number;
  readonly output?: string;
  readonly results?: string;
}

/**
 * Runs the tests of one folder in this process. No test at all is a failure, unless all of them wait for a condition this
 * run does not give.
 */
export async function runMocha(run: MochaRun): Promise<SuiteResult> {
  const { output } = run;
  failOnLostRejections();
  if (output) Mocha.reporters.Base.consoleLog = (...args) => appendFileSync(output, `${format(...args)}\n`);
  const mocha = new Mocha({ ui: 'bdd', timeout: run.timeout, forbidOnly: true, forbidPending: true });
  if (run.grep) mocha.grep(run.grep);
  const files = (await testFiles(run.folder)).filter(
    (file) => run.part === undefined || `${nameOf(run.folder, file)}/`.startsWith(`${run.part}/`),
  );
  for (const file of files) await load(file, mocha);
  const { passes, failures } = await new Promise<Mocha.Stats>((resolve) => {
    const runner = mocha.run(() => resolve(runner.stats ?? emptyStats()));
  });
  const unregistered = unregisteredCount(run.grep);
  const empty = passes + failures + unregistered === 0;
  if (empty) Mocha.reporters.Base.consoleLog(await whyNone(run, files.length > 0));
  const result: SuiteResult = { passed: passes, failed: failures + (empty ? 1 : 0), unregistered };
  if (run.results) await writeFile(run.results, JSON.stringify(result));
  return result;
}

/** As mocha loads a file, but without `require`: an import of `vscode` under it never ends in the host of VS Code 1.105. */
async function load(file: string, mocha: Mocha): Promise<void> {
  mocha.suite.emit(Mocha.Suite.constants.EVENT_FILE_PRE_REQUIRE, globalThis, file, mocha);
  await import(pathToFileURL(file).href);
}

/**
 * Makes an error of a rejection nobody hears: mocha's own command line does, its library lets it pass, and the test in
 * which it happened would be green. The runner takes what is thrown so for a failure of the test that runs.
 */
function failOnLostRejections(): void {
  if (process.listeners('unhandledRejection').includes(throwReason)) return;
  process.on('unhandledRejection', throwReason);
}

function throwReason(reason: unknown): void {
  throw reason instanceof Error ? reason : new Error(`Rejected, and nobody heard it: ${inspect(reason)}`);
}

/** The names of a folder's test files, as `MochaRun.part` takes them. */
export async function testFileNames(folder: string): Promise<readonly string[]> {
  return (await testFiles(folder)).map((file) => nameOf(folder, file));
}

/** What was asked for that there is not, with the names of files it may have meant. */
async function whyNone({ folder, part, grep }: MochaRun, hasFile: boolean): Promise<string> {
  if (part !== undefined && !hasFile) {
    const names = (await testFileNames(folder)).filter((name) => name.includes(part));
    const meant = names.length > 0 ? ` Is it ${names.join(', ')}?` : '';
    return `There is no part ${JSON.stringify(part)} of ${folder}.${meant}`;
  }
  const place = part === undefined ? folder : path.join(folder, part);
  return grep ? `No test in ${place} has ${JSON.stringify(grep)} in its name.` : `No test in ${place}.`;
}

export async function testFiles(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const files: string[] = [];
  for await (const file of glob('**/*.test.ts', { cwd: folder })) files.push(path.join(folder, file));
  return files.sort();
}

function nameOf(folder: string, file: string): string {
  return path
    .relative(folder, file)
    .replaceAll(path.sep, '/')
    .replace(/\.test\.ts$/, '');
}

function emptyStats(): Mocha.Stats {
  return { suites: 0, tests: 0, passes: 0, pending: 0, failures: 0 };
}
