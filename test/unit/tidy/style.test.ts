import assert from 'node:assert/strict';
import ts from 'typescript-api';
import { codeFiles, importsOf, parse } from './sources.ts';

const files = codeFiles('src', 'test', 'tools');

describe('style', () => {
  it('has no default export', () => {
    assert.deepEqual(
      statements((node) => isDefaultExport(node)),
      [],
    );
  });

  it('has no state at the level of a module: no let, no var', () => {
    assert.deepEqual(
      statements(
        (node) => ts.isVariableStatement(node) && !(node.declarationList.flags & ts.NodeFlags.Const),
        'src',
      ),
      [],
    );
  });

  it('has no any, no enum, no namespace', () => {
    const found = files.filter((file) => file.endsWith('.ts')).flatMap((file) => nodes(file, isUnwanted));
    assert.deepEqual(found, []);
  });

  it('runs every test: none is skipped, none is run alone', () => {
    const found = codeFiles('test').flatMap((file) => nodes(file, isSkippedOrAlone));
    assert.deepEqual(found, []);
  });

  it('imports relatively by full file name', () => {
    const found = files
      .filter((file) => file.startsWith('src/') || file.endsWith('.ts'))
      .flatMap(importsOf)
      .filter(({ target }) => target !== undefined && !/\.(tsx?|js|json)$/.test(target));
    assert.deepEqual(found, []);
  });
});

function isDefaultExport(node: ts.Node): boolean {
  if (ts.isExportAssignment(node)) return true;
  if (ts.isExportDeclaration(node) && node.exportClause && ts.isNamedExports(node.exportClause)) {
    return node.exportClause.elements.some(({ name }) => name.text === 'default');
  }
  return (
    ts.canHaveModifiers(node) &&
    !!ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
  );
}

function isUnwanted(node: ts.Node): boolean {
  const declared = ts.isModuleDeclaration(node) && ts.isIdentifier(node.name) && node.name.text !== 'global';
  return node.kind === ts.SyntaxKind.AnyKeyword || ts.isEnumDeclaration(node) || declared;
}

function isSkippedOrAlone(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false;
  const { expression } = node;
  if (ts.isIdentifier(expression)) return ['xit', 'xdescribe', 'xspecify'].includes(expression.text);
  if (!ts.isPropertyAccessExpression(expression)) return false;
  const { name, expression: of } = expression;
  if (of.kind === ts.SyntaxKind.ThisKeyword) return name.text === 'skip';
  return (
    ['skip', 'only'].includes(name.text) && ['it', 'describe', 'context', 'specify'].includes(of.getText())
  );
}

/** Statements at the level of a module that match. */
function statements(matches: (node: ts.Node) => boolean, below = ''): string[] {
  return files
    .filter((file) => file.startsWith(below))
    .flatMap((file) =>
      parse(file)
        .statements.filter(matches)
        .map((node) => describeNode(file, node)),
    );
}

function nodes(file: string, matches: (node: ts.Node) => boolean): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (matches(node)) found.push(describeNode(file, node));
    ts.forEachChild(node, visit);
  };
  visit(parse(file));
  return found;
}

function describeNode(file: string, node: ts.Node): string {
  const { line } = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart());
  return `${file}:${line + 1} ${node.getText().split('\n')[0]}`;
}
