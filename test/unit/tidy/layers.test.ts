import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript-api';
import { violation } from './layers.ts';
import { codeFiles, importsOf, parse, read, repository } from './sources.ts';

const sources = codeFiles('src');

describe('layers', () => {
  it('sees the sources and what they import', () => {
    assert.ok(sources.includes('src/extension.ts'));
    const own = importsOf('test/unit/tidy/layers.test.ts').map(({ target }) => target);
    assert.ok(own.includes('test/unit/tidy/layers.ts'));
  });

  it('import only what the table of ARCHITECTURE.md allows, types included', () => {
    const found = sources
      .flatMap((file) => importsOf(file).map(violation))
      .filter((line) => line !== undefined);
    assert.deepEqual(found, []);
  });

  it('refuses what the table does not name', () => {
    const wrong: readonly [string, string][] = [
      ['src/core/x.ts', 'vscode'],
      ['src/core/x.ts', 'src/exchange/exchange.ts'],
      ['src/base/x.ts', 'node:fs'],
      ['src/store/x.ts', 'src/exchange/wire/x.ts'],
      ['src/view/x.ts', 'src/store/x.ts'],
      ['src/webview/x.ts', 'node:path'],
      ['src/features/trees/x.ts', 'src/features/panels/x.ts'],
      ['src/features/x.ts', 'src/demo/x.ts'],
      ['src/demo/x.ts', 'src/exchange/service/sign.ts'],
      ['src/demo/x.ts', 'node:http'],
      ['src/demo/x.ts', 'ws'],
      ['src/exchange/wire/x.ts', 'src/exchange/http/x.ts'],
      ['src/elsewhere/x.ts', 'src/base/x.ts'],
    ];
    for (const [file, specifier] of wrong) {
      const target = specifier.startsWith('src/') ? specifier : undefined;
      assert.ok(violation({ file, specifier, target }), `${file} may import ${specifier}`);
    }
  });

  it('name every relative import by a file that exists', () => {
    const files = [...sources, ...codeFiles('test', 'tools')];
    const missing = files
      .flatMap(importsOf)
      .filter(({ target }) => target !== undefined && !existsSync(path.join(repository, target)));
    assert.deepEqual(
      missing.map(({ file, specifier }) => `${file}: ${specifier}`),
      [],
    );
  });

  it('have no cycle', () => {
    const graph = new Map(
      sources.map((file) => [file, importsOf(file).flatMap(({ target }) => target ?? [])]),
    );
    assert.deepEqual(cycleIn(graph), undefined);
    assert.deepEqual(
      cycleIn(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']],
        ]),
      ),
      ['b', 'c', 'b'],
    );
  });

  it('keep clock, chance and the outside world out of core', () => {
    const found = codeFiles('src/core').flatMap((file) => impurities(file));
    assert.deepEqual(found, []);
  });

  it('load vscode as a module only where the editor is', () => {
    const found = sources.filter((file) => /\brequire\s*\(\s*['"]vscode/.test(read(file)));
    assert.deepEqual(found, []);
  });
});

function cycleIn(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const walk = (node: string, trail: readonly string[]): string[] | undefined => {
    const seen = trail.indexOf(node);
    if (seen >= 0) return [...trail.slice(seen), node];
    if (done.has(node)) return undefined;
    for (const next of graph.get(node) ?? []) {
      const cycle = walk(next, [...trail, node]);
      if (cycle) return cycle;
    }
    done.add(node);
    return undefined;
  };
  for (const node of graph.keys()) {
    const cycle = walk(node, []);
    if (cycle) return cycle;
  }
  return undefined;
}

const AMBIENT = new Set([
  'setTimeout',
  'setInterval',
  'fetch',
  'process',
  'performance',
  'crypto',
  'console',
]);

/** Uses of the clock, of chance and of globals that reach outside. */
function impurities(file: string): string[] {
  const source = parse(file);
  const found: string[] = [];
  const report = (node: ts.Node): void => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${file}:${line + 1} ${node.getText()}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && /^(Date\.now|Math\.random)$/.test(node.getText()))
      report(node);
    const bare = ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length;
    if (bare) report(node);
    const called = ts.isCallExpression(node) || ts.isPropertyAccessExpression(node);
    if (called && ts.isIdentifier(node.expression) && AMBIENT.has(node.expression.text)) report(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
