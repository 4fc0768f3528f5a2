import { mapLimited } from '../../base/async.ts';
import type { Log } from '../../base/log.ts';
import { type AttemptEvent, isFinal } from '../../core/attempt.ts';
import type { Order } from '../../core/order.ts';
import type { ExchangeError, ExchangeErrorCode } from '../../exchange/errors.ts';
import type { Exchange, OnRequestId, RatePermit } from '../../exchange/exchange.ts';
import { asExchangeError, refusesKey } from '../session/failure.ts';
import type { CancelLog } from './log.ts';
import { type CancelAnswer, notSent, unanswered } from './outcome.ts';
import type { RunningAttempt } from './running-attempt.ts';

/** The service takes 1–20 orders in one batched cancel. */
const BATCH = 20;
/** Batches out at once. */
const WIDTH = 4;

type OnAnswers = (attempts: readonly RunningAttempt[], answers: readonly CancelAnswer[]) => void;
type Post = (attempts: readonly RunningAttempt[], permit: RatePermit) => Promise<readonly CancelAnswer[]>;

/** Waits for a rate permit, writes down that an attempt is sent, and sends it: once, whatever comes back. */
export class CancelSender {
  readonly #log: Log;
  readonly #cancelLog: CancelLog;
  readonly #onAnswers: OnAnswers;
  /** Those that turned a batch away. */
  readonly #turnedAway = new WeakSet<Exchange>();

  /** `onAnswers`: each attempt once, but those with an outcome before they were sent. */
  constructor(log: Log, cancelLog: CancelLog, onAnswers: OnAnswers) {
    this.#log = log;
    this.#cancelLog = cancelLog;
    this.#onAnswers = onAnswers;
  }

  /** Sends each by itself, or in batches where the service has published that. Resolves when all are answered. */
  async send(exchange: Exchange, attempts: readonly RunningAttempt[], signal?: AbortSignal): Promise<void> {
    const starts = Array.from({ length: Math.ceil(attempts.length / BATCH) }, (_, at) => at * BATCH);
    await mapLimited(starts, WIDTH, async (start) => {
      const batch = attempts.slice(start, start + BATCH);
      const isBatched = exchange.supports('batchedCancel') === 'yes' && !this.#turnedAway.has(exchange);
      if (batch.length > 1 && isBatched) await this.#sendBatch(exchange, batch, signal);
      else await Promise.all(batch.map((attempt) => this.#sendOne(exchange, attempt, signal)));
    });
  }

  /** One request for everything that is open when it arrives; `attempts` are the kill switch and the orders known to be open. */
  sendKillSwitch(
    exchange: Exchange,
    attempts: readonly RunningAttempt[],
    signal?: AbortSignal,
  ): Promise<void> {
    return this.#withPermit(exchange, attempts, 'everything', signal, (wanted, permit) =>
      this.#post(wanted, (onId) => exchange.cancelAllOpen(permit, onId)),
    );
  }

  #sendBatch(exchange: Exchange, batch: readonly RunningAttempt[], signal?: AbortSignal): Promise<void> {
    return this.#withPermit(exchange, batch, 'batch', signal, async (attempts, permit) => {
      const refs = attempts.flatMap(({ order }) => (order === undefined ? [] : refOf(order)));
      const answers = await this.#post(attempts, (onId) => exchange.cancelOrders(refs, permit, onId));
      if (answers.some(isTurnedAway)) this.#turnedAway.add(exchange);
      return answers;
    });
  }

  #sendOne(exchange: Exchange, attempt: RunningAttempt, signal?: AbortSignal): Promise<void> {
    return this.#withPermit(exchange, [attempt], 'single', signal, async ([{ order } = attempt], permit) => {
      if (order === undefined) return [];
      let requestId: string | undefined;
      try {
        await exchange.cancelOrder(refOf(order), permit, (id) => {
          requestId = id;
        });
        return [{ kind: 'accepted', requestId }];
      } catch (cause) {
        return [answerOf(asExchangeError(cause, this.#log), 'single')];
      }
    });
  }

  async #withPermit(
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
      // What ended while that was written was answered then.
      const wanted = open.filter(({ state }) => !isFinal(state));
      if (wanted.length === 0) return;
      for (const attempt of wanted) attempt.state = 'sent';
      this.#onAnswers(wanted, await post(wanted, permit));
    } catch (cause) {
      unsent(asExchangeError(cause, this.#log));
    } finally {
      permit.release();
    }
  }

  /** Of several orders: accepted are those whose ids the service names. */
  async #post(
    attempts: readonly RunningAttempt[],
    ask: (onId: OnRequestId) => Promise<readonly string[]>,
  ): Promise<readonly CancelAnswer[]> {
    let requestId: string | undefined;
    try {
      const ids = await ask((id) => {
        requestId = id;
      });
      const named = new Set(ids);
      return attempts.map(({ order }) =>
        order === undefined || named.has(order.id)
          ? { kind: 'accepted', requestId }
          : { kind: 'unknown', error: unanswered(requestId) },
      );
    } catch (cause) {
      const answer = answerOf(asExchangeError(cause, this.#log), 'several');
      return attempts.map(() => answer);
    }
  }
}

const REFUSALS: ReadonlySet<ExchangeErrorCode> = new Set(['refused', 'auth', 'notFound']);
/** These come before the service looks at anything. */
const BEFORE: ReadonlySet<ExchangeErrorCode> = new Set(['clockSkew', 'rateLimit', 'unsupported']);

/**
 * What a failed request says. Silence, a broken reply and a 5xx say nothing. A refusal of a request for several orders may be
 * about one of them, when others were acted on already.
 */
function answerOf(error: ExchangeError, of: 'single' | 'several'): CancelAnswer {
  const { status, mayHaveArrived } = error.details;
  const isBefore = refusesKey(error) || BEFORE.has(error.code);
  const isAnswer = mayHaveArrived === undefined ? isBefore || REFUSALS.has(error.code) : !mayHaveArrived;
  if (!isAnswer) return { kind: 'unknown', error };
  if (isBefore || (mayHaveArrived === false && status === undefined)) return { kind: 'noEffect', error };
  return { kind: of === 'single' ? 'refused' : 'unknown', error };
}

/** The service answered, but neither that it took the batch nor that something went wrong on the way. */
function isTurnedAway(answer: CancelAnswer): boolean {
  const status = answer.kind === 'unknown' ? answer.error.details.status : undefined;
  return status !== undefined && (status < 500 || status === 501);
}

function refOf({ id, marketSlug }: Order) {
  return { id, marketSlug };
}
