import assert from 'node:assert/strict';
import {
  encodeBestQuote,
  encodeBook,
  encodePriceHistory,
  encodeSettlement,
} from '../../../src/demo/wire/encode-book.ts';
import { errorReply } from '../../../src/demo/wire/encode-values.ts';
import {
  decodeBestQuote,
  decodeBook,
  decodePriceHistory,
  decodeSettlement,
} from '../../../src/exchange/wire/book.ts';
import { decodeErrorBody } from '../../../src/exchange/wire/replies.ts';
import { fixture, plain, sent } from '../../support/fixtures.ts';

/** Reads a payload, and writes what was read as the demo sends it. */
type RoundTrip = (body: unknown) => { readonly value: unknown; readonly again: unknown };

const book: RoundTrip = (body) => {
  const { value } = decodeBook(body, 'x');
  return { value, again: encodeBook(value) };
};
const quote: RoundTrip = (body) => {
  const { value } = decodeBestQuote(body, 'x');
  return { value, again: encodeBestQuote(value) };
};
const history: RoundTrip = (body) => {
  const { value } = decodePriceHistory(body);
  return { value, again: encodePriceHistory(value) };
};
const settlement: RoundTrip = (body) => {
  const { value } = decodeSettlement(body, 'x');
  return { value, again: encodeSettlement(value) };
};

const FIXTURES: readonly (readonly [name: string, trip: RoundTrip])[] = [
  ['current/book', book],
  ['current/bbo', quote],
  ['traps/bbo-empty', quote],
  ['current/price-history', history],
  ['seed/settlement', settlement],
];

describe('wire: what the demo sends of a payload', () => {
  for (const [name, trip] of FIXTURES) {
    it(`${name}: the client reads the same`, () => {
      const { value, again } = trip(fixture(name));
      assert.deepEqual(plain(trip(sent(again)).value), plain(value));
    });
  }

  it('errors are read as they were meant', () => {
    const error = new TextEncoder().encode(JSON.stringify(errorReply(5, 'gone')));
    assert.deepEqual(decodeErrorBody(error), { isOfService: true, message: 'gone' });
  });
});
