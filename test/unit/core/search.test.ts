import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Calendar } from '../../../src/core/calendar.ts';
import { type EventFacts, EventFactsMemo } from '../../../src/core/event-facts.ts';
import { instantOf } from '../../../src/core/instant.ts';
import type { Market } from '../../../src/core/market.ts';
import { isEmptySearch, parseSearch, wordsOf } from '../../../src/core/search-query.ts';
import {
  compareRanked,
  MATCH,
  type Ranked,
  rankedEventVolume,
  rankedMarketVolume,
  STAGE,
  stageOf,
  VOLUME,
} from '../../../src/core/search-rank.ts';
import { spanOfDay } from '../../../src/core/search-words.ts';
import { d } from '../../support/values.ts';
import { event, market, overview } from '../store/values.ts';

const LEAGUES = new Map([
  ['cfb', 'cfb'],
  ['college football', 'cfb'],
  ['nba', 'nba'],
]);

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 22, 15);

const ranked: fc.Arbitrary<Ranked> = fc.record({
  stage: fc.constantFrom(...Object.values(STAGE)),
  match: fc.constantFrom(...Object.values(MATCH)),
  volumeFrom: fc.constantFrom(...Object.values(VOLUME)),
  volume: fc.nat(3),
  key: fc.constantFrom('a', 'b', 'c'),
});

describe('wordsOf', () => {
  const cases: readonly [text: string, words: string][] = [
    ['Atlético  OTTERS', 'atletico otters'],
    ["O'Neil’s St. Mary", 'oneils st mary'],
    ['Over 47.5, +6.5', 'over 47.5 6.5'],
    ['49ers @ A&M', '49ers a m'],
    ['  ', ''],
  ];
  for (const [text, words] of cases) {
    it(`takes "${text}" as "${words}"`, () => assert.equal(wordsOf(text).join(' '), words));
  }
});

describe('parseSearch', () => {
  const cases: readonly [text: string, expected: string][] = [
    ['archers vs. islanders', 'archers islanders'],
    ['larks at otters', 'larks otters'],
    ['live', 'live'],
    ['at', 'at'],
    ['otters at', 'otters'],
    ['today over 47', 'today line:47'],
    ['under 2.5 rovers', 'rovers line:2.5'],
    ['over the line', 'over the line'],
    ['mine', 'mine'],
    ['mosgate tomorrow', 'mosgate tomorrow'],
    ['sat over 2.5', 'saturday line:2.5'],
    ['Saturday archers', 'archers saturday'],
    ['mine tonight', 'mine tonight'],
    ['thurs', 'thursday'],
    ['college football archers live', 'archers cfb live'],
    ['college archers', 'college archers'],
    ['CFB', 'cfb'],
    ['aec-x-2026', 'aec x 2026 slug:aec-x-2026'],
    ['aec-x-', 'aec x slug:aec-x-'],
    ['wilkes-barre', 'wilkes barre'],
    ['https://pm.example/event/cfb-mos-jun?x=1', 'slug:cfb-mos-jun'],
    ['vscode://prediction-markets.prediction-markets/openMarket?slug=aec-x', 'slug:aec-x'],
    ['https://pm.example/a%20b', ''],
    ['   ', ''],
  ];
  for (const [text, expected] of cases) {
    it(`takes "${text}" apart`, () => {
      const { words, league, isLive, isMine, day, line, slug } = parseSearch(text, LEAGUES);
      const said = [
        ...words,
        league,
        isLive ? 'live' : undefined,
        isMine ? 'mine' : undefined,
        day,
        line && `line:${line}`,
        slug && `slug:${slug}`,
      ];
      assert.equal(said.filter((part) => part !== undefined).join(' '), expected);
    });
  }

  it('never fails, whatever is typed, and asks for nothing only where no word was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const query = parseSearch(text, LEAGUES);
        if (isEmptySearch(query))
          assert.ok(wordsOf(text).every((word) => ['vs', 'v', 'at'].includes(word)) || text.includes('://'));
      }),
    );
  });
});

describe('spanOfDay', () => {
  // A Wednesday, 23:30 in New York and 04:30 the day after in UTC.
  const now = Date.UTC(2026, 10, 26, 4, 30);
  const cases: readonly [day: Parameters<typeof spanOfDay>[0], zone: string, from: string, to: string][] = [
    ['today', 'America/New_York', '2026-11-25T05:00', '2026-11-26T05:00'],
    ['tomorrow', 'America/New_York', '2026-11-26T05:00', '2026-11-27T05:00'],
    ['tomorrow', 'UTC', '2026-11-27T00:00', '2026-11-28T00:00'],
    ['tonight', 'America/New_York', '2026-11-25T23:00', '2026-11-26T11:00'],
    ['saturday', 'America/New_York', '2026-11-28T05:00', '2026-11-29T05:00'],
    ['wednesday', 'America/New_York', '2026-11-25T05:00', '2026-11-26T05:00'],
    ['wednesday', 'UTC', '2026-12-02T00:00', '2026-12-03T00:00'],
  ];
  for (const [day, zone, from, to] of cases) {
    it(`takes ${day} as a day of ${zone}`, () => {
      const span = spanOfDay(day, new Calendar(zone), now);
      assert.deepEqual(
        [span.from, span.to].map((ms) => new Date(ms).toISOString().slice(0, 16)),
        [from, to],
      );
    });
  }
});

describe('the volume a hit is ranked by', () => {
  const own = market('own', { overview: overview({ volumeNum: d(5) }) });
  const silent = market('silent');
  const { own: ofItself, borrowed, unknown } = VOLUME;

  it('is that of the market itself, else that of its event, else none', () => {
    const ofEvent = { volumeFrom: ofItself, volume: 900 };
    assert.deepEqual(rankedMarketVolume(own, ofEvent), { volumeFrom: ofItself, volume: 5 });
    assert.deepEqual(rankedMarketVolume(silent, ofEvent), { volumeFrom: borrowed, volume: 900 });
    // What its neighbours traded says nothing of it.
    const ofMarkets = { volumeFrom: borrowed, volume: 900 };
    assert.deepEqual(rankedMarketVolume(silent, ofMarkets), { volumeFrom: unknown, volume: 0 });
  });

  it('is that of the event itself, else what its markets add up to, else none', () => {
    const group = (markets: readonly Market[], volume?: number) => {
      const of = event('e', volume === undefined ? {} : { volume: d(volume) });
      return { key: 'e', event: of, markets };
    };
    assert.deepEqual(rankedEventVolume(group([own], 7)), { volumeFrom: ofItself, volume: 7 });
    assert.deepEqual(rankedEventVolume(group([own, own])), { volumeFrom: borrowed, volume: 10 });
    assert.deepEqual(rankedEventVolume(group([silent])), { volumeFrom: unknown, volume: 0 });
  });
});

describe('the ranking of hits', () => {
  it('is a total order', () => {
    fc.assert(
      fc.property(ranked, ranked, ranked, (a, b, c) => {
        assert.equal(Math.sign(compareRanked(a, b)), -Math.sign(compareRanked(b, a)) + 0);
        if (compareRanked(a, b) <= 0 && compareRanked(b, c) <= 0) assert.ok(compareRanked(a, c) <= 0);
        if (compareRanked(a, b) === 0) assert.deepEqual({ ...a }, { ...b });
      }),
    );
  });

  it('puts live before soon before open before settled, then the better match, then the bigger volume, never an own one against another', () => {
    fc.assert(
      fc.property(fc.array(ranked, { maxLength: 30 }), (hits) => {
        const sorted = [...hits].sort(compareRanked);
        for (const [at, hit] of sorted.entries()) {
          const next = sorted[at + 1];
          if (next === undefined) break;
          assert.ok(hit.stage <= next.stage);
          if (hit.stage === next.stage) assert.ok(hit.match >= next.match);
          if (hit.stage !== next.stage || hit.match !== next.match) continue;
          assert.ok(hit.volumeFrom <= next.volumeFrom);
          if (hit.volumeFrom === next.volumeFrom) assert.ok(hit.volume >= next.volume);
        }
      }),
    );
  });

  const game = (inDays: number) => ({ gameId: 'g', startTime: instantOf(NOW + inDays * DAY), live: false });
  const stages: readonly [what: string, own: Parameters<typeof event>[1], stage: keyof typeof STAGE][] = [
    ['a game in play', { ...game(-0.1), live: true, period: 'Q3' }, 'live'],
    ['a game tomorrow', game(1), 'soon'],
    ['a game in a fortnight', game(14), 'open'],
    ['a game that is over', { ...game(-1), ended: true }, 'settled'],
    ['a season', { markets: [market('cup', { sportsMarketTypeV2: 'FUTURE' })] }, 'open'],
  ];
  it('takes a question that is decided within the hour as soon', () => {
    const facts = { phase: 'open', start: NOW - DAY, end: NOW + 10 * 60_000 } as EventFacts;
    assert.equal(stageOf(facts, NOW), STAGE.soon);
    assert.equal(stageOf({ ...facts, end: NOW + DAY }, NOW), STAGE.open);
  });

  for (const [what, own, stage] of stages) {
    it(`takes ${what} as ${stage}`, () => {
      const of = event('e', own);
      const group = { key: 'e', event: of, markets: of.markets };
      assert.equal(stageOf(new EventFactsMemo().of(group, NOW), NOW), STAGE[stage]);
    });
  }
});
