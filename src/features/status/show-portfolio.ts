import { commands, l10n, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import { Decimal } from '../../core/decimal.ts';
import { pickValue } from '../ask.ts';
import { COMMANDS, SETTINGS, VIEWS } from '../ids.ts';
import type { Services } from '../services.ts';
import { portfolioItem } from './status-bar.ts';

const EXAMPLE = Decimal.of('0.44');

interface ActionItem extends QuickPickItem {
  readonly command?: string;
}

export async function showPortfolio(services: Services): Promise<void> {
  const { portfolio, session } = services;
  // Where nobody answers that would take half a minute.
  if (session.link.kind !== 'offline')
    await (portfolio.state.kind === 'failed' ? portfolio.refresh() : portfolio.load());
  const signedIn = session.account.kind === 'signedIn';
  const chosen = await window.showQuickPick([...figures(services), ...actions(services, signedIn)], {
    title: l10n.t('Portfolio on {0}', session.profile.label),
    placeHolder:
      session.link.kind === 'offline'
        ? l10n.t('{0} cannot be reached', session.profile.label)
        : signedIn
          ? l10n.t('Pick a figure or a command')
          : l10n.t('You are signed out'),
    matchOnDescription: true,
  });
  if (chosen?.command !== undefined) await commands.executeCommand(chosen.command);
}

export async function toggleHideAmounts({ config }: Services): Promise<void> {
  const hide = !config.get('hideAmounts');
  await config.set('hideAmounts', hide);
  void window.setStatusBarMessage(hide ? l10n.t('Amounts are hidden') : l10n.t('Amounts are shown'), 3000);
}

export async function toggleShortNames({ config }: Services): Promise<void> {
  await config.set('shortNames', !config.get('shortNames'));
}

/** Sets the format of all prices to the given one, or the one picked. */
export async function setOddsFormat({ config, view }: Services, format?: string): Promise<void> {
  const choices = SETTINGS.oddsFormat.choices ?? [];
  const named = choices.find((choice) => choice === format);
  if (named !== undefined) return config.set('oddsFormat', named);
  const labels = {
    cents: l10n.t('Cents'),
    percent: l10n.t('Percent'),
    american: l10n.t('American'),
    decimal: l10n.t('Decimal'),
    fractional: l10n.t('Fractional'),
  };
  const { format: formatter } = view();
  const items = choices.map((value) => ({
    value,
    label: labels[value],
    description: formatter.priceAs(EXAMPLE, value),
  }));
  const chosen = await pickValue(items, config.get('oddsFormat'), {
    title: l10n.t('Odds Format'),
    placeHolder: l10n.t('How to write a price of 44 cents'),
  });
  if (chosen !== undefined) await config.set('oddsFormat', chosen);
}

/** The figures of the status bar tooltip, one line each. */
function figures(services: Services): ActionItem[] {
  return (portfolioItem(services)?.figures ?? []).map(({ label, value, how }) => ({
    label: `${label}  ${value}`,
    description: how,
    command: `${VIEWS.positions}.focus`,
  }));
}

function actions({ config, session }: Services, signedIn: boolean): ActionItem[] {
  const isDemo = session.profile.id === 'demo';
  const isHidden = config.get('hideAmounts');
  const action = (command: string, label: string, icon: string): ActionItem => ({
    command,
    label,
    iconPath: new ThemeIcon(icon),
  });
  const ofAccount = [
    action(`${VIEWS.positions}.focus`, l10n.t('Show positions'), 'briefcase'),
    action(`${VIEWS.orders}.focus`, l10n.t('Show open orders'), 'list-ordered'),
    action(`${VIEWS.activity}.focus`, l10n.t('Show activity'), 'history'),
    action(COMMANDS.cancelAllOrders, l10n.t('Cancel all orders…'), 'close-all'),
  ];
  const isUnreached = session.link.kind === 'offline';
  // A key could not be tried now.
  const toSignIn = isUnreached ? [] : [action(COMMANDS.signIn, l10n.t('Sign in…'), 'sign-in')];
  const whereUnreached = [
    action(COMMANDS.refresh, l10n.t('Try again'), 'refresh'),
    action(COMMANDS.diagnose, l10n.t('Diagnose connection'), 'pulse'),
  ];
  return [
    { label: l10n.t('Actions'), kind: QuickPickItemKind.Separator },
    ...(isUnreached ? whereUnreached : []),
    ...(isDemo || signedIn ? ofAccount : toSignIn),
    isHidden
      ? action(COMMANDS.toggleHideAmounts, l10n.t('Show amounts'), 'eye')
      : action(COMMANDS.toggleHideAmounts, l10n.t('Hide amounts'), 'eye-closed'),
    action(COMMANDS.setOddsFormat, l10n.t('Set odds format…'), 'percentage'),
    ...(isUnreached ? [] : [action(COMMANDS.refresh, l10n.t('Refresh everything'), 'refresh')]),
    action(COMMANDS.switchConnection, l10n.t('Switch connection…'), 'plug'),
    ...(isDemo ? [action(COMMANDS.resetDemo, l10n.t('Reset the demo…'), 'discard')] : []),
    ...(!isDemo && signedIn ? [action(COMMANDS.signOut, l10n.t('Sign out…'), 'sign-out')] : []),
  ];
}
