import type { Disposable } from '../../base/lifecycle.ts';
import { readAt, type Store } from './load-state.ts';

/** Calls `then` after each reading that succeeded, once. */
export function onReading(store: Store, then: () => void): Disposable {
  let last = readAt(store.state);
  return store.onDidChange(() => {
    const at = readAt(store.state);
    if (at === undefined || at === last) return;
    last = at;
    then();
  });
}
