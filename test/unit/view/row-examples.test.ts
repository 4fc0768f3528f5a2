import assert from 'node:assert/strict';
import { holdingsOf } from '../../../src/core/holdings.ts';
import type { Market, MarketEvent } from '../../../src/core/market.ts';
import type { MarketFacts } from '../../../src/core/market-view.ts';
import { eventRow } from '../../../src/view/event-rows.ts';
import type { FormatSettings } from '../../../src/view/format.ts';
import { MarketRows } from '../../../src/view/market-rows.ts';
import { orderRow as orderRowOf } from '../../../src/view/orders-tree.ts';
import { knownPosition } from '../../../src/view/position-text.ts';
import { positionRow as positionRowOf } from '../../../src/view/positions-tree.ts';
import type { Row } from '../../../src/view/row.ts';
import { siblingRows } from '../../../src/view/sibling-rows.ts';
import { anOrder, aPosition } from '../../support/account-values.ts';
import { aBook, anEvent, aPeriod, aSide, aTeam, at, d, lakeGame, usd } from '../../support/values.ts';
import { aContext, read } from '../../support/view.ts';

const team = (id: string, place: string, name: string, short: string) =>
  aTeam({ id, name: `${place} ${name}`, alias: name, displayAbbreviation: short, league: 'cfb' });
const wolves = team('1', 'Granite Mountain', 'Wolves', 'GRP');
const comets = team('2', 'Willow Harbour', 'Comets', 'WIL');

function aGame(own: Partial<MarketEvent> = {}): MarketEvent {
  return anEvent({
    id: 'g1',
    slug: 'cfb-grp-wil',
    title: 'Granite Mountain Wolves at Willow Harbour Comets',
    teams: [comets, wolves],
    period: 'Q3',
    elapsed: '04:12',
    score: '17-20',
    periodScores: [aPeriod('Q1', ['2', 20], ['1', 17])],
    ...own,
  });
}

const sides = [
  aSide(true, { description: 'Comets', team: comets }),
  aSide(false, { description: 'Wolves', team: wolves }),
];
const winner = (own: Partial<Market> = {}): Market =>
  lakeGame({ sides, bestAskQuote: usd('0.64'), bestBidQuote: usd('0.62'), ...own });
const held = [aPosition({ marketSlug: winner().slug, netPosition: d(120) })];
const ordered = [anOrder({ marketSlug: winner().slug, intent: 'BUY_SHORT', side: 'SELL' })];

interface Scene {
  readonly settings?: Partial<FormatSettings>;
  readonly facts?: MarketFacts;
  readonly market?: Partial<Market>;
  readonly league?: string;
}

function rowOf(event: MarketEvent, { settings, facts, market, league }: Scene = {}): Row {
  const context = aContext(settings);
  const markets = [winner(market)];
  const view = (of: Market) => ({ market: of, event, ...facts });
  const made = new MarketRows({ view, holdings: holdingsOf(held, ordered) }, context);
  made.memo.begin(context);
  const group = { key: 'g', event: { ...event, markets }, markets };
  return eventRow(group, made, context, { id: 'e', league });
}

const stale = { source: 'stream', at: at('2026-11-20T15:01:00Z').ms } as const;
const soon = aGame({ period: 'NS', score: undefined, startTime: at('2026-11-20T21:29:00Z') });
const over = { status: 'RESOLVING' } as const;

describe('rows as the examples have them: events', () => {
  const cases: readonly (readonly [string, Row, string, string | undefined])[] = [
    [
      'live',
      rowOf(aGame(), { league: 'College Football' }),
      '38¢ GRP 17–20 WIL 64¢ | Q3 4:12 · College Football',
      '◈',
    ],
    [
      'live, Short Names',
      rowOf(aGame(), { settings: { shortNames: true }, league: 'X' }),
      'GRP 17–20 WIL 64¢ | Q3 4:12',
      '◈',
    ],
    ['not started', rowOf(soon), '38¢ GRP @ WIL 64¢ | 21:29 · in 1 h 29 m', '◈'],
    [
      'a score that is nobody’s',
      rowOf(aGame({ periodScores: [] })),
      '38¢ GRP @ WIL 64¢ | Q3 4:12 · 17–20',
      '◈',
    ],
    ['halted', rowOf(aGame(), { market: { status: 'HALTED' } }), 'GRP 17–20 WIL | halted', '◈'],
    [
      'halted since',
      rowOf(aGame(), {
        facts: {
          live: { book: aBook({ state: 'HALTED', transactTime: at('2026-11-20T14:52:00Z') }), newer: true },
        },
      }),
      'GRP 17–20 WIL | halted 14:52',
      '◈',
    ],
    [
      'ended, awaiting settlement',
      rowOf(aGame({ finishedTimestamp: at('2026-11-20T17:03:00Z') }), { market: over }),
      'GRP 17–20 WIL | ended 17:03 · for 2 h 57 m',
      '◈',
    ],
    [
      'stale',
      rowOf(aGame(), { facts: { freshness: { ...stale, standing: 'stale' } } }),
      '38¢ GRP 17–20 WIL 64¢ | as of 15:01 · Q3 4:12',
      '!',
    ],
    [
      'not connected',
      rowOf(aGame(), { facts: { freshness: { ...stale, standing: 'cut' } } }),
      '38¢ GRP 17–20 WIL 64¢ | as of 15:01',
      undefined,
    ],
    [
      'American',
      rowOf(aGame(), { settings: { oddsFormat: 'american' } }),
      '+163 GRP 17–20 WIL −178 | Q3 4:12',
      '◈',
    ],
    [
      'decimal',
      rowOf(aGame(), { settings: { oddsFormat: 'decimal' } }),
      '2.63 GRP 17–20 WIL 1.56 | Q3 4:12',
      '◈',
    ],
    [
      'percent',
      rowOf(aGame(), { settings: { oddsFormat: 'percent' } }),
      '38% GRP 17–20 WIL 64% | Q3 4:12',
      '◈',
    ],
    [
      'fractional',
      rowOf(aGame(), { settings: { oddsFormat: 'fractional' } }),
      '13/8 GRP 17–20 WIL 9/16 | Q3 4:12',
      '◈',
    ],
  ];
  for (const [name, row, text, mark] of cases) {
    it(name, () => {
      assert.equal(read(row), text);
      assert.equal(row.mark, mark);
    });
  }

  it('its sides: the day’s change, what selling brings, the marks of each side', () => {
    const context = aContext();
    const made = new MarketRows({ holdings: holdingsOf(held, ordered) }, context);
    const rows = made.inEvent(winner({ bestBidQuote: usd('0.62') }));
    assert.deepEqual(
      rows.map((row) => [read(row), row.mark]),
      [
        ['64¢ Comets | 62¢ to sell', '◆'],
        ['38¢ Wolves | 36¢ to sell', '◇'],
      ],
    );
  });

  it('the same fixture twice begins with its day', () => {
    const days = ['22', '28'].map((day) =>
      rowOf(aGame({ id: day, period: 'NS', score: undefined, startTime: at(`2026-11-${day}T19:00:00Z`) })),
    );
    assert.deepEqual(
      siblingRows(days).map(({ parts }) => parts[0]),
      ['Nov 22', 'Nov 28'],
    );
  });
});

describe('rows as the examples have them: orders and positions', () => {
  const spread = winner({ sportsMarketTypeV2: 'SPREAD', line: d('-6.5') });
  const orderRow = (
    own: Parameters<typeof anOrder>[0],
    settings: Partial<FormatSettings> = {},
    market = winner(),
    isInGroup = true,
  ) => {
    const order = anOrder({ marketSlug: market.slug, state: 'NEW', ...own });
    return orderRowOf({ order, market }, aContext(settings), isInGroup);
  };
  const sell = { intent: 'SELL_LONG', side: 'SELL', price: usd('0.68'), leavesQuantity: d(50) } as const;
  const positionRow = (
    own: Parameters<typeof aPosition>[0],
    settings: Partial<FormatSettings> = {},
    market = winner(),
    isInGroup = true,
    facts: MarketFacts = {},
  ) => {
    const position = aPosition({ marketSlug: market.slug, ...own });
    return positionRowOf(knownPosition(position, market, facts), aContext(settings), { isInGroup });
  };
  const long = {
    netPosition: d(120),
    cost: usd('66.58'),
    baseCost: usd('64.80'),
    cashValue: usd('74.40'),
  };
  const cases: readonly (readonly [string, Row | undefined, string])[] = [
    ['order, sell', orderRow(sell), 'Sell 50 Comets 68¢ | now 62¢'],
    [
      'NO order between teams',
      orderRow({ intent: 'BUY_SHORT', side: 'SELL', price: usd('0.66'), leavesQuantity: d(40) }),
      'Buy 40 Wolves 34¢ | now 38¢',
    ],
    ['order, American', orderRow(sell, { oddsFormat: 'american' }), 'Sell 50 WIL at −212 | now −163'],
    ['order, hidden', orderRow(sell, { hideAmounts: true }), 'Sell ••• Comets 68¢ | now 62¢'],
    [
      'order, American, after a line',
      orderRow(sell, { oddsFormat: 'american' }, spread),
      'Sell 50 WIL −6.5 at −212 | now −163',
    ],
    [
      'order in an ended market, alone in its event',
      orderRow(
        sell,
        {},
        winner({ ...over, events: [aGame({ finishedTimestamp: at('2026-11-20T12:04:00Z') })] }),
        false,
      ),
      'Sell 50 Comets 68¢ | ended 12:04 · Wolves at Comets',
    ],
    [
      'position, awaiting',
      positionRow(
        long,
        {},
        winner({ ...over, events: [aGame({ finishedTimestamp: at('2026-11-20T12:04:00Z') })] }),
        false,
      ),
      '▲$7.82 Comets ×120 | 54¢→– · ended 12:04 · pays $120.00 if they win · Wolves at Comets',
    ],
    [
      'position, live, alone in its event',
      positionRow(long, {}, winner({ events: [aGame()] }), false),
      '▲$7.82 Comets ×120 | 54→62¢ · Q3 4:12 · pays $120.00 if they win · Wolves at Comets',
    ],
    ['position, long', positionRow(long), '▲$7.82 Comets ×120 | 54→62¢ · pays $120.00 if they win'],
    [
      'position, American',
      positionRow(long, { oddsFormat: 'american' }),
      '▲$7.82 Comets ×120 | 54¢→−163 · pays $120.00 if they win',
    ],
    ['position, hidden', positionRow(long, { hideAmounts: true }), '••• Comets ×••• | 54→62¢'],
    [
      'position, short of a spread',
      positionRow(
        { netPosition: d(-60), cost: usd('34.80'), baseCost: usd('34.80'), cashValue: usd('36.32') },
        {},
        { ...spread, bestAskQuote: usd('0.38') },
      ),
      '▲$1.52 GRP +6.5 ×60 | 58→62¢ · pays $60.00',
    ],
    [
      'position, a book without bids',
      positionRow(
        { netPosition: d(224), cost: usd('94.20'), baseCost: usd('91.41') },
        {},
        winner({ bestBidQuote: undefined }),
        true,
        { live: { book: aBook() } },
      ),
      '– Comets ×224 | 40.81¢→– · no bid · pays $224.00 if they win',
    ],
    [
      'position, no quote read',
      positionRow(
        { netPosition: d(224), cost: usd('94.20'), baseCost: usd('91.41') },
        {},
        winner({ bestBidQuote: undefined }),
      ),
      '– Comets ×224 | 40.81¢→– · price not known · pays $224.00 if they win',
    ],
  ];
  for (const [name, row, text] of cases) it(name, () => assert.equal(row && read(row), text));
});
