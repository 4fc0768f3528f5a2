import { sleep } from '../../base/async.ts';
import { ExchangeError } from '../errors.ts';
import type { ConnectionProfile } from '../profile.ts';
import type { RatePermit } from '../rate-permit.ts';
import { attemptOnce } from './attempt.ts';
import { isLoopbackHost } from './loopback.ts';
import type { RequestContext, ServiceReply, ServiceRequest } from './request-context.ts';
import { decideRetry } from './retry.ts';

export const DEADLINE_MS = 30_000;

/**
 * The one function every request goes through. Reads are retried and, unless they are to be anew, shared with identical
 * ones in flight; a POST is sent once. Rejects with ExchangeError only; no message holds a secret, a header or a query.
 */
export async function request(context: RequestContext, asked: ServiceRequest): Promise<ServiceReply> {
  const url = urlOf(context.profile, asked);
  if (asked.signed && context.sign === undefined) {
    throw new ExchangeError('auth', 'Sign in to see this.', { auth: 'noKey', mayHaveArrived: false });
  }
  const send = (controller: AbortController): Promise<ServiceReply> =>
    withDeadline(context, asked, url, controller);
  if (asked.method === 'POST' || asked.isUnshared === true) return withCaller(asked.signal, send);
  try {
    return await context.inflight.share(`${asked.signed ? 'signed' : 'open'} ${url}`, asked.signal, send);
  } catch (cause) {
    // The sharing rejects with the caller's own reason when the caller leaves.
    throw asked.signal?.aborted && !(cause instanceof ExchangeError) ? cancelled(cause, false) : cause;
  }
}

/**
 * Waits until a request may leave: for as long as the service wants to be left alone, which may be longer than any request
 * has. Rejects with ExchangeError `cancelled` only: the caller left, or the connection was closed.
 */
export function permitFor(
  { active, budget }: RequestContext,
  signal: AbortSignal | undefined,
): Promise<RatePermit> {
  return withCaller(signal, async (controller) => {
    active.add(controller);
    try {
      return await budget.permit(controller.signal);
    } catch (cause) {
      throw cancelled(cause, false);
    } finally {
      active.delete(controller);
    }
  });
}

async function withCaller<T>(
  signal: AbortSignal | undefined,
  work: (controller: AbortController) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const leave = (): void => controller.abort();
  if (signal?.aborted) leave();
  signal?.addEventListener('abort', leave, { once: true });
  try {
    return await work(controller);
  } finally {
    signal?.removeEventListener('abort', leave);
  }
}

/** The address of a request; whatever is sent gets it here. Throws ExchangeError `refused` for one that is not safe. */
export function urlOf(
  profile: ConnectionProfile,
  asked: Pick<ServiceRequest, 'path' | 'query' | 'signed'>,
): URL {
  const url = new URL((asked.signed ? profile.privateUrl : profile.publicUrl) + asked.path);
  for (const [name, value] of asked.query ?? []) url.searchParams.append(name, value);
  // Belts: a key must never leave for another origin or in the clear, whatever a path or a profile may hold.
  const secure = url.protocol === 'https:' || isLoopbackHost(url.hostname);
  const expected = new URL(asked.signed ? profile.privateUrl : profile.publicUrl).origin;
  if (!secure || url.origin !== expected) {
    throw new ExchangeError('refused', 'The address of the service is not one requests may be sent to.', {
      mayHaveArrived: false,
    });
  }
  return url;
}

/** Runs the attempts until they end, the deadline passes, the callers leave or the connection is closed. */
async function withDeadline(
  context: RequestContext,
  asked: ServiceRequest,
  url: URL,
  controller: AbortController,
): Promise<ServiceReply> {
  const deadlineMs = asked.deadlineMs ?? DEADLINE_MS;
  const state: RequestState = {
    startedAt: context.clock.steady(),
    deadlineMs,
    late: false,
    sent: false,
    last: undefined,
  };
  context.active.add(controller);
  const timer = context.clock.setTimeout(() => {
    state.late = true;
    controller.abort();
  }, deadlineMs);
  try {
    return await attempts(context, asked, url, controller.signal, state);
  } catch (cause) {
    if (!controller.signal.aborted) throw cause;
    if (!state.late) throw cancelled(cause, state.sent);
    throw tooLate(state, cause);
  } finally {
    timer.dispose();
    context.active.delete(controller);
  }
}

interface RequestState {
  /** By the clock timers go by, so that a sleeping machine takes no time away. */
  readonly startedAt: number;
  readonly deadlineMs: number;
  late: boolean;
  /** Something was handed to the transport that may have arrived. */
  sent: boolean;
  last: ExchangeError | undefined;
}

async function attempts(
  context: RequestContext,
  asked: ServiceRequest,
  url: URL,
  signal: AbortSignal,
  state: RequestState,
): Promise<ServiceReply> {
  const { clock } = context;
  for (let attempt = 1; ; attempt += 1) {
    const permit = await enter(context, asked.permit, signal, state);
    state.sent = true;
    const outcome = await attemptOnce(context, asked, url, signal).finally(permit.release);
    if (outcome.ok) return outcome.reply;
    const isAnswered = outcome.failure.kind === 'status';
    // Whoever answers has it, whatever the answer is worth: what it says of the deed is for others to judge.
    state.sent = isAnswered || outcome.error.details.mayHaveArrived !== false;
    // What broke because of giving up is no news; an answer is, however late.
    if (isAnswered || !signal.aborted) state.last = outcome.error;
    const decision = decideRetry({
      method: asked.method,
      attempt,
      failure: outcome.failure,
      elapsedMs: clock.steady() - state.startedAt,
      deadlineMs: state.deadlineMs,
      random: context.random(),
    });
    if (!decision.retry || signal.aborted) throw outcome.error;
    await sleep(clock, decision.delayMs, signal);
  }
}

/** Waits for the budget, unless the service wants a pause longer than there is time. The turn of what leaves now. */
async function enter(
  context: RequestContext,
  permit: RatePermit | undefined,
  signal: AbortSignal,
  state: RequestState,
): Promise<RatePermit> {
  if (permit !== undefined) {
    if (!permit.leave()) throw cancelled('The permit is over', false);
    return permit;
  }
  const left = state.deadlineMs - (context.clock.steady() - state.startedAt);
  // The timer of the deadline is due, and has not run yet.
  if (left <= 0) throw tooLate(state, undefined);
  const { pausedMs } = context.budget;
  if (pausedMs > left) {
    throw new ExchangeError('rateLimit', 'Too many requests: the service asks to wait.', {
      retryAfterMs: pausedMs,
      mayHaveArrived: false,
    });
  }
  return context.budget.take(signal);
}

/** Better than "too late": what kept going wrong until it was. */
function tooLate(state: RequestState, cause: unknown): ExchangeError {
  return (
    state.last ??
    new ExchangeError('timeout', 'The service did not answer in time.', { mayHaveArrived: state.sent, cause })
  );
}

function cancelled(cause: unknown, mayHaveArrived: boolean): ExchangeError {
  return new ExchangeError('cancelled', 'The request was cancelled.', { mayHaveArrived, cause });
}
