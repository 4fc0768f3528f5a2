import { ExchangeError, type ExchangeErrorDetails, type FailureReason } from '../errors.ts';
import type { AuthScheme } from '../profile.ts';
import type { TlsProblem, TransportError, TransportReply } from '../transport.ts';
import { decodeErrorBody } from '../wire/replies.ts';
import { clockSkewMs, parseHttpDate, parseRetryAfter, requestIdOf } from './reply-headers.ts';

interface FailureContext {
  /** `none` when the request was not signed. */
  readonly scheme: AuthScheme;
  /** Unix milliseconds when the request left; without it as `receivedAt`. */
  readonly sentAt?: number;
  /** Unix milliseconds when the whole reply had arrived. */
  readonly receivedAt: number;
}

/** A 401 is blamed on this machine's clock when it is off by more than this. */
const SKEW_LIMIT_MS = 30_000;

/** The error a reply other than 2xx stands for. */
export function errorOfReply(reply: TransportReply, context: FailureContext): ExchangeError {
  const { status } = reply;
  // A date to wait for is one of the service's clock; this machine's may be hours off.
  const serviceNow = parseHttpDate(reply.headers['date']) ?? context.receivedAt;
  const retryAfterMs = parseRetryAfter(reply.headers['retry-after'], serviceNow);
  const details: ExchangeErrorDetails = {
    status,
    ...requestIdOf(reply),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...wordsOf(reply),
    // A cancel answered with 408, 499 or 5xx may have been carried out before something broke on the way back. A redirect
    // (303 above all) may follow a deed, and no 3xx says that there was none.
    mayHaveArrived: status < 400 || status === 408 || status === 499 || status >= 500,
  };
  if (REDIRECTS.has(status)) {
    return new ExchangeError(
      'badReply',
      'The service answered with a redirect, which is not followed. Check its URL.',
      { ...details, reason: 'redirect' },
    );
  }
  if (status < 400) {
    const sentence = `The service answered ${status}, which is no answer to what was asked.`;
    return new ExchangeError('badReply', sentence, details);
  }
  if (status === 401) return unauthorised(reply, context, details);
  const said = details.serviceMessage === undefined ? '' : `: ${details.serviceMessage}`;
  switch (status) {
    case 403:
      return new ExchangeError('auth', `The service does not allow this${said}`, {
        ...details,
        auth: 'refused',
      });
    case 404:
      return new ExchangeError('notFound', `The service does not know this${said}`, details);
    case 408:
      return new ExchangeError('timeout', 'The service did not answer in time.', details);
    case 429:
      return new ExchangeError('rateLimit', 'Too many requests: the service asks to wait.', details);
    default:
      return status >= 500
        ? new ExchangeError('server', `The service has a problem of its own (${status})${said}`, details)
        : new ExchangeError('refused', `The service refused the request (${status})${said}`, details);
  }
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The error a broken exchange stands for. */
export function errorOfTransport(failure: TransportError): ExchangeError {
  const details = (mayHaveArrived: boolean, reason?: FailureReason): ExchangeErrorDetails => ({
    mayHaveArrived,
    ...(reason === undefined ? {} : { reason }),
    cause: failure,
  });
  switch (failure.kind) {
    case 'connect':
      return new ExchangeError(
        'network',
        'The service cannot be reached. Check the connection to the network.',
        details(false),
      );
    case 'tls':
      return new ExchangeError('network', tlsSentence(failure.tls), details(false, failure.tls));
    case 'reset':
      return new ExchangeError('network', 'The connection to the service broke.', details(true, 'broken'));
    case 'timeout':
      return new ExchangeError('timeout', 'The service did not answer in time.', details(true));
    case 'tooLarge':
      return new ExchangeError(
        'badReply',
        'The reply of the service is too large.',
        details(true, 'tooLarge'),
      );
    case 'protocol':
      return new ExchangeError(
        'badReply',
        'The reply of the service cannot be read.',
        details(true, 'damaged'),
      );
    case 'aborted':
      return new ExchangeError('cancelled', 'The request was cancelled.', details(true));
  }
}

/** What is wrong with a secure connection, for people. */
export function tlsSentence(problem: TlsProblem | undefined): string {
  switch (problem) {
    case 'expired':
      return "The service's certificate has expired, by the clock of this machine.";
    case 'notYetValid':
      return "The service's certificate is not valid yet, by the clock of this machine.";
    case 'otherHost':
      return "The service's certificate is for another host name.";
    case 'noTls':
      return 'What answers at the address of the service does not speak TLS.';
    case 'handshake':
      return 'No secure connection to the service could be agreed on.';
    case 'certificate':
    case undefined:
      return "The service's certificate is not trusted on this machine.";
  }
}

function unauthorised(
  reply: TransportReply,
  context: FailureContext,
  details: ExchangeErrorDetails,
): ExchangeError {
  if (context.scheme === 'none') {
    return new ExchangeError('auth', 'The service wants a sign-in for this.', { ...details, auth: 'noKey' });
  }
  const { sentAt = context.receivedAt, receivedAt } = context;
  const skewMs = clockSkewMs(reply.headers['date'], sentAt, receivedAt) ?? 0;
  // Only a signature carries the time; a token has no clock to be wrong.
  if (context.scheme === 'ed25519' && Math.abs(skewMs) > SKEW_LIMIT_MS) {
    const skewSeconds = Math.round(skewMs / 1_000);
    const way = skewSeconds > 0 ? 'ahead' : 'behind';
    const sentence = `This machine's clock is ${Math.abs(skewSeconds)} seconds ${way}, so the service refuses its signature. Set the clock.`;
    return new ExchangeError('clockSkew', sentence, { ...details, skewSeconds });
  }
  return new ExchangeError('auth', 'The service does not accept the key. Sign in again.', {
    ...details,
    auth: 'badKey',
  });
}

function wordsOf(reply: TransportReply): Pick<ExchangeErrorDetails, 'serviceMessage' | 'saidBy'> {
  const { message, isOfService } = decodeErrorBody(reply.body);
  return {
    saidBy: isOfService ? 'service' : 'other',
    ...(message === undefined ? {} : { serviceMessage: message }),
  };
}
