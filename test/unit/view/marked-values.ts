import type { Activity } from '../../../src/core/activity.ts';
import type { Market, MarketEvent } from '../../../src/core/market.ts';
import type { Team } from '../../../src/core/team.ts';
import { anOrder, aPosition, aTrade, someMetadata } from '../../support/account-values.ts';
import { aMarket, anEvent, anOverview, aSide, aTeam, at, d, usd } from '../../support/values.ts';

/** Values with something in every field of the `seed` dialect that no other field has. */

const day = (number: number): string => `2026-03-${String(number).padStart(2, '0')}T01:02:03Z`;
const on = (number: number) => at(day(number));

const team: Team = aTeam({
  id: '4711',
  name: 'Otters',
  abbreviation: 'OTT',
  league: 'lakes',
  record: '31-14',
  logo: 'https://example.test/logo.png',
  alias: 'the Wet Ones',
  safeName: 'otters-safe',
  homeIcon: 'https://example.test/home.png',
  awayIcon: 'https://example.test/away.png',
  colorPrimary: '#123456',
  providerId: '8123',
  ordering: 'away',
  longIcon: 'https://example.test/long.png',
  shortIcon: 'https://example.test/short.png',
  displayAbbreviation: 'OTRS',
  providerIds: [{ provider: 'PROVIDER_EXAMPLE', providerId: 'prov-99' }],
});

export const event: MarketEvent = anEvent({
  id: 'event-id-5',
  ticker: 'TICK-5',
  slug: 'lakes-otters-herons-2026-03-01',
  title: 'Otters at Herons',
  description: 'A made-up game',
  startDate: on(1),
  endDate: on(2),
  active: true,
  closed: false,
  archived: false,
  hidden: true,
  category: 'water sports',
  createdAt: on(3),
  updatedAt: on(4),
  startTime: on(5),
  seriesSlug: 'lakes-2026',
  period: 'Q3',
  gameId: '60606',
  vendorGameId: 'vendor-60606',
  participants: [{ id: 'part-1', type: 'NOMINEE', team }],
  teams: [team],
  markets: [aMarket({ slug: 'nested-market-slug' })],
});

export const market: Market = aMarket({
  id: 'market-id-7',
  question: 'Who wins on the lake?',
  slug: 'aec-lakes-otters-herons-2026-03-01',
  description: 'Settles to the winner',
  startDate: on(6),
  endDate: on(7),
  category: 'boating',
  marketType: 'moneyline-text',
  active: true,
  closed: false,
  archived: true,
  hidden: false,
  updatedAt: on(8),
  gameStartTime: on(9),
  manualActivation: true,
  sportsMarketType: 'lake_winner',
  sportsMarketTypeV2: 'MONEYLINE',
  line: d('-2.5'),
  outcomes: ['Otters', 'Herons'],
  outcomePrices: ['0.4321', '0.4322'],
  ep3Status: 'PREOPEN',
  sides: [
    aSide(true, {
      id: 'side-id-1',
      marketSideType: 'INSTRUMENT-MARK',
      identifier: 'side-identifier',
      createdAt: on(10),
      updatedAt: on(11),
      description: 'Otters',
      marketId: '7007',
      teamId: '4711',
      team,
      participantId: 'participant-3',
    }),
    aSide(false, { description: 'Herons' }),
  ],
  events: [event],
  overview: anOverview({
    subcategory: 'canoe',
    lastTradePrice: d('0.4444'),
    bestBid: d('0.4111'),
    bestAsk: d('0.4777'),
    spread: d('0.0666'),
    oneDayPriceChange: d('-0.03'),
    oneWeekPriceChange: d('0.0707'),
    liquidity: '5151.5',
    liquidityNum: d('5151'),
    volume: '9393.5',
    volumeNum: d('9393'),
    volume24hr: d('2424'),
    volume1wk: d('7171'),
    volume1mo: d('3131'),
    gameId: 'overview-game',
    propType: 'prop-mark',
    outcomeTeamA: '11011',
    outcomeTeamB: '22022',
  }),
});

const metadata = someMetadata({
  slug: 'meta-slug',
  icon: 'https://example.test/meta.png',
  title: 'Meta title',
  outcome: 'Meta outcome',
  eventSlug: 'meta-event',
});

export const order = anOrder({
  id: 'ORDER-MARK',
  marketSlug: 'order-market-slug',
  side: 'SELL',
  type: 'LIMIT',
  price: usd('0.3131'),
  quantity: d('2002'),
  cumQuantity: d('501'),
  leavesQuantity: d('1501'),
  tif: 'GOOD_TILL_DATE',
  goodTillTime: on(12),
  intent: 'SELL_LONG',
  marketMetadata: metadata,
  state: 'PARTIALLY_FILLED',
  avgPx: usd('0.3232'),
  insertTime: on(13),
  createTime: on(14),
});

export const position = aPosition({
  marketSlug: 'position-slug',
  netPosition: d('6.78'),
  qtyBought: d('17.5'),
  qtySold: d('10.72'),
  cost: usd('12.34'),
  realized: usd('5.55'),
  cashValue: usd('23.45'),
  qtyAvailable: d('3.21'),
  bodPosition: d('4.56'),
  expired: false,
  updateTime: on(15),
  marketMetadata: metadata,
});

export const trade = aTrade({
  id: 'TRADE-MARK',
  marketSlug: 'trade-market-slug',
  state: 'CLEARED',
  price: usd('0.2929'),
  qty: d('78.9'),
  isAggressor: true,
  costBasis: usd('66.61'),
  realizedPnl: usd('77.71'),
  createTime: on(16),
  updateTime: on(17),
});

export const resolution: Activity = {
  kind: 'resolution',
  type: 'POSITION_RESOLUTION',
  key: 'r',
  time: on(18),
  resolution: {
    marketSlug: 'resolution-slug',
    beforePosition: position,
    afterPosition: aPosition({ netPosition: d(0), realized: usd('99.01') }),
    side: 'SHORT',
    tradeId: 'RESOLUTION-TRADE',
    updateTime: on(18),
    market: undefined,
  },
};

export const deposit: Activity = {
  kind: 'balance',
  type: 'ACCOUNT_DEPOSIT',
  key: 'b',
  time: on(19),
  change: {
    transactionId: 'TX-MARK',
    status: 'PENDING',
    amount: usd('321.12'),
    createTime: on(19),
    updateTime: on(20),
    description: undefined,
    failureReason: undefined,
  },
};
