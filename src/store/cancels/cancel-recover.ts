import { sleep } from '../../base/async.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { OrdersStore } from '../account/orders.ts';
import { onReading } from '../reading/load-state.ts';
import type { Session } from '../session/session.ts';
import { connectionOf } from './cancel-intent.ts';
import type { OtherRequests } from './cancel-others.ts';
import { type IntentRecord, wasTold } from './intent.ts';

/** Ends are collected for so long, milliseconds. */
const ENDS_MS = 1_000;

export interface RecoveryOptions {
  readonly session: Session;
  readonly orders: OrdersStore;
  readonly others: OtherRequests;
  /** Digest of whose orders these are. */
  readonly account: () => string;
  readonly takeUp: (exchange: Exchange, record: IntentRecord) => void;
}

/**
 * Takes up what other windows left open: all of it once for each account, and whatever else comes to be known as left by
 * each reading of the orders, which is when a row would show it.
 */
export class Recovery implements Disposable {
  readonly #own: RecoveryOptions;
  readonly #disposables = new DisposableStore();
  /** Epoch of the account whose open intents were last looked up, all of them; and of the one where that failed. */
  #lookedUp: number | undefined;
  #failed: number | undefined;
  readonly #ended = new Set<string>();

  constructor(own: RecoveryOptions) {
    this.#own = own;
    this.#disposables.add(onReading(own.orders, () => void this.#followReading()));
  }

  /** To be called when another account may be in use. */
  followSession(): void {
    const { session } = this.#own;
    const epoch = session.epoch('private');
    if (!session.canSign || (this.#lookedUp === epoch && this.#failed !== epoch)) return;
    void this.recover();
  }

  /**
   * To be called when the end of an order was found out late, or for another window: one that crashed while it asked anew
   * left more than one intent of it open. Looked at once for many.
   */
  async followEnd(orderId: string): Promise<void> {
    this.#ended.add(orderId);
    if (this.#ended.size > 1) return;
    await sleep(this.#own.session.clock, ENDS_MS);
    const ids = new Set(this.#ended);
    this.#ended.clear();
    await this.recoverThose(({ order }) => ids.has(order.id));
  }

  /** Takes up all that is open for this account; where that cannot be looked up, it is with a later reading. */
  async recover(): Promise<void> {
    const epoch = this.#own.session.epoch('private');
    this.#lookedUp = epoch;
    this.#failed = (await this.recoverThose(() => true)) ? undefined : epoch;
  }

  /** Takes up what `is` so. Asks nothing of the service if nothing is. False where it could not be looked up. */
  async recoverThose(is: (record: IntentRecord, isSilent: boolean) => boolean): Promise<boolean> {
    const { session, others, account, takeUp } = this.#own;
    const epoch = session.epoch('private');
    const here = (each: IntentRecord, isSilent: boolean): boolean =>
      each.connection === connectionOf(session.profile) && is(each, isSilent);
    try {
      if ((await others.open(here)).length === 0) return true;
      const exchange = await session.ensure();
      const own = account();
      const open = await others.open((each, isSilent) => here(each, isSilent) && each.account === own);
      // The client may be gone by now, and the account another one.
      if (!session.canSign || session.epoch('private') !== epoch || session.current !== exchange)
        return false;
      if (this.#disposables.disposed) return false;
      for (const record of open) takeUp(exchange, record);
      return true;
    } catch (cause) {
      session.log.error('Cancels that were under way could not be looked up.', cause);
      return false;
    }
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #followReading(): Promise<void> {
    if (this.#failed === this.#own.session.epoch('private')) await this.recover();
    else await this.recoverThose((record, isSilent) => isSilent || wasTold(record));
  }
}
