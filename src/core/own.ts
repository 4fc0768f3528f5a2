import type { Decimal } from './decimal.ts';

/**
 * An amount of one's own account: contracts held, ordered or traded, and the value of an `OwnMoney`. It calculates like a
 * `Decimal`, and what comes out is one's own too, but it is no `Decimal`: formatters of public figures do not compile with it.
 * Only the hiding ones (`Formatter.contracts`, `money`, `signedMoney`) put it into words.
 */
export interface OwnDecimal {
  readonly isZero: boolean;
  readonly isNegative: boolean;
  plus(other: OwnDecimal): OwnDecimal;
  minus(other: OwnDecimal): OwnDecimal;
  times(other: OwnDecimal): OwnDecimal;
  dividedBy(other: OwnDecimal): OwnDecimal;
  negated(): OwnDecimal;
  abs(): OwnDecimal;
  compare(other: OwnDecimal): -1 | 0 | 1;
  equals(other: OwnDecimal): boolean;
  lessThan(other: OwnDecimal): boolean;
  greaterThan(other: OwnDecimal): boolean;
}

/** Money of one's own account: cost, value, profit and loss, balances, fees. */
export interface OwnMoney {
  readonly value: OwnDecimal;
  readonly currency: string;
}

/**
 * The number behind an own amount. For what is not shown (requests, files, order of rows), for prices worked out of amounts,
 * and for the hiding formatter itself; a tidy test lists the files that may call it.
 */
export function reveal(amount: OwnDecimal): Decimal {
  return amount as Decimal;
}

export function ownMoney(value: OwnDecimal, currency: string): OwnMoney {
  return { value, currency };
}
