import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { fixture } from '../../../support/fixtures.ts';
import { accountOf } from '../../../support/read-world.ts';
import { bench, type Json, NOON } from '../../demo/support.ts';

describe('the demo in the dialect seed', () => {
  const server = bench({ dialect: 'seed' });
  const [order] = accountOf(server.world).openOrders(NOON);
  const read = (path: string): Json => server.get(path).json;

  it('writes integer codes and market_slug', () => {
    const {
      market_slug: slug,
      marketSlug,
      side,
      type,
      tif,
      state,
    } = read(`/v1/order/${order?.id}`)['order'] as Json;
    assert.deepEqual([slug, marketSlug], [order?.marketSlug, undefined]);
    assert.ok([side, type, tif, state].every((code) => typeof code === 'number'));
  });

  it('has its own fields alone', () => {
    const known = (name: string): readonly string[] =>
      Object.keys((fixture(`seed/${name}`) as Readonly<Record<string, object>>)[name] ?? {});
    const market = read(`/v1/market/slug/${order?.marketSlug}`)['market'] as Json;
    const [event] = read('/v1/events?limit=1')['events'] ?? [];
    for (const [name, written] of Object.entries({
      order: read(`/v1/order/${order?.id}`)['order'],
      market: market,
      event: event,
    })) {
      const more = Object.keys(written ?? {}).filter((field) => !known(name).includes(field));
      assert.deepEqual(more, [], name);
    }
  });
});
