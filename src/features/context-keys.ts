import { commands } from 'vscode';
import type { Disposable } from '../base/lifecycle.ts';
import type { Session } from '../store/session/session.ts';
import { CONTEXT_KEYS, type ContextKey } from './ids.ts';

/** A context key of the editor. Setting the value it already has does nothing. */
export interface ManagedContextKey<T extends string | boolean> {
  set(value: T): void;
}

export function managedContextKey<T extends string | boolean>(key: ContextKey): ManagedContextKey<T> {
  let current: T | undefined;
  return {
    set: (value) => {
      if (value === current) return;
      current = value;
      void commands.executeCommand('setContext', key, value);
    },
  };
}

/** Sets the key that menus ask whether there is an account to show. */
export function syncSignedInContextKey(session: Session): Disposable {
  const key = managedContextKey<boolean>(CONTEXT_KEYS.signedIn);
  return session.onDidChange(() => key.set(session.canSign));
}
