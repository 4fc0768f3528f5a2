import type { TransportReply } from '../transport.ts';

/**
 * The reply whose body does not come, or cannot be read. A status other than 2xx stands without: how long to wait, and
 * that nothing was done, must not depend on the words beside it. Undefined where there is no such status.
 */
export function bodiless(
  status: number | undefined,
  headers: TransportReply['headers'],
): TransportReply | undefined {
  if (status === undefined || (status >= 200 && status < 300)) return undefined;
  return { status, headers, body: new Uint8Array() };
}
