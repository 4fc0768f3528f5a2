import assert from 'node:assert/strict';
import { Calendar } from '../../../src/core/calendar.ts';
import {
  appliedHere,
  CONDITION_KEYS,
  type ConditionKey,
  type Conditions,
  conditionTest,
  limitOf,
  parseTyped,
  queryOf,
  readValue,
} from '../../../src/core/conditions.ts';
import type { MarketQuery } from '../../../src/core/request-queries.ts';
import { aMarket, anEvent, anOverview, at, d, usd } from '../../support/values.ts';

const NOW = Date.parse('2026-11-22T15:00:00Z');
const calendar = new Calendar('UTC');
const event = anEvent({
  id: 'e1',
  slug: 'cfb-mos-jun',
  live: true,
  startTime: at('2026-11-22T14:00:00Z'),
  seriesSlug: 'cfb-2026',
});
const market = aMarket({
  id: '7',
  slug: 'm',
  archived: false,
  active: true,
  closed: false,
  category: 'cfb',
  marketType: 'moneyline',
  sportsMarketTypeV2: 'MONEYLINE',
  startDate: at('2026-11-22T10:00:00Z'),
  endDate: at('2026-11-23T00:00:00Z'),
  cyom: false,
  rewardsMinSize: d(10),
  questionId: 'q1',
  tags: [{ id: '3', label: 'CFB', slug: 'cfb' }],
  status: 'OPEN',
  bestBidQuote: usd('0.41'),
  bestAskQuote: usd('0.43'),
  overview: anOverview({ volumeNum: d(10_000), liquidityNum: d(50), gameId: 'g1' }),
});

const facts = {
  now: NOW,
  calendar,
  live: () => undefined,
  listingOf: ({ id }: { readonly id: string }) => ({
    league: id === 'listed' ? 'mls' : undefined,
    topics: id === 'vote' ? ['politics'] : [],
  }),
  isMine: (slug: string) => slug === 'm',
  isWatched: (key: string) => key === 'cfb-mos-jun',
};
const passes = (conditions: Conditions, which = market, of = event, sent: MarketQuery = {}, listed = false) =>
  conditionTest(conditions, sent, facts)(which, of, listed);

describe('a condition', () => {
  const later = anEvent({ id: 'e2', slug: 'x', live: false, startTime: at('2026-11-30T14:00:00Z') });
  const other = aMarket({ ...market, slug: 'n', category: 'nba' });
  const cases: readonly (readonly [passes: Conditions, fails: Conditions | (() => boolean)])[] = [
    [{ live: true }, () => passes({ live: true }, other, later)],
    [{ starts: 'today' }, { starts: 'tomorrow' }],
    [{ starts: 'thisWeek' }, () => passes({ starts: 'thisWeek' }, other, later)],
    [{ leagues: ['nfl', 'cfb'] }, { leagues: ['nfl'] }],
    [{ leagues: ['cfb'] }, () => passes({ leagues: ['cfb'] }, market, anEvent({ id: 'listed' }))],
    [{ series: ['cfb-2026'] }, { series: ['cfb-2027'] }],
    [{ lines: ['winner', 'total'] }, { lines: ['total'] }],
    [{ mine: true }, () => passes({ mine: true }, other)],
    [{ watched: true }, () => passes({ watched: true }, other, later)],
    [{ new: true }, () => passes({ new: true }, { ...market, startDate: at('2026-11-20T10:00:00Z') })],
    [{ volumeMin: 10_000 }, { volumeMin: 10_001 }],
    [{ volumeMax: 10_000 }, { volumeMax: 9_999.5 }],
    [{ spreadMax: 2 }, { spreadMax: 1.5 }],
    [{ startsMin: 'today' }, { startsMin: '2026-11-23' }],
    [{ startsMax: '2026-11-22' }, { startsMax: '2026-11-21' }],
    [{ endDateMin: '2026-11-23' }, { endDateMin: '2026-11-24' }],
    [{ endDateMax: '2026-11-23' }, { endDateMax: '2026-11-22' }],
    [{ startDateMin: 'today' }, { startDateMin: 'tomorrow' }],
    [{ startDateMax: 'today' }, { startDateMax: '2026-11-21' }],
    [{ active: true }, { active: false }],
    [{ closed: 'either' }, { closed: true }],
    [{ archived: false }, { archived: true }],
    [{ categories: ['CFB'] }, { categories: ['climate'] }],
    [{ marketTypes: ['moneyline'] }, { marketTypes: ['totals'] }],
    [{ cyom: false }, { cyom: true }],
    [{ liquidityMin: 50 }, { liquidityMin: 51 }],
    [{ liquidityMax: 50 }, { liquidityMax: 49 }],
    [{ rewardsMinSize: 10 }, { rewardsMinSize: 11 }],
    [{ tagIds: ['3'] }, { tagIds: ['4'] }],
    [
      { tagIds: ['3'], includeTag: true },
      { tagIds: ['4'], relatedTags: true },
    ],
    [{ gameId: 'g1' }, { gameId: 'g2' }],
    [{ ids: ['7'] }, { ids: ['8'] }],
    [{ slugs: ['m'] }, { slugs: ['n'] }],
    [{ questionIds: ['q1'] }, { questionIds: ['q2'] }],
  ];

  for (const [yes, no] of cases) {
    it(`${JSON.stringify(yes)} passes what fits and nothing else`, () => {
      assert.equal(passes(yes), true);
      assert.equal(typeof no === 'function' ? no() : passes(no), false);
    });
  }

  it('of leagues takes topics too, and the category a topic took the event out of', () => {
    const [vote, game] = [anEvent({ id: 'vote' }), anEvent({ id: 'listed' })];
    const poll = { ...market, category: 'elections', tags: [] };
    for (const [leagues, which, expected] of [
      ['politics', vote, true],
      ['elections', vote, true],
      ['weather', vote, false],
      ['politics', game, false],
    ] as const)
      assert.equal(passes({ leagues: [leagues] }, poll, which), expected, leagues);
  });

  it('of tags takes those of the event where the market has none, unless the service listed it for them', () => {
    const vote = anEvent({ id: 'vote', tags: [{ id: '12', label: 'Politics', slug: 'politics' }] });
    const poll = { ...market, tags: [] };
    const sent: MarketQuery = { tagIds: ['13'] };
    assert.equal(passes({ tagIds: ['12'] }, poll, vote), true);
    assert.equal(passes({ tagIds: ['13'] }, poll, vote, sent), false);
    assert.equal(passes({ tagIds: ['13'] }, poll, vote, sent, true), true);
    assert.equal(passes({ tagIds: ['12'] }, market, vote), false, 'a market with tags says its own');
  });

  it('is tried above, each of them', () => {
    const tried = new Set(cases.flatMap((pair) => pair.flatMap((each) => Object.keys(each))));
    assert.deepEqual(
      CONDITION_KEYS.filter((key) => !tried.has(key)),
      [],
    );
  });

  it('that a market says nothing about passes only where the service was asked and listed it', () => {
    const bare = aMarket({ slug: 'bare' });
    assert.equal(passes({ volumeMin: 5 }, bare), false);
    assert.equal(passes({ volumeMin: 5 }, bare, event, { volumeMin: d(5) }, true), true);
    assert.equal(passes({ volumeMin: 5 }, bare, event, { volumeMin: d(5) }, false), false);
    assert.equal(passes({ volumeMin: 5 }, bare, event, {}, true), false);
  });

  it('of none shows what accepts orders', () => {
    assert.equal(passes({}), true);
    assert.equal(passes({}, { ...market, closed: true }), false);
    const locked = aMarket({ ...market, status: 'CLOSED' });
    assert.equal(passes({}, locked, anEvent({ id: 'over', live: false })), false);
    assert.equal(passes({ live: true }, locked), true, 'trading is locked while the game is on');
    assert.equal(passes({ closed: 'either' }, { ...market, closed: true }), true);
  });

  it('of several is met by what meets all', () => {
    assert.equal(passes({ live: true, leagues: ['cfb'], volumeMin: 10_000 }), true);
    assert.equal(passes({ live: true, leagues: ['cfb'], volumeMin: 10_001 }), false);
  });
});

describe('the query of conditions', () => {
  const query = (conditions: Conditions) => JSON.parse(JSON.stringify(queryOf(conditions, NOW, calendar)));

  it('asks for what accepts orders unless something else is said', () => {
    assert.deepEqual(query({}), { active: true, closed: false });
    assert.deepEqual(query({ closed: true, active: 'either' }), { closed: true });
  });

  it('says days in moments of the zone, lines in the words of the service', () => {
    assert.deepEqual(
      query({ endDateMin: 'tomorrow', endDateMax: '2026-11-30', lines: ['total', 'winner'] }),
      {
        active: true,
        closed: false,
        endDateMin: '2026-11-23T00:00:00Z',
        endDateMax: '2026-11-30T23:59:59Z',
        sportsMarketTypes: ['TOTAL', 'MONEYLINE', 'DRAWABLE_OUTCOME'],
      },
    );
    assert.equal(query({ lines: ['future'] }).sportsMarketTypes, undefined);
    assert.equal(query({ new: true }).startDateMin, '2026-11-21T15:00:00Z');
  });

  it('names what is left to this side', () => {
    const conditions: Conditions = {
      live: true,
      volumeMin: 5,
      spreadMax: 2,
      lines: ['future'],
      closed: 'either',
    };
    const sent = queryOf(conditions, NOW, calendar);
    assert.deepEqual(appliedHere(conditions, sent), ['lines', 'spreadMax']);
    assert.deepEqual(appliedHere(conditions, {}), ['lines', 'volumeMin', 'spreadMax']);
  });
});

describe('a typed value', () => {
  const typed = (key: ConditionKey, text: string, conditions: Conditions = {}) => {
    const value = parseTyped(key, text);
    const limit = value === undefined ? undefined : limitOf(key, value, conditions, '2026-11-22');
    return limit === undefined ? value : `past ${limit}`;
  };

  it('is read as people write it, or refused', () => {
    const cases: readonly (readonly [ConditionKey, string, unknown])[] = [
      ['volumeMin', '10k', 10_000],
      ['volumeMin', ' 1,000 ', 1_000],
      ['volumeMin', '2.5M', 2_500_000],
      ['volumeMin', '0', 0],
      ['volumeMin', '-1', undefined],
      ['volumeMin', '1e9', undefined],
      ['volumeMin', ',', undefined],
      ['volumeMin', '', undefined],
      ['spreadMax', '2¢', 2],
      ['spreadMax', '101', undefined],
      ['startsMin', '2026-11-28', '2026-11-28'],
      ['startsMin', '2026-02-30', undefined],
      ['startsMin', 'next year', undefined],
      ['ids', '1, 2 2', ['1', '2']],
      ['ids', '1, x', undefined],
      ['ids', ' , ', undefined],
      ['slugs', 'a, b', ['a', 'b']],
      ['gameId', ' g1 ', 'g1'],
    ];
    for (const [key, text, expected] of cases) assert.deepEqual(typed(key, text), expected, `${key} ${text}`);
  });

  it('may not be past the other end of its range', () => {
    assert.equal(typed('volumeMax', '5k', { volumeMin: 10_000 }), 'past 10000');
    assert.equal(typed('volumeMax', '10k', { volumeMin: 10_000 }), 10_000);
    assert.equal(typed('volumeMin', '5k', { volumeMax: 1_000 }), 'past 1000');
    assert.equal(typed('startsMax', '2026-11-22', { startsMin: 'tomorrow' }), 'past tomorrow');
    assert.equal(typed('startsMax', '2026-11-23', { startsMin: 'tomorrow' }), '2026-11-23');
    assert.equal(typed('endDateMin', '2026-11-29', { endDateMax: 'thisWeek' }), 'past thisWeek');
  });

  it('of the wrong kind is refused where it is written down', () => {
    const cases: readonly (readonly [ConditionKey, unknown])[] = [
      ['live', false],
      ['live', 'yes'],
      ['archived', 'either'],
      ['closed', 'no'],
      ['volumeMin', '10k'],
      ['volumeMin', Number.NaN],
      ['volumeMin', -1],
      ['spreadMax', 100.5],
      ['starts', 'someday'],
      ['leagues', 'nba'],
      ['leagues', []],
      ['leagues', [7]],
      ['lines', ['corner']],
      ['ids', ['x']],
      ['gameId', ' '],
    ];
    for (const [key, value] of cases) assert.equal(readValue(key, value), undefined, `${key} ${value}`);
  });
});
