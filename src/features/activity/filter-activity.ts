import { l10n, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import { ACTIVITY_TYPES, type ActivityType } from '../../core/activity.ts';
import type { ActivityQuery } from '../../core/query.ts';
import { activityTypeName } from '../../view/activity-rows.ts';
import { askMarket } from '../search/ask-market.ts';
import type { Services } from '../services.ts';

interface ChangeItem extends QuickPickItem {
  /** The query after the change; undefined when the question about it was closed. Absent: the filter is cleared. */
  readonly change?: () => Promise<ActivityQuery | undefined>;
}

/** Asks for types, a market and the order of the activity. Each change applies at once; the list returns until closed. */
export async function filterActivity(services: Services): Promise<void> {
  const { activity } = services;
  for (;;) {
    const item = await window.showQuickPick(changeItems(services), {
      title: l10n.t('Filter and Sort Activity'),
      placeHolder: l10n.t('Press Escape when done'),
    });
    if (item === undefined) return;
    if (item.change === undefined) {
      void activity.clearFilter();
      return;
    }
    const query = await item.change();
    if (query !== undefined) void activity.setQuery(query);
  }
}

function changeItems(services: Services): ChangeItem[] {
  const { query } = services.activity;
  const { types, marketSlug, sortOrder } = query;
  const isAscending = sortOrder === 'ASCENDING';
  const value = (text: string | undefined) =>
    text === undefined ? {} : { description: text, iconPath: new ThemeIcon('check') };
  return [
    {
      label: l10n.t('Types'),
      ...value(types?.map((type) => activityTypeName(type, services.view())).join(', ')),
      change: async () => {
        const chosen = await askTypes(services, types ?? []);
        return chosen && withFilter(query, 'types', chosen.length === 0 ? undefined : chosen);
      },
    },
    {
      label: l10n.t('Market'),
      ...value(marketSlug),
      change: async () => {
        const title = l10n.t('Activity of which market?');
        const none = marketSlug === undefined ? undefined : l10n.t('Every market');
        const slug = await askMarket(services, { title, none });
        return slug === undefined ? undefined : withFilter(query, 'marketSlug', slug || undefined);
      },
    },
    {
      label: isAscending ? l10n.t('Show newest first') : l10n.t('Show oldest first'),
      change: async () => ({ ...query, sortOrder: isAscending ? 'DESCENDING' : 'ASCENDING' }),
    },
    ...(types === undefined && marketSlug === undefined
      ? []
      : [
          { label: '', kind: QuickPickItemKind.Separator },
          { label: l10n.t('Clear filter'), iconPath: new ThemeIcon('clear-all') },
        ]),
  ];
}

async function askTypes(
  services: Services,
  current: readonly string[],
): Promise<readonly ActivityType[] | undefined> {
  const items = ACTIVITY_TYPES.map((type) => ({
    type,
    label: activityTypeName(type, services.view()),
    picked: current.includes(type),
  }));
  const chosen = await window.showQuickPick(items, {
    title: l10n.t('Types'),
    placeHolder: l10n.t('Tick types to show; none shows all'),
    canPickMany: true,
  });
  return chosen?.map(({ type }) => type);
}

/** The query with one filter set, or without it. */
function withFilter<N extends 'types' | 'marketSlug'>(
  query: ActivityQuery,
  name: N,
  value: ActivityQuery[N] | undefined,
): ActivityQuery {
  const { [name]: _, ...rest } = query;
  return value === undefined ? rest : { ...rest, [name]: value };
}
