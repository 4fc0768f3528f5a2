import type { Frame, FrameLocator } from 'playwright-core';
import { actUntil, eventually } from './again.ts';
import { openFromRow, showOnly } from './flows.ts';
import type { Workbench } from './workbench.ts';

/** The pages of the editor area, each with something that it draws once it has its figures. */
export const PAGES = {
  market: '.ladder .bid .px',
  event: '.board tbody tr',
  portfolio: '.portfolio tbody tr',
  settlement: '.outcome[data-state]',
} as const;
export type PageName = keyof typeof PAGES;

/** A live game with at least one price: `38¢ MOS 17–20 JUN 64¢`. */
const GAME = /^(?=.*\d¢).* \d+–\d+ /;
/** A window lower than this draws no page. */
const LEAST_HEIGHT = 400;

/** Opens a page from the row or with the command a person would take. */
export async function openPage(workbench: Workbench, name: PageName): Promise<FrameLocator> {
  const selector = PAGES[name];
  const from = { title: /./, selector };
  switch (name) {
    case 'market': {
      const orders = await showOnly(workbench, 'Orders');
      await orders.waitForRows();
      await orders.expandGroups(10);
      return openFromRow(workbench, orders, { ...from, row: /^(Buy|Sell) /, action: 'Open Market' });
    }
    case 'event': {
      const markets = await showOnly(workbench, 'Markets');
      await markets.waitForRows();
      return openFromRow(workbench, markets, { ...from, row: GAME });
    }
    case 'portfolio':
      return actUntil(
        'opening the portfolio',
        () => workbench.runCommand('Prediction Markets: Show Portfolio'),
        () => workbench.panel(/Portfolio/).shown(selector),
      );
    case 'settlement': {
      const activity = await showOnly(workbench, 'Activity');
      await activity.waitForRows();
      return openFromRow(workbench, activity, { ...from, row: /^(Won|Lost) /, action: 'Open Settlement' });
    }
  }
}

/** The frame of the page that is shown: what it draws can be measured there. */
export async function shownFrame({ page }: Workbench): Promise<Frame> {
  return eventually(
    async () => {
      const outer = await page.locator('iframe.webview.ready:visible').elementHandle();
      const inner = await (await outer?.contentFrame())?.waitForSelector('#active-frame');
      return await inner?.contentFrame();
    },
    (frame) => frame !== null && frame !== undefined,
    'a page is shown',
  ) as Promise<Frame>;
}

/** Where the page that is shown stands in the window. */
export async function pageBox({ page }: Workbench) {
  const box = await page.locator('iframe.webview.ready:visible').boundingBox();
  if (!box) throw new Error('No page is shown.');
  return box;
}

/** Makes the window so large that the shown page is this wide, and this high where that is said. */
export async function sizePage(workbench: Workbench, width: number, height?: number): Promise<void> {
  const { page } = workbench;
  const size = page.viewportSize();
  if (!size) throw new Error('The window has no size.');
  const box = await pageBox(workbench);
  const wanted = {
    width: size.width - Math.round(box.width) + width,
    height:
      height === undefined
        ? size.height
        : Math.max(LEAST_HEIGHT, size.height - Math.round(box.height) + height),
  };
  await page.setViewportSize(wanted);
  await eventually(
    () => pageBox(workbench),
    (now) => Math.abs(now.width - width) <= 1,
    `a page of ${width} pixels`,
  );
}
