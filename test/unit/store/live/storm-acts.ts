import fc from 'fast-check';
import type { StreamId } from '../../../../src/exchange/streams.ts';
import type { Method } from '../../../support/fake-exchange.ts';
import type { Fate, Trip } from '../delivery.ts';

/** What happens at an exchange, on its streams, and to windows that look at it. */

export const SLUGS = ['a', 'b', 'c'] as const;
export const IDS = ['o1', 'o2', 'o3', 'o4'] as const;
export const READS: readonly Method[] = [
  'markets',
  'marketBySlug',
  'book',
  'events',
  'openOrders',
  'positions',
  'balances',
  'activities',
];
const LONGEST_MS = 150_000;

const stream = fc.constantFrom<StreamId>('markets', 'account');
const slug = fc.constantFrom(...SLUGS);
const window = fc.nat(1);
const lasting = (most: number) => fc.integer({ min: 500, max: most });
const hop = fc.constantFrom(0, 5, 200, 1_500, 2_000);

/** Frames come late, twice or swapped. */
const late: fc.Arbitrary<Fate> = fc.constantFrom([0], [0], [0, 0], [300], [0, 2_000], [1_500, 20]);
const trips: fc.Arbitrary<readonly Trip[]> = fc.array(fc.record({ there: hop, back: hop }), {
  minLength: 1,
  maxLength: 3,
});

const kind = <K extends string>(...kinds: readonly [K, ...K[]]) => fc.constantFrom<K>(...kinds);

const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: kind('price'), slug, cents: fc.integer({ min: 2, max: 98 }), fate: late }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: kind('place', 'fill', 'fill', 'cancel', 'bust'),
      id: fc.constantFrom(...IDS),
      fate: late,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('halt', 'resume', 'settle'), slug, fate: late }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('lose', 'refuse', 'stop', 'stall'),
      stream,
      window,
      forMs: lasting(90_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('lag'), stream, window, forMs: lasting(40_000) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('replay'), window, which: fc.nat(40) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('fail'),
      code: fc.constantFrom('network' as const, 'server' as const, 'rateLimit' as const),
      methods: fc.subarray([...READS], { minLength: 1 }),
      forMs: lasting(120_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('slow'), trips }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('hide'), window, forMs: lasting(30_000) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('blur'), window, forMs: lasting(LONGEST_MS) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('status'), shown: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kind('other'), forMs: lasting(LONGEST_MS), killed: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('sleep'), ms: fc.integer({ min: 1_000, max: 600_000 }) }) },
);

export const storms = fc.record({
  /** Another window is there first. */
  second: fc.boolean(),
  /** The service goes on listing positions without contracts. */
  listsFlat: fc.boolean(),
  steps: fc.array(fc.record({ afterMs: fc.nat(30_000), act }), { minLength: 1, maxLength: 14 }),
});
export type Storm = typeof storms extends fc.Arbitrary<infer S> ? S : never;
export type Act = Storm['steps'][number]['act'];
