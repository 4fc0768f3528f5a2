import assert from 'node:assert/strict';
import type { Problem } from '../../../src/exchange/exchange.ts';
import {
  decodeBestQuote,
  decodeBook,
  decodePriceHistory,
  decodeSettlement,
} from '../../../src/exchange/wire/book.ts';
import { decodeServerFrame } from '../../../src/exchange/wire/decode-frame.ts';
import { decodeMarket, decodeMarkets } from '../../../src/exchange/wire/market.ts';
import { decodeOpenOrders, decodeOrder } from '../../../src/exchange/wire/order.ts';
import { decodeActivities, decodePositions } from '../../../src/exchange/wire/portfolio.ts';
import { WireError } from '../../../src/exchange/wire/wire-error.ts';
import { plain } from '../../support/fixtures.ts';

const SLUG = 'aec-nhl-kit-gul-2026-12-02';
const usd = (value: unknown) => ({ value, currency: 'USD' });
const reasons = (problems: readonly Problem[]) => problems.map(({ field, reason }) => `${field}: ${reason}`);
const PRICE = 'expected a price of 0 to 1';
const QUANTITY = 'expected a quantity of 0 or more';

describe('wire: nonsense is refused with a reason', () => {
  it('quotes beyond 0 and 1', () => {
    const { value, problems } = decodeMarket({
      market: {
        slug: SLUG,
        bestBidQuote: usd('-0.02'),
        bestAskQuote: usd('64'),
        bestBid: 1.2,
        lastTradePrice: 7,
        oneDayPriceChange: -3,
        feeCoefficient: 5,
        marketSides: [
          { id: 'a', long: true, quote: usd('1.0001'), price: '1.5' },
          { id: 'b', long: false, quote: usd('0.41'), price: '1' },
        ],
      },
    });
    assert.deepEqual(
      [value.bestBidQuote, value.bestAskQuote, value.overview, value.feeCoefficient],
      [undefined, undefined, undefined, undefined],
    );
    assert.deepEqual(
      value.sides.map(({ quote, price }) => [quote?.value.text, price?.text]),
      [
        [undefined, undefined],
        ['0.41', '1'],
      ],
    );
    assert.deepEqual(reasons(problems).sort(), [
      `bestAskQuote: ${PRICE}, got one above 1`,
      `bestBid: ${PRICE}, got one above 1`,
      `bestBidQuote: ${PRICE}, got one below 0`,
      'feeCoefficient: expected a share of 0 to 1, got one above 1',
      `lastTradePrice: ${PRICE}, got one above 1`,
      `marketSides[0].price: ${PRICE}, got one above 1`,
      `marketSides[0].quote: ${PRICE}, got one above 1`,
      'oneDayPriceChange: expected a change of at most 1, got a larger one',
    ]);
  });

  it('levels of a book beyond 0 and 1 or of a negative size; then the side is not known to be empty', () => {
    const level = (px: string, qty: string) => ({ px: usd(px), qty });
    const body = {
      marketData: {
        marketSlug: SLUG,
        bids: [level('0.4', '5'), level('0.3', '-5')],
        offers: [level('41', '9')],
        stats: { lastTradePx: usd('2'), sharesTraded: '-1', openPx: usd('0.5'), highPx: usd('50') },
      },
    };
    const { value, problems } = decodeBook(body, SLUG);
    assert.deepEqual(plain([value.bids, value.offers]), [[{ price: '0.4', quantity: '5' }], []]);
    assert.deepEqual(value.unreadable, { bids: true, offers: true });
    assert.deepEqual(
      [
        value.stats?.lastTradePx,
        value.stats?.sharesTraded,
        value.stats?.highPx,
        value.stats?.openPx?.value.text,
      ],
      [undefined, undefined, undefined, '0.5'],
    );
    assert.deepEqual(reasons(problems), [
      `bids[1].qty: ${QUANTITY}, got one below 0`,
      `offers[0].px: ${PRICE}, got one above 1`,
      `stats.highPx: ${PRICE}, got one above 1`,
      `stats.lastTradePx: ${PRICE}, got one above 1`,
      `stats.sharesTraded: ${QUANTITY}, got one below 0`,
    ]);
  });

  it('a frame is read as a reply is', () => {
    const level = '{"px":{"value":"1.4","currency":"USD"},"qty":"5"}';
    const book = `{"requestId":"r","marketData":{"marketSlug":"${SLUG}","bids":[${level}],"offers":[]}}`;
    const read = decodeServerFrame(book);
    assert.ok(read.frame?.kind === 'book');
    assert.deepEqual([read.frame.book.bids, read.frame.book.unreadable], [[], { bids: true, offers: false }]);
    assert.deepEqual(reasons(read.problems), [`bids[0].px: ${PRICE}, got one above 1`]);
    const lite = `{"marketDataLite":{"marketSlug":"${SLUG}","bestAsk":{"value":"64","currency":"USD"},"bestBid":null}}`;
    const quote = decodeServerFrame(lite);
    assert.ok(quote.frame?.kind === 'lite');
    assert.deepEqual(
      [quote.frame.quote.bestAsk, quote.frame.quote.unreadable],
      [undefined, { bids: false, offers: true }],
    );
    assert.deepEqual(reasons(quote.problems), [`bestAsk: ${PRICE}, got one above 1`]);
    const negative = book.replace('1.4', '0.4').replace('"5"', '"-5"');
    assert.deepEqual(reasons(decodeServerFrame(negative).problems), [
      `bids[0].qty: ${QUANTITY}, got one below 0`,
    ]);
  });

  it('prices of a quote, a settlement and a trade of the tape', () => {
    const { value, problems } = decodeBestQuote(
      { marketData: { bestBid: usd('12'), shortQuote: usd('-1'), askDepth: -2, askShares: '-7' } },
      SLUG,
    );
    assert.deepEqual(
      [value.bestBid, value.shortQuote, value.askDepth, value.askShares],
      [undefined, undefined, undefined, undefined],
    );
    assert.equal(problems.length, 4);
    for (const settlement of [58, -1, 1.01])
      assert.throws(() => decodeSettlement({ slug: SLUG, settlement }, SLUG), WireError);
    for (const settlement of [0, 1, 0.58]) decodeSettlement({ slug: SLUG, settlement }, SLUG);
    const tape = decodeServerFrame(
      JSON.stringify({ trade: { marketSlug: SLUG, price: usd('3'), quantity: usd('-4') } }),
    );
    assert.ok(tape.frame?.kind === 'trade');
    assert.deepEqual([tape.frame.trade.price, tape.frame.trade.quantity], [undefined, undefined]);
    assert.equal(tape.problems.length, 2);
  });

  it('an order filled beyond its quantity, with less than nothing left, at a price there is not', () => {
    const order = { id: 'A', marketSlug: SLUG, price: usd('41'), avgPx: usd('-0.1') };
    const { value, problems } = decodeOrder({
      order: { ...order, quantity: 10, cumQuantity: 12, leavesQuantity: -2 },
    });
    assert.deepEqual(
      [value.price, value.avgPx, plain(value.quantity), value.cumQuantity, value.leavesQuantity],
      [undefined, undefined, '10', undefined, undefined],
    );
    assert.deepEqual(reasons(problems), [
      `price: ${PRICE}, got one above 1`,
      'cumQuantity: expected no more than the quantity',
      `leavesQuantity: ${QUANTITY}, got one below 0`,
      `avgPx: ${PRICE}, got one below 0`,
    ]);
    const left = decodeOrder({ order: { ...order, quantity: 10, leavesQuantity: 11 } });
    assert.equal(left.value.leavesQuantity, undefined);
  });

  it('takes prices of 0 and 1, an average of nothing and a market order by its money', () => {
    const order = { id: 'A', marketSlug: SLUG, price: usd('1'), avgPx: usd('0.0000') };
    const { value, problems } = decodeOrder({
      order: { ...order, quantity: 0, cumQuantity: '7.5', leavesQuantity: 0, cashOrderQty: usd('5') },
    });
    assert.deepEqual(
      [value.price?.value.text, value.avgPx?.value.text, plain(value.cumQuantity)],
      ['1', '0.0000', '7.5'],
    );
    assert.deepEqual(problems, []);
  });

  it('trades and positions', () => {
    const trade = { id: 'T', marketSlug: SLUG, price: usd('41'), qty: '-3' };
    const { items, problems } = decodeActivities({ activities: [{ type: 'ACTIVITY_TYPE_TRADE', trade }] });
    const [first] = items;
    assert.ok(first?.kind === 'trade');
    assert.deepEqual([first.trade.price, first.trade.qty], [undefined, undefined]);
    assert.deepEqual(reasons(problems), [
      `trade.price: ${PRICE}, got one above 1`,
      `trade.qty: ${QUANTITY}, got one below 0`,
    ]);
    const held = decodePositions({
      positions: { [SLUG]: { netPosition: '-4', qtyBought: '-1', qtySold: '3', avgPx: usd('17') } },
    });
    assert.deepEqual(plain(held.items), [
      { marketSlug: SLUG, netPosition: '-4', qtySold: '3', rounded: true },
    ]);
    assert.equal(held.problems.length, 2);
  });

  it('a history beyond our times, or at prices there are none', () => {
    const now = 1_795_168_800;
    const { value, problems } = decodePriceHistory({
      history: [
        { timestamp: now, longPrice: 0.5, shortPrice: 40 },
        { timestamp: now * 1000, longPrice: 0.5 },
        { timestamp: now + 60, longPrice: 1.00000012, shortPrice: -1e-9 },
        { timestamp: now + 120, longPrice: 51 },
        { timestamp: 9, longPrice: 0.2 },
      ],
    });
    assert.deepEqual(plain(value), [
      { ms: now * 1000, longPrice: '0.5' },
      { ms: (now + 60) * 1000, longPrice: '1', shortPrice: '0' },
    ]);
    assert.deepEqual(
      reasons(problems).map((reason) => reason.replace(/, got .*/, '')),
      [
        `shortPrice: ${PRICE}`,
        'timestamp: expected seconds of a time from 2000 to 2100',
        ': a sample needs a time and a price',
        `longPrice: ${PRICE}`,
        ': a sample needs a time and a price',
        'timestamp: expected seconds of a time from 2000 to 2100',
        ': a sample needs a time and a price',
      ],
    );
  });

  it('slugs that are none', () => {
    for (const slug of [
      'two words',
      'a/b',
      '../secret',
      'a\\b',
      'a?b=1',
      'a#b',
      'a%2fb',
      'tab\there',
      '..',
      `x${'-x'.repeat(100)}`,
    ]) {
      const { items, lost, problems } = decodeMarkets({ markets: [{ id: '7', slug }] });
      assert.deepEqual([items, lost], [[], 1], slug);
      assert.match(reasons(problems).join('\n'), /^slug: expected a slug/, slug);
      const positions = decodePositions({ positions: { [slug]: { netPosition: '1' } } });
      assert.deepEqual([positions.items, positions.lost], [[], 1], slug);
      const orders = decodeOpenOrders({ orders: [{ id: 'A', marketSlug: slug }] });
      assert.deepEqual([orders.items, orders.lost], [[], 1], slug);
    }
    for (const slug of [SLUG, 'a.b_c~d', '9001', 'köln-2026'])
      assert.equal(decodeMarkets({ markets: [{ slug }] }).lost, 0, slug);
  });
});
