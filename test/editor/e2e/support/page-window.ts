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
  inspector: '.inspector .calls tbody tr',
} as const;
export type PageName = keyof typeof PAGES;

/** A live game with at least one price: `38¢ MOS 17–20 JUN 64¢`. */
const GAME = /^(?=.*\d¢).* \d+–\d+ /;
/** A window lower than this draws no page. */
const LEAST_HEIGHT = 400;

/** Opens the page of the market with this slug, which the search takes too. */
export async function openMarket(workbench: Workbench, slug: string): Promise<FrameLocator> {
  const { quickInput } = workbench;
  return actUntil(
    `opening ${slug}`,
    async () => {
      await workbench.runCommand('Prediction Markets: Search Markets…');
      await quickInput.waitFor('a slug or a link');
      // A page that is still loading may take the focus, and the box with it.
      await quickInput.type(slug, 5000);
      await quickInput.rows();
      await quickInput.accept();
    },
    () => workbench.panel(/./).shown(PAGES.market),
  );
}

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
    case 'inspector': {
      const page = await actUntil(
        'opening the inspector',
        () => workbench.runCommand('Prediction Markets: Show API Inspector'),
        () => workbench.panel(/API Inspector/).shown(selector),
      );
      await page.locator('.calls tbody button', { hasText: 'Positions' }).first().click();
      await page.locator('.call-detail .code').nth(1).waitFor();
      return page;
    }
    case 'settlement': {
      const activity = await showOnly(workbench, 'Activity');
      await activity.waitForRows();
      return openFromRow(workbench, activity, { ...from, row: /^(Won|Lost) /, action: 'Open Settlement' });
    }
  }
}

/** The frames of the pages that are shown, from left to right: what they draw can be measured there. */
export async function shownFrames({ page }: Workbench): Promise<readonly Frame[]> {
  const found: { readonly frame: Frame; readonly x: number }[] = [];
  for (const outer of await page.locator('iframe.webview.ready:visible').elementHandles()) {
    const inner = await (await outer.contentFrame())?.$('#active-frame');
    const frame = await inner?.contentFrame();
    const box = await outer.boundingBox();
    if (frame && box) found.push({ frame, x: box.x });
  }
  return found.sort((a, b) => a.x - b.x).map(({ frame }) => frame);
}

/** The frame of the one page that is shown. */
export async function shownFrame(workbench: Workbench): Promise<Frame> {
  const [frame] = await eventually(
    () => shownFrames(workbench),
    ({ length }) => length === 1,
    'one page is shown',
  );
  if (!frame) throw new Error('No page is shown.');
  return frame;
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
