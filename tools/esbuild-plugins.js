// What the bundles leave out of what they take in.
import { readFile } from 'node:fs/promises';

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
