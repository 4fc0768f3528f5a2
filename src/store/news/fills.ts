import { Decimal } from '../../core/decimal.ts';
import { type Execution, isCancelledTrade, isCorrection, mayTakeBack } from '../../core/execution.ts';
import type { FillNews } from '../../core/happening.ts';
import { type Instant, isLater } from '../../core/instant.ts';
import type { Order } from '../../core/order.ts';
import type { OwnDecimal } from '../../core/own.ts';
import { remember } from '../reading/keyed-list.ts';

/** How much of an order was filled at a time of the service. */
interface Filled {
  readonly quantity: OwnDecimal;
  readonly time: Instant | undefined;
}

/** Orders remembered so that nothing is reported twice. */
const MOST_ORDERS = 2_000;
/** A trade may be dated so much later than its order, milliseconds. */
const SLACK_MS = 2_000;

/**
 * Reports each change of what is filled once, whether an execution or a list brings it, however often. What is older than
 * what was received before says nothing: the filled quantity already had it.
 */
export class FillLedger {
  readonly #filled = new Map<string, Filled>();

  /** Takes in an order after an execution. Of one that is not known only that execution is new. */
  execution(execution: Execution): FillNews | undefined {
    const { order, lastShares, lastPx, transactTime } = execution;
    const shares = lastShares ?? Decimal.zero;
    // What a correction changed is not said: only a cancelled trade took its shares back.
    const start = !isCorrection(execution)
      ? order.cumQuantity?.minus(shares)
      : isCancelledTrade(execution)
        ? order.cumQuantity?.plus(shares)
        : order.cumQuantity;
    // In an execution of any other type an unset quantity may read as 0.
    const canBust = mayTakeBack(execution);
    const news = this.#take(order, order.lastTransactTime ?? transactTime, start, canBust);
    const isWhole = news?.kind === 'fill' && lastShares?.equals(news.quantity) === true;
    return isWhole ? { ...news, price: lastPx } : news;
  }

  /** Takes in an order as it stands; one that is not known only counts as filled if `isNew`: a list before did not have it. */
  reading(order: Order, isNew = false): FillNews | undefined {
    return this.#take(order, order.lastTransactTime, isNew ? Decimal.zero : order.cumQuantity, true);
  }

  /** Tells whether what is known now, by the service's clock, has a trade of that order and time; Unix milliseconds. */
  snapshot(): (orderId: string, ms: number) => boolean {
    const filled = new Map(this.#filled);
    return (orderId, ms) => ms <= (filled.get(orderId)?.time?.ms ?? 0) + SLACK_MS;
  }

  clear(): void {
    this.#filled.clear();
  }

  #take(
    order: Order,
    time: Instant | undefined,
    start: OwnDecimal | undefined,
    canBust: boolean,
  ): FillNews | undefined {
    const { id, marketSlug, cumQuantity: quantity, avgPx } = order;
    if (quantity === undefined || start === undefined) return undefined;
    const known = this.#filled.get(id) ?? { quantity: start, time: undefined };
    const isLess = quantity.lessThan(known.quantity);
    const isDated = time !== undefined && (known.time === undefined || isLater(time, known.time));
    // Without a later time a smaller quantity may as well come late.
    if (isLater(known.time, time) || (isLess && !(canBust && isDated))) return undefined;
    remember(this.#filled, id, { quantity, time: time ?? known.time }, MOST_ORDERS);
    if (quantity.equals(known.quantity)) return undefined;
    const isFirst = known.quantity.isZero && avgPx?.value.isZero === false;
    const [more, less] = isLess ? [known.quantity, quantity] : [quantity, known.quantity];
    return {
      kind: isLess ? 'busted' : 'fill',
      marketSlug,
      order,
      quantity: more.minus(less),
      price: isFirst ? avgPx : undefined,
    };
  }
}
