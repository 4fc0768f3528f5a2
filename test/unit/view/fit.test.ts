import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createWorld } from '../../../src/demo/world.ts';
import { eventsTree } from '../../../src/view/events-tree.ts';
import { type RowTexts, widthAt, withoutHalfNumbers } from '../../../src/view/fit.ts';
import type { Row } from '../../../src/view/row.ts';
import { siblingRows } from '../../../src/view/sibling-rows.ts';
import { catalogueOf } from '../../support/read-world.ts';
import { aContext, NOW } from '../../support/view.ts';

/** How many signs of a row are seen where it has so much room: all, or what fits before the sign of the cut. */
function seen(label: string, description: string, room: number): number {
  const ends = [...label].map((_, place) => widthAt(label.slice(0, place + 1), 13));
  const start = widthAt(label, 13) + 5.85;
  if (description !== '') ends.push(start);
  for (const place of [...description].keys())
    ends.push(start + widthAt(description.slice(0, place + 1), 11.7));
  const edge = (ends.at(-1) ?? 0) <= room ? room : room - 13;
  return ends.filter((end) => end <= edge).length;
}

/** A number of the row of which the beginning is seen and the end is not. */
function halfNumber({ label, description }: RowTexts, room: number): string | undefined {
  const text = description === '' ? label : `${label}\n${description}`;
  const length = seen(label, description, room);
  const number = [...text.matchAll(/[\d.,:/]*\d[\d.,:/]*[¢%kM]?/g)].find(
    ({ index, 0: found }) => index < length && length < index + found.length,
  );
  return number?.[0];
}

const ROOMS = [248, 167];
const halves = (texts: RowTexts, level: number): readonly string[] =>
  ROOMS.flatMap((room) => halfNumber(texts, room - 8 * (level - 1)) ?? []);

const texts = (label: string, description: string, shorter?: string): RowTexts => ({
  label,
  description,
  shorter,
});

describe('texts of a row', () => {
  it('keep what fits, and a number that would be cut is left out whole', () => {
    const fitting = (description: string, level = 4) =>
      withoutHalfNumbers(texts('48¢ Over 10.5', description), level, false).description;
    assert.equal(fitting('▼1'), '▼1');
    // At 220 px the price would read 5….
    assert.equal(fitting('58/200 · in all'), 'in all');
    assert.equal(fitting(''), '');
    // It begins behind the edge of 220 px, and is whole at 300.
    assert.equal(fitting('▼1 · draw 10¢'), '▼1 · draw 10¢');
  });

  it('keep what happened where only its time does not fit', () => {
    const row = texts('CAL 2–2 BRIN', 'ended 21:45 · for 2 h 47 m · Cup');
    const ended = withoutHalfNumbers({ ...row, states: ['ended'] }, 2, false);
    assert.match(ended.description, /^ended · /);
    const own = { ...row, description: `◆ ${row.description}`, states: ['ended'] };
    assert.match(withoutHalfNumbers({ ...own, label: 'CAL 2–2 BRI' }, 2, false).description, /^◆ ended/);
    assert.doesNotMatch(withoutHalfNumbers(row, 2, false).description, /ended/);
  });

  it('take the shorter label where the other one would be cut in its number', () => {
    const long = texts('5¢ Mossgate −19.5', '▲3', '5¢ MOS −19.5');
    assert.equal(withoutHalfNumbers(long, 1, false).label, long.label);
    assert.equal(withoutHalfNumbers(long, 4, true).label, '5¢ MOS −19.5');
    assert.equal(
      withoutHalfNumbers(texts('Policy rate by May 31, 2027', ''), 1, false).label,
      'Policy rate by May…',
    );
  });

  it('have no half number at 300 and 220 px, whatever they say', () => {
    const number = fc.oneof(
      fc.integer({ min: 0, max: 99_999 }).map(String),
      fc.tuple(fc.nat(99), fc.nat(99)).map(([a, b]) => `${a}/${b}`),
      fc.nat(99).map((value) => `▲${value}.5¢`),
    );
    const word = fc.constantFrom('Otters', 'vol', 'to sell', 'in', 'draw', 'Underhill Town', 'Q4');
    const part = fc.array(fc.oneof(number, word), { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));
    const rows = fc.tuple(part, fc.array(part, { maxLength: 4 }), fc.integer({ min: 1, max: 5 }));
    fc.assert(
      fc.property(rows, ([label, parts, level]) => {
        const made = withoutHalfNumbers(texts(label, parts.join(' · ')), level, false);
        assert.deepEqual(halves(made, level), [], `${made.label} | ${made.description}`);
      }),
      { numRuns: 2_000 },
    );
  });

  it('have none in the rows of the demo, at any level', () => {
    const world = catalogueOf(createWorld({ seed: 7, epochMs: NOW }));
    const events = world.events({ query: {} } as never, { limit: 200, offset: 0 }, NOW);
    const cut: string[] = [];
    let rows = 0;
    const look = (some: readonly Row[], level: number): void => {
      for (const row of siblingRows(some)) {
        rows += 1;
        const isMarked = row.mark !== undefined && row.collapsible === 'none';
        const made = withoutHalfNumbers({ ...row, description: row.description ?? '' }, level, isMarked);
        if (halves(made, level).length > 0) cut.push(`${level} ${made.label} | ${made.description}`);
        look(row.children?.() ?? [], level + 1);
      }
    };
    look(eventsTree({ events }, aContext()), 1);
    assert.ok(rows > 500);
    assert.deepEqual(cut, []);
  });
});
