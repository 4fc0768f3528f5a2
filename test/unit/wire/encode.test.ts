import assert from 'node:assert/strict';
import {
  encodeBestQuote,
  encodeBook,
  encodePriceHistory,
  encodeSettlement,
} from '../../../src/demo/wire/encode-book.ts';
import { encodeEvent, encodeMarket } from '../../../src/demo/wire/encode-market.ts';
import { errorReply } from '../../../src/demo/wire/encode-values.ts';
import {
  decodeBestQuote,
  decodeBook,
  decodePriceHistory,
  decodeSettlement,
} from '../../../src/exchange/wire/book.ts';
import { decodeEvent, decodeEvents, decodeMarkets } from '../../../src/exchange/wire/market.ts';
import { decodeErrorBody } from '../../../src/exchange/wire/replies.ts';
import { fixture, plain, sent } from '../../support/fixtures.ts';

/** Reads a payload, and writes what was read as the demo sends it. */
type RoundTrip = (body: unknown) => { readonly value: unknown; readonly again: unknown };

const markets: RoundTrip = (body) => {
  const { items } = decodeMarkets(body);
  return {
    value: items,
    again: { markets: items.map((each) => encodeMarket(each, true)) },
  };
};
const events: RoundTrip = (body) => {
  const { items } = decodeEvents(body);
  return { value: items, again: { events: items.map((each) => encodeEvent(each)) } };
};
const market: RoundTrip = (body) => {
  const { market: single } = body as { readonly market?: unknown };
  return markets(single === undefined ? body : sent({ markets: [single] }));
};
const event: RoundTrip = (body) => {
  const { value } = decodeEvent(body);
  return { value, again: { event: encodeEvent(value) } };
};
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
  ...['seed', 'current'].flatMap((dialect): [string, RoundTrip][] => [
    [`${dialect}/market`, market],
    [`${dialect}/markets`, markets],
    [`${dialect}/event`, event],
  ]),
  ['traps/three-way-event', events],
  ['current/book', book],
  ['current/bbo', quote],
  ['traps/bbo-empty', quote],
  ['current/price-history', history],
  ['seed/settlement', settlement],
];

describe('wire: what the demo sends of a payload', () => {
  for (const [name, trip] of FIXTURES) {
    it(`${name}: the client reads the same, of an older one what today's has words for`, () => {
      const first = trip(fixture(name));
      const second = trip(sent(first.again));
      const third = trip(sent(second.again));
      assert.notDeepEqual(plain(first.value), []);
      if (name.startsWith('current')) assert.deepEqual(plain(second.value), plain(first.value));
      assert.deepEqual(plain(third.value), plain(second.value));
    });
  }

  it('errors are read as they were meant', () => {
    const error = new TextEncoder().encode(JSON.stringify(errorReply(5, 'gone')));
    assert.deepEqual(decodeErrorBody(error), { isOfService: true, message: 'gone' });
  });
});
