// Draws media/icon.png from tools/icon.svg: the marketplace takes no SVG. Run it after changing the drawing.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openBrowser } from '../test/support/vscode/browser.ts';
import { makeRoot, removeRoot } from '../test/support/vscode/roots.ts';
import { repository } from './repository.ts';

const root = await makeRoot();
const browser = await openBrowser({ profile: root, viewport: { width: 256, height: 256 } });
const drawing = await readFile(path.join(repository, 'tools/icon.svg'), 'utf8');
await browser.page.setContent(
  `<body style="margin:0">${drawing.replace('<svg', '<svg style="display:block"')}</body>`,
);
await browser.page.screenshot({ path: path.join(repository, 'media/icon.png'), omitBackground: true });
await browser.close();
await removeRoot(root);
