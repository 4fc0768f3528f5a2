import assert from 'node:assert/strict';
import ts from 'typescript-api';
import { codeFiles, parse } from './sources.ts';

const MOST_LINES = 60;
/** Longer functions, each with the reason why it is easier to read in one piece. */
const LONGER: Readonly<Record<string, string>> = {
  'tools/bundles.js bundles': 'a table of what is bundled',
};

/** What finished texts are made of: dot, arrows, the sign of a cut, translations, and what stands for nothing known or for what is hidden. */
const OF_TEXTS = /[·▲▼…]|as of|['"[]–|•••|^(?:\w+\.)?t\(|^(?:SEPARATOR|ABSENT|HIDDEN)$/;
const NOT_SENT = 'a value that was not sent: its line is left out';
const LOOKS = 'how it is written, not what it means';
/** Places that look for these in a text all the same, each with the reason. */
const READS_TEXT: Readonly<Record<string, string>> = {
  'src/view/event-figures.ts price !== ABSENT':
    'no price to put on either side: the label is the names alone',
  'src/view/panels/settlement/model.ts text !== ABSENT': NOT_SENT,
  'src/view/position-text.ts figure === ABSENT': NOT_SENT,
  'src/view/position-text.ts figure !== ABSENT': NOT_SENT,
  "src/view/panels/portfolio/in-rows.ts label.includes('…')":
    'a name that was cut: the page has room for more',
  'src/view/row.ts value === ABSENT': NOT_SENT,
  'src/view/row.ts /[.!?…]$/u.test(part)': LOOKS,
  "src/view/note-card.ts stakeText(stake, context).replaceAll(/([▲▼]) /g, '$1\\u00a0')": LOOKS,
  "src/view/row.ts text.replace(/([▲▼]) /g, '$1')": LOOKS,
  "src/view/price-text.ts format.change(change).replace(/^(?=[▲▼])./, '$& ')": LOOKS,
  'src/view/widths.ts /^([▲▼]?)(.*)$/su.exec(text)': LOOKS,
};

/** What the linter has no rule for. */
describe('style', () => {
  it('has no state at the level of a module: no let, no var', () => {
    const found = codeFiles('src').flatMap((file) =>
      parse(file)
        .statements.filter(
          (node) => ts.isVariableStatement(node) && !(node.declarationList.flags & ts.NodeFlags.Const),
        )
        .map((node) => `${file}: ${node.getText().split('\n')[0]}`),
    );
    assert.deepEqual(found, []);
  });

  it('hands all services to features whole, which name to their parts what those need', () => {
    const whole = /[^\w[.]Services\b(?![['])/;
    const isWhole = (file: string): boolean =>
      parse(file).statements.some((node) => !ts.isImportDeclaration(node) && whole.test(node.getText()));
    const may = /\/register\.ts$|^src\/app\.ts$|^src\/features\/services\.ts$/;
    assert.deepEqual(
      codeFiles('src').filter((file) => !may.test(file) && isWhole(file)),
      [],
    );
  });

  it('wires a feature in its register file: no class, and no function for others but the one that registers', () => {
    const others = (node: ts.Statement): boolean =>
      ts.isClassDeclaration(node) ||
      (ts.isFunctionDeclaration(node) &&
        node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true &&
        !node.name?.text.startsWith('register'));
    const found = codeFiles('src/features').filter(
      (file) => file.endsWith('/register.ts') && parse(file).statements.some(others),
    );
    assert.deepEqual(found, []);
  });

  it('reads no meaning out of finished texts, but where there is a reason', () => {
    const found = codeFiles('src/view', 'src/features', 'src/webview').flatMap((file) =>
      looks(parse(file), file),
    );
    assert.deepEqual(
      found.filter((place) => READS_TEXT[place] === undefined),
      [],
    );
    assert.deepEqual(
      Object.keys(READS_TEXT).filter((place) => !found.includes(place)),
      [],
      'these are gone',
    );
  });

  it('has functions of at most 60 lines, but for those with a reason', () => {
    const found = codeFiles('src', 'tools').flatMap((file) => longFunctions(parse(file), file));
    assert.deepEqual(
      found.filter(({ name }) => LONGER[name] === undefined).map(({ name, lines }) => `${name}: ${lines}`),
      [],
    );
    const known = new Set(found.map(({ name }) => name));
    assert.deepEqual(
      Object.keys(LONGER).filter((name) => !known.has(name)),
      [],
      'these are short by now, or gone',
    );
  });
});

/** Comparisons with such a text, and calls that split or search by one. */
function looks(source: ts.SourceFile, file: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (lookedFor(node).some((text) => OF_TEXTS.test(text))) found.push(`${file} ${node.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const LOOKING =
  /^(?:split|includes|indexOf|lastIndexOf|startsWith|endsWith|replace|replaceAll|match|matchAll|search)$/;

function lookedFor(node: ts.Node): readonly string[] {
  const isPlain = (part: ts.Node | undefined): part is ts.Expression =>
    part !== undefined &&
    !ts.isTemplateExpression(part) &&
    (!ts.isCallExpression(part) || /^(?:\w+\.)?t$/.test(part.expression.getText()));
  const texts = (...parts: readonly (ts.Node | undefined)[]): readonly string[] =>
    parts.filter(isPlain).map((part) => part.getText());
  if (ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText()))
    return texts(node.left, node.right);
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { name, expression } = node.expression;
  if (
    /^(?:test|exec)$/.test(name.text) ||
    (name.text === 'includes' && ts.isArrayLiteralExpression(expression))
  )
    return texts(expression);
  return LOOKING.test(name.text) ? texts(node.arguments[0]) : [];
}

function longFunctions(source: ts.SourceFile, file: string) {
  const found: { readonly name: string; readonly lines: number }[] = [];
  const lineAt = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const lines = lineAt(node.end) - lineAt(node.getStart()) + 1;
      if (lines > MOST_LINES) found.push({ name: `${file} ${nameOf(node)}`, lines });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function nameOf({ name, parent }: ts.SignatureDeclaration): string {
  const named = name ?? (parent !== undefined && 'name' in parent ? (parent.name as ts.Node) : undefined);
  return named?.getText() ?? 'without a name';
}
