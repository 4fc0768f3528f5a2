import type { Clock } from '../../base/clock.ts';
import type { Order } from '../../core/order.ts';
import type { OrdersStore } from '../account/orders.ts';
import type { CancelOptions, CancelReport, CancelService } from './cancel.ts';
import { type Left, whatIsLeft } from './cancel-left.ts';
import type { Answer } from './cancel-outcome.ts';

export interface EverythingReport extends Left {
  /** What the one request came to; `noEffect`: nothing went out, or it was refused. */
  readonly request: Answer;
  /** One per order that was known to be open. */
  readonly reports: readonly CancelReport[];
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
  const looked = Promise.withResolvers<Left>();
  const afterwards = async (): Promise<void> => {
    await openEnded.answered;
    const found = await whatIsLeft({ orders, clock }, owner, () => {
      openEnded.alive();
      // It will not be this account's again: with that, its epoch is another one too.
      return openEnded.isOfThisAccount;
    });
    await openEnded.verified(found.left?.length === 0 && found.lost === 0);
    looked.resolve(found);
  };
  // What the orders came to is as known as what is open, and no older.
  const reports = await cancels.cancel(known, { ...options, owner, openEnded, afterwards });
  return { request: await openEnded.answered, reports, ...(await looked.promise) };
}
