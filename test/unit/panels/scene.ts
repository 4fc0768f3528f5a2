import { Decimal } from '../../../src/core/decimal.ts';
import type { Market, MarketEvent } from '../../../src/core/market.ts';
import type { Order } from '../../../src/core/order.ts';
import { decodeBook } from '../../../src/exchange/wire/book.ts';
import { decodeEvent, decodeMarket } from '../../../src/exchange/wire/market.ts';
import { decodeOpenOrders } from '../../../src/exchange/wire/order.ts';
import { decodeActivities, decodePositions } from '../../../src/exchange/wire/portfolio.ts';
import type { FormatSettings } from '../../../src/view/format.ts';
import { createFormatter } from '../../../src/view/format.ts';
import type { MarketPanelInput, PanelReading } from '../../../src/view/panels/input.ts';
import { pricePoints } from '../../../src/view/panels/market/chart.ts';
import type { ViewContext } from '../../../src/view/row.ts';
import { english } from '../../support/english.ts';

export const NOW = Date.parse('2026-03-14T20:30:00Z');
export const SLUG = 'aec-hbl-glb-fxs-2026-03-14';

export function contextWith(change: Partial<FormatSettings> = {}): ViewContext {
  const settings = {
    oddsFormat: 'cents',
    timeZone: 'utc',
    hideAmounts: false,
    locale: 'en-US',
    now: () => NOW,
    ...change,
  } as const;
  return { t: english, format: createFormatter(settings, english) };
}

export function read<T>(value: T, at = NOW - 2000): PanelReading<T> {
  return { value, at, busy: false, failure: undefined, unsupported: false };
}

export const UNREAD: PanelReading<never> = {
  value: undefined,
  at: undefined,
  busy: true,
  failure: undefined,
  unsupported: false,
};
/** Read, and there is nothing. */
export const NOTHING: PanelReading<never> = { ...UNREAD, at: NOW - 2000, busy: false };
export const UNSUPPORTED: PanelReading<never> = { ...UNREAD, busy: false, unsupported: true };

export function failed(code: string): PanelReading<never> {
  return { ...UNREAD, busy: false, failure: { code, message: `failed with ${code}` } };
}

const usd = (value: string) => ({ value, currency: 'USD' });

/** Foxes (short) are listed before Gulls (long), and the labels of `outcomes` the other way round. */
export const MARKET_JSON = {
  id: '4711',
  slug: SLUG,
  question: 'Who will win, Harbour Gulls or Summit Foxes?',
  category: 'sports',
  sportsMarketTypeV2: 'SPORTS_MARKET_TYPE_MONEYLINE',
  status: 'MARKET_STATUS_OPEN',
  ep3Status: 'OPEN',
  active: true,
  closed: false,
  gameStartTime: '2026-03-14T19:00:00Z',
  startDate: '2026-03-01T12:00:00Z',
  endDate: '2026-03-15T02:00:00Z',
  updatedAt: '2026-03-14T20:00:00Z',
  feeCoefficient: 0.06,
  outcomes: '["Gulls","Foxes"]',
  outcomePrices: '["0.57","0.44"]',
  description: 'Settles to the winner of the game, overtime included.',
  marketSides: [
    {
      id: '2',
      long: false,
      description: 'Foxes',
      quote: usd('0.57'),
      price: '0.57',
      team: { name: 'Foxes', record: '35–10', ordering: 'home', league: 'hbl' },
    },
    {
      id: '1',
      long: true,
      description: 'Gulls',
      quote: usd('0.44'),
      price: '0.44',
      team: {
        name: 'Gulls',
        record: '31–14',
        ordering: 'away',
        league: 'hbl',
        logo: 'https://pictures.example/g.png',
      },
    },
  ],
  bestBidQuote: usd('0.43'),
  bestAskQuote: usd('0.44'),
} as const;

export const EVENT_JSON = {
  id: '900',
  slug: 'hbl-glb-fxs-2026-03-14',
  title: 'Gulls at Foxes',
  startTime: '2026-03-14T19:00:00Z',
  period: 'Q3',
  elapsed: '04:12',
  score: '78 – 81',
  live: true,
  ended: false,
} as const;

export const BOOK_JSON = {
  marketData: {
    marketSlug: SLUG,
    state: 'MARKET_STATE_OPEN',
    offers: levels(['0.44', '320'], ['0.45', '610'], ['0.46', '980'], ['0.47', '1300'], ['0.48', '2400']),
    bids: levels(['0.43', '540'], ['0.42', '1120.5'], ['0.41', '2750'], ['0.40', '900']),
    stats: {
      lastTradePx: usd('0.43'),
      tradingReferencePx: usd('0.46'),
      sharesTraded: '182400',
      openInterest: '51000',
    },
    transactTime: '2026-03-14T20:29:58Z',
  },
};

export function levels(...pairs: readonly (readonly [string, string])[]) {
  return pairs.map(([px, qty]) => ({ px: usd(px), qty }));
}

const ORDER = {
  marketSlug: SLUG,
  type: 'ORDER_TYPE_LIMIT',
  tif: 'TIME_IN_FORCE_GOOD_TILL_CANCEL',
  state: 'ORDER_STATE_NEW',
};

export const ORDERS_JSON = {
  orders: [
    {
      ...ORDER,
      id: 'ORDERSELL1',
      side: 'ORDER_SIDE_SELL',
      intent: 'ORDER_INTENT_SELL_LONG',
      price: usd('0.46'),
      quantity: 200,
      cumQuantity: 50,
      leavesQuantity: 150,
      state: 'ORDER_STATE_PARTIALLY_FILLED',
      createTime: '2026-03-14T20:18:00Z',
    },
    {
      ...ORDER,
      id: 'ORDERNO0001',
      side: 'ORDER_SIDE_SELL',
      intent: 'ORDER_INTENT_BUY_SHORT',
      price: usd('0.45'),
      quantity: 100,
      cumQuantity: 0,
      leavesQuantity: 100,
      createTime: '2026-03-14T18:30:00Z',
    },
  ],
};

export const POSITION_JSON = {
  netPositionDecimal: '200',
  qtyBoughtDecimal: '200',
  qtySoldDecimal: '0',
  cost: usd('82.00'),
  realized: usd('2.50'),
  cashValue: usd('86.00'),
  // The average of all trades in the market, not what these contracts cost.
  avgPx: usd('0.91'),
  baseCost: usd('80.80'),
  fees: usd('1.20'),
  expired: false,
  updateTime: '2026-03-14T20:00:00Z',
};

export const TRADE_JSON = {
  type: 'ACTIVITY_TYPE_TRADE',
  trade: {
    id: 'TRADE1',
    marketSlug: SLUG,
    state: 'TRADE_STATE_CLEARED',
    price: usd('0.41'),
    qtyDecimal: '200',
    isAggressor: true,
    createTime: '2026-03-14T19:45:00Z',
    aggressor: { ...ORDER, id: 'OLDORDER', side: 'ORDER_SIDE_BUY', intent: 'ORDER_INTENT_BUY_LONG' },
    aggressorExecution: {
      order: { ...ORDER, id: 'OLDORDER', side: 'ORDER_SIDE_BUY', intent: 'ORDER_INTENT_BUY_LONG' },
    },
  },
};

export const RESOLUTION_JSON = {
  type: 'ACTIVITY_TYPE_POSITION_RESOLUTION',
  positionResolution: {
    marketSlug: SLUG,
    side: 'POSITION_RESOLUTION_SIDE_LONG',
    tradeId: 'RESOLVE1',
    updateTime: '2026-03-14T20:20:00Z',
    beforePosition: {
      netPositionDecimal: '120',
      cost: usd('74.91'),
      avgPx: usd('0.61'),
      fees: usd('1.71'),
      realized: usd('0.00'),
    },
    afterPosition: { netPositionDecimal: '0', cost: usd('0.00'), fees: usd('1.71'), realized: usd('46.80') },
  },
};

export function market(change: object = {}): Market {
  return decodeMarket({ market: { ...MARKET_JSON, ...change } }).value;
}

export function event(change: object = {}): MarketEvent {
  return decodeEvent({ event: { ...EVENT_JSON, ...change } }).value;
}

export function book(change: object = {}) {
  return decodeBook({ marketData: { ...BOOK_JSON.marketData, ...change } }, SLUG).value;
}

export function orders(): readonly Order[] {
  return decodeOpenOrders(ORDERS_JSON).items;
}

export function position(change: object = {}) {
  const [first] = decodePositions({ positions: { [SLUG]: { ...POSITION_JSON, ...change } } }).items;
  if (first === undefined) throw new Error('The position of the scene cannot be read');
  return first;
}

export function activities(...list: readonly object[]) {
  return decodeActivities({ activities: list, nextCursor: '', eof: true }).items;
}

export function settlement(price: string) {
  return { slug: SLUG, price: Decimal.of(price) };
}

/** Two hours of prices, newest first as the service may send them. */
export function samples() {
  const prices = ['0.47', '0.48', '0.55', '0.52', '0.47', '0.41', '0.42', '0.43210012'];
  return prices
    .map((price, index) => ({
      ms: NOW - (prices.length - index) * 900_000,
      longPrice: Decimal.of(price),
      shortPrice: undefined,
    }))
    .reverse();
}

export function history() {
  return pricePoints(samples());
}

export function scene(change: Partial<MarketPanelInput> = {}): MarketPanelInput {
  return {
    slug: SLUG,
    connection: { label: 'Demo', isDemo: true, isSignedIn: true },
    market: read(market()),
    book: read(book()),
    quote: NOTHING,
    history: read(history()),
    interval: '1D',
    isFromOffers: false,
    historyBegin: undefined,
    live: undefined,
    stream: 'live',
    freshness: { source: 'stream', at: NOW - 400, standing: 'fresh' },
    accountFreshness: { source: 'stream', at: NOW - 400, standing: 'fresh' },
    trades: [],
    samples: [],
    settlement: NOTHING,
    event: event(),
    orders: read(orders()),
    position: read(position()),
    activities: read(activities(TRADE_JSON)),
    moreActivities: false,
    cancelling: new Map(),
    game: [],
    canCompare: false,
    lines: { contest: undefined, lines: [] },
    holdings: new Map(),
    games: [],
    viewOf: (of) => ({ market: of, event: undefined }),
    alerts: [],
    images: false,
    showsDetails: true,
    ...change,
  };
}

export function usdCore(value: string) {
  const level = book({ bids: levels([value, '1']) }).bids[0];
  if (level === undefined) throw new Error('No level');
  return { value: level.price, currency: 'USD' };
}
