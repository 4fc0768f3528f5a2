import { l10n } from 'vscode';
import { pickValue } from '../ask.ts';
import type { Parts } from '../services.ts';

/** Asks in which order positions are shown; the choice is remembered. */
export async function sortPositions({ positionSorting }: Parts<'positionSorting'>): Promise<void> {
  const items = [
    { value: 'listed', label: l10n.t('As Listed'), description: l10n.t('by the service') },
    { value: 'gains', label: l10n.t('Open P&L, Gains First') },
    { value: 'losses', label: l10n.t('Open P&L, Losses First') },
    { value: 'value', label: l10n.t('Value, Largest First') },
  ] as const;
  const chosen = await pickValue(items, positionSorting.sort, {
    title: l10n.t('Sort Positions'),
    placeHolder: l10n.t('Pick the current sort again to sort by the figures of now'),
  });
  if (chosen !== undefined) await positionSorting.choose(chosen);
}
