import { type Disposable, DisposableStore } from '../base/lifecycle.ts';
import type { Live } from '../store/live/live.ts';
import type { Poller } from '../store/live/poller.ts';

/** What the editor tells of its window. */
export interface WindowFocus {
  readonly state: { readonly focused: boolean };
  onDidChangeWindowState(listener: (state: { readonly focused: boolean }) => void): Disposable;
}

/** What is shown outside of the side bar and the panels. */
export interface StatusShown {
  readonly shown: boolean;
  onDidChangeShown(listener: (shown: boolean) => void): Disposable;
}

/**
 * Tells polling and streams whether the window has the focus and whether its status item is on, from now on: the editor
 * itself tells of changes only.
 */
export function followWindow(
  window: WindowFocus,
  status: StatusShown,
  { poller, live }: { readonly poller: Pick<Poller, 'setFocused'>; readonly live: Pick<Live, 'setWindow'> },
): Disposable {
  let { focused } = window.state;
  const tell = (): void => {
    poller.setFocused(focused);
    live.setWindow({ focused, statusShown: status.shown });
  };
  tell();
  const own = new DisposableStore();
  own.add(
    window.onDidChangeWindowState((state) => {
      focused = state.focused;
      tell();
    }),
  );
  own.add(status.onDidChangeShown(tell));
  return own;
}
