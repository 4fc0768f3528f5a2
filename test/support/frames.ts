import fc from 'fast-check';
import type { Balance } from '../../src/core/balance.ts';
import type { BestQuote, Book, BookLevel, BookStats } from '../../src/core/book.ts';
import type { Execution, PositionChange } from '../../src/core/execution.ts';
import type { Trade, TradeParty } from '../../src/core/trade.ts';
import type { Dialect } from '../../src/exchange/profile.ts';
import type { ClientFrame, ServerFrame, SubscriptionType } from '../../src/exchange/wire/frame.ts';
import { aBalance, anOrder } from './account-values.ts';
import {
  decimals,
  instants,
  maybe,
  orders,
  positions,
  priceMonies,
  prices,
  quantities,
  slugs,
  words,
} from './arbitraries.ts';
import { carriedOrder, carriedPosition } from './carried.ts';

/** What the streams tell, with everything absent but what a test is about. */

const NOBODY: TradeParty = { side: undefined, intent: undefined };

export function aMarketTrade(overrides: Partial<Trade> = {}): Trade {
  return {
    marketSlug: 'aec-nba-otters-herons-2026-11-20',
    id: undefined,
    price: undefined,
    quantity: undefined,
    time: undefined,
    taker: NOBODY,
    maker: NOBODY,
    ...overrides,
  };
}

export function anExecution(overrides: Partial<Execution> = {}): Execution {
  return {
    id: undefined,
    type: undefined,
    order: anOrder(),
    lastShares: undefined,
    lastPx: undefined,
    tradeId: undefined,
    text: undefined,
    rejectReason: undefined,
    transactTime: undefined,
    ...overrides,
  };
}

export function aPositionChange(overrides: Partial<PositionChange> = {}): PositionChange {
  return { after: undefined, entryType: undefined, tradeId: undefined, updateTime: undefined, ...overrides };
}

// Arbitraries, as in arbitraries.ts.

/** Best first, each price once. `direction` 1: lowest first. */
function levels(direction: 1 | -1): fc.Arbitrary<BookLevel[]> {
  const level = fc.record({ price: prices, quantity: quantities });
  const unique = fc.uniqueArray(level, { selector: ({ price }) => price.text, maxLength: 4 });
  return unique.map((given) => given.sort((a, b) => direction * a.price.compare(b.price)));
}

const bookStats: fc.Arbitrary<BookStats> = fc.record({
  openPx: maybe(priceMonies),
  closePx: maybe(priceMonies),
  lowPx: maybe(priceMonies),
  highPx: maybe(priceMonies),
  lastTradePx: maybe(priceMonies),
  indicativeOpenPx: maybe(priceMonies),
  settlementPx: maybe(priceMonies),
  notionalTraded: maybe(priceMonies),
  tradingReferencePx: maybe(priceMonies),
  currentPx: maybe(priceMonies),
  sharesTraded: maybe(quantities),
  lastTradeQty: maybe(quantities),
  openInterest: maybe(quantities),
  lastTradeSetTime: maybe(instants),
  settlementSetTime: maybe(instants),
  settlementPriceCalculationMethod: maybe(fc.constantFrom('VWAP_TIER_1', 'OVERRIDE')),
  settlementPreliminaryFlag: maybe(fc.boolean()),
});

const states = maybe(fc.constantFrom('OPEN', 'CLOSED', 'HALTED', 'ON_ICE', '42'));

export const books: fc.Arbitrary<Book> = fc.record({
  marketSlug: slugs,
  bids: levels(-1),
  offers: levels(1),
  state: states,
  stats: maybe(bookStats),
  transactTime: maybe(instants),
});

export const quotes: fc.Arbitrary<BestQuote> = fc.record({
  marketSlug: slugs,
  bestBid: maybe(priceMonies),
  bestAsk: maybe(priceMonies),
  currentPx: maybe(priceMonies),
  lastTradePx: maybe(priceMonies),
  settlementPx: maybe(priceMonies),
  sharesTraded: maybe(quantities),
  openInterest: maybe(quantities),
  bidDepth: maybe(fc.nat(50)),
  askDepth: maybe(fc.nat(50)),
  bidShares: maybe(quantities),
  askShares: maybe(quantities),
  longQuote: maybe(priceMonies),
  shortQuote: maybe(priceMonies),
  state: states,
});

const parties: fc.Arbitrary<TradeParty> = fc.record({
  side: maybe(fc.constantFrom('BUY', 'SELL', 'CROSS')),
  intent: maybe(fc.constantFrom('BUY_LONG', 'SELL_LONG', 'BUY_SHORT', 'SELL_SHORT')),
});

export const trades: fc.Arbitrary<Trade> = fc.record({
  marketSlug: slugs,
  id: maybe(slugs),
  price: maybe(priceMonies),
  quantity: maybe(quantities),
  time: maybe(instants),
  taker: parties,
  maker: parties,
});

export const executions: fc.Arbitrary<Execution> = fc.record({
  id: maybe(slugs),
  type: maybe(fc.constantFrom('NEW', 'PARTIAL_FILL', 'FILL', 'CANCELED', 'REJECTED', 'MELTED')),
  order: orders,
  lastShares: maybe(quantities),
  lastPx: maybe(priceMonies),
  tradeId: maybe(slugs),
  text: maybe(words),
  rejectReason: fc.constantFrom('EXCHANGE_OPTION', 'NO_LIQUIDITY'),
  transactTime: maybe(instants),
});

export const positionChanges: fc.Arbitrary<PositionChange> = fc.record({
  after: maybe(positions),
  entryType: maybe(fc.constantFrom('ORDER_EXECUTION', 'RESOLUTION', 'MYSTERY')),
  tradeId: maybe(slugs),
  updateTime: maybe(instants),
});

export const balances: fc.Arbitrary<Balance> = fc.record({
  currency: fc.constantFrom('USD', 'EUR'),
  currentBalance: decimals,
  buyingPower: maybe(decimals),
  openOrders: maybe(decimals),
  unsettledFunds: maybe(decimals),
  pendingCredit: maybe(decimals),
  marginRequirement: maybe(decimals),
  assetNotional: maybe(decimals),
  assetAvailable: maybe(decimals),
  displayedCash: maybe(decimals),
  availableToWithdraw: maybe(decimals),
  lastUpdated: maybe(instants),
});

export const serverFrames: fc.Arbitrary<ServerFrame> = fc
  .tuple(
    slugs,
    fc.oneof(
      books.map((book) => ({ kind: 'book', book }) as const),
      quotes.map((quote) => ({ kind: 'lite', quote }) as const),
      trades.map((trade) => ({ kind: 'trade', trade }) as const),
      fc.record({
        kind: fc.constant('orders' as const),
        orders: fc.array(orders, { maxLength: 3 }),
        eof: fc.boolean(),
        error: maybe(words),
      }),
      executions.map((execution) => ({ kind: 'order', execution }) as const),
      positionChanges.map((change) => ({ kind: 'position', change }) as const),
      fc
        .array(balances, { maxLength: 2 })
        .map((given) => ({ kind: 'balances', balances: given, whole: true }) as const),
      fc
        .array(balances, { maxLength: 1 })
        .map((given) => ({ kind: 'balances', balances: given, whole: false }) as const),
      words.map((text) => ({ kind: 'error', text }) as const),
      fc.constant({ kind: 'heartbeat' } as const),
    ),
  )
  .map(([requestId, frame]) =>
    frame.kind === 'heartbeat' ? { requestId: undefined, ...frame } : { requestId, ...frame },
  );

export const MARKETS_TYPES: readonly SubscriptionType[] = ['MARKET_DATA', 'MARKET_DATA_LITE', 'TRADE'];
export const PRIVATE_TYPES: readonly SubscriptionType[] = [
  'ORDER',
  'ORDER_SNAPSHOT',
  'POSITION',
  'ACCOUNT_BALANCE',
];

export const clientFrames = (types: readonly SubscriptionType[]): fc.Arbitrary<ClientFrame> =>
  fc.oneof(
    slugs.map((requestId) => ({ kind: 'unsubscribe', requestId }) as const),
    fc.record({
      kind: fc.constant('subscribe' as const),
      requestId: slugs,
      type: fc.constantFrom(...types),
      slugs: fc.array(slugs, { maxLength: 4 }),
      debounced: fc.boolean(),
    }),
  );

/** What of a frame `dialect` has words for. */
export function carriedFrame(frame: ServerFrame, dialect: Dialect): ServerFrame {
  switch (frame.kind) {
    case 'orders':
      return { ...frame, orders: frame.orders.map((order) => carriedOrder(order, dialect)) };
    case 'order':
      return {
        ...frame,
        execution: { ...frame.execution, order: carriedOrder(frame.execution.order, dialect) },
      };
    case 'position':
      return { ...frame, change: carriedChange(frame.change, dialect) };
    case 'balances':
      return frame.whole ? frame : { ...frame, balances: frame.balances.map(carriedBalance) };
    default:
      return frame;
  }
}

/** In a frame the metadata names the market. */
function carriedChange(change: PositionChange, dialect: Dialect): PositionChange {
  if (change.after === undefined) return change;
  const { marketMetadata: metadata, ...after } = carriedPosition(change.after, dialect);
  const none = { icon: undefined, title: undefined, outcome: undefined, eventSlug: undefined };
  const unnamed = { ...none, eventId: undefined, teamName: undefined, subject: undefined };
  return {
    ...change,
    after: { ...after, marketMetadata: { ...(metadata ?? unnamed), slug: after.marketSlug } },
  };
}

/** A zero of a change looks like a figure that is not set. */
function carriedBalance(balance: Balance): Balance {
  const changed = Object.entries(balance).filter(
    ([field, value]) => field === 'currentBalance' || !isZero(value as unknown),
  );
  return { ...aBalance(), currency: '', ...Object.fromEntries(changed) };
}

function isZero(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'isZero' in value && value.isZero === true;
}
