import {
  openPage,
  type PageName,
  pageBox,
  shownFrame,
  sizePage,
} from '../../test/editor/e2e/support/page-window.ts';
import type { Workbench } from '../../test/editor/e2e/support/workbench.ts';

/** The height of a page on a laptop: what stands in it is the first screen. */
const SCREEN = 800;
/** Higher than any page, so that one that never ends is cut. */
const MOST_HEIGHT = 9000;
/** Wide enough for the tabs of all pages. */
const WIDE = 1280;

/** Opens the pages side by side as tabs, in this order, and gives them the room of the side bar. */
export async function openPages(workbench: Workbench, names: readonly PageName[]): Promise<void> {
  for (const name of names) await openPage(workbench, name);
  await workbench.runCommand('View: Close Primary Side Bar');
  await workbench.page.locator('.part.sidebar').waitFor({ state: 'hidden' });
}

/**
 * Shows the page of this tab in each width: its first screen, and the whole of it where it is longer.
 * @param shoot takes a picture of the place, named by width and part.
 */
export async function lookAtPage(
  workbench: Workbench,
  tab: number,
  widths: readonly number[],
  shoot: (name: string, clip: Awaited<ReturnType<typeof pageBox>>) => Promise<void>,
): Promise<void> {
  await workbench.page.locator('.part.editor .tab').nth(tab).click();
  for (const width of widths) {
    await sizePage(workbench, width, SCREEN);
    await drawn(workbench);
    await shoot(`${width}-first`, await pageBox(workbench));
    const frame = await shownFrame(workbench);
    const height = Number(await frame.evaluate('document.documentElement.scrollHeight'));
    if (height <= SCREEN) continue;
    await sizePage(workbench, width, Math.min(MOST_HEIGHT, height));
    await drawn(workbench);
    await shoot(`${width}`, await pageBox(workbench));
  }
  await sizePage(workbench, WIDE, SCREEN);
}

/** A page that comes to the front loads again, and says when it has drawn what there is. */
async function drawn(workbench: Workbench): Promise<void> {
  const frame = await shownFrame(workbench);
  await frame.locator('#root[aria-busy="false"]').waitFor();
}
