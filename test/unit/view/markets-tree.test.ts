import assert from 'node:assert/strict';
import type { Market } from '../../../src/core/market.ts';
import type { MarketRowSource } from '../../../src/view/market-rows.ts';
import { flatRows, lineTypeRows, matchRows } from '../../../src/view/markets-tree.ts';
import { joined, type Row } from '../../../src/view/row.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { aMarket, anEvent, anOverview, aSide, aTeam, at, d, lakeGame, usd } from '../../support/values.ts';
import { aContext, descriptionOf, everyRow, outline, read, tooltipText } from '../../support/view.ts';

const context = aContext();
const event = anEvent({ period: 'Q3', elapsed: '04:12', score: '78–81' });
const moved = anOverview({ oneDayPriceChange: d('-0.03'), volumeNum: d(182400) });
const winner = lakeGame({ events: [event], overview: moved });
const spread = lakeGame({
  id: '2',
  slug: 'asc-nba-otters-herons-2026-11-20-neg-2pt5',
  sportsMarketTypeV2: 'SPREAD',
  line: d('-2.5'),
  events: [event],
  bestAskQuote: usd('0.52'),
});
const total = lakeGame({
  id: '3',
  slug: 'tsc-nba-otters-herons-2026-11-20-214pt5',
  status: 'HALTED',
  sportsMarketTypeV2: 'TOTAL',
  line: d('214.5'),
  events: [event],
  sides: [aSide(true, { description: 'Over' }), aSide(false, { description: 'Under' })],
  bestAskQuote: usd('0.49'),
  bestBidQuote: usd('0.48'),
});

const matches = (markets: readonly Market[], source: MarketRowSource = {}): readonly Row[] =>
  matchRows(markets, () => undefined, source, context);
const flat = (markets: readonly Market[], source: MarketRowSource = {}): readonly Row[] =>
  flatRows(markets, source, context);

const draw = (end: string, title: string, team: string | undefined, ask: string) =>
  aMarket({
    id: end,
    slug: `atc-epl-rov-mer-2026-11-22-${end}`,
    title,
    status: 'OPEN',
    category: 'sports',
    sportsMarketTypeV2: 'DRAWABLE_OUTCOME',
    bestAskQuote: usd(ask),
    bestBidQuote: usd(d(ask).minus(d('0.01')).toString()),
    sides: [true, false].map((long) =>
      aSide(long, {
        description: long ? 'Yes' : 'No',
        team: team === undefined ? undefined : aTeam({ id: team, name: team, league: 'epl' }),
      }),
    ),
  });
const threeWay = [
  draw('rov', 'Rovers (Reg. Time)', 'Rovers', '0.72'),
  draw('draw', 'Tie (Reg. Time)', undefined, '0.19'),
  draw('mer', 'Mariners (Reg. Time)', 'Mariners', '0.11'),
];

describe('markets view', () => {
  it('reads like a person would say it: an event with its clock, a row a side, lines in folders', () => {
    assert.deepEqual(outline(matches([winner, spread, total])), [
      '44¢ Otters @ Herons 57¢ | Q3 4:12 · 78–81',
      '  44¢ Otters | ▼3 · 43¢ to sell · vol 182k contracts',
      '  57¢ Herons | ▲3 · 56¢ to sell',
      '  52¢ Otters −2.5 | 43¢ to sell',
      '  – Over 214.5 | halted',
    ]);
  });

  it('shows the three yes/no markets of a drawable game beside each other, draw included', () => {
    assert.deepEqual(outline(matches(threeWay)), [
      '72¢ Rovers @ Marin… 11¢ | draw 19¢',
      '  72¢ Rovers | 71¢ to sell',
      '  19¢ Draw | 18¢ to sell',
      '  11¢ Mariners | 10¢ to sell',
    ]);
  });

  it('sorts spreads and totals by their number, and the sides of the winner as the title names them', () => {
    const totals = ['12.5', '13.5', '11.5'].map((line) => ({ ...total, slug: `t${line}`, line: d(line) }));
    const home = { ...winner, sides: winner.sides.map((side) => ({ ...side, long: !side.long })) };
    const labels = outline(matches([home, ...totals])).map((line) => line.trim().split(' | ')[0]);
    assert.deepEqual(labels.slice(1), [
      '57¢ Otters',
      '44¢ Herons',
      'Total',
      '– Over 11.5',
      '– Over 12.5',
      '– Over 13.5',
    ]);
    const [mariners, tie, rovers] = [...threeWay].reverse();
    const moved = matches([tie, mariners, rovers].flatMap((market) => market ?? []));
    assert.match(outline(moved).join('\n'), /Marin… @ Rovers.*\n.*Mariners.*\n.*Draw.*\n.*Rovers/);
  });

  it('names what each price of an event buys in its tooltip, and what it shows prices of', () => {
    const [row] = matches(threeWay);
    const text = tooltipText(row?.tooltip() ?? []);
    for (const [name, price] of [
      ['Rovers', '72¢'],
      ['Mariners', '11¢'],
      ['Draw', '19¢'],
    ] as const)
      assert.match(text, new RegExp(`${name}: ${price} to buy`));
    const [event] = matches([winner, spread, total]);
    assert.ok(event?.subject?.kind === 'event');
    assert.deepEqual(event.subject.slugs, [winner.slug]);
  });

  it('says its result instead of a price, by `long` whatever the order of the sides', () => {
    const [first] = threeWay;
    assert.ok(first);
    const resolved = {
      ...first,
      status: 'RESOLVED',
      outcomes: ['No', 'Yes'],
      outcomePrices: ['0', '1'],
      sides: first.sides.map((side) => ({ ...side, price: d(side.long ? 0 : 1) })).reverse(),
    };
    const [row] = flat([resolved]);
    assert.equal(descriptionOf(row), 'lost');
    assert.equal(row?.contextValue, 'market.settled');
  });

  it('says void with what each side was paid', () => {
    const settlement = { slug: winner.slug, price: d('0.6') };
    const view = (market: Market) => ({ market, event: market.events[0], settlement });
    const lines = outline(matches([lakeGame()], { view }));
    assert.equal(lines[1]?.trim(), 'Otters | void, paid 60¢');
    assert.equal(lines[2]?.trim(), 'Herons | void, paid 40¢');
  });

  it('says the last trade or nothing where there is no offer, never a zero', () => {
    const empty = lakeGame({ bestAskQuote: undefined, bestBidQuote: undefined, outcomePrices: ['0', '0'] });
    const last = lakeGame({
      ...empty,
      slug: 'aec-nba-a-b-2026-11-21',
      overview: anOverview({ lastTradePrice: d('0.4') }),
    });
    const lines = outline(matches([empty, last])).map((line) => line.trim());
    assert.ok(lines.includes('– Otters | price not known'));
    assert.ok(lines.includes('– Herons | price not known · last 60¢'));
    assert.doesNotMatch(lines.join(), /\b0¢/);
  });

  it('flat, names the event on the row', () => {
    assert.deepEqual(outline(flat([winner, total])), [
      '44¢ Otters | ▼3 · Otters @ Herons · Q3 4:12 · 43¢ to sell · vol 182k contracts',
      '– Over 214.5 | halted · Otters at Herons · Q3 4:12',
    ]);
  });

  it('flat, says that a volume is only that of the event', () => {
    const game = anEvent({ volume: d(1_200_000) });
    const bare = lakeGame({ slug: 'bare', overview: undefined, events: [game] });
    const [row, own] = flat([bare, lakeGame({ slug: 'own', events: [game], overview: moved })]);
    assert.match(read(row ?? assert.fail()), / · event vol 1\.2M$/);
    assert.match(tooltipText(row?.tooltip() ?? []), /Volume of the event: 1,200,000/);
    assert.match(read(own ?? assert.fail()), / · vol 182k contracts$/);
    assert.doesNotMatch(tooltipText(own?.tooltip() ?? []), /Volume of the event/);
  });

  it('flat, puts an outcome behind its question', () => {
    const answer = aMarket({ question: 'How warm will it be?', title: '78 or below', status: 'OPEN' });
    const [row] = flat([answer]);
    assert.ok(row !== undefined);
    assert.equal(read(row), '– 78 or below | price not known · How warm will it be?');
  });

  it('lets a question of one market stand for its event', () => {
    const question = aMarket({
      slug: 'usse-lakeside-mayor',
      question: 'Does Lakeside elect a new mayor?',
      category: 'politics',
      status: 'OPEN',
      sides: [aSide(true, { description: 'Yes' }), aSide(false, { description: 'No' })],
    });
    assert.deepEqual(outline(matches([question])), ['– Does Lakeside elect a new mayor? | price not known']);
  });

  it('keeps ids free of prices and states, and unique', () => {
    const ids = (markets: readonly Market[]): readonly string[] =>
      everyRow(matches(markets)).map(({ id }) => id);
    const before = ids([winner, spread, total, ...threeWay]);
    const after = ids([
      { ...winner, bestAskQuote: usd('0.9'), status: 'HALTED', events: [{ ...event, score: '80–81' }] },
      spread,
      { ...total, status: 'OPEN' },
      ...threeWay,
    ]);
    assert.deepEqual(after, before);
    assert.equal(new Set(before).size, before.length);
  });

  it('says it to a screen reader in words, state included', () => {
    const labels = everyRow(matches([winner, total])).map((row) => inEnglish(row.accessibilityLabel));
    assert.ok(labels.includes('Otters, 44¢ to buy, down 3¢ today, 43¢ to sell'));
    assert.ok(labels.includes('Over 214.5, halted'));
  });

  it('puts source, age and slug into the tooltip', () => {
    const readAt = at('2026-11-20T19:58:00Z').ms;
    const view = (market: Market) => ({ market, event: market.events[0], readAt });
    const [row] = flat([winner], { view });
    const text = tooltipText(row?.tooltip() ?? []);
    assert.match(text, /Source: Read 2 m ago/);
    assert.match(text, /Otters: 44¢ to buy · 43¢ to sell · from: best bid and offer of the market/);
    assert.match(text, /Slug: aec-nba-otters-herons-2026-11-20/);
  });

  it('by line type, has a group for each with its rows below', () => {
    assert.deepEqual(
      lineTypeRows([total, winner, spread], {}, context).map(({ label, parts }) => [label, joined(parts)]),
      [
        ['Winner', '1'],
        ['Spread', '1'],
        ['Total', '1'],
      ],
    );
  });
});
