// `npm run looks`: pictures of the side bar, the search, the pages and what stands in files, in every kind of theme and in several
// widths, to be looked at beside the drawings. Taken from the real VS Code on the demo exchange, into out/looks.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { cutHeaders, cutNumbers, cutTexts } from '../test/editor/e2e/support/cut-texts.ts';
import { openEditor } from '../test/editor/e2e/support/editor.ts';
import { showOnly } from '../test/editor/e2e/support/flows.ts';
import { PAGES, type PageName, shownFrame } from '../test/editor/e2e/support/page-window.ts';
import { chooseTheme } from '../test/editor/e2e/support/themes.ts';
import { FILE_SETTINGS, FileLooks } from './looks/files.ts';
import { ownLists } from './looks/own-lists.ts';
import { lookAtPage, openPages } from './looks/pages.ts';
import { scriptOptions, wholeOption, wrongUse } from './options.ts';
import { repository } from './repository.ts';
import { sizeSideBar } from './start/tour.ts';

const THEMES = ['Dark Modern', 'Light Modern', 'Dark High Contrast', 'Light High Contrast'];
const WIDTHS = '420,640,700,1280,1600';
const PAGE_NAMES = Object.keys(PAGES) as readonly PageName[];
const { positionals, values } = scriptOptions(
  `npm run looks -- [options] [theme …]: takes pictures of the pages, the side bar, the search and what stands in files, into out/looks.

  theme             of ${THEMES.join(', ')}; all of them when none is named
  --pages <list>    only these pages: ${PAGE_NAMES.join(',')}
  --widths <list>   the pages in these widths, in pixels; otherwise ${WIDTHS} (640 is 1280 at 200 % zoom)
  --rows            only the side bar, at 300 and 220 pixels, and the search
  --files           only what stands in files: hovers, lenses, prices, a completion, a preview with cards, positions
                    and the comparison of them with a copy
  --help            this text

A page is taken twice: its first screen (-first), and all of it. Said of each are texts that are cut, of rows and titles
of views those that are cut inside a number. With --pages or --widths the rows and files are left out.`,
  {
    pages: { type: 'string' },
    widths: { type: 'string' },
    rows: { type: 'boolean' },
    files: { type: 'boolean' },
  },
  true,
);

const FOLDER = path.join(repository, 'out/looks');
const SIDE_BAR_WIDTHS = [300, 220];
const LISTS = ['Watchlist', 'Events', 'Orders', 'Positions', 'Activity', 'Alerts'] as const;
const GROUPED: readonly string[] = ['Watchlist', 'Events', 'Alerts'];
const SIZE = { width: 1280, height: 800 };
const TYPED = 'mosgate';

const themes = positionals.length === 0 ? THEMES : positionals;
const { files = false, rows = false } = values;
const isPagesOnly = values.pages !== undefined || values.widths !== undefined;
const isOneOnly = files || rows || isPagesOnly;
const pages = (files || rows) && !isPagesOnly ? [] : pagesOf(values.pages);
const widths = (values.widths ?? WIDTHS).split(',').map((width) => wholeOption('widths', width, 300));

await mkdir(FOLDER, { recursive: true });
const said = new Set<string>();
const opened = Date.now();
const editor = await openEditor({ viewport: SIZE, settings: { ...ownLists(opened), ...FILE_SETTINGS } });
const { workbench } = editor;
const { page } = workbench;
try {
  await workbench.openSidebar();
  await workbench.view('Markets').waitForRows();
  if (rows || !isOneOnly) await lookAtRows();
  if (files || !isOneOnly) await lookAtFiles();
  if (pages.length > 0) {
    await sizeSideBar(workbench, SIDE_BAR_WIDTHS[0] ?? 0);
    await openPages(workbench, pages);
    for (const theme of themes) {
      await chooseTheme(workbench, theme);
      for (const [tab, name] of pages.entries())
        await lookAtPage(workbench, tab, widths, async (width, clip) => {
          await shoot(`${name}-${width}-${theme}`, clip);
          say(`${name} at ${Number.parseInt(width, 10)}`, await cutTexts(await shownFrame(workbench)));
        });
    }
  }
} finally {
  await editor.close();
}

async function lookAtRows(): Promise<void> {
  for (const [number, theme] of themes.entries()) {
    await chooseTheme(workbench, theme);
    for (const width of SIDE_BAR_WIDTHS) {
      await sizeSideBar(workbench, width);
      const shootList = async (what: string): Promise<void> => {
        await shoot(`${theme}-${width}-${what}`);
        say(`rows at ${width}, ${what}`, await cutNumbers(page));
        say(`titles at ${width}, ${what}`, await cutHeaders(page));
      };
      // As it is when it is opened for the first time; later the views are as they were left.
      if (number === 0 && width === SIDE_BAR_WIDTHS[0]) await shootList('first');
      const markets = await showOnly(workbench, 'Markets');
      await markets.expandGroups(3);
      await shootList('markets');
      for (const name of LISTS) {
        const view = await showOnly(workbench, name);
        await view.waitForRows();
        if (GROUPED.includes(name)) await view.expandGroups(3);
        await shootList(name.toLowerCase());
      }
    }
    await workbench.runCommand('Prediction Markets: Search Markets…');
    await workbench.quickInput.type(TYPED);
    await shoot(`${theme}-search`);
    await workbench.quickInput.cancel();
  }
}

async function lookAtFiles(): Promise<void> {
  const looks = new FileLooks(editor, opened);
  await looks.open();
  for (const theme of themes) {
    await chooseTheme(workbench, theme);
    await looks.look((what) => shootAsIs(`${theme}-${what}`));
  }
  await looks.close();
}

async function shoot(
  name: string,
  clip?: { x: number; y: number; width: number; height: number },
): Promise<void> {
  const { width, height } = page.viewportSize() ?? SIZE;
  // An empty place: no row is hovered.
  if (clip) await page.mouse.move(clip.x / 2, height / 2);
  else await page.mouse.move(width * 0.6, height - 8);
  await page.waitForTimeout(clip ? 400 : 1000); // hovers fade out; a page is drawn in its new width
  await page.screenshot({ path: fileOf(name), ...(clip ? { clip } : {}) });
}

/** With the pointer where it is. */
async function shootAsIs(name: string): Promise<void> {
  await page.waitForTimeout(1000);
  await page.screenshot({ path: fileOf(name) });
}

function fileOf(name: string): string {
  return path.join(FOLDER, `${name.replaceAll(' ', '-').toLowerCase()}.png`);
}

/** Once for all themes: they do not differ in it. */
function say(where: string, cut: readonly string[]): void {
  for (const text of new Set(cut)) {
    const line = `${where} cuts ${text}`;
    if (!said.has(line)) console.log(line);
    said.add(line);
  }
}

function pagesOf(list: string | undefined): readonly PageName[] {
  if (list === undefined) return PAGE_NAMES;
  const names = list.split(',');
  const unknown = names.find((name) => !(name in PAGES));
  if (unknown !== undefined) wrongUse(`A page is one of ${PAGE_NAMES.join(', ')}, not ${unknown}.`);
  return PAGE_NAMES.filter((name) => names.includes(name));
}
