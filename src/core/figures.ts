import type { Balance } from './balance.ts';
import { byCurrency } from './currencies.ts';
import { Decimal } from './decimal.ts';
import { type Money, money } from './money.ts';
import { type OwnDecimal, type OwnMoney, ownMoney, reveal } from './own.ts';
import type { Position } from './position.ts';

/** What a position can be valued at where the service reports no value: the long side's best prices, 0…1. */
export interface Marks {
  readonly bid?: Decimal | undefined;
  readonly offer?: Decimal | undefined;
  /** They are newer than the position, so its reported value is the older one. */
  readonly newer?: boolean | undefined;
}

interface Valuation {
  readonly value: OwnMoney;
  /** How it was worked out: reported by the service, or quantity × best bid, or |quantity| × (1 − best offer). */
  readonly source: 'reported' | 'bid' | 'offer';
}

/** `cashValue` as reported, unless newer prices say otherwise; else by the book; without either no figure. */
export function positionValue(position: Position, marks: Marks = {}): Valuation | undefined {
  const reported = position.cashValue && ({ value: position.cashValue, source: 'reported' } as const);
  if (reported !== undefined && (marks.newer !== true || !isOpen(position))) return reported;
  return byMarks(position, marks) ?? reported;
}

function byMarks(position: Position, marks: Marks): Valuation | undefined {
  const quantity = position.netPosition;
  if (quantity === undefined) return undefined;
  const currency = currencyOf(position);
  if (!quantity.isNegative) {
    if (marks.bid === undefined) return undefined;
    return { value: ownMoney(quantity.times(marks.bid), currency), source: 'bid' };
  }
  if (marks.offer === undefined) return undefined;
  const each = Decimal.one.minus(marks.offer);
  return { value: ownMoney(quantity.abs().times(each), currency), source: 'offer' };
}

/**
 * Open P&L = value − cost, fees included in cost. `undefined` where either is missing or their currencies differ, and for
 * a negative cost: no gain exceeds the value.
 */
export function openPnl(position: Position, marks: Marks = {}): OwnMoney | undefined {
  const value = positionValue(position, marks)?.value;
  const cost = position.cost;
  if (value === undefined || cost === undefined || cost.value.isNegative) return undefined;
  if (value.currency !== cost.currency && value.currency !== '' && cost.currency !== '') return undefined;
  return ownMoney(value.value.minus(cost.value), cost.currency || value.currency);
}

/** Day P&L: contracts × the day's change of their side. `undefined` where some were traded since the day began. */
export function dayPnl(
  { netPosition: held, bodPosition: before, cost }: Position,
  change: Decimal | undefined,
): OwnMoney | undefined {
  if (held === undefined || before === undefined || change === undefined) return undefined;
  if (held.isZero || !held.equals(before)) return undefined;
  return ownMoney(held.abs().times(change), cost?.currency ?? '');
}

/** Still trades: not expired and not flat. An unknown quantity counts as open, so that its missing figures show. */
export function isOpen(position: Position): boolean {
  return position.expired !== true && position.netPosition?.isZero !== true;
}

/**
 * Counts in sums: open, or ended and not paid out, which is when the service takes the contracts away (interface.md 13.3).
 * What has expired and has no quantity is over.
 */
export function isHeld(position: Position): boolean {
  return isOpen(position) || position.netPosition?.isZero === false;
}

/** The outcome a position is on; flat positions are shown as long. */
export function isLong(position: Position): boolean {
  return position.netPosition?.isNegative !== true;
}

/** Held, and both its value and its cost are known and below one unit of money. */
export function isDust({ position, marks }: ValuedPosition): boolean {
  const value = positionValue(position, marks)?.value;
  const amounts = [value, position.cost];
  return isHeld(position) && amounts.every((amount) => amount?.value.abs().lessThan(Decimal.one) === true);
}

/** What a position pays when its outcome wins: one unit of money a contract. */
export function winPays(quantity: OwnDecimal): OwnDecimal {
  return quantity.abs();
}

/** What a position pays at a settlement price (0…1 per long contract): a short one is paid the rest. */
export function settlementPays(netPosition: OwnDecimal, longPays: Decimal): OwnDecimal {
  return netPosition.isNegative
    ? netPosition.abs().times(Decimal.one.minus(longPays))
    : netPosition.times(longPays);
}

/** What a contract of the side held cost. `feesIn`: only a cost with fees was sent. */
interface EntryPrice {
  readonly price: Money;
  readonly feesIn: boolean;
}

/**
 * The price of entry (interface.md 13.1): `baseCost` ÷ |quantity|, else `cost` ÷ |quantity|, in the terms of the side held.
 * Never `avgPx`, which blends all trades in the market. `undefined` for a negative cost.
 */
export function entryPrice(position: Position): EntryPrice | undefined {
  const { baseCost, cost } = position;
  const isUnset = baseCost?.value.isZero === true && cost?.value.isZero === false;
  const feesIn = baseCost === undefined || isUnset;
  const price = perContract(position, feesIn ? cost : baseCost);
  return price && { price, feesIn };
}

/**
 * Price per contract of the outcome held at which the position gives its cost back: cost ÷ |quantity|. `undefined` for a
 * negative cost too: no price is below zero.
 */
export function breakEven(position: Position): Money | undefined {
  return perContract(position, position.cost);
}

/** A price, which everybody may see, though not at what quantity. */
function perContract({ netPosition: quantity }: Position, amount: OwnMoney | undefined): Money | undefined {
  if (amount === undefined || quantity === undefined || quantity.isZero) return undefined;
  if (amount.value.isNegative) return undefined;
  return money(reveal(amount.value.dividedBy(quantity.abs())), amount.currency);
}

export interface ValuedPosition {
  readonly position: Position;
  readonly marks?: Marks | undefined;
  /** Nothing trades in its market any more, whatever the position says. */
  readonly isEnded?: boolean | undefined;
}

/** Held in a market that has ended: it is paid out when the market is settled. */
export function isAwaiting({ position, isEnded }: ValuedPosition): boolean {
  return isHeld(position) && (isEnded === true || !isOpen(position));
}

/** A sum that may lack parts: with `missing` > 0 it is "at least" this much, if no part can be negative. */
export interface Total {
  readonly sum: OwnDecimal;
  readonly missing: number;
  readonly counted: number;
}

export interface CurrencyTotals {
  readonly currency: string;
  /** Over all that is held, what awaits its settlement too. */
  readonly value: Total;
  readonly openPnl: Total;
  /** The part of both that awaits its settlement. */
  readonly awaiting: { readonly value: Total; readonly openPnl: Total };
  /** Over all positions given, open and expired, as reported (fees excluded by the service). */
  readonly realised: Total;
}

/** The figures of one currency; currencies are never added together. */
export interface PortfolioCurrency extends CurrencyTotals {
  readonly positions: number;
  /** Cash as reported; undefined where the service serves no balance of it. */
  readonly cash: OwnDecimal | undefined;
  readonly balance: Balance | undefined;
  /** See `accountValue`. */
  readonly accountValue: Total | undefined;
}

/** Totals, one entry a currency in the order they first appear: currencies are never added together. `known`: those of cash. */
export function totals(
  positions: readonly ValuedPosition[],
  known: readonly string[] = [],
): readonly CurrencyTotals[] {
  return [...byCurrency(positions, ({ position }) => currencyOf(position), known)].map(([currency, all]) => {
    const held = all.filter((entry) => isHeld(entry.position));
    return {
      currency,
      ...worth(held),
      awaiting: worth(held.filter(isAwaiting)),
      realised: total(all.map((entry) => entry.position.realized)),
    };
  });
}

function worth(held: readonly ValuedPosition[]): Pick<CurrencyTotals, 'value' | 'openPnl'> {
  return {
    value: total(held.map((entry) => positionValue(entry.position, entry.marks)?.value)),
    openPnl: total(held.map((entry) => openPnl(entry.position, entry.marks))),
  };
}

/**
 * Cash − margin + values of the sides held, of one currency (interface.md 13.2): cash contains what shorts were sold for and
 * the margin behind them. `undefined` without a balance of it, and with shorts whose margin is not sent.
 */
export function accountValue(
  { value }: CurrencyTotals,
  balance: Balance | undefined,
  hasShorts: boolean,
): Total | undefined {
  if (balance === undefined) return undefined;
  const { currentBalance, marginRequirement } = balance;
  if (marginRequirement === undefined && hasShorts) return undefined;
  return { ...value, sum: value.sum.plus(currentBalance).minus(marginRequirement ?? Decimal.zero) };
}

/** The currency of a position, taken from whichever of its amounts names one. */
export function currencyOf(position: Position): string {
  const amounts = [position.cashValue, position.cost, position.realized, position.baseCost, position.avgPx];
  return amounts.find((amount) => amount !== undefined && amount.currency !== '')?.currency ?? '';
}

/** Sum over amounts of one currency; an absent amount counts as missing, never as nothing. */
export function total(amounts: readonly (OwnMoney | undefined)[]): Total {
  const present = amounts.filter((amount) => amount !== undefined);
  const sum = present.reduce<OwnDecimal>((partial, amount) => partial.plus(amount.value), Decimal.zero);
  return { sum, missing: amounts.length - present.length, counted: amounts.length };
}

/** How much of the largest an own amount is, −1…1, for drawing only. */
export function shareOf(amount: OwnDecimal, largest: OwnDecimal): number {
  return largest.isZero ? 0 : reveal(amount.dividedBy(largest.abs())).toNumber();
}

/** Where an own amount stands among others, for the order of rows only. */
export function shownOrder(amount: OwnDecimal): number {
  return reveal(amount).toNumber();
}

/** Coefficient by which a maker is paid, the same in every market (interface.md 9.11): its fee is that of `fee`, negated. */
export const MAKER_REBATE = Decimal.of('0.0125');

/**
 * Fee of one fill in money: Θ · contracts · p · (1 − p), half-even to the cent (interface.md 9.11). `coefficient` is
 * the market's `feeCoefficient` for a taker; `price` is 0…1, of either side: the formula is the same for both.
 */
export function fee(coefficient: Decimal, contracts: Decimal, price: Decimal): Decimal {
  const exact = coefficient.times(contracts.abs()).times(price).times(Decimal.one.minus(price));
  return Decimal.of(exact.toFixed(2));
}
