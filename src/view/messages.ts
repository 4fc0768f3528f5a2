import { sentences, type ViewContext } from './row.ts';
import { capital } from './states.ts';

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
  | { readonly kind: 'idle' | 'loading' | 'ready' | 'refreshing' }
  | {
      readonly kind: 'failed';
      readonly error: Failure;
      readonly at: number;
      readonly readAt: number | undefined;
    };

/** What went wrong, to stand within a sentence, and what to do about it, a sentence of its own. */
interface FailureParts {
  readonly cause: string;
  readonly advice?: string;
  /** The service's own words, which stay as they are. */
  readonly said?: string | undefined;
}

/** What went wrong and what to do about it, in one or two sentences. The code decides, never the message. */
export function failureSentence(failure: Failure, context: ViewContext): string {
  const { cause, advice = '', said } = failureParts(failure, context);
  const first = capital(cause);
  return said === undefined ? sentences([`${first}.`, advice]) : context.t('{0}: {1}', first, said);
}

/** What went wrong alone, to stand after a colon. */
export function failureCause(failure: Failure, context: ViewContext): string {
  const { cause, said } = failureParts(failure, context);
  return said === undefined ? cause : context.t('{0}: {1}', cause, said.replace(/\.$/, ''));
}

function failureParts(failure: Failure, { t, format }: ViewContext): FailureParts {
  const { details = {} } = failure;
  const { serviceMessage: said } = details;
  switch (failure.code) {
    case 'network':
      return networkParts(details.reason, t);
    case 'timeout':
      return { cause: t('the service did not answer in time') };
    case 'auth':
      return authParts(details.auth, t);
    case 'clockSkew':
      return { cause: skewCause(details.skewSeconds, t), advice: t('Set it and try again.') };
    case 'rateLimit':
      return {
        cause: t('too many requests'),
        advice:
          details.retryAfterMs === undefined
            ? t('The service asked to wait a moment.')
            : t('The service asked to wait {0}.', format.duration(details.retryAfterMs)),
      };
    case 'notFound':
      return { cause: t('the service does not know this') };
    case 'unsupported':
      return { cause: t('this service does not offer this') };
    case 'refused':
      return {
        cause:
          details.reason === 'unreadable'
            ? t('the service does not let a browser read it')
            : t('the service refused the request'),
        said,
      };
    case 'server':
      return { cause: t('the service has a problem of its own'), said };
    case 'badReply':
      return badReplyParts(details.reason, t);
    case 'cancelled':
      if (isChanged(failure)) return { cause: t('the connection or account changed before it was done') };
      return details.reason === 'late'
        ? {
            cause: t('it was confirmed too long ago, so nothing was sent'),
            advice: t('Look at the order again.'),
          }
        : { cause: t('stopped before it was done') };
    case 'notRecorded':
      return {
        cause: t('the cancellation log could not be written, so nothing was sent'),
        advice: t('Is the disk full or read-only?'),
      };
    default:
      return { cause: t('something went wrong'), advice: t('See the log.') };
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
  const isDated = isFailed && reading.readAt !== undefined && notes.dated !== true;
  const text = sentences([
    notes.filter === undefined ? '' : t('Filter: {0}.', notes.filter),
    isFailed ? failureSentence(reading.error, context) : '',
    isDated ? t('This was loaded before {0}.', format.time(reading.at)) : '',
    lost === 0 ? '' : t('Items that could not be read: {0}. See the log.', lost),
  ]);
  return text === '' ? undefined : text;
}

function networkParts(reason: string | undefined, t: ViewContext['t']): FailureParts {
  const address = t('Check its address.');
  const parts: Readonly<Record<string, FailureParts>> = {
    certificate: {
      cause: t("the service's certificate is not trusted on this computer"),
      advice: t("Add your network's own root certificate to the system, then restart the editor."),
    },
    date: {
      cause: t("the service's certificate has expired or is not valid yet"),
      advice: t('Check the date of this computer.'),
    },
    otherHost: { cause: t("the service's certificate is for another host name"), advice: address },
    handshake: { cause: t('no secure connection to the service could be made'), advice: address },
    broken: { cause: t('the connection to the service broke') },
  };
  const unreached = { cause: t('the service cannot be reached'), advice: t('Check the network connection.') };
  return parts[reason ?? ''] ?? unreached;
}

function badReplyParts(reason: string | undefined, t: ViewContext['t']): FailureParts {
  const parts: Readonly<Record<string, FailureParts>> = {
    redirect: {
      cause: t('the service answered with a redirect, which is not followed'),
      advice: t('Check its address.'),
    },
    tooLarge: { cause: t('the answer of the service is too large') },
    page: { cause: t('a web page came instead of an answer, perhaps a sign-in page of your network') },
    damaged: { cause: t('the answer of the service arrived damaged') },
    notJson: { cause: t('the service did not answer with JSON') },
    otherThing: { cause: t('the service answered about something else') },
  };
  const unreadable = {
    cause: t('the service answered something that cannot be read'),
    advice: t('The log says what.'),
  };
  return parts[reason ?? ''] ?? unreadable;
}

function authParts(why: 'noKey' | 'badKey' | 'refused' | undefined, t: ViewContext['t']): FailureParts {
  if (why === 'noKey') return { cause: t('not signed in'), advice: t('Sign in to see this.') };
  return why === 'refused'
    ? { cause: t('the service knows this key but does not allow this') }
    : { cause: t('the service does not accept this key'), advice: t('Sign in again.') };
}

function skewCause(seconds: number | undefined, t: ViewContext['t']): string {
  if (seconds === undefined) return t('the clock of this computer is wrong');
  return seconds > 0
    ? t('the clock of this computer is {0} seconds ahead', Math.round(seconds))
    : t('the clock of this computer is {0} seconds behind', Math.round(-seconds));
}
