import fc from 'fast-check';
import type {
  AccountBalanceChange,
  Activity,
  PositionResolution,
  TradeActivity,
} from '../../src/core/activity.ts';
import { Decimal } from '../../src/core/decimal.ts';
import type { Market, MarketEvent, MarketOverview, MarketSide } from '../../src/core/market.ts';
import type { Money } from '../../src/core/money.ts';
import {
  decimals,
  instants,
  intIds,
  maybe,
  monies,
  orders,
  positions,
  priceMonies,
  prices,
  quantities,
  slugs,
  teams,
  words,
} from './arbitraries.ts';

const tags = fc.record({ id: intIds, label: maybe(words), slug: maybe(words) });

const overviews: fc.Arbitrary<MarketOverview> = fc.record({
  subcategory: words,
  lastTradePrice: maybe(prices),
  bestBid: maybe(prices),
  bestAsk: maybe(prices),
  spread: maybe(prices),
  oneDayPriceChange: maybe(decimals),
  oneWeekPriceChange: maybe(decimals),
  liquidity: maybe(words),
  liquidityNum: maybe(decimals),
  volume: maybe(words),
  volumeNum: maybe(decimals),
  volume24hr: maybe(decimals),
  volume1wk: maybe(decimals),
  volume1mo: maybe(decimals),
  gameId: maybe(words),
  propType: maybe(words),
  outcomeTeamA: maybe(intIds),
  outcomeTeamB: maybe(intIds),
});

function side(long: boolean): fc.Arbitrary<MarketSide> {
  return fc.record({
    id: intIds,
    marketSideType: fc.constantFrom('INSTRUMENT', 'ERC1155'),
    identifier: maybe(slugs),
    createdAt: maybe(instants),
    updatedAt: maybe(instants),
    description: maybe(words),
    marketId: maybe(intIds),
    long: fc.constant(long),
    teamId: maybe(intIds),
    team: maybe(teams),
    participantId: maybe(words),
    price: fc.constant(undefined),
    quote: fc.constant(undefined),
    tradable: maybe(fc.boolean()),
  });
}

export const events: fc.Arbitrary<MarketEvent> = fc.record({
  id: intIds,
  slug: maybe(slugs),
  ticker: maybe(words),
  title: maybe(words),
  subtitle: maybe(words),
  description: maybe(words),
  startDate: maybe(instants),
  endDate: maybe(instants),
  active: maybe(fc.boolean()),
  closed: maybe(fc.boolean()),
  archived: maybe(fc.boolean()),
  hidden: maybe(fc.boolean()),
  category: maybe(words),
  createdAt: maybe(instants),
  updatedAt: maybe(instants),
  startTime: maybe(instants),
  seriesSlug: maybe(slugs),
  period: maybe(fc.constantFrom('NS', 'Q2', 'VFT')),
  gameId: maybe(intIds),
  vendorGameId: maybe(words),
  participants: fc.array(
    fc.record({ id: maybe(words), type: maybe(fc.constantFrom('TEAM', 'NOMINEE')), team: maybe(teams) }),
    { maxLength: 2 },
  ),
  teams: fc.array(teams, { maxLength: 2 }),
  markets: fc.constant([]),
  score: maybe(words),
  elapsed: maybe(words),
  live: maybe(fc.boolean()),
  ended: maybe(fc.boolean()),
  finishedTimestamp: maybe(instants),
  volume: maybe(decimals),
  liquidity: maybe(decimals),
  openInterest: maybe(decimals),
  tags: fc.array(tags, { maxLength: 2 }),
});

/** With quotes on both, one or no side; a market without any has the prices of a resolved one. */
export const markets: fc.Arbitrary<Market> = fc
  .tuple(
    fc.record({
      id: intIds,
      slug: slugs,
      question: maybe(words),
      title: maybe(words),
      titleShort: maybe(words),
      subtitle: maybe(words),
      description: maybe(words),
      startDate: maybe(instants),
      endDate: maybe(instants),
      category: maybe(words),
      marketType: maybe(words),
      active: maybe(fc.boolean()),
      closed: maybe(fc.boolean()),
      archived: maybe(fc.boolean()),
      hidden: maybe(fc.boolean()),
      createdAt: maybe(instants),
      updatedAt: maybe(instants),
      gameStartTime: maybe(instants),
      manualActivation: maybe(fc.boolean()),
      sportsMarketType: maybe(words),
      sportsMarketTypeV2: maybe(fc.constantFrom('MONEYLINE', 'SPREAD', 'FUTURE', 'NOVELTY')),
      line: maybe(decimals),
      outcomes: fc.array(words, { maxLength: 3 }),
      ep3Status: maybe(fc.constantFrom('OPEN', 'TERMINATED', 'ON_ICE')),
      status: maybe(fc.constantFrom('OPEN', 'RESOLVED', 'HALTED', 'NEWISH')),
      events: fc.array(events, { maxLength: 1 }),
      tickSize: maybe(prices),
      minimumTradeQty: maybe(quantities),
      feeCoefficient: maybe(prices),
      subject: maybe(words),
      tags: fc.array(tags, { maxLength: 2 }),
      rulesDisclaimer: maybe(words),
      cyom: maybe(fc.boolean()),
      rewardsMinSize: maybe(quantities),
      questionId: maybe(words),
      overview: maybe(overviews),
    }),
    fc.constantFrom([true, false], [false, true]).chain((longs) => fc.tuple(...longs.map(side))),
    maybe(priceMonies),
    maybe(priceMonies),
  )
  .map(([fields, sides, bestBidQuote, bestAskQuote]) => {
    const quoted = bestBidQuote !== undefined || bestAskQuote !== undefined;
    const overview = fields.overview && {
      ...fields.overview,
      bestBid: bestBidQuote?.value,
      bestAsk: bestAskQuote?.value,
    };
    return {
      ...fields,
      overview,
      bestBidQuote,
      bestAskQuote,
      outcomePrices: quoted ? [] : sides.map(({ long }) => (long ? '1' : '0')),
      sides: sides.map((each) => ({
        ...each,
        price: quoted ? undefined : each.long ? Decimal.one : Decimal.zero,
        quote: each.long ? bestAskQuote : complement(bestBidQuote),
      })),
    };
  });

const trades: fc.Arbitrary<TradeActivity> = fc.record({
  id: slugs,
  marketSlug: slugs,
  state: maybe(fc.constantFrom('CLEARED', 'BUSTED', 'NEW', 'ODD')),
  price: maybe(priceMonies),
  qty: maybe(quantities),
  isAggressor: fc.boolean(),
  costBasis: maybe(monies),
  effectiveCostBasis: maybe(monies),
  realizedPnl: maybe(monies),
  effectiveRealizedPnl: maybe(monies),
  cost: maybe(monies),
  createTime: maybe(instants),
  updateTime: maybe(instants),
  ownOrder: maybe(orders),
  market: fc.constant(undefined),
});

const resolutions: fc.Arbitrary<PositionResolution> = fc
  .tuple(slugs, maybe(positions), maybe(positions), maybe(slugs), maybe(instants))
  .map(([marketSlug, before, after, tradeId, updateTime]) => ({
    marketSlug,
    beforePosition: before && { ...before, marketSlug },
    afterPosition: after && { ...after, marketSlug },
    side: 'SHORT',
    tradeId,
    updateTime,
    market: undefined,
  }));

const changes: fc.Arbitrary<AccountBalanceChange> = fc.record({
  transactionId: slugs,
  status: maybe(fc.constantFrom('PENDING', 'COMPLETED', 'REJECTED')),
  amount: maybe(monies),
  createTime: maybe(instants),
  updateTime: maybe(instants),
  description: maybe(words),
  failureReason: maybe(words),
});

export const activities: fc.Arbitrary<Activity> = fc.oneof(
  trades.map((trade): Activity => {
    return { kind: 'trade', type: 'TRADE', key: `TRADE:${trade.id}`, time: trade.createTime, trade };
  }),
  resolutions.map((resolution): Activity => {
    const identity = resolution.tradeId ?? `${resolution.marketSlug}@${resolution.updateTime?.text ?? ''}`;
    const key = `POSITION_RESOLUTION:${identity}`;
    return { kind: 'resolution', type: 'POSITION_RESOLUTION', key, time: resolution.updateTime, resolution };
  }),
  fc
    .tuple(fc.constantFrom('ACCOUNT_DEPOSIT', 'TRANSFER', 'NEWISH'), changes)
    .map(([type, change]): Activity => {
      const time = change.updateTime ?? change.createTime;
      return { kind: 'balance', type, key: `${type}:${change.transactionId}`, time, change };
    }),
);

function complement(money: Money | undefined): Money | undefined {
  return money && { ...money, value: Decimal.one.minus(money.value) };
}
