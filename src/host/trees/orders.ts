import { ordersSummary, ordersTree } from '../../view/orders-tree.ts';
import { joined } from '../../view/row.ts';
import type { Services } from '../services.ts';
import { noteLine } from './notes.ts';
import { accountViewState } from './states.ts';
import type { ViewContent, ViewDefinition } from './view.ts';

/** Open orders by market. Several can be selected and cancelled at once. */
export function ordersView(services: Services): ViewDefinition {
  const { orders, markets, session } = services;
  const content = (): ViewContent => {
    const context = services.view();
    const list = orders.orders;
    const rows = ordersTree(
      {
        orders: list,
        market: services.marketWithEvent,
        facts: (slug) => ({ readAt: markets.readAt(slug) }),
        cancelling: orders.pending,
      },
      context,
    );
    return {
      rows,
      description: joined([
        services.connectionMark(),
        list.length === 0 ? undefined : ordersSummary(list, context),
      ]),
      message: noteLine(services, orders),
      state: accountViewState(services, orders.state, list.length),
    };
  };
  return {
    name: 'orders',
    watched: [orders, services.held],
    manySelectable: true,
    content,
    changes: [
      orders.onDidChange,
      services.held.onDidChange,
      markets.onDidChange,
      services.onDidChangeView,
      session.onDidChange,
    ],
  };
}
