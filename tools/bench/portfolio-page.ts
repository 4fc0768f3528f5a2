import type { Page } from 'playwright-core';
import { portfolioSnapshot } from '../../src/view/panels/portfolio/model.ts';
import type { PanelBrowser } from '../../test/support/vscode/panel-browser.ts';
import { manyRows } from '../../test/unit/panels/portfolio-many.ts';
import { contextWith, NOW } from '../../test/unit/panels/scene.ts';
import { type BenchRow, goalOf, median, ms } from './measure.ts';
import { connectPage } from './panel-page.ts';

const [POSITIONS, ORDERS] = [210, 330];
/** Milliseconds. */
const OPEN_MS = 2000;
const SORT_MS = 100;
const TASK_MS = 50;

/**
 * What the portfolio page costs with many rows: from nothing to painted, with what the editor does for it; a sort; and the
 * longest task while it opens, and while prices move, rows are scrolled and sorted.
 */
export async function portfolioRows(browser: PanelBrowser, rounds: number): Promise<readonly BenchRow[]> {
  const page = await browser.context.newPage();
  await connectPage(page, () => {});
  const opened: number[] = [];
  const openings: number[] = [];
  const first = message(1).ms;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await browser.load(page, 'portfolio');
    await show(page);
    opened.push(performance.now() - start);
    openings.push(await longestTask(page));
  }
  const { made, sorts, longest } = await moved(page, rounds);
  await page.close();
  const of = `${POSITIONS} positions, ${ORDERS} orders`;
  return [
    rowOf(`portfolio page of ${of}: to painted`, opened, OPEN_MS),
    rowOf('portfolio page: longest task from the first message to painted', openings, TASK_MS),
    rowOf('portfolio page: first snapshot made by the editor', [first]),
    rowOf('… a later one, of other prices', made),
    rowOf('portfolio page: a sort', sorts, SORT_MS),
    rowOf('portfolio page: longest task', [longest], TASK_MS),
  ];
}

/** Prices move, the page is scrolled and sorted. What the page is sent lies ready in it, so that only its own tasks count. */
async function moved(page: Page, rounds: number) {
  const made: number[] = [];
  for (let number = 2; number < 2 + rounds * 5; number++) {
    const { text, ms: taken } = message(number);
    made.push(taken);
    await page.evaluate(`(globalThis.sent ??= []).push(${JSON.stringify(text)})`);
  }
  await page.evaluate(WATCH_TASKS);
  const sorts: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (let number = 0; number < 5; number++) await page.evaluate(SHOW_NEXT);
    for (const name of ['positions', 'orders']) sorts.push(await sort(page, name));
    await scroll(page);
  }
  return { made, sorts, longest: await longestTask(page) };
}

/** The browser reports tasks above 50 ms; none is 0. */
const WATCH_TASKS = `globalThis.longest = 0; new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
}).observe({ type: 'longtask' })`;

/** Reads the next message in a task of its own, as the editor's frame does, and hands it on in another. */
const SHOW_NEXT = `new Promise((resolve) => {
  setTimeout(() => {
    const message = JSON.parse(globalThis.sent.shift());
    globalThis.onSaid = ({ type, number }) => { if (type === 'painted' && number === message.number) resolve(); };
    setTimeout(() => window.postMessage(message, '*'));
  });
})`;

/** Sends the account of the first round, and waits until it is painted. */
async function show(page: Page): Promise<void> {
  await page.evaluate(`globalThis.sent = [${JSON.stringify(message(1).text)}]`);
  await page.evaluate(WATCH_TASKS);
  await page.evaluate(SHOW_NEXT);
}

/** Milliseconds; the browser reports a task a moment after it ended. */
async function longestTask(page: Page): Promise<number> {
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
  return (await page.evaluate('globalThis.longest')) as number;
}

/** Until settings change there is one, and an order is the same until it is filled, whatever the prices. */
const CONTEXT = contextWith();
const FIRST = manyRows(POSITIONS, ORDERS);

/** The account in another round: its positions and markets have other figures and are other objects, as when they were read again. */
function message(number: number): { readonly text: string; readonly ms: number } {
  const input = { ...manyRows(POSITIONS, ORDERS, number), orders: FIRST.orders };
  const start = performance.now();
  const snapshot = portfolioSnapshot(input, CONTEXT);
  const taken = performance.now() - start;
  return { text: JSON.stringify({ type: 'snapshot', number, now: NOW, snapshot }), ms: taken };
}

/** From a click on a heading to the next frame, milliseconds. */
function sort(page: Page, name: string): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    const heading = document.querySelector('.${name} th:not([aria-sort]) button');
    const start = performance.now();
    heading.click();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
  })`);
}

async function scroll(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += 400) {
      window.scrollTo(0, top);
      await new Promise(requestAnimationFrame);
    }
  })()`);
}

function rowOf(what: string, times: readonly number[], mostMs?: number): BenchRow {
  const value = median(times);
  const goal = mostMs === undefined ? {} : goalOf(value, mostMs, 'most', ' ms');
  return { what, ours: ms(value), other: '', ...goal };
}
