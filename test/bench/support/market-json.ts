const LEAGUES = 20;
const MARKETS_PER_EVENT = 10;
const PREFIXES = ['aec', 'asc', 'tsc', 'asc', 'tsc'];

/** The JSON text of `count` markets as the list endpoint sends them (current generation, about 1 KB each). */
export function marketsJson(count: number): Uint8Array {
  return Buffer.from(JSON.stringify({ markets: Array.from({ length: count }, (_, i) => marketJson(i)) }));
}

/** One market. */
export function marketJson(i: number): object {
  const bid = (10 + (i % 80)) / 100;
  const ask = bid + 0.01;
  const game = Math.floor(i / MARKETS_PER_EVENT);
  const slug = `${PREFIXES[i % PREFIXES.length]}-league${game % LEAGUES}-a${game}-b${game}-2026-11-20-${i}`;
  const amount = (value: number): object => ({ value: value.toFixed(4), currency: 'USD' });
  const side = (n: number, long: boolean): object => ({
    id: String(2 * i + n),
    marketSideType: 'MARKET_SIDE_TYPE_INSTRUMENT',
    identifier: slug,
    createdAt: '2026-11-18T09:45:21Z',
    updatedAt: '2026-11-19T09:45:21Z',
    description: long ? `Harbour ${i}` : `Valley ${i}`,
    price: (long ? bid : ask).toFixed(4),
    marketId: i,
    long,
    quote: amount(long ? ask : 1 - bid),
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
    outcomePrices: JSON.stringify([bid.toFixed(4), ask.toFixed(4)]),
    ep3Status: 'OPEN',
    status: 'MARKET_STATUS_OPEN',
    title: 'Winner',
    feeCoefficient: 0.0695,
    bestBidQuote: amount(bid),
    bestAskQuote: amount(ask),
    minimumTradeQty: 0.01,
    tags: [],
  };
}
