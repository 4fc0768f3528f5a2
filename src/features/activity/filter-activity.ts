import { l10n, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import type { ActivityType } from '../../core/activity.ts';
import type { ActivityQuery } from '../../core/query.ts';
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
  const labels = typeLabels();
  const isAscending = sortOrder === 'ASCENDING';
  const value = (text: string | undefined) =>
    text === undefined ? {} : { description: text, iconPath: new ThemeIcon('check') };
  return [
    {
      label: l10n.t('Types'),
      ...value(types?.map((type) => labels[type as ActivityType] ?? type).join(', ')),
      change: async () => {
        const chosen = await askTypes(types ?? []);
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

async function askTypes(current: readonly string[]): Promise<readonly ActivityType[] | undefined> {
  const items = Object.entries(typeLabels()).map(([type, label]) => ({
    type: type as ActivityType,
    label,
    picked: current.includes(type),
  }));
  const chosen = await window.showQuickPick(items, {
    title: l10n.t('Types'),
    placeHolder: l10n.t('Tick types to show; none shows all'),
    canPickMany: true,
  });
  return chosen?.map(({ type }) => type);
}

function typeLabels(): Readonly<Record<ActivityType, string>> {
  return {
    TRADE: l10n.t('Trades'),
    POSITION_RESOLUTION: l10n.t('Resolutions'),
    ACCOUNT_DEPOSIT: l10n.t('Deposits'),
    ACCOUNT_ADVANCED_DEPOSIT: l10n.t('Advanced deposits'),
    ACCOUNT_WITHDRAWAL: l10n.t('Withdrawals'),
    TRANSFER: l10n.t('Transfers'),
    REFERRAL_BONUS: l10n.t('Referral bonuses'),
    TAKER_FEE_REBATE: l10n.t('Fee rebates'),
    LIQUIDITY_PROGRAM: l10n.t('Liquidity rewards'),
  };
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
