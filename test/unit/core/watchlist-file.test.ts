import assert from 'node:assert/strict';
import { placedEntries } from '../../../src/core/watchlist-file.ts';

const FILE = `{
  "": ["a-b-c", "say \\"x, y\\"]"],
  "Tonight": [
    "d-e-f",
    12, { "no": ["deeper"] },
    "event:g-h-i"
  ],
  "Not a list": "j-k-l"
}`;

describe('the entries of a watchlist file', () => {
  it('are the texts of its lists, each where it stands', () => {
    const entries = placedEntries(FILE);
    assert.deepEqual(
      entries.map(({ group, text }) => [group, text]),
      [
        ['', 'a-b-c'],
        ['', 'say "x, y"]'],
        ['Tonight', 'd-e-f'],
        ['Tonight', 'event:g-h-i'],
      ],
    );
    for (const { text, start, end } of entries) assert.equal(FILE.slice(start, end), JSON.stringify(text));
  });

  it('leave a file that reads as before when each is taken out', () => {
    for (const { group, text, cut } of placedEntries(FILE)) {
      const left = FILE.slice(0, cut.start) + FILE.slice(cut.end);
      const expected = JSON.parse(FILE) as Record<string, unknown[]>;
      expected[group] = (expected[group] ?? []).filter((each) => each !== text);
      assert.deepEqual(JSON.parse(left), expected, text);
    }
    const one = '{"":["a-b-c"]}';
    const [only] = placedEntries(one);
    assert.equal(one.slice(0, only?.cut.start) + one.slice(only?.cut.end), '{"":[]}');
  });

  it('are none while it is no JSON', () => {
    for (const text of ['', '{"": ["a-b-c"', '{"": ["a-b-c",]}', '// {}'])
      assert.deepEqual(placedEntries(text), []);
  });
});
