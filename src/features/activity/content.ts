import { l10n } from 'vscode';
import { activityTest } from '../../core/activity-filter.ts';
import { activityRows, activityTypeName, daysText } from '../../view/activity-rows.ts';
import { awayRow } from '../../view/away-text.ts';
import { categoryName } from '../../view/names.ts';
import { newsCounts } from '../../view/news-text.ts';
import { joined } from '../../view/row.ts';
import { nameOfMarket } from '../market-name.ts';
import type { Parts } from '../services.ts';
import type { Badge, ListContent } from '../trees/views.ts';

type Needed = Parts<'activity' | 'away' | 'clock' | 'marketViews' | 'positions' | 'show' | 'view'>;

/** What Activity shows: what happened, in the order and with the filter chosen; first what happened during an absence. */
export function activityContent(services: Needed): ListContent {
  const { activity, away, clock, show, marketViews } = services;
  const context = services.view();
  const { activities } = activity;
  const { types, marketSlug, leagues, days, text, groupBy, sortOrder } = activity.query;
  const filter = joined([
    types?.map((type) => activityTypeName(type, context)).join(', '),
    marketSlug === undefined ? undefined : nameOfMarket(services, marketSlug),
    leagues?.map((key) => categoryName(key, context)).join(', '),
    days && daysText(days, context),
    text,
  ]);
  const shown = activities.filter(
    activityTest(activity.query, {
      now: clock.now(),
      calendar: show.calendar,
      market: marketViews.withEvent,
    }),
  );
  const { digest } = away;
  const first = digest === undefined ? [] : [awayRow(digest, services.marketViews.known, context)];
  const position = (slug: string) => services.positions.get(slug);
  const loading = activity.isReadingAll ? 'all' : activity.loadingMore ? 'page' : 'nothing';
  const more = activity.hasMore ? loading : undefined;
  const beside = { ...services.marketViews.known, position, groupBy, more } as const;
  const rows = activityRows({ activities: shown, ...beside }, context);
  const read = context.format.ownCount(activities.length);
  const isPart = more !== undefined && shown.length < activities.length;
  const note = isPart ? l10n.t('Applied to the {0} read so far.', read) : undefined;
  return {
    rows: activities.length === 0 ? first : [...first, ...rows],
    description: [sortOrder === 'ASCENDING' ? l10n.t('oldest first') : l10n.t('newest first')],
    filter: filter === '' ? undefined : filter,
    notes: [more === 'all' ? l10n.t('Reading the history: {0} read.', read) : note],
  };
}

/** How much happened since somebody looked, where the setting asks for a number. */
export function newsBadge(services: Parts<'news' | 'config' | 'view' | 'onDidChangeView'>): Badge {
  const { news, config, view, onDidChangeView } = services;
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
