import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Holdings } from '../../../src/core/holdings.ts';
import { instantOf } from '../../../src/core/instant.ts';
import type { Market, MarketEvent } from '../../../src/core/market.ts';
import type { MarketView } from '../../../src/core/market-view.ts';
import { MarketRows } from '../../../src/view/market-rows.ts';
import {
  eventSearchRow,
  lineSearchRow,
  mainLines,
  marked,
  marketSearchRow,
  meantSide,
  moreSearchRow,
  SEARCH_WIDTH,
  unmatchable,
} from '../../../src/view/search-rows.ts';
import { aSide, aTeam, d } from '../../support/values.ts';
import { aContext } from '../../support/view.ts';
import { event, market, overview, usd } from '../store/values.ts';

const context = aContext();
const wide = { ...context, labelWidth: SEARCH_WIDTH };
const NOW = context.format.settings.now();

const team = (name: string, alias: string) => aTeam({ name: `${name} ${alias}`, alias, league: 'cfb' });
const side = (long: boolean, of: ReturnType<typeof team>, price: string) =>
  aSide(long, { description: of.alias, team: of, quote: usd(price) });
const islanders = team('Juniper Flats', 'Islanders');
const archers = team('Mossgate', 'Archers');
const winner = market('aec-cfb-mos-jun-2026-11-22', {
  sportsMarketTypeV2: 'MONEYLINE',
  sides: [side(true, islanders, '0.64'), side(false, archers, '0.38')],
  overview: overview({ volumeNum: d(394_000) }),
});
const spread = market('asc-cfb-mos-jun-2026-11-22-6pt5', {
  sportsMarketTypeV2: 'SPREAD',
  line: d('-6.5'),
  sides: [side(true, islanders, '0.42'), side(false, archers, '0.64')],
});
const live = event('live', {
  title: 'Mossgate Archers at Juniper Flats Islanders',
  gameId: '1',
  live: true,
  period: 'Q3',
  elapsed: '4:12',
  score: '20-20',
  startTime: instantOf(NOW - 3_600_000),
});
const stale = { freshness: { source: 'rest', at: NOW - 60_000, standing: 'stale' } } as const;

/** Rows about `live`, of markets known as `own` says, which somebody has `holdings` in. */
function rows(own: Partial<MarketView> = {}, holdings: Holdings = new Map()) {
  const made = new MarketRows({ view: (of) => ({ market: of, event: live, ...own }), holdings }, wide);
  return {
    event: (markets: readonly Market[], of: MarketEvent = live) =>
      eventSearchRow({ key: 'live', event: of, markets }, made, wide),
    market: (of: Market, long = true) => marketSearchRow(of, long, made, wide),
    line: (of: Market) => lineSearchRow(of, made, wide),
  };
}

describe('rows of the search', () => {
  it('say of an event without a winner to name that it ended', () => {
    const over = event('coin', {
      title: 'Lumencoin on 24 Nov',
      closed: true,
      ended: true,
      finishedTimestamp: instantOf(NOW - 60_000),
    });
    const bins = ['a', 'b'].map((slug) => market(slug, { status: 'RESOLVED' }));
    const { label, detail } = rows({ event: over }).event(bins, over);
    assert.equal(`${label} | ${detail}`, 'Lumencoin on 24 Nov | Event · 2 markets · ended 19:59');
  });

  it('put both prices and the score between the full names of a game, and its facts into the second line', () => {
    const holdings = new Map([[spread.slug, { long: 'both', short: undefined } as const]]);
    const { label, mark, detail, icon } = rows({}, holdings).event([winner, spread]);
    assert.deepEqual(
      [label, mark, detail, icon?.id],
      [
        '38¢ Mossgate Archers 20–20 Juniper Flats Islanders 64¢',
        '◈',
        'CFB · live · Q3 4:12 · vol 394k contracts',
        'record',
      ],
    );
  });

  it('show a score whose order nobody tells as sent, with the dash of scores', () => {
    const row = rows().event([winner, spread], { ...live, score: '17-20' });
    assert.equal(row.label, '38¢ Mossgate Archers @ Juniper Flats Islanders 64¢');
    assert.equal(row.detail, 'CFB · live · Q3 4:12 · 17–20 · vol 394k contracts');
  });

  it('say how old a price is unless that is fresh', () => {
    const old = rows(stale);
    for (const row of [old.event([winner, spread]), old.market(spread)]) {
      assert.match(row.detail ?? '', / as of /);
      assert.match(row.mark ?? '', /^!/);
    }
    assert.match(old.line(spread).beside ?? '', /as of /);
    assert.doesNotMatch(rows().market(spread).detail ?? '', /as of/);
  });

  it('have one line behind the label, too: the sign of what is held, without a dot, then the clock', () => {
    const held: Holdings = new Map([[winner.slug, { long: 'both', short: undefined }]]);
    const own = rows({}, held);
    assert.match(own.event([winner, spread]).brief, /^◈ Q3 4:12$/);
    assert.match(own.market(winner).brief, /^◈ Q3 4:12 · \S/);
    const { mark, beside } = own.market(winner);
    assert.match(marked(mark, beside), /^◈ [^·]/);
    assert.match(rows().market(winner).brief, /^Q3 4:12 · \S/);
    assert.equal(
      rows().line(spread).brief,
      rows().market(spread).brief,
      'also where no row of its event stands above',
    );
    const soon = event('soon', {
      title: 'Mossgate Archers at Juniper Flats Islanders',
      startTime: instantOf(NOW + 3_600_000),
    });
    const upcoming = rows({ event: soon }).market(market('soon', { question: soon.title }));
    assert.match(upcoming.detail ?? '', / · in 1 h/);
    // What it takes is taken from the label, which has the line and the side.
    assert.doesNotMatch(upcoming.brief, / in 1 h/);
    const { brief } = rows().market(spread);
    assert.ok(brief.length <= 28, brief);
  });

  it('have in that line a long event by its abbreviations, also before it is read', () => {
    const of = (name: string, alias: string, abbreviation: string) =>
      aTeam({ name: `${name} ${alias}`, alias, abbreviation, league: 'cfb' });
    const teams = [of('Juniper Flats', 'Islanders', 'jun'), of('Mossgate', 'Archers', 'mos')] as const;
    const sides = [side(true, teams[0], '0.42'), side(false, teams[1], '0.64')];
    const over = market('tsc-cfb-mos-jun-2026-11-22-40pt5', {
      sportsMarketTypeV2: 'TOTAL',
      line: d('40.5'),
      question: live.title,
      sides,
    });
    const first = { ...winner, sides };
    const known = rows({ event: { ...live, teams, markets: [first, over] } });
    assert.equal(known.market(over).brief, 'Q3 4:12 · MOS 20–20 JUN');
    assert.equal(rows({ event: { ...live, teams } }).market(over).brief, 'Q3 4:12 · MOS at JUN');
    assert.match(rows({ event: undefined }).market(over).brief, /MOS at JUN$/);
  });

  it('name the side that was meant, at its price', () => {
    assert.equal(meantSide(spread, ['archers'], context), false, 'the one named');
    assert.equal(meantSide(spread, ['mine'], context, false), false, 'the usual one where none is named');
    const row = (text: string) => rows().market(spread, meantSide(spread, text.split(' '), context)).label;
    assert.equal(row('archers 6.5'), '64¢ Mossgate Archers +6.5');
    assert.equal(row('isl'), '42¢ Juniper Flats Islanders −6.5');
    assert.equal(row(''), '42¢ Juniper Flats Islanders −6.5');
    const { mark, beside, detail } = rows().market(spread);
    assert.deepEqual(
      [marked(mark, beside), detail],
      ['Mossgate Archers at Juniper Flats Islanders', 'CFB · live · Q3 4:12 · 36¢ to sell'],
    );
  });

  it('show no price that cannot be had', () => {
    const halted = { ...spread, status: 'HALTED' as const };
    const row = rows().market(halted);
    assert.deepEqual([row.label, row.icon?.id], ['– Juniper Flats Islanders −6.5', 'debug-pause']);
    assert.match(row.detail ?? '', /halted/);
    const over = { ...winner, status: 'RESOLVED' as const };
    assert.equal(
      rows().event([over], { ...live, ended: true }).label,
      'Mossgate Archers 20–20 Juniper Flats Islanders',
    );
  });

  it('say when a game starts whose event nobody named', () => {
    const gameStartTime = instantOf(NOW + 3_600_000);
    const game = { ...winner, gameStartTime };
    const made = new MarketRows({ view: (of) => ({ market: of, event: undefined }) }, wide);
    const row = eventSearchRow({ key: 'x', event: undefined, markets: [game, spread] }, made, wide);
    assert.match(row.detail ?? '', /^CFB · .* · in 1 h · vol 394k contracts$/);
  });

  it('name the teams in the order of the question, and the question of a line, where nobody named the event', () => {
    const made = new MarketRows({ view: (of) => ({ market: of, event: undefined }) }, wide);
    const asked = { ...winner, question: 'Who wins: Mossgate Archers vs. Juniper Flats Islanders?' };
    const game = eventSearchRow({ key: 'x', event: undefined, markets: [spread, asked] }, made, wide);
    assert.equal(game.label, '38¢ Mossgate Archers @ Juniper Flats Islanders 64¢');
    const question = 'Are there more than 47.5 points in Mossgate Archers vs. Juniper Flats Islanders?';
    assert.equal(marketSearchRow({ ...spread, question }, true, made, wide).beside, question);
  });

  it('give one line of each kind but the winner, the most traded, none that is settled', () => {
    const more = { ...spread, slug: 'more', overview: overview({ volumeNum: d(5) }) };
    const settled = {
      ...winner,
      slug: 'total',
      sportsMarketTypeV2: 'TOTAL' as const,
      status: 'RESOLVED' as const,
    };
    assert.deepEqual(
      mainLines([settled, spread, more, winner]).map(({ slug }) => slug),
      ['more'],
    );
  });
});

describe('unmatchable', () => {
  it('shows the same and has nothing in it of what is typed', () => {
    const text = fc.string({ unit: fc.constantFrom(...'abAB 1.(*+¢-'), minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'abAB 1.(*+¢-'), maxLength: 20 }),
        text,
        (label, typed) => {
          const shown = unmatchable(label, typed);
          assert.equal(shown.replaceAll('\u2060', ''), label);
          if (typed.trim().length > 1) assert.ok(!shown.toLowerCase().includes(typed.trim().toLowerCase()));
        },
      ),
    );
  });
});

describe('the detail of a market', () => {
  it('says once what its game and itself both say', () => {
    const ended = event('live', { ...live, live: false, ended: true, period: 'VFT', gameId: '1' });
    const closed = { ...winner, status: 'RESOLVING', events: [ended] } as const;
    const detail = rows({ event: ended }).market(closed).detail ?? '';
    assert.match(detail, /awaiting settlement/);
    const parts = detail.split(' · ');
    assert.deepEqual(parts, [...new Set(parts)]);
  });
});

describe('moreSearchRow', () => {
  it('says how many markets of an event are left out, and where they are', () => {
    const { label, beside } = moreSearchRow(1_400, wide);
    assert.deepEqual([label, beside], ['\u20031,400 more markets of this event', 'on its page']);
    assert.equal(moreSearchRow(1, wide).label, '\u20031 more market of this event');
  });
});
