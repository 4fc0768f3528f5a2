import assert from 'node:assert/strict';
import {
  averagePrice,
  buyPrice,
  dayChange,
  type LiveQuotes,
  lifecycleNow,
  marksOf,
  orderPrice,
  sidePays,
  sidePrices,
  whyNoPrice,
  winner,
} from '../../../src/core/pricing.ts';
import { decodeBestQuote } from '../../../src/exchange/wire/book.ts';
import { anOrder } from '../../support/account-values.ts';
import { fixture } from '../../support/fixtures.ts';
import {
  aBook,
  aMarket,
  anOverview,
  aQuote,
  aSide,
  d,
  lakeGame,
  someStats,
  usd,
} from '../../support/values.ts';

const level = (price: string, quantity = '10') => ({ price: d(price), quantity: d(quantity) });

function prices(...[market, long, live]: Parameters<typeof sidePrices>) {
  const { buy, sell, last } = sidePrices(market, long, live);
  return { buy: buy?.price.toString(), sell: sell?.price.toString(), last: last?.price.toString() };
}

describe('how a market trades now', () => {
  const halted = { bbo: aQuote({ state: 'HALTED' }) };
  const open = { bbo: aQuote({ state: 'OPEN' }) };

  it('is what a newer quote says of a market that is open', () => {
    for (const market of [aMarket({ status: 'OPEN' }), aMarket({ ep3Status: 'OPEN' })]) {
      assert.equal(lifecycleNow(market, { ...halted, newer: true }), 'halted');
      assert.equal(lifecycleNow(market, halted), 'halted');
    }
  });

  it('is what a newer reading says that would say so if it were paused', () => {
    assert.equal(lifecycleNow(aMarket({ status: 'OPEN' }), { ...halted, newer: false }), 'open');
    assert.equal(lifecycleNow(aMarket({ status: 'HALTED' }), { ...open, newer: false }), 'halted');
    assert.equal(lifecycleNow(aMarket({ status: 'CLOSED' }), { ...open, newer: false }), 'closed');
  });

  it('stays paused where the reading since does not speak of pauses', () => {
    assert.equal(lifecycleNow(aMarket({ ep3Status: 'OPEN' }), { ...halted, newer: false }), 'halted');
    assert.equal(lifecycleNow(aMarket({ active: true }), { ...halted, newer: false }), 'halted');
    const ended = { bbo: aQuote({ state: 'TERMINATED' }), newer: false };
    assert.equal(lifecycleNow(aMarket({ ep3Status: 'OPEN' }), ended), 'open');
    assert.equal(lifecycleNow(aMarket({}), { ...open, newer: false }), 'open');
  });
});

describe('prices of a side', () => {
  it('are in its own terms: the short side buys at 1 − bid and sells at 1 − offer', () => {
    assert.deepEqual(prices(lakeGame(), true), { buy: '0.44', sell: '0.43', last: undefined });
    assert.deepEqual(prices(lakeGame(), false), { buy: '0.57', sell: '0.56', last: undefined });
  });

  it('prefer the quote of the side to the best quotes, and those to the overview and the bbo', () => {
    const sides = [aSide(true, { quote: usd('0.61') }), aSide(false, { quote: usd('0.42') })];
    const overview = anOverview({ bestBid: d('0.1'), bestAsk: d('0.2'), lastTradePrice: d('0.15') });
    const live = { bbo: aQuote({ bestBid: usd('0.3'), bestAsk: usd('0.4') }) };
    const bare = aMarket({ status: 'OPEN', overview });
    assert.equal(prices(aMarket({ ...bare, sides, bestAskQuote: usd('0.9') }), true, live).buy, '0.61');
    assert.equal(prices(aMarket({ ...bare, sides, bestBidQuote: usd('0.9') }), true, live).sell, '0.58');
    assert.deepEqual(prices(bare, true, live), { buy: '0.2', sell: '0.1', last: '0.15' });
    assert.deepEqual(prices(aMarket({ status: 'OPEN' }), true, live), {
      buy: '0.4',
      sell: '0.3',
      last: undefined,
    });
  });

  it('never read `price` or outcomePrices of an open market: they mean bid/ask here and ask/1−bid there', () => {
    const ambiguous = lakeGame({
      bestBidQuote: undefined,
      bestAskQuote: undefined,
      outcomePrices: ['0.43', '0.44'],
      sides: [aSide(true, { price: d('0.43') }), aSide(false, { price: d('0.44') })],
    });
    assert.deepEqual(prices(ambiguous, true), { buy: undefined, sell: undefined, last: undefined });
  });

  it('are absent, not zero, on ["0","0"] and on a one-element outcomePrices', () => {
    const listed = aMarket({
      status: 'OPEN',
      outcomePrices: ['0', '0'],
      sides: [aSide(true, { price: d(0), quote: usd(0) }), aSide(false, { price: d(0), quote: usd(1) })],
      overview: anOverview({ bestBid: d(0), bestAsk: d(1), lastTradePrice: d(0) }),
    });
    const nothing = { buy: undefined, sell: undefined, last: undefined };
    assert.deepEqual(prices(listed, true), nothing);
    assert.deepEqual(prices(listed, false), nothing);
    assert.deepEqual(prices(aMarket({ status: 'OPEN', outcomePrices: ['0.4'] }), true), nothing);
  });

  it('take the best bid where the quote of the short side contradicts it, and mark that', () => {
    const bbo = decodeBestQuote(fixture('traps/bbo-contradictory'), '').value;
    const market = aMarket({ status: 'OPEN' });
    assert.deepEqual(prices(market, true, { bbo }), { buy: '0.43', sell: '0.41', last: '0.42' });
    assert.equal(sidePrices(market, true, { bbo }).sell?.isContradicted, true);
    assert.equal(sidePrices(market, false, { bbo }).buy?.isContradicted, true);
    assert.equal(sidePrices(market, true, { bbo }).buy?.isContradicted, undefined);
  });

  it('leave an empty side of a newer book empty instead of showing an older quote', () => {
    const book = aBook({ bids: [level('0.41'), level('0.40')], offers: [] });
    assert.deepEqual(prices(lakeGame(), true, { book, newer: true }), {
      buy: undefined,
      sell: '0.41',
      last: undefined,
    });
    assert.equal(prices(lakeGame(), true, { book }).buy, '0.44');
  });

  it('stop with trading: nothing can be bought on a market that is resolved, halted or suspended', () => {
    const book = aBook({
      bids: [level('0.41')],
      offers: [level('0.45')],
      stats: someStats({ lastTradePx: usd('0.42') }),
    });
    const paused = [
      ...(['RESOLVED', 'HALTED', 'SUSPENDED', 'PREOPEN'] as const).map((status) => ({ own: { status } })),
      { own: { status: 'OPEN', ep3Status: 'SUSPENDED' } },
      { own: { status: undefined, ep3Status: 'HALTED' } },
      ...(['HALTED', 'SUSPENDED', 'PREOPEN'] as const).map((state) => ({
        own: {},
        live: { book: { ...book, state }, newer: true },
      })),
      { own: {}, live: { bbo: aQuote({ state: 'HALTED', bestBid: usd('0.4') }), newer: true } },
    ] as const;
    for (const { own, live = {} } of paused as readonly { own: object; live?: LiveQuotes }[]) {
      const market = lakeGame(own);
      for (const long of [true, false]) {
        const { buy, sell } = sidePrices(market, long, live);
        assert.deepEqual([buy, sell, buyPrice(market, long, live)], [undefined, undefined, undefined]);
        assert.match(whyNoPrice(market, long, 'buy', live), /^(over|paused)$/);
      }
      assert.deepEqual(marksOf(market, live), { bid: undefined, offer: undefined, newer: undefined });
    }
    assert.equal(prices(lakeGame(), true, { book: { ...book, state: 'HALTED' }, newer: true }).last, '0.42');
  });

  it('are known to be missing only where a book or a quote shows an empty side', () => {
    const bare = lakeGame({ bestBidQuote: undefined, bestAskQuote: undefined });
    const why = (live: LiveQuotes) => [
      whyNoPrice(bare, true, 'sell', live),
      whyNoPrice(bare, true, 'buy', live),
      whyNoPrice(bare, false, 'buy', live),
    ];
    assert.deepEqual(why({}), ['unknown', 'unknown', 'unknown']);
    assert.deepEqual(why({ book: aBook() }), ['empty', 'empty', 'empty']);
    const unreadable = { bids: true, offers: false };
    assert.deepEqual(why({ book: aBook({ unreadable }) }), ['unknown', 'empty', 'unknown']);
    assert.deepEqual(why({ bbo: aQuote({ lastTradePx: usd('0.4') }) }), ['unknown', 'unknown', 'unknown']);
    assert.deepEqual(why({ bbo: aQuote({ bestAsk: usd('0.4') }) }).slice(0, 1), ['empty']);
    assert.deepEqual(why({ bbo: aQuote({ bidDepth: 0, askDepth: 3 }) }), ['empty', 'unknown', 'empty']);
    assert.deepEqual(why({ bbo: aQuote({ bidDepth: 0, unreadable }) }).slice(0, 1), ['unknown']);
  });

  it('say where they come from', () => {
    assert.equal(sidePrices(lakeGame(), true).buy?.source, 'bestQuote');
    assert.equal(sidePrices(lakeGame(), true).buy?.currency, 'USD');
  });
});

describe('the winner', () => {
  // Reversed on purpose: zipping the labels with the prices would say that Yes won.
  const reversed = aMarket({
    status: 'RESOLVED',
    active: true,
    outcomes: ['No', 'Yes'],
    outcomePrices: ['0', '1'],
    sides: [
      aSide(false, { description: 'No', price: d(1) }),
      aSide(true, { description: 'Yes', price: d(0) }),
    ],
  });

  it('is matched by `long`, with sides and outcomes in any order', () => {
    const result = winner(reversed);
    assert.equal(result?.winner, 'short');
    assert.equal(result?.source, 'sidePrices');
    assert.equal(result && sidePays(result, false).toString(), '1');
  });

  it('is the settlement’s where there is one, void between 0 and 1', () => {
    const slug = reversed.slug;
    assert.equal(winner(reversed, { slug, price: d(1) })?.winner, 'long');
    const half = winner(reversed, { slug, price: d('0.5') });
    assert.equal(half?.winner, 'void');
    assert.equal(half && sidePays(half, false).toString(), '0.5');
    assert.equal(winner(aMarket({ status: 'OPEN' }), { slug, price: d('1.2') }), undefined);
  });

  it('is nobody where a resolved market has two sides at 58 and 42: it may have traded there last', () => {
    for (const prices of [
      ['0.58', '0.42'],
      ['0.58', '0.6'],
    ] as const) {
      const sides = prices.map((price, place) => aSide(place === 0, { price: d(price) }));
      assert.equal(winner(aMarket({ status: 'RESOLVED', sides })), undefined);
    }
  });

  it('is nobody while the market is resolving at ["0","0"] or only quoted near 1', () => {
    const zeros = [aSide(true, { price: d(0) }), aSide(false, { price: d(0) })];
    assert.equal(winner(aMarket({ status: 'RESOLVED', sides: zeros })), undefined);
    const sides = [aSide(true, { price: d(1) }), aSide(false, { price: d(0) })];
    for (const status of ['OPEN', 'CLOSED', 'RESOLVING', 'HALTED'] as const) {
      assert.equal(winner(aMarket({ status, sides })), undefined, status);
    }
    assert.equal(winner(aMarket({ ep3Status: 'EXPIRED', sides })), undefined);
  });

  it('is the final mark of an expired book, but never the daily mark of an open one', () => {
    const marked = (state: string, method: string) =>
      aBook({
        state,
        stats: someStats({ settlementPx: usd(1), settlementPriceCalculationMethod: method }),
      });
    const market = aMarket({ ep3Status: 'EXPIRED' });
    const method = 'SETTLEMENT_PRICE_CALCULATION_METHOD_EVENT_TIER_1';
    assert.equal(winner(market, undefined, marked('EXPIRED', method))?.winner, 'long');
    assert.equal(winner(market, undefined, marked('OPEN', method)), undefined);
    assert.equal(winner(market, undefined, marked('EXPIRED', 'VWAP_TIER_1')), undefined);
  });
});

describe('price of an order', () => {
  it('is 1 − price for a NO order, whose wire price is the YES price', () => {
    const price = orderPrice(anOrder({ intent: 'BUY_SHORT', side: 'SELL', price: usd('0.05') }));
    assert.equal(price?.own.value.toString(), '0.95');
    assert.equal(price?.long.value.toString(), '0.05');
  });

  it('is the wire price for a YES order', () => {
    const price = orderPrice(anOrder({ intent: 'SELL_LONG', side: 'SELL', price: usd('0.46') }));
    assert.equal(price?.own.value.toString(), '0.46');
  });

  it('has no average before the first fill, where the service sends zero', () => {
    assert.equal(averagePrice(anOrder({ intent: 'BUY_SHORT', avgPx: usd('0.0000') })), undefined);
    assert.equal(
      averagePrice(anOrder({ intent: 'BUY_SHORT', avgPx: usd('0.05') }))?.own.value.toString(),
      '0.95',
    );
  });
});

describe('day change', () => {
  it('is last − the reference of the book, in the terms of the side', () => {
    const stats = someStats({ lastTradePx: usd('0.43'), tradingReferencePx: usd('0.46') });
    const live = { book: aBook({ stats }) };
    assert.equal(dayChange(lakeGame(), true, live)?.toString(), '-0.03');
    assert.equal(dayChange(lakeGame(), false, live)?.toString(), '0.03');
  });

  it('is last − the mark of the day before where there is no other reference, while it trades', () => {
    const quote = { lastTradePx: usd('0.43'), settlementPx: usd('0.40') };
    const stats = someStats({ lastTradePx: usd('0.43'), closePx: usd('0.41') });
    const change = (live: Parameters<typeof dayChange>[2]) => dayChange(lakeGame(), true, live)?.toString();
    assert.equal(change({ bbo: aQuote({ ...quote, state: 'OPEN' }) }), '0.03');
    assert.equal(change({ bbo: aQuote({ ...quote, state: 'HALTED' }) }), '0.03');
    assert.equal(change({ bbo: aQuote({ ...quote, state: 'EXPIRED' }) }), undefined);
    assert.equal(change({ book: aBook({ stats }), bbo: aQuote(quote) }), '0.02');
    assert.equal(change({ book: aBook({ stats, state: 'TERMINATED' }) }), undefined);
  });

  it('is the service’s own where it sends one, and absent where it sends neither', () => {
    const overview = anOverview({ oneDayPriceChange: d('0.02') });
    assert.equal(dayChange(lakeGame({ overview }), false)?.toString(), '-0.02');
    assert.equal(dayChange(lakeGame(), true), undefined);
  });
});
