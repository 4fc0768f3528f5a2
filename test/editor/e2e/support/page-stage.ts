import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { pageHtml } from '../../../../src/features/panels/page.ts';
import type { Snapshot } from '../../../../src/view/protocol/frames.ts';
import { Telling } from '../../../../src/view/protocol/frames.ts';
import { leanToolkit } from '../../../../tools/esbuild-plugins.js';
import { type Browser, openBrowser } from '../../../support/vscode/browser.ts';
import { makeRoot, removeRoot } from '../../../support/vscode/roots.ts';
import { NOW } from '../../../unit/panels/scene.ts';
import { THEMES, type Theme } from './page-themes.ts';

const repository = path.resolve(import.meta.dirname, '../../../..');
/** How long anything may take to be drawn, milliseconds: others may need the processors. */
const PATIENCE_MS = 60_000;
const ORIGIN = 'http://127.0.0.1:9';

/** A panel's page in a browser, with this test in the place of the editor. */
export interface StagedPage {
  readonly page: Page;
  /** Tells the page what is shown now as the editor does: what changed, as JSON. Gives the number of the frame. */
  tell(snapshot: Snapshot): Promise<number>;
  /** Sends the page anything at all, as it is. */
  post(message: unknown): Promise<void>;
  /** Numbers of the frames the page said it has drawn, and how often it asked for everything. */
  drawn(): Promise<{ readonly drawn: readonly number[]; readonly readies: number }>;
  /** What the page asked for so far, oldest first. */
  calls(): Promise<readonly { readonly name: string; readonly params: unknown }[]>;
  /** The state stored for a reload. */
  state(): Promise<unknown>;
  /** Violations of the page's policy and errors it reported. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

export interface Stage {
  open(script: 'market' | 'settlement', snapshot: Snapshot, options?: StageOptions): Promise<StagedPage>;
  close(): Promise<void>;
}

export interface StageOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly state?: unknown;
  /** What the editor answers to a call. */
  readonly answer?: object;
  /** The editor's clock, Unix milliseconds; that of the scenes unless given. */
  readonly now?: number;
  /** The snapshot may be one of something that is still read. */
  readonly mayBeBusy?: boolean;
  /** The page's clock only moves when the test moves it. */
  readonly isClockHeld?: boolean;
}

/** Bundles the pages as they are shipped and opens a browser to draw them in. */
export async function openStage(): Promise<Stage> {
  const { outputFiles } = await build({
    absWorkingDir: repository,
    entryPoints: ['src/webview/market.ts', 'src/webview/settlement.ts'],
    outdir: 'out/stage',
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    tsconfig: 'src/webview/tsconfig.json',
    plugins: [leanToolkit],
    logLevel: 'error',
  });
  const files = new Map(outputFiles.map((file) => [path.basename(file.path), file.text]));
  files.set('panel.css', readFileSync(path.join(repository, 'media/panel.css'), 'utf8'));
  const root = await makeRoot();
  const browser = await openBrowser({ profile: path.join(root, 'browser') });
  browser.context.setDefaultTimeout(PATIENCE_MS);
  let isHeld = false;
  return {
    async open(script, snapshot, options = {}) {
      // All pages of a browser have one clock, those opened later too.
      if (isHeld) await browser.context.clock.resume();
      isHeld = options.isClockHeld === true;
      return openPage(browser, files, script, snapshot, options);
    },
    async close() {
      await browser.close();
      await removeRoot(root);
    },
  };
}

async function openPage(
  { context }: Browser,
  files: ReadonlyMap<string, string>,
  script: string,
  snapshot: Snapshot,
  {
    theme = 'vscode-dark',
    width = 1000,
    state,
    answer = { ok: true, value: null },
    isClockHeld = false,
    mayBeBusy = false,
    now = NOW,
  }: StageOptions,
): Promise<StagedPage> {
  const page = await context.newPage();
  await page.setViewportSize({ width, height: 800 });
  if (isClockHeld) {
    await page.clock.install({ time: now });
    await page.clock.pauseAt(now + 3_600_000); // ahead of what the clock runs to until it is stopped
  }
  const problems: string[] = [];
  page.on('console', (message) => problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  const html = pageHtml({
    cspSource: ORIGIN,
    scriptUri: `${ORIGIN}/${script}.js`,
    styleUri: `${ORIGIN}/panel.css`,
    language: 'en',
    title: 'Panel',
    loading: 'Loading…',
    images: false,
    nonce: 'staged',
  });
  await page.route(`${ORIGIN}/**`, (route) => {
    const name = path.basename(new URL(route.request().url()).pathname);
    const type = name.endsWith('.js') ? 'text/javascript' : name.endsWith('.css') ? 'text/css' : 'text/html';
    return route.fulfill({ contentType: `${type}; charset=utf-8`, body: files.get(name) ?? html });
  });
  const telling = new Telling();
  telling.next(snapshot);
  let number = 1;
  await page.addInitScript(standIn, {
    frame: plain({ number, now, snapshot }),
    theme,
    colours: THEMES[theme],
    state,
    answer,
  });
  await page.goto(`${ORIGIN}/`);
  // Frames are drawn by that clock.
  while (isClockHeld && (await page.evaluate('globalThis.stage.drawn.length')) === 0)
    await page.clock.runFor(20);
  // What stands there before the first snapshot has no heading.
  await page
    .locator(mayBeBusy ? '#root h1' : '#root[aria-busy="false"]')
    .first()
    .waitFor();
  /** Resolves once the page has heard it: what is to be drawn of it waits for the next frame from then on. */
  const post = (message: unknown) =>
    page.evaluate(
      (sent) =>
        new Promise<void>((resolve) => {
          window.addEventListener('message', () => resolve(), { once: true });
          window.postMessage(sent, '*');
        }),
      message,
    );
  const tell = async (next: Snapshot): Promise<number> => {
    number += 1;
    const difference = telling.next(next);
    const numbered = { number, now };
    const value =
      difference.kind === 'whole'
        ? { ...numbered, snapshot: next }
        : { ...numbered, busy: next.busy, note: next.note, changed: {}, gone: [], ...difference };
    const name = difference.kind === 'whole' ? 'snapshot' : 'patch';
    await post(plain({ rpc: 'event', name, value }));
    return number;
  };
  return {
    page,
    problems,
    tell,
    post,
    drawn: () => page.evaluate('({ drawn: globalThis.stage.drawn, readies: globalThis.stage.readies })'),
    calls: () => page.evaluate('globalThis.stage.calls'),
    state: async () => plain(await page.evaluate('globalThis.stage.state')),
    close: () => page.close(),
  };
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

// What the function below finds in the page; the tests themselves are checked without the browser's types.
declare const window: {
  postMessage(message: unknown, target: string): void;
  addEventListener(type: 'message', listener: () => void, options: { readonly once: true }): void;
};
declare const document: {
  readonly body: { readonly classList: { add(name: string): void } };
  readonly documentElement: { readonly style: { setProperty(name: string, value: string): void } };
  addEventListener(
    type: string,
    listener: (event: { readonly violatedDirective?: string; readonly blockedURI?: string }) => void,
  ): void;
};

interface StandIn {
  readonly frame: unknown;
  readonly theme: string;
  readonly colours: Readonly<Record<string, string>>;
  readonly state: unknown;
  readonly answer: object;
}

/** Runs in the page, before its own script: the editor's api and theme. */
function standIn({ frame, theme, colours, state, answer }: StandIn): void {
  const stage = { calls: [] as unknown[], drawn: [] as unknown[], readies: 0, state };
  const post = (message: object): void => window.postMessage(message, '*');
  Object.assign(globalThis, {
    stage,
    acquireVsCodeApi: () => ({
      postMessage(message: {
        readonly rpc: string;
        readonly id?: string;
        readonly name?: string;
        readonly number?: number;
        readonly params?: unknown;
      }) {
        if (message.rpc === 'drawn') stage.drawn.push(message.number);
        if (message.rpc === 'ready') {
          stage.readies += 1;
          if (stage.readies === 1) post({ rpc: 'event', name: 'snapshot', value: frame });
        }
        if (message.rpc !== 'call') return;
        stage.calls.push({ name: message.name, params: message.params });
        post({ rpc: 'answer', id: message.id, ...answer });
      },
      getState: () => stage.state,
      setState: (next: unknown) => {
        stage.state = next;
      },
    }),
  });
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    console.error(`policy: ${violatedDirective} ${blockedURI}`);
  });
  document.addEventListener('DOMContentLoaded', () => {
    document.body.classList.add(theme);
    // As the editor does.
    if (theme === 'vscode-high-contrast-light') document.body.classList.add('vscode-high-contrast');
    const { style } = document.documentElement;
    for (const [name, value] of Object.entries(colours)) style.setProperty(`--vscode-${name}`, value);
    style.setProperty('--vscode-font-family', '"DejaVu Sans", sans-serif');
    style.setProperty('--vscode-font-size', '13px');
  });
}
