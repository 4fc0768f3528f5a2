import assert from 'node:assert/strict';
import ts from 'typescript-api';
import { manifest } from './manifest.ts';
import { codeFiles, parse, read } from './sources.ts';

const nls = JSON.parse(read('package.nls.json')) as Readonly<Record<string, string>>;

describe('texts', () => {
  it('has a text for every key of the manifest, and no other', () => {
    const used = [...read('package.json').matchAll(/"%([^%"]+)%"/g)].flatMap(([, key]) => key ?? []);
    assert.deepEqual([...new Set(used)].sort(), Object.keys(nls).sort());
    assert.deepEqual(
      Object.entries(nls).filter(([, text]) => !text.trim()),
      [],
    );
  });

  it('keeps what people read out of the manifest itself', () => {
    const { contributes } = manifest();
    const titles = [
      ...contributes.commands.map(({ title }) => title),
      ...contributes.viewsWelcome.map((w) => w.contents),
    ];
    assert.deepEqual(
      titles.filter((text) => !/^%[^%]+%$/.test(text)),
      [],
    );
  });

  it('gives the translator whole sentences: the first argument of l10n.t, or of a t handed down, is a plain string', () => {
    assert.deepEqual(
      translations('src')
        .filter(({ text }) => text === undefined)
        .map(({ at }) => at),
      [],
    );
  });

  it('numbers the placeholders of a translated text and passes a value for each', () => {
    const wrong = translations('src').filter(({ text, values }) => {
      const numbers = [...(text ?? '').matchAll(/\{(\d+)\}/g)].map(([, digit]) => Number(digit));
      return values !== undefined && Math.max(-1, ...numbers) + 1 !== values;
    });
    assert.deepEqual(
      wrong.map(({ at }) => at),
      [],
    );
  });
});

interface Translation {
  readonly at: string;
  readonly text: string | undefined;
  /** Number of values passed; undefined where they come as one object or are spread. */
  readonly values: number | undefined;
}

/** Calls of `l10n.t(…)`, `vscode.l10n.t(…)`, and of the `t(…)` and `context.t(…)` the view is given. */
function translations(folder: string): Translation[] {
  return codeFiles(folder).flatMap((file) => {
    const source = parse(file);
    const found: Translation[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && /(^|\.)t$/.test(node.expression.getText())) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        const [first, ...rest] = node.arguments;
        const text = first && ts.isStringLiteralLike(first) ? first.text : undefined;
        const packed = rest.some((value) => ts.isSpreadElement(value) || ts.isObjectLiteralExpression(value));
        found.push({ at: `${file}:${line + 1}`, text, values: packed ? undefined : rest.length });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}
