import { sleep } from '../../base/async.ts';
import type { Clock } from '../../base/clock.ts';
import { isTerminal, type Order } from '../../core/order.ts';
import { ExchangeError, isExchangeError } from '../../exchange/errors.ts';
import type { OrderRef } from '../../exchange/exchange.ts';
import { type Answer, type CancelOutcome, outcomeOf } from './cancel-outcome.ts';

/** Waits before each re-read, milliseconds: ten readings within half a minute. */
const SOON = [0, 300, 700, 1_500, 2_500, 4_000, 5_000, 5_000, 5_500, 5_500];
const LATER_FIRST = 10_000;
const LATER_MOST = 300_000;
/** Failed re-reads, less one, before a refused cancel is told without the order's state. */
const TRIES_AFTER_REFUSAL = 2;
/** Rounds before a refused cancel is told as such: a read may lag behind the very thing it was refused for. */
const ROUNDS_AFTER_REFUSAL = 2;
/** For so long, in milliseconds, the service has to say that it does not know an order: one that lags behind will. */
const MISSING_MS = 5_000;
/** By then a person is told that it is not known, however few of the quick readings got through, milliseconds. */
const TOLD_AFTER_MS = 31_000;
/** A reading that hangs for so long, in milliseconds, gives way to the next; the slow ones have the time any request has. */
const QUICK_READING_MS = 8_000;
/** Orders being re-read at once; the rest of a long list waits its turn. */
const WIDTH = 8;

export interface FollowOptions {
  readonly order: OrderRef;
  /** What is known of the request by now; asked for after each reading. */
  readonly answer: () => Answer;
  /** How it ended by what others found out, where there are any; asked before each reading of its own. Never rejects. */
  readonly found?: (() => Promise<CancelOutcome | undefined>) | undefined;
  /** Reads the order; rejects with ExchangeError. */
  readonly read: (signal: AbortSignal) => Promise<Order>;
  /** Whether the open orders can all be read and this one is not among them. */
  readonly isUnlisted: (signal: AbortSignal) => Promise<boolean>;
  /** Every reading, final or not. */
  readonly seen: (order: Order) => void;
  /**
   * Once, when nobody knows the state after half a minute, whatever became of the readings; they go on. With what the last
   * reading failed of, or else the request.
   */
  readonly givenUpForNow: (error: ExchangeError | undefined) => void;
  readonly signal: AbortSignal;
}

/** Re-reads orders until their state is known. */
export class Follower {
  readonly #clock: Clock;
  #free = WIDTH;
  readonly #waiting: (() => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The outcome once known. Rejects with the signal's reason when that fires first, and with nothing else. */
  async follow(options: FollowOptions): Promise<CancelOutcome> {
    let error = errorOf(options.answer());
    let isGivenUp = false;
    let ended: CancelOutcome | undefined;
    const giveUp = async (): Promise<void> => {
      if (isGivenUp) return;
      isGivenUp = true;
      ended = await options.found?.();
      if (ended === undefined && !options.signal.aborted) options.givenUpForNow(error);
    };
    const timer = this.#clock.setTimeout(() => void giveUp(), TOLD_AFTER_MS);
    const stop = (): void => timer.dispose();
    options.signal.addEventListener('abort', stop, { once: true });
    try {
      /** For how long it has been missing; undefined while it is not. */
      let missing: number | undefined;
      for (let round = 0; ; round++) {
        if (round === SOON.length) void giveUp();
        await sleep(this.#clock, delay(round), options.signal);
        const reading = await this.#oneOf(() => this.#read(options, round));
        options.signal.throwIfAborted();
        const answer = options.answer();
        const outcome = reading.outcome ?? ended;
        if (outcome?.kind === 'refused' && round < ROUNDS_AFTER_REFUSAL && isOfTheOrder(answer)) continue;
        if (outcome !== undefined) return outcome;
        missing = missingFor(missing, reading.error, delay(round));
        const isMissing = missing !== undefined && missing >= MISSING_MS;
        if (isMissing && (await this.#oneOf(() => options.isUnlisted(options.signal).catch(() => false))))
          return { kind: 'alreadyGone', order: undefined };
        options.signal.throwIfAborted();
        // Turned away before anything was looked at: that much is known even where the order cannot be read. What was refused
        // for the order itself may have been the second of one request on its way, and the first had done it.
        const isUnreadable = reading.error !== undefined && (missing === undefined || isMissing);
        const isKnown = answer.kind === 'noEffect' && !isOfTheOrder(answer);
        if (isKnown && isUnreadable && round >= TRIES_AFTER_REFUSAL) {
          return { kind: 'refused', error: answer.error };
        }
        error = reading.error ?? errorOf(answer);
      }
    } finally {
      stop();
      options.signal.removeEventListener('abort', stop);
    }
  }

  async #read({ answer, found, read, seen, signal }: FollowOptions, round: number): Promise<Reading> {
    const outcome = await found?.();
    if (outcome !== undefined) {
      const order = 'order' in outcome ? outcome.order : undefined;
      if (!signal.aborted && order !== undefined && isTerminal(order.state)) seen(order);
      return { outcome, error: undefined };
    }
    const leaving = new AbortController();
    const hung = Promise.withResolvers<never>();
    const isQuick = round < SOON.length;
    const timer = isQuick
      ? this.#clock.setTimeout(() => hung.reject(tooLong()), QUICK_READING_MS)
      : undefined;
    try {
      signal.throwIfAborted();
      const order = await Promise.race([read(AbortSignal.any([signal, leaving.signal])), hung.promise]);
      if (!signal.aborted) seen(order);
      return { outcome: outcomeOf(order, answer()), error: undefined };
    } catch (cause) {
      return { outcome: undefined, error: isExchangeError(cause) ? cause : undefined };
    } finally {
      timer?.dispose();
      leaving.abort();
    }
  }

  async #oneOf<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }
}

interface Reading {
  readonly outcome: CancelOutcome | undefined;
  readonly error: ExchangeError | undefined;
}

/** For how long the service has been saying that it does not know the order, `waited` after the reading before. */
function missingFor(
  before: number | undefined,
  error: ExchangeError | undefined,
  waited: number,
): number | undefined {
  if (error?.code !== 'notFound') return undefined;
  // An edge in front of the service that has no such page says nothing about an order.
  if (error.details.saidBy === 'other') return before;
  return before === undefined ? 0 : before + waited;
}

/** Turned away for what the order is or was; not for the key, the rate, or before it was sent. */
function isOfTheOrder(answer: Answer): boolean {
  return answer.kind === 'noEffect' && (answer.error.code === 'refused' || answer.error.code === 'notFound');
}

function tooLong(): ExchangeError {
  return new ExchangeError('timeout', 'The service did not answer in time.');
}

function errorOf(answer: Answer): ExchangeError | undefined {
  return 'error' in answer ? answer.error : undefined;
}

function delay(round: number): number {
  return SOON[round] ?? Math.min(LATER_FIRST * 2 ** (round - SOON.length), LATER_MOST);
}
