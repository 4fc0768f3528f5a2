import type { Disposable } from '../../base/disposable.ts';
import { ExchangeError } from '../../exchange/errors.ts';
import type { ConnectionProfile } from '../../exchange/profile.ts';
import type { Scope, Session } from './session.ts';

/**
 * Whose orders a list is of: an account of a connection, as it was when the list was asked for. It goes with the list, and
 * what acts on that acts for this one or not at all, and speaks of this one, whatever is in use by then.
 */
export interface Owner {
  /** Of the account's data. */
  readonly epoch: number;
  readonly profile: ConnectionProfile;
}

type Used = Pick<Session, 'epoch' | 'profile'>;

export function ownerOf(session: Used): Owner {
  return { epoch: session.epoch('private'), profile: session.profile };
}

export function isInUse(session: Used, { epoch }: Owner): boolean {
  return session.epoch('private') === epoch;
}

/** Nothing was done for it, as another one is in use. */
export function ownerChanged(): ExchangeError {
  return new ExchangeError('cancelled', 'The connection or account changed before it was done.', {
    reason: 'changed',
    mayHaveArrived: false,
  });
}

/**
 * Calls back when what was read of that scope is void: of `private` when another account is in use, or none; a key that is only
 * tried changes nothing.
 */
export function onVoid(
  session: Pick<Session, 'epoch' | 'onDidChange'>,
  scope: Scope,
  forget: () => void,
): Disposable {
  let epoch = session.epoch(scope);
  return session.onDidChange(() => {
    const before = epoch;
    epoch = session.epoch(scope);
    if (before !== epoch) forget();
  });
}
