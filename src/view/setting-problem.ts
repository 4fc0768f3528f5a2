import type { Translate } from './l10n.ts';
import { type Row, type RowCommand, spokenParts, type ViewContext } from './row.ts';

/** What is wrong with a setting or file that people may write by hand, in words that name the place. */
export function problemText(problem: string, t: Translate): string {
  return problem === '' ? t('Cannot be read') : t('Cannot be read: {0}', problem);
}

/** The row that says so at the head of a view; none without a problem. A click on it runs `command`. */
export function problemRows(
  problem: string | undefined,
  where: string,
  { t }: ViewContext,
  command?: RowCommand,
): readonly Row[] {
  if (problem === undefined) return [];
  const label = problemText(problem, t);
  const rest = t('The rest is shown. Nothing is written until it is corrected.');
  return [
    {
      id: `problem/${where}`,
      label,
      parts: [where],
      icon: { id: 'warning' },
      accessibilityLabel: spokenParts([label, where, rest]),
      contextValue: 'watch.problem',
      tooltip: () => [
        { kind: 'title', text: label },
        { kind: 'text', text: `${where}. ${rest}` },
      ],
      collapsible: 'none',
      ...(command === undefined ? {} : { command }),
    },
  ];
}
