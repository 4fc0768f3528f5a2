/** One line of the table: ours and something else, measured in turn in the same run. */
export interface BenchRow {
  readonly what: string;
  readonly ours: string;
  readonly other: string;
  /** One of each round. Of rates, how much of the other's speed ours has; of times, how much more ours costs. */
  readonly ratios?: readonly number[];
  readonly goal?: string;
  readonly isMet?: boolean;
}

/** A goal for a figure that may be at most, or must be at least, so much. */
export function goalOf(
  value: number,
  limit: number,
  kind: 'most' | 'least',
  unit = '',
): Pick<BenchRow, 'goal' | 'isMet'> {
  return kind === 'most'
    ? { goal: `≤ ${limit}${unit}`, isMet: value <= limit }
    : { goal: `≥ ${limit}${unit}`, isMet: value >= limit };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** `share`: 0…1 of the values are at most this. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Milliseconds one run of `work` takes. */
export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function ratiosOf(ours: readonly number[], other: readonly number[]): readonly number[] {
  return ours.map((value, round) => value / (other[round] ?? Number.NaN));
}

export interface Pairing {
  /** Milliseconds of each round. */
  readonly ours: readonly number[];
  readonly other: readonly number[];
  /** ours ÷ other of each round, so that a machine that slows down slows both. */
  readonly ratios: readonly number[];
}

/** Times both in turn, the order swapped each round, after `warmups` runs of each. */
export async function pair(
  runOurs: () => unknown,
  runOther: () => unknown,
  rounds: number,
  warmups = 1,
): Promise<Pairing> {
  for (let i = 0; i < warmups; i++) {
    await runOurs();
    await runOther();
  }
  const ours: number[] = [];
  const other: number[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) ours.push(await timed(runOurs));
    other.push(await timed(runOther));
    if (round % 2 === 1) ours.push(await timed(runOurs));
  }
  return { ours, other, ratios: ratiosOf(ours, other) };
}

export function ms(value: number): string {
  return value < 10 ? `${value.toFixed(2)} ms` : `${Math.round(value)} ms`;
}

export function rate(count: number, milliseconds: number): string {
  return `${Math.round((count / milliseconds) * 1000).toLocaleString('en-US')}/s`;
}

const HEAD = ['what', 'ours', 'compared with', 'ratio (low–high)', 'goal', ''] as const;

/** The one table the bench prints, aligned for a terminal and valid as Markdown. */
export function renderTable(rows: readonly BenchRow[]): string {
  const cells = [HEAD.map(String), ...rows.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(cells[0] ?? []), rule, ...cells.slice(1).map(line)].join('\n');
}

function cellsOf({ what, ours, other, ratios = [], goal = '', isMet }: BenchRow): string[] {
  const spread = `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`;
  const verdict = isMet === undefined ? '' : isMet ? 'met' : 'NOT MET';
  return [what, ours, other, ratios.length === 0 ? '–' : spread, goal, verdict];
}
