import { l10n } from 'vscode';
import type { Decimal } from '../core/decimal.ts';
import type { MarketQuery } from '../core/query.ts';
import type { MarketsStore } from '../store/markets/markets.ts';

/** How a filter is entered. A day is the first second of `from`, the last of `until`. */
type FilterInput = 'flag' | 'amount' | 'from' | 'until' | 'text' | 'list' | 'ids' | 'choices';

export type FilterName = Exclude<keyof MarketQuery, 'orderBy' | 'orderDirection'>;

export interface FilterField {
  readonly group: string;
  readonly name: FilterName;
  readonly label: string;
  readonly input: FilterInput;
}

/** What the market list shows without a filter: markets that accept orders. */
export const DEFAULT_MARKET_QUERY: MarketQuery = { active: true, closed: false };

/** True when a person narrowed or widened the list. */
export function isFiltered(query: MarketQuery): boolean {
  const { orderBy: _by, orderDirection: _direction, ...filters } = query;
  const names = Object.keys({ ...DEFAULT_MARKET_QUERY, ...filters }) as FilterName[];
  return names.some((name) => filters[name] !== DEFAULT_MARKET_QUERY[name]);
}

/** Every filter of the market list besides paging and order, in the order they are offered. */
export function filterFields(): readonly FilterField[] {
  const state = l10n.t('State');
  const kind = l10n.t('Kind');
  const time = l10n.t('Time');
  const size = l10n.t('Size');
  const tags = l10n.t('Tags');
  const particular = l10n.t('Particular markets');
  const fields: Readonly<Record<FilterName, readonly [group: string, label: string, input: FilterInput]>> = {
    active: [state, l10n.t('Accepting orders'), 'flag'],
    closed: [state, l10n.t('Closed'), 'flag'],
    archived: [state, l10n.t('Archived'), 'flag'],
    categories: [kind, l10n.t('Categories'), 'choices'],
    sportsMarketTypes: [kind, l10n.t('Sports market types'), 'choices'],
    marketTypes: [kind, l10n.t('Market types'), 'choices'],
    cyom: [kind, l10n.t('Created by users'), 'flag'],
    startDateMin: [time, l10n.t('Starts on or after'), 'from'],
    startDateMax: [time, l10n.t('Starts on or before'), 'until'],
    endDateMin: [time, l10n.t('Ends on or after'), 'from'],
    endDateMax: [time, l10n.t('Ends on or before'), 'until'],
    volumeMin: [size, l10n.t('Minimum volume'), 'amount'],
    volumeMax: [size, l10n.t('Maximum volume'), 'amount'],
    liquidityMin: [size, l10n.t('Minimum liquidity'), 'amount'],
    liquidityMax: [size, l10n.t('Maximum liquidity'), 'amount'],
    rewardsMinSize: [size, l10n.t('Minimum size for rewards'), 'amount'],
    tagIds: [tags, l10n.t('Tag ids'), 'ids'],
    relatedTags: [tags, l10n.t('Include related tags'), 'flag'],
    includeTag: [tags, l10n.t('Return tags'), 'flag'],
    gameId: [particular, l10n.t('Game id'), 'text'],
    ids: [particular, l10n.t('Market ids'), 'ids'],
    slugs: [particular, l10n.t('Slugs'), 'list'],
    questionIds: [particular, l10n.t('Question ids'), 'list'],
  };
  return Object.entries(fields).map(([name, [group, label, input]]) => ({
    group,
    name: name as FilterName,
    label,
    input,
  }));
}

/** The value of a filter as it was or could be typed; undefined where it is not set. */
export function filterText(query: MarketQuery, { name }: FilterField): string | undefined {
  const value: boolean | string | Decimal | readonly string[] | undefined = query[name];
  if (value === undefined) return undefined;
  if (typeof value === 'boolean') return value ? l10n.t('yes') : l10n.t('no');
  if (typeof value === 'string') return value.replace(/T00:00:00Z$/, '');
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** The filters in effect, those this connection cannot apply, and a refused order, as one sentence each. */
export function filterSummary(markets: MarketsStore, connection: string) {
  const { query, appliedQuery, unavailableFilters } = markets;
  const fields = filterFields();
  const texts = (shown: MarketQuery): string[] =>
    fields.flatMap((field) => {
      const text = filterText(shown, field);
      return text === undefined ? [] : [`${field.label}: ${text}`];
    });
  const applied = texts(appliedQuery).join(' · ');
  const labels = fields.filter(({ name }) => unavailableFilters.includes(name)).map(({ label }) => label);
  return {
    applied: isFiltered(appliedQuery) ? applied || l10n.t('all markets') : undefined,
    unavailable:
      isFiltered(query) && labels.length > 0
        ? l10n.t('Not available on {0}, so not applied: {1}.', connection, labels.join(', '))
        : undefined,
    /** While the service does not sort as asked and not everything is loaded. */
    unsorted:
      markets.sortedLocally && markets.hasMore
        ? l10n.t('The service does not sort by this; what is loaded is sorted here.')
        : undefined,
  };
}

/** The query with one filter set, or without it when `value` is undefined. */
export function withFilter<Q extends object, N extends keyof Q>(
  query: Q,
  name: N,
  value: Q[N] | undefined,
): Q {
  const { [name]: _previous, ...rest } = query;
  return (value === undefined ? rest : { ...rest, [name]: value }) as Q;
}

/** Removes every filter; the order stays. */
export async function clearMarketFilter({ markets }: { readonly markets: MarketsStore }): Promise<void> {
  const { orderBy, orderDirection } = markets.query;
  await markets.setQuery({
    ...DEFAULT_MARKET_QUERY,
    ...(orderBy === undefined ? {} : { orderBy }),
    ...(orderDirection === undefined ? {} : { orderDirection }),
  });
}
