import { type ConditionKey, type Conditions, setKeys } from '../core/conditions.ts';
import type { SortKey } from '../core/sort.ts';
import { conditionText } from './condition-text.ts';
import {
  contextOfList,
  countText,
  folderRow,
  type Row,
  soFar,
  spokenParts,
  type ViewContext,
} from './row.ts';
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
  const { view, conditions, read, isWhole } = facts;
  const shown = countText(facts.shown, contextOfList(conditions, context));
  const count = isWhole ? t('{0} of {1}', shown, read) : t('{0} of {1} so far', shown, read);
  const conditionRow = (key: ConditionKey): Row => {
    const label = capital(conditionText(key, conditions[key] ?? '', context));
    const here = facts.here.includes(key) ? t('applied here') : '';
    return {
      id: `shown/${key}`,
      label,
      parts: [here],
      icon: { id: 'close' },
      accessibilityLabel: spokenParts([label, here, t('click to remove')]),
      contextValue: 'shown.condition',
      tooltip: () => [{ kind: 'text', text: t('Click to remove this condition.') }],
      collapsible: 'none',
      command: { id: 'clearFilter', args: [`${view}/${key}`] },
    };
  };
  return {
    ...folderRow('shown', t('Shown'), [count], () => setKeys(conditions).map(conditionRow), 'expanded'),
    contextValue: 'shown',
  };
}

/** A saved query as a folder of what it shows now: of `count` markets the rows of the best `most`. */
export function savedQueryRow(
  query: { readonly name: string; readonly text: string },
  { count, most, isWhole }: { readonly count: number; readonly most: number; readonly isWhole: boolean },
  rows: () => readonly Row[],
  context: ViewContext,
): Row {
  const { t } = context;
  const { name, text } = query;
  const id = `saved/${name}`;
  const parts = [t('saved'), soFar(countText(count, context), isWhole, context)];
  const more = t('{0} more: show this query as the filter', countText(count - most, context));
  const left = count > most ? [folderRow('left', more, [], () => [])] : [];
  return {
    ...folderRow(id, name, parts, () => [...rows(), ...left].map((row) => below(id, row))),
    contextValue: 'savedQuery',
    subject: { kind: 'savedQuery', name },
    tooltip: () => [
      { kind: 'title', text: name },
      { kind: 'text', text },
    ],
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

interface RankedCounts {
  readonly view: 'markets' | 'events';
  readonly sort: SortKey;
  readonly total: number;
  readonly unranked: number;
  readonly unknown: number;
}

/** For how many a list is not sorted, or not filtered, by figures of their own. */
export function unknownNotes(counts: RankedCounts, context: ViewContext): readonly string[] {
  const { t } = context;
  const { view, sort, total, unranked, unknown } = counts;
  const [some, all] = [countText(unranked, context), countText(total, context)];
  const left = countText(unknown, context);
  const words = {
    volume: {
      markets: t(
        'Volume not known for {0} of {1} markets: they come last, by the volume of their event.',
        some,
        all,
      ),
      events: t(
        'Volume not known for {0} of {1} events: they come last, by the volume of their markets.',
        some,
        all,
      ),
    },
    change: {
      markets: t("Today's change not known for {0} of {1} markets: they come last.", some, all),
      events: t("Today's change not known for {0} of {1} events: they come last.", some, all),
    },
  };
  // Where no event has a volume of its own, all of them are compared by the same figure.
  const isUniform = view === 'events' && sort === 'volume' && unranked === total;
  const key = sort === 'move' ? 'change' : sort;
  const isSaid = unranked > 0 && !isUniform && (key === 'volume' || key === 'change');
  const leftOut = {
    markets:
      left === '1'
        ? t('Volume not known for 1 more market, which is left out.')
        : t('Volume not known for {0} more markets, which are left out.', left),
    events:
      left === '1'
        ? t('Volume not known for 1 more event, which is left out.')
        : t('Volume not known for {0} more events, which are left out.', left),
  };
  return [...(isSaid ? [words[key][view]] : []), ...(unknown > 0 ? [leftOut[view]] : [])];
}
