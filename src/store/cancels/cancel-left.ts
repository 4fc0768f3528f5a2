import { sleep } from '../../base/async.ts';
import type { Clock } from '../../base/clock.ts';
import type { Order } from '../../core/order.ts';
import { type ExchangeError, isExchangeError } from '../../exchange/errors.ts';
import type { OpenList, OrdersStore } from '../account/orders.ts';
import type { Owner } from '../session/owner.ts';

/** Waits between the readings that look for what is still open, milliseconds. */
const LOOKS = [0, 1_000, 3_000, 8_000];

/** What is open after whatever was open was asked to be cancelled. */
export interface Left {
  /** By the last reading; undefined where it did not succeed. */
  readonly left: readonly Order[] | undefined;
  /** How many more are open, which could not be read. */
  readonly lost: number;
  /** Why it did not succeed; `cancelled`, `changed`: the connection or account did before. */
  readonly error: ExchangeError | undefined;
}

/** Reads what is open until nothing is, or it stays so. `goesOn`: asked before each reading. Never rejects. */
export async function whatIsLeft(
  { orders, clock }: { readonly orders: OrdersStore; readonly clock: Clock },
  owner: Owner,
  goesOn: () => boolean,
): Promise<Left> {
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
    if (!goesOn()) break;
  }
  return { left: list?.orders, lost: list?.lost ?? 0, error };
}
