import type { Book, BookLevel } from './book.ts';
import { Decimal, maxDecimal, minDecimal } from './decimal.ts';
import { fee } from './figures.ts';
import { isDirectionKnown, type Order, orderOutcome } from './order.ts';
import { reveal } from './own.ts';

/** A trade nobody places: which side, in or out of it, and how many contracts. */
export interface WhatIf {
  readonly long: boolean;
  readonly buy: boolean;
  readonly size: Decimal;
}

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
  const amount = taken.reduce((sum, level) => sum.plus(own(level.price).times(level.quantity)), Decimal.zero);
  const average = amount.dividedBy(filled);
  const fees =
    coefficient &&
    taken.reduce((sum, level) => sum.plus(fee(coefficient, level.quantity, level.price)), Decimal.zero);
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
