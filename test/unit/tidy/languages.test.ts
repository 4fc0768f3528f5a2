import assert from 'node:assert/strict';
import ts from 'typescript-api';
import { codeFiles, parse, projectFiles, read } from './sources.ts';

type Texts = Readonly<Record<string, string>>;

/** The languages besides English, and which English texts read the same in them. */
const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  es: [
    ...['({0} ov)', '1 out', '1 strike', 'Bases', 'DEMO', 'Down', 'No', 'No {0}', 'Outs', 'Sets'],
    ...['Slug', 'Slug: {0}', 'Slugs', 'Spread', 'Strike', 'Taker', 'Tick', 'Token', 'Total', 'UTC.'],
    ...['maker', 'no', 'spread {0}', 'spread ≤ {0}', 'strike', 'taker', '{0} outs', '{0} strikes'],
    ...['error: {0}', 'ms', '{0} ms', '{0} vs. {1}'],
  ],
  'zh-cn': [],
};
/** Names and units, the same everywhere. */
const NAMES = ['Prediction Markets', 'Polymarket US', 'UTC', '{0} KB', '{0} MB'];
const BUNDLES = ['l10n/bundle.l10n.json', 'package.nls.json'];

/** Two words after each other. */
const WORDS = /[A-Za-z]{2,} [A-Za-z]{2,}/;
/** Layers whose words a person reads only if somebody translates them. Of exchange, errors have the code that is said. */
const SPOKEN = ['src/core', 'src/store', 'src/base', 'src/view', 'src/features'];
/** Agents are answered in English. */
const FOR_AGENTS = 'src/public-data.ts';
/** Those that stand in no layer. */
const OUTER = codeFiles('src').filter((file) => file.split('/').length === 2 && file !== FOR_AGENTS);
/** Attributes that are read out or shown. */
const SAID =
  /^(?:aria-(?:label|description|roledescription|valuetext|placeholder)|title|placeholder|alt|label|hint)$/;
/** Words in the code that nobody reads as English, or that are no English. */
const UNREAD = new Set([
  ...NAMES,
  'account, amounts hidden',
  'not known',
  'Prediction Markets {}, {} {}, {}',
  'The cancellation log could not be written, so nothing was sent.',
  'Something went wrong inside the extension. The log has the details.',
]);
/** Writes programs: their words are no language's. */
const PROGRAMS = 'src/view/call-copies.ts';
/** Where `message` is no error's: a note of a view, the text of a notice; and the log, which has the whole error. */
const OTHER_MESSAGES = [
  'src/features/trees/view.ts',
  'src/features/cancel/notice.ts',
  'src/features/host-log.ts',
];

for (const [language, same] of Object.entries(LANGUAGES))
  describe(`the texts in ${language}`, () => {
    const pairs = BUNDLES.map((bundle): readonly [english: Texts, texts: Texts] => [
      textsIn(bundle),
      textsIn(bundle.replace(/json$/, `${language}.json`)),
    ]);
    const each = pairs.flatMap(([english, texts]) =>
      Object.entries(english).map(([key, text]) => [text, texts[key] ?? ''] as const),
    );

    it('are those of English, in its order', () => {
      for (const [english, texts] of pairs) assert.deepEqual(Object.keys(texts), Object.keys(english));
    });

    it('keep placeholders, links, code, keys, the mark in front and the dots at the end', () => {
      const fixed = (text: string): string =>
        [
          ...(text.match(/\{\w+\}|\]\([^)]*\)|`[^`]*`|<keybinding:[^>]*>|\n/g) ?? []).sort(),
          /^[◆◇⚠✓⧗!…] ?/u.exec(text)?.[0],
          /…?\s*$/.exec(text)?.[0],
        ].join(' ');
      assert.deepEqual(
        each.filter(([english, text]) => fixed(english) !== fixed(text)),
        [],
      );
    });

    it('are no English, but where both read the same', () => {
      const english = each.flatMap(([text, own]) =>
        text === own && /\p{L}{2}/u.test(text.replaceAll(/\{\d\}/g, '')) ? [text] : [],
      );
      assert.deepEqual([...new Set(english)].sort(), [...same, ...NAMES].sort());
    });
  });

describe('Chinese', () => {
  it('has the colons of Chinese, and no space behind its marks', () => {
    const texts = BUNDLES.flatMap((bundle) =>
      Object.values(textsIn(bundle.replace(/json$/, 'zh-cn.json'))).filter((text) =>
        /: |[。，：；？！] \S/u.test(text),
      ),
    );
    assert.deepEqual(texts, []);
  });
});

describe('a language', () => {
  it('has both lists of texts, and is checked here', () => {
    const found = projectFiles().flatMap(
      (file) => /^(?:l10n\/bundle\.l10n|package\.nls)\.([\w-]+)\.json$/.exec(file)?.[1] ?? [],
    );
    assert.deepEqual(found.sort(), [...Object.keys(LANGUAGES), ...Object.keys(LANGUAGES)].sort());
  });
});

describe('English words in the code', () => {
  it('are translated, but for errors, whose code is said in their place, the log, and what nobody reads', () => {
    const found = [...codeFiles(...SPOKEN), ...OUTER].flatMap((file) =>
      file === PROGRAMS ? [] : untranslated(file),
    );
    assert.deepEqual(found, []);
  });

  it('are no text of a page, and nothing that is read out or shown on a hover there', () => {
    const found = codeFiles('src/webview').flatMap((file) =>
      nodesOf(file).flatMap((node) =>
        pageTexts(node).flatMap((text) => (/\p{L}{2}/u.test(text) ? [`${file}: ${text}`] : [])),
      ),
    );
    assert.deepEqual(found, []);
  });

  it('are never the message of an error, which is for the log', () => {
    const found = codeFiles('src/view', 'src/features', 'src/webview').filter(
      (file) =>
        !OTHER_MESSAGES.includes(file) &&
        nodesOf(file).some((node) => ts.isPropertyAccessExpression(node) && node.name.text === 'message'),
    );
    assert.deepEqual(found, []);
  });
});

function textsIn(file: string): Texts {
  return JSON.parse(read(file)) as Texts;
}

/** Literals of several words that are neither handed to a translator nor to an error or the log. */
function untranslated(file: string): readonly string[] {
  return nodesOf(file).flatMap((node) => {
    const text = literalText(node);
    if (text === undefined || !WORDS.test(text) || UNREAD.has(text) || isNoText(text)) return [];
    return isHandedOn(node) ? [] : [`${file}: ${text}`];
  });
}

function literalText(node: ts.Node): string | undefined {
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{}');
  return ts.isStringLiteralLike(node) ? node.text : undefined;
}

/** HTML, lists of words that are split, and the names stores have for who wants them. */
function isNoText(text: string): boolean {
  return /^\s*<|^page [a-z ]+$/.test(text) || text.split(/\s+/).length > 30;
}

/** Whether a call around it translates it, writes it to the log, or makes an error of it. */
function isHandedOn(node: ts.Node): boolean {
  for (let at = node.parent; !ts.isStatement(at) && !ts.isSourceFile(at); at = at.parent) {
    if (ts.isNewExpression(at) && at.expression.getText().endsWith('Error')) return true;
    if (ts.isCallExpression(at)) {
      const called = at.expression.getText();
      if (/(^|\.)t$|\blog(\.\w+)$|^window\.createOutputChannel$/i.test(called)) return true;
    }
  }
  return false;
}

/** What a page says without being given it: texts between its tags, and literals in attributes that somebody reads or hears. */
function pageTexts(node: ts.Node): readonly string[] {
  if (ts.isJsxText(node)) return [node.text];
  const isSaid =
    (ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)) &&
    SAID.test(node.name.getText().replaceAll(/^['"]|['"]$/g, ''));
  return isSaid ? nodesIn(node.initializer).flatMap((inner) => literalText(inner) ?? []) : [];
}

function nodesOf(file: string): readonly ts.Node[] {
  return nodesIn(parse(file));
}

function nodesIn(root: ts.Node | undefined): readonly ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  if (root !== undefined) visit(root);
  return nodes;
}
