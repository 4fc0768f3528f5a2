import { sleep } from '../../base/async.ts';
import type { Clock } from '../../base/clock.ts';
import type { Order } from '../../core/order.ts';
import { ExchangeError, isExchangeError } from '../../exchange/errors.ts';
import type { OpenList, OrdersStore } from '../account/orders.ts';
import type { Owner } from '../session/owner.ts';
import { type CancelAnswer, type CancelOutcome, outcomeOf } from './attempt.ts';

/** Waits before each re-read, milliseconds: ten readings within half a minute, then ever fewer. */
const SOON = [0, 300, 700, 1_500, 2_500, 4_000, 5_000, 5_000, 5_500, 5_500];
const LATER_FIRST = 10_000;
const LATER_MOST = 300_000;
/** A quick reading gives way to the next one after so long, milliseconds. */
const QUICK_READING_MS = 8_000;
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
  readonly orderId: string;
  /** What is known of the requests by now; asked after each reading. */
  readonly answer: () => CancelAnswer;
  /** Rejects with ExchangeError. */
  readonly read: (signal: AbortSignal) => Promise<Order>;
  /** Whether the list of open orders was read whole, without this one. */
  readonly isUnlisted: (signal: AbortSignal) => Promise<boolean>;
  /** Every reading, final or not. */
  readonly onRead: (order: Order) => void;
  /** Once, after half a minute without an outcome; reading goes on. `error`: of the last reading, or of the request. */
  readonly onUnknown: (error: ExchangeError | undefined) => void;
  readonly signal: AbortSignal;
}

/** Re-reads orders until their outcome is known. */
export class Follower {
  readonly #clock: Clock;
  readonly #waiting: (() => void)[] = [];
  #free = WIDTH;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Rejects only with the signal's reason. */
  async follow(options: FollowOptions): Promise<CancelOutcome> {
    const { signal, answer } = options;
    let error = errorOf(answer());
    let isUnknown = false;
    const giveUp = (): void => {
      if (!isUnknown && !signal.aborted) options.onUnknown(error);
      isUnknown = true;
    };
    const timer = this.#clock.setTimeout(giveUp, UNKNOWN_AFTER_MS);
    signal.addEventListener('abort', () => timer.dispose(), { once: true });
    /** For how long the service has been saying that it does not know the order. */
    let missing: number | undefined;
    try {
      for (let round = 0; ; round++) {
        if (round === SOON.length) giveUp();
        await sleep(this.#clock, delay(round), signal);
        const reading = await this.#limited(() => this.#read(options, round));
        signal.throwIfAborted();
        const refusal = answer();
        const { outcome } = reading;
        const isLagging =
          outcome?.kind === 'rejected' && round < ROUNDS_AFTER_REFUSAL && isAboutOrder(refusal);
        if (outcome !== undefined && !isLagging) return outcome;
        missing = missingFor(missing, reading.error, delay(round));
        const isMissing = missing !== undefined && missing >= MISSING_MS;
        if (isMissing && (await this.#limited(() => options.isUnlisted(signal).catch(() => false))))
          return { kind: 'gone', order: undefined };
        signal.throwIfAborted();
        // Turned away before anything was looked at: that is known even where the order cannot be read.
        const isUnreadable = reading.error !== undefined && (missing === undefined || isMissing);
        if (
          isUnreadable &&
          round >= ROUNDS_AFTER_REFUSAL &&
          refusal.kind === 'refused' &&
          !isAboutOrder(refusal)
        )
          return { kind: 'rejected', error: refusal.error };
        error = reading.error ?? errorOf(refusal);
      }
    } finally {
      timer.dispose();
    }
  }

  async #read({ answer, read, onRead, signal }: FollowOptions, round: number): Promise<Reading> {
    const leaving = new AbortController();
    const hung = Promise.withResolvers<never>();
    const isQuick = round < SOON.length;
    const giveWay = (): void =>
      hung.reject(new ExchangeError('timeout', 'The service did not answer in time.'));
    const timer = isQuick ? this.#clock.setTimeout(giveWay, QUICK_READING_MS) : undefined;
    try {
      signal.throwIfAborted();
      const order = await Promise.race([read(AbortSignal.any([signal, leaving.signal])), hung.promise]);
      if (!signal.aborted) onRead(order);
      return { outcome: outcomeOf(order, answer()), error: undefined };
    } catch (cause) {
      return { outcome: undefined, error: isExchangeError(cause) ? cause : undefined };
    } finally {
      timer?.dispose();
      leaving.abort();
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

interface Reading {
  readonly outcome: CancelOutcome | undefined;
  readonly error: ExchangeError | undefined;
}

/** What is open after the kill switch. */
export interface RemainingOrders {
  /** Undefined where the last reading failed. */
  readonly left: readonly Order[] | undefined;
  /** How many more are open but could not be read. */
  readonly lost: number;
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
      if (list.orders.length + list.lost === 0) break;
    } catch (cause) {
      list = undefined;
      error = isExchangeError(cause) ? cause : undefined;
    }
    if (!isWanted()) break;
  }
  return { left: list?.orders, lost: list?.lost ?? 0, error };
}

/** A page of an edge in front of the service says nothing about an order. */
function missingFor(
  before: number | undefined,
  error: ExchangeError | undefined,
  waited: number,
): number | undefined {
  if (error?.code !== 'notFound') return undefined;
  if (error.details.saidBy === 'other') return before;
  return before === undefined ? 0 : before + waited;
}

/** Refused for what the order is: a request that arrived twice is done, and then refused. */
function isAboutOrder(answer: CancelAnswer): boolean {
  return answer.kind === 'refused' && (answer.error.code === 'refused' || answer.error.code === 'notFound');
}

function errorOf(answer: CancelAnswer): ExchangeError | undefined {
  return 'error' in answer ? answer.error : undefined;
}

function delay(round: number): number {
  return SOON[round] ?? Math.min(LATER_FIRST * 2 ** (round - SOON.length), LATER_MOST);
}
