import assert from 'node:assert/strict';
import { decodeBestQuote, decodeBook, decodePriceHistory } from '../../../src/exchange/wire/book.ts';
import { decodeErrorBody } from '../../../src/exchange/wire/replies.ts';
import { WireError } from '../../../src/exchange/wire/wire-error.ts';
import { fixture } from '../../support/fixtures.ts';

const SLUG = 'aec-ncl-gul-fox-2026-11-20';
const levels = (side: readonly { price: unknown; quantity: unknown }[]): string =>
  side.map(({ price, quantity }) => `${quantity}@${price}`).join(' ');

describe('wire: book and best quote', () => {
  it('reads levels, stats and nanoseconds', () => {
    const { value: book, problems } = decodeBook(fixture('current/book'), SLUG);
    assert.deepEqual(problems, []);
    assert.equal(levels(book.bids), '120.5@0.41 900@0.4');
    assert.equal(levels(book.offers), '75.25@0.43');
    assert.deepEqual([book.state, book.transactTime?.nanos], ['OPEN', 999_999]);
    assert.equal(book.stats?.tradingReferencePx?.value.text, '0.4050');
    assert.equal(book.stats?.settlementPriceCalculationMethod, 'EVENT_TIER_2');
    assert.equal(book.stats?.closePx, undefined);
    const { openPx, openSetTime, highPx, highSetTime, lowPx, lowSetTime, ...stats } =
      book.stats ?? assert.fail();
    assert.deepEqual(
      [openPx, highPx, lowPx, stats.currentPx, stats.notionalTraded].map((price) => price?.value.text),
      ['0.4000', '0.4400', '0.3800', '0.4200', '41160.1050'],
    );
    assert.deepEqual(
      [openSetTime, highSetTime, lowSetTime, stats.lastTradeSetTime].map((time) => time?.text),
      [
        '2026-11-19T21:00:30.067465486Z',
        '2026-11-20T09:12:00.5Z',
        '2026-11-20T02:11:00Z',
        '2026-11-20T09:31:00.123456789Z',
      ],
    );
    assert.deepEqual([stats.lastTradeQty?.text, stats.openInterest?.text], ['3.5000', '4500.5000']);
  });

  it('trap: without its wrapper, out of order, with a level that lacks its size', () => {
    const { value: book, problems } = decodeBook(fixture('traps/book-unwrapped'), SLUG);
    assert.equal(levels(book.bids), '2.5@0.41 1@0.4');
    assert.equal(levels(book.offers), '4@0.44 3@0.45');
    assert.deepEqual([book.state, book.stats], ['CLOSED', undefined]);
    assert.deepEqual(
      problems.map(({ item, field }) => `${item} ${field}`),
      [`${SLUG} bids[2]`],
    );
  });

  it('is named by what was asked for where the reply does not say, and no book where it is no object', () => {
    assert.equal(decodeBook({ marketData: { bids: [], offers: null } }, SLUG).value.marketSlug, SLUG);
    assert.throws(() => decodeBook([], SLUG), WireError);
    assert.throws(() => decodeBestQuote('x', SLUG), WireError);
  });

  it('reads a quote', () => {
    const { value: bbo } = decodeBestQuote(fixture('current/bbo'), SLUG);
    assert.deepEqual(
      [bbo.bestBid?.value.text, bbo.bestAsk?.value.text, bbo.settlementPx],
      ['0.4100', '0.4300', undefined],
    );
    assert.deepEqual(
      [bbo.bidDepth, bbo.askDepth, bbo.bidShares?.text, bbo.askShares?.text, bbo.openInterest?.text],
      [2, 1, '1000', '75', '4500.5000'],
    );
    assert.equal(bbo.currentPx?.value.text, '0.4200');
    const lite = decodeBestQuote({ marketDataLite: { bestBid: { value: '0.2' } } }, SLUG).value;
    assert.deepEqual(lite.bestBid, { value: lite.bestBid?.value, currency: '' });
  });

  it('trap: an expired market has nulls and empty texts', () => {
    const { value: bbo, problems } = decodeBestQuote(fixture('traps/bbo-empty'), SLUG);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      [bbo.bestBid, bbo.sharesTraded, bbo.longQuote, bbo.state],
      [undefined, undefined, undefined, 'EXPIRED'],
    );
  });
});

describe('wire: price history', () => {
  it('is oldest first and within 0…1 whatever came', () => {
    const { value, problems } = decodePriceHistory(fixture('current/price-history'));
    assert.deepEqual(problems, []);
    assert.deepEqual(
      value.map(({ ms, longPrice, shortPrice }) => [ms, String(longPrice), String(shortPrice)]),
      [
        [1_795_165_200_000, '0.41', '1'],
        [1_795_168_800_000, '0.42000012', '0.59'],
      ],
    );
  });

  it('leaves out samples without time or price', () => {
    const history = [
      { timestamp: 1_795_165_200 },
      { longPrice: 0.5 },
      4,
      { timestamp: '1e90', longPrice: 1 },
      { timestamp: '1795165200', longPrice: '0.5' },
    ];
    const { value, problems } = decodePriceHistory({ history });
    assert.deepEqual([value.map(({ ms }) => ms), problems.length], [[1_795_165_200_000], 5]);
    assert.deepEqual(decodePriceHistory({ history: [] }).value, []);
    assert.throws(() => decodePriceHistory({}), WireError);
  });
});

describe('wire: error bodies', () => {
  const read = (text: string) => decodeErrorBody(new TextEncoder().encode(text));
  for (const [what, text, message, isOfService = false] of [
    ['gateway', '{"code":5,"message":"Market not found","details":[]}', 'Market not found', true],
    ['rate limit', '{"status":429,"message":"Too Many Requests"}', 'Too Many Requests', true],
    ['error text', '{"error":"nope"}', 'nope', true],
    ['nested error', '{"error":{"code":7,"message":"no access"}}', 'no access', true],
    ['plain text', 'upstream\u0007 down\n', 'upstream⟨U+0007⟩ down'],
    ['a text in JSON', '"denied"', 'denied'],
    ['a page of HTML', '<!doctype html><title>502</title>', undefined],
    ['the beginning of JSON', '{"code":13,"message":"something we', undefined],
    ['a list of it', '[\n {"code":13', undefined],
    ['a line of a log', '[error] {upstream} down', '[error] {upstream} down'],
    ['nothing', '', undefined],
    ['a list', '[1]', undefined],
  ] as const) {
    it(`reads ${what}`, () => assert.deepEqual(read(text), { isOfService, message }));
  }

  it('cuts a long message', () => {
    assert.equal(read(JSON.stringify({ message: 'x'.repeat(5000) })).message?.length, 300);
  });

  it('never throws', () => {
    assert.deepEqual(decodeErrorBody(new Uint8Array([0xff, 0xfe])), {
      isOfService: false,
      message: '��',
    });
  });
});
