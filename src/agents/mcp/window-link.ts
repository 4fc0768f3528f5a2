import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { MOST_ASKED } from './bridge.ts';
import { type WindowAnswer, WindowConnection, WindowGone, WindowSilent } from './window-connection.ts';
import { readWindowFile, type WindowFile } from './window-file.ts';

/** How long a window is waited for, milliseconds. */
interface Limits {
  /** Until it has said that it is there. */
  readonly opening: number;
  readonly reading: number;
  /** A call that may ask the person first. */
  readonly asking: number;
}

const LIMITS: Limits = { opening: 5_000, reading: 60_000, asking: 600_000 };

/** Calls about the account: they may wait for the person. */
export const ABOUT_ACCOUNT = /^(?:list_|cancel_)/;

/** Finds the window that answers: the one focused last, or the one with this id alone. */
export class WindowLink {
  readonly #folder: string;
  readonly #only: string | undefined;
  readonly #limits: Limits;
  readonly #connections = new Map<string, WindowConnection>();
  #last: WindowConnection | undefined;
  #opening: Promise<WindowConnection | undefined> | undefined;
  #mayAskToCancel = false;
  /** Of the window asked last. */
  #label = '';
  /** Called when the list of tools is another. */
  onChange: () => void = () => {};

  constructor(folder: string, only: string | undefined, limits = LIMITS) {
    this.#folder = folder;
    this.#only = only;
    this.#limits = limits;
  }

  /** Never rejects; undefined where there is no window. `name`: what the program that calls gives as its name. */
  async call(tool: string, input: unknown, name: string): Promise<WindowAnswer | undefined> {
    if (JSON.stringify({ tool, input }).length > MOST_ASKED - 100) return TOO_LONG;
    try {
      const window = await this.#window(name);
      if (window === undefined) return undefined;
      const { asking, reading } = this.#limits;
      return await window.call(tool, input, ABOUT_ACCOUNT.test(tool) ? asking : reading);
    } catch (cause) {
      return cause instanceof WindowGone ? gone(this.#label) : silent(this.#label);
    }
  }

  /** Whether the tool for cancels is on the list; not where no window answers. Never rejects. */
  async mayAskToCancel(name: string): Promise<boolean> {
    await this.#window(name).catch((cause: unknown) => {
      if (!(cause instanceof WindowSilent)) throw cause;
    });
    return this.#mayAskToCancel;
  }

  /** One search for all calls that come meanwhile. */
  #window(name: string): Promise<WindowConnection | undefined> {
    this.#opening ??= this.#find(name).finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #find(name: string): Promise<WindowConnection | undefined> {
    let window: WindowConnection | undefined;
    for (const file of await this.#files()) {
      const known = this.#connections.get(file.pipe);
      this.#label = file.label;
      if (known?.isOpen === false) this.#connections.delete(file.pipe);
      window = known?.isOpen ? known : await WindowConnection.open(file, name, this.#limits.opening);
      if (window === undefined) continue;
      window.onChange = () => this.#compare();
      this.#connections.set(file.pipe, window);
      break;
    }
    this.#last = window;
    this.#compare();
    return window;
  }

  #compare(): void {
    const may = this.#last?.mayAskToCancel ?? false;
    if (may === this.#mayAskToCancel) return;
    this.#mayAskToCancel = may;
    this.onChange();
  }

  /** Those of windows, the one focused last first. A file that others can read is left out. */
  async #files(): Promise<readonly WindowFile[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const wanted = names.filter((name) =>
      this.#only === undefined ? name.endsWith('.json') : name === `${this.#only}.json`,
    );
    const found = await Promise.all(wanted.map((name) => readWindow(path.join(this.#folder, name))));
    const windows = found.filter((window) => window !== undefined);
    return windows.sort((a, b) => b.focusedAt - a.focusedAt);
  }
}

async function readWindow(file: string): Promise<(WindowFile & { readonly focusedAt: number }) | undefined> {
  const about = await stat(file).catch(() => undefined);
  if (about === undefined || (process.platform !== 'win32' && (about.mode & 0o077) !== 0)) return undefined;
  const window = await readWindowFile(file);
  const isGood = window !== undefined && window.expires > Date.now();
  return isGood ? { ...window, focusedAt: about.mtimeMs } : undefined;
}

/** An answer without a window: which environment it would have been is not known. `label`: of the window that did not answer. */
export function failure(error: string, why: string, next: string, label = ''): WindowAnswer {
  const envelope = { environment: null, asOf: null, source: null, ageSeconds: null, stale: true };
  const named = label === '' ? {} : { untrusted: { window: label } };
  return { json: JSON.stringify({ ...envelope, error, result: null, why, next, ...named }), isError: true };
}

const silent = (label: string): WindowAnswer =>
  failure(
    'timeout',
    'The window did not answer in time. What was asked may still be done.',
    'Call again later; of orders, call list_orders first.',
    label,
  );

const gone = (label: string): WindowAnswer =>
  failure(
    'windowClosed',
    'The window was closed or reloaded before it answered. What was asked may have been done.',
    'Call again; of orders, call list_orders first.',
    label,
  );

const TOO_LONG = failure('wrongInput', 'The input is too long.', 'Pass what the schema of the tool allows.');
