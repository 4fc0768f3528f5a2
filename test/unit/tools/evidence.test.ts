import assert from 'node:assert/strict';
import { keepEvidence } from '../../editor/e2e/support/evidence.ts';

describe('the evidence of a failed flow', () => {
  it('stands in what mocha prints: the stack, between the message and the lines of code', async () => {
    const error = new Error('no row: $& $1');
    const page = {
      locator: () => ({ count: async () => 1 }),
      evaluate: async () => ['row: one', 'row: two'],
      screenshot: async () => {},
    };
    const browser = { page, context: { pages: () => [page] }, close: async () => {} };
    const context = { currentTest: { state: 'failed', fullTitle: () => 'a unit test', err: error } };
    await Reflect.apply(
      keepEvidence(() => ({ browser }) as never),
      context,
      [],
    );
    assert.equal(error.message, 'no row: $& $1\nWindow 1 shows\n  row: one\n  row: two');
    assert.ok(error.stack?.startsWith(`Error: ${error.message}\n    at `), error.stack);
  });
});
