import type { Disposable } from '../base/lifecycle.ts';
import type { Session } from '../store/session/session.ts';
import { managedContextKey } from './context-keys.ts';
import { CONTEXT_KEYS } from './ids.ts';

/** Keeps the key that menus ask whether there is an account to show. */
export function ownSignedInKey(session: Session): Disposable {
  const key = managedContextKey<boolean>(CONTEXT_KEYS.signedIn);
  return session.onDidChange(() => key.set(session.canSign));
}
