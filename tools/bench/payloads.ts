/** `book`: ten levels a side and all figures. `small`: two levels a side, no figures. `lite`: best bid and offer. */
export type FrameKind = 'book' | 'small' | 'lite';

export const FRAME_MARKETS = 300;

/**
 * Texts of frames of the markets stream, no two alike: sizes, prices and times move on with `n`, and the markets take
 * turns.
 */
export function frameJson(kind: FrameKind, n: number): string {
  const market = n % FRAME_MARKETS;
  const marketSlug = `aec-league${market % 20}-a${market}-b${market}-2026-11-20`;
  const bid = 30 + ((market + Math.floor(n / FRAME_MARKETS)) % 40);
  if (kind === 'lite') {
    return JSON.stringify({
      requestId: 'lite-1',
      subscriptionType: 'SUBSCRIPTION_TYPE_MARKET_DATA_LITE',
      marketDataLite: {
        marketSlug,
        currentPx: cents(bid + 0.5),
        lastTradePx: cents(bid),
        settlementPx: null,
        sharesTraded: `${80_000 + n}.2500`,
        openInterest: '40000.0000',
        bestAsk: cents(bid + 1),
        bestBid: cents(bid),
        askDepth: 10,
        bidDepth: 10,
        longQuote: cents(bid + 1),
        shortQuote: cents(100 - bid),
        state: 'MARKET_STATE_OPEN',
        bidShares: '12000',
        askShares: '9100',
      },
    });
  }
  const depth = kind === 'book' ? 10 : 2;
  const level = (step: number) => (_: unknown, at: number) => ({
    px: cents(bid + (step > 0 ? 1 : 0) + step * at),
    qty: `${1000 + ((n * 7 + at * 13) % 9000)}.2500`,
  });
  return JSON.stringify({
    requestId: 'book-1',
    subscriptionType: 'SUBSCRIPTION_TYPE_MARKET_DATA',
    marketData: {
      marketSlug,
      bids: Array.from({ length: depth }, level(-1)),
      offers: Array.from({ length: depth }, level(1)),
      state: 'MARKET_STATE_OPEN',
      ...(kind === 'book' ? { stats: stats(bid, n) } : {}),
      transactTime: time(n),
    },
  });
}

function stats(bid: number, n: number): object {
  return {
    openPx: cents(40),
    lowPx: cents(25),
    highPx: cents(75),
    lastTradePx: cents(bid),
    settlementPx: cents(40),
    notionalTraded: { value: '41200.7500', currency: 'USD' },
    currentPx: cents(bid + 0.5),
    sharesTraded: `${80_000 + n}.2500`,
    lastTradeQty: '12.0000',
    openInterest: '40000.0000',
    lastTradeSetTime: time(n),
    settlementSetTime: '2026-11-19T22:00:00Z',
    settlementPriceCalculationMethod: 'SETTLEMENT_PRICE_CALCULATION_METHOD_VWAP_TIER_1',
  };
}

function cents(value: number): object {
  return { value: (value / 100).toFixed(4), currency: 'USD' };
}

/** A tenth of a millisecond after the one before. */
function time(n: number): string {
  const ms = Date.UTC(2026, 10, 20) + Math.floor(n / 10);
  return `${new Date(ms).toISOString().slice(0, 23)}${n % 10}00001Z`;
}

const LEAGUES = 20;
const MARKETS_PER_EVENT = 10;
const PREFIXES = ['aec', 'asc', 'tsc', 'asc', 'tsc'];

/** The JSON text of `count` markets as the list endpoint sends them (current generation, about 1 KB each). */
export function marketsJson(count: number): Uint8Array {
  return Buffer.from(JSON.stringify({ markets: Array.from({ length: count }, (_, i) => marketJson(i)) }));
}

export function marketJson(i: number): object {
  const bid = 10 + (i % 80);
  const prices = [bid, bid + 1].map((price) => (price / 100).toFixed(4));
  const game = Math.floor(i / MARKETS_PER_EVENT);
  const slug = `${PREFIXES[i % PREFIXES.length]}-league${game % LEAGUES}-a${game}-b${game}-2026-11-20-${i}`;
  const side = (n: number, long: boolean): object => ({
    id: String(2 * i + n),
    marketSideType: 'MARKET_SIDE_TYPE_INSTRUMENT',
    identifier: slug,
    createdAt: '2026-11-18T09:45:21Z',
    updatedAt: '2026-11-19T09:45:21Z',
    description: long ? `Harbour ${i}` : `Valley ${i}`,
    price: prices[n - 1],
    marketId: i,
    long,
    quote: cents(long ? bid + 1 : 100 - bid),
    tradable: true,
  });
  return {
    id: String(i),
    question: `Who wins game ${i}, Harbour or Valley?`,
    slug,
    startDate: '2026-11-18T09:45:21Z',
    endDate: '2026-11-21T05:00:00Z',
    category: 'sports',
    description: `Settles to the winner of game ${i}, overtime included.`,
    active: true,
    closed: false,
    archived: false,
    hidden: false,
    marketType: 'moneyline',
    createdAt: '2026-11-18T09:45:21Z',
    updatedAt: '2026-11-20T10:17:58Z',
    gameStartTime: '2026-11-20T20:00:00Z',
    orderPriceMinTickSize: 0.01,
    manualActivation: false,
    sportsMarketType: 'basketball_team_full_game_winner',
    sportsMarketTypeV2: 'SPORTS_MARKET_TYPE_MONEYLINE',
    marketSides: [side(1, true), side(2, false)],
    outcomes: JSON.stringify([`Harbour ${i}`, `Valley ${i}`]),
    outcomePrices: JSON.stringify(prices),
    ep3Status: 'OPEN',
    status: 'MARKET_STATUS_OPEN',
    title: 'Winner',
    feeCoefficient: 0.0695,
    bestBidQuote: cents(bid),
    bestAskQuote: cents(bid + 1),
    minimumTradeQty: 0.01,
    tags: [],
  };
}
