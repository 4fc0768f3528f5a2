import type { BenchRow } from './measure.ts';

const HEAD = ['what', 'ours', 'compared with', 'ratio (low–high)', 'goal', ''] as const;

/** The one table the bench prints, aligned for a terminal and valid as Markdown. */
export function renderTable(rows: readonly BenchRow[]): string {
  const cells = [HEAD.map(String), ...rows.map(toCells)];
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(cells[0] ?? []), rule, ...cells.slice(1).map(line)].join('\n');
}

function toCells(row: BenchRow): string[] {
  const spread =
    row.lowest === undefined || row.highest === undefined
      ? ''
      : ` (${row.lowest.toFixed(2)}–${row.highest.toFixed(2)})`;
  return [
    row.what,
    row.ours,
    row.other,
    row.ratio === undefined ? '–' : `${row.ratio.toFixed(2)}${spread}`,
    row.goal ?? '',
    row.met === undefined ? '' : row.met ? 'met' : 'NOT MET',
  ];
}
