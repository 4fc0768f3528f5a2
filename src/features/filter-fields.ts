import { l10n } from 'vscode';
import type { Decimal } from '../core/decimal.ts';
import type { MarketQuery } from '../core/query.ts';

/** How a filter of the market list is entered. */
export type FieldKind =
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
  readonly input: FieldKind;
}

/** Every filter of the market list (interface §4.1) besides paging and order, in the order they are offered. */
export function filterFields(): readonly FilterField[] {
  const state = l10n.t('State');
  const kind = l10n.t('Kind');
  const time = l10n.t('Time');
  const size = l10n.t('Size');
  const tags = l10n.t('Tags');
  const particular = l10n.t('Particular markets');
  const field = (group: string, name: FilterName, label: string, input: FieldKind): FilterField => ({
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
    field(kind, 'cyom', l10n.t('Created by users (CYOM)'), { kind: 'flag' }),
    field(time, 'startDateMin', l10n.t('Starts at the earliest'), { kind: 'moment', bound: 'min' }),
    field(time, 'startDateMax', l10n.t('Starts at the latest'), { kind: 'moment', bound: 'max' }),
    field(time, 'endDateMin', l10n.t('Ends at the earliest'), { kind: 'moment', bound: 'min' }),
    field(time, 'endDateMax', l10n.t('Ends at the latest'), { kind: 'moment', bound: 'max' }),
    field(size, 'volumeMin', l10n.t('Least volume'), { kind: 'amount' }),
    field(size, 'volumeMax', l10n.t('Greatest volume'), { kind: 'amount' }),
    field(size, 'liquidityMin', l10n.t('Least liquidity'), { kind: 'amount' }),
    field(size, 'liquidityMax', l10n.t('Greatest liquidity'), { kind: 'amount' }),
    field(size, 'rewardsMinSize', l10n.t('Least size for rewards'), { kind: 'amount' }),
    field(tags, 'tagIds', l10n.t('Tag ids'), { kind: 'list', numeric: true }),
    field(tags, 'relatedTags', l10n.t('With related tags'), { kind: 'flag' }),
    field(tags, 'includeTag', l10n.t('Send tags along'), { kind: 'flag' }),
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

/** The query with one filter set, or without it when `value` is undefined. */
export function withFilter<N extends FilterName>(
  query: MarketQuery,
  name: N,
  value: MarketQuery[N] | undefined,
): MarketQuery {
  const { [name]: _previous, ...rest } = query;
  return value === undefined ? rest : { ...rest, [name]: value };
}
