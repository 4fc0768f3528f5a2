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
 * longest task while prices move, rows are scrolled and sorted.
 */
export async function portfolioRows(browser: PanelBrowser, rounds: number): Promise<readonly BenchRow[]> {
  const page = await browser.context.newPage();
  await connectPage(page, () => {});
  const opened: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await browser.load(page, 'portfolio');
    await show(page, 1, 0);
    opened.push(performance.now() - start);
  }
  const made: number[] = [];
  await page.evaluate(`globalThis.longest = 0; new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
  }).observe({ type: 'longtask' })`);
  const sorts: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    for (let number = 0; number < 5; number++)
      made.push(await show(page, round * 10 + number, round * 5 + number));
    for (const name of ['positions', 'orders']) sorts.push(await sort(page, name));
    await scroll(page);
  }
  // A task below the browser's own bound of 50 ms is not reported at all.
  const longest = (await page.evaluate('globalThis.longest')) as number;
  await page.close();
  const of = `${POSITIONS} positions, ${ORDERS} orders`;
  return [
    rowOf(`portfolio page of ${of}: to painted`, opened, OPEN_MS),
    rowOf('portfolio page: snapshot made by the editor', made),
    rowOf('portfolio page: a sort', sorts, SORT_MS),
    rowOf('portfolio page: longest task, 0 if none above 50 ms', [longest], TASK_MS),
  ];
}

/** Sends the account of a round, and returns how long the editor took to make the snapshot, milliseconds. */
async function show(page: Page, number: number, round: number): Promise<number> {
  const input = manyRows(POSITIONS, ORDERS, round);
  const start = performance.now();
  const snapshot = portfolioSnapshot(input, contextWith());
  const made = performance.now() - start;
  const message = JSON.stringify({ type: 'snapshot', number, now: NOW, snapshot });
  await page.evaluate(`new Promise((resolve) => {
    globalThis.onSaid = ({ type, number }) => { if (type === 'painted' && number === ${number}) resolve(); };
    const message = ${message};
    setTimeout(() => window.postMessage(message, '*'));
  })`);
  return made;
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
