import { sleep } from '../base/async.ts';
import type { Clock } from '../base/clock.ts';
import type { Order } from '../core/order.ts';
import { ExchangeError, isExchangeError } from '../exchange/errors.ts';
import type { CancelOptions, CancelReport, CancelService } from './cancel.ts';
import type { Answer } from './cancel-outcome.ts';
import type { OrdersStore } from './orders.ts';

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
  /** Why none succeeded; `cancelled`: the connection or account changed before. */
  readonly error: ExchangeError | undefined;
}

/**
 * Asks the service to cancel whatever is open, also orders placed in the meantime, with one request; follows each order
 * that is known, then reads what is open until nothing is or it stays so. Never rejects.
 */
export async function cancelEverything(
  { cancels, orders, clock }: { cancels: CancelService; orders: OrdersStore; clock: Clock },
  known: readonly Order[],
  options: CancelOptions = {},
): Promise<EverythingReport> {
  const openEnded = cancels.openEnded();
  const [reports, request] = await Promise.all([
    cancels.cancel(known, { ...options, openEnded }),
    openEnded.answered,
  ]);
  let left: readonly Order[] | undefined;
  let lost = 0;
  let error: ExchangeError | undefined;
  for (const wait of LOOKS) {
    await sleep(clock, wait);
    try {
      if (!openEnded.isOfThisAccount) throw changed();
      left = await orders.latest();
      // Read meanwhile with another key, or of another service: it says nothing about what was asked for.
      if (!openEnded.isOfThisAccount) throw changed();
      lost = orders.lost;
      error = undefined;
      if (left.length + lost === 0) break;
    } catch (cause) {
      left = undefined;
      lost = 0;
      error = isExchangeError(cause) ? cause : undefined;
    }
  }
  await openEnded.verified(left?.length === 0 && lost === 0);
  return { request, reports, left, lost, error };
}

function changed(): ExchangeError {
  return new ExchangeError('cancelled', 'The connection or account changed before what is open was read.');
}
