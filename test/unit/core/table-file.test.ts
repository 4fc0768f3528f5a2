import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decimal } from '../../../src/core/decimal.ts';
import { type FileTable, tableCsv, tableJson, tableObjects } from '../../../src/core/table-file.ts';
import { at } from '../../support/values.ts';

const TABLE: FileTable = {
  columns: ['time', 'name', 'price', 'isOwn', 'note'],
  rows: [[at('2026-11-20T20:00:00.123456789Z'), 'Otters, "late"', Decimal.of('-0.5'), true, undefined]],
};

describe('own values of a table', () => {
  const columns = ['left', 'words', 'price'];
  const rows = [[{ own: Decimal.of('120.5') }, { own: 'Paid 12 of 30' }, Decimal.of('0.54')]];
  const hide = (words: string | undefined) => (words === undefined ? '•••' : words.replace(/\d+/g, '•••'));

  it('are written as they are where nobody hides them', () => {
    assert.match(tableCsv({ columns, rows }), /\r\n120\.5,Paid 12 of 30,0\.54\r\n$/);
    assert.deepEqual(tableObjects({ columns, rows }), [
      { left: '120.5', words: 'Paid 12 of 30', price: '0.54' },
    ]);
  });

  it('are hidden as CSV and as JSON, prices are not', () => {
    assert.match(tableCsv({ columns, rows }, hide), /\r\n•••,Paid ••• of •••,0\.54\r\n$/);
    assert.deepEqual(tableObjects({ columns, rows }, hide), [
      { left: '•••', words: 'Paid ••• of •••', price: '0.54' },
    ]);
  });
});

describe('a table as CSV', () => {
  it('has a line of names, quoted texts, exact numbers and times, and nothing for what is not known', () => {
    assert.equal(
      tableCsv(TABLE),
      'time,name,price,isOwn,note\r\n2026-11-20T20:00:00.123456789Z,"Otters, ""late""",-0.5,true,\r\n',
    );
  });

  it('makes no text a formula, and no number a text', () => {
    const rows = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', 'a=1', -1, Decimal.of('-2.5')].map(
      (cell) => [cell],
    );
    const [, ...lines] = tableCsv({ columns: ['x'], rows })
      .trimEnd()
      .split('\r\n');
    assert.deepEqual(lines, ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\t=1", '"\'\r=1"', 'a=1', '-1', '-2.5']);
  });

  it('read back gives the texts that went in', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', '=', 'é') });
    const rows = fc.array(fc.array(text, { minLength: 3, maxLength: 3 }));
    fc.assert(
      fc.property(rows, (cells) => {
        const [names, ...read] = parseCsv(tableCsv({ columns: ['a', 'b', 'c'], rows: cells }));
        assert.deepEqual(names, ['a', 'b', 'c']);
        assert.deepEqual(
          read.map((row) => row.map((cell) => cell.replace(/^'(?=[=+\-@\t\r])/, ''))),
          cells,
        );
      }),
    );
  });
});

describe('a table as JSON', () => {
  it('is objects by name, with decimals as texts that no reader rounds', () => {
    assert.deepEqual(JSON.parse(tableJson(TABLE)), [
      {
        time: '2026-11-20T20:00:00.123456789Z',
        name: 'Otters, "late"',
        price: '-0.5',
        isOwn: true,
        note: null,
      },
    ]);
  });
});

/** As RFC 4180 has it. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let rest = text;
  while (rest !== '') {
    const [whole = '', quoted, plain = '', end] = /^(?:"((?:[^"]|"")*)"|([^,\r]*))(,|\r\n)/.exec(rest) ?? [];
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    rest = rest.slice(whole.length);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
