import { appendFileSync } from 'node:fs';
import { mkdir, open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import type { Page } from 'playwright-core';
import { readResult, type SuiteResult } from '../results.ts';
import { openBrowser } from './browser.ts';
import type { Say } from './install.ts';
import { makeRoot, removeRoot } from './roots.ts';
import { type ServerOptions, startServer, type WorkbenchOptions, workbenchUrl } from './server.ts';

export interface HostRun {
  /** The extension's folder to load it from source, or a .vsix to install and test as users get it. */
  readonly extension: string;
  readonly entry: string;
  readonly grep?: string;
  readonly results?: string;
  /** Milliseconds after which a silent host counts as failed. */
  readonly limit?: number;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Further arguments for the server. */
  readonly extraArgs?: readonly string[];
  /** Puts files into the root before anything starts; what to open instead of its folder `workspace`, if anything. */
  readonly prepare?: (root: string) => Promise<{ readonly workspaceFile?: string }>;
  readonly beforehand?: (page: Page) => void;
  /** Looks at the window and the root after the tests have ended, while both are still there. */
  readonly afterwards?: (page: Page, root: string) => Promise<void>;
  readonly say?: Say;
}

/** Nobody looks at these windows, and what they draw costs in proportion to their size. Pixels. */
const SIZE = { width: 800, height: 500 };

/**
 * Runs a mocha entry inside a real extension host and returns what its own result file says: a host that was
 * killed reports success too, so the window's exit code is never enough. The temporary folder with logs, user data
 * and a picture of the window stays after a failure.
 * @throws when the host could not run, ended without a result or took too long.
 */
export async function runTestsInHost(run: HostRun): Promise<SuiteResult> {
  const root = await makeRoot();
  const output = path.join(root, 'tests.log');
  const results = run.results ? path.resolve(run.results) : path.join(root, 'results.json');
  await writeFile(output, '');
  const packaged = run.extension.endsWith('.vsix');
  const { workspaceFile } = (await run.prepare?.(root)) ?? {};
  const options: ServerOptions = {
    root,
    settings: run.settings ?? {},
    env: { ...run.env, TEST_OUTPUT: output, TEST_RESULTS: results, TEST_GREP: run.grep ?? '' },
    ...(packaged ? { vsix: run.extension } : {}),
    ...(run.extraArgs ? { extraArgs: run.extraArgs } : {}),
    ...(run.say ? { say: run.say } : {}),
  };
  const target = packaged
    ? await writeHarness(root, run.entry)
    : { developmentPath: run.extension, testsPath: run.entry };
  const server = await startServer(options);
  const stopCopying = copyAsItGrows(output);
  let result: SuiteResult | undefined;
  try {
    const url = workbenchUrl(server, { ...target, ...(workspaceFile ? { workspaceFile } : {}) });
    await showUntilDone(url, root, run);
    result = await readResult(results);
    return result;
  } finally {
    await stopCopying();
    await server.stop();
    if (result?.failed === 0) await removeRoot(root);
    else console.error(`Logs and a picture of the window are in ${root}`);
  }
}

/** Opens the window and waits until the workbench says that the tests have ended. */
async function showUntilDone(
  url: string,
  root: string,
  { limit = 900_000, beforehand, afterwards }: Pick<HostRun, 'limit' | 'beforehand' | 'afterwards'>,
): Promise<void> {
  const browser = await openBrowser({ profile: path.join(root, 'browser'), viewport: SIZE });
  const { page } = browser;
  beforehand?.(page);
  const log = (line: string): void => appendFileSync(path.join(root, 'workbench.log'), `${line}\n`);
  const patience = new AbortController();
  try {
    const ended = new Promise<void>((resolve, reject) => {
      page.on('crash', () => reject(new Error('The page of the workbench crashed.')));
      page.on('pageerror', (error) => log(`[page] ${error.message}`));
      // The workbench calls these two when they exist as it starts.
      void page.exposeFunction('codeAutomationExit', () => resolve());
      void page.exposeFunction('codeAutomationLog', (level: string, args: unknown[]) =>
        log(`[${level}] ${format(...args)}`),
      );
      sleep(limit, undefined, { signal: patience.signal }).then(
        () => reject(new Error(`The tests did not end within ${limit / 1000} s.`)),
        () => {},
      );
    });
    await Promise.race([ended, page.goto(url, { timeout: limit }).then(() => ended)]);
    await afterwards?.(page, root);
  } finally {
    patience.abort();
    await page.screenshot({ path: path.join(root, 'window.png'), timeout: 5000 }).catch(() => {});
    await browser.close().catch(() => {});
  }
}

/** A packaged extension is installed, so an empty one takes the place of the extension under development. */
async function writeHarness(root: string, entry: string): Promise<WorkbenchOptions> {
  const folder = path.join(root, 'harness');
  await mkdir(folder);
  const manifest = {
    name: 'harness',
    publisher: 'local',
    version: '0.0.1',
    type: 'module',
    engines: { vscode: '*' },
  };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  const tests = path.join(folder, 'tests.js');
  await writeFile(tests, `export { run } from ${JSON.stringify(pathToFileURL(entry).href)};\n`);
  return { developmentPath: folder, testsPath: tests };
}

/** Copies what is appended to a file to standard output until stopped. */
function copyAsItGrows(file: string): () => Promise<void> {
  const patience = new AbortController();
  const copying = (async () => {
    const handle = await open(file);
    try {
      for (let stopped = false; ; ) {
        const { bytesRead, buffer } = await handle.read();
        if (bytesRead > 0) process.stdout.write(buffer.subarray(0, bytesRead));
        else if (stopped) return;
        else await sleep(100, undefined, { signal: patience.signal }).catch(() => (stopped = true));
      }
    } finally {
      await handle.close();
    }
  })();
  return async () => {
    patience.abort();
    await copying;
  };
}
