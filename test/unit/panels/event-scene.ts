import { Decimal } from '../../../src/core/decimal.ts';
import type { EventGroup } from '../../../src/core/grouping.ts';
import type { Market } from '../../../src/core/market.ts';
import { type EventLines, eventLines } from '../../../src/view/event-lines.ts';
import { EventChanges } from '../../../src/view/panels/event/changes.ts';
import type { EventInput } from '../../../src/view/panels/event/input.ts';
import type { ViewContext } from '../../../src/view/row.ts';
import { anOrder, aPosition } from '../../support/account-values.ts';
import { aMarket, anEvent, anOverview, aPeriod, aSide, aTeam, at, d, usd } from '../../support/values.ts';
import { contextWith, NOW, read, scene } from './scene.ts';

/** The drawn game: Archers at Islanders, the line and the volume of each market, and the long side's bid and offer in cents. */

export const ARCHERS = aTeam({
  id: 'a',
  name: 'Mossgate Archers',
  alias: 'Archers',
  record: '8-3',
  ordering: 'away',
  colorPrimary: '#a4262c',
});
export const ISLANDERS = aTeam({
  id: 'i',
  name: 'Juniper Flats Islanders',
  alias: 'Islanders',
  record: '7-4',
  ordering: 'home',
  colorPrimary: '#2f7fd4',
});

const quoted = (bid: number, offer: number, volume: string): Partial<Market> => ({
  status: 'OPEN',
  bestBidQuote: usd(bid / 100),
  bestAskQuote: usd(offer / 100),
  overview: anOverview({ volumeNum: d(volume) }),
});

export function winner(bid = 62, offer = 64): Market {
  return aMarket({
    slug: 'aec-game',
    sportsMarketTypeV2: 'MONEYLINE',
    sides: [
      aSide(true, { description: 'Islanders', team: ISLANDERS }),
      aSide(false, { description: 'Archers', team: ARCHERS }),
    ],
    ...quoted(bid, offer, '182000'),
  });
}

export function spread(line: string, bid: number, offer: number): Market {
  return aMarket({
    slug: `asc-${line}`,
    sportsMarketTypeV2: 'SPREAD',
    line: d(line),
    sides: [aSide(true, { team: ARCHERS }), aSide(false, { team: ISLANDERS })],
    ...quoted(bid, offer, '14000'),
  });
}

export function total(line: string, bid: number, offer: number, volume = '12000'): Market {
  return aMarket({
    slug: `tsc-${line}`,
    sportsMarketTypeV2: 'TOTAL',
    line: d(line),
    sides: [aSide(true, { description: 'Over' }), aSide(false, { description: 'Under' })],
    ...quoted(bid, offer, volume),
  });
}

export function prop(title: string, bid: number, offer: number): Market {
  return aMarket({
    slug: `astatc-${title.replaceAll(' ', '-')}`,
    sportsMarketTypeV2: 'PROP',
    title,
    sides: [aSide(true, { description: 'Yes' }), aSide(false, { description: 'No' })],
    ...quoted(bid, offer, '6000'),
  });
}

export function over(title: string, longPays: string): Market {
  const short = Decimal.one.minus(d(longPays));
  return {
    ...prop(title, 1, 2),
    status: 'RESOLVED',
    sides: [
      aSide(true, { description: 'Yes', price: d(longPays) }),
      aSide(false, { description: 'No', price: short }),
    ],
  };
}

export const DRAWN: readonly Market[] = [
  total('60.5', 15, 18, '2900'),
  total('57.5', 43, 46, '1100'),
  total('54.5', 38, 40),
  total('52.5', 48, 50, '17000'),
  total('50.5', 57, 59),
  spread('6.5', 62, 64),
  spread('3.5', 49, 51),
  winner(),
  prop('Goes to overtime', 6, 9),
  over('Tobin Vale to score', '0.42'),
];

/** `entry`: what a contract of the side held cost, without fees. The average of all trades in the market is another. */
export function held(slug: string, quantity: number, cost: string, entry: string, value: string) {
  return aPosition({
    marketSlug: slug,
    netPosition: d(quantity),
    cost: usd(cost),
    baseCost: usd(
      d(entry)
        .times(d(Math.abs(quantity)))
        .toString(),
    ),
    avgPx: usd('0.91'),
    cashValue: usd(value),
  });
}

export const HELD = [
  held('aec-game', 120, '66.58', '0.54', '74.40'),
  held('asc-6.5', 60, '35.68', '0.58', '37.20'),
  held('tsc-54.5', -40, '22.59', '0.55', '24.00'),
];

export const ORDERS = [
  anOrder({
    id: 'ORDER1',
    marketSlug: 'aec-game',
    side: 'SELL',
    intent: 'SELL_LONG',
    price: usd('0.68'),
    quantity: d(50),
    leavesQuantity: d(50),
    cumQuantity: d(0),
  }),
  anOrder({
    id: 'ORDER2',
    marketSlug: 'aec-game',
    side: 'SELL',
    intent: 'BUY_SHORT',
    price: usd('0.66'),
    quantity: d(40),
    leavesQuantity: d(40),
    cumQuantity: d(0),
  }),
];

export function groupOf(markets: readonly Market[], change: Partial<EventGroup['event']> = {}): EventGroup {
  const event = anEvent({
    slug: 'cfb-archers-islanders',
    title: 'Archers at Islanders',
    teams: [ISLANDERS, ARCHERS],
    live: true,
    period: 'Q3',
    elapsed: '4:12',
    score: '17-20',
    periodScores: [
      aPeriod('Q1', ['a', 7], ['i', 3]),
      aPeriod('Q2', ['a', 3], ['i', 14]),
      aPeriod('Q3', ['a', 7], ['i', 3]),
    ],
    startTime: at('2026-03-14T19:00:00Z'),
    markets,
    ...change,
  });
  return { key: 'cfb-archers-islanders', event, markets };
}

export function linesOf(group: EventGroup, context: ViewContext = contextWith()): EventLines {
  return eventLines(group, (market) => ({ market, event: group.event }), context);
}

export function eventScene(change: Partial<EventInput> = {}, markets = DRAWN): EventInput {
  const group = groupOf(markets);
  return {
    ...scene(),
    key: group.key,
    event: group.event,
    isGone: false,
    lines: linesOf(group),
    reading: read(group.event),
    changes: new EventChanges(NOW - 60_000),
    market: { ...scene().market, value: markets.find(({ slug }) => slug === 'aec-game') ?? markets[0] },
    live: undefined,
    orders: read(ORDERS),
    held: read(HELD),
    activities: read([]),
    ...change,
  } as EventInput;
}
