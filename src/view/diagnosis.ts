import { checksOf } from './diagnosis-checks.ts';
import type { CheckFacts, Verdict } from './diagnosis-facts.ts';
import type { ViewContext } from './row.ts';

/** Everything a diagnosis is written from. Nothing in it is a text of the service's, a path or a secret. */
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
      ? t('No problem was found.')
      : problems === 1
        ? t('1 problem was found.')
        : t('{0} problems were found.', problems);
  const lines = checks.flatMap(({ title, verdict, said, advice }) => [
    `- [${verdictWord(verdict, context)}] ${title}: ${oneLine(said)}`,
    ...(advice === undefined ? [] : [`  - ${t('What to do: {0}', oneLine(advice))}`]),
  ]);
  return [
    `# ${t('Prediction Markets: diagnosis')}`,
    '',
    `${format.time(facts.at)} · ${new Date(facts.at).toISOString()}`,
    '',
    `${summary} ${t('This report holds no key and no order: it can be passed on.')}`,
    '',
    ...lines,
    '',
    `## ${t('Versions')}`,
    '',
    ...facts.versions.map(([name, version]) => `- ${name}: ${oneLine(version)}`),
    '',
  ].join('\n');
}

function verdictWord(verdict: Verdict, { t }: ViewContext): string {
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
