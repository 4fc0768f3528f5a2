import { l10n, ProgressLocation, window } from 'vscode';
import type { Activity } from '../core/activity.ts';
import { activityTest } from '../core/activity-filter.ts';
import type { ActivityFilter } from '../core/request-queries.ts';
import { ExchangeError } from '../exchange/errors.ts';
import { ActivityStore } from '../store/account/activity.ts';
import type { Store } from '../store/reading/load-state.ts';
import type { Session } from '../store/session/session.ts';
import type { Parts } from './services.ts';

/** @throws why it could not be read: an older list is not what somebody exports now, nor is an empty one that nobody read. */
export async function readAgain(store: Store, { canSign }: Pick<Session, 'canSign'>): Promise<void> {
  await store.refresh();
  const { state } = store;
  if (state.kind === 'failed') throw state.error;
  if (state.kind !== 'idle' && state.kind !== 'loading') return;
  throw canSign
    ? new ExchangeError('cancelled', 'The account changed.', { reason: 'changed', mayHaveArrived: false })
    : new ExchangeError('auth', 'Sign in to see this.', { auth: 'noKey', mayHaveArrived: false });
}

/** The history to its end, however much of it the view has; a person may stop and has what was read. */
export async function readHistory(
  { session, clock, show, marketViews }: Parts<'session' | 'clock' | 'show' | 'marketViews'>,
  query: ActivityFilter,
): Promise<{ readonly items: readonly Activity[]; readonly isWhole: boolean }> {
  const store = new ActivityStore(session, query);
  const options = {
    location: ProgressLocation.Notification,
    title: l10n.t('Reading the history…'),
    cancellable: true,
  };
  try {
    await window.withProgress(options, async (progress, token) => {
      store.onDidChange(() => progress.report({ message: l10n.t('{0} read', store.activities.length) }));
      token.onCancellationRequested(() => store.stopReading());
      await readAgain(store, session);
      if (!token.isCancellationRequested) await store.readAll();
      if (store.moreError !== undefined) throw store.moreError;
    });
    return {
      items: store.activities.filter(
        activityTest(query, { now: clock.now(), calendar: show.calendar, market: marketViews.withEvent }),
      ),
      isWhole: !store.hasMore,
    };
  } finally {
    store.dispose();
  }
}
