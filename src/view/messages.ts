import { sentences, type ViewContext } from './row.ts';

/** A failure of the port. `code` decides what is shown; `message` is for the log. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly details?: {
    readonly retryAfterMs?: number;
    readonly skewSeconds?: number;
    readonly auth?: 'noKey' | 'badKey' | 'refused';
    readonly requestId?: string;
    readonly serviceMessage?: string;
    readonly status?: number;
    readonly reason?: string;
  };
}

/** How far a list is with reading; `at` is Unix milliseconds. */
type Reading =
  | { readonly kind: 'idle' | 'loading' }
  | { readonly kind: 'ready' | 'refreshing'; readonly at: number }
  | { readonly kind: 'failed'; readonly error: Failure; readonly at: number; readonly hasData: boolean };

/** What went wrong and what to do about it, in one or two sentences. The code decides, never the message. */
export function failureSentence(failure: Failure, { t, format }: ViewContext): string {
  const details = failure.details ?? {};
  switch (failure.code) {
    case 'network':
      return networkSentence(details.reason, t);
    case 'timeout':
      return t('The service did not answer in time.');
    case 'auth':
      return authSentence(details.auth, t);
    case 'clockSkew':
      return skewSentence(details.skewSeconds, t);
    case 'rateLimit':
      return details.retryAfterMs === undefined
        ? t('Too many requests. The service asked to wait a moment.')
        : t('Too many requests. The service asked to wait {0}.', format.duration(details.retryAfterMs));
    case 'notFound':
      return t('The service does not know this.');
    case 'unsupported':
      return t('This service does not offer this.');
    case 'refused':
      return said(t('The service refused the request'), details.serviceMessage);
    case 'server':
      return said(t('The service has a problem of its own'), details.serviceMessage);
    case 'badReply':
      return badReplySentence(details.reason, t);
    case 'cancelled':
      if (isChanged(failure)) return t('The connection or account changed before it was done.');
      return details.reason === 'late'
        ? t('It was confirmed too long ago, so nothing was sent. Look at the order again.')
        : t('Stopped before it was done.');
    case 'notRecorded':
      return t(
        'The cancellation log could not be written, so nothing was sent. Is the disk full or read-only?',
      );
    default:
      return t('Something went wrong. See the log.');
  }
}

/** Nobody stopped it: the connection or account it was for is not in use any more. */
export function isChanged(failure: Failure | undefined): boolean {
  return failure?.code === 'cancelled' && failure.details?.reason === 'changed';
}

/** The line above a view: what is wrong with what it shows. `undefined` when nothing is. */
export function viewMessage(
  reading: Reading,
  notes: {
    readonly lost?: number;
    readonly filter?: string | undefined;
    /** It is said elsewhere as of when it is. */
    readonly dated?: boolean;
  },
  context: ViewContext,
): string | undefined {
  const { t, format } = context;
  const lost = notes.lost ?? 0;
  const isFailed = reading.kind === 'failed';
  const isDated = isFailed && reading.hasData && notes.dated !== true;
  const text = sentences([
    notes.filter === undefined ? '' : t('Filter: {0}.', notes.filter),
    isFailed ? failureSentence(reading.error, context) : '',
    isDated ? t('This was loaded before {0}.', format.time(reading.at)) : '',
    lost === 0 ? '' : t('Items that could not be read: {0}. See the log.', lost),
  ]);
  return text === '' ? undefined : text;
}

function networkSentence(reason: string | undefined, t: ViewContext['t']): string {
  const sentences: Readonly<Record<string, string>> = {
    certificate: t(
      "The service's certificate is not trusted on this computer. Add your network's own root certificate to the system, then restart the editor.",
    ),
    date: t("The service's certificate has expired or is not valid yet. Check the date of this computer."),
    otherHost: t("The service's certificate is for another host name. Check its address."),
    handshake: t('No secure connection to the service could be made. Check its address.'),
    broken: t('The connection to the service broke.'),
  };
  return sentences[reason ?? ''] ?? t('The service cannot be reached. Check the network connection.');
}

function badReplySentence(reason: string | undefined, t: ViewContext['t']): string {
  const sentences: Readonly<Record<string, string>> = {
    redirect: t('The service answered with a redirect, which is not followed. Check its address.'),
    tooLarge: t('The answer of the service is too large.'),
    page: t('A web page came instead of an answer, perhaps a sign-in page of your network.'),
    damaged: t('The answer of the service arrived damaged.'),
    notJson: t('The service did not answer with JSON.'),
    otherThing: t('The service answered about something else.'),
  };
  return (
    sentences[reason ?? ''] ?? t('The service answered something that cannot be read. The log says what.')
  );
}

function authSentence(why: 'noKey' | 'badKey' | 'refused' | undefined, t: ViewContext['t']): string {
  if (why === 'noKey') return t('Not signed in. Sign in to see this.');
  return why === 'refused'
    ? t('The service knows this key but does not allow this.')
    : t('The service does not accept this key. Sign in again.');
}

function skewSentence(seconds: number | undefined, t: ViewContext['t']): string {
  if (seconds === undefined) return t('The clock of this computer is wrong. Set it and try again.');
  return seconds > 0
    ? t('The clock of this computer is {0} seconds ahead. Set it and try again.', Math.round(seconds))
    : t('The clock of this computer is {0} seconds behind. Set it and try again.', Math.round(-seconds));
}

function said(sentence: string, service: string | undefined): string {
  return service === undefined ? `${sentence}.` : `${sentence}: ${service}`;
}
