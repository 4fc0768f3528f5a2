import assert from 'node:assert/strict';
import type { Freshness } from '../../../src/core/freshness.ts';
import { instantOf } from '../../../src/core/instant.ts';
import type { Market } from '../../../src/core/market.ts';
import type { MarketView } from '../../../src/core/market-view.ts';
import {
  eventMention,
  marketMention,
  mentionLine,
  mentionPrice,
  unknownMention,
} from '../../../src/view/mention-text.ts';
import { knownPosition } from '../../../src/view/position-text.ts';
import type { ViewContext } from '../../../src/view/row.ts';
import type { MarketStake } from '../../../src/view/stake-text.ts';
import { anOrder, aPosition } from '../../support/account-values.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { anEvent, aSide, aTeam, d, lakeGame, usd } from '../../support/values.ts';
import { aContext, NOW, tooltipText } from '../../support/view.ts';

const context = aContext();
const teams = [
  aTeam({ id: '1', name: 'Otters', league: 'nba' }),
  aTeam({ id: '2', name: 'Herons', league: 'nba' }),
];

function game(own: Partial<Market> = {}): MarketView {
  const market = lakeGame({
    question: 'Who wins, Otters or Herons?',
    sides: [
      aSide(true, { description: 'Otters', team: teams[0], quote: usd('0.419') }),
      aSide(false, { description: 'Herons', team: teams[1], quote: usd('0.627') }),
    ],
    bestBidQuote: usd('0.373'),
    bestAskQuote: usd('0.419'),
    ...own,
  });
  return { market, event: anEvent({ markets: [market], teams, live: true, gameId: '9', period: 'Q3' }) };
}
const stale = { source: 'rest', at: NOW - 600_000, standing: 'stale' } as const;

describe('a market that a file names', () => {
  it('says its question, its game and both prices, and when they were true before them', () => {
    const text = tooltipText(marketMention({ ...game(), freshness: stale }, undefined, 'DEMO', context));
    for (const part of [
      /Who wins, Otters or Herons\?/,
      /Q3/,
      /41\.9¢ to buy/,
      /Source: DEMO · quote of the side · read 10 m ago/,
    ])
      assert.match(text, part);
    assert.ok(text.indexOf('As of ') < text.indexOf('41.9¢') && text.includes('As of '), text);
    assert.doesNotMatch(tooltipText(marketMention(game(), undefined, 'DEMO', context)), /As of|Yours/);
  });

  it('says the league of its game as lists do, not that it is sports', () => {
    const view = game({ category: 'sports' });
    const named = { ...context, leagueName: (key: string) => (key === 'nba' ? 'Pro Basketball' : undefined) };
    assert.match(tooltipText(marketMention(view, undefined, 'DEMO', named)), / · Pro Basketball · Q3/);
  });

  it('says how far each side went today, and while it is current that it is open for trading and where prices are from', () => {
    const of = (own: Partial<MarketView>) =>
      tooltipText(marketMention({ ...game(), ...own }, undefined, 'DEMO', context));
    assert.match(of({}), /Source: DEMO · open for trading · quote of the side/);
    assert.doesNotMatch(of({ freshness: stale }), /open for trading/);
    assert.doesNotMatch(of(game({ ep3Status: 'HALTED' })), /open for trading/);
    const overview = { oneDayPriceChange: d('0.1') } as Market['overview'];
    assert.match(
      of(game({ overview })),
      /Otters: .* to buy · .* to sell · ▲ 10¢ today\n.*Herons: .* · ▼ 10¢ today\n/,
    );
  });

  it('says its event where its question does not, and the score beside the clock', () => {
    const { event, ...view } = game();
    const seen = (title: string) =>
      tooltipText(
        marketMention(
          { ...view, event: anEvent({ ...event, title, score: '17-20' }) },
          undefined,
          'DEMO',
          context,
        ),
      );
    assert.match(seen('Week 12'), /Week 12/);
    assert.match(seen('Week 12'), /Q3 · .*17–20/);
    assert.equal(seen('Otters or Herons').match(/Otters or Herons/g)?.length, 1);
  });

  it('says when a game that has not begun starts, as does the hover of its event and the line above it', () => {
    const { market, event } = game();
    const startTime = instantOf(NOW + 49 * 60_000);
    const ahead = anEvent({ ...event, live: false, period: 'NS', startTime });
    const starts = /in 49 m/;
    assert.match(tooltipText(marketMention({ market, event: ahead }, undefined, 'DEMO', context)), starts);
    assert.match(tooltipText(eventMention(ahead, {}, 'DEMO', context)), starts);
    assert.match(mentionLine({ market, event: ahead }, undefined, context), starts);
    assert.doesNotMatch(tooltipText(marketMention(game(), undefined, 'DEMO', context)), starts);
  });

  it('has one price behind it and both above it, with the time where they are old', () => {
    assert.equal(mentionPrice(game(), context), 'Otters 41.9¢');
    assert.match(mentionPrice({ ...game(), freshness: stale }, context), /^Otters 41\.9¢ as of \d/);
    assert.equal(mentionLine(game(), undefined, context), '41.9¢ Otters · 62.7¢ Herons · Q3');
  });

  it('has a price behind it with its line, short enough that the editor cuts neither of two', () => {
    const team = aTeam({
      id: '3',
      name: 'Grand Harbour Lighthouse Keepers',
      alias: 'Keepers',
      league: 'nba',
    });
    const spread = game({
      sportsMarketTypeV2: 'SPREAD',
      line: d('-13.5'),
      sides: [
        aSide(true, { description: team.name ?? '', team, quote: usd('0.419') }),
        aSide(false, { description: 'Herons', team: teams[1] }),
      ],
    });
    const text = mentionPrice(spread, context);
    assert.match(text, /^Keepers.* −13\.5 41\.9¢$/);
    assert.ok(text.length <= 21, text);
  });

  it('has no price once it is halted or settled: its state, or who won', () => {
    const halted = game({ ep3Status: 'HALTED' });
    for (const text of [mentionPrice(halted, context), mentionLine(halted, undefined, context)])
      assert.doesNotMatch(text, /¢/);
    const settlement = { slug: 'x', price: usd('1').value, more: [] };
    const won = { ...game({ status: 'RESOLVED', closed: true, active: false }), settlement };
    assert.equal(mentionPrice(won, context), 'Otters won');
    assert.equal(mentionLine(won, undefined, context), 'Otters won');
    assert.match(tooltipText(marketMention(won, undefined, 'DEMO', context)), /100¢ Otters/);
  });
});

describe('what somebody has in a market that a file names', () => {
  const { market } = game();
  const position = aPosition({ netPosition: d(120), cost: usd('52.34'), cashValue: usd('44.76') });
  const order = anOrder({ quantity: d(50), leavesQuantity: d(50), price: usd('0.68') });
  const hover = (
    { view = {}, ...own }: Partial<MarketStake> & { readonly view?: Partial<MarketView> } = {},
    settings: Partial<ViewContext['format']['settings']> = {},
  ): string => {
    const seen = { ...game(), ...view };
    const held = knownPosition(position, market, seen);
    const stake = { positions: [held], orders: [{ order, market }], freshness: undefined, ...own };
    return tooltipText(marketMention(seen, stake, 'DEMO', aContext(settings)));
  };

  it('is each position with its open P&L and each order, in the words of their rows', () => {
    const text = hover();
    assert.match(text, /◆ Yours: Otters 120 @ .*¢.* · open P&L ▼ \$7\.58/);
    assert.match(text, /◇ Orders: Buy 50 Otters 68¢/);
    assert.doesNotMatch(text, /old price|as of/i);
  });

  it('says of what an old price makes of it that the price is old, and as of when the account was read', () => {
    assert.match(hover({ view: { freshness: stale } }), /open P&L ▼ \$7\.58, at the old price/);
    assert.match(hover({ freshness: { ...stale, standing: 'cut' } }), /Otters 68¢ · as of \d/);
  });

  it('is a sign and how many contracts in the line above its slug, behind the score; of orders alone how many', () => {
    const view = game();
    const scores = [17, 20].map((points, at) => ({ competitorId: `${at + 1}`, points }));
    const played = { score: '17-20', periodScores: [{ label: 'Q1', number: 1, type: undefined, scores }] };
    const scored = { ...view, event: anEvent({ ...view.event, ...played }) };
    const line = (own: Partial<MarketStake>, settings: Partial<ViewContext['format']['settings']> = {}) => {
      const stake = { positions: [knownPosition(position)], orders: [], freshness: undefined, ...own };
      return mentionLine(scored, stake, aContext(settings)).split(' · ').slice(2).join(' · ');
    };
    const orders = [{ order, market }];
    assert.equal(line({}), 'Q3 · Otters 17–20 Herons · ◆ 120');
    assert.equal(line({ orders }), 'Q3 · Otters 17–20 Herons · ◈ 120');
    assert.equal(
      line({ positions: [], orders: [...orders, ...orders] }),
      'Q3 · Otters 17–20 Herons · ◇ 2 orders',
    );
    assert.equal(line({ orders }, { hideAmounts: true }), 'Q3 · Otters 17–20 Herons · ◈ •••');
    assert.equal(
      line({ positions: [], orders }, { hideAmounts: true }),
      'Q3 · Otters 17–20 Herons · ◇ ••• orders',
    );
    assert.match(line({ freshness: stale }), / · ◆ 120 · as of \d/);
  });

  it('has no amount while those are hidden, and prices as ever', () => {
    const text = hover({}, { hideAmounts: true });
    assert.match(text, /◆ Yours: Otters ••• @ .*¢.* · open P&L •••\n/);
    assert.match(text, /◇ Orders: Buy ••• Otters 68¢/);
    assert.doesNotMatch(text, /120|7\.58|\b50\b/);
  });

  it('has no open P&L once the market paid', () => {
    const settlement = { slug: 'x', price: usd('1').value, more: [] };
    const won = { ...game({ status: 'RESOLVED', closed: true, active: false }), settlement };
    const positions = [knownPosition(position, won.market, won)];
    assert.doesNotMatch(hover({ positions, view: won }), /open P&L/);
  });

  it('is counted where it is more than fits', () => {
    const orders = Array.from({ length: 7 }, () => ({ order, market }));
    const lines = hover({ orders }).split('\n');
    assert.equal(lines.filter((line) => /Buy 50/.test(line)).length, 2);
    assert.ok(lines.some((line) => / · … and 5 more$/.test(line)));
  });
});

describe('an event that a file names', () => {
  const { event } = game();
  const hover = (freshness?: Freshness): string =>
    tooltipText(eventMention(anEvent(event), { freshness }, 'DEMO', context));

  it('says its title, its league, its clock and how many markets it has', () => {
    const text = hover();
    assert.match(text, /^NBA · Q3/m);
    assert.match(text, /DEMO · 1 market$/m);
    assert.doesNotMatch(text, /Yours|Orders/);
  });

  it('says what each side of its winner costs in the order of its title, or the outcomes of one with many, and when that was', () => {
    const { market, event } = game();
    assert.ok(event);
    const titled = { ...event, title: 'Herons at Otters' };
    const of = (...views: readonly MarketView[]) =>
      tooltipText(eventMention(titled, { views }, 'DEMO', context));
    assert.match(of({ market, event: titled }), /Herons: 62\.7¢ to buy.*\nOtters: 41\.9¢ to buy/);
    assert.match(of({ market, event: titled, freshness: stale }), /Herons: as of \d.* · 62\.7¢/);
    assert.doesNotMatch(of(game(), game()), /Herons: 62/);
    assert.equal(of(game(), game(), game(), game(), game()).match(/Otters: /g)?.length, 4);
  });

  it('names the outcomes of one with many, which are all a Yes', () => {
    const views = ['Otters', 'Draw'].map((title) =>
      game({
        slug: `atc-nba-${title.toLowerCase()}`,
        question: undefined,
        title,
        sides: [
          aSide(true, { description: 'Yes', quote: usd('0.419') }),
          aSide(false, { description: 'No', quote: usd('0.627') }),
        ],
      }),
    );
    const text = tooltipText(eventMention(anEvent(event), { views }, 'DEMO', context));
    assert.match(inEnglish(text), /^Otters: 41\.9¢ to buy.*\nDraw: 41\.9¢ to buy/m);
  });

  it('says whose it is and when its clock was read, and of an old one so before the clock', () => {
    const current = hover({ source: 'rest', at: NOW - 4_000, standing: 'fresh' });
    assert.match(current, /Source: DEMO · read 4 s ago/);
    assert.doesNotMatch(current, /As of/);
    const old = hover(stale);
    assert.ok(/As of \d.*Q3/s.test(old), old);
    assert.match(old, /Source: DEMO · read 10 m ago/);
  });
});

describe('a slug nobody knows', () => {
  it('says whether the service has none, or how many were looked at, and the nearest', () => {
    const entry = { kind: 'market', key: 'aec-x-y' } as const;
    const gone = tooltipText(unknownMention(entry, { isGone: true, read: 5 }, context));
    assert.match(gone, /No market with this slug.*aec-x-y.*The service was asked for it/s);
    assert.equal(inEnglish(gone).match(/\bno(ne)?\b/gi)?.length, 1, 'says once that there is none');
    const unread = { isGone: false, read: 1296, nearest: 'aec-x-z' };
    const text = tooltipText(unknownMention(entry, unread, context));
    assert.match(text, /1,296 markets read so far.*Nearest.*aec-x-z/s);
  });
});
