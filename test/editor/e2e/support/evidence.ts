import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { Browser } from '../../../support/vscode/browser.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../../out/e2e');

/** The logs of a window, by name, with their places. */
const PLACES = {
  dialog: '.monaco-dialog-box',
  'quick input': '.quick-input-widget',
  menu: '.monaco-menu',
  notice: '.notification-list-item',
  tab: '.part.editor .tab',
  heading: '.part.sidebar .pane-header',
  row: '.part.sidebar .monaco-list-row',
  'status item': '.part.statusbar .statusbar-item[id^="prediction-markets."]',
} as const;

/**
 * For `afterEach`: a failed test leaves pictures of every window below `out/e2e`, and its message says what the windows
 * showed. Windows the test had opened besides the first one are closed then.
 */
export function keepEvidence(of: () => { readonly browser: Browser }) {
  return async function (this: Mocha.Context): Promise<void> {
    const { currentTest } = this;
    if (currentTest?.state !== 'failed') return;
    const { browser } = of();
    await keepPicture(browser, currentTest.fullTitle());
    const shown = await describeWindows(browser);
    if (currentTest.err) tellMore(currentTest.err, shown);
    const [, ...others] = browser.context.pages();
    for (const page of others) await page.close().catch(() => {});
  };
}

/** Adds to what a failure says. Mocha prints the stack, which has the message of the time it was thrown before its lines. */
function tellMore(error: Error, text: string): void {
  const { message, stack } = error;
  error.message = `${message}\n${text}`;
  if (stack !== undefined) error.stack = stack.replace(message, () => error.message);
}

/** Saves what every window shows below `out/e2e`; the first under the name, the others with a number behind it. */
export async function keepPicture({ context }: Browser, name: string): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  for (const [index, page] of context.pages().entries()) {
    const file = path.join(FOLDER, `${name.replace(/\W+/g, '-')}${index === 0 ? '' : `-${index + 1}`}.png`);
    await page.screenshot({ path: `${file}.part`, type: 'png', timeout: 10_000 }).catch(() => {});
    await rename(`${file}.part`, file).catch(() => {});
  }
}

/** Dialogs, notices, boxes, tabs and rows of every window, one line each. */
export async function describeWindows({ context }: Browser): Promise<string> {
  const texts = await Promise.all(context.pages().map((page, index) => describe(page, index + 1)));
  return texts.join('\n');
}

async function describe(page: Page, number: number): Promise<string> {
  await openNotices(page);
  const parts = await page
    .evaluate(
      (places) =>
        Object.entries(places).flatMap(([name, selector]) =>
          [...document.querySelectorAll(selector)]
            .filter((element) => element.checkVisibility())
            .map((element) => `${name}: ${element.innerText.replace(/\s+/g, ' ').trim()}`),
        ),
      PLACES,
    )
    .catch((error: unknown) => [`unreadable: ${error}`]);
  return [`Window ${number} shows`, ...parts.map((part) => `  ${part}`)].join('\n');
}

/** The bell's list: a window that loads an extension from its folder shows notices nowhere else. */
async function openNotices(page: Page): Promise<void> {
  if ((await page.locator('.notifications-center.visible').count()) > 0) return;
  await page
    .locator('.part.statusbar [id="status.notifications"]')
    .click({ timeout: 2000 })
    .catch(() => {});
  await page.waitForTimeout(300).catch(() => {});
}

// What the function above finds in the page; the tests themselves are checked without the browser's types.
declare const document: {
  querySelectorAll(selector: string): Iterable<{ readonly innerText: string; checkVisibility(): boolean }>;
};
