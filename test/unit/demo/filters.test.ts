import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { bench, type Json } from './support.ts';

const server = bench();
const read = (query: string): readonly Json[] => {
  const reply = server.get(`/v1/markets?limit=500&${query}`);
  assert.equal(reply.status, 200, `${query}: ${JSON.stringify(reply.json)}`);
  return reply.json['markets'] as Json;
};
const pages = (query: string): readonly Json[] => [
  ...read(`${query}&offset=0`),
  ...read(`${query}&offset=500`),
];
const everything = pages('');
const sample = everything.find(
  (market) => market['sportsMarketTypeV2'] === 'SPORTS_MARKET_TYPE_SPREAD',
) as Json;
const middle = (field: string): string =>
  String(everything.map((market) => Number(market[field])).sort((a, b) => a - b)[400]);
const [liquidity, volume] = [middle('liquidityNum'), middle('volumeNum')];

/** What each parameter of interface.md 7.1 promises of every market it lets through. */
const FILTERS: Readonly<Record<string, (market: Json) => boolean>> = {
  [`id=${String(sample['id'])}`]: (market) => market['id'] === sample['id'],
  [`slug=${String(sample['slug'])}`]: (market) => market['slug'] === sample['slug'],
  'archived=true': (market) => String(market['archived']) === 'true',
  'archived=false': (market) => String(market['archived']) === 'false',
  'active=true': (market) => String(market['active']) === 'true',
  'active=false': (market) => String(market['active']) === 'false',
  'closed=true': (market) => String(market['closed']) === 'true',
  'closed=false': (market) => String(market['closed']) === 'false',
  [`liquidityNumMin=${liquidity}`]: (market) => Number(market['liquidityNum']) >= Number(liquidity),
  [`liquidityNumMax=${liquidity}`]: (market) => Number(market['liquidityNum']) <= Number(liquidity),
  [`volumeNumMin=${volume}`]: (market) => Number(market['volumeNum']) >= Number(volume),
  [`volumeNumMax=${volume}`]: (market) => Number(market['volumeNum']) <= Number(volume),
  'startDateMin=2026-11-20T00:00:00Z': (market) => String(market['startDate']) >= '2026-11-20',
  'startDateMax=2026-11-19T00:00:00Z': (market) => String(market['startDate']) <= '2026-11-19T00:00:00Z',
  'endDateMin=2026-11-21T00:00:00Z': (market) => String(market['endDate']) >= '2026-11-21',
  'endDateMax=2026-11-20T00:00:00Z': (market) => String(market['endDate']) <= '2026-11-20T00:00:00Z',
  'cyom=true': (market) => String(market['cyom']) === 'true',
  'cyom=false': (market) => String(market['cyom']) === 'false',
  [`gameId=${String(sample['gameId'])}`]: (market) => market['gameId'] === sample['gameId'],
  'sportsMarketTypes=MONEYLINE': (market) => market['sportsMarketTypeV2'] === 'SPORTS_MARKET_TYPE_MONEYLINE',
  'sportsMarketTypes=SPREAD&sportsMarketTypes=TOTAL': (market) =>
    /SPREAD|TOTAL/.test(market['sportsMarketTypeV2'] as Json),
  'sportsMarketTypes=PROP': (market) => market['sportsMarketTypeV2'] === 'SPORTS_MARKET_TYPE_PROP',
  'rewardsMinSize=100': (market) => Number(market['rewardsMinSize']) >= 100,
  [`questionIds=${String(sample['questionId'])}`]: (market) => market['questionId'] === sample['questionId'],
  'categories=economy&categories=climate': (market) => /economy|climate/.test(market['category'] as Json),
  'marketTypes=futures': (market) => market['marketType'] === 'futures',
  'tagId=2&includeTag=true': (market) => JSON.stringify(market['tags']).includes('"id":"2"'),
};

describe('demo filters of GET /v1/markets', () => {
  for (const [query, holds] of Object.entries(FILTERS)) {
    it(`${query} lets some markets through, the right ones, and keeps others out`, () => {
      const through = pages(query);
      assert.ok(through.length > 0, 'something comes through');
      assert.ok(through.length < everything.length, 'something is left out');
      const wrong = through.find((market) => !holds(market));
      assert.equal(wrong, undefined);
      if (query.includes('includeTag')) return;
      assert.deepEqual(
        new Set(through.map(({ id }) => id)),
        new Set(everything.filter(holds).map(({ id }) => id)),
      );
    });
  }

  it('sports comes through by its tag only together with the related ones', () => {
    assert.equal(read('tagId=1').length, 0);
    const related = pages('tagId=1&relatedTags=true');
    assert.ok(related.length > 0 && related.every((market) => market['category'] === 'sports'));
  });

  it('tags are sent when they are asked for', () => {
    assert.ok(everything.every((market) => market['tags'] === undefined));
    assert.ok(read('includeTag=true').every((market) => (market['tags'] as Json).length > 0));
  });

  it('limit and offset cut pages that fit together; without a limit there are 50', () => {
    assert.equal((server.get('/v1/markets').json['markets'] as Json).length, 50);
    assert.equal((server.get('/v1/markets?limit=9999').json['markets'] as Json).length, 500);
    const parts = [0, 1, 2].flatMap((page) => [
      ...(server.get(`/v1/markets?limit=33&offset=${page * 33}`).json['markets'] as Json),
    ]);
    assert.deepEqual(
      parts.map(({ id }) => id),
      everything.slice(0, 99).map(({ id }) => id),
    );
    assert.deepEqual(read('offset=100000'), []);
  });

  it('orderBy orders by one field, then by the next, in the direction asked for', () => {
    const volumes = read('orderBy=volumeNum').map((market) => Number(market['volumeNum']));
    assert.deepEqual(
      volumes,
      volumes.toSorted((a, b) => b - a),
    );
    const rows = pages('orderBy=category&orderBy=endDate&orderDirection=asc').map(
      (market) => `${market['category']} ${market['endDate']}`,
    );
    assert.deepEqual(rows, rows.toSorted());
    const reply = server.get('/v1/markets?orderBy=luck');
    assert.equal(reply.status, 400);
    assert.deepEqual(reply.json as unknown, { code: 3, message: 'invalid OrderBy field luck', details: [] });
  });

  it('the current generation takes prefixed types and tagIds, and ignores what it no longer knows', () => {
    const current = bench({ dialect: 'current' });
    const count = (query: string) =>
      (current.get(`/v1/markets?limit=500&${query}`).json['markets'] as Json | undefined)?.length;
    assert.ok((count('sportsMarketTypes=SPORTS_MARKET_TYPE_FUTURE') ?? 0) > 0);
    assert.ok((count('tagIds=2&tagIds=3') ?? 500) < 200);
    assert.equal(count('cyom=true&liquidityNumMin=100000000'), 500);
    assert.equal(count('sportsMarketTypes=MONEYLINE'), 0);
  });
});
