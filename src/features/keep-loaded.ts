import { type Disposable, DisposableStore } from '../base/lifecycle.ts';
import type { Pollable, Poller } from '../store/live/poller.ts';
import type { Session } from '../store/session/session.ts';

/**
 * Keeps stores fresh while someone looks at them. Another connection or account leaves a store with nothing read; it is
 * read again at once, and not when the next poll is due.
 */
export function keepLoaded(
  { poller, session }: { readonly poller: Poller; readonly session: Session },
  stores: readonly Pollable[],
): Disposable {
  const own = new DisposableStore();
  own.add(poller.watch(stores));
  own.add(
    session.onDidChange((change) => {
      if (change === 'link') return;
      for (const store of stores) if (store.state.kind === 'idle') void store.load();
    }),
  );
  return own;
}
