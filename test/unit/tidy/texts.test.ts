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

  it('writes no number twice: one of two digits or more is passed as a value, but for those with a reason', () => {
    const numbered = translations('src').filter(({ text }) =>
      /\d\d/.test(text?.replaceAll(/\bEd25519\b|\bbase64\b/g, '') ?? ''),
    );
    assert.deepEqual(
      numbered.filter(({ text = '' }) => NUMBERED[text] === undefined).map(({ at, text }) => `${at} ${text}`),
      [],
    );
    const texts = new Set(numbered.map(({ text }) => text));
    assert.deepEqual(
      Object.keys(NUMBERED).filter((text) => !texts.has(text)),
      [],
      'these are gone',
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

const CENTS = 'a price is 0 to 100 cents';
const EXAMPLE = 'an example of what may be typed';
/** Texts with a number of their own, each with the reason why no constant in the code has to agree with it. */
const NUMBERED: Readonly<Record<string, string>> = {
  '100 {0}': 'a field of the service: what a hundred contracts cost',
  'Volume in 24 hours': 'a field of the service',
  'listed in the last 24 h': 'a list of the service',
  'Not 200': 'a status of HTTP',
  'An Ed25519 secret key is 32 or 64 bytes in base64. Copy all of it again.': 'how long such a key is',
  'Sum = what all sides cost together; above 100 % it is the margin. Fair = what a side costs ÷ that sum, without the margin. Sell = what the book pays now. Contracts = traded so far.':
    'the whole of a share',
  'Type cents between 0 and 100, such as 2 or 0.5, or pick some.': CENTS,
  'Type cents between 0 and 100, as in 70 or 70.5.': CENTS,
  'Type a number of 0 or more, such as 2500 or 10k, or pick one.': EXAMPLE,
  'Not a number of contracts: type one from 0.01 to {0}, such as 12.5.': EXAMPLE,
  'Type an amount, as in 13 or -5.50.': EXAMPLE,
  'The id shown beside the key, e.g. 123e4567-e89b-…': EXAMPLE,
};

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
