import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { phaseOf } from '../../../src/demo/engine/events.ts';
import { stateOf } from '../../../src/demo/engine/pricing.ts';
import { Universe } from '../../../src/demo/engine/universe.ts';
import { rounds } from '../../support/rounds.ts';
import { DAY, NOON } from './support.ts';

const times = fc.integer({ min: Date.UTC(2021, 5), max: Date.UTC(2068, 5) });
const seeds = fc.integer({ min: 0, max: 2 ** 40 });

describe('demo universe', () => {
  it('has five live games, five settled ones, and every state a market can be in, at any hour', () => {
    fc.assert(
      fc.property(seeds, times, (seed, now) => {
        const universe = new Universe(seed, 600);
        const events = universe.listed(now);
        const live = events.filter((event) => phaseOf(event, now) === 'live');
        const settled = events.filter(
          (event) => phaseOf(event, now) === 'resolved' && event.resolvedMs > now - DAY,
        );
        assert.ok(live.length >= 5, `${live.length} live`);
        assert.ok(settled.length >= 5, `${settled.length} settled`);
        assert.ok(
          settled.some((event) => event.voidPoints !== undefined),
          'a void',
        );
        assert.ok(
          events.some((event) => phaseOf(event, now) === 'upcoming'),
          'an upcoming one',
        );
        const states = new Set(
          events.flatMap((event) => universe.marketsOf(event).map((market) => stateOf(market, now))),
        );
        assert.deepEqual([...states].sort(), ['halted', 'open', 'resolved', 'resolving']);
      }),
      { numRuns: rounds(20, 300) },
    );
  });

  it('has 60 events, 8 leagues and every kind of market, and at least as many markets as asked for', () => {
    fc.assert(
      fc.property(seeds, times, fc.integer({ min: 400, max: 6_000 }), (seed, now, wanted) => {
        const universe = new Universe(seed, wanted);
        const events = universe.listed(now);
        assert.ok(events.length >= 60);
        const count = events.reduce((sum, event) => sum + universe.sizeOf(event), 0);
        assert.ok(count >= wanted, `${count} of ${wanted}`);
        const leagues = new Set(
          events.map(({ subject }) => (subject.kind === 'game' ? subject.league.code : '')),
        );
        assert.ok(leagues.size > 8);
        const kinds = new Set(
          events.flatMap((event) => universe.marketsOf(event).map(({ marketType }) => marketType)),
        );
        assert.deepEqual([...kinds].sort(), [
          'drawable_outcome',
          'futures',
          'moneyline',
          'props',
          'spreads',
          'totals',
        ]);
        const categories = new Set(events.map(({ category }) => category));
        assert.deepEqual([...categories].sort(), [
          'climate',
          'crypto',
          'culture',
          'economy',
          'politics',
          'sports',
        ]);
      }),
      { numRuns: rounds(6, 80) },
    );
  });

  it('gives every market an id and a slug of its own, and finds it by either', () => {
    fc.assert(
      fc.property(seeds, times, (seed, now) => {
        const universe = new Universe(seed, 2_000);
        const markets = universe.listed(now).flatMap((event) => universe.marketsOf(event));
        assert.equal(new Set(markets.map(({ id }) => id)).size, markets.length);
        assert.equal(new Set(markets.map(({ slug }) => slug)).size, markets.length);
        const fresh = new Universe(seed, 2_000);
        for (const market of markets.filter((_, place) => place % 37 === 0)) {
          assert.ok(market.id > 0 && market.id < 2 ** 31);
          assert.deepEqual(fresh.marketById(market.id), market);
          assert.deepEqual(fresh.marketBySlug(market.slug), market);
          assert.deepEqual(fresh.eventById(market.event.id), market.event);
          assert.deepEqual(fresh.eventBySlug(market.event.slug), market.event);
        }
      }),
      { numRuns: rounds(4, 50) },
    );
  });

  it('keeps an event as it is from its listing to its end, through all its phases in order', () => {
    const phases = ['upcoming', 'live', 'resolving', 'resolved'];
    const listed = new Universe(7, 600).listed(NOON);
    for (const event of listed.filter(({ subject, id }) => subject.kind === 'game' && id % 7 === 1)) {
      const later = new Universe(7, 600);
      later.listed(event.unlistedMs - 1);
      assert.deepEqual(later.eventBySlug(event.slug), event);
      const seen: string[] = [];
      for (let now = event.listedMs; now < event.unlistedMs; now += 3_600_000) seen.push(phaseOf(event, now));
      assert.deepEqual([...new Set(seen)], phases, event.slug);
      assert.deepEqual(
        seen,
        seen.toSorted((a, b) => phases.indexOf(a) - phases.indexOf(b)),
      );
    }
  });
});
