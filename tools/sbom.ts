// Writes the list of the packages whose code is in the extension, as CycloneDX, beside the package: npm run sbom
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { bundles } from './bundles.js';
import { packagesOf } from './notices.js';
import { repository } from './repository.ts';

interface Locked {
  readonly version: string;
  readonly license: string;
  readonly integrity: string;
}

/** A component a package, each version once; npm's own list would have the tools too, and none of what is bundled. */
export function sbomOf(places: readonly string[]) {
  const { packages } = json('package-lock.json') as { readonly packages: Readonly<Record<string, Locked>> };
  const { name, version } = json('package.json') as { readonly name: string; readonly version: string };
  const components = places.map((place) => {
    const locked = packages[place];
    if (locked === undefined) throw new Error(`${place} is not in package-lock.json`);
    const of = path.posix.relative('node_modules', place).replace(/^.*node_modules\//, '');
    return {
      type: 'library',
      name: of,
      version: locked.version,
      purl: `pkg:npm/${of.replace('@', '%40')}@${locked.version}`,
      licenses: [{ license: { id: locked.license } }],
      hashes: [{ alg: 'SHA-512', content: Buffer.from(locked.integrity.slice(7), 'base64').toString('hex') }],
    };
  });
  const once = new Map(components.map((component) => [component.purl, component]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name, version, purl: `pkg:npm/${name}@${version}` } },
    components: [...once.values()],
  };
}

function json(file: string): unknown {
  return JSON.parse(readFileSync(path.join(repository, file), 'utf8'));
}

async function bundledPlaces(): Promise<readonly string[]> {
  const results = await Promise.all(
    Object.values(bundles(true)).map((options) => build({ ...options, write: false, logLevel: 'silent' })),
  );
  const outputs = results.flatMap(({ metafile }) => Object.values(metafile?.outputs ?? {}));
  return packagesOf(outputs.flatMap(({ inputs }) => Object.keys(inputs)));
}

if (process.argv[1] === import.meta.filename) {
  const sbom = sbomOf(await bundledPlaces());
  writeFileSync(
    path.join(repository, `${sbom.metadata.component.name}.cdx.json`),
    `${JSON.stringify(sbom, undefined, 2)}\n`,
  );
}
