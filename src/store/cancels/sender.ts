import { mapLimited, sleep } from '../../base/async.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Order } from '../../core/order.ts';
import { ExchangeError, type ExchangeErrorCode } from '../../exchange/errors.ts';
import type { Exchange, OnRequestId, RatePermit } from '../../exchange/exchange.ts';
import { asExchangeError, refusesKey } from '../session/failure.ts';
import { type CancelAnswer, notSent, type RequestKind, tooLate, unanswered } from './attempt.ts';
import type { CancelLog } from './log.ts';

/** The service takes 1–20 orders in one batched cancel. */
const BATCH = 20;
/** Batches out at once, after the first. */
const BATCHES = 4;
/** The first batch has so long to be answered before the others leave too, milliseconds. */
const FIRST_MS = 3_000;
/** Single requests out at once. */
const SINGLES = 10;
/** After a batch was turned away, orders go out one by one for so long, milliseconds. */
const ONE_BY_ONE_MS = 10 * 60_000;
/** What was confirmed is not sent any more after so long, milliseconds. */
const CONFIRMED_MS = 60 * 60_000;
/** Between two reports about one wait, milliseconds. */
const WAIT_REPORT_MS = 1_000;

/** An attempt on its way out. */
export interface Outgoing {
  readonly id: string;
  /** Undefined for the kill switch. */
  readonly order: Order | undefined;
  /** It has its outcome already, so it is not sent. */
  readonly isOver: boolean;
  /** Set when its request leaves. */
  isOut: boolean;
}

export interface SendOptions {
  /** Stops what was not sent yet. */
  readonly signal?: AbortSignal | undefined;
  /** Once a second while the service wants no requests: for how many milliseconds more; 0 when nothing waits any more. */
  readonly onWaiting?: ((ms: number) => void) | undefined;
}

type OnAnswers<T> = (attempts: readonly T[], answers: readonly CancelAnswer[]) => void;

/** Waits for a rate permit, writes down that an attempt is sent, and sends it: once, whatever comes back. */
export class CancelSender<T extends Outgoing> {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #cancelLog: CancelLog;
  readonly #onAnswers: OnAnswers<T>;
  /** When a batch was last turned away there, by the steady clock. */
  readonly #turnedAway = new WeakMap<Exchange, number>();

  /** `onAnswers`: each attempt once. */
  constructor(clock: Clock, log: Log, cancelLog: CancelLog, onAnswers: OnAnswers<T>) {
    this.#clock = clock;
    this.#log = log;
    this.#cancelLog = cancelLog;
    this.#onAnswers = onAnswers;
  }

  /** Sends each by itself, or in batches where the service has published that. Resolves when all are answered. */
  send(exchange: Exchange, attempts: readonly T[], options: SendOptions): Promise<void> {
    return this.#within(exchange, options, async (list) => {
      const chunks = chunksOf(attempts, BATCH);
      const singles = await this.#sendBatches(list, chunks);
      await mapLimited(singles, SINGLES, (attempt) => this.#sendOne(list, attempt));
    });
  }

  /** One request for everything that is open when it arrives; `attempts` are the kill switch and the orders known to be open. */
  sendKillSwitch(exchange: Exchange, attempts: readonly T[], options: SendOptions): Promise<void> {
    return this.#within(exchange, options, (list) =>
      this.#inTurn(list, attempts, 'everything', (wanted, permit) =>
        this.#post(wanted, (onId) => exchange.cancelAllOpen(permit, onId)),
      ),
    );
  }

  async #within(
    exchange: Exchange,
    { signal, onWaiting }: SendOptions,
    work: (list: List) => Promise<void>,
  ): Promise<void> {
    const late = new AbortController();
    const timer = this.#clock.setTimeout(() => late.abort(), CONFIRMED_MS);
    const stop = AbortSignal.any([late.signal, ...(signal === undefined ? [] : [signal])]);
    const whyStopped = (): ExchangeError => (late.signal.aborted ? tooLate() : notSent());
    const list = { exchange, stop, whyStopped, waiting: 0 };
    const done = new AbortController();
    const working = work(list);
    if (onWaiting !== undefined) void this.#reportWaits(list, onWaiting, done.signal);
    try {
      await working;
    } finally {
      timer.dispose();
      done.abort();
    }
  }

  async #reportWaits(list: List, onWaiting: (ms: number) => void, done: AbortSignal): Promise<void> {
    let last = 0;
    while (!done.aborted || last > 0) {
      const ms = list.waiting === 0 || done.aborted ? 0 : list.exchange.diagnostics.rate().pausedMs;
      try {
        if (ms !== last) onWaiting(ms);
      } catch {
        // The notice is gone; sending goes on.
      }
      last = ms;
      await sleep(this.#clock, WAIT_REPORT_MS, done).catch(() => undefined);
    }
  }

  /**
   * Resolves with what is to be sent one by one. One batch goes first: if it is turned away, as for one order in it, only
   * that batch is in doubt.
   */
  async #sendBatches(list: List, [first = [], ...others]: readonly (readonly T[])[]): Promise<readonly T[]> {
    const left = Promise.withResolvers<void>();
    const one = this.#sendBatch(list, first, left.resolve);
    await Promise.race([one, left.promise.then(() => sleep(this.#clock, FIRST_MS))]);
    const rest = await mapLimited(others, BATCHES, (batch) => this.#sendBatch(list, batch));
    return [...(await one), ...rest.flat()];
  }

  async #sendBatch(list: List, batch: readonly T[], onLeaving?: () => void): Promise<readonly T[]> {
    const { exchange } = list;
    const turnedAway = this.#turnedAway.get(exchange);
    const isOneByOne = turnedAway !== undefined && this.#clock.steady() - turnedAway < ONE_BY_ONE_MS;
    if (batch.length <= 1 || isOneByOne || exchange.supports('batchedCancel') !== 'yes') return batch;
    await this.#inTurn(list, batch, 'batch', async (attempts, permit) => {
      onLeaving?.();
      const refs = attempts.flatMap(({ order }) => (order === undefined ? [] : refOf(order)));
      const answers = await this.#post(attempts, (onId) => exchange.cancelOrders(refs, permit, onId));
      if (answers.some(isTurnedAway)) this.#turnedAway.set(exchange, this.#clock.steady());
      return answers;
    });
    return [];
  }

  #sendOne(list: List, attempt: T): Promise<void> {
    return this.#inTurn(list, [attempt], 'single', async (_, permit) => {
      if (attempt.order === undefined) return [];
      let requestId: string | undefined;
      try {
        await list.exchange.cancelOrder(refOf(attempt.order), permit, (id) => {
          requestId = id;
        });
        return [{ kind: 'accepted', requestId }];
      } catch (cause) {
        return [answerOf(asExchangeError(cause, this.#log))];
      }
    });
  }

  async #inTurn(
    list: List,
    attempts: readonly T[],
    by: RequestKind,
    post: (attempts: readonly T[], permit: RatePermit) => Promise<readonly CancelAnswer[]>,
  ): Promise<void> {
    const { stop, whyStopped } = list;
    const answerAll = (of: readonly T[], error: ExchangeError): void =>
      this.#onAnswers(
        of,
        of.map(() => ({ kind: 'notSent', error })),
      );
    list.waiting += 1;
    const permit = stop.aborted ? undefined : await list.exchange.permit(stop).catch(() => undefined);
    list.waiting -= 1;
    const open = attempts.filter(({ isOver }) => !isOver);
    if (permit === undefined) return answerAll(open, whyStopped());
    try {
      if (open.length === 0) return;
      const ids = open.map(({ id }) => id);
      await this.#cancelLog.sending(ids, by, this.#cancelLog.newId());
      if (stop.aborted) return answerAll(open, whyStopped());
      // What ended while that was written was answered then.
      const wanted = open.filter(({ isOver }) => !isOver);
      if (wanted.length === 0) return;
      for (const attempt of wanted) attempt.isOut = true;
      this.#onAnswers(wanted, await post(wanted, permit));
    } catch (cause) {
      answerAll(open, asExchangeError(cause, this.#log));
    } finally {
      permit.release();
    }
  }

  /** Of several orders: accepted are those whose ids the service names. */
  async #post(
    attempts: readonly T[],
    ask: (onId: OnRequestId) => Promise<readonly string[]>,
  ): Promise<readonly CancelAnswer[]> {
    let requestId: string | undefined;
    try {
      const named = new Set(
        await ask((id) => {
          requestId = id;
        }),
      );
      return attempts.map(({ order }) =>
        order === undefined || named.has(order.id)
          ? { kind: 'accepted', requestId }
          : { kind: 'unknown', error: unanswered(requestId) },
      );
    } catch (cause) {
      const answer = answerOfSeveral(asExchangeError(cause, this.#log));
      return attempts.map(() => answer);
    }
  }
}

/** What is confirmed together goes out together. */
interface List {
  readonly exchange: Exchange;
  readonly stop: AbortSignal;
  readonly whyStopped: () => ExchangeError;
  /** How many requests wait for a permit. */
  waiting: number;
}

/** A refusal is an answer; silence, a broken reply and a 5xx are none. */
export function answerOf(error: ExchangeError): CancelAnswer {
  const { mayHaveArrived } = error.details;
  const isAnswer = mayHaveArrived === undefined ? ANSWERS.has(error.code) : !mayHaveArrived;
  return { kind: isAnswer ? 'refused' : 'unknown', error };
}

const ANSWERS: ReadonlySet<ExchangeErrorCode> = new Set([
  'refused',
  'auth',
  'clockSkew',
  'rateLimit',
  'notFound',
  'unsupported',
]);
/** These come before the service looks at anything. */
const BEFORE: ReadonlySet<ExchangeErrorCode> = new Set(['clockSkew', 'rateLimit', 'unsupported']);

/**
 * A refusal of a request for several orders may be about one of them, when others were acted on already. Only what is
 * turned away before anything is looked at had certainly no effect.
 */
function answerOfSeveral(error: ExchangeError): CancelAnswer {
  const answer = answerOf(error);
  const isBefore = refusesKey(error) || BEFORE.has(error.code);
  if (answer.kind !== 'refused' || error.details.status === undefined || isBefore) return answer;
  const details = { ...error.details, mayHaveArrived: true, cause: error };
  return { kind: 'unknown', error: new ExchangeError(error.code, error.message, details) };
}

/** The service answered, but neither that it took the batch nor that something went wrong on the way. */
function isTurnedAway(answer: CancelAnswer): boolean {
  const status = answer.kind === 'unknown' ? answer.error.details.status : undefined;
  return status !== undefined && (status < 500 || status === 501);
}

function refOf({ id, marketSlug }: Order) {
  return { id, marketSlug };
}

function chunksOf<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}
