// `npm run screenshots`: the README's pictures, taken from the real VS Code on the demo exchange. The demo goes on in
// real time, so the figures differ from run to run; what is shown and how it is cut out does not.
import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { actUntil } from '../test/editor/e2e/support/again.ts';
import { type Editor, openEditor } from '../test/editor/e2e/support/editor.ts';
import { openFromRow } from '../test/editor/e2e/support/flows.ts';
import { openPage, PAGES } from '../test/editor/e2e/support/page-window.ts';
import { chooseTheme } from '../test/editor/e2e/support/themes.ts';
import { scriptOptions } from './options.ts';
import { repository } from './repository.ts';
import { DRAWN_BY, drawingSources } from './screenshots/drawn-by.ts';
import { OWN_GAME, takeTour } from './screenshots/tour.ts';
import { aloneWithRows, sizeSideBar } from './start/tour.ts';

scriptOptions(
  `npm run screenshots: takes the README's pictures, into media/screenshots.

  --help  this text`,
  {},
);

const FOLDER = path.join(repository, 'media/screenshots');
const SIZE = { width: 1440, height: 1000 };
const TOUR_SIZE = { width: 1200, height: 760 };
const TITLE_BAR = 36;
/** One that rows are made for. */
const SIDE_BAR_WIDTH = 300;
type Clip = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** A README is read over slow lines too. */
const MOST_BYTES = 300_000;
const MOST_TOUR_BYTES = 1_500_000;
/** The group of an event with two orders: as many as the README says the dialog lists. */
const TWO_ORDERS = /^(?!Buy|Sell)\D+ 2\b/;

await mkdir(FOLDER, { recursive: true });
await withEditor('Dark Modern', async (editor) => {
  const { workbench } = editor;
  await openOwnGame(editor);
  await closeSideBar(editor);
  await shoot(editor, 'event', await editorArea(editor));
  await workbench.openSidebar();
  await openOwnMarket(editor);
  await spreadViews(editor);
  await shoot(editor, 'market', { x: 0, y: TITLE_BAR, width: SIZE.width, height: SIZE.height - TITLE_BAR });
  await askToCancel(editor);
  await shoot(editor, 'cancel-dialog', await aroundDialog(editor));
  await workbench.page.keyboard.press('Escape');
});
await withEditor('Light Modern', async (editor) => {
  await openPage(editor.workbench, 'portfolio');
  await closeSideBar(editor);
  await shoot(editor, 'portfolio', await editorArea(editor));
});
await withEditor(
  'Dark Modern',
  async (editor) => {
    const file = path.join(FOLDER, 'tour.png');
    await takeTour(editor, file);
    await checkSize(file, MOST_TOUR_BYTES);
  },
  TOUR_SIZE,
);
await writeFile(path.join(repository, DRAWN_BY), `${drawingSources(repository)}\n`);

async function withEditor(
  theme: string,
  work: (editor: Editor) => Promise<void>,
  viewport = SIZE,
): Promise<void> {
  const editor = await openEditor({ viewport });
  try {
    await chooseTheme(editor.workbench, theme);
    await editor.workbench.openSidebar();
    await sizeSideBar(editor.workbench, SIDE_BAR_WIDTH);
    await work(editor);
  } finally {
    await editor.close();
  }
}

async function editorArea({ workbench: { page } }: Editor): Promise<Clip> {
  const box = await page.locator('.part.editor').boundingBox();
  if (!box) throw new Error('There is no editor area.');
  return box;
}

async function openOwnGame({ workbench }: Editor): Promise<void> {
  const markets = await aloneWithRows(workbench, 'markets');
  await openFromRow(workbench, markets, { row: OWN_GAME, title: /./, selector: PAGES.event });
}

/** Of an order that could fill: where nothing is to be had there is no book. */
async function openOwnMarket({ workbench }: Editor): Promise<void> {
  const orders = await aloneWithRows(workbench, 'orders');
  await openFromRow(workbench, orders, {
    row: /^Buy .* now \d/,
    action: 'Open Market',
    title: /./,
    selector: PAGES.market,
  });
}

async function askToCancel({ workbench }: Editor): Promise<void> {
  const orders = await aloneWithRows(workbench, 'orders');
  await actUntil(
    'asking to cancel the orders of a market',
    async () => {
      await workbench.dismissDialog();
      await orders.rowAction(await orders.findRow(TWO_ORDERS), 'Cancel Orders in Market');
    },
    async () => ((await workbench.dialogText()) === undefined ? undefined : true),
  );
}

/** Markets with their prices, orders and positions share the side bar. */
async function spreadViews({ workbench }: Editor): Promise<void> {
  const markets = await aloneWithRows(workbench, 'markets');
  await markets.expandGroups(6);
  for (const name of ['Orders', 'Positions']) await workbench.view(name).setExpanded(true);
  await markets.toTop();
}

async function closeSideBar({ workbench }: Editor): Promise<void> {
  await workbench.runCommand('View: Close Primary Side Bar');
  await workbench.page.locator('.part.sidebar').waitFor({ state: 'hidden' });
}

async function aroundDialog({ workbench }: Editor): Promise<Clip> {
  const box = await workbench.dialog.boundingBox();
  if (!box) throw new Error('There is no dialog.');
  const margin = 60;
  return {
    x: box.x - margin,
    y: box.y - margin,
    width: box.width + 2 * margin,
    height: box.height + 2 * margin,
  };
}

async function shoot({ workbench: { page } }: Editor, name: string, clip?: Clip): Promise<void> {
  await page.mouse.move(SIZE.width * 0.6, SIZE.height - 8); // an empty place: no row is hovered, no tooltip shown
  await page.waitForTimeout(1000); // hovers fade out, what was just read is drawn
  const file = path.join(FOLDER, `${name}.png`);
  await page.screenshot({ path: file, ...(clip ? { clip } : {}) });
  await checkSize(file, MOST_BYTES);
}

async function checkSize(file: string, most: number): Promise<void> {
  const { size } = await stat(file);
  const name = path.relative(repository, file);
  console.log(`${name}: ${Math.round(size / 1000)} kB`);
  if (size > most) throw new Error(`${name} is larger than ${most / 1000} kB.`);
}
