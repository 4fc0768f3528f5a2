import { commands, l10n, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import { Decimal } from '../../core/decimal.ts';
import { COMMANDS, type CommandName, SETTINGS, VIEWS } from '../ids.ts';
import { portfolioItem } from '../portfolio-item.ts';
import type { Services } from '../services.ts';

const EXAMPLE = Decimal.of('0.44');

interface ActionItem extends QuickPickItem {
  readonly command?: string;
}

/** The figures of the portfolio, and what can be done from there. */
export async function showPortfolio(services: Services): Promise<void> {
  const { portfolio, session } = services;
  await (portfolio.state.kind === 'failed' ? portfolio.refresh() : portfolio.load());
  const signedIn = session.account.kind === 'signedIn';
  const chosen = await window.showQuickPick([...figures(services), ...actions(services, signedIn)], {
    title: l10n.t('Portfolio on {0}', session.profile.label),
    placeHolder: signedIn ? l10n.t('Pick what to do') : l10n.t('You are signed out'),
    matchOnDescription: true,
  });
  if (chosen?.command !== undefined) await commands.executeCommand(chosen.command);
}

/** Flips the setting; every surface follows. */
export async function toggleHideAmounts({ config }: Services): Promise<void> {
  const hide = !config.get('hideAmounts');
  await config.set('hideAmounts', hide);
  void window.setStatusBarMessage(hide ? l10n.t('Amounts are hidden') : l10n.t('Amounts are shown'), 3000);
}

/** Sets the format of all prices: the one named, or the one picked. */
export async function setOddsFormat({ config, view }: Services, format?: string): Promise<void> {
  const choices = SETTINGS.oddsFormat.choices ?? [];
  const named = choices.find((choice) => choice === format);
  if (named !== undefined) return config.set('oddsFormat', named);
  const present = config.get('oddsFormat');
  const words = {
    cents: l10n.t('Cents'),
    percent: l10n.t('Percent'),
    american: l10n.t('American'),
    decimal: l10n.t('Decimal'),
    fractional: l10n.t('Fractional'),
  };
  const items = choices.map((choice) => ({
    choice,
    label: words[choice],
    description: `${view().format.priceAs(EXAMPLE, choice)}${choice === present ? ` · ${l10n.t('in use')}` : ''}`,
  }));
  const chosen = await window.showQuickPick(items, {
    title: l10n.t('Odds Format'),
    placeHolder: l10n.t('How a price of 44 cents is written'),
  });
  if (chosen !== undefined) await config.set('oddsFormat', chosen.choice);
}

/** The table of the status bar item, one line a figure. */
function figures(services: Services): ActionItem[] {
  const item = portfolioItem(services);
  if (item === undefined) return [];
  const { rows, columns } = item.tooltip;
  const several = columns.length > 1;
  return rows.map(({ label, cells, how }) => ({
    label: `${label}  ${cells.map((cell, index) => (several ? `${cell} ${columns[index] ?? ''}` : cell)).join(' · ')}`,
    description: how,
    command: `${VIEWS.positions}.focus`,
  }));
}

function actions({ config, session }: Services, signedIn: boolean): ActionItem[] {
  const action = (name: CommandName, label: string, icon: string): ActionItem => ({
    command: COMMANDS[name],
    label,
    iconPath: new ThemeIcon(icon),
  });
  const focus = (view: keyof typeof VIEWS, label: string, icon: string): ActionItem => ({
    command: `${VIEWS[view]}.focus`,
    label,
    iconPath: new ThemeIcon(icon),
  });
  const account = session.profile.id === 'demo' || signedIn;
  return [
    { label: l10n.t('Actions'), kind: QuickPickItemKind.Separator },
    ...(account
      ? [
          focus('positions', l10n.t('Show positions'), 'briefcase'),
          focus('orders', l10n.t('Show open orders'), 'list-ordered'),
          focus('activity', l10n.t('Show activity'), 'history'),
          action('cancelAllOrders', l10n.t('Cancel all orders…'), 'close-all'),
        ]
      : [action('signIn', l10n.t('Sign in…'), 'sign-in')]),
    action(
      'toggleHideAmounts',
      config.get('hideAmounts') ? l10n.t('Show amounts') : l10n.t('Hide amounts'),
      config.get('hideAmounts') ? 'eye' : 'eye-closed',
    ),
    action('setOddsFormat', l10n.t('Set odds format…'), 'percentage'),
    action('refresh', l10n.t('Refresh everything'), 'refresh'),
    action('switchConnection', l10n.t('Switch connection…'), 'plug'),
    ...(session.profile.id === 'demo'
      ? [action('resetDemo', l10n.t('Start the demo over…'), 'discard')]
      : []),
    ...(session.profile.id !== 'demo' && signedIn
      ? [action('signOut', l10n.t('Sign out…'), 'sign-out')]
      : []),
  ];
}
