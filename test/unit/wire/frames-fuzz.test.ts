import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeServerFrame } from '../../../src/exchange/wire/decode-frame.ts';
import { fixture } from '../../support/fixtures.ts';

const FRAMES = ['current/frames', 'seed/frames', 'traps/frames'].flatMap((file) =>
  Object.values(fixture(file) as object).map((frame) => JSON.stringify(frame)),
);

/** What a value may be replaced by: wrong kinds, wrong sizes, names that mean something to JavaScript. */
const ODD = fc.oneof(
  fc.constantFrom(
    ...'null "" "x" [] {} true -0 1e400 1e99 123456789012345678901234567890 "NaN" "Infinity" "-" ".."'.split(
      ' ',
    ),
    '"\\u0000\\u202e\\ud800"',
    '{"__proto__":{"value":"1"},"constructor":1,"toString":2}',
    `${'['.repeat(5000)}${']'.repeat(5000)}`,
  ),
  fc.json({ maxDepth: 3 }),
);

/** One place of the frame holds something else. */
const changed = fc.tuple(fc.constantFrom(...FRAMES), fc.nat(), ODD).map(([text, place, odd]) => {
  const values = [...text.matchAll(/(?<=[:[,])(?:"[^"]*"(?!:)|[\d.]+|true|false|null|\{\})/g)];
  const value = values[place % values.length];
  if (value === undefined) return text;
  return text.slice(0, value.index) + odd + text.slice(value.index + value[0].length);
});

/** Characters are cut out, doubled or swapped for others. */
const torn = fc
  .tuple(fc.constantFrom(...FRAMES), fc.nat(), fc.nat(12), fc.constantFrom('', '{', '"', ',', '_', '0'))
  .map(([text, from, length, put]) => {
    const start = from % text.length;
    return text.slice(0, start) + put + text.slice(start + length);
  });

const anything = fc.oneof(
  changed,
  torn,
  fc.json(),
  fc.string(),
  fc.jsonValue().map((v) => JSON.stringify(v)),
);

describe('wire: frames of strangers', () => {
  it('no text throws; one of frame, unknown and broken is there; no number is NaN', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const { frame, unknown, broken } = decodeServerFrame(text);
        assert.equal([frame, unknown, broken].filter((each) => each !== undefined).length, 1);
        assertSane(frame);
      }),
      { numRuns: 3000 },
    );
  });

  it('names of prototypes are names', () => {
    const polluted = '{"__proto__":{"marketDataLite":{"marketSlug":"s1"}},"marketData":null}';
    assert.equal(decodeServerFrame(polluted).unknown, '_Proto__', 'in camelCase, like every name');
    assert.equal(decodeServerFrame('{"constructor":{}}').unknown, 'constructor');
    const book = '{"market_data":{"market_slug":"s1","__proto__":{"bids":[{"px":"1","qty":"1"}]}}}';
    const { frame } = decodeServerFrame(book);
    assert.ok(frame?.kind === 'book');
    assert.deepEqual(frame.book.bids, []);
  });

  it('a heap of brackets is not read at all', () => {
    const heap = '['.repeat(2 ** 21);
    assert.equal(decodeServerFrame(`{"marketData":${heap}`).broken, 'too much JSON');
  });
});

function assertSane(value: unknown): void {
  if (typeof value === 'number') assert.ok(Number.isFinite(value));
  if (typeof value === 'string') assert.ok(value.isWellFormed());
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(assertSane);
}
