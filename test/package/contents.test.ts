import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { packagePath } from '../../scripts/repository.ts';
import { readZip, type ZipEntry } from '../support/zip.ts';

/** Everything a package may hold; what comes from vsce itself included. */
const ALLOWED: readonly RegExp[] = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/(package|package\.nls)(\.[a-z-]+)?\.json$/,
  /^extension\/(readme|changelog)\.md$/i,
  /^extension\/LICENSE(\.txt)?$/,
  /^extension\/l10n\/bundle\.l10n(\.[a-z-]+)?\.json$/,
  /^extension\/media\/[\w-]+\.(png|svg|css)$/,
  /^extension\/media\/walkthrough\/[\w-]+\.(png|svg|md)$/,
  /^extension\/dist\/extension\.js$/,
  /^extension\/dist\/ThirdPartyNotices\.txt$/,
  /^extension\/dist\/chunks\/[\w-]+\.js$/,
  /^extension\/dist\/webview\/(market|settlement)\.js$/,
];
const EXPECTED = [
  'extension/package.json',
  'extension/package.nls.json',
  'extension/readme.md',
  'extension/changelog.md',
  'extension/LICENSE.txt',
  'extension/media/icon.png',
  'extension/dist/extension.js',
  'extension/dist/webview/market.js',
  'extension/dist/webview/settlement.js',
];
const LARGEST = 1_000_000;

describe('the package', () => {
  let entries: readonly ZipEntry[] = [];

  before(() => {
    entries = readZip(packagePath());
  });

  it('holds what the extension needs', () => {
    const names = entries.map(({ name }) => name);
    assert.deepEqual(
      EXPECTED.filter((name) => !names.includes(name)),
      [],
    );
  });

  it('holds nothing else: no sources, tests, maps or modules', () => {
    const names = entries.map(({ name }) => name);
    assert.deepEqual(
      names.filter((name) => !ALLOWED.some((pattern) => pattern.test(name))),
      [],
    );
  });

  it('holds the production build: minified, without reference to a source map', () => {
    const scripts = entries.filter(({ name }) => /dist\/.*\.js$/.test(name));
    assert.ok(scripts.length >= 3);
    for (const script of scripts) {
      const text = script.read().toString('utf8');
      assert.doesNotMatch(text, /sourceMappingURL=/, script.name);
      assert.ok(text.split('\n').length < 2000, `${script.name} is not minified`);
    }
  });

  it('names every package whose code is in it, with its licence', () => {
    const notices = entries.find(({ name }) => name === 'extension/dist/ThirdPartyNotices.txt');
    const named = [...(notices?.read().toString('utf8') ?? '').matchAll(/^(\S+) \d\S* \((.+)\)$/gm)];
    const packages = named.map(([, name]) => name);
    for (const name of ['undici', 'big.js', '@vscode/webview-ui-toolkit'])
      assert.ok(packages.includes(name), name);
    for (const [line, , licence] of named) assert.match(licence ?? '', /^(MIT|0BSD|ISC|Apache-2\.0)$/, line);
  });

  it('has a page without pictures, which the editor would not show', () => {
    const page =
      entries
        .find(({ name }) => name === 'extension/readme.md')
        ?.read()
        .toString('utf8') ?? '';
    assert.match(page, /^# Prediction Markets/);
    assert.doesNotMatch(page, /!\[/);
  });

  it('has a manifest whose files are in it', () => {
    const text =
      entries
        .find(({ name }) => name === 'extension/package.json')
        ?.read()
        .toString('utf8') ?? '{}';
    const mentioned = [...text.matchAll(/"(?:\.\/)?((?:media|dist)\/[^"]+)"/g)].flatMap(
      ([, file]) => file ?? [],
    );
    const names = new Set(entries.map(({ name }) => name));
    assert.ok(mentioned.includes('dist/extension.js'));
    assert.deepEqual(
      mentioned.filter((file) => !names.has(`extension/${file}`)),
      [],
    );
  });

  it(`is smaller than ${LARGEST} bytes`, () => {
    assert.ok(statSync(packagePath()).size < LARGEST, `${statSync(packagePath()).size} bytes`);
  });
});
