import { RowMemo } from '../../view/market-rows.ts';
import type { Editor, Services } from '../services.ts';
import { fillView } from '../trees/view.ts';
import { eventsContent } from './content.ts';

/** Events by how urgent they are, each with its markets. */
export function registerEvents(editor: Editor, services: Services): void {
  const { events, eventsAhead, catalogue, marketViews, filteredLists, show } = services;
  const memo = new RowMemo();
  const sources = [marketViews, services.orders, services.positions, show, filteredLists];
  fillView(editor, services, {
    name: 'events',
    stream: 'markets',
    list: events,
    // It reads what is live again by itself.
    needs: { stores: [catalogue, eventsAhead], changes: sources.map(({ onDidChange }) => onDidChange) },
    content: () => eventsContent(services, memo),
  });
}
