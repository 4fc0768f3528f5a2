import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import { readAt } from '../../store/reading/load-state.ts';
import { ordersSummary, ordersTree } from '../../view/orders-tree.ts';
import { joined } from '../../view/row.ts';
import type { Editor } from '../editor.ts';
import { orderIdOf } from '../ids.ts';
import type { Services } from '../services.ts';
import { fillView } from '../trees/view.ts';
import { accountViewState, noteLine, streamNoteOf } from '../trees/view-notes.ts';
import type { ViewContent, ViewDefinition } from '../trees/views.ts';
import { registerOrderDocuments } from './order-document.ts';

export function registerOrders({ commands, views, documents }: Editor, services: Services): Disposable {
  const own = new DisposableStore();
  own.add(fillView(services, views, ordersView(services)));
  const { open } = own.add(registerOrderDocuments(documents, services));
  commands.serve({
    openOrder: async (target) => {
      const { askOrderId } = await import('./ask-order.ts');
      const id = orderIdOf(target) ?? (await askOrderId(services));
      if (id !== undefined) await open(id);
    },
  });
  return own;
}

/** Open orders by market. Several can be selected and cancelled at once. */
function ordersView(services: Services): ViewDefinition {
  const { orders, markets, session } = services;
  const content = (): ViewContent => {
    const context = services.view();
    const list = orders.orders;
    const freshness = services.live.accountFreshness(readAt(orders.state), 'orders');
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
    return {
      rows,
      description: joined([
        services.connectionMark(),
        list.length === 0 ? undefined : ordersSummary(list, context, freshness),
      ]),
      message: noteLine(services, orders, { others: [streamNoteOf(services, 'account')] }),
      state: accountViewState(services, orders.state, list.length),
    };
  };
  return {
    name: 'orders',
    watched: [orders, services.held],
    content,
    changes: [
      orders.onDidChange,
      services.held.onDidChange,
      markets.onDidChange,
      services.live.onDidChange,
      services.live.onDidAge,
      services.onDidChangeView,
      session.onDidChange,
    ],
  };
}
