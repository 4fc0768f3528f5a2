import { type Disposable, DisposableStore } from '../base/lifecycle.ts';
import type { Live } from '../store/live/live.ts';

/** What the editor says of its window. */
export interface WindowEvents {
  readonly state: { readonly focused: boolean };
  onDidChangeWindowState(listener: (state: { readonly focused: boolean }) => void): Disposable;
}

/** What is shown outside of the side bar and the panels. */
export interface StatusShown {
  readonly shown: boolean;
  onDidChangeShown(listener: (shown: boolean) => void): Disposable;
}

/**
 * Says from now on whether the window has the focus and whether its status item is on. The editor itself reports changes
 * only.
 */
export function followWindow(
  window: WindowEvents,
  status: StatusShown,
  live: Pick<Live, 'setWindow'>,
): Disposable {
  let { focused } = window.state;
  const update = (): void => live.setWindow({ focused, statusShown: status.shown });
  update();
  const own = new DisposableStore();
  own.add(
    window.onDidChangeWindowState((state) => {
      focused = state.focused;
      update();
    }),
  );
  own.add(status.onDidChangeShown(update));
  return own;
}
