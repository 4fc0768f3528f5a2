import assert from 'node:assert/strict';
import { NodeTree } from '../../../src/features/trees/node.ts';
import type { Row } from '../../../src/view/row.ts';

function row(id: string, own: Partial<Row> = {}): Row {
  return {
    id,
    label: id,
    accessibilityLabel: id,
    contextValue: 'market',
    tooltip: () => [],
    collapsible: 'none',
    ...own,
  };
}

const folder = (id: string, children: readonly Row[], own: Partial<Row> = {}): Row =>
  row(id, { collapsible: 'collapsed', children: () => children, ...own });

describe('the nodes of a view', () => {
  it('are told as a whole the first time and when roots come, go or move', () => {
    const tree = new NodeTree('markets');
    assert.equal(tree.update([row('a'), row('b')]), 'all');
    assert.equal(tree.update([row('a'), row('b')]), 'none');
    assert.equal(tree.update([row('b'), row('a')]), 'all');
    assert.equal(tree.update([row('b')]), 'all');
  });

  it('change one by one, and stay the same objects', () => {
    const tree = new NodeTree('markets');
    tree.update([row('a'), row('b')]);
    const [a, b] = tree.roots ?? [];
    assert.deepEqual(tree.update([row('a'), row('b', { description: '44¢' })]), [b]);
    assert.equal(tree.roots?.[0], a);
    assert.equal(tree.roots?.[1], b);
    assert.equal(b?.row.description, '44¢');
  });

  it('that are open tell new words only in a calm update, and what is under them at once', () => {
    const tree = new NodeTree('positions');
    const draw = (sum: string, price: string, calm: boolean, own: Partial<Row> = {}) =>
      tree.update([folder('f', [row('x', { description: price })], { description: sum, ...own })], calm);
    draw('+1', '44¢', true);
    const f = tree.roots?.[0];
    assert.ok(f);
    // A row nobody opened has nothing below it that could be lost.
    assert.deepEqual(draw('+2', '44¢', false), [f]);
    const [x] = tree.open(f);
    assert.deepEqual(draw('+3', '45¢', false), [x]);
    assert.equal(f.row.description, '+3');
    assert.ok(tree.isLate);
    assert.equal(draw('+3', '45¢', false), 'none');
    assert.deepEqual(draw('+3', '45¢', true), [f]);
    assert.equal(tree.isLate, false);
    assert.equal(draw('+3', '45¢', true), 'none');
  });

  it('that are open are told at once of anything but words, the words with it', () => {
    const tree = new NodeTree('positions');
    const draw = (own: Partial<Row>, calm: boolean, ...ids: readonly string[]) =>
      tree.update(
        [
          folder(
            'f',
            ids.map((id) => row(id)),
            own,
          ),
        ],
        calm,
      );
    draw({ description: '+1' }, true, 'x');
    const f = tree.roots?.[0];
    assert.ok(f);
    tree.open(f);
    assert.deepEqual(draw({ description: '+2', dim: 'cut' }, false, 'x'), [f]);
    assert.equal(tree.isLate, false);
    assert.equal(draw({ description: '+3', dim: 'cut' }, false, 'x'), 'none');
    assert.deepEqual(draw({ description: '+3', dim: 'cut' }, false, 'x', 'y'), [f]);
    assert.equal(tree.isLate, false);
    assert.equal(draw({ description: '+3', dim: 'cut' }, true, 'x', 'y'), 'none');
  });

  it('are not looked at again where the row is the very same one, unless it is open', () => {
    const tree = new NodeTree('markets');
    const looked: string[] = [];
    const watched = (id: string, own: Partial<Row> = {}): Row =>
      Object.defineProperty({ ...row(id, own) }, 'label', { get: () => looked.push(id) && id });
    const below = [row('c')];
    const rows = [watched('a'), watched('b', { collapsible: 'collapsed', children: () => below })];
    tree.update(rows);
    assert.equal(tree.update([...rows]), 'none');
    assert.deepEqual(looked, []);
    const b = tree.roots?.[1];
    assert.ok(b);
    tree.open(b);
    below[0] = row('c', { description: '44¢' });
    assert.deepEqual(tree.update([...rows]), tree.open(b));
  });

  it('have another shape when a row came, went, moved or was opened, and only then', () => {
    const tree = new NodeTree('markets');
    const shapes = new Set<number>();
    const isOther = (): boolean => shapes.size < shapes.add(tree.shape).size;
    const update = (...rows: readonly Row[]): boolean => {
      tree.update(rows);
      return isOther();
    };
    assert.ok(update(row('a'), folder('f', [row('x')])));
    assert.equal(update(row('a', { label: 'A' }), folder('f', [row('x')])), false);
    assert.ok(update(folder('f', [row('x')]), row('a')));
    const f = tree.roots?.[0];
    assert.ok(f);
    tree.open(f);
    assert.ok(isOther());
    tree.open(f);
    assert.equal(isOther(), false);
    assert.equal(update(folder('f', [row('x', { label: 'X' })]), row('a')), false);
    assert.ok(update(folder('f', [row('x'), row('y')]), row('a')));
    assert.ok(update(folder('f', [row('y')]), row('a')));
  });

  it('under a row count only once somebody opened it', () => {
    const tree = new NodeTree('markets');
    tree.update([folder('f', [row('a')])]);
    assert.equal(tree.update([folder('f', [row('a', { label: 'A' })])]), 'none');
    const [f] = tree.roots ?? [];
    assert.ok(f);
    const [a] = tree.open(f);
    assert.equal(a?.row.label, 'A');
    assert.deepEqual(tree.update([folder('f', [row('a', { label: 'B' })])]), [a]);
  });

  it('make the row above redraw when rows under it come or go, and tell nothing below it twice', () => {
    const tree = new NodeTree('markets');
    tree.update([folder('f', [row('a')])]);
    const [f] = tree.roots ?? [];
    assert.ok(f);
    tree.open(f);
    assert.deepEqual(tree.update([folder('f', [row('a', { label: 'A' }), row('b')])]), [f]);
    assert.deepEqual(
      tree.open(f).map(({ id }) => id),
      ['a', 'b'],
    );
  });

  it('carry the newest subject for the commands of a menu', () => {
    const tree = new NodeTree('orders');
    tree.update([row('o')]);
    const subject = { kind: 'order', id: 'A1', marketSlug: 'm' } as const;
    tree.update([row('o', { subject })]);
    assert.equal(tree.roots?.[0]?.subject, subject);
    assert.equal(tree.roots?.[0]?.view, 'orders');
  });
});
