import assert from 'node:assert/strict';
import { Decimal } from '../../../src/core/decimal.ts';
import type { MarketView } from '../../../src/core/market-view.ts';
import { html, insertHtml } from '../../../src/view/html.ts';
import { eventMention } from '../../../src/view/mention-text.ts';
import { cardLines, eventCard, marketCard, queryCard, wordsCard } from '../../../src/view/note-card.ts';
import { knownPosition } from '../../../src/view/position-text.ts';
import type { MarketStake } from '../../../src/view/stake-text.ts';
import { anOrder, aPosition } from '../../support/account-values.ts';
import { HOSTILE } from '../../support/hostile.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { anEvent, aSide, aTeam, at, lakeGame, usd } from '../../support/values.ts';
import { aContext, NOW } from '../../support/view.ts';

const context = aContext();
const frame = { connection: 'DEMO', href: 'vscode://x/openMarket?slug=a-b-c' };
const fresh = { source: 'stream', at: NOW, standing: 'fresh' } as const;

function game(own: Parameters<typeof lakeGame>[0] = {}): MarketView {
  const market = lakeGame({
    question: 'Who wins, Otters or Herons?',
    sides: [
      aSide(true, { description: 'Otters', quote: usd('0.419') }),
      aSide(false, { description: 'Herons', quote: usd('0.627') }),
    ],
    bestBidQuote: usd('0.373'),
    bestAskQuote: usd('0.419'),
    ...own,
  });
  const event = anEvent({
    title: 'Otters vs. Herons',
    markets: [market],
    live: true,
    gameId: '9',
    period: 'Q3',
  });
  return { market, event, freshness: fresh };
}

/** What a person reads of markup. */
function textOf(markup: { toString(): string }): string {
  return inEnglish(`${markup}`)
    .replace(/<[^>]*>/g, '|')
    .replace(/\|+/g, '|');
}

/** The elements and attributes that markup makes. */
function elementsOf(markup: { toString(): string }): readonly string[] {
  return [...new Set(`${markup}`.match(/<[^>]*>/g))].map((tag) => tag.replace(/"[^"]*"/g, '""')).sort();
}

describe('the card of a market', () => {
  it('has its question, where its game stands, both prices and as of when that is', () => {
    const text = textOf(marketCard(game(), undefined, frame, context));
    for (const part of [
      /Who wins, Otters or Herons\?/,
      /DEMO/,
      /live · Q3/,
      /\|41\.9¢\| to buy/,
      /37\.3¢ to sell/,
    ])
      assert.match(text, part);
    assert.match(text, /20:00:00.* · stream\|Open/);
    assert.doesNotMatch(text, /◆|◇/);
  });

  it('says before any price that it is not current, and does not call that live', () => {
    for (const [standing, words] of [
      ['stale', 'Not current'],
      ['cut', 'Not connected'],
    ] as const) {
      const view = { ...game(), freshness: { source: 'stream', at: NOW - 600_000, standing } as const };
      const markup = marketCard(view, undefined, frame, context);
      const text = textOf(markup);
      assert.ok(text.indexOf(words) > 0 && text.indexOf(words) < text.indexOf('41.9¢'), text);
      assert.match(`${markup}`, /class="prediction-market old"/);
      assert.doesNotMatch(text, /\blive\b/);
    }
  });

  it('says what is held only where it is given that, and as of when', () => {
    const stake: MarketStake = {
      positions: [],
      orders: Array.from({ length: 3 }, () => ({ order: anOrder(), market: undefined })),
      freshness: { ...fresh, standing: 'cut', at: NOW - 60_000 },
    };
    assert.match(textOf(marketCard(game(), stake, frame, context)), /◇ 3 orders · as of 19:59/);
  });

  it('wraps no amount away from its arrow', () => {
    const position = aPosition({ netPosition: Decimal.of('120'), cost: usd('64.8'), cashValue: usd('74.4') });
    const stake = { positions: [knownPosition(position, undefined, {})], orders: [], freshness: fresh };
    assert.match(`${marketCard(game(), stake, frame, context)}`, /· ▲\u00a0\$9\.60/);
  });

  it('has no price once it is halted', () => {
    const text = textOf(marketCard(game({ ep3Status: 'HALTED' }), undefined, frame, context));
    assert.match(text, /Halted/);
    assert.doesNotMatch(text, /¢ to/);
  });
});

describe('the card of an event', () => {
  const winner = game().market;
  const line = (slug: string, title: string) =>
    lakeGame({ slug, title, question: title, sportsMarketType: 'total', sportsMarketTypeV2: undefined });
  const event = anEvent({
    title: 'Otters at Herons',
    markets: [winner, ...Array.from({ length: 9 }, (_, at) => line(`t-${at}`, `Over ${at}.5`))],
  });
  const viewOf = (market: MarketView['market']) => ({ market, event, freshness: fresh });
  const cardOf = (...lines: readonly string[]) =>
    eventCard(event, lines, { viewOf, stakeOf: () => undefined }, frame, context);

  it('has the first lines and says how many more there are', () => {
    assert.equal(cardLines(event, [], context).length, 6);
    assert.match(textOf(cardOf()), /Otters at Herons.*4 more lines · .*stream\|Open event/);
  });

  it('names a draw, whose sides are yes and no', () => {
    const draw = lakeGame({
      slug: 'nba-otters-herons-draw',
      title: 'Draw',
      question: 'Draw?',
      sides: [aSide(true), aSide(false)],
    });
    const played = { ...event, markets: [winner, draw] };
    const text = textOf(eventCard(played, [], { viewOf, stakeOf: () => undefined }, frame, context));
    assert.match(text, /\|Winner\|Otters .*\|Draw\|Yes /);
  });

  it('says of a side without a price why, apart from its name', () => {
    const over = lakeGame({
      slug: 'over',
      title: 'Over 2.5',
      question: 'Over 2.5?',
      sides: [aSide(true), aSide(false)],
      bestAskQuote: undefined,
    });
    const [none, halted] = [{}, { ep3Status: 'HALTED' as const }].map((state) => {
      const markets = [{ ...over, ...state }];
      return textOf(
        eventCard({ ...event, markets }, [], { viewOf, stakeOf: () => undefined }, frame, context),
      );
    });
    assert.match(none ?? '', /\|Yes: price not known\|No 57¢\|/);
    assert.match(halted ?? '', /\|Yes: halted\|No: halted\|/);
  });

  it('says that its result is awaited, as does its hover', () => {
    const over = { ...event, live: false, ended: true, finishedTimestamp: at('2026-11-20T19:59:00Z') };
    const card = eventCard(over, [], { viewOf, stakeOf: () => undefined }, frame, context);
    const said = inEnglish('awaiting settlement · ended 19:59');
    assert.ok(textOf(card).includes(said), textOf(card));
    const hover = eventMention(over, {}, 'DEMO', context).flatMap((line) =>
      'text' in line ? line.text : [],
    );
    assert.match(inEnglish(hover.join('\n')), /· awaiting settlement · ended 19:59/m);
  });

  it('has the sides of every line in the order of its title, in names a row has room for', () => {
    const otters = aTeam({ id: '1', name: 'Port Alder Otters', alias: 'Otters' });
    const herons = aTeam({ id: '2', name: 'Lake Marrow Herons', alias: 'Herons' });
    const spread = lakeGame({
      slug: 'spread',
      question: 'Herons −2.5?',
      sportsMarketType: 'spread',
      sportsMarketTypeV2: 'SPREAD',
      sides: [
        aSide(true, { description: 'Lake Marrow Herons −2.5', team: herons, quote: usd('0.47') }),
        aSide(false, { description: 'Port Alder Otters +2.5', team: otters, quote: usd('0.54') }),
      ],
    });
    const played = anEvent({
      title: 'Port Alder Otters at Lake Marrow Herons',
      markets: [{ ...spread, events: [] }],
    });
    const of = (market: MarketView['market']) => ({ market, event: played, freshness: fresh });
    const text = textOf(eventCard(played, [], { viewOf: of, stakeOf: () => undefined }, frame, context));
    assert.match(text, /\|Spread\|Otters \+2\.5 54¢\|Herons −2\.5 47¢\|/);
  });

  it('has the lines it is asked for', () => {
    const [first, ...more] = cardLines(event, ['winner'], context);
    assert.deepEqual([first?.slug, more.length], [winner.slug, 0]);
    assert.deepEqual(cardLines(event, ['no such line'], context), []);
  });
});

describe('the card of a search', () => {
  it('wraps no price away from the word beside it', () => {
    const row = { label: '38¢ Port Alder Otters 17–20 Herons 64¢', detail: 'live' };
    const markup = `${queryCard('live', [row], { count: '1 found', views: [] }, frame, context)}`;
    assert.ok(markup.includes('>38¢\u00a0Port Alder Otters 17–20 Herons\u00a064¢<'), markup);
  });

  const cardOf = (...views: readonly MarketView[]) =>
    queryCard('live', [{ label: 'Otters', detail: '41.9¢' }], { count: '2 found', views }, frame, context);

  it('says as of when its rows are, and that they come from the stream', () => {
    const text = textOf(cardOf(game(), game()));
    assert.match(text, /\|2 found · .*20:00:00.* · stream\|/);
    assert.doesNotMatch(text, /Not c/);
  });

  it('says above its rows that one of them is old, and calls none of them streamed', () => {
    for (const [standing, words] of [
      ['stale', 'Not current'],
      ['cut', 'Not connected'],
    ] as const) {
      const old = { ...game(), freshness: { source: 'stream', at: NOW - 600_000, standing } as const };
      const markup = cardOf(game(), old);
      const text = textOf(markup);
      assert.ok(text.indexOf(words) > 0 && text.indexOf(words) < text.indexOf('41.9¢'), text);
      assert.match(`${markup}`, /class="prediction-market old"/);
      assert.match(text, /2 found · as of .*19:50:00/);
      assert.doesNotMatch(text, /stream/);
    }
  });
});

describe('a card', () => {
  it('shows hostile names as text, whatever they say', () => {
    const plain = game();
    const evil = game({
      question: HOSTILE,
      sides: [true, false].map((long) => aSide(long, { description: HOSTILE })),
    });
    const named = {
      ...evil,
      event: anEvent({ ...evil.event, title: HOSTILE, period: HOSTILE, score: HOSTILE }),
    };
    const evilFrame = { connection: HOSTILE, href: `vscode://x/?slug="><script>` };
    const cards = [
      [marketCard(plain, undefined, frame, context), marketCard(named, undefined, evilFrame, context)],
      [
        queryCard('a', [{ label: 'a', detail: 'b' }], { count: 'c', views: [plain] }, frame, context),
        queryCard(
          HOSTILE,
          [{ label: HOSTILE, detail: HOSTILE }],
          { count: HOSTILE, views: [named] },
          evilFrame,
          context,
        ),
      ],
      [
        wordsCard(
          [
            { kind: 'title', text: 'a' },
            { kind: 'field', label: 'a', value: 'b' },
          ],
          frame,
          context,
        ),
        wordsCard(
          [
            { kind: 'title', text: HOSTILE },
            { kind: 'field', label: HOSTILE, value: HOSTILE },
          ],
          evilFrame,
          context,
        ),
      ],
    ] as const;
    for (const [calm, hostile] of cards) {
      const extra = elementsOf(hostile).filter((tag) => !elementsOf(calm).includes(tag));
      assert.deepEqual(extra, []);
      assert.ok(!`${hostile}`.includes('<img') && !`${hostile}`.includes('<script'));
    }
  });

  it('has no figure in an attribute: a style of the note can read those', () => {
    const stake: MarketStake = {
      positions: [],
      orders: Array.from({ length: 3 }, () => ({ order: anOrder(), market: undefined })),
      freshness: fresh,
    };
    const tags = elementsOf(marketCard(game(), stake, frame, context)).join(' ');
    assert.deepEqual([...new Set(tags.match(/[a-z-]+=/g))].sort(), ['class=', 'href=']);
  });
});

describe('markup', () => {
  it('escapes every text and leaves markup of its own', () => {
    assert.equal(
      `${html`<b>${'<i>'}</b>${html`<u>${'"'}</u>`}${undefined}`}`,
      '<b>&#60;i&#62;</b><u>&#34;</u>',
    );
    const text = insertHtml((place) => `${place} & more`, html`<b>${'a<b'}</b>`);
    assert.equal(`${text}`, '<b>a&#60;b</b> &#38; more');
  });
});
