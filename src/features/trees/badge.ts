import type { Event } from '../../base/event.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { WindowEvents } from '../focus.ts';

/** A number on a view, for what came while nobody looked at it. */
export interface Badge {
  /** Undefined: none. */
  get(): { readonly value: number; readonly tooltip: string } | undefined;
  /** What it counts, or how it is told, may have changed. */
  readonly changes: readonly Event<unknown>[];
  /** Somebody looks at the view. */
  seen(): void;
}

/** The part of the editor's view this needs. */
export interface BadgedView {
  readonly visible: boolean;
  badge?: { readonly value: number; readonly tooltip: string } | undefined;
  onDidChangeVisibility(listener: (event: { readonly visible: boolean }) => void): Disposable;
}

/** Keeps the number on a view, hidden or not; it goes when the view is seen in a window that has the focus. */
export function showBadge(view: BadgedView, badge: Badge, window: WindowEvents): Disposable {
  const own = new DisposableStore();
  let { focused } = window.state;
  let { visible } = view;
  const follow = (): void => {
    if (visible && focused) badge.seen();
    const now = badge.get();
    if (now?.value === view.badge?.value && now?.tooltip === view.badge?.tooltip) return;
    view.badge = now;
  };
  own.add(
    window.onDidChangeWindowState((state) => {
      focused = state.focused;
      follow();
    }),
  );
  own.add(
    view.onDidChangeVisibility((event) => {
      visible = event.visible;
      follow();
    }),
  );
  for (const event of badge.changes) own.add(event(follow));
  follow();
  return own;
}
