import { l10n, type QuickPickItem, window } from 'vscode';
import type { Order } from '../../core/order.ts';
import { isExchangeError } from '../../exchange/errors.ts';
import { isInUse, ownerOf } from '../../store/session/owner.ts';
import { cancelRow } from '../../view/cancel-text.ts';
import { lostCaveat, nothingOpenText } from '../../view/cancel-words.ts';
import { failureSentence } from '../../view/messages.ts';
import type { Services } from '../services.ts';
import { type Listed, listed } from './listed.ts';
import { withNotice } from './reading-notice.ts';

interface OrderItem extends QuickPickItem {
  readonly order?: Order;
}

/**
 * Lets a person pick among the open orders, read anew. Resolves with what was picked, an empty list for `other`, or
 * undefined when given up or when there is nothing to pick.
 */
export async function askOrders(
  services: Services,
  title: string,
  many: boolean,
  other?: QuickPickItem,
): Promise<OpenNow | undefined> {
  const open = await openOrders(services);
  if (open === undefined) return undefined;
  const items: OrderItem[] = open.orders.map((order) => orderItem(services, order));
  if (items.length === 0 && other === undefined) {
    tellNone(nothingOpenText(undefined, services.view()), open.caveats);
    return undefined;
  }
  const caveat = open.caveats.join(' ');
  const options = {
    title: caveat === '' ? title : `${title} – ${caveat}`,
    matchOnDetail: true,
  };
  if (many) {
    const placeHolder = l10n.t('Tick the orders to cancel; you are asked once more');
    const chosen = await window.showQuickPick(items, { ...options, placeHolder, canPickMany: true });
    return chosen && { ...open, orders: chosen.flatMap(({ order }) => order ?? []) };
  }
  const chosen = await window.showQuickPick<OrderItem>(
    other === undefined ? items : [...items, other],
    options,
  );
  if (chosen === undefined) return undefined;
  return { ...open, orders: chosen.order === undefined ? [] : [chosen.order] };
}

/**
 * Shows orders that are too many for a dialog, all ticked, each in the words of the dialog. Resolves with those left
 * ticked, in their order, or undefined when given up.
 */
export async function reviewOrders(
  services: Services,
  { owner, market, orders }: Omit<OpenNow, 'caveats'>,
): Promise<readonly Order[] | undefined> {
  const context = services.view();
  const items = orders.map((order) => {
    const { what, left } = cancelRow(order, market(order.marketSlug), context);
    return { order, label: what, detail: left, picked: true };
  });
  const name = services.connectionMark(owner.profile) ?? owner.profile.label;
  const chosen = await window.showQuickPick(items, {
    title: `${name}: ${l10n.t('{0} orders to cancel', orders.length)}`,
    placeHolder: l10n.t('Untick what is to stay; you are asked once more'),
    matchOnDetail: true,
    canPickMany: true,
    ignoreFocusOut: true,
  });
  if (chosen === undefined) return undefined;
  const ticked = new Set(chosen.map(({ order }) => order));
  return orders.filter((order) => ticked.has(order));
}

/** Open orders, some or all, from their reading to the end of whatever is done about them. */
export interface OpenNow extends Listed {
  readonly orders: readonly Order[];
  /** Sentences on what the list does not say; it is not the whole truth then. */
  readonly caveats: readonly string[];
}

/**
 * The open orders read anew: "all" must not mean all of a while ago. Where they cannot be, those of before, which is a
 * caveat. Undefined when the connection or account changed meanwhile, which it has said then. Rejects when nothing is known.
 */
export async function openOrders(services: Services): Promise<OpenNow | undefined> {
  const { clock, session, orders, view } = services;
  const owner = ownerOf(session);
  try {
    const { orders: all, lost } = await withNotice(clock, orders.latest(owner));
    return { ...listed(services, owner, all), orders: all, caveats: lostCaveat(lost, view()) };
  } catch (cause) {
    if (!isExchangeError(cause)) throw cause;
    if (cause.code === 'cancelled') {
      tellChanged();
      return undefined;
    }
    if (cause.code === 'auth' || orders.orders.length === 0 || !isInUse(session, owner)) throw cause;
    const why = failureSentence(cause, view());
    const old = l10n.t('The open orders could not be read anew; these were read before. {0}', why);
    const caveats = [old, ...lostCaveat(orders.lost, view())];
    return { ...listed(services, owner, orders.orders), orders: orders.orders, caveats };
  }
}

/** Says why nothing was done about what was to be read. */
export function tellChanged(): void {
  void window.showWarningMessage(
    l10n.t('The connection or account changed before the open orders were read: nothing was done.'),
  );
}

/** Says that there is none, unless that is not known. */
export function tellNone(none: string, caveats: readonly string[]): void {
  if (caveats.length === 0) void window.showInformationMessage(none);
  else void window.showWarningMessage(caveats.join(' '));
}

function orderItem(services: Services, order: Order): OrderItem {
  const { what, left } = cancelRow(order, services.marketWithEvent(order.marketSlug), services.view());
  return { order, label: what, detail: left };
}
