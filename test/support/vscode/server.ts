import { execFile, spawn } from 'node:child_process';
import { closeSync, openSync, statSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { makeLock, openDoor } from './door.ts';
import { ensureHost, type Say } from './install.ts';
import { ownGroup } from './processes.ts';

export interface ServerOptions {
  /** Holds user data, extensions, the workspace folder, home and temporary files. Keep it short. */
  readonly root: string;
  /** User settings, on top of quiet defaults. Written once: a second start on the same root keeps what is there. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly extraArgs?: readonly string[];
  /** Opens folders in restricted mode until somebody trusts them. Default false. */
  readonly asksForTrust?: boolean;
  /** A packaged extension to install before the start, as a user would. */
  readonly vsix?: string;
  /** Folder of an extension that is installed as it is, before the first start. */
  readonly beside?: string;
  /**
   * Lets the address of the window name an extension's folder and tests. The workbench then shows no notification
   * toasts, so a window for people goes without and has the extension installed. Such a window has all built-in extensions,
   * a driven one those that tests need. Default true.
   */
  readonly driven?: boolean;
  readonly say?: Say;
}

export interface VsCodeServer {
  readonly port: number;
  /** `host:port`, also the authority of `vscode-remote:` addresses. */
  readonly authority: string;
  /** The address that lets a browser in; the server answers nobody else. */
  readonly entrance: string;
  readonly root: string;
  readonly workspace: string;
  readonly logFile: string;
  stop(): Promise<void>;
}

export interface WorkbenchOptions {
  readonly folder?: string;
  /** Absolute path of a `.code-workspace` to open instead of a folder. */
  readonly workspaceFile?: string;
  readonly developmentPath?: string;
  /** Absolute path of a module that exports `run()`; the window is then in test mode. */
  readonly testsPath?: string;
}

/** A machine that is busy with other windows takes long. */
const START_LIMIT_MS = 120_000;

/** No welcome, no suggestions, no look-ups outside: what a test, a screenshot and a first look want. */
const QUIET: Readonly<Record<string, unknown>> = {
  'chat.commandCenter.enabled': false,
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** Where nobody watches, the editor's own transitions cost a seventh of the processor time of a window. Pages know nothing of it. */
const STILL = { 'workbench.reduceMotion': 'on' };

/**
 * Starts a VS Code server on loopback and resolves when it answers. It is a terminal of the user who started it, so it takes
 * requests of the browser only that came through `entrance`: see `openDoor`.
 * @throws when it ends or stays silent for two minutes; the end of its log is in the message.
 */
export async function startServer(options: ServerOptions): Promise<VsCodeServer> {
  const { root } = options;
  const host = await ensureHost(options.say ?? console.error);
  const workspace = path.join(root, 'workspace');
  await prepare(options, workspace);
  if (options.beside) await cp(options.beside, path.join(root, 'extensions/beside'), { recursive: true });
  if (options.vsix) await installVsix(root, options.vsix);
  const logFile = path.join(root, 'server.log');
  const log = openSync(logFile, 'a');
  const before = statSync(logFile).size;
  // Port 0: the system gives one that is free, whatever else starts at this moment, and the log says which.
  const driven = options.driven ?? true;
  const driver = driven ? ['--import', path.join(import.meta.dirname, 'driven.ts')] : [];
  const args = [...driver, host.entry, ...folders(root)];
  args.push('--auth', 'password', '--bind-addr', '127.0.0.1:0');
  args.push('--disable-telemetry', '--disable-update-check');
  if (!(options.asksForTrust ?? false)) args.push('--disable-workspace-trust');
  args.push('--disable-getting-started-override', '--ignore-last-opened');
  if (driven) args.push('--enable-smoke-test-driver', '--builtin-extensions-dir', host.fewBuiltIns);
  args.push(...(options.extraArgs ?? []));
  const lock = makeLock();
  const child = spawn(host.node, args, {
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...environment(root), ...options.env, ...lock.env },
  });
  closeSync(log);
  const stop = ownGroup(child);
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    const port = await portIn(logFile, before);
    if (port !== undefined && (await answers(port))) {
      const authority = `127.0.0.1:${port}`;
      const door = await openDoor(authority, lock);
      const close = (): Promise<void> => {
        door.close();
        return stop();
      };
      return { port, authority, entrance: door.url, root, workspace, logFile, stop: close };
    }
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      const end = (await readFile(logFile, 'utf8')).slice(-2000);
      throw new Error(`The VS Code server ${child.exitCode === null ? 'did not answer' : 'ended'}:\n${end}`);
    }
    await sleep(50);
  }
}

/** Installs a .vsix into the extensions folder of `root`, where `startServer` finds it. */
async function installVsix(root: string, vsix: string): Promise<void> {
  const host = await ensureHost(console.error);
  const args = [host.entry, ...folders(root), '--install-extension', path.resolve(vsix), '--force'];
  const { stdout } = await promisify(execFile)(host.node, args, { env: environment(root) });
  if (!stdout.includes('successfully installed')) throw new Error(`Installing ${vsix} failed:\n${stdout}`);
}

/** The address a browser opens. Paths are absolute paths on this machine. */
export function workbenchUrl(server: VsCodeServer, options: WorkbenchOptions = {}): string {
  const remote = (file: string): string => `vscode-remote://${server.authority}${file}`;
  const payload: [string, string][] = [['skipWelcome', 'true']];
  if (options.developmentPath) payload.push(['extensionDevelopmentPath', remote(options.developmentPath)]);
  if (options.testsPath) payload.push(['extensionTestsPath', remote(options.testsPath)]);
  const query = new URLSearchParams({
    ...(options.workspaceFile
      ? { workspace: options.workspaceFile }
      : { folder: options.folder ?? server.workspace }),
    payload: JSON.stringify(payload),
  });
  return `${server.entrance}&${query}`;
}

async function prepare(options: ServerOptions, workspace: string): Promise<void> {
  const { root } = options;
  const user = path.join(root, 'data/User');
  for (const folder of [
    user,
    workspace,
    path.join(root, 'extensions'),
    path.join(root, 'h'),
    path.join(root, 't'),
  ]) {
    await mkdir(folder, { recursive: true });
  }
  const trust = { 'security.workspace.trust.enabled': options.asksForTrust ?? false };
  const still = (options.driven ?? true) ? STILL : {};
  const text = JSON.stringify({ ...QUIET, ...still, ...trust, ...options.settings }, undefined, 2);
  await writeFile(path.join(user, 'settings.json'), text, { flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
}

function folders(root: string): string[] {
  const at = (name: string): string => path.join(root, name);
  return ['--config', at('config.yaml'), '--user-data-dir', at('data'), '--extensions-dir', at('extensions')];
}

function environment(root: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|VSCODE_|XDG_|NODE_OPTIONS$|NODE_COMPILE_CACHE$)/.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    HOME: path.join(root, 'h'),
    TMPDIR: path.join(root, 't'),
    EXTENSIONS_GALLERY: '{"serviceUrl":""}',
  };
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/healthz`)).ok;
  } catch {
    return false;
  }
}

/** The port a log names behind what stood in it before, once it does. */
async function portIn(logFile: string, before: number): Promise<number | undefined> {
  const said = (await readFile(logFile)).subarray(before).toString();
  const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1];
  return port === undefined ? undefined : Number(port);
}
