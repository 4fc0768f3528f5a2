import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { repository } from '../../scripts/repository.ts';
import { freshKey, markedToken } from '../support/canary.ts';
import type { SuiteResult } from '../support/results.ts';
import { type HostRun, runTestsInHost } from '../support/vscode/run-tests.ts';
import { searchEverything } from './canary-search.ts';
import { hostileSettings } from './hostile-settings.ts';
import { setTrap, type Trap } from './trap.ts';

interface Asked {
  readonly grep?: string;
  readonly results?: string;
}

/** Runs the extension in real windows somebody has prepared: hostile projects, and a search for what must not be found. */
export async function runAttacks(asked: Asked): Promise<SuiteResult> {
  const trap = await setTrap();
  let total: SuiteResult = { passed: 0, failed: 0, unregistered: 0 };
  try {
    const all = [hostileFolder(trap), hostileWorkspace(trap), await canary()];
    const wanted = all.filter(({ title }) => asked.grep !== undefined && new RegExp(asked.grep).test(title));
    for (const run of wanted.length > 0 ? wanted : all) {
      const result = await attempt(run, asked.grep);
      total = { ...total, passed: total.passed + result.passed, failed: total.failed + result.failed };
    }
    if (trap.caught.length > 0) {
      console.error('The trap caught:', trap.caught);
      total = { ...total, failed: total.failed + 1 };
    } else total = { ...total, passed: total.passed + 1 };
  } finally {
    await trap.close();
  }
  if (asked.results) await writeFile(asked.results, JSON.stringify(total));
  return total;
}

type Attack = Pick<HostRun, 'prepare' | 'afterwards' | 'env' | 'extraArgs' | 'limit'> & {
  readonly folder: string;
  /** What its tests are called together. */
  readonly title: string;
};

async function attempt(
  { folder, env, title: _, ...run }: Attack,
  grep: string | undefined,
): Promise<SuiteResult> {
  try {
    return await runTestsInHost({
      extension: repository,
      entry: path.join(import.meta.dirname, 'inside.ts'),
      say: console.error,
      ...run,
      env: { ...env, TEST_FOLDER: folder },
      ...(grep ? { grep } : {}),
    });
  } catch (cause) {
    console.error(cause);
    return { passed: 0, failed: 1, unregistered: 0 };
  }
}

/** A folder whose `.vscode` sets whatever there is to set. */
function hostileFolder(trap: Trap): Attack {
  return {
    title: 'a hostile folder',
    folder: 'hostile',
    env: { TRAP_URL: trap.url, HOSTILE: 'folder' },
    prepare: async (root) => {
      const folder = path.join(root, 'workspace/.vscode');
      await mkdir(folder, { recursive: true });
      const settings = JSON.stringify(hostileSettings(trap.url));
      for (const name of ['settings.json', 'launch.json', 'tasks.json', 'extensions.json']) {
        await writeFile(path.join(folder, name), settings);
      }
      return {};
    },
  };
}

/** The same in a `.code-workspace`. */
function hostileWorkspace(trap: Trap): Attack {
  return {
    title: 'a hostile workspace',
    folder: 'hostile',
    env: { TRAP_URL: trap.url, HOSTILE: 'workspace' },
    prepare: async (root) => {
      await mkdir(path.join(root, 'workspace'), { recursive: true });
      const workspaceFile = path.join(root, 'hostile.code-workspace');
      const settings = hostileSettings(trap.url);
      await writeFile(
        workspaceFile,
        JSON.stringify({ folders: [{ path: 'workspace' }], settings, launch: settings }),
      );
      return { workspaceFile };
    },
  };
}

/** Everything is done with marked secrets, at the noisiest log level; then they are looked for everywhere. */
async function canary(): Promise<Attack> {
  const secrets = { key: freshKey(), token: markedToken('canary') };
  // Outside of what is searched; the environment names the file, not what is in it.
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pm-marked-'));
  const file = path.join(folder, 'marked.json');
  await writeFile(file, JSON.stringify(secrets), { mode: 0o600 });
  return {
    title: 'marked secrets',
    folder: 'canary',
    env: { MARKED: file },
    extraArgs: ['--log', 'trace'],
    limit: 400_000,
    afterwards: async (page, root) => {
      await rm(folder, { recursive: true });
      await searchEverything(page, root, [secrets.key.secret, secrets.token]);
    },
  };
}
