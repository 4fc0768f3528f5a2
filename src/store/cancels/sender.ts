import type { AgentCaller } from '../../core/agent-access.ts';
import type { AttemptEvent } from '../../core/attempt.ts';
import type { ExchangeError, ExchangeErrorCode } from '../../exchange/errors.ts';
import { BATCH_LIMIT, type Exchange, type RatePermit } from '../../exchange/exchange.ts';
import { asExchangeError, refusesKey } from '../session/failure.ts';
import type { Session } from '../session/session.ts';
import type { RunningAttempt } from './attempts.ts';
import type { CancelLog } from './cancel-log.ts';
import { type CancelAnswer, notSent, unanswered } from './cancel-outcome.ts';
import { accountOf, connectionOf } from './recovery.ts';

/** What was confirmed longer ago is not sent any more: the machine slept, or the service asked for a long pause. Milliseconds. */
export const LATE_MS = 15 * 60_000;

/** One request to be: for one order, for several, or as the kill switch with the orders known to be open. */
export interface CancelRequest {
  readonly by: AttemptEvent['by'];
  readonly attempts: readonly RunningAttempt[];
}

/** The steps of one request: it is written down, waits for a permit, is written down as sent, and is sent once, whatever comes back. */
export class CancelSender {
  readonly #session: Session;
  readonly #cancelLog: CancelLog;
  /** Those that turned a batch away. */
  readonly #turnedAway = new WeakSet<Exchange>();

  constructor(session: Session, cancelLog: CancelLog) {
    this.#session = session;
    this.#cancelLog = cancelLog;
  }

  /** Writes down what is about to be sent, as one list. */
  async record(
    attempts: readonly RunningAttempt[],
    command: string,
    agent: AgentCaller | undefined,
  ): Promise<void> {
    const log = this.#cancelLog;
    const account = accountOf(this.#session, log);
    const shared = { account, command, agent, list: log.newId(), of: attempts.length };
    await log.record(
      attempts.map(({ id, order, owner }) => {
        const scope = order === undefined ? 'killSwitch' : 'order';
        return { id, scope, connection: connectionOf(owner), window: log.window, ...shared, order };
      }),
    );
  }

  /** Groups of attempts that can go out with one request each. */
  groups(attempts: readonly RunningAttempt[]): readonly (readonly RunningAttempt[])[] {
    return Array.from({ length: Math.ceil(attempts.length / BATCH_LIMIT) }, (_, at) =>
      attempts.slice(at * BATCH_LIMIT, (at + 1) * BATCH_LIMIT),
    );
  }

  /** One request for a group where the service has published batches and turned none away, else one for each. */
  requests(exchange: Exchange, attempts: readonly RunningAttempt[]): readonly CancelRequest[] {
    const isBatched = exchange.supports('batchedCancel') === 'yes' && !this.#turnedAway.has(exchange);
    if (attempts.length > 1 && isBatched) return [{ by: 'batch', attempts }];
    return attempts.map((one) => ({ by: 'single', attempts: [one] }));
  }

  /** Rejects where it was stopped before its turn came. */
  async permit(exchange: Exchange, signal: AbortSignal | undefined): Promise<RatePermit> {
    const permit = signal?.aborted ? undefined : await exchange.permit(signal).catch(() => undefined);
    if (permit === undefined) throw notSent();
    return permit;
  }

  /** Resolves once the log says that it is sent. Rejects where it must not be. */
  async write({ by, attempts }: CancelRequest, signal: AbortSignal | undefined): Promise<void> {
    const ids = attempts.map(({ id }) => id);
    await this.#cancelLog.sending(ids, by, this.#cancelLog.newId());
    if (signal?.aborted) throw notSent();
    const now = this.#session.clock.now();
    if (attempts.some(({ confirmedAt }) => now - confirmedAt > LATE_MS)) throw notSent('late');
  }

  /** Sends it. One answer for each attempt; never rejects. */
  async post(
    exchange: Exchange,
    { by, attempts }: CancelRequest,
    permit: RatePermit,
  ): Promise<readonly CancelAnswer[]> {
    let requestId: string | undefined;
    const named = this.#named(exchange, { by, attempts }, permit, (id) => {
      requestId = id;
    });
    const answers = await named.then(
      (ids) => attempts.map(({ order }) => answerFrom(ids, order?.id, requestId)),
      (cause) => {
        const answer = answerOf(asExchangeError(cause, this.#session.log), by);
        return attempts.map(() => answer);
      },
    );
    if (by === 'batch' && answers.some(isTurnedAway)) this.#turnedAway.add(exchange);
    return answers;
  }

  /** Resolves with the ids of the orders the service says it accepted. */
  async #named(
    exchange: Exchange,
    { by, attempts }: CancelRequest,
    permit: RatePermit,
    onRequestId: (id: string) => void,
  ): Promise<readonly string[]> {
    const refs = attempts
      .flatMap(({ order }) => order ?? [])
      .map(({ id, marketSlug }) => ({ id, marketSlug }));
    if (by === 'killSwitch') return exchange.killSwitch(permit, onRequestId);
    if (by === 'batch') return exchange.cancelOrders(refs, permit, onRequestId);
    const [only] = refs;
    if (only === undefined) return [];
    await exchange.cancelOrder(only, permit, onRequestId);
    return [only.id];
  }
}

/** A 2xx says something about the orders it names, and about the kill switch itself. */
function answerFrom(
  named: readonly string[],
  id: string | undefined,
  requestId: string | undefined,
): CancelAnswer {
  const isAccepted = id === undefined || named.includes(id);
  return isAccepted ? { kind: 'accepted', requestId } : { kind: 'unanswered', error: unanswered(requestId) };
}

const REFUSALS: ReadonlySet<ExchangeErrorCode> = new Set(['refused', 'auth', 'notFound']);
/** These come before the service looks at anything. */
const BEFORE: ReadonlySet<ExchangeErrorCode> = new Set(['clockSkew', 'rateLimit', 'unsupported']);

/**
 * What a failed request says. Silence, a broken reply and a 5xx say nothing. A refusal of a request for several orders may be
 * about one of them, when others were acted on already.
 */
function answerOf(error: ExchangeError, by: AttemptEvent['by']): CancelAnswer {
  const { status, mayHaveArrived } = error.details;
  const isBefore = refusesKey(error) || BEFORE.has(error.code);
  const isAnswer = mayHaveArrived === undefined ? isBefore || REFUSALS.has(error.code) : !mayHaveArrived;
  if (!isAnswer) return { kind: 'unanswered', error };
  if (isBefore || (mayHaveArrived === false && status === undefined)) return { kind: 'noEffect', error };
  return { kind: by === 'single' ? 'refused' : 'unanswered', error };
}

/** The service answered, but neither that it took the batch nor that something went wrong on the way. */
function isTurnedAway(answer: CancelAnswer): boolean {
  const status = answer.kind === 'unanswered' ? answer.error.details.status : undefined;
  return status !== undefined && (status < 500 || status === 501);
}
