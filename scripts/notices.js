// Licences of the packages that went into the bundles: their terms ask for the notice to go along.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Up to the innermost package: some have packages of their own. */
const PACKAGE = /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/**
 * Folders of the packages that went into bundles, from where the bundler's paths start, in order.
 * @param {Iterable<string>} inputs files that went into them
 */
export function packagesOf(inputs) {
  /** @type {Set<string>} */
  const folders = new Set();
  for (const file of inputs) {
    const folder = PACKAGE.exec(file.replaceAll('\\', '/'))?.[1];
    if (folder) folders.add(folder);
  }
  return [...folders].sort();
}

/**
 * One text with name, version, licence and licence text of every bundled package, in order of their names.
 * @param {string} root folder the bundler's paths start from
 * @param {Iterable<string>} inputs files that went into the bundles
 */
export async function notices(root, inputs) {
  /** By what stands above it: copies of one version are one. @type {Map<string, string>} */
  const texts = new Map();
  for (const folder of packagesOf(inputs)) {
    const place = path.join(root, folder);
    const manifest = JSON.parse(await readFile(path.join(place, 'package.json'), 'utf8'));
    const author = typeof manifest.author === 'string' ? manifest.author : manifest.author?.name;
    // Some packages name their licence and holder in the manifest alone.
    const text =
      (await licenceText(place)) ?? `Licence as named by the package: ${manifest.license}, ${author}.`;
    texts.set(`${manifest.name} ${manifest.version} (${manifest.license})`, text);
  }
  const parts = [...texts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([head, text]) => `${head}\n\n${text}`);
  const rule = `\n\n${'-'.repeat(80)}\n\n`;
  return `This extension contains code of these packages.${rule}${parts.join(rule)}\n`;
}

/** @param {string} folder */
async function licenceText(folder) {
  const file = (await readdir(folder)).find((name) => /^licen[cs]e(\.|$)/i.test(name));
  return file && (await readFile(path.join(folder, file), 'utf8')).trim();
}
