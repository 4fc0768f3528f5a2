import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Calendar } from '../../../../src/core/calendar.ts';
import { groupMarkets, MarketGroups } from '../../../../src/core/grouping.ts';
import { instantOf } from '../../../../src/core/instant.ts';
import type { Market, MarketEvent } from '../../../../src/core/market.ts';
import { compareRanked, STAGE } from '../../../../src/core/search-rank.ts';
import { SearchIndex } from '../../../../src/store/markets/search-index.ts';
import { aSide, aTeam, d } from '../../../support/values.ts';
import { event, market, overview } from '../values.ts';

const NOW = Date.UTC(2026, 10, 22, 15);
const HOUR = 3_600_000;

const archers = aTeam({ name: 'Mossgate Archers', abbreviation: 'MOS', league: 'cfb' });
const islanders = aTeam({ name: 'Juniper Flats Islanders', abbreviation: 'JUN', league: 'cfb' });
const lynx = aTeam({ name: 'Salt Lynx', abbreviation: 'SAL', league: 'nhl' });

const live = event('live', {
  slug: 'cfb-mos-jun-2026-11-22',
  title: 'Mossgate Archers vs. Juniper Flats Islanders',
  teams: [archers, islanders],
  gameId: '1',
  live: true,
  period: 'Q3',
  startTime: instantOf(NOW - HOUR),
});
const soon = event('soon', {
  slug: 'nhl-sal-mos-2026-11-23',
  title: 'Saturn Lynx at Mossgate Echoes',
  teams: [lynx, aTeam({ name: 'Mossgate Echoes', league: 'nhl' })],
  gameId: '2',
  live: false,
  startTime: instantOf(NOW + 20 * HOUR),
});
const season = event('season', { slug: 'cfb-champion', title: 'College champion 2027' });
const over = event('over', {
  slug: 'cfb-bad-mos-2026-11-15',
  title: 'Badgers vs. Mossgate Archers',
  gameId: '3',
  ended: true,
  closed: true,
});

const volume = (contracts: number) => ({ overview: overview({ volumeNum: d(contracts) }) });
const total = { sportsMarketTypeV2: 'TOTAL', question: undefined } as const;
const outcome = { sportsMarketTypeV2: 'FUTURE', question: undefined } as const;

const LISTED: readonly [Market, MarketEvent][] = [
  [market('aec-cfb-mos-jun-2026-11-22', { question: 'Who wins?', ...volume(100) }), live],
  [market('tsc-cfb-mos-jun-2026-11-22-54pt5', { ...total, title: 'Over 54.5', line: d('54.5') }), live],
  [market('tsc-cfb-mos-jun-2026-11-22-47', { ...total, title: 'Over 47', line: d(47) }), live],
  [market('aec-nhl-sal-mos-2026-11-23', volume(9000)), soon],
  [market('tsc-nhl-sal-mos-2026-11-23-47pt5', { ...total, title: 'Over 47.5', line: d('47.5') }), soon],
  [market('fut-champion-archers', { ...outcome, title: 'Mossgate Archers', ...volume(88_000) }), season],
  [
    market('fut-champion-bisons', {
      ...outcome,
      title: 'Bisons',
      sides: [aSide(true, { description: 'Yes' })],
    }),
    season,
  ],
  [market('aec-cfb-bad-mos-2026-11-15', { status: 'RESOLVED', ...volume(402_000) }), over],
];

type Listed = readonly (readonly [Market, MarketEvent])[];

/** What was taken in last is all there is. */
function take(index: SearchIndex, listed: Listed): void {
  const parents = new Map(listed.map(([{ slug }, parent]) => [slug, parent]));
  const markets = listed.map(([each]) => each);
  for (const _ of index.take(
    groupMarkets(markets, ({ slug }) => parents.get(slug)),
    NOW,
  ));
}

function indexed(listed: Listed = LISTED): SearchIndex {
  const index = new SearchIndex({
    leagueName: (key) => ({ cfb: 'College Football', nhl: 'Hockey' })[key] ?? key,
    calendar: () => new Calendar('UTC'),
    own: () => ({
      markets: new Set(['fut-champion-archers', 'unheard-of']),
      events: new Set(['nhl-sal-mos-2026-11-23']),
    }),
  });
  take(index, listed);
  return index;
}

/** The hits by event, single markets by slug. */
function found(index: SearchIndex, text: string): string {
  const { hits } = index.search(text, NOW);
  return hits.map(({ group, market: single }) => single?.slug ?? group.event?.id).join(' ');
}

describe('SearchIndex', () => {
  const index = indexed();
  const cases: readonly [why: string, text: string, expected: string][] = [
    ['live, soon, open, settled, whatever the volume', 'mossgate', 'live soon fut-champion-archers over'],
    ['a beginning', 'moss', 'live soon fut-champion-archers over'],
    ['a letter left out', 'mosgate', 'live soon fut-champion-archers over'],
    ['two letters swapped, while it is typed', 'mosgsat', 'live soon fut-champion-archers over'],
    ['two letters swapped', 'mosgsate', 'live soon fut-champion-archers over'],
    ['a wrong letter, while it is typed', 'mosdgat', 'live soon fut-champion-archers over'],
    ['two wrong letters in a long word', 'izlamders', 'live'],
    ['an abbreviation', 'JUN', 'live'],
    ['both teams, with what stands between them', 'islanders vs. archers', 'live'],
    ['the same with at', 'lynx at echoes', 'soon'],
    ['a league alone', 'hockey', 'soon'],
    ['a league by its key', 'nhl', 'soon'],
    ['a league and a name', 'college football badgers', 'over'],
    ['live alone', 'live', 'live'],
    ['today alone: live or of this day', 'today', 'live'],
    ['a line', 'over 47', 'tsc-cfb-mos-jun-2026-11-22-47 tsc-nhl-sal-mos-2026-11-23-47pt5'],
    ['a line to the half', 'under 47.5', 'tsc-nhl-sal-mos-2026-11-23-47pt5'],
    ['a line of a team', 'echoes over 47', 'tsc-nhl-sal-mos-2026-11-23-47pt5'],
    ['today and a line', 'today over 47', 'tsc-cfb-mos-jun-2026-11-22-47'],
    ['a name and a line of its event', 'islanders 54.5', 'tsc-cfb-mos-jun-2026-11-22-54pt5'],
    ['a slug', 'aec-cfb-mos-jun-2026-11-22', 'aec-cfb-mos-jun-2026-11-22'],
    ['the beginning of slugs', 'fut-champion-', 'fut-champion-archers fut-champion-bisons'],
    ['the slug of an event', 'nhl-sal-mos-2026-11-23', 'soon'],
    ['a link', 'https://x.example/market/fut-champion-bisons?a=b', 'fut-champion-bisons'],
    ['every word counts', 'archers lynx', ''],
    ['short words are taken as typed', 'jum', ''],
    ['no answer to a question', 'yes', ''],
    ['tomorrow', 'tomorrow', 'soon'],
    ['a name and tomorrow', 'mossgate tomorrow', 'soon'],
    ['a misspelt name and tomorrow', 'mosgate tomorrow', 'soon'],
    ['a day of the week', 'mon', 'soon'],
    ['this day of the week, which is today', 'sunday', 'live'],
    ['a day of the week without events: the beginning of a name', 'sat', 'soon'],
    ['tonight', 'tonight', ''],
    ['mine: held, ordered and watched', 'mine', 'soon fut-champion-archers'],
    ['mine and a name', 'mine college', 'fut-champion-archers'],
    ['mine and a line', 'mine over 47', 'tsc-nhl-sal-mos-2026-11-23-47pt5'],
    ['nothing', '  ', ''],
  ];
  for (const [why, text, expected] of cases) {
    it(`finds by ${why}: "${text}"`, () => assert.equal(found(index, text), expected));
  }

  it('finds an event by each topic it stands in, once', () => {
    const topical = new SearchIndex({ leagueName: (key) => key, calendar: () => new Calendar('UTC') });
    const vote = event('vote', { slug: 'vote', title: 'Budget vote' });
    const groups = new MarketGroups(
      () => vote,
      () => ({ league: undefined, topics: ['politics', 'economy'] }),
    );
    groups.put([market('vote-yes'), market('vote-no')]);
    for (let round = 0; round < 2; round++) for (const _ of topical.take(groups.categories(), NOW));
    for (const text of ['politics', 'economy', 'economy budget', 'vote'])
      assert.deepEqual([found(topical, text), topical.search(text, NOW).markets], ['vote', 2], text);
  });

  it('counts the markets of what it finds, those of a watched event once', () => {
    const counts = ['mossgate', 'mine', 'over 47', 'zzyx'].map((text) => index.search(text, NOW).markets);
    assert.deepEqual(counts, [7, 3, 2, 0]);
  });

  it('says which day is meant', () => {
    assert.equal(index.search('mossgate mon', NOW).day, Date.UTC(2026, 10, 23));
    assert.equal(index.search('mossgate', NOW).day, undefined);
  });

  it('respells what no name begins with, and no word that asks for something', () => {
    assert.equal(index.respell('islnders tomorrow'), 'islanders tomorrow');
    assert.equal(index.respell('lynx tomorow'), 'lynx tomorrow');
    assert.equal(index.respell('mossgate'), undefined);
    assert.equal(index.respell('tomorrow zzyxq'), undefined);
  });

  it('says how a misspelt word was read, and nothing of one that was right', () => {
    assert.equal(index.search('mosgate', NOW).spelt, 'mossgate');
    assert.equal(index.search('mossgate', NOW).spelt, undefined);
  });

  it('ranks what says nothing of its volume by that of its event, behind what says it', () => {
    const kites = (slug: string, own?: Partial<Market>) => market(slug, { question: 'Kites?', ...own });
    const own = indexed([
      [kites('known', volume(10)), event('small', { volume: d(10) })],
      [kites('mute'), event('unknown')],
      [kites('silent'), event('big', { volume: d(500) })],
    ]);
    assert.equal(found(own, 'kites'), 'known silent mute');
  });

  it('counts all hits and gives the best fifty in the order of their rank', () => {
    const amount = fc.nat(50);
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 120 }), (volumes) => {
        const listed = volumes.map(
          (contracts, at) =>
            [market(`otters-${at}`, volume(contracts)), event(`${at}`, { title: 'Otters' })] as const,
        );
        const { hits, markets } = indexed(listed).search('otters', NOW);
        assert.equal(markets, volumes.length);
        assert.equal(hits.length, Math.min(50, volumes.length));
        assert.deepEqual([...hits].sort(compareRanked), hits);
        const best = [...volumes].sort((a, b) => b - a).slice(0, hits.length);
        assert.deepEqual(
          hits.map((hit) => hit.volume),
          best,
        );
      }),
      { numRuns: 30 },
    );
  });

  it('finds the same whatever the order markets came in', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...LISTED.keys()], { minLength: LISTED.length }), (order) => {
        const own = indexed(order.flatMap((at) => LISTED.slice(at, at + 1)));
        for (const [, text, expected] of cases) assert.equal(found(own, text), expected);
      }),
      { numRuns: 20 },
    );
  });

  it('follows a market that changes, moves to another event, or goes', () => {
    const own = indexed();
    const others = LISTED.filter(([{ slug }]) => slug !== 'fut-champion-bisons');
    const [bisons] = LISTED.find(([{ slug }]) => slug === 'fut-champion-bisons') ?? [];
    assert.ok(bisons);
    take(own, [...others, [{ ...bisons, title: 'Walruses' }, season]]);
    assert.equal(found(own, 'walrus'), 'fut-champion-bisons');
    take(own, [...others, [bisons, event('other', { title: 'Cup of Kites' })]]);
    assert.deepEqual([found(own, 'kites'), found(own, 'bisons')], ['other', 'fut-champion-bisons']);
    take(own, others);
    assert.deepEqual([found(own, 'kites'), found(own, 'bisons')], ['', '']);
  });

  it('moves a game from soon to live when the service says so, and to settled after it', () => {
    const own = indexed();
    const [game] = LISTED[3] ?? [];
    assert.ok(game);
    take(own, [[game, { ...soon, live: true, period: 'P1' }]]);
    assert.equal(own.search('lynx', NOW).hits[0]?.stage, STAGE.live);
    take(own, [[game, { ...soon, live: false, ended: true }]]);
    assert.equal(own.search('lynx', NOW).hits[0]?.stage, STAGE.settled);
  });
});
