import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { pageHtml } from '../../../src/features/panels/page-html.ts';
import { leanToolkit } from '../../../tools/esbuild-plugins.js';
import { repository } from '../../../tools/repository.ts';
import { type Browser, openBrowser } from './browser.ts';
import { makeRoot, removeRoot } from './roots.ts';

const ORIGIN = 'http://127.0.0.1:9';
/** The files of the pages, by whether they are minified: bundled once for all browsers of this process. */
const bundles = new Map<boolean, Promise<ReadonlyMap<string, string>>>();

/** A headless browser for the pages of panels, bundled as they are shipped. */
export interface PanelBrowser extends Browser {
  /** Loads the page of a panel; what stands in for the editor must be there before. */
  load(page: Page, script: 'market' | 'settlement' | 'event' | 'portfolio' | 'agentCalls'): Promise<void>;
}

// What is measured, minified as shipped, has a process for each page as in the editor.
export async function openPanelBrowser(minify: boolean): Promise<PanelBrowser> {
  const bundled = bundles.get(minify) ?? bundle(minify);
  bundles.set(minify, bundled);
  const files = new Map(await bundled);
  files.set('panel.css', readFileSync(path.join(repository, 'media/panel.css'), 'utf8'));
  const root = await makeRoot();
  const browser = await openBrowser({ profile: path.join(root, 'browser'), oneProcess: !minify });
  return {
    ...browser,
    async load(page, script) {
      const html = pageHtml({
        cspSource: ORIGIN,
        scriptUri: `${ORIGIN}/${script}.js`,
        styleUri: `${ORIGIN}/panel.css`,
        language: 'en',
        title: 'Panel',
        loading: 'Loading…',
        images: false,
        nonce: 'staged',
      });
      await page.route(`${ORIGIN}/**`, (route) => {
        const name = path.basename(new URL(route.request().url()).pathname);
        const type = name.endsWith('.js') ? 'javascript' : name.endsWith('.css') ? 'css' : 'html';
        return route.fulfill({ contentType: `text/${type}; charset=utf-8`, body: files.get(name) ?? html });
      });
      await page.goto(`${ORIGIN}/`);
    },
    async close() {
      await browser.close();
      await removeRoot(root);
    },
  };
}

async function bundle(minify: boolean): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: repository,
    entryPoints: {
      market: 'src/webview/market.tsx',
      settlement: 'src/webview/settlement.tsx',
      event: 'src/webview/event.tsx',
      portfolio: 'src/webview/portfolio.tsx',
      agentCalls: 'src/webview/agent-calls.tsx',
    },
    outdir: 'out/stage',
    bundle: true,
    minify,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    tsconfig: 'src/webview/tsconfig.json',
    plugins: [leanToolkit],
    logLevel: 'error',
  });
  return new Map(outputFiles.map((file) => [path.basename(file.path), file.text]));
}
