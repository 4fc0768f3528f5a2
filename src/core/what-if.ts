import type { Book, BookLevel } from './book.ts';
import { Decimal, maxDecimal, minDecimal } from './decimal.ts';
import { fee } from './figures.ts';
import { isDirectionKnown, type Order, orderOutcome } from './order.ts';
import { type OwnDecimal, reveal } from './own.ts';
import type { Position } from './position.ts';

/** A trade nobody places: which side, in or out of it, and how many contracts. */
export interface WhatIf {
  readonly long: boolean;
  readonly buy: boolean;
  readonly size: Decimal;
}

/** What somebody typed; `notNumber`: no number of contracts. */
export type AskedWhatIf = WhatIf | 'notNumber';

/** What the book would make of it now, in the terms of its side. Prices are 0…1 for a contract. */
export interface BookWalk {
  /** Levels it would take, best first, in long terms. */
  readonly taken: readonly BookLevel[];
  readonly filled: Decimal;
  readonly average: Decimal;
  /** How much worse than the best price the average is; never negative. */
  readonly slippage: Decimal;
  /** Price times contracts, without fee. */
  readonly amount: Decimal;
  /** Of all levels together; undefined where the market sends no coefficient. */
  readonly fee: Decimal | undefined;
  /** The price of a contract with its part of the fee; undefined without a fee. */
  readonly breakEven: Decimal | undefined;
  /** The best level left, in long terms. */
  readonly next: BookLevel | undefined;
}

/** The book without one's own orders, with which nobody trades. */
export function withoutOwn(book: Book, orders: readonly Order[]): Book {
  const others = (levels: readonly BookLevel[], isBid: boolean): readonly BookLevel[] =>
    levels.map(({ price, quantity }) => {
      const left = orders
        .filter((order) => isDirectionKnown(order) && order.price?.value.equals(price) === true)
        .filter((order) => (orderOutcome(order).long === orderOutcome(order).buy) === isBid)
        .reduce((rest, { leavesQuantity: own }) => (own ? rest.minus(reveal(own)) : rest), quantity);
      return { price, quantity: maxDecimal(left, Decimal.zero) };
    });
  return { ...book, bids: others(book.bids, true), offers: others(book.offers, false) };
}

/** Walks the book as a market order would. Only the long side trades: buying short sells long. Undefined without a fill. */
export function walkBook(
  book: Book,
  { long, buy, size }: WhatIf,
  coefficient?: Decimal,
): BookWalk | undefined {
  const levels = long === buy ? book.offers : book.bids;
  const own = (price: Decimal): Decimal => (long ? price : Decimal.one.minus(price));
  const taken: BookLevel[] = [];
  let left = size;
  let next: BookLevel | undefined;
  for (const { price, quantity } of levels) {
    const some = minDecimal(left, quantity);
    if (some.greaterThan(Decimal.zero)) taken.push({ price, quantity: some });
    left = left.minus(some);
    next = { price, quantity: quantity.minus(some) };
    if (next.quantity.greaterThan(Decimal.zero)) break;
    next = undefined;
  }
  const best = taken[0];
  if (best === undefined) return undefined;
  const filled = size.minus(left);
  const amount = amountOf(taken, long);
  const average = amount.dividedBy(filled);
  const fees = coefficient && feeOf(taken, coefficient);
  return {
    taken,
    filled,
    average,
    slippage: average.minus(own(best.price)).abs(),
    amount,
    fee: fees,
    breakEven: fees && (buy ? amount.plus(fees) : amount.minus(fees)).dividedBy(filled),
    next,
  };
}

/** What a trade does to what is held: it closes contracts first, then opens the other side (interface.md 13.4). */
export interface PositionEffect {
  readonly closes: ClosedPart | undefined;
  readonly opens: OpenedPart | undefined;
}

interface ClosedPart {
  readonly long: boolean;
  readonly contracts: OwnDecimal;
  /** Contracts of that side held afterwards. */
  readonly left: OwnDecimal;
  /** Price times contracts, less the fee of this part. */
  readonly brings: OwnDecimal;
  /** What it brings − the part of the cost, fees in; undefined where the cost is not known, or negative. */
  readonly realised: OwnDecimal | undefined;
}

interface OpenedPart {
  readonly long: boolean;
  readonly contracts: OwnDecimal;
  /** Price times contracts, with the fee of this part. */
  readonly needs: OwnDecimal;
}

/**
 * How the fills of a walk change a position; `undefined` for a buy that closes nothing. Only the long side trades, so buying
 * one side closes the other as selling it does, and selling what is not held buys the other side.
 */
export function effectOn(
  position: Position | undefined,
  { long, buy }: WhatIf,
  { taken, filled, fee: fees = Decimal.zero }: BookWalk,
  coefficient?: Decimal,
): PositionEffect | undefined {
  const net = position?.netPosition ?? Decimal.zero;
  const isLonger = long === buy;
  const isClosing = !net.isZero && net.isNegative === isLonger;
  if (buy && !isClosing) return undefined;
  const held = reveal(net.abs());
  const closing = isClosing ? minDecimal(held, filled) : Decimal.zero;
  const opening = filled.minus(closing);
  const [first, rest] = splitLevels(taken, closing);
  const closingFee = coefficient === undefined ? Decimal.zero : feeOf(first, coefficient);
  const brings = amountOf(first, !isLonger).minus(closingFee);
  const cost = position?.cost?.value;
  const realised =
    cost === undefined || cost.isNegative || closing.isZero
      ? undefined
      : brings.minus(reveal(cost).times(closing).dividedBy(held));
  const needs = amountOf(rest, isLonger).plus(fees).minus(closingFee);
  return {
    closes: closing.isZero
      ? undefined
      : { long: !isLonger, contracts: closing, left: held.minus(closing), brings, realised },
    opens: opening.isZero ? undefined : { long: isLonger, contracts: opening, needs },
  };
}

/** The levels with the first so many contracts, and those with the rest. */
function splitLevels(
  levels: readonly BookLevel[],
  contracts: Decimal,
): readonly [first: readonly BookLevel[], rest: readonly BookLevel[]] {
  const [first, rest]: [BookLevel[], BookLevel[]] = [[], []];
  let left = contracts;
  for (const { price, quantity } of levels) {
    const some = minDecimal(left, quantity);
    left = left.minus(some);
    if (!some.isZero) first.push({ price, quantity: some });
    if (!some.equals(quantity)) rest.push({ price, quantity: quantity.minus(some) });
  }
  return [first, rest];
}

/** Price times contracts, in the terms of a side. */
function amountOf(levels: readonly BookLevel[], long: boolean): Decimal {
  return levels.reduce(
    (sum, { price, quantity }) => sum.plus((long ? price : Decimal.one.minus(price)).times(quantity)),
    Decimal.zero,
  );
}

function feeOf(levels: readonly BookLevel[], coefficient: Decimal): Decimal {
  return levels.reduce(
    (sum, { price, quantity }) => sum.plus(fee(coefficient, quantity, price)),
    Decimal.zero,
  );
}
