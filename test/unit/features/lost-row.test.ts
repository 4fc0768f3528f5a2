import assert from 'node:assert/strict';
import { isStaleRowArgument } from '../../../src/features/register-commands.ts';

const ROW = { view: 'orders', subject: { kind: 'order', id: 'A', marketSlug: 'm' } };

describe('a command chosen on a row', () => {
  it('has lost it where the editor hands over nothing in its place', () => {
    for (const nothing of [undefined, null]) {
      assert.equal(isStaleRowArgument('cancelOrder', [nothing]), true);
      assert.equal(isStaleRowArgument('cancelOrder', [nothing, undefined]), true);
      assert.equal(isStaleRowArgument('openMarket', [nothing, [ROW]]), true);
    }
  });

  it('has lost one where a selected row is missing: fewer orders than were selected must not be cancelled', () => {
    assert.equal(isStaleRowArgument('cancelOrder', [ROW, [ROW, undefined]]), true);
    assert.equal(isStaleRowArgument('cancelOrder', [ROW, [null, ROW]]), true);
  });

  it('has it when it arrives, alone or with the selection, and as bare text', () => {
    for (const args of [[ROW], [ROW, undefined], [ROW, null], [ROW, [ROW, ROW]], ['slug']])
      assert.equal(isStaleRowArgument('cancelOrder', args), false);
  });

  it('never had one from the palette, nor where a command is of no row', () => {
    assert.equal(isStaleRowArgument('cancelOrder', []), false);
    // The heading of a view hands over its focused row, of which there may be none.
    for (const name of ['cancelAllOrders', 'filterMarkets', 'clearFilter', 'loadMore', 'refresh'] as const)
      assert.equal(isStaleRowArgument(name, [undefined]), false);
  });
});
