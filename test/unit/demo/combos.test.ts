import assert from 'node:assert/strict';
import { isComboSlug } from '../../../src/core/slug.ts';
import { createWorld } from '../../../src/demo/world.ts';
import { accountOf, catalogueOf } from '../../support/read-world.ts';
import { raw } from '../../support/values.ts';
import { ALL, DAY, HOUR, NOON } from './support.ts';

describe('demo combos', () => {
  for (const seed of [1, 2, 3]) {
    const epochMs = NOON + seed * 35 * HOUR;
    const world = createWorld({ seed, epochMs });
    const combos = (now: number) =>
      accountOf(world)
        .positions(now)
        .filter(({ marketSlug }) => isComboSlug(marketSlug));

    it(`are held at the epoch, cost about what their legs make together, and can be looked up (seed ${seed})`, () => {
      const held = combos(epochMs).filter(({ netPosition }) => raw(netPosition)?.isZero === false);
      assert.equal(held.length, 2);
      for (const { marketSlug, marketMetadata } of held) {
        const legs = marketMetadata?.comboLegs ?? [];
        assert.equal(legs.length, 2);
        const together = legs.reduce(
          (chance, leg) => chance * (leg.indicativePrice?.value.toNumber() ?? 0),
          1,
        );
        const { bestBid, bestAsk } = catalogueOf(world).bbo(marketSlug, epochMs) ?? assert.fail(marketSlug);
        const price = (bestBid ?? bestAsk)?.value.toNumber() ?? Number.NaN;
        assert.ok(Math.abs(price - together) < 0.06, `${price} for ${together}`);
        assert.equal(catalogueOf(world).marketBySlug(marketSlug, epochMs)?.question, 'Combo');
        for (const { slug } of legs)
          assert.equal(catalogueOf(world).marketBySlug(slug ?? '', epochMs)?.slug, slug);
      }
    });

    it(`pay where all legs won, and say so in the activity (seed ${seed})`, () => {
      const resolved = accountOf(world)
        .activities({ types: ['POSITION_RESOLUTION'] }, ALL, epochMs + 2 * DAY)
        .flatMap((activity) => (activity.kind === 'resolution' ? activity.resolution : []))
        .filter(({ marketSlug }) => isComboSlug(marketSlug ?? ''));
      assert.equal(resolved.length, 4);
      for (const { marketSlug = '', beforePosition } of resolved) {
        const states = beforePosition?.marketMetadata?.comboLegs.map(({ state }) => state) ?? [];
        const paid = catalogueOf(world)
          .settlement(marketSlug, epochMs + 2 * DAY)
          ?.price.toNumber();
        assert.equal(paid, states.every((state) => state === 'WON') ? 1 : 0, states.join());
      }
    });
  }
});
