import { l10n, window } from 'vscode';
import type { Market } from '../../core/market.ts';
import type { Order } from '../../core/order.ts';
import { isExchangeError } from '../../exchange/errors.ts';
import { isInUse, type Owner, ownerOf } from '../../store/session/owner.ts';
import { cancelRow, lostCaveat, nothingOpenText } from '../../view/cancel-text.ts';
import { failureSentence } from '../../view/messages.ts';
import type { Services } from '../services.ts';
import { withNotice } from './reading-notice.ts';

/** Orders of one account, from their reading to the proof of what was done about them. */
export interface OrderList {
  readonly owner: Owner;
  /** Their markets as they were known there: another connection may call something else the same. */
  market(slug: string): Market | undefined;
}

export interface OpenOrders extends OrderList {
  readonly orders: readonly Order[];
  /** Sentences on what the list does not say. */
  readonly caveats: readonly string[];
}

/** To be called while that owner is in use. What becomes known later is seen for as long as that is so. */
export function orderList(
  { session, marketWithEvent }: Pick<Services, 'session' | 'marketWithEvent'>,
  owner: Owner,
  orders: readonly Order[],
): OrderList {
  const slugs = isInUse(session, owner) ? orders.map(({ marketSlug }) => marketSlug) : [];
  const known = new Map(slugs.map((slug) => [slug, marketWithEvent(slug)]));
  const now = (slug: string): Market | undefined =>
    isInUse(session, owner) ? marketWithEvent(slug) : undefined;
  return { owner, market: (slug) => now(slug) ?? known.get(slug) };
}

/**
 * The open orders, read after the command. Where they cannot be read, those known from before, with a caveat. Undefined when
 * the connection or account changed meanwhile, which it has said then. Rejects when nothing is known.
 */
export async function readOpenOrders(services: Services): Promise<OpenOrders | undefined> {
  const { clock, session, orders, view } = services;
  const owner = ownerOf(session);
  try {
    const { orders: all, lost } = await withNotice(clock, orders.latest(owner));
    return { ...orderList(services, owner, all), orders: all, caveats: lostCaveat(lost, view()) };
  } catch (cause) {
    if (!isExchangeError(cause)) throw cause;
    if (cause.code === 'cancelled') {
      showChanged();
      return undefined;
    }
    if (cause.code === 'auth' || orders.orders.length === 0 || !isInUse(session, owner)) throw cause;
    const why = failureSentence(cause, view());
    const old = l10n.t('The open orders could not be read again; this list is older. {0}', why);
    const caveats = [old, ...lostCaveat(orders.lost, view())];
    return { ...orderList(services, owner, orders.orders), orders: orders.orders, caveats };
  }
}

/** Lets a person pick among the open orders. Undefined when dismissed or when there is nothing to pick. */
export async function pickOpenOrders(services: Services): Promise<OpenOrders | undefined> {
  const open = await readOpenOrders(services);
  if (open === undefined) return undefined;
  const items = open.orders.map((order) => {
    const { what, left } = cancelRow(order, open.market(order.marketSlug), services.view());
    return { order, label: what, detail: left };
  });
  if (items.length === 0) {
    showNone(nothingOpenText(undefined, services.view()), open.caveats);
    return undefined;
  }
  const chosen = await window.showQuickPick(items, {
    title: [l10n.t('Cancel which orders?'), ...open.caveats].join(' – '),
    placeHolder: l10n.t('Select the orders to cancel; you confirm them next'),
    matchOnDetail: true,
    canPickMany: true,
  });
  return chosen && { ...open, orders: chosen.map(({ order }) => order) };
}

export function showChanged(): void {
  void window.showWarningMessage(
    l10n.t('The connection or account changed before the open orders were read: nothing was done.'),
  );
}

/** Says that there is none, unless that is unknown. */
export function showNone(none: string, caveats: readonly string[]): void {
  if (caveats.length === 0) void window.showInformationMessage(none);
  else void window.showWarningMessage(caveats.join(' '));
}
