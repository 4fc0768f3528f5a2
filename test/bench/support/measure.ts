/** One line of the table: two things measured in turn in the same run. */
export interface BenchRow {
  readonly what: string;
  /** Median of the pairwise ratios. Above 1 means ours is faster (rates) or costs more (times): `unit` says which. */
  readonly ratio: number | undefined;
  readonly lowest?: number;
  readonly highest?: number;
  readonly ours: string;
  readonly other: string;
  readonly goal?: string;
  /** True when the ratio meets the goal. */
  readonly met?: boolean;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** Milliseconds one run of `work` takes. */
export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export interface Pairing {
  readonly a: number;
  readonly b: number;
  /** a ÷ b of each round, so that a machine that slows down slows both. */
  readonly ratio: number;
  readonly lowest: number;
  readonly highest: number;
}

/** Times `a` and `b` in turn, the order swapped each round, after one warm-up of each. Medians in milliseconds. */
export async function pair(
  a: () => unknown,
  b: () => unknown,
  rounds: number,
  warmups = 1,
): Promise<Pairing> {
  for (let i = 0; i < warmups; i++) {
    await a();
    await b();
  }
  const as: number[] = [];
  const bs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) {
      as.push(await timed(a));
      bs.push(await timed(b));
    } else {
      bs.push(await timed(b));
      as.push(await timed(a));
    }
  }
  const ratios = as.map((value, i) => value / (bs[i] ?? Number.NaN));
  return {
    a: median(as),
    b: median(bs),
    ratio: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
  };
}

export function ms(value: number): string {
  return value < 10 ? `${value.toFixed(2)} ms` : `${Math.round(value)} ms`;
}

export function rate(count: number, milliseconds: number): string {
  return `${Math.round((count / milliseconds) * 1000).toLocaleString('en-US')}/s`;
}

export function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
