import assert from 'node:assert/strict';
import {
  LONGEST_WAIT_MS,
  NodeTree,
  OPEN_ROW_MS,
  PRICE_ROW_MS,
  type RowNode,
  TOOLTIP_MS,
} from '../../../src/features/trees/node-tree.ts';
import type { Row } from '../../../src/view/row.ts';

const NOW = 1_000_000;

function row(id: string, own: Partial<Row> = {}): Row {
  return {
    id,
    label: id,
    parts: [],
    accessibilityLabel: id,
    contextValue: 'market',
    tooltip: () => [],
    collapsible: 'none',
    ...own,
  };
}

const rowsOf = (ids: readonly string[]): readonly Row[] => ids.map((id) => row(id));

const folder = (id: string, children: readonly Row[], own: Partial<Row> = {}): Row =>
  row(id, { collapsible: 'collapsed', children: () => children, ...own });

const priced = (id: string, price: string, own: Partial<Row> = {}): Row =>
  row(id, { parts: [price], urgentPart: 'open', ...own });

function treeOf(...rows: readonly Row[]): NodeTree {
  const tree = new NodeTree('markets');
  tree.update(rows, NOW);
  return tree;
}

function first(tree: NodeTree): RowNode {
  const [node] = tree.roots ?? [];
  assert.ok(node);
  return node;
}

describe('NodeTree', () => {
  it('redraws the whole view the first time and when roots come, go or move', () => {
    const tree = new NodeTree('markets');
    assert.equal(tree.update([row('a'), row('b')], NOW), 'all');
    assert.equal(tree.update([row('a'), row('b')], NOW), 'none');
    assert.equal(tree.update([row('b'), row('a')], NOW), 'all');
    assert.equal(tree.update([row('b')], NOW), 'all');
  });

  it('redraws single rows that changed, and keeps their objects', () => {
    const tree = treeOf(row('a'), row('b'));
    const [a, b] = tree.roots ?? [];
    assert.deepEqual(tree.update([row('a'), row('b', { parts: ['44¢'] })], NOW), [b]);
    assert.equal(tree.roots?.[0], a);
    assert.equal(tree.roots?.[1], b);
    assert.deepEqual(b?.row.parts, ['44¢']);
  });

  it('redraws a row that follows prices every three seconds at most, with its newest words', () => {
    const tree = treeOf(priced('a', '44¢'));
    const node = first(tree);
    assert.deepEqual(tree.update([priced('a', '45¢')], NOW), [node]);
    assert.equal(tree.nextAt, undefined);
    assert.equal(tree.update([priced('a', '46¢')], NOW + 500), 'none');
    assert.equal(tree.nextAt, NOW + PRICE_ROW_MS);
    assert.equal(tree.update([priced('a', '47¢', { icon: { id: 'triangle-up' } })], NOW + 1_000), 'none');
    const same = [priced('a', '47¢')];
    assert.deepEqual(tree.update(same, NOW + PRICE_ROW_MS), [node]);
    assert.equal(tree.nextAt, undefined);
    assert.deepEqual(node.row.parts, ['47¢']);
  });

  it('does not redraw a row whose words are again what was drawn, by itself or with the row above', () => {
    const tree = new NodeTree('markets');
    const draw = (price: string, now: number) => tree.update([folder('f', [priced('a', price)])], now);
    draw('44¢', NOW);
    const [a] = tree.open(first(tree));
    assert.ok(a);
    assert.deepEqual(draw('45¢', NOW), [a]);
    assert.equal(draw('46¢', NOW + 1), 'none');
    assert.equal(draw('45¢', NOW + 2), 'none');
    assert.equal(tree.nextAt, undefined);
    assert.equal(draw('46¢', NOW + 3), 'none');
    tree.drew(a, NOW + 4);
    assert.equal(draw('46¢', NOW + PRICE_ROW_MS + 4), 'none');
  });

  it('redraws rows that came together one after the other, however often the editor asks for them', () => {
    const at = (price: string) => ['a', 'b', 'c'].map((id) => priced(id, price));
    const cut = (each: Row): Row => ({ ...each, dim: 'cut' });
    const tree = treeOf(...at('44¢'));
    for (const node of tree.roots ?? []) tree.drew(node, NOW);
    for (const node of tree.roots ?? []) tree.drew(node, NOW + 900);
    const drawn = [2_249, 2_250, 2_750, 3_250].map((ms) => tree.update(at('45¢'), NOW + ms));
    assert.deepEqual(drawn, ['none', ...[2, 1, 0].map((place) => [tree.roots?.[place]])]);
    tree.update(at('45¢').map(cut), NOW + 9_000);
    const later = [9_750, 10_250, 10_750].map((ms) => tree.update(at('46¢').map(cut), NOW + ms));
    assert.deepEqual(
      later,
      [2, 1, 0].map((place) => [tree.roots?.[place]]),
    );
  });

  it('redraws a row that follows prices at once when its state or freshness changed', () => {
    for (const own of [
      { urgentPart: 'halted' },
      { dim: 'cut' },
      { contextValue: 'market.settled' },
    ] as const) {
      const tree = treeOf(priced('a', '44¢'));
      tree.update([priced('a', '45¢')], NOW);
      assert.deepEqual(tree.update([priced('a', '46¢', own)], NOW + 1), [first(tree)]);
      assert.equal(tree.nextAt, undefined);
    }
  });

  it('leaves a row alone for ten seconds after its tooltip was asked for, but for its state', () => {
    const tree = treeOf(row('a', { parts: ['1 m'] }));
    tree.hovered(first(tree), NOW);
    assert.equal(tree.update([row('a', { parts: ['2 m'] })], NOW + 5_000), 'none');
    assert.equal(tree.nextAt, NOW + TOOLTIP_MS);
    assert.deepEqual(tree.update([row('a', { parts: ['2 m'] })], NOW + TOOLTIP_MS), [first(tree)]);
    tree.hovered(first(tree), NOW + TOOLTIP_MS);
    assert.deepEqual(tree.update([row('a', { parts: ['2 m'], dim: 'cut' })], NOW + TOOLTIP_MS + 1), [
      first(tree),
    ]);
  });

  it('draws a row again once another one is looked at, so that its tooltip is asked for again', () => {
    const tree = treeOf(row('a', { parts: ['1 m'] }), row('b'));
    const [a, b] = tree.roots ?? [];
    assert.ok(a && b);
    tree.hovered(a, NOW);
    const rows = [row('a', { parts: ['2 m'] }), row('b')];
    assert.equal(tree.update(rows, NOW + 1_000), 'none');
    tree.hovered(b, NOW + 2_000);
    assert.deepEqual(tree.update(rows, NOW + 2_000), [a]);
    assert.equal(tree.update(rows, NOW + 3_000), 'none');
    tree.hovered(a, NOW + 4_000);
    tree.hovered(b, NOW + 5_000);
    assert.deepEqual(tree.update(rows, NOW + 5_000), [a], 'also where it says what it said');
  });

  it('holds back an open row while one under it is looked at, and no longer than a minute', () => {
    const tree = new NodeTree('positions');
    const draw = (sum: string, now: number) =>
      tree.update([folder('f', [row('x'), row('y')], { parts: [sum] }), row('z')], now);
    draw('+1', NOW);
    const [f, z] = tree.roots ?? [];
    assert.ok(f && z);
    const under = tree.open(f);
    draw('+2', NOW + OPEN_ROW_MS);
    const drawnAt = NOW + OPEN_ROW_MS;
    for (let ms = 0; ms < LONGEST_WAIT_MS; ms += TOOLTIP_MS / 2) {
      tree.hovered(under[(ms / (TOOLTIP_MS / 2)) % 2] ?? z, drawnAt + ms);
      const change = draw('+3', drawnAt + ms);
      assert.ok(change === 'none' || (change !== 'all' && !change.includes(f)), `${ms}`);
    }
    const change = draw('+3', drawnAt + LONGEST_WAIT_MS);
    assert.ok(change !== 'none' && change !== 'all' && change.includes(f));
    tree.hovered(z, drawnAt + LONGEST_WAIT_MS);
    const next = draw('+4', drawnAt + LONGEST_WAIT_MS + OPEN_ROW_MS);
    assert.ok(next !== 'none' && next !== 'all' && next.includes(f), 'a tooltip elsewhere holds nothing');
  });

  it('redraws an open row every five seconds at most, the rows under it at once', () => {
    const tree = new NodeTree('positions');
    const draw = (sum: string, price: string, now: number) =>
      tree.update([folder('f', [row('x', { parts: [price] })], { parts: [sum] })], now);
    draw('+1', '44¢', NOW);
    const node = first(tree);
    // A closed row has nothing below it that could be lost.
    assert.deepEqual(draw('+2', '44¢', NOW), [node]);
    const [x] = tree.open(node);
    assert.deepEqual(draw('+3', '45¢', NOW + 1), [x]);
    assert.deepEqual(node.row.parts, ['+3']);
    assert.equal(tree.nextAt, NOW + OPEN_ROW_MS);
    assert.equal(draw('+3', '45¢', NOW + 2), 'none');
    assert.deepEqual(draw('+3', '45¢', NOW + OPEN_ROW_MS), [node]);
    assert.equal(tree.nextAt, undefined);
  });

  it('can take new rows in steps, one for each open row, with the same end', () => {
    const rows = (price: string) =>
      ['a', 'b', 'c'].map((id) => folder(id, [row(`${id}1`, { parts: [price] })]));
    const tree = treeOf(...rows('44¢'));
    const under = (tree.roots ?? []).flatMap((node) => tree.open(node));
    const found: unknown[] = [];
    let steps = 0;
    for (const _ of tree.updating(rows('45¢'), NOW + 1, (change) => found.push(change))) {
      steps += 1;
      assert.deepEqual(found, []);
    }
    assert.ok(steps >= 3, `${steps} steps`);
    assert.deepEqual(found, [under]);
  });

  it('does not redraw an open row while a tooltip under it is shown', () => {
    const tree = new NodeTree('positions');
    const draw = (sum: string, now: number) => tree.update([folder('f', [row('x')], { parts: [sum] })], now);
    draw('+1', NOW);
    const [x] = tree.open(first(tree));
    assert.ok(x);
    tree.hovered(x, NOW);
    assert.equal(draw('+2', NOW + OPEN_ROW_MS), 'none');
    assert.deepEqual(draw('+2', NOW + TOOLTIP_MS), [first(tree)]);
  });

  it('redraws an open row at once when its freshness or the rows under it changed', () => {
    const tree = new NodeTree('positions');
    const draw = (own: Partial<Row>, now: number, ...ids: readonly string[]) =>
      tree.update([folder('f', rowsOf(ids), own)], now);
    draw({ parts: ['+1'] }, NOW, 'x');
    const node = first(tree);
    tree.open(node);
    assert.deepEqual(draw({ parts: ['+2'], dim: 'cut' }, NOW, 'x'), [node]);
    assert.equal(draw({ parts: ['+3'], dim: 'cut' }, NOW + 1, 'x'), 'none');
    assert.deepEqual(draw({ parts: ['+3'], dim: 'cut' }, NOW + 2, 'x', 'y'), [node]);
    assert.deepEqual(
      tree.open(node).map(({ id }) => id),
      ['x', 'y'],
    );
    assert.equal(tree.nextAt, undefined);
  });

  it('draws waiting rows when the clock was set back', () => {
    const tree = treeOf(priced('a', '44¢'));
    tree.update([priced('a', '45¢')], NOW);
    assert.equal(tree.update([priced('a', '46¢')], NOW + 1), 'none');
    assert.deepEqual(tree.update([priced('a', '46¢')], NOW - 3_600_000), [first(tree)]);
  });

  it('counts rows under another only once somebody opened it', () => {
    const tree = treeOf(folder('f', [row('a')]));
    assert.equal(tree.update([folder('f', [row('a', { label: 'A' })])], NOW), 'none');
    const [a] = tree.open(first(tree));
    assert.equal(a?.row.label, 'A');
    assert.deepEqual(tree.update([folder('f', [row('a', { label: 'B' })])], NOW), [a]);
  });

  it('hands menus the newest subject of a row', () => {
    const tree = treeOf(row('o'));
    const subject = { kind: 'order', id: 'A1', marketSlug: 'm' } as const;
    tree.update([row('o', { subject })], NOW);
    assert.equal(first(tree).subject, subject);
    assert.equal(first(tree).view, 'markets');
  });
});

describe('NodeTree.openMarkets', () => {
  const market = (slug: string, side = ''): Row =>
    row(`${slug}${side}`, { subject: { kind: 'market', slug } });
  function toggledTree(...rows: readonly Row[]) {
    const tree = treeOf(...rows);
    const toggle = (id: string, isOpen: boolean): void => {
      const node = tree.roots?.find((each) => each.id === id);
      assert.ok(node);
      if (isOpen) tree.open(node);
      tree.toggled(node, isOpen);
    };
    return { tree, toggle };
  }

  it('has those under open rows, the row opened last first, and the same list until one is opened or closed', () => {
    const { tree, toggle } = toggledTree(
      folder('a', [market('a1'), market('a2')]),
      folder('b', [market('b1')]),
    );
    assert.deepEqual(tree.openMarkets, []);
    toggle('a', true);
    toggle('b', true);
    assert.deepEqual(tree.openMarkets, ['b1', 'a1', 'a2']);
    assert.equal(tree.openMarkets, tree.openMarkets);
    toggle('b', false);
    assert.deepEqual(tree.openMarkets, ['a1', 'a2']);
    toggle('b', true);
    assert.deepEqual(tree.openMarkets, ['b1', 'a1', 'a2']);
  });

  it('has the markets whose prices the row of a closed event shows, also once they are others', () => {
    const event = (...slugs: readonly string[]): Row =>
      folder('e', [market('line')], { subject: { kind: 'event', key: 'e', slugs } });
    const { tree, toggle } = toggledTree(event('home', 'away'));
    assert.deepEqual(tree.openMarkets, ['home', 'away']);
    tree.update([event('home', 'away', 'draw')], NOW);
    assert.deepEqual(tree.openMarkets, ['home', 'away', 'draw']);
    toggle('e', true);
    assert.deepEqual(tree.openMarkets, ['line', 'home', 'away', 'draw']);
  });

  it('has a market once, however many rows it has, and none that left', () => {
    const tree = treeOf(market('m', '/long'), market('m', '/short'), market('n'), row('more'));
    assert.deepEqual(tree.openMarkets, ['m', 'n']);
    tree.update([market('n')], NOW);
    assert.deepEqual(tree.openMarkets, ['n']);
  });
});
