import type { Disposable } from '../../base/disposable.ts';
import type { Event } from '../../base/event.ts';
import type { ExchangeError } from '../../exchange/errors.ts';

/**
 * How far a store is with reading. `at` is Unix milliseconds: of the last complete read, or of the failure.
 *
 * - `idle`: nothing asked for yet, or nothing to ask with (signed out).
 * - `loading`: the first read is under way, there is nothing to show.
 * - `refreshing`: there is something to show, a read is under way.
 * - `failed`: the last read failed; `readAt` is of when what is still shown was read, undefined where nothing is.
 */
export type LoadState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly at: number }
  | { readonly kind: 'refreshing'; readonly at: number }
  | {
      readonly kind: 'failed';
      readonly error: ExchangeError;
      readonly at: number;
      readonly readAt: number | undefined;
    };

/** When what is shown was read, Unix milliseconds; `undefined` while there is nothing. */
export function readAt(state: LoadState): number | undefined {
  if (state.kind === 'failed') return state.readAt;
  return state.kind === 'ready' || state.kind === 'refreshing' ? state.at : undefined;
}

/** What changed: everything, or the items with these keys. An empty set: only the state, no item. */
export type Change = 'all' | ReadonlySet<string>;

/** Only the state changed. */
export const NOTHING_CHANGED: Change = new Set();

/** `poll`: the clock asked, cheap is good enough. `asked`: a person asked, re-read all that is shown. */
export type RefreshReason = 'poll' | 'asked';

/** What every store has in common. Neither `load` nor `refresh` rejects: a failure is a state. */
export interface Store extends Disposable {
  readonly state: LoadState;
  readonly onDidChange: Event<Change>;
  /** Reads if nothing was asked for yet; joins a read under way. After a failure only `refresh` tries again. */
  load(): Promise<void>;
  /** Reads again; joins a read of the same kind under way. */
  refresh(reason?: RefreshReason): Promise<void>;
}

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

/** Where a figure in a store came from: a frame of the stream or a reply to a request. */
export interface Provenance {
  readonly source: 'stream' | 'rest';
  /** When the frame or the reply arrived, Unix milliseconds. */
  readonly at: number;
}
