import type { Dialect } from '../../exchange/profile.ts';
import type { ServerFrame, Subscribe, SubscriptionType } from '../../exchange/wire/frame.ts';
import type { World } from '../api.ts';
import { encodeServerFrame } from '../wire/encode-frame.ts';
import type { AccountChanges } from './account-feed.ts';

/** Orders in one part of a snapshot; the public record gives no figure. */
const SNAPSHOT_PART = 50;

/** One subscription of the private stream: the frames at its beginning and after each look. */
export class AccountSubscription {
  readonly type: SubscriptionType;
  readonly #requestId: string;
  readonly #slugs: ReadonlySet<string>;
  readonly #dialect: Dialect;
  readonly #send: (text: string) => void;

  constructor({ requestId, type, slugs }: Subscribe, dialect: Dialect, send: (text: string) => void) {
    this.type = type;
    this.#requestId = requestId;
    this.#slugs = new Set(slugs);
    this.#dialect = dialect;
    this.#send = send;
  }

  /** Open orders in parts, balances whole; of orders and positions the stream tells changes only (live interface §11). */
  begin(world: World, now: number): void {
    const requestId = this.#requestId;
    if (this.type === 'ACCOUNT_BALANCE')
      this.#tell({ requestId, kind: 'balances', balances: world.balances(now), whole: true });
    if (this.type !== 'ORDER_SNAPSHOT') return;
    const orders = world.openOrders(now).filter(({ marketSlug }) => this.#wants(marketSlug));
    // An account without open orders has one part, an empty one.
    for (let from = 0; from === 0 || from < orders.length; from += SNAPSHOT_PART) {
      const part = orders.slice(from, from + SNAPSHOT_PART);
      const eof = from + SNAPSHOT_PART >= orders.length;
      this.#tell({ requestId, kind: 'orders', orders: part, eof, error: undefined });
    }
  }

  tell({ executions, positions, balances }: AccountChanges): void {
    const requestId = this.#requestId;
    switch (this.type) {
      case 'ORDER':
        for (const execution of executions)
          if (this.#wants(execution.order.marketSlug)) this.#tell({ requestId, kind: 'order', execution });
        break;
      case 'POSITION':
        for (const change of positions)
          if (change.after === undefined || this.#wants(change.after.marketSlug))
            this.#tell({ requestId, kind: 'position', change });
        break;
      case 'ACCOUNT_BALANCE':
        for (const balance of balances)
          this.#tell({ requestId, kind: 'balances', balances: [balance], whole: false });
        break;
    }
  }

  /** No market named: all of them. */
  #wants(slug: string): boolean {
    return this.#slugs.size === 0 || this.#slugs.has(slug);
  }

  #tell(frame: ServerFrame): void {
    this.#send(encodeServerFrame(frame, this.type, this.#dialect));
  }
}
