// What is bundled, and how. esbuild.js builds it; a test looks at it.
import path from 'node:path';
import { appBeside, forBrowser, leanMcp, leanToolkit, leanUndici } from './esbuild-plugins.js';
import { listedTools } from './listed-tools.js';

const root = path.resolve(import.meta.dirname, '..');

/**
 * What activation loads, in one file: each file more costs half a millisecond. The app (ESM; what is imported dynamically
 * becomes chunks of their own), the MCP server, the panels' browser code, and the extension for editors in a browser.
 * @param {boolean} production minified, without source maps
 */
export function bundles(production) {
  /** @satisfies {import('esbuild').BuildOptions} */
  const shared = {
    absWorkingDir: root,
    bundle: true,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'info',
    metafile: /** @type {const} */ (true),
    minify: production,
    outdir: path.join(root, 'dist'),
    sourcemap: production ? false : 'linked',
  };

  /** @satisfies {import('esbuild').BuildOptions} */
  const editor = {
    ...shared,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    external: ['vscode'],
  };

  /** @satisfies {import('esbuild').BuildOptions} */
  const extension = { ...editor, entryPoints: { extension: 'src/extension.ts' }, plugins: [appBeside] };

  /** @satisfies {import('esbuild').BuildOptions} */
  const app = {
    ...editor,
    // The second is what the MCP server loads where there is no window. It shares the chunks, and none of them needs the editor.
    entryPoints: { app: 'src/app.ts', 'public-data': 'src/public-data.ts' },
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    // Bundled CommonJS (undici, ws) asks for node's own modules through `require`, which ESM lacks.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    define: { esbuildDetection: 'true' },
    plugins: [leanUndici],
  };

  /** One file, and CommonJS: the host of a web worker loads nothing else. @satisfies {import('esbuild').BuildOptions} */
  const browser = {
    ...shared,
    entryPoints: { browser: 'src/extension.ts' },
    outExtension: { '.js': '.cjs' },
    platform: 'browser',
    target: 'es2023',
    format: 'cjs',
    external: ['vscode'],
    inject: [path.join(root, 'src/browser/node-globals.ts')],
    plugins: [forBrowser],
  };

  /** A program of its own, which also lies alone where clients find it. @satisfies {import('esbuild').BuildOptions} */
  const mcp = {
    ...shared,
    entryPoints: { 'mcp-server': 'src/agents/mcp/server.ts' },
    outExtension: { '.js': '.mjs' },
    platform: 'node',
    // Outside of the editor it runs on the Node there is.
    target: 'node20',
    format: 'esm',
    define: listedTools(root),
    plugins: [leanMcp],
  };

  /** @satisfies {import('esbuild').BuildOptions} */
  const panels = {
    ...shared,
    // All a page loads lies in one folder, and that is all it may read.
    entryPoints: {
      market: 'src/webview/market.tsx',
      event: 'src/webview/event.tsx',
      portfolio: 'src/webview/portfolio.tsx',
      inspector: 'src/webview/inspector.tsx',
      agentCalls: 'src/webview/agent-calls.tsx',
      settlement: 'src/webview/settlement.tsx',
      panel: 'media/panel.css',
    },
    outdir: path.join(root, 'dist/webview'),
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    tsconfig: 'src/webview/tsconfig.json',
    plugins: [leanToolkit],
  };

  return { extension, app, browser, mcp, panels };
}
