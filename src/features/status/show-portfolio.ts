import { commands, l10n, ThemeIcon, window } from 'vscode';
import { Decimal } from '../../core/decimal.ts';
import { confirmed, pickValue } from '../ask.ts';
import { COMMANDS, SETTINGS } from '../ids.ts';
import type { Services } from '../services.ts';

const EXAMPLE = Decimal.of('0.44');

/** What helps where there is no account to look at. */
export async function showPortfolio({ session }: Services): Promise<void> {
  const isUnreached = session.link.kind === 'offline';
  const action = (command: string, label: string, icon: string) => ({
    command,
    label,
    iconPath: new ThemeIcon(icon),
  });
  const { label } = session.profile;
  // A key could not be tried while nobody answers.
  const help = isUnreached
    ? [
        action(COMMANDS.refresh, l10n.t('Try again'), 'refresh'),
        action(COMMANDS.diagnose, l10n.t('Diagnose connection'), 'pulse'),
      ]
    : [action(COMMANDS.signIn, l10n.t('Sign in…'), 'sign-in')];
  const chosen = await window.showQuickPick(
    [...help, action(COMMANDS.switchConnection, l10n.t('Switch connection…'), 'plug')],
    {
      title: l10n.t('Portfolio on {0}', label),
      placeHolder: isUnreached ? l10n.t('{0} cannot be reached', label) : l10n.t('You are signed out'),
    },
  );
  if (chosen !== undefined) await commands.executeCommand(chosen.command);
}

export async function deletePortfolioHistory({ valueHistory }: Services): Promise<void> {
  const question = l10n.t('Delete the account value history?');
  const detail = l10n.t('What was noted on this computer, of every account. Noting goes on from now.');
  if (await confirmed(question, detail, l10n.t('Delete'))) await valueHistory.delete();
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
