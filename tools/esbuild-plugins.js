// What the bundles leave out of what they take in, or take something else for.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** @param {string} what */
const absent = (what) => `() => { throw new Error('${what} is not part of this bundle'); }`;

/**
 * Modules of undici that nothing here reaches: the client speaks HTTP/1.1 and sends strings or buffers. They would be
 * more than half of the bundle and of its load time.
 */
const UNDICI = new Map([
  ['dispatcher/client-h2.js', `module.exports = ${absent('HTTP/2')};`],
  ['web/fetch/body.js', `exports.extractBody = ${absent('A form as body')};`],
  ['web/fetch/formdata.js', 'exports.FormData = class {};'],
  ['web/webidl/index.js', 'exports.webidl = { is: { FormData: () => false } };'],
  // Every processor VS Code runs on has the instructions of the other build.
  ['llhttp/llhttp-wasm.js', "module.exports = require('./llhttp_simd-wasm.js');"],
]);

/** @type {import('esbuild').Plugin} */
export const leanUndici = {
  name: 'lean-undici',
  setup(build) {
    build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/].*\.js$/ }, ({ path }) => {
      const [, name] = path.replaceAll('\\', '/').split('/undici/lib/');
      const contents = UNDICI.get(name ?? '');
      return contents === undefined ? undefined : { contents, loader: 'js' };
    });
  },
};

/**
 * The SDK brings a validator of JSON Schema, half as large as all the rest. The tools check their input themselves, and answer text.
 * @type {import('esbuild').Plugin}
 */
export const leanMcp = {
  name: 'lean-mcp',
  setup(build) {
    build.onLoad({ filter: /@modelcontextprotocol[\\/]server[\\/]dist[\\/]shimsNode\.mjs$/ }, () => ({
      contents: `import process from 'node:process';
        export class DefaultJsonSchemaValidator { getValidator = ${absent('The validator')}; }
        export { process };`,
    }));
  },
};

/**
 * The toolkit's foundation finds out whether the browser knows :focus-visible by inserting a style element, which the
 * panels' content security policy reports as a violation. VS Code's browsers all know it.
 * @type {import('esbuild').Plugin}
 */
export const leanToolkit = {
  name: 'lean-toolkit',
  setup(build) {
    build.onLoad(
      { filter: /fast-foundation[\\/].*[\\/]utilities[\\/]style[\\/]focus\.js$/ },
      async ({ path }) => {
        const source = await readFile(path, 'utf8');
        if (!source.includes('canUseFocusVisible()'))
          throw new Error(`${path} no longer asks for :focus-visible`);
        return { contents: "export const focusVisible = 'focus-visible';", loader: 'js' };
      },
    );
  },
};

/**
 * Leaves the app out of what activation loads: it lies beside it, and is loaded with its first use.
 * @type {import('esbuild').Plugin}
 */
export const appBeside = {
  name: 'app-beside',
  setup(build) {
    build.onResolve({ filter: /^\.\/app\.ts$/ }, () => ({ path: './app.js', external: true }));
  },
};

/** What needs Node, by what a browser gets for it. Paths below src, without the ending. */
const FOR_BROWSER = new Map([
  ['demo/access', 'browser/demo-access'],
  ['demo/profile', 'browser/demo-profile'],
  ['exchange/service/profiles', 'browser/profiles'],
  ['features/cancel/log-folder', 'browser/log-folder'],
  ['features/home-folder', 'browser/home-folder'],
  ['features/platform', 'browser/platform'],
  ['network', 'browser/network'],
]);
/** Is never reached in a browser. */
const NODE_ONLY = /^node:|\/mcp-access\.ts$|\/agents\/mcp\//;

/** @type {import('esbuild').Plugin} */
export const forBrowser = {
  name: 'for-browser',
  setup(build) {
    build.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path: asked, resolveDir }) => {
      const src = path.resolve(import.meta.dirname, '../src');
      const [folder, name] = [
        path.relative(src, resolveDir),
        path.relative(src, path.join(resolveDir, asked)),
      ];
      const instead = FOR_BROWSER.get(name.replaceAll('\\', '/').replace(/\.ts$/, ''));
      return instead === undefined || folder === 'browser'
        ? undefined
        : { path: path.join(src, `${instead}.ts`) };
    });
    build.onResolve({ filter: NODE_ONLY }, ({ path: asked }) => ({ path: asked, namespace: 'node-only' }));
    build.onLoad({ filter: /.*/, namespace: 'node-only' }, () => ({ contents: 'module.exports = {};' }));
  },
};
