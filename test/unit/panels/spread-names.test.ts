import assert from 'node:assert/strict';
import fc from 'fast-check';
import { spreadNames } from '../../../src/webview/spread-names.ts';

const GAP = 15;

describe('the names at the edge of the chart', () => {
  it('stand where they belong while there is room', () => {
    assert.deepEqual(placed([200, 10, 100]), [200, 10, 100]);
  });

  it('make room for each other, in their order, and stay in the chart', () => {
    assert.deepEqual(placed([100, 95, 101]), [110, 95, 125]);
    assert.deepEqual(placed([230, 228, 229]), [230, 200, 215]);
  });

  it('never overlap, and leave the chart only where it is too low for all of them', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 230, noNaN: true }), { maxLength: 20 }), (wanted) => {
        const places = placed(wanted).toSorted((a, b) => a - b);
        for (const [index, place] of places.entries())
          assert.ok(index === 0 || place - (places[index - 1] ?? 0) >= GAP - 1e-9);
        const fits = wanted.length <= 16;
        assert.ok(!fits || places.every((place) => place >= 0 && place <= 230));
      }),
    );
  });
});

function placed(wanted: readonly number[]): readonly number[] {
  return spreadNames(
    wanted.map((at) => ({ at })),
    0,
    230,
    GAP,
  );
}
