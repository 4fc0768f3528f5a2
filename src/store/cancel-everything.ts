import { sleep } from '../base/async.ts';
import type { Clock } from '../base/clock.ts';
import type { Order } from '../core/order.ts';
import { type ExchangeError, isExchangeError } from '../exchange/errors.ts';
import type { CancelOptions, CancelReport, CancelService } from './cancel.ts';
import type { Answer } from './cancel-outcome.ts';
import type { OpenList, OrdersStore } from './orders.ts';

/** Waits between the readings that look for what is still open, milliseconds. */
const LOOKS = [0, 1_000, 3_000, 8_000];

export interface EverythingReport {
  /** What the one request came to; `noEffect`: nothing went out, or it was refused. */
  readonly request: Answer;
  /** One per order that was known to be open. */
  readonly reports: readonly CancelReport[];
  /** What is open after all, by a reading after the last of them; undefined where none succeeded. */
  readonly left: readonly Order[] | undefined;
  /** How many more are open, which could not be read. */
  readonly lost: number;
  /** Why none succeeded; `cancelled`, `changed`: the connection or account did before. */
  readonly error: ExchangeError | undefined;
}

/**
 * Asks the service to cancel whatever is open, also orders placed in the meantime, with one request; follows each order
 * that is known, then reads what is open until nothing is or it stays so: all of that for one account. Never rejects.
 */
export async function cancelEverything(
  { cancels, orders, clock }: { cancels: CancelService; orders: OrdersStore; clock: Clock },
  known: readonly Order[],
  options: CancelOptions = {},
): Promise<EverythingReport> {
  const openEnded = cancels.openEnded(options.owner);
  const { owner } = openEnded;
  const [reports, request] = await Promise.all([
    cancels.cancel(known, { ...options, owner, openEnded }),
    openEnded.answered,
  ]);
  let left: OpenList | undefined;
  let error: ExchangeError | undefined;
  for (const wait of LOOKS) {
    await sleep(clock, wait);
    try {
      left = await orders.latest(owner);
      error = undefined;
      if (left.orders.length + left.lost === 0) break;
    } catch (cause) {
      left = undefined;
      error = isExchangeError(cause) ? cause : undefined;
      // It will not be this account's again: with that, its epoch is another one too.
      if (!openEnded.isOfThisAccount) break;
    }
  }
  await openEnded.verified(left?.orders.length === 0 && left.lost === 0);
  return { request, reports, left: left?.orders, lost: left?.lost ?? 0, error };
}
