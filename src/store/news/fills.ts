import { isTakenBack, type TradeActivity } from '../../core/activity.ts';
import { Decimal } from '../../core/decimal.ts';
import type { Execution } from '../../core/execution.ts';
import { type Instant, isLater } from '../../core/instant.ts';
import type { Money } from '../../core/money.ts';
import type { Order } from '../../core/order.ts';
import type { OwnDecimal } from '../../core/own.ts';
import { remember } from '../reading/keyed-list.ts';

/** What the filled quantity of an order changed by: more is a fill, less is one that was taken back. */
export interface FillNews {
  readonly kind: 'fill' | 'busted';
  /** The same for the same change. */
  readonly key: string;
  readonly quantity: OwnDecimal;
  /** Long side; undefined where more than one trade may be in it. */
  readonly price: Money | undefined;
  /** The trade, where an execution named it and it is the whole change. */
  readonly tradeId: string | undefined;
}

/** How much of an order was filled at a time of the service. */
interface Filled {
  readonly quantity: OwnDecimal;
  readonly time: Instant | undefined;
}

/** Orders, and trades, remembered so that nothing is reported twice. */
const MOST_ORDERS = 2_000;
const MOST_TRADES = 5_000;
/** A trade may be dated so much later than its order, milliseconds. */
const SLACK_MS = 2_000;

/**
 * Reports each change of what is filled once, whether an execution or a list brings it, however often. What is older than
 * what was received before says nothing: the filled quantity already had it.
 */
export class FillLedger {
  readonly #filled = new Map<string, Filled>();
  /** Trades reported by name: fills, and those taken back. */
  readonly #trades = new Map<string, true>();
  /** By order, until when a change was reported without its trades; Unix milliseconds by the service's clock. */
  readonly #reportedUntil = new Map<string, number>();

  /** Takes in an execution. `before`: the order as a list last had it, where one did. */
  execution(execution: Execution, before: Order | undefined): FillNews | undefined {
    const { order, lastShares, lastPx, tradeId } = execution;
    const time = order.lastTransactTime ?? execution.transactTime;
    const known = this.#filled.get(order.id) ?? startOf(execution, before);
    const isNext = lastShares !== undefined && isLater(time, known.time);
    const filled = order.cumQuantity ?? (isNext ? known.quantity.plus(lastShares) : known.quantity);
    // The service has no type for a bust. In an execution of any type an unset quantity may read as 0.
    if (execution.type !== undefined && filled.lessThan(known.quantity)) return undefined;
    const news = this.#take(order, known, { quantity: filled, time });
    if (news === undefined) return undefined;
    if (news.kind === 'busted') return this.#reported({ ...news, tradeId }, order, time?.ms ?? 0);
    const isWhole = lastShares?.equals(news.quantity) === true;
    const trade = isWhole ? { price: lastPx, tradeId } : {};
    return this.#reported({ ...news, ...trade }, order, time?.ms ?? 0);
  }

  /** Takes in an order as it stands. `isNew`: the list before did not have it. `nowMs` dates an order that has no time. */
  reading(order: Order, nowMs: number, isNew = false): FillNews | undefined {
    const { avgPx, cumQuantity: quantity, lastTransactTime: time } = order;
    if (quantity === undefined) return undefined;
    const start = { quantity: isNew ? Decimal.zero : quantity, time: undefined };
    const known = this.#filled.get(order.id) ?? start;
    const news = this.#take(order, known, { quantity, time });
    if (news === undefined) return undefined;
    const isFirst = known.quantity.isZero && avgPx?.value.isZero === false;
    return this.#reported({ ...news, price: isFirst ? avgPx : undefined }, order, time?.ms ?? nowMs);
  }

  /** Takes an order as it stands without reporting what changed. */
  skip(order: Order): void {
    const { id, cumQuantity: quantity, lastTransactTime: time } = order;
    if (quantity === undefined || isLater(this.#filled.get(id)?.time, time)) return;
    remember(this.#filled, id, { quantity, time }, MOST_ORDERS);
  }

  /** Whether a trade, or that it was taken back, was reported. */
  hasReported(trade: TradeActivity): boolean {
    const isBust = isTakenBack(trade);
    if (this.#trades.has(`${isBust ? 'busted' : 'fill'} ${trade.id}`)) return true;
    const time = isBust ? (trade.updateTime ?? trade.createTime) : trade.createTime;
    const untilMs = this.#reportedUntil.get(trade.ownOrder?.id ?? '');
    return time !== undefined && untilMs !== undefined && time.ms <= untilMs + SLACK_MS;
  }

  clear(): void {
    for (const each of [this.#filled, this.#trades, this.#reportedUntil]) each.clear();
  }

  #take({ id }: Order, known: Filled, next: Filled): FillNews | undefined {
    if (isLater(known.time, next.time)) return undefined;
    const isLess = next.quantity.lessThan(known.quantity);
    const isDated = known.time === undefined ? next.time !== undefined : isLater(next.time, known.time);
    // Without a later time a smaller quantity may as well come late.
    if (isLess && !isDated) return undefined;
    const time = next.time ?? known.time;
    remember(this.#filled, id, { quantity: next.quantity, time }, MOST_ORDERS);
    if (next.quantity.equals(known.quantity)) return undefined;
    const [more, less] = isLess ? [known.quantity, next.quantity] : [next.quantity, known.quantity];
    return {
      kind: isLess ? 'busted' : 'fill',
      key: `${id} ${next.quantity.toString()} ${time?.text ?? ''}`,
      quantity: more.minus(less),
      price: undefined,
      tradeId: undefined,
    };
  }

  #reported(news: FillNews, { id }: Order, ms: number): FillNews {
    const { kind, tradeId } = news;
    const untilMs = Math.max(this.#reportedUntil.get(id) ?? 0, ms);
    if (tradeId === undefined) remember(this.#reportedUntil, id, untilMs, MOST_ORDERS);
    else remember(this.#trades, `${kind} ${tradeId}`, true, MOST_TRADES);
    return news;
  }
}

/** What an order had filled before its first execution. */
function startOf({ type, order, lastShares }: Execution, before: Order | undefined): Filled {
  const { cumQuantity: filled = Decimal.zero as OwnDecimal } = order;
  if (before?.cumQuantity !== undefined)
    return { quantity: before.cumQuantity, time: before.lastTransactTime };
  if (type === 'NEW') return { quantity: filled, time: undefined };
  return { quantity: lastShares === undefined ? Decimal.zero : filled.minus(lastShares), time: undefined };
}
