import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { type Bench, bench, type Json } from './support.ts';

/** All events of a list read page by page. */
function allEvents(server: Bench, path: string): readonly Json[] {
  const events: Json[] = [];
  for (;;) {
    const target = `${path}${path.includes('?') ? '&' : '?'}limit=25&offset=${events.length}`;
    const page = [...(server.get(target, {}).json['events'] ?? [])];
    if (page.length === 0) return events;
    events.push(...page);
  }
}

describe('demo leagues and sports', () => {
  const server = bench({ dialect: 'current' });

  it('lists leagues in pages, with integer ids and the sport they are of', () => {
    const all = [...(server.get('/v2/leagues', {}).json['leagues'] ?? [])];
    const sports = [...(server.get('/v2/sports', {}).json['sports'] ?? [])];
    assert.ok(all.length >= 12, `${all.length} leagues`);
    assert.deepEqual(Object.keys(all[0] ?? {}), [
      'id', 'slug', 'name', 'abbreviation', 'sportId', 'isOperational', 'activeSeriesId',
    ]); // biome-ignore format: a list
    const sportIds = sports.map(({ id }) => id);
    for (const league of all) {
      assert.equal(typeof league['id'], 'number');
      assert.ok(sportIds.includes(league['sportId'] ?? assert.fail('a sport')));
    }
    const paged = server.get('/v2/leagues?limit=3&offset=2', {}).json['leagues'];
    assert.deepEqual([...(paged ?? [])], all.slice(2, 5));
  });

  it('lists the events of each league, games and futures, and leaves no event of a league out', () => {
    const all = [...(server.get('/v2/leagues', {}).json['leagues'] ?? [])];
    const read = (type: string) =>
      all.flatMap(({ slug }) => allEvents(server, `/v2/leagues/${slug}/events?type=${type}`));
    const games = read('sport');
    const futures = read('futures');
    assert.ok(games.every((event) => event['teams']?.length === 2));
    assert.ok(futures.length > 0 && futures.every((event) => event['teams']?.length === 0));
    const ids = [...games, ...futures].map(({ id }) => id);
    const sports = allEvents(server, '/v1/events?categories=sports').map(({ id }) => id);
    assert.deepEqual(new Set(ids), new Set(sports));
    assert.equal(new Set(ids).size, ids.length, 'no event twice');
  });

  it('lists ten games of a league unless asked for more', () => {
    const first = server.get('/v2/leagues/atp/events', {}).json;
    assert.deepEqual(
      [first['type'], first['typeTitle'], first['section'], first['sectionTitle'], first['events']?.length],
      ['sport', 'Games', 'general', 'General', 10],
    );
  });

  it('answers 404 for an unknown league, 400 for an unknown type', () => {
    assert.equal(server.get('/v2/leagues/nothing/events', {}).status, 404);
    assert.equal(server.get('/v2/leagues/nba/events?type=x', {}).status, 400);
  });

  it('is no part of the older interface', () => {
    assert.equal(bench({ dialect: 'seed' }).get('/v2/leagues', {}).status, 404);
    assert.equal(bench({ dialect: 'current', onlySeed: true }).get('/v2/leagues', {}).status, 404);
  });
});
