import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { repository } from '../../../tools/repository.ts';
import { freshKey, markedToken } from '../../support/canary.ts';
import { type SuiteResult, sumOf } from '../../support/results.ts';
import { type HostRun, runTestsInHost } from '../../support/vscode/run-tests.ts';
import { searchEverything } from './canary-search.ts';
import { hostileSettings } from './hostile-settings.ts';
import { type Overheard, overhear } from './overheard.ts';
import { setTrap, type Trap } from './trap.ts';

interface Asked {
  /** One of `ATTACKS` alone. */
  readonly window?: string;
  readonly grep?: string;
  readonly results?: string;
}

const WINDOWS: Readonly<Record<string, () => Promise<Attack>>> = {
  'a hostile workspace': hostileWorkspace,
  'marked secrets': canary,
};

/** Each a window of its own, by the title of its tests. */
export const ATTACKS = Object.keys(WINDOWS);

/** Runs the extension in real windows somebody has prepared: hostile projects, and a search for what must not be found. */
export async function runAttacks({ window, grep, results }: Asked): Promise<SuiteResult> {
  // A window whose tests are none of those asked for is not opened at all.
  const named = ATTACKS.filter((title) => grep !== undefined && new RegExp(grep).test(title));
  const titles = window !== undefined ? [window] : named.length > 0 ? named : ATTACKS;
  const all: SuiteResult[] = [];
  for (const title of titles) {
    const prepare = WINDOWS[title];
    if (prepare === undefined) throw new Error(`There is no attack "${title}".`);
    all.push(await attempt(await prepare(), grep));
  }
  const total = sumOf(all);
  if (results) await writeFile(results, JSON.stringify(total));
  return total;
}

type Attack = Pick<HostRun, 'prepare' | 'beforehand' | 'afterwards' | 'env' | 'extraArgs'> & {
  readonly folder: string;
  /** Nothing may have arrived there in the end, which counts as one more test. */
  readonly trap?: Trap;
  readonly cleanUp: () => Promise<void>;
};

async function attempt(
  { folder, env, trap, cleanUp, ...run }: Attack,
  grep: string | undefined,
): Promise<SuiteResult> {
  try {
    const result = await runTestsInHost({
      extension: repository,
      entry: path.join(import.meta.dirname, 'inside.ts'),
      say: console.error,
      ...run,
      env: { ...env, TEST_FOLDER: folder },
      ...(grep ? { grep } : {}),
    });
    return trap ? sumOf([result, verdictOf(trap)]) : result;
  } catch (cause) {
    console.error(cause);
    return { passed: 0, failed: 1, unregistered: 0 };
  } finally {
    await cleanUp();
  }
}

function verdictOf({ caught }: Trap): SuiteResult {
  if (caught.length === 0) return { passed: 1, failed: 0, unregistered: 0 };
  console.error('The trap caught:', caught);
  return { passed: 0, failed: 1, unregistered: 0 };
}

/** A workspace that sets whatever there is to set, in its file and in the `.vscode` of its folder. */
async function hostileWorkspace(): Promise<Attack> {
  const trap = await setTrap();
  return {
    trap,
    cleanUp: () => trap.close(),
    folder: 'hostile',
    env: { TRAP_URL: trap.url },
    prepare: async (root) => {
      const folder = path.join(root, 'workspace/.vscode');
      await mkdir(folder, { recursive: true });
      const settings = hostileSettings(trap.url);
      for (const name of ['settings.json', 'launch.json', 'tasks.json', 'extensions.json'])
        await writeFile(path.join(folder, name), JSON.stringify(settings));
      const workspaceFile = path.join(root, 'hostile.code-workspace');
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
  const heard: Overheard[] = [];
  // Outside of what is searched; the environment names the file, not what is in it.
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pm-marked-'));
  const file = path.join(folder, 'marked.json');
  await writeFile(file, JSON.stringify(secrets), { mode: 0o600 });
  return {
    folder: 'canary',
    env: { MARKED: file },
    extraArgs: ['--log', 'trace'],
    beforehand: (page) => heard.push(overhear(page)),
    afterwards: (page, root) => searchEverything(page, root, [secrets.key.secret, secrets.token], heard),
    cleanUp: () => rm(folder, { recursive: true }),
  };
}
