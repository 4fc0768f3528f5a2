import assert from 'node:assert/strict';
import fc from 'fast-check';
import { instantOf } from '../../../src/core/instant.ts';
import {
  eventSearchRow,
  lineSearchRow,
  mainLines,
  marketSearchRow,
  meantSide,
  unmatchable,
} from '../../../src/view/search-rows.ts';
import { aSide, aTeam, d } from '../../support/values.ts';
import { aContext } from '../../support/view.ts';
import { event, market, overview, usd } from '../store/values.ts';

const context = aContext();
const NOW = context.format.settings.now();
const NONE = { isHeld: false, isOrdered: false };

const team = (name: string) => aTeam({ name, league: 'cfb' });
const side = (long: boolean, name: string, price: string) =>
  aSide(long, { description: name, team: team(name), quote: usd(price) });
const winner = market('aec-cfb-mos-jun-2026-11-22', {
  sportsMarketTypeV2: 'MONEYLINE',
  sides: [side(true, 'Islanders', '0.64'), side(false, 'Archers', '0.38')],
  overview: overview({ volumeNum: d(394_000) }),
});
const spread = market('asc-cfb-mos-jun-2026-11-22-6pt5', {
  sportsMarketTypeV2: 'SPREAD',
  line: d('-6.5'),
  sides: [side(true, 'Islanders', '0.42'), side(false, 'Archers', '0.64')],
});
const live = event('live', {
  title: 'Archers at Islanders',
  gameId: '1',
  live: true,
  period: 'Q3',
  elapsed: '4:12',
  score: '17-20',
  startTime: instantOf(NOW - 3_600_000),
  markets: [winner, spread],
});
const view = (of: typeof winner, own = {}) => ({ market: of, event: live, ...own });
const stale = { freshness: { source: 'rest', at: NOW - 60_000, standing: 'stale' } } as const;

describe('rows of the search', () => {
  it('put both prices around the name of a game, in the order of its title', () => {
    const row = eventSearchRow(
      live,
      [view(winner), view(spread)],
      { isHeld: true, isOrdered: true },
      context,
    );
    assert.deepEqual(
      [row?.label, row?.description, row?.detail, row?.icon?.id],
      ['38¢ Archers at Islanders 64¢', '◈', 'CFB · live Q3 4:12 · 17-20 · vol 394k', 'record'],
    );
  });

  it('put the score between the teams where the service tells whose it is', () => {
    const even = { ...live, score: '20-20' };
    const row = eventSearchRow(even, [view(winner)], NONE, context);
    assert.equal(row?.label, '38¢ Archers 20–20 Islanders 64¢');
  });

  it('say how old a price is unless that is fresh', () => {
    assert.match(eventSearchRow(live, [view(winner, stale)], NONE, context)?.description ?? '', /^as of /);
    assert.match(marketSearchRow(view(spread, stale), true, NONE, context).description, / as of /);
    assert.match(lineSearchRow(view(spread, stale), true, NONE, context).description, /as of /);
    assert.doesNotMatch(marketSearchRow(view(spread), true, NONE, context).description, /as of/);
  });

  it('name the side that was meant, at its price', () => {
    const row = (text: string) => {
      const long = meantSide(spread, text.split(' '), context);
      return marketSearchRow(view(spread), long, NONE, context).label;
    };
    assert.equal(row('archers 6.5'), '64¢ Archers +6.5');
    assert.equal(row('isl'), '42¢ Islanders −6.5');
    assert.equal(row(''), '42¢ Islanders −6.5');
  });

  it('show no price that cannot be had', () => {
    const halted = { ...spread, status: 'HALTED' as const };
    const row = marketSearchRow(view(halted), true, NONE, context);
    assert.deepEqual([row.label, row.icon?.id], ['– Islanders −6.5', 'debug-pause']);
    assert.match(row.detail ?? '', /halted/);
    assert.equal(lineSearchRow(view(halted), true, NONE, context).description, '');
    const over = { ...winner, status: 'RESOLVED' as const };
    assert.equal(eventSearchRow(live, [view(over)], NONE, context)?.label, 'Archers at Islanders');
  });

  it('name what has no event by its teams or its subject, with its own start', () => {
    const own = {
      events: [],
      gameStartTime: instantOf(NOW + 3_600_000),
      question: 'Cup winner 2027: Archers?',
    };
    const outcome = market('cup-archers', { ...own, title: 'Archers', sportsMarketTypeV2: 'FUTURE' });
    const row = eventSearchRow(undefined, [{ market: outcome, event: undefined }], NONE, context);
    assert.deepEqual([row?.label, / starts .* in 1 h/.test(row?.detail ?? '')], ['Cup winner 2027', true]);
  });

  it('give one line of each kind, the most traded, none that is settled', () => {
    const more = { ...spread, slug: 'more', overview: overview({ volumeNum: d(5) }) };
    const settled = {
      ...winner,
      slug: 'total',
      sportsMarketTypeV2: 'TOTAL' as const,
      status: 'RESOLVED' as const,
    };
    assert.deepEqual(
      mainLines([settled, spread, more, winner]).map(({ slug }) => slug),
      [winner.slug, 'more'],
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
