import assert from 'node:assert/strict';
import { NodeTree } from '../../../src/features/trees/node-tree.ts';
import { RowUpdates } from '../../../src/features/trees/row-updates.ts';
import type { Row } from '../../../src/view/row.ts';
import { VirtualClock } from '../../support/clock.ts';

const row = (id: string, children?: readonly Row[]): Row => ({
  id,
  label: id,
  parts: [],
  accessibilityLabel: id,
  contextValue: 'market',
  tooltip: () => [],
  collapsible: children === undefined ? 'none' : 'collapsed',
  ...(children === undefined ? {} : { children: () => children }),
});

/** Three open rows, drawn once. */
function scene(done: (shown: { readonly rows: readonly Row[] }) => void) {
  const clock = new VirtualClock();
  const tree = new NodeTree('markets');
  const content = () => ({ rows: ['a', 'b', 'c'].map((id) => row(id, [row(`${id}1`)])) });
  tree.update(content().rows, clock.now());
  for (const node of tree.roots ?? []) tree.open(node);
  return { clock, content, updates: new RowUpdates(clock, tree, done) };
}

describe('RowUpdates', () => {
  it('takes rows in turns where they take long, and says once that they are in', async () => {
    let ends = 0;
    const { clock, content, updates } = scene(() => (ends += 1));
    clock.msPerLook = 20;
    updates.take(content());
    assert.equal(ends, 0);
    await clock.advance(0);
    assert.equal(ends, 1);
  });

  it('goes on in turns with rows that are not in yet, then takes the newest of those that came meanwhile', async () => {
    const ended: unknown[] = [];
    const { clock, content, updates } = scene((shown) => ended.push(shown));
    clock.msPerLook = 20;
    const [first, second, third] = [content(), content(), content()];
    for (const each of [first, second, third]) updates.take(each);
    assert.deepEqual(ended, []);
    await clock.advance(0);
    assert.equal(ended.length, 2);
    assert.equal(ended[0], first);
    assert.equal(ended[1], third);
  });

  it('takes the next rows after some that could not be shown', () => {
    const ended: unknown[] = [];
    const { content, updates } = scene((shown) => {
      if (ended.push(shown) === 1) throw new Error('The view is gone.');
    });
    assert.throws(() => updates.take(content()));
    updates.take(content());
    assert.equal(ended.length, 2);
  });

  it('takes rows that the end of others leads to', () => {
    const ended: unknown[] = [];
    const { content, updates } = scene((shown) => {
      ended.push(shown);
      if (ended.length === 1) updates.take(content());
    });
    updates.take(content());
    assert.equal(ended.length, 2);
  });
});
