// Licences of the packages that went into the bundles: their terms ask for the notice to go along.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const PACKAGE = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/**
 * One text with name, version, licence and licence text of every bundled package, in order of their names.
 * @param {string} root folder the bundler's paths start from
 * @param {Iterable<string>} inputs files that went into the bundles
 */
export async function notices(root, inputs) {
  /** @type {Map<string, string>} */
  const folders = new Map();
  for (const file of inputs) {
    const match = PACKAGE.exec(file.replaceAll('\\', '/'));
    if (match?.[1]) folders.set(match[1], path.join(root, file.slice(0, match.index + match[0].length)));
  }
  const parts = [];
  for (const [name, folder] of [...folders].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    const author = typeof manifest.author === 'string' ? manifest.author : manifest.author?.name;
    // Some packages name their licence and holder in the manifest alone.
    const text =
      (await licenceText(folder)) ?? `Licence as named by the package: ${manifest.license}, ${author}.`;
    parts.push(`${name} ${manifest.version} (${manifest.license})\n\n${text}`);
  }
  const rule = `\n\n${'-'.repeat(80)}\n\n`;
  return `This extension contains code of these packages.${rule}${parts.join(rule)}\n`;
}

/** @param {string} folder */
async function licenceText(folder) {
  const file = (await readdir(folder)).find((name) => /^licen[cs]e(\.|$)/i.test(name));
  return file && (await readFile(path.join(folder, file), 'utf8')).trim();
}
