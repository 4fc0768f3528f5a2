import assert from 'node:assert/strict';
import { windowOf } from '../../../src/core/asset-terms.ts';
import { catalogueOf } from '../../support/read-world.ts';
import { ALL, HOUR, NOON, worldAt } from './support.ts';

const WINDOW = HOUR / 4;

describe('demo windows of a coin', () => {
  const world = worldAt();
  const windows = (now: number) =>
    catalogueOf(world)
      .markets({ categories: ['crypto'] }, ALL, now)
      .filter(({ assetTerms }) => assetTerms?.marketType === 'UP_DOWN');

  it('follow one another without a gap: one is running at any time, and more are to come', () => {
    for (let now = NOON; now < NOON + 2 * HOUR; now += 7 * 60_000 + 1) {
      const spans = windows(now).flatMap((market) => windowOf(market) ?? []);
      assert.equal(spans.filter(({ start = 0, end }) => start <= now && now < end).length, 1);
      assert.ok(spans.some(({ start = 0 }) => start > now));
      assert.ok(spans.every(({ start = 0, end }) => end - start === WINDOW));
    }
  });

  it('know the price to beat once they run, and settle by it', () => {
    for (const { slug, assetTerms } of windows(NOON)) {
      const start = assetTerms?.windowStart?.ms ?? Number.NaN;
      const at = (ms: number) => catalogueOf(world).marketBySlug(slug, ms) ?? assert.fail(slug);
      if (start > NOON) assert.equal(at(start - 1).assetTerms?.priceToBeat, undefined);
      const beaten = at(start + 14 * 60_000).assetTerms?.priceToBeat?.value.toNumber() ?? Number.NaN;
      const settled = at(start + WINDOW + 10 * 60_000);
      const end = settled.assetTerms?.settlementPrice?.value.toNumber() ?? Number.NaN;
      assert.equal(settled.status, 'RESOLVED');
      const paid = catalogueOf(world).settlement(slug, start + WINDOW + 10 * 60_000);
      assert.equal(paid?.price?.toNumber(), end > beaten ? 1 : 0, slug);
    }
  });
});
