import type { Page } from 'playwright-core';
import { marketSnapshot } from '../../src/view/panels/market/model.ts';
import type { PanelScreen } from '../../test/support/editor/screens.ts';
import { openPanelBrowser, type PanelBrowser } from '../../test/support/vscode/panel-browser.ts';
import { contextWith, NOW, read, scene } from '../../test/unit/panels/scene.ts';
import { type LiveWindow, openLiveWindow } from './live-window.ts';
import { type BenchRow, goalOf, median, ms } from './measure.ts';
import { connectPage, joinPage } from './panel-page.ts';
import { portfolioRows } from './portfolio-page.ts';

/** Milliseconds. */
const OPEN_MS = 400;
const FRAME_MS = 8;
const PAINT_MS = 50;
const MANY = 10_000;
/** What a page is sent at most. */
const POINTS = 2_000;

/**
 * What the pages of markets and events cost: from the click to the content painted, without what the editor itself takes
 * to make a panel; from a message to the screen; a chart of 10,000 points, at first and for each frame of a hand; and a
 * portfolio of many rows.
 */
export async function pagesBench(isTiny: boolean): Promise<readonly BenchRow[]> {
  const rounds = isTiny ? 1 : 7;
  const browser = await openPanelBrowser(true);
  const live = await openLiveWindow(500);
  try {
    const { markets, events, marketViews } = live.window.services;
    await events.load();
    const market = markets.markets.find((each) => marketViews.eventOf(each) !== undefined);
    const event = market && marketViews.eventOf(market);
    if (market === undefined || event === undefined) throw new Error('The demo has no market of an event.');
    const opened = async (kind: 'market' | 'event', slug: string): Promise<BenchRow> => {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) times.push(await openOne(browser, live, kind, slug));
      return rowOf(`${kind} page: click to painted`, times, OPEN_MS);
    };
    return [
      await opened('market', market.slug),
      await opened('event', event.slug ?? event.id),
      ...(await chartRows(browser, isTiny ? 2 : 120)),
      ...(await portfolioRows(browser, rounds)),
    ];
  } finally {
    await live.close();
    await browser.close();
  }
}

async function openOne(
  browser: PanelBrowser,
  { window }: LiveWindow,
  kind: 'market' | 'event',
  slug: string,
): Promise<number> {
  const page = await browser.context.newPage();
  let panel: PanelScreen | undefined;
  const withContent = new Set<number>();
  const painted = Promise.withResolvers<number>();
  await connectPage(page, (message) => {
    const { type, number = 0 } = message as { readonly type: string; readonly number?: number };
    if (type === 'painted' && withContent.has(number)) painted.resolve(performance.now());
    panel?.say(message);
  });
  const start = performance.now();
  panel = window.openPanel(slug, kind);
  panel.onPost = ({ number, snapshot }) => {
    if (snapshot.content !== undefined) withContent.add(number);
  };
  joinPage(page, panel);
  await browser.load(page, kind);
  const end = await painted.promise;
  await page.close();
  panel.dispose();
  return end - start;
}

async function chartRows(browser: PanelBrowser, frames: number): Promise<readonly BenchRow[]> {
  const { page } = browser;
  await connectPage(page, () => {});
  await browser.load(page, 'market');
  const show = (number: number, points: number): Promise<number> => {
    const message = { type: 'snapshot', number, now: NOW, snapshot: snapshotOf(number, points) };
    return page.evaluate(`new Promise((resolve) => {
      const start = performance.now();
      globalThis.onSaid = ({ type, number }) => { if (type === 'painted' && number === ${number}) resolve(performance.now() - start); };
      window.postMessage(${JSON.stringify(message)}, '*');
    })`);
  };
  const first = await show(1, MANY);
  const script = await scriptAFrame(page, frames);
  const updates: number[] = [];
  for (let number = 2; number < 2 + frames / 4; number++) updates.push(await show(number, POINTS));
  const name = `chart of ${MANY.toLocaleString('en-US')} points`;
  return [
    rowOf(`${name}: message to first paint`, [first]),
    rowOf('market page: message to pixel', updates, PAINT_MS),
    rowOf(`${name}: script a frame, crosshair and zoom`, [script], FRAME_MS),
  ];
}

/** Milliseconds of script in each frame while the hand moves over the chart and turns the wheel. */
async function scriptAFrame(page: Page, frames: number): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const script = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000;
  };
  await page.locator('.u-over').scrollIntoViewIfNeeded();
  const before = await script();
  await page.evaluate(`(async () => {
    const over = document.querySelector('.u-over');
    const { left, top, width, height } = over.getBoundingClientRect();
    for (let frame = 0; frame < ${frames}; frame++) {
      const at = { clientX: left + (width * frame) / ${frames}, clientY: top + height / 2, bubbles: true, cancelable: true };
      over.dispatchEvent(new MouseEvent('mousemove', at));
      over.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: frame % 20 < 10 ? -40 : 40 }));
      await new Promise(requestAnimationFrame);
    }
  })()`);
  return ((await script()) - before) / frames;
}

/** The drawn scene with a whole chart, its last price another each time. */
function snapshotOf(number: number, count: number) {
  const points = Array.from({ length: count }, (_, at) => ({
    ms: NOW - (count - at) * 8_000,
    price: 0.44 + 0.05 * Math.sin(at / 90 + (at === count - 1 ? number : 0)),
  }));
  return marketSnapshot(scene({ history: read(points) }), contextWith());
}

function rowOf(what: string, times: readonly number[], mostMs?: number): BenchRow {
  const value = median(times);
  const goal = mostMs === undefined ? {} : goalOf(value, mostMs, 'most', ' ms');
  return { what, ours: ms(value), other: '', ...goal };
}
