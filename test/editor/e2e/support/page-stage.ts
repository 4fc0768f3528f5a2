import type { Page } from 'playwright-core';
import type { PageEvent, Snapshot, SnapshotMessage } from '../../../../src/view/panels/protocol.ts';
import { openPanelBrowser, type PanelBrowser } from '../../../support/vscode/panel-browser.ts';
import { NOW } from '../../../unit/panels/scene.ts';
import { drawn } from './page-checks.ts';
import { THEMES, type Theme } from './page-themes.ts';

/** How long anything may take to be drawn, milliseconds: others may need the processors. */
const PATIENCE_MS = 60_000;

/** A panel's page in a browser, with this test in the place of the editor. */
export interface StagedPage {
  readonly page: Page;
  /** Sends the page a snapshot as the editor does, and waits until it is drawn unless the page's clock is held. */
  show(snapshot: Snapshot): Promise<void>;
  post(message: unknown): Promise<void>;
  events(): Promise<readonly PageEvent[]>;
  requests(): Promise<readonly PageEvent[]>;
  state(): Promise<unknown>;
  /** Violations of the page's policy and errors it reported. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

export type PageScript = 'market' | 'settlement' | 'event' | 'portfolio' | 'agentCalls';

export interface Stage {
  open(script: PageScript, snapshot: Snapshot, options?: StageOptions): Promise<StagedPage>;
  close(): Promise<void>;
}

interface StageOptions {
  readonly theme?: Theme;
  /** In place of those of the theme. */
  readonly colours?: Readonly<Record<string, string>>;
  readonly width?: number;
  readonly state?: unknown;
  /** The editor's clock, Unix milliseconds; that of the scenes unless given. */
  readonly now?: number;
  /** The snapshot may be one of something that is still read. */
  readonly mayBeBusy?: boolean;
  /** The page's clock only moves when the test moves it. */
  readonly isClockHeld?: boolean;
}

/** Bundles the pages as they are shipped and opens a browser to draw them in. */
export async function openStage(): Promise<Stage> {
  const browser = await openPanelBrowser(false);
  browser.context.setDefaultTimeout(PATIENCE_MS);
  let isHeld = false;
  return {
    async open(script, snapshot, options = {}) {
      // All pages of a browser have one clock, those opened later too.
      if (isHeld) await browser.context.clock.resume();
      isHeld = options.isClockHeld === true;
      return openPage(browser, script, snapshot, options);
    },
    close: () => browser.close(),
  };
}

async function openPage(
  browser: PanelBrowser,
  script: PageScript,
  snapshot: Snapshot,
  {
    theme = 'vscode-dark',
    colours = THEMES[theme],
    width = 1000,
    state,
    isClockHeld = false,
    mayBeBusy = false,
    now = NOW,
  }: StageOptions,
): Promise<StagedPage> {
  const page = await browser.context.newPage();
  await page.setViewportSize({ width, height: 800 });
  if (isClockHeld) {
    await page.clock.install({ time: now });
    await page.clock.pauseAt(now + 3_600_000); // ahead of what the clock runs to until it is stopped
  }
  const problems: string[] = [];
  page.on('console', (message) => problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  let number = 1;
  await page.addInitScript(standIn, {
    message: plain({ type: 'snapshot', number, now, snapshot } satisfies SnapshotMessage),
    theme,
    colours,
    state,
  });
  await browser.load(page, script);
  // Frames are drawn by that clock.
  const isDrawn = `globalThis.stage.events.some(({ type }) => type === 'drawn')`;
  while (isClockHeld && (await page.evaluate(isDrawn)) !== true) await page.clock.runFor(20);
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
  const show = async (next: Snapshot): Promise<void> => {
    number += 1;
    await post(plain({ type: 'snapshot', number, now, snapshot: next } satisfies SnapshotMessage));
    if (!isClockHeld) await drawn(page, number);
  };
  const events = (): Promise<readonly PageEvent[]> => page.evaluate('globalThis.stage.events');
  return {
    page,
    problems,
    show,
    post,
    events,
    requests: async () => (await events()).filter(({ type }) => type === 'run' || type === 'interval'),
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
  readonly message: unknown;
  readonly theme: string;
  readonly colours: Readonly<Record<string, string>>;
  readonly state: unknown;
}

/** Runs in the page, before its own script: the editor's api and theme. */
function standIn({ message, theme, colours, state }: StandIn): void {
  const stage = { events: [] as { readonly type: string }[], state };
  // A chart drawn before it would be black.
  const { promise: isThemed, resolve: themed } = Promise.withResolvers<void>();
  Object.assign(globalThis, {
    stage,
    acquireVsCodeApi: () => ({
      postMessage(event: { readonly type: string }) {
        stage.events.push(event);
        if (stage.events.length === 1) void isThemed.then(() => window.postMessage(message, '*'));
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
    themed();
    document.body.classList.add(theme);
    // As the editor does.
    if (theme === 'vscode-high-contrast-light') document.body.classList.add('vscode-high-contrast');
    const { style } = document.documentElement;
    for (const [name, value] of Object.entries(colours)) style.setProperty(`--vscode-${name}`, value);
    style.setProperty('--vscode-font-family', '"DejaVu Sans", sans-serif');
    style.setProperty('--vscode-font-size', '13px');
  });
}
