import assert from 'node:assert/strict';
import ts from 'typescript-api';
import { codeFiles, parse } from './sources.ts';

const MOST_LINES = 60;
/** Longer functions, each with the reason why it is easier to read in one piece. */
const LONGER: Readonly<Record<string, string>> = {
  'tools/bundles.js bundles': 'a table of what is bundled',
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
