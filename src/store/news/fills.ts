import { Decimal } from '../../core/decimal.ts';
import type { Execution } from '../../core/execution.ts';
import { compareInstants, type Instant, isLater } from '../../core/instant.ts';
import type { Money } from '../../core/money.ts';
import type { Order } from '../../core/order.ts';
import type { OwnDecimal } from '../../core/own.ts';
import { remember } from '../reading/keyed-list.ts';

/** A fill, from an execution or found by comparing two readings. */
interface Fill {
  /** The same for the same fill, however often it is received. */
  readonly key: string;
  readonly tradeId: string | undefined;
  readonly quantity: OwnDecimal;
  /** Long side; undefined where only the order's average is known. */
  readonly price: Money | undefined;
}

/** What an execution or a reading came to. `keys`: fills reported before that never were. */
export type FillNews =
  | { readonly kind: 'fill'; readonly fill: Fill }
  | {
      readonly kind: 'busted';
      readonly key: string;
      readonly quantity: OwnDecimal;
      readonly price: Money | undefined;
      readonly keys: readonly string[];
    };

/** What of one order's filled quantity has been accounted for. */
interface Account {
  /** Filled before anybody listened; undefined while no list had the order. */
  base: OwnDecimal | undefined;
  fills: readonly Fill[];
  /** Trades taken back before their fill was heard of. */
  readonly busted: Set<string>;
  /** How the order stood when a list was last taken in: what happened until then is all accounted for. */
  read: { readonly time: Instant | undefined; readonly filled: OwnDecimal } | undefined;
  /** The latest time received. */
  latest: Instant | undefined;
}

/** Orders, and executions, remembered so that nothing is reported twice. */
const MOST_ORDERS = 2_000;
const MOST_EXECUTIONS = 10_000;

/**
 * Accounts for what was filled, so that each fill is reported once whether an execution or a reading brings it, in any order
 * and however often. The filled quantity of an order grows with fills and shrinks only where one is taken back.
 */
export class FillLedger {
  readonly #accounts = new Map<string, Account>();
  readonly #executions = new Map<string, true>();

  /** Takes in an execution. `before`: the order as a list last had it, where one did. */
  execution(execution: Execution, before: Order | undefined): FillNews | undefined {
    const { id, order } = execution;
    if (id !== undefined && this.#executions.has(id)) return undefined;
    if (id !== undefined) remember(this.#executions, id, true, MOST_EXECUTIONS);
    const account = this.#account(order.id);
    if (account.base === undefined && account.read === undefined) startFrom(account, execution, before);
    const time = order.lastTransactTime ?? execution.transactTime;
    const isNewest = !isLater(account.latest, time);
    account.latest = isNewest ? (time ?? account.latest) : account.latest;
    if (isFill(execution, account)) return this.#fill(account, execution);
    if (execution.type !== undefined) return undefined;
    return this.#takenBack(account, execution, isNewest);
  }

  /**
   * Takes in an order as it stands. `isNew`: the list before did not have it, so that all of it is news. What an older
   * reading says is passed over.
   */
  reading(order: Order, isNew = false): FillNews | undefined {
    const filled = order.cumQuantity;
    if (filled === undefined) return undefined;
    const account = this.#account(order.id);
    const time = order.lastTransactTime;
    if (isLater(account.latest, time) || isLater(account.read?.time, time)) return undefined;
    account.base ??= isNew ? Decimal.zero : filled.minus(sumOf(account.fills));
    const known = account.base.plus(sumOf(account.fills));
    // Without times a smaller quantity may as well come late.
    const isDated = time !== undefined && (account.latest === undefined || isLater(time, account.latest));
    if (filled.lessThan(known) && !isDated) return undefined;
    account.read = { time, filled };
    account.latest = time ?? account.latest;
    if (filled.equals(known)) return undefined;
    const key = `${order.id} ${filled.toString()} ${time?.text ?? ''}`;
    if (filled.lessThan(known)) return lose(account, known.minus(filled), key);
    const first = known.isZero && order.avgPx?.value.isZero === false;
    const fill: Fill = {
      key,
      tradeId: undefined,
      quantity: filled.minus(known),
      price: first ? order.avgPx : undefined,
    };
    account.fills = [...account.fills, fill];
    return { kind: 'fill', fill };
  }

  clear(): void {
    this.#accounts.clear();
    this.#executions.clear();
  }

  #account(orderId: string): Account {
    const account: Account = this.#accounts.get(orderId) ?? {
      base: undefined,
      fills: [],
      busted: new Set(),
      read: undefined,
      latest: undefined,
    };
    remember(this.#accounts, orderId, account, MOST_ORDERS);
    return account;
  }

  #fill(account: Account, execution: Execution): FillNews | undefined {
    const { order, tradeId, id } = execution;
    // The order may be as it is by now; the fill happened when the execution says.
    const time = execution.transactTime ?? order.lastTransactTime;
    if (tradeId !== undefined && account.busted.has(tradeId)) return undefined;
    const filled = order.cumQuantity;
    const key = id ?? tradeId ?? `${order.id} ${filled?.toString() ?? ''}`;
    if (account.fills.some((fill) => fill.key === key)) return undefined;
    if (account.read !== undefined && isRead(account.read, time, filled)) return undefined;
    const known = (account.base ?? Decimal.zero).plus(sumOf(account.fills));
    const quantity = execution.lastShares ?? filled?.minus(known);
    if (quantity === undefined || quantity.isZero || quantity.isNegative) return undefined;
    const fill: Fill = { key, tradeId, quantity, price: execution.lastPx };
    account.fills = [...account.fills, fill];
    return { kind: 'fill', fill };
  }

  /** The service has no type for it: its trade shows it for sure, else an order that has less filled. */
  #takenBack(account: Account, execution: Execution, isNewest: boolean): FillNews | undefined {
    const { order, tradeId } = execution;
    const key = execution.id ?? `${order.id} ${tradeId ?? ''} ${order.cumQuantity?.toString() ?? ''}`;
    const own = account.fills.find((fill) => tradeId !== undefined && fill.tradeId === tradeId);
    if (tradeId !== undefined) account.busted.add(tradeId);
    if (own !== undefined) {
      account.fills = account.fills.filter((fill) => fill !== own);
      return { kind: 'busted', key, quantity: own.quantity, price: own.price, keys: [own.key] };
    }
    const known = account.base?.plus(sumOf(account.fills));
    const lost = order.cumQuantity === undefined ? undefined : known?.minus(order.cumQuantity);
    if (!isNewest || lost === undefined || lost.isZero || lost.isNegative) return undefined;
    if (tradeId === undefined) return lose(account, lost, key);
    // An unknown trade: it was one from before, or its fill is still to come and is not reported.
    const base = account.base ?? Decimal.zero;
    const quantity = base.lessThan(lost) ? base : lost;
    if (quantity.isZero) return undefined;
    account.base = base.minus(quantity);
    return { kind: 'busted', key, quantity, price: undefined, keys: [] };
  }
}

/** What an order nobody had a list of had filled before its first execution. */
function startFrom(account: Account, { type, order }: Execution, before: Order | undefined): void {
  if (before?.cumQuantity !== undefined) {
    account.base = before.cumQuantity;
    account.read = { time: before.lastTransactTime, filled: before.cumQuantity };
  } else if (type === 'NEW') account.base = order.cumQuantity ?? Decimal.zero;
}

/** The latest fills go first: nothing says which it was. */
function lose(account: Account, quantity: OwnDecimal, key: string): FillNews {
  const keys: string[] = [];
  let left = quantity;
  let price: Money | undefined;
  const remaining: Fill[] = [];
  for (const fill of [...account.fills].reverse()) {
    if (left.isZero) remaining.unshift(fill);
    else if (left.lessThan(fill.quantity)) {
      remaining.unshift({ ...fill, quantity: fill.quantity.minus(left) });
      left = Decimal.zero;
    } else {
      keys.push(fill.key);
      price = fill.price;
      left = left.minus(fill.quantity);
    }
  }
  account.fills = remaining;
  account.base = (account.base ?? Decimal.zero).minus(left);
  return { kind: 'busted', key, quantity, price: keys.length === 1 ? price : undefined, keys };
}

/** The type says it; where the service sends none, what was traded does, unless that trade is being taken back. */
function isFill({ type, lastShares, tradeId }: Execution, { fills }: Account): boolean {
  if (type !== undefined) return type === 'FILL' || type === 'PARTIAL_FILL';
  const isKnown = tradeId !== undefined && fills.some((fill) => fill.tradeId === tradeId);
  return !isKnown && lastShares !== undefined && !lastShares.isZero;
}

/** Whether a list that was taken in already had this fill. */
function isRead(
  read: NonNullable<Account['read']>,
  time: Instant | undefined,
  filled: OwnDecimal | undefined,
): boolean {
  if (read.time !== undefined && time !== undefined) return compareInstants(time, read.time) <= 0;
  return filled !== undefined && !read.filled.lessThan(filled);
}

function sumOf(fills: readonly Fill[]): OwnDecimal {
  return fills.reduce((sum, { quantity }) => sum.plus(quantity), Decimal.zero as OwnDecimal);
}
