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

  it('takes the rest of the last rows before the next, each said in turn', async () => {
    const ended: unknown[] = [];
    const { clock, content, updates } = scene((shown) => ended.push(shown));
    clock.msPerLook = 20;
    const both = [content(), content()] as const;
    for (const each of both) updates.take(each);
    assert.deepEqual(ended, [both[0]]);
    await clock.advance(0);
    assert.deepEqual(ended, both);
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
