import { l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { defaultDirection, SORT_KEYS, type SortKey } from '../../core/sort.ts';
import { type MarketLayout, withOrder } from '../market-layout.ts';
import type { Services } from '../services.ts';

interface LayoutItem extends QuickPickItem {
  readonly layout?: MarketLayout;
}

/** Asks how to group and sort the markets. The service is asked for the same order, so that its pages come in it. */
export async function sortMarkets({ arrangement, markets }: Services): Promise<void> {
  const chosen = await window.showQuickPick(items(arrangement.layout), {
    title: l10n.t('Group and Sort Markets'),
    placeHolder: l10n.t('Pick the current sort again to reverse it'),
  });
  const layout = chosen?.layout;
  if (layout === undefined) return;
  await arrangement.setLayout(layout);
  const query = withOrder(markets.query, layout.sort);
  if (
    query.orderBy?.[0] !== markets.query.orderBy?.[0] ||
    query.orderDirection !== markets.query.orderDirection
  )
    await markets.setQuery(query);
}

function items(current: MarketLayout): LayoutItem[] {
  const { grouping, sort } = current;
  const inUse = l10n.t('in use');
  const used = (isUsed: boolean): { description?: string } => (isUsed ? { description: inUse } : {});
  const labels: Readonly<Record<SortKey, string>> = {
    start: l10n.t('Start'),
    volume: l10n.t('Volume'),
    price: l10n.t('Price'),
    name: l10n.t('Name'),
    change: l10n.t('Change today'),
  };
  return [
    { label: l10n.t('Group'), kind: QuickPickItemKind.Separator },
    {
      label: l10n.t('By category and event'),
      layout: { grouping: 'event', sort },
      ...used(grouping === 'event'),
    },
    { label: l10n.t('Flat list'), layout: { grouping: 'flat', sort }, ...used(grouping === 'flat') },
    { label: l10n.t('Sort'), kind: QuickPickItemKind.Separator },
    ...SORT_KEYS.map((key): LayoutItem => {
      if (key !== sort?.key) {
        return { label: labels[key], layout: { grouping, sort: { key, direction: defaultDirection(key) } } };
      }
      const isAscending = sort.direction === 'asc';
      return {
        label: labels[key],
        description: isAscending ? l10n.t('in use, ascending') : l10n.t('in use, descending'),
        layout: { grouping, sort: { key, direction: isAscending ? 'desc' : 'asc' } },
      };
    }),
    {
      label: l10n.t('Order of the service'),
      layout: { grouping, sort: undefined },
      ...used(sort === undefined),
    },
  ];
}
