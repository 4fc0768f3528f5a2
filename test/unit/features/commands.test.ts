import '../../support/editor/install.ts';
import assert from 'node:assert/strict';

const { isStaleRowArgument } = await import('../../../src/features/commands.ts');

const ROW = { view: 'orders', subject: { kind: 'order', id: 'A', marketSlug: 'm' } };

describe('isStaleRowArgument', () => {
  it('is true where the editor hands over nothing in place of a row', () => {
    for (const nothing of [undefined, null]) {
      assert.equal(isStaleRowArgument('cancelOrder', [nothing]), true);
      assert.equal(isStaleRowArgument('cancelOrder', [nothing, undefined]), true);
      assert.equal(isStaleRowArgument('openMarket', [nothing, [ROW]]), true);
    }
  });

  it('is true where a selected row is missing: fewer orders than were selected must not be cancelled', () => {
    assert.equal(isStaleRowArgument('cancelOrder', [ROW, [ROW, undefined]]), true);
    assert.equal(isStaleRowArgument('cancelOrder', [ROW, [null, ROW]]), true);
  });

  it('is false for a row, alone or with the selection, and for bare text', () => {
    for (const args of [[ROW], [ROW, undefined], [ROW, null], [ROW, [ROW, ROW]], ['slug']])
      assert.equal(isStaleRowArgument('cancelOrder', args), false);
  });

  it('is false from the palette, and for commands that are of no row', () => {
    assert.equal(isStaleRowArgument('cancelOrder', []), false);
    // The heading of a view hands over its focused row, of which there may be none.
    for (const name of ['cancelAllOrders', 'filterMarkets', 'clearFilter', 'loadMore', 'refresh'] as const)
      assert.equal(isStaleRowArgument(name, [undefined]), false);
  });
});
