import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { build, type Metafile, type OutputFile } from 'esbuild';
import { bundles } from '../../../tools/bundles.js';

type Output = Metafile['outputs'][string];

describe('bundles', () => {
  let start: Metafile;
  let host: Metafile;
  let mcp: Metafile;
  let browser: Metafile;
  let inBrowser: readonly OutputFile[];
  let panels: Metafile;
  let pages: readonly OutputFile[];

  before(async () => {
    const options = bundles(true);
    const quiet = { write: false as const, logLevel: 'silent' as const };
    start = (await build({ ...options.extension, ...quiet })).metafile;
    host = (await build({ ...options.app, ...quiet })).metafile;
    const web = await build({ ...options.browser, ...quiet });
    browser = web.metafile;
    inBrowser = web.outputFiles;
    mcp = (await build({ ...options.mcp, ...quiet })).metafile;
    const built = await build({ ...options.panels, ...quiet });
    panels = built.metafile;
    pages = built.outputFiles.filter((file) => file.path.endsWith('.js'));
  });

  it('load on activation one file that registers, and nothing of the stores, the texts or the connections', () => {
    const loaded = staticallyLoaded(start, 'dist/extension.js');
    assert.deepEqual(loaded, Object.keys(start.outputs));
    const inputs = inputsOf(start, loaded);
    assert.ok(inputs.includes('src/extension.ts'));
    assert.deepEqual(
      inputs.filter((file) => !/^src\/(base|features)\/|^src\/extension\.ts$/.test(file)),
      [],
    );
    assert.ok(bytesOf(start, loaded) < 15_000, `${bytesOf(start, loaded)} bytes`);
  });

  it('load for the sidebar neither panels, commands and the HTTP engine nor the demo exchange and the wire', () => {
    const loaded = staticallyLoaded(host, outputFor(host, 'src/app.ts'));
    const inputs = inputsOf(host, loaded);
    const late = inputs.filter((file) =>
      /node_modules\/(undici|ws)\/|^src\/(demo|exchange\/(http|wire)|view\/panels)\/|features\/panels\/panels|cancel\/commands|diagnose\.ts|(ask|filter|sort|show|sign|switch)-/.test(
        file,
      ),
    );
    // Which connection there is is asked before anything is opened.
    assert.deepEqual(late.sort(), ['src/demo/profile.ts']);
    assert.ok(bytesOf(host, loaded) < 404_000, `${bytesOf(host, loaded)} bytes`);
  });

  it('load nothing of what agents call before they call it: neither on activation nor with the app', () => {
    const loaded = [
      ...inputsOf(start, staticallyLoaded(start, 'dist/extension.js')),
      ...inputsOf(host, staticallyLoaded(host, outputFor(host, 'src/app.ts'))),
    ];
    assert.deepEqual(
      loaded.filter((file) =>
        /^src\/agents\/|@modelcontextprotocol|^src\/features\/agents\/(?:create-desk|mcp-access|person)/.test(
          file,
        ),
      ),
      [],
    );
    // They are there, for the first call.
    assert.ok(inputsOf(host, Object.keys(host.outputs)).includes('src/agents/agent-desk.ts'));
  });

  it('begin and end with the window: the editor waits for what is still to be written', () => {
    assert.deepEqual(outputOf(start, 'dist/extension.js').exports.sort(), ['activate', 'deactivate']);
  });

  it('hold one copy of the HTTP engine, without what is never used of it', () => {
    const all = inputsOf(host, Object.keys(host.outputs));
    const engine = all.filter((file) => file.includes('node_modules/undici/lib/dispatcher/agent.js'));
    assert.equal(engine.length, 1);
    assert.deepEqual(
      all.filter((file) => /undici\/(index\.js|lib\/(milo|web\/fetch\/util|global))/.test(file)),
      [],
    );
  });

  it('give the MCP server one file of at most 320 KB, with nothing of the window and no library that checks schemas', () => {
    assert.deepEqual(Object.keys(mcp.outputs), ['dist/mcp-server.mjs']);
    assert.ok(bytesOf(mcp, Object.keys(mcp.outputs)) <= 320 * 1024);
    const inputs = inputsOf(mcp, Object.keys(mcp.outputs));
    assert.deepEqual(
      inputs.filter((file) =>
        /^src\/(?!agents\/(?:mcp\/|schema\.ts|untrusted\.ts))|window-server|ajv/.test(file),
      ),
      [],
    );
    const imports = outputOf(mcp, 'dist/mcp-server.mjs').imports.map(({ path }) => path);
    assert.deepEqual(
      imports.filter((path) => !path.startsWith('node:')),
      [],
    );
  });

  it('give the MCP server for the time without a window what reads public data, and nothing of the editor', () => {
    const loaded = staticallyLoaded(host, 'dist/public-data.js');
    const inputs = inputsOf(host, loaded);
    assert.deepEqual(
      inputs.filter((file) =>
        /^src\/(features\/(?!search\/create-search)|demo|view\/panels|store\/cancels)|node_modules\/(undici|ws)\//.test(
          file,
        ),
      ),
      [],
    );
    const imports = loaded.flatMap((name) => outputOf(host, name).imports);
    assert.deepEqual(
      imports.filter(
        ({ path, kind, external }) => kind !== 'import-statement' || (external && !path.startsWith('node:')),
      ),
      [],
    );
  });

  it('give an editor in a browser one file of at most 350 KB gzipped, which needs nothing but the editor', () => {
    assert.deepEqual(Object.keys(browser.outputs), ['dist/browser.cjs']);
    const { imports } = outputOf(browser, 'dist/browser.cjs');
    assert.deepEqual([...new Set(imports.map(({ path }) => path))], ['vscode']);
    const kilobytes = inBrowser.map(({ contents }) => gzipSync(contents).length / 1024);
    assert.ok(Math.max(...kilobytes) <= 350, `${kilobytes.join()} KB`);
    const inputs = inputsOf(browser, ['dist/browser.cjs']);
    assert.deepEqual(
      inputs.filter((file) =>
        /node_modules\/(undici|ws|@modelcontextprotocol)\/|^src\/(network|features\/platform)\.ts|log-folder\.ts/.test(
          file,
        ),
      ),
      ['src/browser/log-folder.ts'],
    );
  });

  it('leave out in a browser only what it never reaches: signing with a key, and the MCP server', () => {
    const reaching = Object.entries(browser.inputs).flatMap(([file, { imports }]) =>
      imports.filter(({ path }) => path.startsWith('node-only:')).map(({ path }) => `${file} ${path}`),
    );
    assert.deepEqual(reaching.sort(), [
      'src/exchange/service/sign.ts node-only:node:crypto',
      'src/features/agents/mcp.ts node-only:../../agents/mcp/call-file.ts',
      'src/features/agents/mcp.ts node-only:../../agents/mcp/public-service.ts',
      'src/features/agents/mcp.ts node-only:./mcp-access.ts',
    ]);
  });

  it('give the panels browser code only', () => {
    const inputs = inputsOf(panels, Object.keys(panels.outputs));
    assert.deepEqual(
      inputs.filter((file) => /^src\/(host|store|exchange|demo)\//.test(file)),
      [],
    );
    assert.deepEqual(
      Object.values(panels.outputs).flatMap(({ imports }) => imports),
      [],
    );
  });

  it('give a page no more than 120 KB gzipped, and the editor nothing of the pages', () => {
    assert.ok(pages.length >= 3);
    const sizes = pages.map(({ path, contents }) => ({ path, kilobytes: gzipSync(contents).length / 1024 }));
    assert.deepEqual(
      sizes.filter(({ kilobytes }) => kilobytes > 120),
      [],
    );
    const inEditor = inputsOf(host, Object.keys(host.outputs));
    assert.deepEqual(
      inEditor.filter((file) =>
        /^src\/webview\/|node_modules\/(preact|uplot|@vscode|@microsoft)\//.test(file),
      ),
      [],
    );
  });
});

function staticallyLoaded(meta: Metafile, entry: string, seen = new Set<string>()): string[] {
  if (seen.has(entry)) return [];
  seen.add(entry);
  const { imports } = outputOf(meta, entry);
  for (const { path, kind, external } of imports) {
    if (!external && kind === 'import-statement') staticallyLoaded(meta, path, seen);
  }
  return [...seen];
}

function outputFor(meta: Metafile, entry: string): string {
  const found = Object.entries(meta.outputs).find(([, { entryPoint }]) => entryPoint === entry);
  if (!found) throw new Error(`Nothing imports ${entry} on its own`);
  return found[0];
}

function bytesOf(meta: Metafile, outputs: readonly string[]): number {
  return outputs.reduce((sum, name) => sum + outputOf(meta, name).bytes, 0);
}

/** Files of which code is in the outputs, each as often as it is there. */
function inputsOf(meta: Metafile, outputs: readonly string[]): string[] {
  return outputs.flatMap((name) => Object.keys(outputOf(meta, name).inputs));
}

function outputOf(meta: Metafile, name: string): Output {
  const output = meta.outputs[name];
  if (!output) throw new Error(`${name} is not built`);
  return output;
}
