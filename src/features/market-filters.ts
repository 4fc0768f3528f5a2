import { l10n } from 'vscode';
import type { Decimal } from '../core/decimal.ts';
import { filterCount } from '../core/filter.ts';
import type { MarketQuery } from '../core/query.ts';
import type { MarketsStore } from '../store/markets/markets.ts';

/** How a filter of the market list is entered. */
type FilterInput =
  | { readonly kind: 'flag' }
  | { readonly kind: 'amount' }
  | { readonly kind: 'moment'; readonly bound: 'min' | 'max' }
  | { readonly kind: 'text' }
  | { readonly kind: 'list'; readonly numeric?: true }
  | { readonly kind: 'choices'; readonly known: 'categories' | 'marketTypes' | 'sportsMarketTypes' };

export type FilterName = Exclude<keyof MarketQuery, 'orderBy' | 'orderDirection'>;

export interface FilterField {
  readonly name: FilterName;
  readonly label: string;
  readonly group: string;
  readonly input: FilterInput;
}

/** What the market list shows without a filter: markets that accept orders. */
export const DEFAULT_MARKET_QUERY: MarketQuery = { active: true, closed: false };

/** True when a person narrowed or widened the list. */
export function isFiltered(query: MarketQuery): boolean {
  const { active, closed, ...others } = query;
  return (
    active !== DEFAULT_MARKET_QUERY.active ||
    closed !== DEFAULT_MARKET_QUERY.closed ||
    filterCount(others) > 0 ||
    query.includeTag !== undefined
  );
}

/** Every filter of the market list besides paging and order, in the order they are offered. */
export function filterFields(): readonly FilterField[] {
  const state = l10n.t('State');
  const kind = l10n.t('Kind');
  const time = l10n.t('Time');
  const size = l10n.t('Size');
  const tags = l10n.t('Tags');
  const particular = l10n.t('Particular markets');
  const field = (group: string, name: FilterName, label: string, input: FilterInput): FilterField => ({
    name,
    label,
    group,
    input,
  });
  return [
    field(state, 'active', l10n.t('Accepting orders'), { kind: 'flag' }),
    field(state, 'closed', l10n.t('Closed'), { kind: 'flag' }),
    field(state, 'archived', l10n.t('Archived'), { kind: 'flag' }),
    field(kind, 'categories', l10n.t('Categories'), { kind: 'choices', known: 'categories' }),
    field(kind, 'sportsMarketTypes', l10n.t('Sports market types'), {
      kind: 'choices',
      known: 'sportsMarketTypes',
    }),
    field(kind, 'marketTypes', l10n.t('Market types'), { kind: 'choices', known: 'marketTypes' }),
    field(kind, 'cyom', l10n.t('Created by users'), { kind: 'flag' }),
    field(time, 'startDateMin', l10n.t('Starts on or after'), { kind: 'moment', bound: 'min' }),
    field(time, 'startDateMax', l10n.t('Starts on or before'), { kind: 'moment', bound: 'max' }),
    field(time, 'endDateMin', l10n.t('Ends on or after'), { kind: 'moment', bound: 'min' }),
    field(time, 'endDateMax', l10n.t('Ends on or before'), { kind: 'moment', bound: 'max' }),
    field(size, 'volumeMin', l10n.t('Minimum volume'), { kind: 'amount' }),
    field(size, 'volumeMax', l10n.t('Maximum volume'), { kind: 'amount' }),
    field(size, 'liquidityMin', l10n.t('Minimum liquidity'), { kind: 'amount' }),
    field(size, 'liquidityMax', l10n.t('Maximum liquidity'), { kind: 'amount' }),
    field(size, 'rewardsMinSize', l10n.t('Minimum size for rewards'), { kind: 'amount' }),
    field(tags, 'tagIds', l10n.t('Tag ids'), { kind: 'list', numeric: true }),
    field(tags, 'relatedTags', l10n.t('Include related tags'), { kind: 'flag' }),
    field(tags, 'includeTag', l10n.t('Return tags'), { kind: 'flag' }),
    field(particular, 'gameId', l10n.t('Game id'), { kind: 'text' }),
    field(particular, 'ids', l10n.t('Market ids'), { kind: 'list', numeric: true }),
    field(particular, 'slugs', l10n.t('Slugs'), { kind: 'list' }),
    field(particular, 'questionIds', l10n.t('Question ids'), { kind: 'list' }),
  ];
}

/** The value of a filter as it was or could be typed; undefined where it is not set. */
export function filterText(query: MarketQuery, { name }: FilterField): string | undefined {
  const value: boolean | string | Decimal | readonly string[] | undefined = query[name];
  if (value === undefined) return undefined;
  if (typeof value === 'boolean') return value ? l10n.t('yes') : l10n.t('no');
  if (typeof value === 'string') return value.replace(/T00:00:00Z$/, '');
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** The filters in effect, and those this connection cannot apply, as one sentence each; undefined without a filter. */
export function filterSummary(
  { query, appliedQuery, unavailableFilters }: MarketsStore,
  connection: string,
): { readonly applied: string | undefined; readonly unavailable: string | undefined } {
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
  };
}

/** The query with one filter set, or without it when `value` is undefined. */
export function withFilter<N extends FilterName>(
  query: MarketQuery,
  name: N,
  value: MarketQuery[N] | undefined,
): MarketQuery {
  const { [name]: _previous, ...rest } = query;
  return value === undefined ? rest : { ...rest, [name]: value };
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
