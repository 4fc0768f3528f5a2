import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { pageHtml } from '../../src/features/panels/page-html.ts';
import type { PanelScreen } from '../../test/support/editor/screens.ts';
import { openBrowser } from '../../test/support/vscode/browser.ts';
import { makeRoot, removeRoot } from '../../test/support/vscode/roots.ts';
import { leanToolkit } from '../esbuild-plugins.js';
import { repository } from '../repository.ts';

const ORIGIN = 'http://127.0.0.1:9';

/** A panel's page as it is shipped, in a headless browser, on the line of a panel. */
export interface PanelPage {
  close(): Promise<void>;
}

export async function openPanelPage(panel: PanelScreen): Promise<PanelPage> {
  const { outputFiles } = await build({
    absWorkingDir: repository,
    entryPoints: ['src/webview/market.tsx'],
    outdir: 'out/stage',
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    tsconfig: 'src/webview/tsconfig.json',
    plugins: [leanToolkit],
    logLevel: 'error',
  });
  const files = new Map(outputFiles.map((file) => [path.basename(file.path), file.text]));
  files.set('panel.css', readFileSync(path.join(repository, 'media/panel.css'), 'utf8'));
  const html = pageHtml({
    cspSource: ORIGIN,
    scriptUri: `${ORIGIN}/market.js`,
    styleUri: `${ORIGIN}/panel.css`,
    language: 'en',
    title: 'Panel',
    loading: 'Loading…',
    images: false,
    nonce: 'bench',
  });
  const root = await makeRoot();
  const browser = await openBrowser({ profile: path.join(root, 'browser') });
  const { page } = browser;
  await page.route(`${ORIGIN}/**`, (route) => {
    const name = path.basename(new URL(route.request().url()).pathname);
    const type = name.endsWith('.js') ? 'text/javascript' : name.endsWith('.css') ? 'text/css' : 'text/html';
    return route.fulfill({ contentType: `${type}; charset=utf-8`, body: files.get(name) ?? html });
  });
  await page.exposeFunction('toEditor', (message: object) => panel.say(message));
  await page.addInitScript(`globalThis.acquireVsCodeApi = () => ({
    postMessage: (message) => void toEditor(message), getState: () => undefined, setState: () => {},
  });`);
  const send = (message: unknown): void => {
    void page.evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`).catch(() => {});
  };
  const before = panel.onPost;
  panel.onPost = (message) => {
    before?.(message);
    send(message);
  };
  await page.goto(`${ORIGIN}/`);
  await page.locator('#root[aria-busy="false"]').waitFor();
  return {
    async close() {
      await browser.close();
      await removeRoot(root);
    },
  };
}
