import type { ExchangeError } from '../../exchange/errors.ts';

/**
 * - `unknown`: nothing was asked for yet. - `signingIn`: credentials are being tried.
 * - `signedIn`: there is a key (or the connection needs none) that was not refused so far.
 * - `needsSignIn`: there was one: `lost` – it is gone; `refused` – the service does not take it. Or nobody knows:
 *   `unreadable` – the secret storage fails or does not answer.
 */
export type AccountState =
  | { readonly kind: 'unknown' | 'signedOut' | 'signingIn' | 'signedIn' }
  | { readonly kind: 'needsSignIn'; readonly why: 'lost' | 'unreadable' }
  | { readonly kind: 'needsSignIn'; readonly why: 'refused'; readonly error: ExchangeError };

/** Whether the service answered the last request at all. */
export type LinkState =
  | { readonly kind: 'unknown' | 'online' }
  | { readonly kind: 'offline'; readonly error: ExchangeError };

/** Any answer at all, also a refusal, shows that the service is there. */
export function linkAfter(error: ExchangeError | undefined): LinkState {
  const silent = error?.code === 'network' || error?.code === 'timeout';
  return silent ? { kind: 'offline', error } : { kind: 'online' };
}
