import assert from 'node:assert/strict';
import { listWords } from '../../../src/view/panels/portfolio/in-rows.ts';
import type { List, ListRow } from '../../../src/view/panels/portfolio/protocol.ts';
import { fittedColumns } from '../../../src/webview/list-columns.ts';
import {
  askedOrder,
  askedRows,
  besideTotal,
  drawnFirst,
  drawnNext,
  drawnSpan,
  filtered,
  heldRows,
  isOrderChanged,
  partInSight,
  runsOf,
  sortedRows,
} from '../../../src/webview/list-rows.ts';
import { aContext } from '../../support/view.ts';

const BY_VALUE = { column: 0, descending: true } as const;

function row(key: string, rank: number, more: Partial<ListRow> = {}): ListRow {
  return { key, cells: [{ text: key, tone: 'plain', rank }], ...more };
}

function list(...rows: readonly ListRow[]): List {
  return { caption: 'Rows', columns: [{ label: 'Name', kind: 'words' }], rows };
}

function keys(rows: readonly ListRow[]): string {
  return rows.map(({ key }) => key).join(' ');
}

describe('lists of a page', () => {
  it('keep the order asked for while figures move, and say that another one is to be had', () => {
    const before = list(row('a', 2), row('b', 1), row('c', 0));
    const order = askedOrder(sortedRows(before, BY_VALUE));
    assert.equal(keys(askedRows(before.rows, order)), 'a b c');
    assert.equal(isOrderChanged(askedRows(before.rows, order), before, BY_VALUE), false);
    const after = list(row('a', 0), row('b', 1), row('c', 2));
    assert.equal(keys(askedRows(after.rows, order)), 'a b c');
    assert.equal(isOrderChanged(askedRows(after.rows, order), after, BY_VALUE), true);
    assert.equal(keys(sortedRows(after, BY_VALUE)), 'c b a');
  });

  it('put what has come since at the end, and close up where a row has gone', () => {
    const order = askedOrder([row('a', 0), row('b', 0), row('c', 0)]);
    assert.equal(keys(askedRows([row('new', 9), row('c', 0), row('a', 0)], order)), 'a c new');
  });

  it('let no row come or go while they are held: one that is gone keeps its name and no figure', () => {
    const two = (key: string, text: string): ListRow => ({
      ...row(key, 0, { button: { label: 'Cancel…', action: { name: 'cancelOrder' } } }),
      cells: [
        { text: key, tone: 'plain', action: { name: 'openMarket' } },
        { text, tone: 'plain' },
      ],
    });
    const held = heldRows([two('a', '1'), two('b', '2')], [two('new', '3'), two('b', '4')], 'gone');
    assert.deepEqual(
      held.map(({ key, isGone, button, cells }) => [
        key,
        isGone,
        button?.label,
        ...cells.map(({ text }) => text),
      ]),
      [
        ['a', true, undefined, 'a', ''],
        ['b', undefined, 'Cancel…', 'b', '4'],
      ],
    );
    assert.deepEqual([held[0]?.cells[0]?.action, held[0]?.cells[0]?.aside], [undefined, 'gone']);
  });

  it('do not call the order changed for rows that rank alike', () => {
    const alike = list(row('a', 0), row('b', 0));
    assert.equal(isOrderChanged([row('b', 0), row('a', 0)], alike, BY_VALUE), false);
  });

  it('have what is too little to be listed at the end, however they are sorted', () => {
    const all = list(row('dust', 9, { isDust: true }), row('a', 1), row('b', 2));
    assert.equal(keys(sortedRows(all, BY_VALUE)), 'b a dust');
    assert.equal(keys(sortedRows(all, { ...BY_VALUE, descending: false })), 'a b dust');
    assert.deepEqual([...askedOrder(all.rows).dust], ['dust']);
  });

  it('are found by every word typed, under the tab chosen', () => {
    const rows = [
      row('a', 0, { search: 'archers at islanders cfb live', tabs: ['live'] }),
      row('b', 0, { search: 'archers at stags cfb' }),
    ];
    assert.equal(keys(filtered(rows, '', '')), 'a b');
    assert.equal(keys(filtered(rows, ' Archers  CFB ', '')), 'a b');
    assert.equal(keys(filtered(rows, 'archers live', '')), 'a');
    assert.equal(keys(filtered(rows, 'archers', 'live')), 'a');
    assert.equal(keys(filtered(rows, 'nobody', '')), '');
  });

  it('are found by a span of time they were under way in, with the other filters', () => {
    const rows = [
      row('before', 0, { during: [10, 19] }),
      row('into', 0, { during: [10, 20] }),
      row('within', 0, { during: [22, 23], tabs: ['bad'] }),
      row('across', 0, { during: [10, 90] }),
      row('after', 0, { during: [31, 40] }),
      row('never', 0),
    ];
    assert.equal(keys(filtered(rows, '', '', [20, 30])), 'into within across');
    assert.equal(keys(filtered(rows, '', 'bad', [20, 30])), 'within');
    assert.equal(keys(filtered(rows, 'across', '', [20, 30])), 'across');
  });

  it('say of a sum that a filter does not apply to it, beside what it lacks', () => {
    const words = listWords(aContext());
    assert.equal(besideTotal('· 4 without a bid', false, words), '· 4 without a bid');
    assert.equal(besideTotal(undefined, true, words), '· filter not applied');
    assert.equal(besideTotal('· 4 without a bid', true, words), '· filter not applied · 4 without a bid');
  });

  it('draw what is in sight and some rows around it, a short list whole', () => {
    assert.deepEqual(drawnSpan(30, 24, 0, 100), { from: 0, to: 30 });
    assert.deepEqual(drawnSpan(330, 24, 0, 800), { from: 0, to: 56 });
    const middle = drawnSpan(330, 24, 2400, 800);
    assert.ok(middle.from <= 100 - 16 && middle.to >= 134 + 16 && middle.to - middle.from < 90);
    assert.deepEqual(drawnSpan(330, 24, 99_999, 800), { from: 330, to: 330 });
  });

  it('stay as drawn in a box that the page scrolls further out of sight', () => {
    const box = (top: number) => ({ top, bottom: top + 400 });
    assert.deepEqual(partInSight(box(600), 800), { from: 600, to: 800 });
    assert.deepEqual(partInSight(box(-100), 800), { from: 0, to: 300 });
    for (const top of [-401, -5_000])
      assert.deepEqual(partInSight(box(top), 800), { from: top + 400, to: top + 400 });
    for (const top of [801, 5_000]) assert.deepEqual(partInSight(box(top), 800), { from: top, to: top });
  });

  it('draw at once what is in sight, and keep what is drawn beside it', () => {
    const inSight = drawnSpan(330, 24, 2400, 800, 0);
    assert.deepEqual(inSight, { from: 100, to: 134 });
    const next = drawnSpan(330, 24, 2400, 800);
    assert.deepEqual(drawnFirst({ from: 0, to: 40 }, next, inSight), inSight);
    assert.deepEqual(drawnFirst({ from: 60, to: 110 }, next, inSight), { from: next.from, to: 134 });
    assert.deepEqual(drawnFirst({ from: 120, to: 330 }, next, inSight), { from: 100, to: next.to });
  });

  it('draw the rest a few rows at a time, those below first, until all of it is drawn', () => {
    const wanted = { from: 84, to: 152 };
    const spans = [{ from: 100, to: 134 }];
    for (let steps = 0; steps < 3; steps++) spans.push(drawnNext(spans.at(-1) ?? wanted, wanted));
    assert.deepEqual(
      spans.map(({ from, to }) => `${from}-${to}`),
      ['100-134', '100-146', '94-152', '84-152'],
    );
    assert.deepEqual(drawnNext(wanted, wanted), wanted);
  });

  it('leave room for rows that are not drawn, and draw the one with the focus wherever it is', () => {
    const texts = (focused: number) =>
      runsOf(100, { from: 20, to: 60 }, focused).map(
        ({ from, to, isDrawn }) => `${from}-${to}${isDrawn ? '' : ' empty'}`,
      );
    assert.deepEqual(texts(-1), ['0-20 empty', '20-60', '60-100 empty']);
    assert.deepEqual(texts(30), ['0-20 empty', '20-60', '60-100 empty']);
    assert.deepEqual(texts(5), ['0-5 empty', '5-6', '6-20 empty', '20-60', '60-100 empty']);
    assert.deepEqual(texts(99), ['0-20 empty', '20-60', '60-99 empty', '99-100']);
  });
});

describe('columns of a list', () => {
  const needs = [
    { isWordy: true, short: 100, most: 120, full: 160, whole: 200, importance: undefined },
    { isWordy: true, short: 100, most: 200, full: 200, whole: 200, importance: 2 },
    { isWordy: false, short: 60, most: 60, full: 60, whole: 60, importance: 1 },
    { isWordy: false, short: 80, most: 80, full: 80, whole: 80, importance: undefined },
  ];
  const shown = (room: number) => fittedColumns(needs, room).map(({ index, width }) => `${index}: ${width}`);

  it('have whole texts where there is room, and what is left of it beside the names', () => {
    assert.deepEqual(shown(540), ['0: 200', '1: 200', '2: 60', '3: 80']);
    assert.deepEqual(shown(600), ['0: 230', '1: 230', '2: 60', '3: 80']);
  });

  it('give most names the room that is left, then the longest, then what stands behind them', () => {
    assert.deepEqual(shown(420), ['0: 120', '1: 160', '2: 60', '3: 80']);
    assert.deepEqual(shown(480), ['0: 140', '1: 200', '2: 60', '3: 80']);
    assert.deepEqual(shown(510), ['0: 170', '1: 200', '2: 60', '3: 80']);
  });

  it('leave out the columns of least importance, never a figure that must be seen', () => {
    assert.deepEqual(shown(300), ['0: 120', '1: 100', '3: 80']);
    assert.deepEqual(shown(200), ['0: 120', '3: 80']);
  });

  it('are never wider than the room, names giving way last', () => {
    for (const room of [540, 420, 300, 200, 150])
      assert.equal(
        fittedColumns(needs, room).reduce((sum, { width }) => sum + width, 0),
        room,
      );
  });
});
