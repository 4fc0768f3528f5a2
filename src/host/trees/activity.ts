import { l10n } from 'vscode';
import { activityRows, activityTypeName } from '../../view/activity-rows.ts';
import { joined } from '../../view/row.ts';
import type { Services } from '../services.ts';
import { lineNoteOf, noteLine } from './notes.ts';
import { accountViewState } from './states.ts';
import type { ViewContent, ViewDefinition } from './view.ts';

/** What happened in the account, in the order and with the filter chosen. */
export function activityView(services: Services): ViewDefinition {
  const { activity, held, markets, session } = services;
  const content = (): ViewContent => {
    const context = services.view();
    const list = activity.activities;
    const { types, marketSlug, sortOrder } = activity.query;
    const filter = joined([
      types?.map((type) => activityTypeName(type, context)).join(', '),
      marketSlug === undefined ? undefined : services.nameOf(marketSlug),
    ]);
    const rows = activityRows(
      {
        activities: list,
        market: services.marketWithEvent,
        more: activity.hasMore ? { count: undefined, loading: activity.loadingMore } : undefined,
      },
      context,
    );
    return {
      rows: list.length === 0 ? [] : rows,
      description: joined([
        services.connectionMark(),
        sortOrder === 'ASCENDING' ? l10n.t('oldest first') : l10n.t('newest first'),
      ]),
      message: noteLine(services, activity, {
        filter: filter === '' ? undefined : filter,
        others: [lineNoteOf(services, 'account')],
      }),
      state: accountViewState(services, activity.state, list.length, filter !== ''),
    };
  };
  return {
    name: 'activity',
    watched: [activity],
    content,
    changes: [
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
