import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Freshness, type FreshnessEvidence, freshnessOf, worse } from '../../../src/core/freshness.ts';

const NOW = 1_000_000;
const evidence = (overrides: Partial<FreshnessEvidence> = {}): FreshnessEvidence => ({
  source: 'rest',
  at: NOW,
  stream: 'none',
  heardAt: undefined,
  reachable: true,
  limitMs: 45_000,
  ...overrides,
});

describe('truth', () => {
  it('a streamed figure is right until its live stream was last heard', () => {
    const streamed = evidence({ source: 'stream', at: NOW - 3_600_000, stream: 'live', heardAt: NOW - 2000 });
    assert.deepEqual(freshnessOf(streamed, NOW), { source: 'stream', at: NOW - 2000, standing: 'fresh' });
  });

  it('a streamed figure is cut the moment its stream is lost, as of the last frame', () => {
    const streamed = evidence({ source: 'stream', at: NOW - 60_000, stream: 'lost', heardAt: NOW - 9000 });
    assert.deepEqual(freshnessOf(streamed, NOW), { source: 'stream', at: NOW - 9000, standing: 'cut' });
  });

  it('of what was read is fresh up to its limit and old beyond', () => {
    assert.equal(freshnessOf(evidence({ at: NOW - 45_000 }), NOW).standing, 'fresh');
    assert.equal(freshnessOf(evidence({ at: NOW - 45_001 }), NOW).standing, 'stale');
  });

  it('of what was read after the line was lost is that of a reading', () => {
    assert.equal(freshnessOf(evidence({ at: NOW - 10_000, stream: 'lost' }), NOW).standing, 'fresh');
    assert.equal(freshnessOf(evidence({ at: NOW - 50_000, stream: 'lost' }), NOW).standing, 'stale');
  });

  it('is cut where the service does not answer, unless a line tells of it all the same', () => {
    assert.equal(freshnessOf(evidence({ reachable: false }), NOW).standing, 'cut');
    assert.equal(freshnessOf(evidence({ reachable: false, stream: 'live' }), NOW).standing, 'fresh');
  });

  it('of a line that was not heard for longer than any silence is cut, though nobody noticed yet', () => {
    const streamed = evidence({ source: 'stream', at: NOW - 200_000, stream: 'live', heardAt: NOW - 75_000 });
    assert.equal(freshnessOf(streamed, NOW).standing, 'fresh');
    assert.deepEqual(freshnessOf(streamed, NOW + 1), { source: 'stream', at: NOW - 75_000, standing: 'cut' });
    assert.equal(
      freshnessOf({ ...streamed, source: 'rest' }, NOW + 1).standing,
      'stale',
      'what was read is as old as it is',
    );
  });

  it('of a quiet stream is old as of when it was last heard or read, and says since when nothing is heard', () => {
    const quiet = evidence({ source: 'stream', at: NOW - 60_000, stream: 'quiet', heardAt: NOW - 10_000 });
    const old = { source: 'stream', at: NOW - 10_000, standing: 'stale', quietSince: NOW - 10_000 } as const;
    assert.deepEqual(freshnessOf(quiet, NOW), old);
    assert.equal(freshnessOf({ ...quiet, reachable: false }, NOW).standing, 'cut');
    assert.equal(freshnessOf(quiet, NOW + 65_001).standing, 'cut', 'dead, though nobody noticed yet');
    const read = evidence({ at: NOW - 1_000, stream: 'quiet', heardAt: NOW - 10_000 });
    assert.deepEqual(freshnessOf(read, NOW), { ...old, source: 'rest', at: NOW - 1_000 });
    const older = { source: 'rest', at: NOW - 90_000, standing: 'stale' } as const;
    assert.deepEqual(worse(older, old), { ...older, quietSince: NOW - 10_000 });
    assert.deepEqual(worse(old, { ...older, standing: 'fresh' }), old);
  });

  it('of what was noted before the clock was set back is old, and nothing is true later than now', () => {
    const ahead = NOW + 3_600_000;
    for (const source of ['rest', 'stream'] as const)
      assert.equal(freshnessOf(evidence({ source, at: ahead }), NOW).standing, 'stale');
    assert.equal(
      freshnessOf(evidence({ at: NOW + 500 }), NOW).standing,
      'fresh',
      'a clock is corrected a little',
    );
    const live = evidence({ source: 'stream', at: ahead, stream: 'live', heardAt: NOW - 10 });
    assert.deepEqual(freshnessOf(live, NOW), { source: 'stream', at: NOW, standing: 'fresh' });
  });

  it('never grows fresh by waiting', () => {
    const any = fc.record({
      source: fc.constantFrom('stream', 'rest'),
      at: fc.integer({ min: 0, max: NOW }),
      stream: fc.constantFrom('lost', 'none'),
      heardAt: fc.option(fc.integer({ min: 0, max: NOW }), { nil: undefined }),
      reachable: fc.boolean(),
      limitMs: fc.integer({ min: 1, max: 100_000 }),
    } as const);
    fc.assert(
      fc.property(any, fc.nat(200_000), (given, later) => {
        const before = freshnessOf(given as FreshnessEvidence, NOW).standing;
        const after = freshnessOf(given as FreshnessEvidence, NOW + later).standing;
        assert.ok(before === 'fresh' || after !== 'fresh');
      }),
    );
  });

  it('of two figures together is that of the worse, and of the older where both stand alike', () => {
    const truth = (standing: Freshness['standing'], at: number): Freshness => ({
      source: 'rest',
      at,
      standing,
    });
    assert.equal(worse(truth('fresh', 5), truth('cut', 9)).standing, 'cut');
    assert.equal(worse(truth('stale', 5), truth('fresh', 1)).standing, 'stale');
    assert.equal(worse(truth('stale', 5), truth('stale', 3)).at, 3);
  });
});
