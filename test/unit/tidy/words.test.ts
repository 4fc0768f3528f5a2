import assert from 'node:assert/strict';
import ts from 'typescript-api';
import { codeFiles, parse, projectFiles, read } from './sources.ts';

/** Words of an old private language; the glossary in ARCHITECTURE.md has the ones we use. */
const BANNED = ['told', 'kept', 'owed', 'who' + 'ever', 'heed', 'an' + 'ew', 'un' + 'decided'];
const PHRASES = ['what is so', 'became of', 'is none of', 'goes along'];
const SELF = 'test/unit/tidy/words.test.ts';

describe('words', () => {
  it('has none of the banned words in code, tests, texts and documents', () => {
    const capitalised = BANNED.map((word) => word[0]?.toUpperCase() + word.slice(1));
    // Also as a part of a name in camel case; not as a part of another word ("allowed").
    const word = new RegExp(
      `(?<![A-Za-z])(${BANNED.join('|')})(?![a-z])|(${capitalised.join('|')})(?![a-z])|\\b(${PHRASES.join('|')})\\b`,
    );
    assert.deepEqual(linesWith(word), []);
  });

  it('cites docs/interface.md by section numbers that exist, and no other numbered document', () => {
    assert.deepEqual(linesWith(/§/), []);
    const sections = new Set(
      [...read('docs/interface.md').matchAll(/^#+ (\d+(?:\.\d+)?) /gm)].map(([, number]) => number),
    );
    const cited = texts().flatMap((file) =>
      [...read(file).matchAll(/interface\.md (\d+(?:\.\d+)?)/g)].map(([, number]) => ({ file, number })),
    );
    assert.ok(cited.length > 10);
    assert.deepEqual(
      cited.filter(({ number }) => !sections.has(number)),
      [],
    );
  });

  it('gives no two exported types the same name', () => {
    const places = new Map<string, string[]>();
    for (const file of codeFiles('src').filter((name) => name.endsWith('.ts')))
      for (const name of exportedTypes(file)) places.set(name, [...(places.get(name) ?? []), file]);
    assert.deepEqual(
      [...places].filter(([, files]) => files.length > 1),
      [],
    );
  });

  it('keeps README.md within 900 words and ARCHITECTURE.md within 1,800', () => {
    assert.ok(words('README.md') <= 900, `README.md has ${words('README.md')}`);
    assert.ok(words('ARCHITECTURE.md') <= 1_800, `ARCHITECTURE.md has ${words('ARCHITECTURE.md')}`);
  });
});

function texts(): readonly string[] {
  return projectFiles().filter(
    (file) => /\.(ts|js|json|md|css|yml)$/.test(file) && !file.endsWith('package-lock.json') && file !== SELF,
  );
}

function linesWith(pattern: RegExp): string[] {
  return texts().flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${file}:${index + 1} ${line.trim().slice(0, 120)}`] : [],
      ),
  );
}

function exportedTypes(file: string): string[] {
  return parse(file).statements.flatMap((statement) => {
    const isType =
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      ts.isClassDeclaration(statement);
    if (!isType || statement.name === undefined) return [];
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
    return isExported ? [statement.name.text] : [];
  });
}

/** As `wc -w` counts. */
function words(page: string): number {
  return read(page).split(/\s+/).filter(Boolean).length;
}
