import { l10n } from 'vscode';
import { readAt } from '../../store/reading/load-state.ts';
import { cancelState } from '../../view/order-text.ts';
import { type OrderView, ordersSummary, ordersTree } from '../../view/orders-tree.ts';
import type { Editor, Services } from '../services.ts';
import { fillView } from '../trees/view.ts';

export function registerOrders(editor: Editor, services: Services): void {
  const { orders, marketsBySlug, marketViews, live } = services;
  fillView(editor, services, {
    name: 'orders',
    stream: 'account',
    list: orders,
    needs: { stores: [marketsBySlug], changes: [marketViews.onDidChange] },
    content: () => {
      const context = services.view();
      const freshness = live.freshness.account(readAt(orders.state), 'orders');
      const shown = orders.orders.map(
        (order): OrderView => ({
          order,
          market: services.marketViews.withEvent(order.marketSlug),
          facts: services.marketViews.bySlug(order.marketSlug),
          cancel: cancelState(order, orders.cancelling),
          freshness,
        }),
      );
      return {
        rows: ordersTree(shown, context),
        description: shown.length === 0 ? [] : ordersSummary(shown, context),
        notes: [orders.complete ? undefined : l10n.t('There are more open orders than are read.')],
      };
    },
  });
}
