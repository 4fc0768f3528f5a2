// Writes one .vsix. vsce runs `vscode:prepublish` first, the production build; everything is bundled, so no
// dependencies are packed. There is no public address of the repository to name, so links in the README become plain text.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packagePath, repository } from './repository.ts';

// The editor shows no picture by a relative link on an extension's page, so the packaged page goes without them, and
// without what needs a clone or links to it.
const readme = path.join(repository, 'out/package/README.md');
mkdirSync(path.dirname(readme), { recursive: true });
const pictures = /^!\[[^\]]*\]\(media\/[^)]*\)\n\n/gm;
const clone = /^## Try it from a clone\n[\s\S]*?(?=^## )/m;
const relativeLinks = /\[([^\]]+)\]\((?!https?:|#)[^)]*\)/g;
const page = readFileSync(path.join(repository, 'README.md'), 'utf8')
  .replace(pictures, '')
  .replace(clone, '')
  .replace(relativeLinks, '$1');
writeFileSync(readme, page);

const vsce = path.join(repository, 'node_modules/@vscode/vsce/vsce');
const args = [
  'package',
  '--no-dependencies',
  '--allow-missing-repository',
  '--no-rewrite-relative-links',
  '--readme-path',
  path.relative(repository, readme),
  '--out',
  packagePath(),
];
const { status } = spawnSync(process.execPath, [vsce, ...args], { cwd: repository, stdio: 'inherit' });
process.exitCode = status ?? 1;
