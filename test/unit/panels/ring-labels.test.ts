import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ringLabels } from '../../../src/webview/ring-labels.ts';
import { nextSlots } from '../../../src/webview/slots.ts';

const room = {
  px: 1,
  widthOf: (text: string) => text.length * 7,
  within: { left: 0, right: 400, top: 0, bottom: 200 },
  several: '{0} fills',
};

describe('labels of own fills on the chart', () => {
  it('name one fill by its quantity, below it or above it, and several that lie together by their count', () => {
    const label = (rings: Parameters<typeof ringLabels>[0]) => ringLabels(rings, [], room);
    assert.deepEqual(label([{ x: 100, y: 50, size: '+100' }]), [{ x: 100, y: 62, text: '+100' }]);
    assert.deepEqual(label([{ x: 100, y: 195, size: '+100' }]), [{ x: 100, y: 183, text: '+100' }]);
    const together = [
      { x: 100, y: 50, size: '+100' },
      { x: 108, y: 52, size: '−30' },
    ];
    assert.deepEqual(label(together), [{ x: 104, y: 64, text: '2 fills' }]);
  });

  it('lie over no ring, over no other label, over no name, and within the chart', () => {
    const ring = fc.record({
      x: fc.integer({ min: 0, max: 400 }),
      y: fc.integer({ min: 0, max: 200 }),
      size: fc.constantFrom('+1', '−1,234.56', '+40.28'),
    });
    fc.assert(
      fc.property(fc.array(ring, { maxLength: 25 }), (rings) => {
        const name = { x: 60, y: 100, half: 50 };
        const labels = ringLabels(rings, [name], room).map(({ x, y, text }) => {
          return { x, y, half: room.widthOf(text) / 2 };
        });
        for (const [place, a] of labels.entries()) {
          assert.ok(a.x - a.half >= 0 && a.x + a.half <= 400 && a.y >= 6 && a.y <= 194);
          for (const b of [...labels.slice(place + 1), name])
            assert.ok(Math.abs(a.x - b.x) >= a.half + b.half || Math.abs(a.y - b.y) >= 13);
          for (const { x, y } of rings) assert.ok(Math.abs(a.x - x) >= a.half + 4 || Math.abs(a.y - y) >= 10);
        }
      }),
    );
  });
});

describe('places of own orders', () => {
  it('stay while others come and go: a new order takes a free one, and none is given up', () => {
    const first = nextSlots([], ['a', 'b', 'c']);
    assert.deepEqual(first, ['a', 'b', 'c']);
    const filled = nextSlots(first, ['c', 'b']);
    assert.deepEqual(filled, [undefined, 'b', 'c']);
    assert.deepEqual(nextSlots(filled, ['d', 'c', 'b', 'e']), ['d', 'b', 'c', 'e']);
    assert.deepEqual(nextSlots(filled, []), [undefined, undefined, undefined]);
  });
});
