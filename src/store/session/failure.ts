import type { Log } from '../../base/log.ts';
import { ExchangeError, isExchangeError } from '../../exchange/errors.ts';

/** The port promises ExchangeErrors; anything else is a fault of this program: logged, and still a failure. */
export function asExchangeError(cause: unknown, log: Log): ExchangeError {
  if (isExchangeError(cause)) return cause;
  log.error('Unexpected failure while reading.', cause);
  const message = 'Something went wrong inside the extension. The log has the details.';
  return new ExchangeError('badReply', message, { cause });
}

/**
 * Whether the key itself was turned away. A 403 is not that: the key is known, or the edge in front of the service lets
 * nobody through for a while (interface.md 4).
 */
export function refusesKey({ code, details }: ExchangeError): boolean {
  return code === 'auth' && details.auth !== 'refused';
}
