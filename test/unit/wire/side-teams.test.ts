import assert from 'node:assert/strict';
import type { Market } from '../../../src/core/market.ts';
import { sideOf } from '../../../src/core/pricing.ts';
import { decodeEvent, decodeMarket } from '../../../src/exchange/wire/market.ts';
import { MarketsStore } from '../../../src/store/markets/markets.ts';
import { present } from '../../support/values.ts';
import { rig } from '../store/values.ts';

const TEAMS = [
  { id: 71, name: 'Marsh Otters', alias: 'Otters', abbreviation: 'otr' },
  { id: 72, name: 'Cliff Herons', alias: 'Herons', abbreviation: 'her' },
];

/** A market whose sides say the ids of their teams alone. */
const bare = (more: object = {}) => ({
  id: '9',
  slug: 'aec-nba-otr-her-2026-11-20',
  sportsMarketTypeV2: 'SPORTS_MARKET_TYPE_MONEYLINE',
  marketSides: [
    { id: 'a', long: true, teamId: 71, team: null },
    { id: 'b', long: false, team: { id: 72 } },
  ],
  ...more,
});
const parent = { id: '5', slug: 'nba-otr-her-2026-11-20', title: 'Otters at Herons', teams: TEAMS };

const names = (market: Market) => [true, false].map((long) => sideOf(market, long)?.team?.name);

describe('wire: teams of sides', () => {
  it('are those of the event, where a side says an id alone', () => {
    const event = decodeEvent({ event: { ...parent, markets: [bare()] } }).value;
    assert.deepEqual(names(present(event.markets[0])), ['Marsh Otters', 'Cliff Herons']);
    assert.equal(sideOf(present(event.markets[0]), true)?.teamId, '71');
  });

  it('are those of the event a market names itself', () => {
    const market = decodeMarket({ market: bare({ events: [parent] }) }).value;
    assert.deepEqual(names(market), ['Marsh Otters', 'Cliff Herons']);
  });

  it('stay unknown where nobody says them', () => {
    assert.deepEqual(names(decodeMarket({ market: bare() }).value), [undefined, undefined]);
    const other = { ...parent, teams: [{ id: 88, name: 'Reed Larks' }] };
    assert.deepEqual(names(decodeMarket({ market: bare({ events: [other] }) }).value), [
      undefined,
      undefined,
    ]);
  });

  it('stay known when the market is read again alone', () => {
    const { session } = rig();
    const markets = new MarketsStore(session);
    markets.upsert(decodeEvent({ event: { ...parent, markets: [bare()] } }).value.markets, 1);
    markets.upsert(decodeMarket({ market: bare({ question: 'Who wins?' }) }).value, 2);
    const known = present(markets.get('aec-nba-otr-her-2026-11-20'));
    assert.deepEqual([known.question, ...names(known)], ['Who wins?', 'Marsh Otters', 'Cliff Herons']);
  });
});
