import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { leanToolkit } from '../../../scripts/esbuild-plugins.js';
import { pageHtml } from '../../../src/host/panels/page.ts';
import { type Browser, openBrowser } from '../../support/vscode/browser.ts';
import { makeRoot, removeRoot } from '../../support/vscode/roots.ts';

const repository = path.resolve(import.meta.dirname, '../../..');
const ORIGIN = 'http://127.0.0.1:9';

/** Colours of the default dark and light theme and of high contrast, as far as the pages use them. */
const THEMES = {
  'vscode-dark': {
    'editor-background': '#1f1f1f',
    foreground: '#cccccc',
    descriptionForeground: '#9d9d9d',
    'widget-border': '#313131',
    'editorWidget-background': '#202020',
    'textLink-foreground': '#4daafc',
    'charts-green': '#89d185',
    'charts-red': '#f14c4c',
    'editorWarning-foreground': '#cca700',
    'list-hoverBackground': '#2a2d2e',
  },
  'vscode-light': {
    'editor-background': '#ffffff',
    foreground: '#3b3b3b',
    descriptionForeground: '#3b3b3b',
    'widget-border': '#e5e5e5',
    'editorWidget-background': '#f8f8f8',
    'textLink-foreground': '#005fb8',
    'charts-green': '#388a34',
    'charts-red': '#e51400',
    'editorWarning-foreground': '#bf8803',
    'list-hoverBackground': '#f2f2f2',
  },
  'vscode-high-contrast': {
    'editor-background': '#000000',
    foreground: '#ffffff',
    descriptionForeground: '#b3b3b3',
    contrastBorder: '#6fc3df',
    contrastActiveBorder: '#f38518',
    'editorWidget-background': '#0c141f',
    'textLink-foreground': '#21a6ff',
    'charts-green': '#89d185',
    'charts-red': '#f48771',
    'editorWarning-foreground': '#ffd370',
    'button-border': '#6fc3df',
  },
} as const;

export type Theme = keyof typeof THEMES;
export const themes = Object.keys(THEMES) as readonly Theme[];

/** A panel's page in a browser, with this test in the place of the editor. */
export interface StagedPage {
  readonly page: Page;
  /** Tells the page a snapshot, as JSON, which is how it travels. */
  tell(snapshot: unknown): Promise<void>;
  /** What the page asked for so far, oldest first. */
  calls(): Promise<readonly { readonly name: string; readonly params: unknown }[]>;
  /** The state kept for a reload. */
  state(): Promise<unknown>;
  /** Violations of the page's policy and errors it reported. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

export interface Stage {
  open(script: 'market' | 'settlement', snapshot: unknown, options?: StageOptions): Promise<StagedPage>;
  close(): Promise<void>;
}

export interface StageOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly state?: unknown;
  /** What the editor answers to a call. */
  readonly answer?: object;
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
  return {
    open: (script, snapshot, options = {}) => openPage(browser, files, script, snapshot, options),
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
  snapshot: unknown,
  { theme = 'vscode-dark', width = 1000, state, answer = { ok: true, value: null } }: StageOptions,
): Promise<StagedPage> {
  const page = await context.newPage();
  await page.setViewportSize({ width, height: 800 });
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
  await page.addInitScript(standIn, {
    snapshot: plain(snapshot),
    theme,
    colours: THEMES[theme],
    state,
    answer,
  });
  await page.goto(`${ORIGIN}/`);
  await page.locator('#root[aria-busy="false"]').waitFor();
  const told = (value: unknown) =>
    page.evaluate((message) => window.postMessage(message, '*'), { rpc: 'event', name: 'snapshot', value });
  return {
    page,
    problems,
    tell: (next) => told(plain(next)),
    calls: () => page.evaluate('globalThis.stage.calls'),
    state: async () => plain(await page.evaluate('globalThis.stage.state')),
    close: () => page.close(),
  };
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

// What the function below finds in the page; the tests themselves are checked without the browser's types.
declare const window: { postMessage(message: unknown, target: string): void };
declare const document: {
  readonly body: { readonly classList: { add(name: string): void } };
  readonly documentElement: { readonly style: { setProperty(name: string, value: string): void } };
  addEventListener(
    type: string,
    listener: (event: { readonly violatedDirective?: string; readonly blockedURI?: string }) => void,
  ): void;
};

interface StandIn {
  readonly snapshot: unknown;
  readonly theme: string;
  readonly colours: Readonly<Record<string, string>>;
  readonly state: unknown;
  readonly answer: object;
}

/** Runs in the page, before its own script: the editor's api and theme. */
function standIn({ snapshot, theme, colours, state, answer }: StandIn): void {
  const stage = { calls: [] as unknown[], state };
  const post = (message: object): void => window.postMessage(message, '*');
  Object.assign(globalThis, {
    stage,
    acquireVsCodeApi: () => ({
      postMessage(message: {
        readonly rpc: string;
        readonly id?: string;
        readonly name?: string;
        readonly params?: unknown;
      }) {
        if (message.rpc === 'ready') post({ rpc: 'event', name: 'snapshot', value: snapshot });
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
    const { style } = document.documentElement;
    for (const [name, value] of Object.entries(colours)) style.setProperty(`--vscode-${name}`, value);
    style.setProperty('--vscode-font-family', '"DejaVu Sans", sans-serif');
    style.setProperty('--vscode-font-size', '13px');
  });
}
