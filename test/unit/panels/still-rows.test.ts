import assert from 'node:assert/strict';
import type { Table, TableRow } from '../../../src/view/panels/protocol.ts';
import { stillRows } from '../../../src/webview/still-rows.ts';

const row = (key: string, price: string, more: Partial<TableRow> = {}): TableRow => ({
  key,
  cells: [
    { text: key, tone: 'plain' },
    { text: price, tone: 'plain' },
  ],
  ...more,
});
const table = (...rows: readonly TableRow[]): Table => ({ caption: 'Lines', columns: [], rows });
const texts = ({ rows }: Table) => rows.map(({ cells }) => cells.map(({ text }) => text).join(' '));

describe('rows under the hand', () => {
  it('keep their order and take the new figures; a new one comes last, one that is gone leaves its name', () => {
    const before = table(row('a', '10'), row('b', '20', { button: BUTTON }), row('c', '30'));
    const still = stillRows(before, table(row('d', '40'), row('c', '31'), row('a', '11')));
    assert.deepEqual(texts(still), ['a 11', 'b ', 'c 31', 'd 40']);
    assert.equal(still.rows[1]?.button, undefined);
  });

  it('take no sentence below a row that had none, and keep the place of one that is gone', () => {
    const before = table(row('a', '10'), row('b', '20', { below: 'Too dear.' }));
    const still = stillRows(before, table(row('a', '10', { below: 'Too cheap.' }), row('b', '20')));
    assert.deepEqual(
      still.rows.map(({ below }) => below?.trim()),
      [undefined, ''],
    );
  });
});

const BUTTON = { label: 'Cancel…', action: { name: 'cancelOrder', orderId: 'b' } } as const;
