import { readAt } from '../../store/reading/load-state.ts';
import { ordersSummary, ordersTree } from '../../view/orders-tree.ts';
import { joined } from '../../view/row.ts';
import type { Services } from '../services.ts';
import type { ViewContent, ViewDefinition } from '../trees/view.ts';
import { accountViewState, noteLine, streamNoteOf } from '../trees/view-notes.ts';

/** Open orders by market. Several can be selected and cancelled at once. */
export function ordersView(services: Services): ViewDefinition {
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
