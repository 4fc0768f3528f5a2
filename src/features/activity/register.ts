import { l10n } from 'vscode';
import type { Disposable } from '../../base/lifecycle.ts';
import { activityRows, activityTypeName } from '../../view/activity-rows.ts';
import { awayRow } from '../../view/away-text.ts';
import { newsCounts } from '../../view/news-text.ts';
import { joined } from '../../view/row.ts';
import type { Editor, Services } from '../services.ts';
import { fillView } from '../trees/view.ts';
import type { Badge } from '../trees/views.ts';

/** What happened in the account, in the order and with the filter chosen; above it what happened during an absence. */
export function registerActivity({ commands, views }: Editor, services: Services): Disposable {
  const { activity, away, held, markets, live } = services;
  commands.serve({
    filterActivity: async () => (await import('./filter-activity.ts')).filterActivity(services),
    exportActivity: async (target) => (await import('./export.ts')).exportFile(services, target),
  });
  return fillView(services, views, {
    name: 'activity',
    stream: 'account',
    list: activity,
    badge: newsBadge(services),
    changes: [away.onDidChange, held.onDidChange, markets.onDidChange, live.onDidChange, live.onDidAge],
    content: () => {
      const context = services.view();
      const { activities } = activity;
      const { types, marketSlug, sortOrder } = activity.query;
      const filter = joined([
        types?.map((type) => activityTypeName(type, context)).join(', '),
        marketSlug === undefined ? undefined : services.nameOf(marketSlug),
      ]);
      const { digest } = away;
      const first = digest === undefined ? [] : [awayRow(digest, services.marketWithEvent, context)];
      const position = (slug: string) => services.positions.get(slug);
      const isLoadingMore = activity.hasMore ? activity.loadingMore : undefined;
      const rows = activityRows(
        { activities, market: services.marketWithEvent, position, isLoadingMore },
        context,
      );
      return {
        rows: activities.length === 0 ? first : [...first, ...rows],
        description: [sortOrder === 'ASCENDING' ? l10n.t('oldest first') : l10n.t('newest first')],
        filter: filter === '' ? undefined : filter,
      };
    },
  });
}

/** How much happened since somebody looked, where the setting asks for a number. */
function newsBadge({ news, config, view, onDidChangeView }: Services): Badge {
  return {
    get: () => {
      const value = news.unseen;
      if (value === 0 || config.get('notifications.fills') !== 'badge') return undefined;
      return { value, tooltip: l10n.t('New: {0}', newsCounts(news.items.slice(0, value), view())) };
    },
    changes: [news.onDidChange, config.onDidChange, onDidChangeView],
    seen: () => news.markSeen(),
  };
}
