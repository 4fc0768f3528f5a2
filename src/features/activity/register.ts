import { l10n } from 'vscode';
import type { Disposable } from '../../base/lifecycle.ts';
import { activityRows, activityTypeName } from '../../view/activity-rows.ts';
import { awayRow } from '../../view/away-text.ts';
import { newsCounts } from '../../view/news-text.ts';
import { joined } from '../../view/row.ts';
import type { Editor } from '../editor.ts';
import type { Services } from '../services.ts';
import { fillView } from '../trees/view.ts';
import { accountViewState, noteLine, streamNoteOf } from '../trees/view-notes.ts';
import type { Badge, ViewContent, ViewDefinition } from '../trees/views.ts';

export function registerActivity({ commands, views }: Editor, services: Services): Disposable {
  commands.serve({
    filterActivity: async () => (await import('./filter-activity.ts')).filterActivity(services),
  });
  return fillView(services, views, activityView(services));
}

/** What happened in the account, in the order and with the filter chosen; above it what happened during an absence. */
function activityView(services: Services): ViewDefinition {
  const { activity, away, held, markets, session } = services;
  const content = (): ViewContent => {
    const context = services.view();
    const list = activity.activities;
    const { types, marketSlug, sortOrder } = activity.query;
    const filter = joined([
      types?.map((type) => activityTypeName(type, context)).join(', '),
      marketSlug === undefined ? undefined : services.nameOf(marketSlug),
    ]);
    const { digest } = away;
    const first = digest === undefined ? [] : [awayRow(digest, services.marketWithEvent, context)];
    const rows = activityRows(
      {
        activities: list,
        market: services.marketWithEvent,
        more: activity.hasMore ? { count: undefined, loading: activity.loadingMore } : undefined,
      },
      context,
    );
    return {
      rows: list.length === 0 ? first : [...first, ...rows],
      description: joined([
        services.connectionMark(),
        sortOrder === 'ASCENDING' ? l10n.t('oldest first') : l10n.t('newest first'),
      ]),
      message: noteLine(services, activity, {
        filter: filter === '' ? undefined : filter,
        others: [streamNoteOf(services, 'account')],
      }),
      state: accountViewState(services, activity.state, first.length + list.length, filter !== ''),
    };
  };
  return {
    name: 'activity',
    watched: [activity],
    content,
    badge: newsBadge(services),
    changes: [
      away.onDidChange,
      activity.onDidChange,
      held.onDidChange,
      markets.onDidChange,
      services.live.onDidChange,
      services.live.onDidAge,
      services.onDidChangeView,
      session.onDidChange,
    ],
  };
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
