// Writes l10n/bundle.l10n.json, the list of texts a translator starts from, out of the sources, puts the translations in its
// order, drops those no longer used, and names those that are missing: node tools/l10n.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript-api';

const root = path.resolve(import.meta.dirname, '..');
const BUNDLE = path.join(root, 'l10n/bundle.l10n.json');

/** The bundle as the sources want it: every text said through `l10n.t` or a `t` handed down, once, in order. */
export async function wantedBundle(): Promise<string> {
  const texts = new Set<string>();
  for await (const file of glob(['src/features/**/*.ts', 'src/view/**/*.ts', 'src/*.ts'], {
    cwd: root,
  })) {
    for (const text of textsSaid(path.join(root, file))) texts.add(text);
  }
  const sorted = [...texts].sort();
  return `${JSON.stringify(Object.fromEntries(sorted.map((text) => [text, text])), undefined, 2)}\n`;
}

export function presentBundle(): string {
  return readFileSync(BUNDLE, 'utf8');
}

function textsSaid(file: string): readonly string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /(^|\.)t$/.test(node.expression.getText())) {
      const [first] = node.arguments;
      if (first !== undefined && ts.isStringLiteralLike(first)) found.push(first.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A list of texts in the order of the English one, without those it has no more. */
function updateTranslation(english: string, file: string): void {
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>;
  const keys = Object.keys(JSON.parse(readFileSync(english, 'utf8')) as Readonly<Record<string, string>>);
  for (const key of keys) if (texts[key] === undefined) console.log(`${path.basename(file)} lacks: ${key}`);
  const translated = keys.flatMap((key) => (texts[key] === undefined ? [] : [[key, texts[key]] as const]));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(translated), undefined, 2)}\n`);
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(BUNDLE, await wantedBundle());
  for await (const file of glob(['l10n/bundle.l10n.*.json', 'package.nls.*.json'], { cwd: root }))
    updateTranslation(path.join(root, file.replace(/\.[\w-]+\.json$/, '.json')), path.join(root, file));
}
