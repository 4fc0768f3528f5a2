import assert from 'node:assert/strict';
import ts from 'typescript-api';
import { codeFiles, parse } from './sources.ts';

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
});
