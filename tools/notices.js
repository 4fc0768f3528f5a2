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
    // Some packages name their licence and holder in the manifest alone: its terms ask for themselves to go along.
    const text = (await licenceText(place)) ?? (await termsOf(root, manifest.name, manifest.license, author));
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

/**
 * The terms of a package that names its licence without them.
 * @param {string} root folder of the project, which is under the MIT licence itself
 * @param {string} name
 * @param {string} licence
 * @param {string | undefined} holder
 */
async function termsOf(root, name, licence, holder) {
  if (licence !== 'MIT' || !holder) throw new Error(`${name} is under ${licence}, and its text is nowhere`);
  const own = await readFile(path.join(root, 'LICENSE'), 'utf8');
  return own.replace(/^Copyright .*$/m, `Copyright (c) ${holder}`).trim();
}
