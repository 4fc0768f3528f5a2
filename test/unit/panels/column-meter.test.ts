import assert from 'node:assert/strict';
import type { List, ListRow } from '../../../src/view/panels/portfolio/protocol.ts';
import { ColumnMeter } from '../../../src/webview/column-meter.ts';

/** A name and a figure each, and what stands behind that. */
function list(
  rows: readonly (readonly [name: string, figure: string, aside?: string])[],
  more: Partial<ListRow> = {},
): List {
  return {
    caption: 'Rows',
    columns: [
      { label: 'Name', kind: 'words' },
      { label: '%', kind: 'number' },
    ],
    rows: rows.map(([name, figure, aside]) => ({
      key: name,
      cells: [
        { text: name, tone: 'plain' },
        { text: figure, tone: 'plain', ...(aside === undefined ? {} : { aside }) },
      ],
      ...more,
    })),
  };
}

/** Every sign ten pixels wide. */
function aMeter(): { readonly meter: ColumnMeter; readonly measured: string[] } {
  const measured: string[] = [];
  const meter = new ColumnMeter((text) => {
    measured.push(text);
    return text.length * 10;
  });
  return { meter, measured };
}

function widths(meter: ColumnMeter, of: List): readonly (readonly number[])[] {
  return meter.needs(of, false).map(({ short, most, full, whole }) => [short, most, full, whole]);
}

describe('The widths of columns', () => {
  it('grow with a text that is new, and never shrink', () => {
    const { meter } = aMeter();
    const first = widths(meter, list([['Archers', '12']]));
    assert.deepEqual(widths(meter, list([['Stags', '7']])), first);
    const [names, figures] = widths(meter, list([['Islanders', '1,234']]));
    assert.deepEqual(
      names,
      first[0]?.map((width) => width + 20),
    );
    assert.deepEqual(
      figures,
      first[1]?.map((width) => width + 30),
    );
  });

  it('have room for words behind a figure, whichever row they move to', () => {
    const { meter } = aMeter();
    const before = widths(
      meter,
      list([
        ['Archers', '57.4¢'],
        ['Stags', '6¢', 'as of 10:42'],
      ]),
    );
    assert.deepEqual(widths(meter, list([['Archers', '57.4¢', 'as of 10:42']])), before);
  });

  it('need no text measured that was said before', () => {
    const { meter, measured } = aMeter();
    widths(meter, list([['Archers', '12']]));
    measured.length = 0;
    widths(meter, list([['Archers', '34']]));
    assert.deepEqual(measured, []);
  });

  it('have room for a mark that comes after the texts', () => {
    const { meter } = aMeter();
    const rows = [['Archers', '12']] as const;
    const [before, figures] = widths(meter, list(rows));
    const after = widths(meter, list(rows, { mark: ['live', 'live'] }));
    assert.deepEqual(after, [before?.map((width) => width + 22), figures]);
    assert.deepEqual(widths(meter, list(rows)), after);
  });
});
