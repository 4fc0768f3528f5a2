import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { bench, type Json, NOON } from './support.ts';

const TOPICS = ['politics', 'economy', 'weather', 'crypto'];

describe('demo tags and series', () => {
  const server = bench({ dialect: 'current' });
  const tagsOf = (query = ''): readonly Json[] => [
    ...(server.get(`/v2/tags${query}`, {}).json['tags'] ?? []),
  ];
  const eventsOf = (path: string): readonly Json[] => [...(server.get(path, {}).json['events'] ?? [])];

  it('lists tags in pages: topics, and what stands under them with its parent', () => {
    const all = tagsOf('?limit=100');
    const slugs = all.map(({ slug }) => String(slug));
    for (const slug of TOPICS) assert.ok(slugs.includes(slug), slug);
    const politics = all.find(({ slug }) => String(slug) === 'politics') ?? assert.fail('politics');
    assert.deepEqual(
      [...(politics['subtags'] ?? [])].map(({ slug, parentId }) => [slug, parentId]),
      [['elections', Number(politics['id'])]],
    );
    assert.ok(all.find(({ slug }) => String(slug) === 'nba')?.['league'], 'a league says so');
    assert.deepEqual(tagsOf('?limit=3&offset=2'), all.slice(2, 5));
    assert.deepEqual(
      tagsOf('?query=polit').map(({ slug }) => slug),
      ['politics'],
    );
    assert.deepEqual(
      tagsOf(`?parentId=${politics['id']}`).map(({ slug }) => slug),
      ['elections'],
    );
  });

  it('has several open events of each topic, with ends of their own', () => {
    for (const slug of TOPICS) {
      const events = eventsOf(`/v2/tags/${slug}/events?limit=50`);
      assert.ok(events.length >= 3, `${slug}: ${events.length}`);
      assert.ok(new Set(events.map(({ endDate }) => String(endDate))).size >= 3, slug);
      for (const event of events) {
        assert.ok(Date.parse(event['endDate'] ?? '') > NOON);
        assert.ok([...(event['tags'] ?? [])].some((tag) => String(tag['slug']) === slug));
      }
    }
    assert.equal(server.get('/v2/tags/nothing/events', {}).status, 404);
  });

  it('has a series for every event, with a title', () => {
    const read = [0, 100].flatMap((offset) => [
      ...(server.get(`/v1/series?limit=100&offset=${offset}`, {}).json['series'] ?? []),
    ]);
    const titles = new Map(read.map(({ slug, title }) => [String(slug), String(title)]));
    for (const { seriesSlug } of eventsOf('/v1/events?limit=100')) assert.ok(titles.get(String(seriesSlug)));
  });

  it('lists the events of a series by its id', () => {
    const [{ id, slug } = assert.fail('a series')] = [
      ...(server.get('/v1/series?slug=budget', {}).json['series'] ?? []),
    ];
    const events = eventsOf(`/v1/events?limit=100&seriesId=${id}`);
    assert.ok(events.length > 0 && events.every(({ seriesSlug }) => String(seriesSlug) === String(slug)));
  });

  it('is no part of the older interface', () => {
    for (const path of ['/v2/tags', '/v2/tags/politics/events', '/v1/series'])
      assert.equal(bench({ dialect: 'seed' }).get(path, {}).status, 404, path);
  });
});
