import { l10n, type QuickPickItem, window } from 'vscode';
import { cancelRow } from '../../view/cancel-text.ts';
import type { Parts } from '../services.ts';

/** Asks for one of the open orders, or for the id of any order. */
export async function askOrderId({
  orders,
  marketViews,
  view,
}: Parts<'orders' | 'marketViews' | 'view'>): Promise<string | undefined> {
  await (orders.state.kind === 'failed' ? orders.refresh() : orders.load());
  const items: (QuickPickItem & { readonly id?: string })[] = orders.orders.map((order) => {
    const { what, left } = cancelRow(order, marketViews.withEvent(order.marketSlug), view());
    return { id: order.id, label: what, detail: left };
  });
  const chosen = await window.showQuickPick([...items, { label: l10n.t('Another order, by its id…') }], {
    title: l10n.t('Open which order?'),
    matchOnDetail: true,
  });
  if (chosen === undefined || chosen.id !== undefined) return chosen?.id;
  const id = await window.showInputBox({ title: l10n.t('Open Order'), prompt: l10n.t('Order id') });
  return id?.trim() === '' ? undefined : id?.trim();
}
