import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import { readAt } from '../../store/reading/load-state.ts';
import { ordersSummary, ordersTree } from '../../view/orders-tree.ts';
import { orderIdOf } from '../ids.ts';
import type { Editor, Services } from '../services.ts';
import { fillView } from '../trees/view.ts';
import { viewContent } from '../trees/view-content.ts';
import { askOrderId, registerOrderDocuments } from './order-document.ts';

/** Open orders by market, and any order as a document. */
export function registerOrders({ commands, views, documents }: Editor, services: Services): Disposable {
  const { orders, held, markets, live } = services;
  const own = new DisposableStore();
  const contentOf = viewContent(services, 'account');
  const view = fillView(services, views, {
    name: 'orders',
    watched: [orders, held],
    changes: [markets.onDidChange, live.onDidChange, live.onDidAge],
    content: () => {
      const context = services.view();
      const list = orders.orders;
      const freshness = live.accountFreshness(readAt(orders.state), 'orders');
      const rows = ordersTree(
        {
          orders: list,
          market: services.marketWithEvent,
          facts: (slug) => services.marketViews.bySlug(slug) ?? {},
          cancelling: orders.pending,
          unknown: orders.unknown,
          freshness,
        },
        context,
      );
      const summary = list.length === 0 ? undefined : ordersSummary(list, context, freshness);
      return contentOf(orders, { rows, description: [summary] });
    },
  });
  own.add(view);
  const { open } = own.add(registerOrderDocuments(documents, services));
  commands.serve({
    openOrder: async (target) => {
      const id = orderIdOf(target) ?? (await askOrderId(services));
      if (id !== undefined) await open(id);
    },
  });
  return own;
}
