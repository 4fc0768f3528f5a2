import assert from 'node:assert/strict';
import fc from 'fast-check';
import { encodeServerFrame } from '../../../src/demo/wire/encode-frame.ts';
import { decodeServerFrame } from '../../../src/exchange/wire/decode-frame.ts';
import { scanLevels } from '../../../src/exchange/wire/scan/levels.ts';
import { plain } from '../../support/fixtures.ts';
import { books } from '../../support/frames.ts';

const LEVEL = '{"px":{"value":"0.41","currency":"USD"},"qty":"2"}';
const frameOf = (bids: string, offers: string): string =>
  `{"marketData":{"marketSlug":"s1","bids":${bids},"offers":${offers},"state":"MARKET_STATE_OPEN"}}`;

/** The same frame, written so that its levels are read as everything else is. */
const unscanned = (text: string): string => text.replaceAll('"bids":', '"bids" :');

const sizes = (text: string): string | undefined => {
  const { frame } = decodeServerFrame(text);
  if (frame?.kind !== 'book') return undefined;
  const { bids, offers } = frame.book;
  return [bids, offers].map((side) => side.map(({ quantity }) => quantity.text).join()).join('|');
};

describe('wire: levels read where they stand', () => {
  it('takes lists of levels as the service writes them, with and without blanks', () => {
    for (const text of [
      frameOf(`[${LEVEL},${LEVEL}]`, `[${LEVEL}]`),
      frameOf(`[${LEVEL},${LEVEL}]`, `[${LEVEL}]`).replaceAll('","', '", "').replaceAll('},', '}, '),
      frameOf(`[${LEVEL},${LEVEL}]`, `[${LEVEL}]`).replace('"bids":', '"bids": '),
    ]) {
      const scan = scanLevels(text);
      assert.deepEqual([scan?.bids.levels.length, scan?.offers.levels.length], [2, 1], text);
      assert.equal(sizes(text), '2,2|2');
    }
    assert.equal(scanLevels(frameOf('[]', '[]'))?.bids.levels.length, 0);
  });

  for (const [what, bids] of [
    ['another currency', `[${LEVEL.replace('USD', 'EUR')}]`],
    ['a bare price', '[{"px":"0.41","qty":"2"}]'],
    ['a size as a number', '[{"px":{"value":"0.41","currency":"USD"},"qty":2}]'],
    ['more of a level', `[${LEVEL.replace('}', ',"count":2}')}]`],
    ['a level that lacks its size', '[{"px":{"value":"0.41","currency":"USD"}}]'],
    ['an escaped digit', `[${LEVEL.replace('0.41', '0.4\\u0031')}]`],
    ['a price that is none', `[${LEVEL.replace('0.41', 'x')}]`],
    ['an empty price', `[${LEVEL.replace('0.41', '')}]`],
    ['no list', '{}'],
    ['null', 'null'],
    ['a list without end', `[${LEVEL}`],
    ['a comma too many', `[${LEVEL},]`],
  ] as const) {
    it(`leaves ${what} to the reader`, () => {
      const text = frameOf(bids, `[${LEVEL}]`);
      assert.equal(scanLevels(text), undefined);
      assert.deepEqual(decodeServerFrame(text), decodeServerFrame(unscanned(text)));
    });
  }

  it('is not misled by names elsewhere', () => {
    const cut = `"bids":[${LEVEL}],"offers":[]`;
    for (const text of [
      `{"note":{${cut}},"marketData":{"marketSlug":"s1","bids":[],"offers":[${LEVEL}]}}`,
      `{"marketData":{"marketSlug":"s1","bids":[],"offers":[${LEVEL}],"more":{${cut}}}}`,
      `{"marketData":{"marketSlug":"s1",${cut},"bids":[],"offers":[${LEVEL}]}}`,
      `{"marketData":{"marketSlug":"s1","stats":{${cut}},"bids":[],"offers":[${LEVEL}]}}`,
      `{"marketData":{"note":${JSON.stringify(`{${cut}}`)},"marketSlug":"s1","bids":[],"offers":[${LEVEL}]}}`,
    ]) {
      assert.equal(sizes(text), '|2', text);
    }
  });

  it('the levels of the older generation too', () => {
    const text = frameOf(`[${LEVEL}]`, '[]').replace('marketData', 'market_data');
    assert.equal(sizes(text.replace('marketSlug', 'market_slug')), '2|');
  });

  it('says the same as reading them like everything else', () => {
    fc.assert(
      fc.property(books, fc.constantFrom('seed' as const, 'current' as const), (book, dialect) => {
        const text = encodeServerFrame({ requestId: 'r', kind: 'book', book }, 'MARKET_DATA', dialect);
        assert.ok(scanLevels(text));
        assert.equal(scanLevels(unscanned(text)), undefined);
        assert.deepEqual(plain(decodeServerFrame(text)), plain(decodeServerFrame(unscanned(text))));
      }),
    );
  });

  it('says the same of torn texts', () => {
    const text = frameOf(`[${LEVEL},${LEVEL.replace('1', '0')}]`, `[${LEVEL}]`);
    const put = fc.constantFrom('', '"', '{', '}', ']', ',', '\\', '0', '.', ' ', LEVEL, '"bids":[]');
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(30), put, (from, length, piece) => {
        const torn = text.slice(0, from) + piece + text.slice(from + length);
        assert.deepEqual(plain(decodeServerFrame(torn)), plain(decodeServerFrame(unscanned(torn))));
      }),
      { numRuns: 3000 },
    );
  });
});
