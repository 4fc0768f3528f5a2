// Bundles the extension and the panels' browser code into dist/.
//   node esbuild.js [--production] [--watch] [--meta]
// --production minifies, leaves source maps out and writes dist/ThirdPartyNotices.txt; --meta writes what went where to out/meta.json.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, context } from 'esbuild';
import { bundles } from './tools/bundles.js';
import { notices } from './tools/notices.js';

const flags = new Set(process.argv.slice(2));
const root = import.meta.dirname;
const parts = Object.values(bundles(flags.has('--production')));

if (flags.has('--watch')) {
  const contexts = await Promise.all(parts.map((options) => context(options)));
  await Promise.all(contexts.map((one) => one.watch()));
} else {
  const results = await Promise.all(parts.map((options) => build(options))).catch(() => process.exit(1)); // it said why
  const outputs = Object.assign({}, ...results.map(({ metafile }) => metafile.outputs));
  await removeLeftovers(new Set(Object.keys(outputs).map((file) => path.join(root, file))));
  if (flags.has('--production')) {
    const inputs = results.flatMap(({ metafile }) =>
      Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs)),
    );
    await writeFile(path.join(root, 'dist/ThirdPartyNotices.txt'), await notices(root, inputs));
  }
  if (flags.has('--meta')) await writeMeta(results);
}

/**
 * Removes what an earlier build left: chunk names change with their content. After writing, not before, so that an
 * editor running from this folder finds its files at any time.
 * @param {Set<string>} current
 */
async function removeLeftovers(current) {
  for (const entry of await readdir(path.join(root, 'dist'), { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && !current.has(file)) await rm(file);
  }
}

/** @param {{ metafile: import('esbuild').Metafile }[]} results */
async function writeMeta(results) {
  const meta = {
    inputs: Object.assign({}, ...results.map(({ metafile }) => metafile.inputs)),
    outputs: Object.assign({}, ...results.map(({ metafile }) => metafile.outputs)),
  };
  await mkdir(path.join(root, 'out'), { recursive: true });
  await writeFile(path.join(root, 'out/meta.json'), JSON.stringify(meta));
}
