import { l10n, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import type { ActivityType } from '../../core/activity.ts';
import type { ActivityQuery } from '../../core/query.ts';
import type { Services } from '../services.ts';
import { askMarket } from './ask-market.ts';

type Change = 'types' | 'market' | 'order' | 'clear';

/** Asks for kinds, a market and the order of the activity; every change counts at once. */
export async function filterActivity(services: Services): Promise<void> {
  const { activity } = services;
  for (;;) {
    const item = await window.showQuickPick(items(activity.query), {
      title: l10n.t('Filter and Order Activity'),
      placeHolder: l10n.t('Escape when done'),
    });
    if (item?.change === undefined) return;
    const query = await changed(services, activity.query, item.change);
    if (query !== undefined) void activity.setQuery(query);
    if (item.change === 'clear') return;
  }
}

/** Everything again; the order stays. */
export async function clearActivityFilter({ activity }: Services): Promise<void> {
  await activity.setQuery(cleared(activity.query));
}

function cleared({ sortOrder }: ActivityQuery): ActivityQuery {
  return sortOrder === undefined ? {} : { sortOrder };
}

function items(query: ActivityQuery): (QuickPickItem & { readonly change?: Change })[] {
  const { types, marketSlug, sortOrder } = query;
  const words = typeWords();
  const value = (text: string | undefined) =>
    text === undefined ? {} : { description: text, iconPath: new ThemeIcon('check') };
  return [
    {
      change: 'types',
      label: l10n.t('Kinds'),
      ...value(types?.map((type) => words[type as ActivityType] ?? type).join(', ')),
    },
    { change: 'market', label: l10n.t('Market'), ...value(marketSlug) },
    {
      change: 'order',
      label: sortOrder === 'ASCENDING' ? l10n.t('Show newest first') : l10n.t('Show oldest first'),
    },
    ...(types === undefined && marketSlug === undefined
      ? []
      : [
          { label: '', kind: QuickPickItemKind.Separator },
          { change: 'clear' as const, label: l10n.t('Clear filter'), iconPath: new ThemeIcon('clear-all') },
        ]),
  ];
}

/** The query after one change; undefined when nothing was decided. */
async function changed(
  services: Services,
  query: ActivityQuery,
  change: Change,
): Promise<ActivityQuery | undefined> {
  switch (change) {
    case 'clear':
      return cleared(query);
    case 'order':
      return { ...query, sortOrder: query.sortOrder === 'ASCENDING' ? 'DESCENDING' : 'ASCENDING' };
    case 'types': {
      const types = await askTypes(query.types ?? []);
      const { types: _types, ...rest } = query;
      return types && (types.length === 0 ? rest : { ...rest, types });
    }
    case 'market': {
      const every = query.marketSlug !== undefined;
      const slug = await askMarket(
        services,
        l10n.t('Activity of which market?'),
        every ? l10n.t('Every market') : undefined,
      );
      const { marketSlug: _slug, ...rest } = query;
      return slug === undefined ? undefined : slug === '' ? rest : { ...rest, marketSlug: slug };
    }
  }
}

async function askTypes(present: readonly string[]): Promise<readonly ActivityType[] | undefined> {
  const items = Object.entries(typeWords()).map(([type, label]) => ({
    type: type as ActivityType,
    label,
    picked: present.includes(type),
  }));
  const chosen = await window.showQuickPick(items, {
    title: l10n.t('Kinds'),
    placeHolder: l10n.t('Tick any number; none shows all'),
    canPickMany: true,
  });
  return chosen?.map(({ type }) => type);
}

function typeWords(): Readonly<Record<ActivityType, string>> {
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
