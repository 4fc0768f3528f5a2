import assert from 'node:assert/strict';
import type { Market } from '../../../src/core/market.ts';
import {
  categoryName,
  lineName,
  marketName,
  outcomePhrase,
  plainName,
  sideName,
  splitQuestion,
} from '../../../src/view/names.ts';
import { namedEvent, namedMarket, namedPlace } from '../../../src/view/order-text.ts';
import { someMetadata } from '../../support/account-values.ts';
import { aMarket, anEvent, aSide, aTeam, d, lakeGame } from '../../support/values.ts';
import { aContext } from '../../support/view.ts';

const context = aContext();
const weather = anEvent({ id: '8', slug: 'temp-20', title: 'Highest temperature in Lakeside on 20 Nov' });
const match = anEvent({ id: '9', slug: 'nfl-kites', title: 'Kites at Comets' });

/** Yes or no, with neither a title nor a subject: all there is is the question. */
function asked(question: string, overrides: Partial<Market> = {}): Market {
  const sides = [true, false].map((long) => aSide(long, { description: long ? 'Yes' : 'No' }));
  return aMarket({ slug: 'some-slug', question, sides, ...overrides });
}

describe('a question taken apart', () => {
  const cases: readonly (readonly [string, string | undefined, string | undefined, string])[] = [
    ['Cup 2027: Bisons?', 'Cup 2027', 'Cup 2027', 'Bisons'],
    ['Cup 2027: Bisons?', undefined, 'Cup 2027', 'Bisons'],
    ['Awards: best film: Salt: a life?', 'Awards: best film', 'Awards: best film', 'Salt: a life'],
    ['Who wins the cup?: Bisons?', 'Who wins the cup?', 'Who wins the cup', 'Bisons'],
    ['Who wins: Otters at Herons?', undefined, undefined, 'Who wins: Otters at Herons?'],
    ['Kites: more than 24.5 points?', 'Kites at Comets', 'Kites', 'more than 24.5 points'],
    ['Is it? Perhaps: so?', undefined, undefined, 'Is it? Perhaps: so?'],
    ['Cup 2027', 'Cup 2027', undefined, 'Cup 2027'],
    ['Cup 2027: ?', 'Cup 2027', undefined, 'Cup 2027: ?'],
    ['A note: with no mark', undefined, undefined, 'A note: with no mark'],
  ];
  for (const [question, title, about, own] of cases) {
    it(`${question} in ${title ?? 'no event'}`, () => {
      assert.deepEqual(splitQuestion(question, title), { about, own });
    });
  }
});

describe('names out of a question alone', () => {
  const question = 'Highest temperature in Lakeside on 20 Nov: 55° or below';
  const cold = asked(`${question}?`, { events: [weather] });

  it('say the event once, and the answer without its question mark', () => {
    assert.equal(lineName(cold, context), '55° or below');
    assert.equal(marketName(cold, undefined, context), question);
    assert.equal(outcomePhrase(cold, false, context), 'No on 55° or below');
  });

  it('say what a claim is about once', () => {
    const sides = [true, false].map((long) => aSide(long, { description: long ? 'Over' : 'Under' }));
    const goals = aMarket({
      question: 'Kites: more than 3.5 goals?',
      title: 'Kites over 3.5 goals',
      sportsMarketTypeV2: 'PROP',
      line: d('3.5'),
      sides,
      events: [],
    });
    assert.equal(marketName(goals, undefined, context), 'Kites over 3.5 goals');
  });

  it('do without the event where the service names none', () => {
    const bare = { ...cold, events: [] };
    assert.equal(lineName(bare, context), '55° or below');
    assert.equal(marketName(bare, undefined, context), question);
    assert.equal(namedEvent({ marketSlug: 'some-slug' }, bare, context), weather.title);
  });

  it('take a category for a word, whatever it is called', () => {
    const served = {
      ...context,
      leagueName: (key: string) => (key === 'epl' ? 'Premier League' : undefined),
    };
    assert.equal(categoryName('epl', served), 'Premier League');
    assert.equal(categoryName('nba', context), 'NBA');
    assert.equal(categoryName('constructor', context), 'Constructor');
    assert.equal(typeof categoryName('__proto__', context), 'string');
  });

  it('leave a sentence as it is', () => {
    const rain = asked('Will it rain in Lakeside?');
    assert.equal(marketName(rain, undefined, context), 'Will it rain in Lakeside?');
    assert.equal(outcomePhrase(rain, true, context), 'Yes');
  });

  it('say a line once that stands in the question', () => {
    const spread = asked('Kites −4.5 against Comets?', {
      sportsMarketTypeV2: 'SPREAD',
      line: d('-4.5'),
      sides: [aSide(true, { description: 'Kites −4.5' }), aSide(false, { description: 'Comets +4.5' })],
    });
    assert.equal(marketName(spread, undefined, context), 'Kites −4.5 against Comets?');
  });

  it('keep what a prop is about, which is not its event', () => {
    const prop = asked('Kites: more than 24.5 points?', {
      events: [match],
      sportsMarketTypeV2: 'PROP',
      line: d('24.5'),
      sides: [aSide(true, { description: 'Over' }), aSide(false, { description: 'Under' })],
    });
    assert.equal(lineName(prop, context), 'Kites: more than 24.5 points');
    assert.equal(marketName(prop, undefined, context), 'Kites at Comets – Kites: more than 24.5 points');
    assert.equal(outcomePhrase(prop, true, context), 'Kites: Over 24.5');
  });

  it('name the event alone beside a label that says the line', () => {
    const place = (said: string) => namedPlace(said, { marketSlug: 'some-slug' }, cold, context);
    assert.equal(place('No on 55° or below'), weather.title);
    assert.equal(place('Void'), question);
    const rain = asked('Will it rain?', { events: [weather] });
    const rainy = 'Highest temperature in Lakeside on 20 Nov: Will it rain?';
    assert.equal(namedPlace('Traded 5 for Yes', { marketSlug: 'rain' }, rain, context), rainy);
    const spread = lakeGame({ events: [match], sportsMarketTypeV2: 'SPREAD', line: d('-2.5') });
    assert.equal(namedPlace('Herons +2.5 won', { marketSlug: 's' }, spread, context), 'Kites at Comets');
    assert.equal(namedPlace('Void', { marketSlug: 'a-slug' }, undefined, context), 'A slug');
  });
});

describe('names of lines of one game', () => {
  const event = anEvent({ title: 'Kites at Comets' });
  const kites = aTeam({ name: 'Kites' });
  const total = (line: string, overrides: Partial<Market> = {}): Market =>
    aMarket({
      events: [event],
      sportsMarketTypeV2: 'TOTAL',
      line: d(line),
      sides: [aSide(true, { description: 'Over' }), aSide(false, { description: 'Under' })],
      ...overrides,
    });
  const nullSides = [aSide(true), aSide(false)];
  const ofKites = nullSides.map((side) => ({ ...side, team: kites }));
  const lineAlone = [aSide(true, { description: '35.50' }), aSide(false)];
  const soccer = (type: string) => lakeGame({ sportsMarketType: `soccer_${type}` });
  const half = { sportsMarketType: 'football_game_first_half_total_points' };
  const fiveInnings = { sportsMarketTypeV2: 'SPREAD', line: d('-2.5'), titleShort: 'OTT -2.5 F5' } as const;
  const titled = { title: 'Kites over 13.5 points', titleShort: 'KIT Over 13.5' };
  const cases: readonly (readonly [what: string, market: Market, names: string])[] = [
    ['the whole game', total('43.5', { titleShort: 'Over 43.5' }), 'Over 43.5 | Under 43.5'],
    [
      "a team's total, by its sides",
      total('13.5', { sides: ofKites }),
      'Kites: Over 13.5 | Kites: Under 13.5',
    ],
    ["a team's total, by its title", total('13.5', titled), 'Kites: Over 13.5 | Kites: Under 13.5'],
    [
      "a team's total, by its short title",
      total('13.5', { titleShort: 'KIT Over 13.5' }),
      'KIT: Over 13.5 | KIT: Under 13.5',
    ],
    ["a team's total, by its subject", total('9', { subject: 'Kites' }), 'Kites: Over 9 | Kites: Under 9'],
    ['the first half, by its type', total('14.5', half), 'Over 14.5 (1st half) | Under 14.5 (1st half)'],
    [
      'the first half, by its short title',
      total('14.5', { titleShort: 'Over 14.5 1H' }),
      'Over 14.5 (1H) | Under 14.5 (1H)',
    ],
    [
      'something else than points',
      total('9.5', { sportsMarketType: 'soccer_total_corners' }),
      'Over 9.5 (corners) | Under 9.5 (corners)',
    ],
    ['sides without words', total('35.5', { sides: nullSides }), 'Over 35.5 | Under 35.5'],
    ['sides with the line alone', total('35.5', { sides: lineAlone }), 'Over 35.5 | Under 35.5'],
    ['a spread of five innings', lakeGame(fiveInnings), 'Otters −2.5 (F5) | Herons +2.5 (F5)'],
    [
      'the winner of a quarter',
      lakeGame({ sportsMarketType: 'basketball_team_first_quarter_winner' }),
      'Otters (1st quarter) | Herons (1st quarter)',
    ],
    ['who goes on', soccer('game_to_advance'), 'Otters (to advance) | Herons (to advance)'],
    ['the winner', soccer('team_full_time_winner'), 'Otters | Herons'],
  ];
  for (const [what, market, names] of cases) {
    it(what, () => {
      const [long, short = ''] = names.split(' | ');
      assert.deepEqual([sideName(market, true, context), sideName(market, false, context)], [long, short]);
      assert.equal(outcomePhrase(market, true, context), long);
    });
  }

  it('a market has the same distinctions in its tab, row and search', () => {
    const half = total('14.5', { titleShort: 'Over 14.5 1H' });
    assert.equal(lineName(half, context), 'Over 14.5 (1H)');
    assert.equal(marketName(half, undefined, context), 'Kites at Comets: Over 14.5 (1H)');
    const quarter = lakeGame({ sportsMarketType: 'basketball_first_quarter_winner', events: [event] });
    assert.equal(marketName(quarter, undefined, context), 'Kites at Comets (1st quarter)');
  });

  it('a yes/no line is its subject with the part of the game', () => {
    const sides = [true, false].map((long) => aSide(long, { description: long ? 'Yes' : 'No', team: kites }));
    const half = aMarket({
      sides,
      sportsMarketTypeV2: 'DRAWABLE_OUTCOME',
      sportsMarketType: 'soccer_team_first_half_winner',
    });
    assert.equal(outcomePhrase(half, false, context), 'No on Kites (1st half)');
    const props = ['Saka scores', 'Saka scores twice'].map((title) =>
      aMarket({ sides, sportsMarketTypeV2: 'PROP', subject: 'Saka', title }),
    );
    assert.deepEqual(
      props.map((market) => outcomePhrase(market, true, context)),
      ['Yes on Saka scores', 'Yes on Saka scores twice'],
    );
  });

  it('two orders of markets that are not loaded differ by their slugs', () => {
    const metadata = someMetadata({ title: 'Kites at Comets', outcome: 'Over' });
    assert.equal(
      namedMarket({ marketSlug: 'tsc-kit-com-13pt5', marketMetadata: metadata }, undefined, context),
      'Kites at Comets (tsc-kit-com-13pt5)',
    );
    const named = someMetadata({ title: 'Highest temperature', outcome: 'Yes', subject: '94 to 95' });
    assert.equal(
      namedMarket({ marketSlug: 'a-slug', marketMetadata: named }, undefined, context),
      'Highest temperature (a-slug)',
    );
  });
});

describe('names of states and types nobody has words for', () => {
  it('are made readable, and never read as undefined', () => {
    assert.equal(plainName('SEASON_AWARD'), 'Season award');
    assert.equal(plainName('UNDEFINED'), 'Unknown');
    assert.equal(plainName('CXL_REASON_UNSPECIFIED'), 'Cxl reason unknown');
    assert.equal(plainName('__UNDEFINEDLY'), 'Undefinedly');
  });
});
