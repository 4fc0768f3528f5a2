import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { bundles } from '../../../tools/bundles.js';
import { packagesOf } from '../../../tools/notices.js';
import { sbomOf } from '../../../tools/sbom.ts';
import { read } from './sources.ts';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
}

/** What comes from others: what of it is shipped, under which licence, and how it is known to be the same tomorrow. */
describe('what comes from others', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const manifest = JSON.parse(read('package.json')) as {
    readonly dependencies?: object;
    readonly devDependencies: Readonly<Record<string, string>>;
    readonly allowScripts: Readonly<Record<string, boolean>>;
  };
  const table = rows(read('ARCHITECTURE.md'));
  /** Places in node_modules. */
  let places: readonly string[] = [];
  let shipped: readonly string[] = [];

  before(async () => {
    const metafiles = await Promise.all(
      Object.values(bundles(true)).map(
        async (options) => (await build({ ...options, write: false, logLevel: 'silent' })).metafile,
      ),
    );
    const outputs = metafiles.flatMap((metafile) => Object.values(metafile.outputs));
    places = packagesOf(outputs.flatMap(({ inputs }) => Object.keys(inputs)));
    shipped = [...new Set(places.map((place) => place.replace(/^.*node_modules\//, '')))].sort();
  });

  it('is listed in ARCHITECTURE.md, all that is bundled and nothing else, each with a reason', () => {
    assert.deepEqual(table.map(({ name }) => name).sort(), shipped);
    for (const { name, why } of table) assert.ok(why.length > 10, name);
    const number = [
      'no',
      'one',
      'two',
      'three',
      'four',
      'five',
      'six',
      'seven',
      'eight',
      'nine',
      'ten',
      'eleven',
      'twelve',
      'thirteen',
      'fourteen',
    ][shipped.length];
    assert.match(read('ARCHITECTURE.md'), new RegExp(`are ${number} packages`));
  });

  it('is listed under the licence it has, and has one that asks for its notice and no more', () => {
    const known = ['MIT', '0BSD', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0'];
    for (const { name, licence } of table) {
      const copies = places.filter((place) => place.endsWith(`node_modules/${name}`));
      for (const copy of copies) assert.equal(packages[copy]?.license, licence, copy);
      assert.ok(known.includes(licence), name);
    }
  });

  it('is all in the list published beside a release, by version, licence and content', () => {
    const { components } = sbomOf(places);
    assert.deepEqual([...new Set(components.map(({ name }) => name))].sort(), shipped);
    for (const { name, purl, hashes, licenses } of components) {
      assert.match(purl, /^pkg:npm\/(?:%40[\w-]+\/)?[\w.-]+@\d+\.\d+\.\d+$/);
      assert.match(hashes[0]?.content ?? '', /^[0-9a-f]{128}$/, name);
      assert.ok(licenses[0]?.license.id, name);
    }
  });

  it('is of an exact version where it is shipped, and is not installed beside the extension', () => {
    assert.equal(manifest.dependencies, undefined);
    for (const name of shipped) {
      const asked = manifest.devDependencies[name];
      if (asked !== undefined) assert.equal(asked, packages[`node_modules/${name}`]?.version, name);
    }
  });

  it('is locked by its content, and by nobody’s address', () => {
    const foreign = Object.entries(packages).filter(
      ([place, { link }]) => /(^|\/)node_modules\//.test(place) && !link,
    );
    assert.ok(foreign.length > 100);
    for (const [place, { integrity, resolved }] of foreign) {
      assert.match(integrity ?? '', /^sha512-[A-Za-z0-9+/]{86}==$/, place);
      assert.equal(resolved, undefined, place);
    }
  });

  it('runs nothing when it is installed', () => {
    const scripted = Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([place]) => place.replace(/^.*node_modules\//, ''));
    assert.deepEqual(
      scripted.filter((name) => manifest.allowScripts[name] !== false),
      [],
    );
  });
});

function rows(page: string): { readonly name: string; readonly licence: string; readonly why: string }[] {
  const [, section = ''] = /\n## Dependencies\n([\s\S]*?)\n## /.exec(page) ?? [];
  return [...section.matchAll(/^\| (`[^|]+`) \| ([^|]+) \| ([^|]+) \|$/gm)].flatMap(
    ([, names = '', licence = '', why = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({
        name,
        licence: licence.trim(),
        why: why.trim(),
      })),
  );
}
