import { SIGNATURE_SECONDS } from '../../core/instant.ts';
import {
  ExchangeError,
  type ExchangeErrorCode,
  type ExchangeErrorDetails,
  type FailureReason,
} from '../errors.ts';
import type { AuthScheme } from '../profile.ts';
import type { TransportError, TransportErrorKind, TransportReply } from '../transport.ts';
import { decodeErrorBody } from '../wire/replies.ts';
import { parseHttpDate, parseRetryAfter, requestIdOf, skewSecondsOf } from './reply-headers.ts';

interface FailureContext {
  /** `none` when the request was not signed. */
  readonly scheme: AuthScheme;
  /** Unix milliseconds when the request left. */
  readonly sentAt: number;
  /** Unix milliseconds when the whole reply had arrived. */
  readonly receivedAt: number;
}

export function errorOfReply(
  reply: TransportReply,
  { scheme, sentAt, receivedAt }: FailureContext,
): ExchangeError {
  const { status, headers } = reply;
  // A date to wait for is one of the service's clock; this machine's may be hours off.
  const retryAfterMs = parseRetryAfter(headers['retry-after'], parseHttpDate(headers['date']) ?? receivedAt);
  const skewSeconds = skewSecondsOf(headers['date'], sentAt, receivedAt);
  const { message, isOfService } = decodeErrorBody(reply.body);
  const known: ExchangeErrorDetails = {
    status,
    ...requestIdOf(reply),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(skewSeconds === undefined ? {} : { skewSeconds }),
    ...(message === undefined ? {} : { serviceMessage: message }),
    saidBy: isOfService ? 'service' : 'other',
    // A cancel answered with 408, 499 or 5xx may have been carried out before something broke on the way back. A redirect
    // (303 above all) may follow a deed, and no 3xx says that there was none.
    mayHaveArrived: status < 400 || status === 408 || status === 499 || status >= 500,
  };
  const error = (code: ExchangeErrorCode, sentence: string, more: ExchangeErrorDetails = {}): ExchangeError =>
    new ExchangeError(code, sentence, { ...known, ...more });
  const said = message === undefined ? '' : `: ${message}`;
  if (REDIRECTS.has(status)) {
    const sentence = 'The service answered with a redirect, which is not followed. Check its URL.';
    return error('badReply', sentence, { reason: 'redirect' });
  }
  if (status < 400)
    return error('badReply', `The service answered ${status}, which is no answer to what was asked.`);
  switch (status) {
    case 401:
      if (scheme === 'none') return error('auth', 'The service wants a sign-in for this.', { auth: 'noKey' });
      // Only a signature carries the time; a token has no clock to be wrong.
      if (scheme === 'ed25519' && skewSeconds !== undefined && Math.abs(skewSeconds) > SIGNATURE_SECONDS) {
        const way = skewSeconds > 0 ? 'ahead' : 'behind';
        const sentence = `This machine's clock is ${Math.abs(skewSeconds)} seconds ${way}, so the service refuses its signature. Set the clock.`;
        return error('clockSkew', sentence);
      }
      return error('auth', 'The service does not accept the key. Sign in again.', { auth: 'badKey' });
    case 403:
      return error('auth', `The service does not allow this${said}`, { auth: 'refused' });
    case 404:
      return error('notFound', `The service does not know this${said}`);
    case 408:
      return error('timeout', 'The service did not answer in time.');
    case 429:
      return error('rateLimit', 'Too many requests: the service asks to wait.');
    default:
      return status >= 500
        ? error('server', `The service has a problem of its own (${status})${said}`)
        : error('refused', `The service refused the request (${status})${said}`);
  }
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

type Failed = readonly [code: ExchangeErrorCode, sentence: string, reason?: FailureReason];

const FAILURES: Readonly<Record<TransportErrorKind, Failed>> = {
  connect: ['network', 'The service cannot be reached. Check the connection to the network.'],
  tls: ['network', 'No secure connection to the service could be made.'],
  reset: ['network', 'The connection to the service broke.', 'broken'],
  timeout: ['timeout', 'The service did not answer in time.'],
  unreadable: ['refused', 'The service does not let a browser read it.', 'unreadable'],
  tooLarge: ['badReply', 'The reply of the service is too large.', 'tooLarge'],
  protocol: ['badReply', 'The reply of the service cannot be read.', 'damaged'],
  aborted: ['cancelled', 'The request was cancelled.'],
};

export function errorOfTransport(failure: TransportError): ExchangeError {
  const { kind } = failure;
  const [code, sentence, reason = failure.tls] = FAILURES[kind];
  return new ExchangeError(code, sentence, {
    mayHaveArrived: kind !== 'connect' && kind !== 'tls',
    ...(reason === undefined ? {} : { reason }),
    cause: failure,
  });
}
