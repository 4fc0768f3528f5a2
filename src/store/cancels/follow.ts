import { sleep } from '../../base/async.ts';
import type { Clock } from '../../base/clock.ts';
import { isReplacedWithLeaves, type Order } from '../../core/order.ts';
import { type ExchangeError, isExchangeError } from '../../exchange/errors.ts';
import type { OpenList, OrdersStore } from '../account/orders.ts';
import type { Owner } from '../session/owner.ts';
import { type CancelAnswer, type CancelOutcome, outcomeOf } from './outcome.ts';

/** Waits before each re-read, milliseconds: ten readings within half a minute, then ever fewer. */
const SOON = [0, 300, 700, 1_500, 2_500, 4_000, 5_000, 5_000, 5_500, 5_500];
const LATER_FIRST = 10_000;
const LATER_MOST = 300_000;
/** Orders being read at once. */
const WIDTH = 8;
/** By then `onUnknown` is called, however few readings got through, milliseconds. */
const UNKNOWN_AFTER_MS = 31_000;
/** A read may lag behind the fill a cancel was refused for: so many readings before a refusal counts. */
const ROUNDS_AFTER_REFUSAL = 2;
/** The service has to say for so long that it does not know an order, milliseconds. */
const MISSING_MS = 5_000;
/** Waits before each look at what the kill switch left open, milliseconds. */
const LOOKS = [0, 1_000, 3_000, 8_000];

export interface FollowOptions {
  readonly answer: CancelAnswer;
  /** Rejects with ExchangeError. */
  readonly read: (signal: AbortSignal) => Promise<Order>;
  /** Whether the list of open orders was read whole, without this one. */
  readonly isUnlisted: (signal: AbortSignal) => Promise<boolean>;
  /** Once, after half a minute without an outcome; reading goes on. `error`: of the last reading, or of the request. */
  readonly onUnknown: (error: ExchangeError | undefined) => void;
  readonly signal: AbortSignal;
}

export class Follower {
  readonly #clock: Clock;
  readonly #waiting: (() => void)[] = [];
  #free = WIDTH;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Rejects only with the signal's reason. */
  async follow({ answer, read, isUnlisted, onUnknown, signal }: FollowOptions): Promise<CancelOutcome> {
    const requestError = 'error' in answer ? answer.error : undefined;
    let error = requestError;
    /** Since when the service has been saying that it does not know the order, by the steady clock. */
    let missingSince: number | undefined;
    const timer = this.#clock.setTimeout(() => onUnknown(error), UNKNOWN_AFTER_MS);
    signal.addEventListener('abort', () => timer.dispose(), { once: true });
    try {
      for (let round = 0; ; round++) {
        await sleep(this.#clock, delay(round), signal);
        const reading = await this.#limited(() => read(signal).catch(readingError));
        signal.throwIfAborted();
        const now = this.#clock.steady();
        missingSince = isUnknownToService(reading) ? (missingSince ?? now) : undefined;
        if (reading === undefined || isExchangeError(reading)) {
          error = reading ?? requestError;
          const isMissing = missingSince !== undefined && now - missingSince >= MISSING_MS;
          if (isMissing && (await this.#limited(() => isUnlisted(signal).catch(() => false))))
            return { kind: 'gone', order: undefined };
          continue;
        }
        error = requestError;
        const outcome = outcomeOf(reading, answer);
        // The service may list it as open, contracts left, though it says that it was replaced.
        const isListed =
          outcome?.kind === 'gone' &&
          isReplacedWithLeaves(reading) &&
          !(await this.#limited(() => isUnlisted(signal).catch(() => false)));
        signal.throwIfAborted();
        if (isListed) continue;
        const isLagging = outcome?.kind === 'rejected' && round < ROUNDS_AFTER_REFUSAL;
        if (outcome !== undefined && !isLagging) return outcome;
      }
    } finally {
      timer.dispose();
    }
  }

  async #limited<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const following = this.#waiting.shift();
      if (following === undefined) this.#free++;
      else following();
    }
  }
}

export interface RemainingOrders {
  /** Undefined where the last reading failed. */
  readonly left: readonly Order[] | undefined;
  /** How many more are open but could not be read. */
  readonly lost: number;
  /** There are more than could be read. */
  readonly isCut: boolean;
  readonly error: ExchangeError | undefined;
}

/** Reads the open orders until none is left, four times within twelve seconds. `isWanted`: asked after each. Never rejects. */
export async function readRemainingOrders(
  orders: OrdersStore,
  clock: Clock,
  owner: Owner,
  isWanted: () => boolean,
): Promise<RemainingOrders> {
  let list: OpenList | undefined;
  let error: ExchangeError | undefined;
  for (const wait of LOOKS) {
    await sleep(clock, wait);
    try {
      list = await orders.latest(owner);
      error = undefined;
      if (list.orders.length + list.lost === 0 && !list.isCut) break;
    } catch (cause) {
      list = undefined;
      error = readingError(cause);
    }
    if (!isWanted()) break;
  }
  return { left: list?.orders, lost: list?.lost ?? 0, isCut: list?.isCut ?? false, error };
}

function readingError(cause: unknown): ExchangeError | undefined {
  return isExchangeError(cause) ? cause : undefined;
}

/** A page of an edge in front of the service says nothing about an order. */
function isUnknownToService(reading: unknown): boolean {
  return isExchangeError(reading) && reading.code === 'notFound' && reading.details.saidBy !== 'other';
}

function delay(round: number): number {
  return SOON[round] ?? Math.min(LATER_FIRST * 2 ** (round - SOON.length), LATER_MOST);
}
