import assert from 'node:assert/strict';
import { drawnWidth, fitRow } from '../../../src/view/row-edges.ts';

const NUMBERS = [
  '7',
  '12:04',
  '17–20',
  '84.39',
  '116/200',
  '54→62¢',
  '$1,228.94',
  '▲$182.35',
  '68.5¢',
  '2 h 57 m',
];
const WORDS = ['Islanders', 'No NAV', 'now', 'Bought', 'JUN', 'paid', 'pays', 'if they win'];
const EDGES = [18.2, 27.7];

/** What stands before a cut, as a view of that width draws it. */
function seen(text: string, room: number): string {
  let shown = '';
  for (const sign of text) {
    if (drawnWidth(shown + sign) > room) return shown;
    shown += sign;
  }
  return shown;
}

/** Every figure of a text is in what is seen of it, or nothing of it is. */
function isCutWithin(text: string, shown: string): boolean {
  const [before = ''] = /\S*$/u.exec(shown) ?? [];
  const [after = ''] = /^\S*/u.exec(text.slice(shown.length)) ?? [];
  return shown.length < text.length && before !== '' && after !== '' && /\d/.test(before + after);
}

function* generatedRows() {
  let seed = 7;
  const pick = <T>(all: readonly T[]): T => {
    seed = (seed * 48_271) % 2_147_483_647;
    return all[seed % all.length] as T;
  };
  for (let count = 0; count < 3_000; count++) {
    const label = [pick(['▲$7.82', 'Sell 50', 'Bought 84.39', '–']), pick(WORDS), pick(NUMBERS)].join(' ');
    const parts = Array.from(
      { length: 1 + (count % 4) },
      () => `${pick(['', 'now ', 'paid '])}${pick([...NUMBERS, ...WORDS])}`,
    );
    yield { row: { label, description: parts.join(' · '), hasMark: count % 5 === 0 }, depth: count % 3 };
  }
}

describe('figures at the edge of a row', () => {
  it('stay where the edge is not within them', () => {
    const row = { label: '▲$7.82 JUN ×12', description: 'now · Islanders at Archers', hasMark: false };
    assert.deepEqual(fitRow(row, 0), { label: row.label, description: row.description });
    const short = { label: 'Sold 5 JUN 66¢', description: '14:26', hasMark: false };
    assert.equal(fitRow(short, 0).description, '14:26', 'all of it has room');
  });

  it('are moved behind the edge, a part of the description as a whole', () => {
    const { label, description } = fitRow(
      { label: 'Sell 50 JUN 68¢', description: 'now 62¢ · 26 m', hasMark: false },
      0,
    );
    assert.equal(label, 'Sell 50 JUN 68¢');
    assert.match(description, /^\u2007+now 62¢/);
    assert.equal(description.replaceAll('\u2007', ''), 'now 62¢ · 26 m');
  });

  it('are never cut at 220 and 300 px, in generated rows of every level, with and without a mark', () => {
    for (const { row, depth } of generatedRows()) {
      const drawn = fitRow(row, depth);
      assert.equal(drawn.label.replaceAll('\u2007', ''), row.label);
      assert.equal(drawn.description.replaceAll('\u2007', ''), row.description);
      for (const edge of EDGES.map((each) => each - depth - (row.hasMark ? 2.5 : 0))) {
        const said = JSON.stringify({ ...drawn, edge });
        const whole = drawnWidth(row.label) + 0.7 + 0.9 * drawnWidth(row.description);
        if (whole < edge + 1.54) continue;
        const shown = seen(drawn.label, edge);
        assert.equal(isCutWithin(drawn.label, shown), false, said);
        if (shown !== drawn.label) continue;
        const room = (edge - drawnWidth(drawn.label) - 0.7) / 0.9;
        assert.equal(isCutWithin(drawn.description, seen(drawn.description, room)), false, said);
      }
    }
  });
});
