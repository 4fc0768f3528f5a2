import { sleep } from '../../base/async.ts';
import type { Clock } from '../../base/clock.ts';
import { isReplacedWithLeaves, isTerminal, type Order } from '../../core/order.ts';
import { type ExchangeError, isExchangeError } from '../../exchange/errors.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { type OpenList, type OrdersStore, readOpenOrders } from '../account/orders.ts';
import { asExchangeError } from '../session/failure.ts';
import { isInUse, type Owner } from '../session/owner.ts';
import type { Session } from '../session/session.ts';
import type { RunningAttempt, RunningAttempts } from './attempts.ts';
import { KEPT_MS } from './cancel-log.ts';
import {
  type CancelAnswer,
  type CancelOutcome,
  outcomeOf,
  type RemainingOrders,
  unanswered,
} from './cancel-outcome.ts';
import { LATE_MS } from './sender.ts';

/** Waits before each re-read, milliseconds: ten readings within half a minute, then ever fewer. */
const SOON = [0, 300, 700, 1_500, 2_500, 4_000, 5_000, 5_000, 5_500, 5_500];
const LATER_FIRST = 10_000;
const LATER_MOST = 300_000;
/** A wait is not ended before that: with each answer the service would be asked at once, milliseconds. */
const LEAST_WAIT_MS = 5_000;
/** Orders being read at once. */
const WIDTH = 8;
/** By then `onUnknown` is called, however few readings got through, milliseconds. */
const UNKNOWN_AFTER_MS = 31_000;
/**
 * An order that reads open for so long is not cancelled any more by a request without a known effect, milliseconds. The service
 * refuses a signature older than half a minute, and a window that stood still sends nothing this late.
 */
const OPEN_MS = LATE_MS;
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
  /**
   * After half a minute without an outcome, then with each reading of an open order; reading goes on. `error`: of the last
   * reading, or of the request. `open`: the order, where it reads open.
   */
  readonly onUnknown: (error: ExchangeError | undefined, open: Order | undefined) => void;
  readonly signal: AbortSignal;
}

export class Follower {
  readonly #clock: Clock;
  readonly #waiting: (() => void)[] = [];
  readonly #waits = new Set<AbortController>();
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
    /** Since when it has been reading open, by the steady clock. */
    let openSince: number | undefined;
    let open: Order | undefined;
    let isUnknown = false;
    const report = (): void => {
      isUnknown = true;
      onUnknown(error, open);
    };
    const timer = this.#clock.setTimeout(report, UNKNOWN_AFTER_MS);
    signal.addEventListener('abort', () => timer.dispose(), { once: true });
    try {
      for (let round = 0; ; round++) {
        await this.#wait(round, signal);
        const reading = await this.#limited(() => read(signal).catch(readingError));
        signal.throwIfAborted();
        const now = this.#clock.steady();
        missingSince = isMissingThere(reading) ? (missingSince ?? now) : undefined;
        if (reading === undefined || isExchangeError(reading)) {
          error = reading ?? requestError;
          open = undefined;
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
        open = reading.state === 'PENDING_CANCEL' ? undefined : reading;
        openSince = open && (openSince ?? now);
        // One that was accepted may still take effect, as when a halt ends.
        if (openSince !== undefined && now - openSince >= OPEN_MS && answer.kind !== 'accepted')
          return { kind: 'rejected', error: requestError ?? unanswered(requestIdOf(answer)), order: reading };
        if (isUnknown && open !== undefined) report();
      }
    } finally {
      timer.dispose();
    }
  }

  /** Ends the waits of orders that are read ever less often: the service answers again. */
  wake(): void {
    for (const wait of this.#waits) wait.abort();
  }

  async #wait(round: number, signal: AbortSignal): Promise<void> {
    const ms = delay(round);
    const wait = new AbortController();
    if (round >= SOON.length) this.#waits.add(wait);
    const either = AbortSignal.any([signal, wait.signal]);
    try {
      await sleep(this.#clock, Math.min(ms, LEAST_WAIT_MS), signal);
      await sleep(this.#clock, Math.max(0, ms - LEAST_WAIT_MS), either);
    } catch {
      signal.throwIfAborted();
    } finally {
      this.#waits.delete(wait);
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

/** Reads the orders of attempts that were answered until it is known how each ended. */
export class AttemptFollower extends Follower {
  readonly #session: Session;
  readonly #orders: OrdersStore;
  readonly #running: RunningAttempts;
  readonly #onLate: () => void;

  /** `onLate`: an outcome was found that no caller waits for any more. */
  constructor(session: Session, orders: OrdersStore, running: RunningAttempts, onLate: () => void) {
    super(session.clock);
    this.#session = session;
    this.#orders = orders;
    this.#running = running;
    this.#onLate = onLate;
  }

  /** Does nothing where its account is not in use. */
  begin(attempt: RunningAttempt, order: Order, answer: CancelAnswer): void {
    const exchange = this.#session.current;
    if (exchange === undefined || !isInUse(this.#session, attempt.owner)) return;
    const { signal } = attempt.abort;
    this.follow({
      answer,
      read: (reading) => this.#readOrder(exchange, attempt, order, reading),
      isUnlisted: async (reading) => {
        const { items, lost, nextCursor } = await readOpenOrders(exchange, reading);
        return lost === 0 && nextCursor === undefined && items.every(({ id }) => id !== order.id);
      },
      onUnknown: (error, open) => this.#onUnknown(attempt, error, open),
      signal,
    })
      .then((outcome) => this.#onOutcome(attempt, order, outcome))
      .catch((cause: unknown) => {
        if (!signal.aborted) this.#session.log.error('An order could not be followed.', cause);
      });
  }

  async #readOrder(
    exchange: Exchange,
    attempt: RunningAttempt,
    { id }: Order,
    signal: AbortSignal,
  ): Promise<Order> {
    try {
      const reading = await exchange.order(id, signal);
      if (signal.aborted) return reading;
      this.#orders.apply(reading);
      const isOld = this.#now() - (attempt.recoveredFrom ?? this.#now()) > KEPT_MS;
      if (isOld && !isTerminal(reading.state)) {
        this.#running.note(attempt, { state: 'notFollowed', at: this.#now() });
        this.#running.end(attempt);
      }
      return reading;
    } catch (cause) {
      const error = asExchangeError(cause, this.#session.log);
      // A key that stopped working ends all following: the session says so once.
      this.#session.report('private', attempt.owner.epoch, error);
      throw error;
    }
  }

  /** Reported once, and once more when the order reads open: it can be tried again then. */
  #onUnknown(attempt: RunningAttempt, error: ExchangeError | undefined, order: Order | undefined): void {
    if (!this.#running.has(attempt)) return;
    const { report, readsOpen } = attempt;
    if (report !== undefined && (readsOpen || order === undefined)) return;
    const all = this.#running.forOrder(attempt.order?.id ?? '').filter((each) => each.report !== undefined);
    this.#running.settle(report === undefined ? [attempt] : all, { kind: 'unknown', error, order });
  }

  #onOutcome(attempt: RunningAttempt, order: Order, outcome: CancelOutcome): void {
    if (!this.#running.has(attempt)) return;
    if (outcome.kind === 'gone' && outcome.order === undefined) this.#orders.remove(order.id);
    // How the order ended counts for all requests for it; that one of them was refused, for that one alone.
    const all = this.#running.forOrder(order.id).filter(({ state }) => state !== 'requested');
    const own = outcome.kind === 'rejected' ? [attempt] : all;
    const isLate = own.every(({ isReported }) => isReported);
    this.#running.settle(own, outcome);
    if (isLate) this.#onLate();
  }

  #now(): number {
    return this.#session.clock.now();
  }
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

function requestIdOf(answer: CancelAnswer): string | undefined {
  return answer.kind === 'accepted' ? answer.requestId : undefined;
}

function readingError(cause: unknown): ExchangeError | undefined {
  return isExchangeError(cause) ? cause : undefined;
}

/** A page of an edge in front of the service says nothing about an order. */
function isMissingThere(reading: unknown): boolean {
  return isExchangeError(reading) && reading.code === 'notFound' && reading.details.saidBy !== 'other';
}

function delay(round: number): number {
  return SOON[round] ?? Math.min(LATER_FIRST * 2 ** (round - SOON.length), LATER_MOST);
}
