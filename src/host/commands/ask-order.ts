import { l10n, type QuickPickItem, window } from 'vscode';
import type { Order } from '../../core/order.ts';
import { isExchangeError } from '../../exchange/errors.ts';
import { cancelLine } from '../../view/cancel-text.ts';
import { filledText, namedMarket, orderBothWays } from '../../view/order-text.ts';
import type { Services } from '../services.ts';

interface OrderItem extends QuickPickItem {
  readonly order?: Order;
}

/**
 * Lets a person pick among the open orders, reading them first where that was not done. Resolves with what was picked,
 * an empty list for `other`, or undefined when given up or when there is nothing to pick.
 */
export async function askOrders(
  services: Services,
  title: string,
  many: boolean,
  other?: QuickPickItem,
): Promise<readonly Order[] | undefined> {
  const orders = await openOrders(services);
  if (orders === undefined) return undefined;
  const items: OrderItem[] = orders.map((order) => orderItem(services, order));
  if (items.length === 0 && other === undefined) {
    void window.showInformationMessage(l10n.t('There are no open orders.'));
    return undefined;
  }
  const options = { title, matchOnDescription: true, matchOnDetail: true };
  if (many) {
    const placeHolder = l10n.t(
      'Tick the orders to cancel; they are listed once more before anything is sent',
    );
    const chosen = await window.showQuickPick(items, { ...options, placeHolder, canPickMany: true });
    return chosen?.flatMap(({ order }) => order ?? []);
  }
  const chosen = await window.showQuickPick<OrderItem>(
    other === undefined ? items : [...items, other],
    options,
  );
  if (chosen === undefined) return undefined;
  return chosen.order === undefined ? [] : [chosen.order];
}

/**
 * Shows orders that are too many for a dialog, all ticked, each as the dialog would say it. Resolves with those left
 * ticked, in their order, or undefined when given up.
 */
export async function reviewOrders(
  services: Services,
  orders: readonly Order[],
): Promise<readonly Order[] | undefined> {
  const context = services.view();
  const items = orders.map((order) => ({
    order,
    label: cancelLine(order, services.marketWithEvent(order.marketSlug), context),
    picked: true,
  }));
  const mark = services.connectionMark();
  const title = l10n.t('{0} orders to cancel', orders.length);
  const chosen = await window.showQuickPick(items, {
    title: mark === undefined ? title : `${mark}: ${title}`,
    placeHolder: l10n.t('Untick what is to stay; you are asked once more before anything is sent'),
    canPickMany: true,
    ignoreFocusOut: true,
  });
  if (chosen === undefined) return undefined;
  const ticked = new Set(chosen.map(({ order }) => order));
  return orders.filter((order) => ticked.has(order));
}

/**
 * The open orders read anew: "all" must not mean all of a while ago. Undefined when the connection or account changed
 * meanwhile, which it has said then. Rejects when they cannot be read.
 */
export async function openOrders({ orders }: Services): Promise<readonly Order[] | undefined> {
  try {
    return await orders.latest();
  } catch (cause) {
    if (!isExchangeError(cause) || cause.code !== 'cancelled') throw cause;
    void window.showWarningMessage(
      l10n.t('The connection or account changed while the open orders were read: nothing was done.'),
    );
    return undefined;
  }
}

function orderItem(services: Services, order: Order): OrderItem {
  const context = services.view();
  const market = services.marketWithEvent(order.marketSlug);
  return {
    order,
    label: orderBothWays(order, market, context),
    description: filledText(order, context),
    detail: namedMarket(order.marketSlug, market, order.marketMetadata, context),
  };
}
