import { openFromRow } from '../../test/editor/e2e/support/flows.ts';
import type { ViewPane } from '../../test/editor/e2e/support/view-pane.ts';
import type { Workbench } from '../../test/editor/e2e/support/workbench.ts';

/** The views by the names people read, in the order of the side bar. */
export const VIEWS = ['markets', 'events', 'orders', 'positions', 'activity'] as const;
export type ViewName = (typeof VIEWS)[number];

/** A figure is on the screen some seconds after the window: the demo exchange has to be loaded first. */
const PATIENCE_MS = 30_000;

/** Gives one view all the room of the side bar and waits for its rows. */
export async function aloneWithRows(workbench: Workbench, name: ViewName): Promise<ViewPane> {
  for (const other of VIEWS) if (other !== name) await paneOf(workbench, other).setExpanded(false);
  const view = paneOf(workbench, name);
  await view.setExpanded(true);
  await view.waitForRows(PATIENCE_MS);
  return view;
}

export async function showAllViews(workbench: Workbench): Promise<void> {
  for (const view of VIEWS) await paneOf(workbench, view).setExpanded(true);
  for (const view of VIEWS) await paneOf(workbench, view).toTop();
}

/** Opens the panel of the first market with an open order, from its row, and waits until it is drawn. */
export async function openMarketPanel(workbench: Workbench): Promise<void> {
  const view = await aloneWithRows(workbench, 'orders');
  await openFromRow(workbench, view, {
    row: /^(Buy|Sell)/,
    action: 'Open Market',
    title: /./,
    selector: 'h1 >> visible=true',
  });
}

/** Opens the settlement panel of the first resolution in the activity and waits until it is drawn. */
export async function openSettlementPanel(workbench: Workbench): Promise<void> {
  const view = await aloneWithRows(workbench, 'activity');
  await openFromRow(workbench, view, {
    row: /^(Won|Lost|Void)\b/,
    action: 'Open Settlement',
    title: /./,
    selector: '.outcome[data-state]',
  });
}

/** Drags the edge of the side bar until it is so wide, pixels. */
export async function sizeSideBar({ page }: Workbench, width: number): Promise<void> {
  const box = await page.locator('.part.sidebar').boundingBox();
  if (!box) throw new Error('There is no side bar.');
  await page.mouse.move(box.x + box.width, box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + width, box.height / 2, { steps: 5 });
  await page.mouse.up();
}

export async function readStatusBar({ page }: Workbench): Promise<string> {
  const item = page.locator('.part.statusbar .statusbar-item[id^="prediction-markets."]').first();
  await item.waitFor({ timeout: PATIENCE_MS });
  return (await item.innerText()).replace(/\s+/g, ' ').trim();
}

function paneOf(workbench: Workbench, name: ViewName): ViewPane {
  return workbench.view(name.charAt(0).toUpperCase() + name.slice(1));
}
