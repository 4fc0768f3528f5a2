import assert from 'node:assert/strict';
import { instantOf } from '../../../../src/core/instant.ts';
import type { ListedLeague } from '../../../../src/core/league.ts';
import type { MarketEvent } from '../../../../src/core/market.ts';
import { Catalogue, seriesKey } from '../../../../src/store/markets/catalogue.ts';
import { EventsStore } from '../../../../src/store/markets/events.ts';
import { MarketsStore } from '../../../../src/store/markets/markets.ts';
import { createReadAhead } from '../../../../src/store/markets/read-ahead.ts';
import { settle } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { aSeries, aTag } from '../../../support/topic.ts';
import { event, market, PROFILE, rig } from '../values.ts';

const league = (slug: string, own: Partial<ListedLeague> = {}): ListedLeague => ({
  slug,
  name: slug.toUpperCase(),
  sportId: '1',
  isOperational: true,
  ...own,
});

const games = (prefix: string, count: number): MarketEvent[] =>
  Array.from({ length: count }, (_, place) =>
    event(`${prefix}${place}`, { markets: [market(`${prefix}-m${place}`)] }),
  );

function library() {
  const base = rig();
  const markets = new MarketsStore(base.session);
  const events = new EventsStore(base.session, markets);
  const catalogue = new Catalogue(base.session, markets, events);
  const known = (): number => [...markets.known()].length;
  const { exchange } = base;
  exchange.leagues_ = [league('nba'), league('old', { isOperational: false }), league('epl')];
  exchange.leagueEvents_.set('nba games', games('g', 230));
  exchange.leagueEvents_.set('nba futures', games('f', 1));
  return { ...base, markets, events, catalogue, known };
}

describe('Catalogue', () => {
  it('lists the leagues that are played, and reads none of them before it is opened', async () => {
    const { catalogue, exchange } = library();
    await catalogue.load();
    assert.deepEqual(
      catalogue.leagues.map(({ slug }) => slug),
      ['nba', 'epl'],
    );
    assert.equal(exchange.count('leagueEvents'), 0);
    assert.equal(catalogue.reading('nba'), undefined);
  });

  it('a league that is opened is read to its end, games and futures, once', async () => {
    const { catalogue, exchange, events, known } = library();
    await catalogue.load();
    await catalogue.open('nba');
    assert.equal(catalogue.reading('nba')?.kind, 'whole');
    assert.equal(known(), 231);
    assert.deepEqual(catalogue.listingOf(event('f0')), { league: 'nba', topics: [] });
    assert.equal(events.ofMarket('g-m229')?.id, 'g229');
    const calls = exchange.count('leagueEvents');
    await catalogue.open('nba');
    assert.equal(exchange.count('leagueEvents'), calls);
    await catalogue.open('nba', undefined, true);
    assert.ok(exchange.count('leagueEvents') > calls, 'when a person asks');
  });

  it('Stop ends a reading at the page that is out; what was read stays, and it can go on', async () => {
    const { catalogue, exchange, known } = library();
    await catalogue.load();
    exchange.next('leagueEvents', (answer) => answer());
    const held = exchange.hold('leagueEvents');
    const reading = catalogue.open('nba');
    await settle();
    assert.deepEqual([catalogue.reading('nba')?.kind, known()], ['reading', 100]);
    catalogue.stop('nba');
    held.release();
    await reading;
    assert.deepEqual([catalogue.reading('nba')?.kind, known()], ['partly', 100]);
    assert.equal(exchange.count('leagueEvents'), 2);
    await catalogue.open('nba', undefined, true);
    assert.deepEqual([catalogue.reading('nba')?.kind, known()], ['whole', 231]);
  });

  it('says why a league could not be read, and drops everything with the connection', async () => {
    const { catalogue, exchange, session } = library();
    await catalogue.load();
    exchange.next('leagueEvents', failure('network'));
    await catalogue.open('nba');
    const reading = catalogue.reading('nba');
    assert.equal(reading?.kind === 'failed' && reading.error.code, 'network');
    session.connect(PROFILE);
    assert.deepEqual([catalogue.leagues, catalogue.reading('nba')], [[], undefined]);
  });

  it('a category is read by its own name where the service lists it under none of its leagues', async () => {
    const { catalogue, exchange, known } = library();
    exchange.markets_ = [market('a'), market('b')];
    await catalogue.load();
    await catalogue.open('economy');
    assert.equal(exchange.count('markets'), 0, 'nothing to ask for');
    await catalogue.open('economy', 'Economy');
    assert.deepEqual([catalogue.reading('economy')?.kind, known()], ['whole', 2]);
    assert.deepEqual(exchange.calls.find(({ method }) => method === 'markets')?.args[0] as object, {
      categories: ['Economy'],
      active: true,
      closed: false,
    });
  });

  it('knows what is live and begins soon, whatever filter the service ignores, and how a live game ended', async () => {
    const { catalogue, exchange, events, clock } = library();
    const hour = 3_600_000;
    const listed = [
      event('on', { live: true }),
      event('soon', { startTime: instantOf(clock.now() + hour) }),
      event('far', { startTime: instantOf(clock.now() + 3 * hour) }),
    ];
    exchange.events_ = listed;
    await catalogue.load();
    assert.deepEqual([...events.known()].map(({ id }) => id).sort(), ['on', 'soon']);
    assert.equal(catalogue.hasLive, true);
    exchange.events_ = [event('on', { live: false, ended: true })];
    await catalogue.refresh('poll');
    assert.deepEqual([events.get('on')?.ended, catalogue.hasLive], [true, false]);
    assert.equal(exchange.count('leagues'), 1, 'the list of leagues stands');
  });

  it('a refresh reads what is live and soon again, and each league that was opened, but none that was stopped', async () => {
    const { catalogue, exchange, events } = library();
    exchange.leagueEvents_.set('epl games', games('e', 230));
    await catalogue.load();
    await catalogue.open('nba');
    const held = exchange.hold('leagueEvents');
    const stopped = catalogue.open('epl');
    await settle();
    catalogue.stop('epl');
    held.release();
    await stopped;
    exchange.calls.length = 0;
    exchange.leagueEvents_.set('nba games', games('g', 231));
    await catalogue.refresh('poll');
    assert.equal(exchange.count('leagueEvents'), 0);
    await catalogue.refresh();
    assert.ok(exchange.count('events') >= 2);
    const read = exchange.calls.filter(({ method }) => method === 'leagueEvents').map(({ args }) => args[0]);
    assert.deepEqual(new Set(read), new Set(['nba']));
    assert.equal(catalogue.reading('nba')?.kind, 'whole');
    assert.equal(events.get('g230')?.id, 'g230');
  });

  it('is read without leagues, events or sports where the service lacks them', async () => {
    const { catalogue, exchange } = library();
    for (const feature of ['leagues', 'sports', 'events', 'tags', 'series'] as const)
      exchange.lacks.add(feature);
    await catalogue.load();
    assert.deepEqual([catalogue.state.kind, catalogue.leagues, catalogue.topics], ['ready', [], []]);
    await catalogue.refresh('poll');
    assert.equal(exchange.count('tags'), 1, 'not asked for again at each poll');
  });
});

describe('Catalogue, topics', () => {
  const topical = () => {
    const base = library();
    const { exchange } = base;
    exchange.tags_ = [
      aTag('1', { slug: 'sports' }),
      aTag('2', { slug: 'Politics', label: 'Politics', subtags: [aTag('3', { slug: 'elections' })] }),
      aTag('4', { slug: 'weather', label: 'Weather' }),
      aTag('5', { slug: 'nba' }),
    ];
    exchange.tagEvents_.set('Politics', games('p', 130));
    exchange.series_ = [aSeries('mayor', 'Mayors', { recurrence: 'yearly' })];
    return base;
  };

  it('are the tags that are no sport, with their names; none is read before it is opened', async () => {
    const { catalogue, exchange } = topical();
    await catalogue.load();
    assert.deepEqual(
      catalogue.topics.map(({ key, name }) => [key, name]),
      [
        ['politics', 'Politics'],
        ['weather', 'Weather'],
      ],
    );
    assert.deepEqual([catalogue.nameOf('politics'), catalogue.nameOf('nba')], ['Politics', 'NBA']);
    assert.equal(catalogue.tags.get('3')?.parentId, '2');
    assert.equal(catalogue.seriesOf('mayor')?.title, 'Mayors');
    assert.equal(exchange.count('tagEvents'), 0);
    await catalogue.refresh('poll');
    assert.deepEqual(
      [exchange.count('tags'), exchange.count('series')],
      [2, 2],
      'one list and its end, once',
    );
  });

  it('one that is opened is read to its end, stops, goes on, and says why it failed', async () => {
    const { catalogue, exchange, known } = topical();
    await catalogue.load();
    exchange.next('tagEvents', (answer) => answer());
    const held = exchange.hold('tagEvents');
    const reading = catalogue.open('politics');
    await settle();
    catalogue.stop('politics');
    held.release();
    await reading;
    assert.deepEqual([catalogue.reading('politics')?.kind, known()], ['partly', 100]);
    exchange.next('tagEvents', failure('network'));
    await catalogue.open('politics', undefined, true);
    const failed = catalogue.reading('politics');
    assert.equal(failed?.kind === 'failed' && failed.error.code, 'network');
    await catalogue.open('politics', undefined, true);
    assert.deepEqual([catalogue.reading('politics')?.kind, known()], ['whole', 130]);
    assert.deepEqual(catalogue.listingOf(event('p129')), { league: undefined, topics: ['politics'] });
  });

  it('have the events that carry their tags, or one under them, before anybody opens them', async () => {
    const { catalogue } = topical();
    await catalogue.load();
    const tags = ['3', '4', '99'].map((id) => ({ id, label: undefined, slug: undefined }));
    assert.deepEqual(catalogue.listingOf(event('x', { tags })), {
      league: undefined,
      topics: ['politics', 'weather'],
    });
    assert.deepEqual(catalogue.listingOf(event('y')), { league: undefined, topics: [] });
  });

  it('that cannot be read keep nothing else from being read, and are asked for again later', async () => {
    const { catalogue, exchange, clock } = topical();
    exchange.next('tags', failure('auth'));
    exchange.next('series', failure('network'));
    await catalogue.load();
    assert.deepEqual([catalogue.state.kind, catalogue.topics], ['ready', []]);
    await catalogue.refresh('poll');
    assert.equal(exchange.count('tags'), 1);
    await clock.advance(11 * 60_000);
    await catalogue.refresh('poll');
    assert.deepEqual([catalogue.topics.length, catalogue.seriesOf('mayor')?.id], [2, '7']);
  });

  it('a series is read to its end, and no further where the service does not filter by it', async () => {
    const { catalogue, exchange, known } = topical();
    await catalogue.load();
    exchange.events_ = [
      ...games('s', 3).map((one) => ({ ...one, seriesSlug: 'mayor' })),
      ...games('o', 900).map((one) => ({ ...one, seriesSlug: 'other' })),
    ];
    const before = exchange.count('events');
    await catalogue.open(seriesKey('mayor'));
    assert.deepEqual([catalogue.reading(seriesKey('mayor'))?.kind, known()], ['whole', 3]);
    assert.ok(exchange.count('events') - before <= 3);
    const asked = exchange.calls.filter(({ method }) => method === 'events').at(-1)?.args[0];
    assert.deepEqual(asked, { seriesId: ['7'], closed: false });
    await catalogue.open(seriesKey('unknown'));
    assert.equal(catalogue.reading(seriesKey('unknown')), undefined);
  });

  it('keep their array until there are others, and go with the connection', async () => {
    const { catalogue, session } = topical();
    await catalogue.load();
    const before = catalogue.topics;
    await catalogue.refresh('asked');
    assert.equal(catalogue.topics, before);
    session.connect(PROFILE);
    assert.deepEqual([catalogue.topics, catalogue.nameOf('politics')], [[], undefined]);
  });
});

describe('ReadAhead', () => {
  it('reads the list on, a page a poll, up to 2,000 markets, and stops at a failure', async () => {
    const { markets, exchange, clock } = library();
    exchange.markets_ = Array.from({ length: 3_000 }, (_, place) => market(`m${place}`));
    const ahead = createReadAhead(markets, clock);
    await ahead.load();
    await ahead.refresh();
    assert.deepEqual([markets.markets.length, exchange.count('markets')], [250, 2]);
    exchange.next('markets', failure('network'));
    await ahead.refresh();
    assert.equal(ahead.isDue, false);
    await markets.loadMore();
    for (let polls = 0; polls < 20; polls++) await ahead.refresh();
    assert.equal(ahead.isDue, false);
    assert.ok(markets.markets.length >= 2_000 && markets.markets.length < 2_200);
    assert.equal(markets.hasMore, true, 'the rest on demand');
  });

  it('loses nothing of a list it read by larger pages when all of it is read again', async () => {
    const { markets, exchange, clock } = library();
    exchange.markets_ = Array.from({ length: 640 }, (_, place) => market(`m${place}`));
    const ahead = createReadAhead(markets, clock);
    await ahead.load();
    for (let polls = 0; polls < 5; polls++) await ahead.refresh();
    assert.deepEqual([markets.markets.length, markets.hasMore], [640, false]);
    exchange.markets_ = exchange.markets_.slice(1);
    exchange.calls.length = 0;
    await markets.refresh('asked');
    assert.equal(markets.markets.length, 639);
    assert.equal(markets.get('m0'), undefined);
    assert.equal(exchange.count('markets'), 5, 'four pages of 200, and the empty one after them');
  });
});
