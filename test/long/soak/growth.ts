import type { Counted, Counts } from './counts.ts';

const MB = 1024 * 1024;
/**
 * By how much the usual count of the last third may be above that of the first. What is under way differs, timers of
 * polls and waits most: a leak of one a turn is past this within a minute.
 */
const MAY_DIFFER: Readonly<Record<Exclude<Counted, 'heap'>, number>> = {
  timers: 12,
  allTimers: 20,
  sockets: 2,
  listeners: 2,
};
/** A run of ten seconds still warms up: 5.1 MB were measured on a busy machine. An hour of prices of 300 markets takes 2. */
const HEAP_MAY_GROW = 8 * MB;

export const growth = {
  /** Over a run: the last third of it against the first; the heap against the middle, as the first warms up. */
  found(samples: readonly Counts[]): readonly string[] {
    const third = Math.max(1, Math.floor(samples.length / 3));
    const [first, middle, last] = [
      samples.slice(0, third),
      samples.slice(third, -third),
      samples.slice(-third),
    ];
    const problems: string[] = [];
    for (const [name, slack] of Object.entries(MAY_DIFFER) as [Exclude<Counted, 'heap'>, number][]) {
      const [from, to] = [median(valuesOf(first, name)), median(valuesOf(last, name))];
      if (to > from + slack) problems.push(`${name} grew from ${from} to ${to}`);
    }
    const heaps = valuesOf(middle.length > 0 ? middle : first, 'heap');
    const [usual, now] = [median(heaps), median(valuesOf(last, 'heap'))];
    const noise = Math.max(...heaps) - Math.min(...heaps);
    if (now > usual + Math.max(HEAP_MAY_GROW, 2 * noise)) {
      problems.push(`the heap grew from ${(usual / MB).toFixed(1)} to ${(now / MB).toFixed(1)} MB`);
    }
    return problems;
  },

  /** After everything was disposed: what is there that was not before. The heap keeps code and caches. */
  left(before: Counts, after: Counts): readonly string[] {
    const names = Object.keys(MAY_DIFFER) as Exclude<Counted, 'heap'>[];
    return names
      .filter((name) => after[name] > before[name])
      .map((name) => `${after[name] - before[name]} ${name} are left`);
  },
};

function valuesOf(samples: readonly Counts[], name: Counted): number[] {
  return samples.map((sample) => sample[name]);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
