import { l10n, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import type { MarketQuery } from '../../core/query.ts';
import { type FilterField, filterFields, filterText } from '../filter-fields.ts';
import { DEFAULT_MARKET_QUERY, isFiltered } from '../queries.ts';
import type { Services } from '../services.ts';
import { editFilter } from './filter-edit.ts';

interface FieldItem extends QuickPickItem {
  readonly field?: FilterField;
  readonly clear?: true;
}

/**
 * One list that reaches every filter of the market list; what is set stands first, with its value. Each change counts
 * at once, and the list comes back until it is closed.
 */
export async function filterMarkets(services: Services): Promise<void> {
  const { markets } = services;
  for (;;) {
    const item = await window.showQuickPick(items(markets.query), {
      title: l10n.t('Filter Markets'),
      placeHolder: l10n.t('Pick a filter to set, change or remove; Escape when done'),
      matchOnDescription: true,
    });
    if (item === undefined) return;
    const before = markets.query;
    const after =
      item.clear === true ? cleared(before) : item.field && (await editFilter(services, before, item.field));
    // Not awaited: the next filter can be picked while the list is read.
    if (after !== undefined && after !== before) void markets.setQuery(after);
    if (item.clear === true) return;
  }
}

/** Back to what can be traded; the order stays. */
export async function clearMarketFilter({ markets }: Services): Promise<void> {
  await markets.setQuery(cleared(markets.query));
}

function cleared({ orderBy, orderDirection }: MarketQuery): MarketQuery {
  return {
    ...DEFAULT_MARKET_QUERY,
    ...(orderBy === undefined ? {} : { orderBy }),
    ...(orderDirection === undefined ? {} : { orderDirection }),
  };
}

function items(query: MarketQuery): FieldItem[] {
  const fields = filterFields().map((field): FieldItem => {
    const text = filterText(query, field);
    return text === undefined
      ? { field, label: field.label }
      : { field, label: field.label, description: text, iconPath: new ThemeIcon('check') };
  });
  const set = fields.filter(({ description }) => description !== undefined);
  const result: FieldItem[] = [];
  if (set.length > 0) result.push(separator(l10n.t('Set')), ...set);
  if (isFiltered(query))
    result.push({ clear: true, label: l10n.t('Clear filter'), iconPath: new ThemeIcon('clear-all') });
  let group: string | undefined;
  for (const item of fields) {
    if (item.description !== undefined) continue;
    if (item.field?.group !== group) {
      group = item.field?.group;
      result.push(separator(group ?? ''));
    }
    result.push(item);
  }
  return result;
}

function separator(label: string): FieldItem {
  return { label, kind: QuickPickItemKind.Separator };
}
