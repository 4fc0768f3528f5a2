import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeServerFrame } from '../../../src/exchange/wire/decode-frame.ts';
import { scanFrame } from '../../../src/exchange/wire/scan/scan-frame.ts';
import { seedFrame } from '../../../tools/exchange/seed.ts';
import { plain } from '../../support/fixtures.ts';
import { bookJson, books, quoteJson, quotes } from '../../support/frames.ts';
import { rounds } from '../../support/rounds.ts';

/** The same frame, written so that it is read as everything else is. */
const unscanned = (text: string): string => ` ${text}`;

/** What is read in place, if anything is, has to be what is read otherwise. */
function assertSame(text: string): void {
  const tolerant = decodeServerFrame(unscanned(text));
  assert.equal(scanFrame(unscanned(text)), undefined);
  assert.deepEqual(plain(decodeServerFrame(text)), plain(tolerant), text);
  const scanned = scanFrame(text);
  if (scanned === undefined) return;
  assert.deepEqual(plain(scanned), plain(tolerant.frame), text);
  assert.deepEqual(tolerant.problems, [], text);
}

const usual =
  '{"requestId":"l-1","subscriptionType":"SUBSCRIPTION_TYPE_MARKET_DATA_LITE","marketDataLite":{' +
  '"marketSlug":"s1","currentPx":{"value":"0.415","currency":"USD"},"lastTradePx":{"value":"0.41","currency":"USD"},' +
  '"settlementPx":null,"sharesTraded":"100.0000","openInterest":"","bestAsk":{"value":"0.42","currency":"USD"},' +
  '"bestBid":{"value":"0.41"},"askDepth":10,"bidDepth":0,"lastPriceSample":null,"state":"MARKET_STATE_OPEN",' +
  '"bidShares":"1200","askShares":"910"}}';
const older =
  '{"request_id":"l-1","subscription_type":2,"market_data_lite":{"market_slug":"s1","best_bid":{"value":"0.41",' +
  '"currency":"USD"},"best_ask":null,"bid_depth":3,"ask_depth":0,"state":1}}';

const LEVEL = '{"px":{"value":"0.41","currency":"USD"},"qty":"2"}';
const book =
  '{"requestId":"b-1","subscriptionType":"SUBSCRIPTION_TYPE_MARKET_DATA","marketData":{"marketSlug":"s1",' +
  `"bids":[${LEVEL}],"offers":[],"state":"MARKET_STATE_OPEN","stats":{"openPx":{"value":"0.4","currency":"USD"},` +
  '"sharesTraded":"5","lastTradeSetTime":"2026-11-20T10:00:00.123456789Z","settlementPriceCalculationMethod":' +
  '"SETTLEMENT_PRICE_CALCULATION_METHOD_VWAP_TIER_1","settlementPreliminaryFlag":true},' +
  '"transactTime":"2026-11-20T10:00:01Z"}}';

/** A frame of any quote or book in either generation, its fields in any order, with or without blanks and envelope. */
const frames = fc
  .record({
    value: fc.oneof(quotes, books),
    dialect: fc.constantFrom('seed' as const, 'current' as const),
    requestId: fc.constantFrom('r', 'lite-12', undefined, '', 'a"b', 'é', '..'),
    type: fc.constantFrom('MARKET_DATA_LITE' as const, 'MARKET_DATA' as const, undefined),
    order: fc.array(fc.nat(20), { maxLength: 16 }),
    blanks: fc.boolean(),
  })
  .map(({ value, dialect, requestId, type, order, blanks }) => {
    const payload = 'bids' in value ? { marketData: bookJson(value) } : { marketDataLite: quoteJson(value) };
    const subscriptionType = type && `SUBSCRIPTION_TYPE_${type}`;
    const text = JSON.stringify({ requestId, subscriptionType, ...payload });
    const frame = JSON.parse((dialect === 'seed' ? seedFrame(text) : text) ?? '') as Record<
      string,
      Record<string, unknown>
    >;
    const [name, inner] = Object.entries(frame).at(-1) ?? [];
    const fields = Object.entries(inner ?? {});
    for (const [place, to] of order.entries()) {
      const [field] = fields.splice(place % fields.length, 1);
      if (field !== undefined) fields.splice(to % fields.length, 0, field);
    }
    const shuffled = JSON.stringify({ ...frame, [name ?? '']: Object.fromEntries(fields) });
    return blanks ? shuffled.replaceAll(',"', ', "') : shuffled;
  });

/** Values as the service does not write them, one after each bar. */
const ODD = fc.oneof(
  fc.constantFrom(
    ...'null|""|"x"|[]|{}|true|-0|-1|00|01|0.5|1e2|1e400|"1e2"|"+.5"|"NaN"|".."|"|\\|\t1| 1|1 '.split('|'),
    ...'"0.4\\u0031"|"\\u0000"|"\u0001"|"\u202e"|"\\""|999999999999999|1000000000000000'.split('|'),
    ...'123456789012345678901234567890|"MARKET_STATE_"|"MARKET_STATE_NEW"|"OPEN"|9'.split('|'),
    ...'{"value":"","currency":"USD"}|{"value":null}|{"value":0.41}|{"value":"0.41" }'.split('|'),
    ...'{"currency":"USD","value":"0.41"}|{"value":"0.41","currency":"EUR"}|{"value" :"0.41"}'.split('|'),
    ...'{"value":"0.41","currency":""}|{"value":"0.41","currency":"USD","more":1}'.split('|'),
    '{"value":"0.41", "currency":"USD"}',
  ),
  fc.json({ maxDepth: 2 }),
);
const texts = fc.oneof(frames, fc.constantFrom(usual, older, book));

/** One value of a frame is another. */
const changed = fc.tuple(texts, fc.nat(), ODD).map(([text, place, odd]) => {
  const values = [...text.matchAll(/(?<=:)(?:"[^"]*"|\d+|null|\{[^{}]*\})/g)];
  const value = values[place % values.length];
  return value === undefined
    ? text
    : text.slice(0, value.index) + odd + text.slice(value.index + value[0].length);
});

/** One more member, or one twice, somewhere in it. */
const NAMES =
  'marketSlug market_slug bestBid best_bid error note bids stats openPx transactTime requestId state __proto__';
const grown = fc
  .tuple(texts, fc.nat(), fc.constantFrom(...NAMES.split(' ')), ODD)
  .map(([text, place, name, odd]) => {
    const commas = [...text.matchAll(/[,{](?=")/g)];
    const at = (commas[place % commas.length]?.index ?? 0) + 1;
    return `${text.slice(0, at)}"${name}":${odd},${text.slice(at)}`;
  });

/** Characters are cut out, doubled or swapped for others. */
const PIECES = '|"|{|}|}}|,|\\|0|.| |null|_|]|{"value":"0.1"}';
const torn = fc
  .tuple(texts, fc.nat(), fc.nat(12), fc.constantFrom(LEVEL, ...PIECES.split('|')))
  .map(([text, from, length, put]) => {
    const start = from % text.length;
    return text.slice(0, start) + put + text.slice(start + length);
  });

describe('wire: frames read where they stand', () => {
  it('takes frames of both generations as the service writes them', () => {
    for (const text of [
      usual,
      older,
      book,
      book.replaceAll(',"', ', "'),
      book.replace(/"stats":\{.*\},/, '"stats":null,'),
      usual.replaceAll(',"', ', "'),
      usual.replace('"requestId":"l-1",', ''),
      usual.replace('"subscriptionType":"SUBSCRIPTION_TYPE_MARKET_DATA_LITE",', ''),
      usual.replace('"bidShares":"1200","askShares":"910"', '"askShares":"910","bidShares":"1200"'),
      '{"marketDataLite":{"marketSlug":"s1"}}',
    ]) {
      assert.ok(scanFrame(text), text);
      assertSame(text);
    }
    const { frame } = decodeServerFrame(usual);
    assert.ok(frame?.kind === 'lite');
    assert.deepEqual(
      [frame.requestId, frame.quote.bestAsk?.value.text, frame.quote.sharesTraded?.text],
      ['l-1', '0.42', '100.0000'],
    );
    assert.deepEqual(
      [frame.quote.bestBid?.currency, frame.quote.settlementPx, frame.quote.state],
      ['', undefined, 'OPEN'],
    );
  });

  for (const [what, text] of [
    ['an error beside the quote', usual.replace('"marketDataLite"', '"error":"no","marketDataLite"')],
    ['an unknown field', usual.replace('"state"', '"more":1,"state"')],
    ['a field twice', usual.replace('"state"', '"bestBid":null,"state"')],
    ['names of both generations', usual.replace('bestBid', 'best_bid')],
    ['an escape', usual.replace('"s1"', '"s\\u0031"')],
    ['a control character', usual.replace('"s1"', '"s\u00011"')],
    ['another currency', usual.replace('USD', 'EUR')],
    ['a price as a number', usual.replace('"0.41"', '0.41')],
    ['a price that is none', usual.replace('"0.41"', '"x"')],
    ['a depth as a text', usual.replace('10,', '"10",')],
    ['a number JSON does not have', usual.replace('10,', '010,')],
    ['a depth that is no whole number', usual.replace('10,', '10.5,')],
    ['an unknown state', usual.replace('STATE_OPEN', 'STATE_NEW')],
    ['no market', usual.replace('"marketSlug":"s1",', '')],
    ['a market that is a path step', usual.replace('"s1"', '".."')],
    ['another subscription', usual.replace('DATA_LITE"', 'TRADE"')],
    ['something behind it', `${usual} `],
    ['half of it', usual.slice(0, -1)],
    ['a comma too many', usual.replace('}}', ',}}')],
    ['nothing', '{"marketDataLite":{}}'],
    ['a book without bids', book.replace(`"bids":[${LEVEL}],`, '')],
    ['a book with null for its bids', book.replace(`[${LEVEL}]`, 'null')],
    ['a level that has more', book.replace('"qty":"2"', '"qty":"2","orders":1')],
    ['an unknown figure of a book', book.replace('"openPx"', '"more"')],
    ['a figure twice', book.replace('"sharesTraded"', '"openPx":null,"sharesTraded"')],
    ['a book without figures in their braces', book.replace(/"stats":\{.*\},/, '"stats":{},')],
    ['the time of year one', book.replace('2026-11-20T10:00:01Z', '0001-01-01T00:00:00Z')],
    ['a time with a tab in it', book.replace('01Z', '01\tZ')],
    ['a time of another zone', book.replace('01Z', '01+01:00')],
  ] as const) {
    it(`leaves ${what} to the reader`, () => {
      assert.ok(text !== usual && text !== book);
      assert.equal(scanFrame(text), undefined);
      assertSame(text);
    });
  }

  it('says the same as reading it like everything else', () => {
    let [all, scanned] = [0, 0];
    fc.assert(
      fc.property(frames, (text) => {
        all += 1;
        if (scanFrame(text) !== undefined) scanned += 1;
        assertSame(text);
      }),
      { numRuns: rounds(600, 10_000) },
    );
    assert.ok(scanned > 0.25 * all, `${scanned} of ${all} read in place`);
  });

  for (const [what, broken] of [
    ['with an odd value', changed],
    ['with one member more', grown],
    ['torn', torn],
  ] as const) {
    it(`says the same of texts ${what}`, () => {
      fc.assert(fc.property(broken, assertSame), { numRuns: rounds(600, 10_000) });
    });
  }
});
