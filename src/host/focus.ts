import type { Disposable } from '../base/lifecycle.ts';
import type { Poller } from '../store/poller.ts';

/** What the editor tells of its window. */
export interface WindowFocus {
  readonly state: { readonly focused: boolean };
  onDidChangeWindowState(listener: (state: { readonly focused: boolean }) => void): Disposable;
}

/** Tells the poller whether the window has the focus, from now on: the editor itself tells of changes only. */
export function followFocus(window: WindowFocus, poller: Pick<Poller, 'setFocused'>): Disposable {
  poller.setFocused(window.state.focused);
  return window.onDidChangeWindowState(({ focused }) => poller.setFocused(focused));
}
