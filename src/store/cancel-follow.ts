import { sleep } from '../base/async.ts';
import type { Clock } from '../base/clock.ts';
import type { Order } from '../core/order.ts';
import { type ExchangeError, isExchangeError } from '../exchange/errors.ts';
import type { OrderRef } from '../exchange/exchange.ts';
import { type Answer, type CancelOutcome, outcomeOf } from './cancel-outcome.ts';

/** Waits before each re-read, milliseconds: ten readings within half a minute. */
const SOON = [0, 300, 700, 1_500, 2_500, 4_000, 5_000, 5_000, 5_500, 5_500];
const LATER_FIRST = 10_000;
const LATER_MOST = 300_000;
/** Failed re-reads, less one, before a refused cancel is told without the order's state. */
const TRIES_AFTER_REFUSAL = 2;
/** Rounds before a refused cancel is told as such: a read may lag behind the very thing it was refused for. */
const ROUNDS_AFTER_REFUSAL = 2;
/** Times in a row the service has to say that it does not know an order. */
const MISSES = 2;
/** Orders being re-read at once; the rest of a long list waits its turn. */
const WIDTH = 8;

export interface FollowOptions {
  readonly order: OrderRef;
  /** What is known of the request by now; asked for after each reading. */
  readonly answer: () => Answer;
  /** Reads the order; rejects with ExchangeError. */
  readonly read: (signal: AbortSignal) => Promise<Order>;
  /** Whether the open orders can all be read and this one is not among them. */
  readonly isUnlisted: (signal: AbortSignal) => Promise<boolean>;
  /** Every reading, final or not. */
  readonly seen: (order: Order) => void;
  /** Once, when the state is still unknown after the quick readings; the slow ones go on. */
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
    let misses = 0;
    for (let round = 0; ; round++) {
      if (round === SOON.length) options.givenUpForNow(error);
      await sleep(this.#clock, delay(round), options.signal);
      const reading = await this.#oneOf(() => readOnce(options));
      options.signal.throwIfAborted();
      const answer = options.answer();
      const { outcome } = reading;
      if (outcome?.kind === 'refused' && round < ROUNDS_AFTER_REFUSAL && isOfTheOrder(answer)) continue;
      if (outcome !== undefined) return outcome;
      misses = reading.error?.code === 'notFound' ? misses + (isOfService(reading.error) ? 1 : 0) : 0;
      if (
        misses >= MISSES &&
        (await this.#oneOf(() => options.isUnlisted(options.signal).catch(() => false)))
      )
        return { kind: 'alreadyGone', order: undefined };
      options.signal.throwIfAborted();
      // Nothing was sent or it was refused: that much is known even where the order cannot be read.
      if (answer.kind === 'noEffect' && reading.error !== undefined && round >= TRIES_AFTER_REFUSAL) {
        return { kind: 'refused', error: answer.error };
      }
      error = reading.error ?? error;
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

async function readOnce({ answer, read, seen, signal }: FollowOptions): Promise<Reading> {
  try {
    signal.throwIfAborted();
    const order = await read(signal);
    if (!signal.aborted) seen(order);
    return { outcome: outcomeOf(order, answer()), error: undefined };
  } catch (cause) {
    if (!isExchangeError(cause)) return { outcome: undefined, error: undefined };
    return { outcome: undefined, error: cause };
  }
}

/** An edge in front of the service that has no such page says nothing about an order. */
function isOfService({ details }: ExchangeError): boolean {
  return details.saidBy !== 'other';
}

/** Turned away for what the order is or was; not for the key, the rate, or before it was sent. */
function isOfTheOrder(answer: Answer): boolean {
  return answer.kind === 'noEffect' && (answer.error.code === 'refused' || answer.error.code === 'notFound');
}

function errorOf(answer: Answer): ExchangeError | undefined {
  return 'error' in answer ? answer.error : undefined;
}

function delay(round: number): number {
  return SOON[round] ?? Math.min(LATER_FIRST * 2 ** (round - SOON.length), LATER_MOST);
}
