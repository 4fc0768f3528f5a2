import { l10n, window } from 'vscode';
import { Decimal } from '../../core/decimal.ts';
import { confirmed, pickValue } from '../ask.ts';
import { SETTINGS } from '../ids.ts';
import type { Parts } from '../services.ts';

const EXAMPLE_CENTS = 44;

export async function deletePortfolioHistory({ valueHistory }: Parts<'valueHistory'>): Promise<void> {
  const question = l10n.t('Delete the account value history?');
  const detail = l10n.t('What was noted on this computer, of every account. Noting goes on from now.');
  if (await confirmed(question, detail, l10n.t('Delete'))) await valueHistory.delete();
}

export async function setHideAmounts({ config }: Parts<'config'>, hide: boolean): Promise<void> {
  await config.set('hideAmounts', hide);
  void window.setStatusBarMessage(hide ? l10n.t('Amounts are hidden') : l10n.t('Amounts are shown'), 3000);
}

/** Sets the format of all prices to the given one, or the one picked. */
export async function setOddsFormat(
  { config, view }: Parts<'config' | 'view'>,
  format?: string,
): Promise<void> {
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
    description: formatter.priceAs(Decimal.of(`0.${EXAMPLE_CENTS}`), value),
  }));
  const chosen = await pickValue(items, config.get('oddsFormat'), {
    title: l10n.t('Odds Format'),
    placeHolder: l10n.t('How to write a price of {0} cents', EXAMPLE_CENTS),
  });
  if (chosen !== undefined) await config.set('oddsFormat', chosen);
}
