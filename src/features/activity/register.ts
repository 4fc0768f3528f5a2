import type { Editor, Services } from '../services.ts';
import { fillView } from '../trees/view.ts';
import { activityContent, newsBadge } from './content.ts';

/** What happened in the account, in the order and with the filter chosen; above it what happened during an absence. */
export function registerActivity(editor: Editor, services: Services): void {
  const { activity, away, events, marketsBySlug, markets } = services;
  editor.commands.serve({
    filterActivity: async () => (await import('./filter-activity.ts')).filterActivity(services),
    exportActivity: async (target) => (await import('./export.ts')).exportFile(services, target),
  });
  fillView(editor, services, {
    name: 'activity',
    stream: 'account',
    list: activity,
    badge: newsBadge(services),
    needs: {
      stores: [],
      changes: [away, events, marketsBySlug, markets].map(({ onDidChange }) => onDidChange),
    },
    content: () => activityContent(services),
  });
}
