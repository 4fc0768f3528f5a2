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
    const all: readonly (readonly [title: string, make: () => Attack | Promise<Attack>])[] = [
      ['a hostile folder', () => hostileFolder(trap)],
      ['a hostile workspace', () => hostileWorkspace(trap)],
      ['marked secrets', canary],
    ];
    // A window whose tests are none of those asked for is not opened at all.
    const wanted = all.filter(([title]) => asked.grep !== undefined && new RegExp(asked.grep).test(title));
    for (const [, make] of wanted.length > 0 ? wanted : all) {
      const result = await attempt(await make(), asked.grep);
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
  readonly cleanUp?: () => Promise<void>;
};

async function attempt(
  { folder, env, cleanUp, ...run }: Attack,
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
  } finally {
    await cleanUp?.();
  }
}

/** A folder whose `.vscode` sets whatever there is to set. */
function hostileFolder(trap: Trap): Attack {
  return {
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
    folder: 'canary',
    env: { MARKED: file },
    extraArgs: ['--log', 'trace'],
    limit: 400_000,
    afterwards: (page, root) => searchEverything(page, root, [secrets.key.secret, secrets.token]),
    cleanUp: () => rm(folder, { recursive: true }),
  };
}
