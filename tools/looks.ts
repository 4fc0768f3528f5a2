// `npm run looks`: pictures of the side bar and the search in every kind of theme and two widths, to be looked at beside
// the drawings. Taken from the real VS Code on the demo exchange, into out/looks.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Editor, openEditor } from '../test/editor/e2e/support/editor.ts';
import { showOnly } from '../test/editor/e2e/support/flows.ts';
import { chooseTheme } from '../test/editor/e2e/support/themes.ts';
import { scriptOptions } from './options.ts';
import { repository } from './repository.ts';
import { sizeSideBar } from './start/tour.ts';

const { positionals } = scriptOptions(
  `npm run looks -- [theme]: takes pictures of the side bar and the search, into out/looks.

  theme   Dark Modern, Light Modern, Dark High Contrast or Light High Contrast; all of them when none is named
  --help  this text`,
  {},
  true,
);

const FOLDER = path.join(repository, 'out/looks');
const THEMES = ['Dark Modern', 'Light Modern', 'Dark High Contrast', 'Light High Contrast'];
const WIDTHS = [300, 220];
const LISTS = ['Events', 'Orders', 'Positions', 'Activity'] as const;
const SIZE = { width: 1280, height: 800 };
const TYPED = 'mosgate';

await mkdir(FOLDER, { recursive: true });
const themes: readonly string[] = positionals.length === 0 ? THEMES : positionals;
const editor = await openEditor({ viewport: SIZE });
const { workbench } = editor;
try {
  await workbench.openSidebar();
  await workbench.view('Markets').waitForRows();
  for (const [number, theme] of themes.entries()) {
    await chooseTheme(workbench, theme);
    for (const width of WIDTHS) {
      await sizeSideBar(workbench, width);
      const shoot = (what: string): Promise<void> => shootAs(editor, `${theme}-${width}-${what}`);
      // As it is when it is opened for the first time; later the views are as they were left.
      if (number === 0 && width === WIDTHS[0]) await shoot('first');
      const markets = await showOnly(workbench, 'Markets');
      await markets.expandGroups(3);
      await shoot('markets');
      for (const name of LISTS) {
        const view = await showOnly(workbench, name);
        await view.waitForRows();
        if (name === 'Events') await view.expandGroups(3);
        await shoot(name.toLowerCase());
      }
    }
    await workbench.runCommand('Prediction Markets: Search Markets…');
    await workbench.quickInput.type(TYPED);
    await shootAs(editor, `${theme}-search`);
    await workbench.quickInput.cancel();
  }
} finally {
  await editor.close();
}

async function shootAs({ workbench: { page } }: Editor, name: string): Promise<void> {
  await page.mouse.move(SIZE.width * 0.6, SIZE.height - 8); // an empty place: no row is hovered
  await page.waitForTimeout(1000); // hovers fade out
  await page.screenshot({ path: path.join(FOLDER, `${name.replaceAll(' ', '-').toLowerCase()}.png`) });
}
