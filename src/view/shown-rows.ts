import { type ConditionKey, type Conditions, setKeys } from '../core/conditions.ts';
import { conditionText } from './condition-text.ts';
import { marketCount } from './markets-tree.ts';
import { counted, joined, type Row, spokenParts, type ViewContext } from './row.ts';
import { capital } from './states.ts';

interface ShownFacts {
  readonly view: 'markets' | 'events';
  readonly conditions: Conditions;
  /** Conditions the service was not asked for. */
  readonly here: readonly ConditionKey[];
  /** How many are shown, of how many that were read. */
  readonly shown: number;
  readonly read: number;
  readonly isWhole: boolean;
}

/** What a view shows: a row a condition, which a click drops. */
export function shownRow(facts: ShownFacts, context: ViewContext): Row {
  const { t } = context;
  const { view, conditions, shown, read, isWhole } = facts;
  const count = isWhole ? t('{0} of {1}', shown, read) : t('{0} of {1} so far', shown, read);
  return {
    id: 'shown',
    ...counted(t('Shown'), count),
    contextValue: 'shown',
    tooltip: () => [],
    collapsible: 'expanded',
    children: () =>
      setKeys(conditions).map((key) => {
        const label = capital(conditionText(key, conditions[key] ?? '', context));
        const here = facts.here.includes(key) ? t('applied here') : '';
        return {
          id: `shown/${key}`,
          label,
          description: here,
          icon: { id: 'close' },
          accessibilityLabel: spokenParts([label, here, t('click to remove')]),
          contextValue: 'shown.condition',
          tooltip: () => [{ kind: 'text', text: t('Click to remove this condition.') }],
          collapsible: 'none',
          command: { id: 'clearFilter', args: [`${view}/${key}`] },
        };
      }),
  };
}

/** A saved query as a folder of what it shows now. */
export function savedQueryRow(
  query: { readonly name: string; readonly text: string },
  count: number,
  rows: () => readonly Row[],
  context: ViewContext,
): Row {
  const { t } = context;
  const { name, text } = query;
  const id = `saved/${name}`;
  return {
    id,
    label: name,
    description: joined([t('saved'), String(count)]),
    accessibilityLabel: spokenParts([name, t('saved query'), marketCount(count, context)]),
    contextValue: 'savedQuery',
    subject: { kind: 'savedQuery', name },
    tooltip: () => [
      { kind: 'title', text: name },
      { kind: 'text', text },
    ],
    collapsible: 'collapsed',
    children: () => rows().map((row) => below(id, row)),
  };
}

/** The same market may stand in several folders: each row is another one. */
export function below(prefix: string, row: Row): Row {
  const { children } = row;
  return {
    ...row,
    id: `${prefix}/${row.id}`,
    ...(children === undefined ? {} : { children: () => children().map((each) => below(prefix, each)) }),
  };
}
