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
}

/** How much of an order was filled at a time of the service. */
interface Filled {
  readonly quantity: OwnDecimal;
  readonly time: Instant | undefined;
}

/** Orders remembered so that nothing is reported twice. */
const MOST_ORDERS = 2_000;

/**
 * Reports each change of what is filled once, whether an execution or a list brings it, however often. What is older than
 * what was received before says nothing: the filled quantity already had it.
 */
export class FillLedger {
  readonly #filled = new Map<string, Filled>();

  /** Takes in an execution. `before`: the order as a list last had it, where one did. */
  execution(execution: Execution, before: Order | undefined): FillNews | undefined {
    const { order, lastShares, lastPx } = execution;
    const time = order.lastTransactTime ?? execution.transactTime;
    const known = this.#filled.get(order.id) ?? startOf(execution, before);
    const isNext = lastShares !== undefined && isLater(time, known.time);
    const filled = order.cumQuantity ?? (isNext ? known.quantity.plus(lastShares) : known.quantity);
    // The service has no type for a bust. In an execution of any type an unset quantity may read as 0.
    if (execution.type !== undefined && filled.lessThan(known.quantity)) return undefined;
    const news = this.#take(order, known, { quantity: filled, time });
    const isWhole = news?.kind === 'fill' && lastShares?.equals(news.quantity) === true;
    return isWhole ? { ...news, price: lastPx } : news;
  }

  /** Takes in an order as it stands. `isNew`: the list before did not have it. */
  reading(order: Order, isNew = false): FillNews | undefined {
    const { avgPx, cumQuantity: quantity, lastTransactTime: time } = order;
    if (quantity === undefined) return undefined;
    const start = { quantity: isNew ? Decimal.zero : quantity, time: undefined };
    const known = this.#filled.get(order.id) ?? start;
    const news = this.#take(order, known, { quantity, time });
    const isFirst = known.quantity.isZero && avgPx?.value.isZero === false;
    return news && { ...news, price: isFirst ? avgPx : undefined };
  }

  /** Takes an order as it stands without reporting what changed. */
  skip(order: Order): void {
    const { id, cumQuantity: quantity, lastTransactTime: time } = order;
    if (quantity === undefined || isLater(this.#filled.get(id)?.time, time)) return;
    remember(this.#filled, id, { quantity, time }, MOST_ORDERS);
  }

  clear(): void {
    this.#filled.clear();
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
    };
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
