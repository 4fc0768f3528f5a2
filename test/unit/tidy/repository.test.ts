import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectFiles, read, repository } from './sources.ts';

const TEXT = /(\.(ts|js|json|md|css|svg|yml|yaml|html)|(^|\/)(\.[a-z]+|\.ci\/run|LICENSE))$/;
const files = projectFiles();
const texts = files.filter((file) => TEXT.test(file));

describe('repository', () => {
  it('names no folder of a machine', () => {
    const folders = ['work', 'root', 'home/[a-z]', 'Users/[A-Za-z]'].map(
      (name) => `(?<![\\w.:~@-])/${name}(/|\\b)`,
    );
    assert.deepEqual(linesWith(new RegExp(folders.join('|'))), []);
  });

  it('names no package registry', () => {
    assert.deepEqual(linesWith(/registry\.(npm|yarn)|verdaccio|artifactory/i), []);
  });

  it('has lockfiles that say what, not where from', () => {
    const locks = files.filter((file) => file.endsWith('package-lock.json'));
    assert.ok(locks.length >= 2);
    for (const lock of locks) assert.doesNotMatch(read(lock), /"resolved": "(?!shims\/)/);
  });

  it('has a lock for every exact version of package.json', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      readonly packages: Readonly<
        Record<string, { readonly devDependencies?: object; readonly optionalDependencies?: object }>
      >;
    };
    const own = JSON.parse(read('package.json')) as (typeof packages)[string];
    assert.deepEqual(packages['']?.devDependencies, own.devDependencies);
    assert.deepEqual(packages['']?.optionalDependencies, own.optionalDependencies);
  });

  it('has pages whose links lead somewhere', () => {
    const pages = files.filter((file) => file.endsWith('.md'));
    const links = pages.flatMap((page) => linksOf(page).map((link) => ({ page, link })));
    const broken = links.filter(({ page, link }) => {
      const [target = ''] = link.split('#');
      return target !== '' && !existsSync(path.join(repository, path.dirname(page), target));
    });
    assert.deepEqual(broken, []);
  });

  it('has documents that name files and folders there are', () => {
    const pages = files.filter((file) => file.endsWith('.md'));
    const named = pages.flatMap((page) =>
      [...read(page).matchAll(/`((?:src|test|tools|media|docs|l10n)\/[\w./-]*)`/g)].map(([, name = '']) => ({
        page,
        name,
      })),
    );
    assert.ok(named.length > 200);
    assert.deepEqual(
      named.filter(({ name }) => !existsSync(path.join(repository, name))),
      [],
    );
  });

  it('shows the two lines in the README', () => {
    const readme = read('README.md');
    for (const line of ['npm ci && npm start', 'npm ci && npm test']) assert.ok(readme.includes(line), line);
  });

  it('names in the README only commands there are, and says of each cancel what it does', () => {
    const titles = JSON.parse(read('package.nls.json')) as Readonly<Record<string, string>>;
    const known = Object.entries(titles).filter(([key]) => /^command\.\w+\.title$/.test(key));
    const rows = read('README.md').match(/^\| \*.*$/gm) ?? [];
    const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/\*([^*]+)\*/g)]);
    const names = named.map(([, name = '']) => name);
    assert.ok(names.length >= 8);
    assert.deepEqual(
      names.filter((name) => !known.some(([, title]) => title === name)),
      [],
    );
    for (const [key, title] of known)
      if (key.startsWith('command.cancel')) assert.ok(names.includes(title), title);
  });

  it('leaves nothing for later', () => {
    const later = ['TO', 'DO|FIX', 'ME|XX', 'X'].join('');
    assert.deepEqual(linesWith(new RegExp(`\\b(${later})\\b`)), []);
  });
});

function linesWith(pattern: RegExp): string[] {
  return texts
    .filter((file) => file !== 'test/unit/tidy/repository.test.ts')
    .flatMap((file) =>
      read(file)
        .split('\n')
        .flatMap((line, index) =>
          pattern.test(line) ? [`${file}:${index + 1} ${line.trim().slice(0, 120)}`] : [],
        ),
    );
}

/** Relative targets of Markdown links and images and of HTML images. */
function linksOf(page: string): string[] {
  const text = read(page).replace(/```[\s\S]*?```/g, '');
  const targets = [...text.matchAll(/\]\(([^)\s]+)/g), ...text.matchAll(/\ssrc="([^"]+)"/g)];
  return targets
    .flatMap(([, target]) => target ?? [])
    .filter((target) => !/^(https?:|mailto:|command:)/.test(target));
}
