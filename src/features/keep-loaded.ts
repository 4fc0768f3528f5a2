import { type Disposable, DisposableStore } from '../base/lifecycle.ts';
import type { Refreshable, RefreshScheduler } from '../store/live/scheduler.ts';
import type { Session } from '../store/session/session.ts';

/**
 * Keeps stores fresh while someone looks at them. Another connection or account leaves a store with nothing read; it is
 * read again at once, and not when the next poll is due.
 */
export function keepLoaded(
  { scheduler, session }: { readonly scheduler: RefreshScheduler; readonly session: Session },
  stores: readonly Refreshable[],
): Disposable {
  const own = new DisposableStore();
  own.add(scheduler.watch(stores));
  own.add(
    session.onDidChange((change) => {
      if (change === 'link') return;
      for (const store of stores) if (store.state.kind === 'idle') void store.load();
    }),
  );
  return own;
}
