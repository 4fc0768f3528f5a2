import { l10n, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import type { ActivityType } from '../../core/activity.ts';
import type { ActivityQuery } from '../../core/query.ts';
import { askMarket } from '../ask-market.ts';
import type { Services } from '../services.ts';

type Choice = 'types' | 'market' | 'order' | 'clear';

/** Asks for types, a market and the order of the activity. Each change applies at once; the list returns until closed. */
export async function filterActivity(services: Services): Promise<void> {
  const { activity } = services;
  for (;;) {
    const item = await window.showQuickPick(choices(activity.query), {
      title: l10n.t('Filter and Sort Activity'),
      placeHolder: l10n.t('Press Escape when done'),
    });
    if (item?.choice === undefined) return;
    if (item.choice === 'clear') {
      void activity.clearFilter();
      return;
    }
    const query = await changedQuery(services, activity.query, item.choice);
    if (query !== undefined) void activity.setQuery(query);
  }
}

function choices(query: ActivityQuery): (QuickPickItem & { readonly choice?: Choice })[] {
  const { types, marketSlug, sortOrder } = query;
  const labels = typeLabels();
  const value = (text: string | undefined) =>
    text === undefined ? {} : { description: text, iconPath: new ThemeIcon('check') };
  return [
    {
      choice: 'types',
      label: l10n.t('Types'),
      ...value(types?.map((type) => labels[type as ActivityType] ?? type).join(', ')),
    },
    { choice: 'market', label: l10n.t('Market'), ...value(marketSlug) },
    {
      choice: 'order',
      label: sortOrder === 'ASCENDING' ? l10n.t('Show newest first') : l10n.t('Show oldest first'),
    },
    ...(types === undefined && marketSlug === undefined
      ? []
      : [
          { label: '', kind: QuickPickItemKind.Separator },
          { choice: 'clear' as const, label: l10n.t('Clear filter'), iconPath: new ThemeIcon('clear-all') },
        ]),
  ];
}

/** The query after one change; undefined when the question was closed. */
async function changedQuery(
  services: Services,
  query: ActivityQuery,
  choice: Exclude<Choice, 'clear'>,
): Promise<ActivityQuery | undefined> {
  switch (choice) {
    case 'order':
      return { ...query, sortOrder: query.sortOrder === 'ASCENDING' ? 'DESCENDING' : 'ASCENDING' };
    case 'types': {
      const types = await askTypes(query.types ?? []);
      const { types: _types, ...rest } = query;
      return types && (types.length === 0 ? rest : { ...rest, types });
    }
    case 'market': {
      const slug = await askMarket(services, {
        title: l10n.t('Activity of which market?'),
        none: query.marketSlug === undefined ? undefined : l10n.t('Every market'),
      });
      const { marketSlug: _slug, ...rest } = query;
      return slug === undefined ? undefined : slug === '' ? rest : { ...rest, marketSlug: slug };
    }
  }
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
