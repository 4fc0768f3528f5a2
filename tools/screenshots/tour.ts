import { writeFile } from 'node:fs/promises';
import type { Editor } from '../../test/editor/e2e/support/editor.ts';
import { openFromRow } from '../../test/editor/e2e/support/flows.ts';
import { PAGES } from '../../test/editor/e2e/support/page-window.ts';
import { aloneWithRows } from '../start/tour.ts';
import { animatedPicture, type Frame } from './animation.ts';

/** A game that is on, of which something is held: its page shows the most. */
export const OWN_GAME = /\d¢.*[◆◈]/;
/** How long one looks at something new, and at prices that move, milliseconds. */
const LONG_MS = 2500;
const SHORT_MS = 700;
/** How often the prices of a page are seen to move. */
const MOVES = 4;

/** Takes an animated picture of a window: from the markets to a game, from the game to one of its lines, prices moving. */
export async function takeTour({ workbench }: Editor, file: string): Promise<void> {
  const { page } = workbench;
  const frames: Frame[] = [];
  const take = async (part: string, shownMs: number): Promise<void> => {
    const box = await page.locator(part).boundingBox();
    if (!box) throw new Error(`There is no ${part}.`);
    const png = await page.screenshot({ clip: box });
    frames.push({ png, x: box.x, y: box.y, shownMs });
  };
  const watch = async (): Promise<void> => {
    await take('.part.editor', LONG_MS);
    for (let move = 0; move < MOVES; move++) {
      await page.waitForTimeout(SHORT_MS);
      await take('.part.editor', SHORT_MS);
    }
  };
  const markets = await aloneWithRows(workbench, 'markets');
  await (await markets.findRow(OWN_GAME)).hover();
  await take('body', LONG_MS);
  const game = await openFromRow(workbench, markets, { row: OWN_GAME, title: /./, selector: PAGES.event });
  await page.waitForTimeout(1000);
  await take('body', SHORT_MS);
  await watch();
  await game.locator('.board .link').first().click();
  await workbench.panel(/./).content(PAGES.market);
  await page.waitForTimeout(1000);
  await watch();
  await writeFile(file, animatedPicture(frames));
}
