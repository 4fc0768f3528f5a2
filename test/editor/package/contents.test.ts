import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { bundles } from '../../../tools/bundles.js';
import { notices, packagesOf } from '../../../tools/notices.js';
import { packagePath, repository } from '../../../tools/repository.ts';
import { readZip, type ZipEntry } from '../../support/zip.ts';

/** What vsce puts into a package by itself. */
const ENVELOPE = ['[Content_Types].xml', 'extension.vsixmanifest'];
/** What it takes from the repository, and the name it gives it. */
const COPIED: Readonly<Record<string, string>> = {
  'package.json': 'package.json',
  'package.nls.json': 'package.nls.json',
  'changelog.md': 'CHANGELOG.md',
  'SECURITY.md': 'SECURITY.md',
  'LICENSE.txt': 'LICENSE',
};
/** What the editor calls the languages besides English, whose texts are in the code. */
const LANGUAGES = ['es', 'zh-cn'];
/** Every host that is named in what is shipped, and why. */
const HOSTS: Readonly<Record<string, string>> = {
  'api.polymarket.us': 'the service',
  'gateway.polymarket.us': 'the service',
  'exchange.example': 'an example in a text',
  'demo.exchange.invalid': 'the demo in this process, which no network knows',
  'www.w3.org': 'the name of SVG',
  'json-schema.org': 'the name of JSON Schema, in the MCP server',
  'github.com': 'a warning of the SDK for MCP',
};
/** A quarter of it is the build for browsers, which has most of the code once more: their host takes one file. */
const LARGEST = 1_390_000;

describe('the package', () => {
  let entries: readonly ZipEntry[] = [];
  /** What the sources build now, by name, and of what. */
  const built = new Map<string, Uint8Array>();
  const inputs: string[] = [];
  const textOf = (file: string): string =>
    entries
      .find(({ name }) => name === `extension/${file}`)
      ?.read()
      .toString('utf8') ?? '';

  before(async () => {
    entries = readZip(packagePath());
    for (const options of Object.values(bundles(true))) {
      const { outputFiles, metafile } = await build({ ...options, write: false, logLevel: 'silent' });
      for (const file of outputFiles)
        built.set(path.relative(repository, file.path).replaceAll(path.sep, '/'), file.contents);
      inputs.push(...Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs)));
    }
  });

  it('holds what it should and nothing else: no sources, tests, maps or modules', async () => {
    const pictures = [
      ...(await filesOf('media', /\.(png|svg|schema\.json)$/)),
      ...(await filesOf('media/walkthrough', /\.(png|svg|md)$/)),
    ];
    const expected = [
      ...Object.keys(COPIED),
      'readme.md',
      'dist/ThirdPartyNotices.txt',
      ...pictures,
      'media/notes.css',
      ...(await filesOf('media/agents', /\.prompt\.md$/)),
      ...(await filesOf('media/agents/skills/reading-prediction-markets', /\.md$/)),
      ...LANGUAGES.flatMap((language) => [
        `package.nls.${language}.json`,
        `l10n/bundle.l10n.${language}.json`,
      ]),
      ...built.keys(),
    ].map((name) => `extension/${name}`);
    assert.deepEqual(entries.map(({ name }) => name).sort(), [...ENVELOPE, ...expected].sort());
  });

  it('holds, byte for byte, what these sources build and this repository has', async () => {
    const others: string[] = [];
    for (const { name, read } of entries) {
      const inside = name.replace(/^extension\//, '');
      // Written by vsce, made without pictures, and made from licences; each looked at below.
      if (ENVELOPE.includes(name) || inside === 'readme.md' || inside === 'dist/ThirdPartyNotices.txt')
        continue;
      const wanted = built.get(inside) ?? (await readFile(path.join(repository, COPIED[inside] ?? inside)));
      if (!read().equals(wanted)) others.push(name);
    }
    assert.deepEqual(others, []);
  });

  it('holds the production build: minified, without reference to a source map', () => {
    const scripts = entries.filter(({ name }) => /dist\/.*\.c?js$/.test(name));
    assert.ok(scripts.length >= 3);
    for (const script of scripts) {
      const text = script.read().toString('utf8');
      assert.doesNotMatch(text, /sourceMappingURL=/, script.name);
      assert.ok(text.split('\n').length < 2000, `${script.name} is not minified`);
    }
  });

  it('holds the licence of every package whose code is in it, whole, and of no other', async () => {
    const entry = entries.find(({ name }) => name === 'extension/dist/ThirdPartyNotices.txt');
    const text = entry?.read().toString('utf8') ?? '';
    assert.equal(text, await notices(repository, inputs));
    const places = packagesOf(inputs);
    for (const place of places) {
      const folder = path.join(repository, place);
      const { name, version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as {
        readonly name: string;
        readonly version: string;
      };
      assert.ok(text.includes(`\n${name} ${version} (`), `${name} ${version}`);
      const licence = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
      if (licence !== undefined)
        assert.ok(text.includes((await readFile(path.join(folder, licence), 'utf8')).trim()), name);
      else
        assert.match(
          text.split(/\n-{80}\n/).find((part) => part.trim().startsWith(`${name} ${version} (`)) ?? '',
          /\nCopyright \(c\) Microsoft\n.*without restriction.*IN NO EVENT/s,
          name,
        );
    }
    const named = [...text.matchAll(/^(\S+) \d\S* \((.+)\)$/gm)];
    assert.equal(named.length, new Set(named.map(([line]) => line)).size);
    // As ARCHITECTURE.md says: fourteen packages; tslib comes in two versions.
    assert.equal(named.length, 15);
    assert.equal(new Set(named.map(([, name]) => name)).size, 14);
    for (const [line, , licence] of named) assert.match(licence ?? '', /^(MIT|0BSD|ISC|Apache-2\.0)$/, line);
  });

  // For secrets vsce looks itself, and packs nothing then.
  it('names no folder of the machine it was made on', () => {
    for (const { name, read } of entries)
      assert.doesNotMatch(
        read().toString('latin1'),
        /(?<![\w.:~@/-])\/(home\/[a-z]|Users\/[A-Za-z]|root\/|tmp\/)/,
        name,
      );
  });

  it('names no host but those it is known to', () => {
    const hosts = new Set<string>();
    for (const { name, read } of entries) {
      if (!/dist\/.*\.([cm]?js|css)$|l10n\/|package/.test(name)) continue;
      for (const [, host = ''] of read()
        .toString('utf8')
        .matchAll(/\b(?:https?|wss?):\/\/([\w-]+\.[\w.-]+)/g))
        hosts.add(host);
    }
    assert.deepEqual([...hosts].sort(), Object.keys(HOSTS).sort());
  });

  it('has a page without pictures, which the editor would not show, that refers to no file that is not in it', () => {
    const page = textOf('readme.md');
    assert.match(page, /^# Prediction Markets/);
    assert.match(page, /^## Privacy\n\nThere is no telemetry\. /m);
    assert.doesNotMatch(page, /!\[|\bnpm |\]\((?!#)/);
    // A document the extension shows is no file.
    const shown = new Set<string>(['positions.md']);
    const files = new Set(page.match(/\b[\w/-]+\.md\b/g)?.filter((file) => !shown.has(file)));
    assert.deepEqual([...files], ['SECURITY.md']);
    const security = textOf('SECURITY.md');
    assert.doesNotMatch(security, /\]\((?!#)/);
  });

  it('has a manifest whose files are in it', () => {
    const text = textOf('package.json');
    const mentioned = [...text.matchAll(/"(?:\.\/)?((?:media|dist)\/[^"]+)"/g)].flatMap(
      ([, file]) => file ?? [],
    );
    const names = new Set(entries.map(({ name }) => name));
    for (const entry of ['dist/extension.js', 'dist/browser.cjs'])
      assert.ok(mentioned.includes(entry), entry);
    assert.deepEqual(
      mentioned.filter((file) => !names.has(`extension/${file}`)),
      [],
    );
  });

  it(`is smaller than ${LARGEST} bytes`, () => {
    assert.ok(statSync(packagePath()).size < LARGEST, `${statSync(packagePath()).size} bytes`);
  });
});

/** Names of the files of a folder of the repository that match, the folder included. */
async function filesOf(folder: string, pattern: RegExp): Promise<readonly string[]> {
  const names = await readdir(path.join(repository, folder)).catch(() => []);
  return names.filter((name) => pattern.test(name)).map((name) => `${folder}/${name}`);
}
