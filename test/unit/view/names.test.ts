import assert from 'node:assert/strict';
import type { Market } from '../../../src/core/market.ts';
import { categoryName, lineName, marketName, outcomePhrase, plainName } from '../../../src/view/names.ts';
import { namedEvent, namedPlace } from '../../../src/view/order-text.ts';
import { splitQuestion } from '../../../src/view/question.ts';
import { aMarket, anEvent, aSide, d, lakeGame } from '../../support/values.ts';
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
  const cold = asked('Highest temperature in Lakeside on 20 Nov: 55° or below?', { events: [weather] });

  it('say the event once, and the answer without its question mark', () => {
    assert.equal(lineName(cold, context), '55° or below');
    assert.equal(
      marketName(cold, undefined, context),
      'Highest temperature in Lakeside on 20 Nov: 55° or below',
    );
    assert.equal(outcomePhrase(cold, false, context), 'No on 55° or below');
  });

  it('do without the event where the service names none', () => {
    const bare = { ...cold, events: [] };
    assert.equal(lineName(bare, context), '55° or below');
    assert.equal(
      marketName(bare, undefined, context),
      'Highest temperature in Lakeside on 20 Nov: 55° or below',
    );
    assert.equal(
      namedEvent('some-slug', bare, undefined, context),
      'Highest temperature in Lakeside on 20 Nov',
    );
  });

  it('take a category for a word, whatever it is called', () => {
    assert.equal(categoryName('epl', context), 'Premier League');
    assert.equal(categoryName('nba', context), 'NBA');
    assert.equal(categoryName('constructor', context), 'Constructor');
    assert.equal(typeof categoryName('__proto__', context), 'string');
  });

  it('leave a sentence as it is', () => {
    const rain = asked('Will it rain in Lakeside?');
    assert.equal(marketName(rain, undefined, context), 'Will it rain in Lakeside?');
    assert.equal(outcomePhrase(rain, true, context), 'Yes');
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
    const place = (said: string) => namedPlace(said, 'some-slug', cold, undefined, context);
    assert.equal(place('No on 55° or below'), 'Highest temperature in Lakeside on 20 Nov');
    assert.equal(place('Void'), 'Highest temperature in Lakeside on 20 Nov: 55° or below');
    const rain = asked('Will it rain?', { events: [weather] });
    const rainy = 'Highest temperature in Lakeside on 20 Nov: Will it rain?';
    assert.equal(namedPlace('Traded 5 for Yes', 'rain', rain, undefined, context), rainy);
    const spread = lakeGame({ events: [match], sportsMarketTypeV2: 'SPREAD', line: d('-2.5') });
    assert.equal(namedPlace('Herons +2.5 won', 's', spread, undefined, context), 'Kites at Comets');
    assert.equal(namedPlace('Void', 'a-slug', undefined, undefined, context), 'A slug');
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
