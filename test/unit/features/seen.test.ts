import assert from 'node:assert/strict';
import { NodeTree } from '../../../src/features/trees/node-tree.ts';
import { SeenMarkets } from '../../../src/features/trees/seen.ts';
import type { Row } from '../../../src/view/row.ts';

const row = (id: string, own: Partial<Row> = {}): Row => ({
  id,
  label: id,
  accessibilityLabel: id,
  contextValue: 'market',
  tooltip: () => [],
  collapsible: 'none',
  ...own,
});
const market = (slug: string, side = ''): Row => row(`${slug}${side}`, { subject: { kind: 'market', slug } });
const folder = (id: string, ...children: readonly Row[]): Row =>
  row(id, { collapsible: 'collapsed', children: () => children });

function seen(...rows: readonly Row[]) {
  const tree = new NodeTree('markets');
  tree.update(rows, 0);
  const markets = new SeenMarkets();
  const node = (id: string) => {
    const found = (tree.roots ?? []).find((each) => each.id === id);
    assert.ok(found);
    return found;
  };
  return {
    slugs: () => markets.slugs(tree),
    open: (id: string) => {
      tree.open(node(id));
      markets.opened(node(id));
    },
    close: (id: string) => markets.closed(node(id)),
  };
}

describe('the markets someone may be looking at', () => {
  it('are those under rows that were opened, the one opened last first', () => {
    const view = seen(folder('a', market('a1'), market('a2')), folder('b', market('b1')));
    assert.deepEqual(view.slugs(), []);
    view.open('a');
    assert.deepEqual(view.slugs(), ['a1', 'a2']);
    view.open('b');
    assert.deepEqual(view.slugs(), ['b1', 'a1', 'a2']);
  });

  it('are the same list while no row came, went, was opened or closed', () => {
    const view = seen(folder('a', market('a1')), folder('b', market('b1')));
    view.open('a');
    const before = view.slugs();
    assert.equal(view.slugs(), before);
    view.close('a');
    assert.deepEqual(view.slugs(), []);
    view.open('b');
    assert.deepEqual(view.slugs(), ['b1']);
  });

  it('leave when their row is closed, and come back when it is opened again', () => {
    const view = seen(folder('a', market('a1')), folder('b', market('b1')));
    view.open('a');
    view.open('b');
    view.close('b');
    assert.deepEqual(view.slugs(), ['a1']);
    view.open('b');
    assert.deepEqual(view.slugs(), ['b1', 'a1']);
  });

  it('count once, however many rows a market has', () => {
    assert.deepEqual(seen(market('m', '/long'), market('m', '/short'), row('more')).slugs(), ['m']);
  });
});
