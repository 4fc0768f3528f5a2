/** Mixes integers into 32 well-spread bits. The demo has no other source of chance: same input, same world. */
export function hash(...parts: readonly number[]): number {
  return spread(mixed(parts));
}

/** Evenly spread in [0, 1). */
export function unit(...parts: readonly number[]): number {
  return evenly(mixed(parts));
}

/** An integer from 0 to `count` − 1. */
export function below(count: number, ...parts: readonly number[]): number {
  return Math.floor(evenly(mixed(parts)) * count);
}

/** Mean 0, standard deviation 1, bell-shaped, between −3.5 and 3.5 (a sum of four even ones). */
export function bell(...parts: readonly number[]): number {
  const state = mixed(parts);
  const sum =
    evenly(withPart(state, 1)) +
    evenly(withPart(state, 2)) +
    evenly(withPart(state, 3)) +
    evenly(withPart(state, 4));
  return (sum - 2) * Math.sqrt(3);
}

/** Smooth noise in [−1, 1] over time: even values at multiples of `periodMs`, eased between them. */
export function drift(timeMs: number, periodMs: number, ...parts: readonly number[]): number {
  const step = Math.floor(timeMs / periodMs);
  const along = timeMs / periodMs - step;
  const eased = along * along * (3 - 2 * along);
  const state = mixed(parts);
  const from = evenly(withPart(state, step)) * 2 - 1;
  const to = evenly(withPart(state, step + 1)) * 2 - 1;
  return from + (to - from) * eased;
}

/** Probability that a standard normal value is below `z` (error under 1e-4). */
export function normalCdf(z: number): number {
  if (z < -8) return 0;
  if (z > 8) return 1;
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    0.3989423 *
    Math.exp((-z * z) / 2) *
    t *
    (0.3193815 + t * (-0.3565638 + t * (1.781478 + t * (-1.821256 + t * 1.330274))));
  return z > 0 ? 1 - tail : tail;
}

function mixed(parts: readonly number[]): number {
  let state = 0x9e3779b9;
  for (const part of parts) state = withPart(state, part);
  return state;
}

/** Two rounds per part: numbers beyond 32 bits (times) bring their upper half too. */
function withPart(state: number, part: number): number {
  return round(round(state ^ (part | 0)) ^ Math.floor(part / 0x1_0000_0000));
}

function spread(state: number): number {
  return round(state ^ (state >>> 15)) >>> 0;
}

function evenly(state: number): number {
  return spread(state) / 0x1_0000_0000;
}

function round(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
