import assert from 'node:assert/strict';
import type { Market } from '../../../src/core/market.ts';
import type { MarketView } from '../../../src/core/market-view.ts';
import {
  eventMention,
  marketMention,
  mentionLine,
  mentionPrice,
  unknownMention,
} from '../../../src/view/mention-text.ts';
import { anEvent, aSide, aTeam, lakeGame, usd } from '../../support/values.ts';
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
    const text = tooltipText(marketMention({ ...game(), freshness: stale }, 'both', context));
    for (const part of [
      /Who wins, Otters or Herons\?/,
      /Q3/,
      /41\.9¢ to buy/,
      /You have a position and orders/,
    ])
      assert.match(text, part);
    assert.ok(text.indexOf('As of ') < text.indexOf('41.9¢') && text.includes('As of '), text);
    assert.doesNotMatch(tooltipText(marketMention(game(), undefined, context)), /As of|Yours/);
  });

  it('has one price behind it and both above it, with the time where they are old', () => {
    assert.equal(mentionPrice(game(), context), 'Otters 41.9¢');
    assert.match(mentionPrice({ ...game(), freshness: stale }, context), /^Otters 41\.9¢ as of \d/);
    assert.match(
      mentionLine(game(), 'position', context),
      /^41\.9¢ Otters · 62\.7¢ Herons · .*you have a position$/,
    );
  });

  it('has no price once it is halted or settled: its state, or who won', () => {
    const halted = game({ ep3Status: 'HALTED' });
    for (const text of [mentionPrice(halted, context), mentionLine(halted, undefined, context)])
      assert.doesNotMatch(text, /¢/);
    const settlement = { slug: 'x', price: usd('1').value, more: [] };
    const won = { ...game({ status: 'RESOLVED', closed: true, active: false }), settlement };
    assert.equal(mentionPrice(won, context), 'Otters won');
    assert.equal(mentionLine(won, undefined, context), 'Otters won');
    assert.match(tooltipText(marketMention(won, undefined, context)), /100¢ Otters/);
  });
});

describe('an event that a file names', () => {
  it('says its title, its clock and how many markets it has', () => {
    const { event } = game();
    assert.ok(event);
    const text = tooltipText(eventMention(event, 'orders', context));
    assert.match(text, /Q3/);
    assert.match(text, /Markets.*1/);
    assert.match(text, /You have orders/);
  });
});

describe('a slug nobody knows', () => {
  it('says whether the service has none, or how many were looked at, and the nearest', () => {
    const entry = { kind: 'market', key: 'aec-x-y' } as const;
    const gone = tooltipText(unknownMention(entry, { isGone: true, read: 5 }, context));
    assert.match(gone, /No market with this slug.*aec-x-y.*The service has none/s);
    const unread = { isGone: false, read: 1296, nearest: 'aec-x-z' };
    const text = tooltipText(unknownMention(entry, unread, context));
    assert.match(text, /1,296 markets read so far.*Nearest.*aec-x-z/s);
  });
});
