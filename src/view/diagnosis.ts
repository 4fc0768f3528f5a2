import { type CheckFacts, type CheckVerdict, checksOf } from './diagnosis-checks.ts';
import type { ViewContext } from './row.ts';

/** Everything a diagnosis is written from. It has no text of the service, no path and no secret. */
export interface DiagnosisFacts extends CheckFacts {
  /** Unix milliseconds. */
  readonly at: number;
  /** Name and version of what it ran on, e.g. `VS Code` and `1.105.0`. */
  readonly versions: readonly (readonly [name: string, version: string])[];
}

/** The whole report as Markdown that reads well as plain text too. */
export function diagnosisReport(facts: DiagnosisFacts, context: ViewContext): string {
  const { t, format } = context;
  const checks = checksOf(facts, context);
  const problems = checks.filter(({ verdict }) => verdict === 'problem').length;
  const summary =
    problems === 0
      ? t('No problems found.')
      : problems === 1
        ? t('1 problem found.')
        : t('{0} problems found.', problems);
  const lines = checks.flatMap(({ title, verdict, finding, advice }) => [
    `- [${verdictWord(verdict, context)}] ${title}: ${oneLine(finding)}`,
    ...(advice === undefined ? [] : [`  - ${t('What to do: {0}', oneLine(advice))}`]),
  ]);
  return [
    `# ${t('Prediction Markets: diagnosis')}`,
    '',
    `${format.time(facts.at)} · ${new Date(facts.at).toISOString()}`,
    '',
    `${summary} ${t('This report has no key and no order, so you can share it.')}`,
    '',
    ...lines,
    '',
    `## ${t('Versions')}`,
    '',
    ...facts.versions.map(([name, version]) => `- ${name}: ${oneLine(version)}`),
    '',
  ].join('\n');
}

function verdictWord(verdict: CheckVerdict, { t }: ViewContext): string {
  switch (verdict) {
    case 'ok':
      return t('ok');
    case 'problem':
      return t('problem');
    case 'note':
      return t('note');
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
