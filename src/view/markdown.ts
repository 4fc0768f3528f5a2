/**
 * A text as one line of Markdown that shows it and nothing else. Only what would be read as markup there is escaped, because
 * the line is read as plain text too: no links, no pictures, no tables, no formulas.
 */
export function markdownText(text: string): string {
  const line = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>|~]/g, '\\$&')
    .replace(/&(?=[#\w]+;)/g, '&amp;')
    // An address becomes a link by itself; one without its colon or dots does not.
    .replace(/:(?=\/\/)/g, '&#58;')
    .replace(/(?<=[\p{L}\p{N}])\.(?=\p{L}{2})/gu, '\\.');
  // Two make a formula of what stands between them.
  return line.indexOf('$') === line.lastIndexOf('$') ? line : line.replaceAll('$', '\\$');
}

/** The same as a paragraph of its own, which may begin as a heading, a list or a rule does. */
export function markdownLine(text: string): string {
  return markdownText(text)
    .replace(/^(?=[#+=-])/, '\\')
    .replace(/^(\d+)(?=[.)])/, '$1\\');
}

export interface MarkdownColumn {
  readonly title: string;
  readonly isNumber?: boolean;
  /** Characters it has at least: rows that get longer do not move the others then. */
  readonly least: number;
  /** Longer cells stick out, into the blanks of those behind them, and the others stay narrow. Default: none does. */
  readonly most?: number;
}

/** A table whose columns stand under each other as plain text too; its cells are Markdown already. */
export function markdownTable(
  columns: readonly MarkdownColumn[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const titles = columns.map(({ title }) => markdownText(title));
  const widths = columns.map(({ least, most = Infinity }, at) => {
    const lengths = [titles, ...rows].map((row) => lengthOf(row[at] ?? ''));
    return Math.max(least, ...lengths.filter((length) => length <= most));
  });
  const line = (cells: readonly string[]): string => {
    let over = 0;
    const padded = columns.map(({ isNumber }, at) => {
      const cell = cells[at] ?? '';
      const blanks = (widths[at] ?? 0) - lengthOf(cell) - over;
      over = Math.max(0, -blanks);
      const padding = ' '.repeat(Math.max(0, blanks));
      return isNumber === true ? padding + cell : cell + padding;
    });
    return `| ${padded.join(' | ')} |`;
  };
  const rule = columns.map(({ isNumber }, at) => {
    const dashes = '-'.repeat((widths[at] ?? 0) + 1);
    return isNumber === true ? `${dashes}:` : `:${dashes}`;
  });
  return [line(titles), `|${rule.join('|')}|`, ...rows.map(line)];
}

function lengthOf(text: string): number {
  return [...text].length;
}
