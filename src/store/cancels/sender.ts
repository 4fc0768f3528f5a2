import { mapLimited } from '../../base/async.ts';
import { type AttemptEvent, isFinal } from '../../core/attempt.ts';
import type { ExchangeError, ExchangeErrorCode } from '../../exchange/errors.ts';
import {
  BATCH_LIMIT,
  type Exchange,
  type OnRequestId,
  type OrderRef,
  type RatePermit,
} from '../../exchange/exchange.ts';
import { asExchangeError, refusesKey } from '../session/failure.ts';
import type { Session } from '../session/session.ts';
import type { CancelLog } from './log.ts';
import { type CancelAnswer, notSent, unanswered } from './outcome.ts';
import type { RunningAttempt } from './running-attempt.ts';

/** Batches out at once. */
const WIDTH = 4;
/** What was confirmed longer ago is not sent any more: the machine slept, or the service asked for a long pause. Milliseconds. */
const LATE_MS = 15 * 60_000;

type OnAnswers = (attempts: readonly RunningAttempt[], answers: readonly CancelAnswer[]) => void;
/** One request. Resolves with the ids of the orders the service says it accepted. */
type Post = (
  orders: readonly OrderRef[],
  permit: RatePermit,
  onRequestId: OnRequestId,
) => Promise<readonly string[]>;

/** Waits for a rate permit, writes down that an attempt is sent, and sends it: once, whatever comes back. */
export class CancelSender {
  readonly #session: Pick<Session, 'clock' | 'log'>;
  readonly #cancelLog: CancelLog;
  readonly #onAnswers: OnAnswers;
  /** Those that turned a batch away. */
  readonly #turnedAway = new WeakSet<Exchange>();

  /** `onAnswers`: each attempt once, but those with an outcome before they were sent. */
  constructor(session: Pick<Session, 'clock' | 'log'>, cancelLog: CancelLog, onAnswers: OnAnswers) {
    this.#session = session;
    this.#cancelLog = cancelLog;
    this.#onAnswers = onAnswers;
  }

  /** Sends each by itself, or in batches where the service has published that. Resolves when all are answered. */
  async send(exchange: Exchange, attempts: readonly RunningAttempt[], signal?: AbortSignal): Promise<void> {
    const starts = Array.from(
      { length: Math.ceil(attempts.length / BATCH_LIMIT) },
      (_, at) => at * BATCH_LIMIT,
    );
    const postBatch: Post = (orders, permit, onId) => exchange.cancelOrders(orders, permit, onId);
    const postOne: Post = async ([order], permit, onId) => {
      if (order === undefined) return [];
      await exchange.cancelOrder(order, permit, onId);
      return [order.id];
    };
    await mapLimited(starts, WIDTH, async (start) => {
      const batch = attempts.slice(start, start + BATCH_LIMIT);
      const isBatched = exchange.supports('batchedCancel') === 'yes' && !this.#turnedAway.has(exchange);
      if (batch.length > 1 && isBatched) await this.#request(exchange, batch, 'batch', signal, postBatch);
      else await Promise.all(batch.map((one) => this.#request(exchange, [one], 'single', signal, postOne)));
    });
  }

  /** One request for everything that is open when it arrives; `attempts` are the kill switch and the orders known to be open. */
  sendKillSwitch(
    exchange: Exchange,
    attempts: readonly RunningAttempt[],
    signal?: AbortSignal,
  ): Promise<void> {
    return this.#request(exchange, attempts, 'everything', signal, (_, permit, onId) =>
      exchange.cancelAllOpen(permit, onId),
    );
  }

  async #request(
    exchange: Exchange,
    attempts: readonly RunningAttempt[],
    by: AttemptEvent['by'],
    signal: AbortSignal | undefined,
    post: Post,
  ): Promise<void> {
    const unsent = (error: ExchangeError): void =>
      this.#onAnswers(
        attempts,
        attempts.map(() => ({ kind: 'noEffect', error })),
      );
    const permit = signal?.aborted ? undefined : await exchange.permit(signal).catch(() => undefined);
    if (permit === undefined) return unsent(notSent());
    try {
      const open = attempts.filter(({ state }) => !isFinal(state));
      if (open.length === 0) return;
      const ids = open.map(({ id }) => id);
      await this.#cancelLog.sending(ids, by, this.#cancelLog.newId());
      if (signal?.aborted) return unsent(notSent());
      if (open.some(({ confirmedAt }) => this.#session.clock.now() - confirmedAt > LATE_MS))
        return unsent(notSent('late'));
      // What ended while that was written was answered then.
      const wanted = open.filter(({ state }) => !isFinal(state));
      if (wanted.length === 0) return;
      for (const attempt of wanted) attempt.state = 'sent';
      const refs = wanted
        .flatMap(({ order }) => order ?? [])
        .map(({ id, marketSlug }) => ({ id, marketSlug }));
      let requestId: string | undefined;
      const onRequestId = (id: string): void => {
        requestId = id;
      };
      const answers = await post(refs, permit, onRequestId).then(
        (named) => wanted.map(({ order }) => answerFrom(named, order?.id, requestId)),
        (cause) => {
          const answer = answerOf(asExchangeError(cause, this.#session.log), by);
          return wanted.map(() => answer);
        },
      );
      if (by === 'batch' && answers.some(isTurnedAway)) this.#turnedAway.add(exchange);
      this.#onAnswers(wanted, answers);
    } catch (cause) {
      unsent(asExchangeError(cause, this.#session.log));
    } finally {
      permit.release();
    }
  }
}

/** A 2xx says something about the orders it names, and about the kill switch itself. */
function answerFrom(
  named: readonly string[],
  id: string | undefined,
  requestId: string | undefined,
): CancelAnswer {
  const isAccepted = id === undefined || named.includes(id);
  return isAccepted ? { kind: 'accepted', requestId } : { kind: 'unknown', error: unanswered(requestId) };
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
  if (!isAnswer) return { kind: 'unknown', error };
  if (isBefore || (mayHaveArrived === false && status === undefined)) return { kind: 'noEffect', error };
  return { kind: by === 'single' ? 'refused' : 'unknown', error };
}

/** The service answered, but neither that it took the batch nor that something went wrong on the way. */
function isTurnedAway(answer: CancelAnswer): boolean {
  const status = answer.kind === 'unknown' ? answer.error.details.status : undefined;
  return status !== undefined && (status < 500 || status === 501);
}
