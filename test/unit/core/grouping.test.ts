import assert from 'node:assert/strict';
import { deriveEvents } from '../../../src/core/derive-events.ts';
import { groupMarkets, linesOf, lineType, MarketGroups } from '../../../src/core/grouping.ts';
import { eventSlugOf } from '../../../src/core/slug.ts';
import { aMarket, anEvent, anOverview, aSide, aTeam, at, lakeGame } from '../../support/values.ts';

const yesNo = (team?: string) => [
  aSide(true, { description: 'Yes', team: team === undefined ? undefined : aTeam({ id: team, name: team }) }),
  aSide(false, { description: 'No', team: team === undefined ? undefined : aTeam({ id: team, name: team }) }),
];
const threeWay = ['draw', 'rov', 'mer'].map((end, index) =>
  aMarket({
    id: String(index),
    slug: `atc-epl-rov-mer-2026-11-22-${end}`,
    category: 'sports',
    sportsMarketTypeV2: 'DRAWABLE_OUTCOME',
    sides: yesNo(end === 'draw' ? undefined : { rov: 'Rovers', mer: 'Mariners' }[end]),
  }),
);

describe('groups of markets', () => {
  it('put the three yes/no markets of a drawable game into one event and one winner line, draw included', () => {
    const [category, ...others] = groupMarkets(threeWay);
    assert.equal(others.length, 0);
    assert.equal(category?.key, 'epl');
    assert.equal(category?.events.length, 1);
    const lines = linesOf(category?.events[0]?.markets ?? []);
    assert.deepEqual(
      lines.map(({ type, markets }) => [type, markets.length]),
      [['winner', 3]],
    );
  });

  it('go by the event the caller knows, else the one on the market, else the slug', () => {
    const event = anEvent({ slug: 'cup-final', seriesSlug: 'cup-2026' });
    const named = lakeGame({ events: [anEvent({ slug: 'on-the-market' })] });
    assert.equal(groupMarkets([named], () => event)[0]?.events[0]?.key, 'cup-final');
    assert.equal(groupMarkets([named])[0]?.events[0]?.key, 'on-the-market');
    assert.equal(groupMarkets([lakeGame()])[0]?.events[0]?.key, 'nba-otters-herons-2026-11-20');
  });

  it('name sports by their league and anything else by its category', () => {
    const weather = aMarket({ slug: 'tc-temp-lakeside-2026-08-25-lt79f', category: 'climate' });
    assert.deepEqual(
      groupMarkets([lakeGame(), weather, aMarket({ slug: 'bare' })]).map(({ key }) => key),
      ['nba', 'climate', 'other'],
    );
  });

  it('keep the outcomes of one undated question together, and an unrelated market apart', () => {
    const markets = ['Otters', 'Herons'].map((title) =>
      aMarket({ slug: `tec-cup-${title}`, question: 'Who wins the cup?', title }),
    );
    const groups = groupMarkets([...markets, aMarket({ slug: 'odd-one' })]);
    assert.deepEqual(
      groups[0]?.events.map(({ markets: own }) => own.length),
      [2, 1],
    );
  });

  it('sort lines into winner, spread, total, prop, future and other', () => {
    const types = ['PROP', 'TOTAL', 'SPREAD', 'MONEYLINE', 'FUTURE', 'NOVELTY'];
    const markets = types.map((type) => aMarket({ sportsMarketTypeV2: type }));
    assert.deepEqual(
      linesOf(markets).map(({ type }) => type),
      ['winner', 'spread', 'total', 'prop', 'future', 'other'],
    );
    assert.equal(lineType(aMarket({ sportsMarketType: 'soccer_team_full_time_winner' })), 'winner');
    assert.equal(lineType(aMarket({ marketType: 'totals' })), 'total');
  });

  it('take a page in without moving what is there, replace in place, and forget what is removed', () => {
    const groups = new MarketGroups();
    groups.put(threeWay);
    groups.put([lakeGame()]);
    const [first] = threeWay;
    assert.ok(first);
    groups.put([{ ...first, status: 'HALTED' }]);
    const [epl, nba] = groups.categories();
    assert.deepEqual([epl?.marketCount, nba?.marketCount], [3, 1]);
    assert.equal(epl?.events[0]?.markets[0]?.status, 'HALTED');
    groups.remove('unheard-of');
    groups.remove(lakeGame().slug);
    groups.remove(first.slug);
    assert.equal(groups.categories()[0]?.marketCount, 2);
    assert.deepEqual(
      groups.categories().map(({ key }) => key),
      ['epl'],
    );
  });

  it('move a market whose event became known', () => {
    const groups = new MarketGroups();
    groups.put([lakeGame()]);
    groups.put([lakeGame({ events: [anEvent({ slug: 'the-real-one' })] })]);
    const events = groups.categories().flatMap(({ events: all }) => all);
    assert.deepEqual(
      events.map(({ key, markets }) => [key, markets.length]),
      [['the-real-one', 1]],
    );
  });
});

describe('events derived from markets', () => {
  it('carry title, teams, start and markets', () => {
    const [event, ...others] = deriveEvents(threeWay);
    assert.equal(others.length, 0);
    assert.equal(event?.title, 'Rovers vs. Mariners');
    assert.equal(event?.slug, 'epl-rov-mer-2026-11-22');
    assert.equal(event?.markets.length, 3);
    assert.deepEqual(
      event?.teams.map(({ name }) => name),
      ['Rovers', 'Mariners'],
    );
  });

  it('keep what the service said of an event and expand its markets', () => {
    const said = anEvent({ period: 'Q3', score: '78–81' });
    const [event] = deriveEvents([lakeGame({ events: [said] }), lakeGame({ slug: 'other', events: [said] })]);
    assert.equal(event?.period, 'Q3');
    assert.equal(event?.markets.length, 2);
  });

  it('take each fact from the first market that has it', () => {
    const gameStartTime = at('2026-11-22T15:00:00Z');
    const full = { gameStartTime, active: true, overview: anOverview({ gameId: 'g1' }), question: 'Who?' };
    const slugs = ['neg', 'pos', 'x'].map((end) => `asc-nba-otters-herons-2026-11-20-${end}`);
    const events = [[{}, full, {}], [{}]].map(
      (all) => deriveEvents(all.map((own, place) => aMarket({ ...own, slug: slugs[place] ?? '' })))[0],
    );
    assert.deepEqual(
      events.map((event) => [event?.startTime, event?.active, event?.gameId, event?.title]),
      [
        [gameStartTime, true, 'g1', 'Who?'],
        [undefined, false, undefined, undefined],
      ],
    );
  });

  it('are closed only when every market is', () => {
    const [first, second] = threeWay;
    assert.ok(first && second);
    assert.equal(deriveEvents([{ ...first, closed: true }, second])[0]?.closed, false);
    assert.equal(deriveEvents([{ ...first, closed: true }])[0]?.closed, true);
  });
});

describe('event slug of a market', () => {
  it('drops the prefix and what follows the date', () => {
    assert.equal(eventSlugOf('asc-nba-otters-herons-2026-11-20-neg-2pt5'), 'nba-otters-herons-2026-11-20');
    assert.equal(eventSlugOf('tec-cup-otters'), undefined);
  });
});
