import { isTakenBack, type TradeActivity } from '../../core/activity.ts';
import { Decimal } from '../../core/decimal.ts';
import type { Order } from '../../core/order.ts';
import type { OwnDecimal } from '../../core/own.ts';
import { remember } from '../reading/keyed-list.ts';

/** Trades, and orders, remembered. */
const MOST_TRADES = 5_000;
const MOST_ORDERS = 2_000;
/** A trade may be dated so much later than its order, milliseconds. */
const SLACK_MS = 2_000;

/** What a list showed of an order, without saying by which trades. */
interface Unnamed {
  /** Contracts no trade has been found for yet. */
  left: OwnDecimal;
  /** No trade after this is among them, Unix milliseconds by the service's clock. */
  untilMs: number;
}

/** A trade, and the key of the news that reported it; without an id where a list showed it. */
interface ReportedTrade {
  readonly id: string | undefined;
  readonly key: string;
}

/**
 * Which of one's own trades, or of those taken back, were reported as they happened: by id where a frame brought it, as so many
 * contracts of an order where a list did.
 */
export class ReportedTrades {
  /** Key of the news of each; undefined where a list showed it. */
  readonly #ids = new Map<string, string | undefined>();
  readonly #unnamed = new Map<string, Unnamed>();

  /** So many contracts were reported. `nowMs`, Unix milliseconds, dates an order that has no time. */
  add(order: Order, quantity: OwnDecimal, trade: ReportedTrade, nowMs: number): void {
    if (trade.id !== undefined) {
      remember(this.#ids, trade.id, trade.key, MOST_TRADES);
      return;
    }
    const known = this.#unnamed.get(order.id);
    const untilMs = Math.max(known?.untilMs ?? 0, order.lastTransactTime?.ms ?? nowMs);
    const left = (known?.left ?? Decimal.zero).plus(quantity);
    remember(this.#unnamed, order.id, { left, untilMs }, MOST_ORDERS);
  }

  /** Whether a trade was reported. One found by its order is so from then on: its contracts are no other trade's. */
  has(trade: TradeActivity): boolean {
    const { id, ownOrder, qty } = trade;
    const time = isTakenBack(trade) ? (trade.updateTime ?? trade.createTime) : trade.createTime;
    if (this.#ids.has(id)) return true;
    const unnamed = ownOrder === undefined ? undefined : this.#unnamed.get(ownOrder.id);
    if (unnamed === undefined || qty === undefined || unnamed.left.lessThan(qty)) return false;
    if (time === undefined || time.ms > unnamed.untilMs + SLACK_MS) return false;
    unnamed.left = unnamed.left.minus(qty);
    remember(this.#ids, id, undefined, MOST_TRADES);
    return true;
  }

  /** Key of the news that reported a trade. */
  keyOf(tradeId: string): string | undefined {
    return this.#ids.get(tradeId);
  }

  clear(): void {
    this.#ids.clear();
    this.#unnamed.clear();
  }
}
