import { Decimal } from './decimal.ts';
import { isLong, settlementPays } from './figures.ts';
import { type OwnDecimal, type OwnMoney, ownMoney, reveal } from './own.ts';
import type { Position } from './position.ts';
import { type Outcome, outcomeOf, sidePays } from './pricing.ts';

const MORE_THAN_ROUNDING = Decimal.of('0.02');
/** Decimals of a price that is worked out of a payment, and how far that may be off: its two amounts are rounded. */
const PRICE_DECIMALS = 3;
const CENT = Decimal.of('0.01');

/** What a resolution says of how its market ended. `side` is the winning one (interface.md 9.8). */
interface Resolved {
  readonly side: string | undefined;
  readonly beforePosition: Position | undefined;
  readonly afterPosition: Position | undefined;
}

/**
 * How a resolved market ended (interface.md 13.5): its settlement; else the side of the resolution; else what else is known
 * of the market; else what the resolution realised. NEUTRAL is no side, and no void. `undefined` where nobody says it.
 */
export function resolutionResult(resolution: Resolved, known: Outcome | undefined): Outcome | undefined {
  if (known?.source === 'settlement') return known;
  if (resolution.side === 'LONG') return outcomeOf(Decimal.one, 'resolution');
  if (resolution.side === 'SHORT') return outcomeOf(Decimal.zero, 'resolution');
  return known ?? byRealised(resolution);
}

/**
 * The change of realised plus what the contracts had cost without fees is what they were paid. Of what is short the service
 * may report the long side's figure, with the other sign: it does where else less than nothing, or more than all, was paid.
 * `undefined` where that is no price, or fits more than one.
 */
function byRealised({ beforePosition: before, afterPosition: after }: Resolved): Outcome | undefined {
  const held = before?.netPosition;
  const cost = before && costWithoutFees(before);
  if (held === undefined || held.isZero || !cost || !before.realized || !after?.realized) return undefined;
  if (after.netPosition?.isZero === false) return undefined;
  const change = after.realized.value.minus(before.realized.value);
  const quantity = held.abs();
  const paid = paidBy(change, cost.value, held);
  const isNothing = isNear(paid, Decimal.zero);
  const isAll = isNear(paid, quantity);
  if (isNothing && isAll) return undefined;
  const isTurned = held.isNegative && isNear(cost.value.plus(cost.value), quantity);
  if (isNothing || isAll) {
    return isTurned
      ? undefined
      : outcomeOf(isLong(before) === isAll ? Decimal.one : Decimal.zero, 'realised');
  }
  if (held.isNegative || !cost.isExact) return undefined;
  const each = Decimal.of(reveal(paid.dividedBy(quantity)).toFixed(PRICE_DECIMALS));
  return isNear(quantity.times(each), paid, CENT) ? outcomeOf(each, 'realised') : undefined;
}

function paidBy(change: OwnDecimal, cost: OwnDecimal, held: OwnDecimal): OwnDecimal {
  const paid = cost.plus(change);
  const isPayment = [paid, held.abs().minus(paid)].every(
    (amount) => !amount.isNegative || isNear(amount, Decimal.zero),
  );
  return held.isNegative && !isPayment ? cost.minus(change) : paid;
}

/** `isExact`: without fees for certain. */
function costWithoutFees({ baseCost, cost, fees }: Position) {
  if (baseCost !== undefined) return { value: baseCost.value, isExact: true };
  if (cost === undefined) return undefined;
  return fees === undefined
    ? { value: cost.value, isExact: false }
    : { value: cost.value.minus(fees.value), isExact: true };
}

function isNear(amount: OwnDecimal, other: OwnDecimal, within = MORE_THAN_ROUNDING): boolean {
  return amount.minus(other).abs().minus(within).isNegative;
}

/** What a settlement did to the account. Every surface takes it from here, so that one settlement reads the same. */
export interface OwnSettlement {
  readonly held: Position;
  readonly outcome: Outcome;
  readonly end: 'won' | 'lost' | 'void';
  /** What a contract of the side held was paid, 0…1. */
  readonly each: Decimal;
  readonly payout: OwnMoney;
  /** Payout − cost. `undefined` without a cost, and for one below zero: no gain exceeds what was paid. */
  readonly gain: OwnMoney | undefined;
  /** The cost contains fees for certain, and so does the gain. */
  readonly hasFees: boolean;
}

/** `undefined` where nothing was held, or nobody says how the market ended. */
export function ownSettlement(
  held: Position | undefined,
  outcome: Outcome | undefined,
): OwnSettlement | undefined {
  if (held?.netPosition?.isZero !== false || outcome === undefined) return undefined;
  const { cost, netPosition } = held;
  const long = isLong(held);
  const won = (outcome.winner === 'long') === long ? 'won' : 'lost';
  const payout = ownMoney(settlementPays(netPosition, outcome.longPays), cost?.currency ?? '');
  return {
    held,
    outcome,
    end: outcome.winner === 'void' ? 'void' : won,
    each: sidePays(outcome, long),
    payout,
    gain:
      cost === undefined || cost.value.isNegative
        ? undefined
        : ownMoney(payout.value.minus(cost.value), cost.currency),
    hasFees: areFeesSent(held),
  };
}

/** Only then is it certain that the cost includes them. */
export function areFeesSent({ fees, baseCost }: Position): boolean {
  return fees !== undefined || baseCost !== undefined;
}

/**
 * Whether the service reports the result of a settlement that the contracts held pay. Undefined where it does not say enough,
 * and of what is short: the figures of short positions are not reported in one way.
 */
export function addsUp(resolution: Resolved, known: Outcome | undefined): boolean | undefined {
  const { beforePosition: before, afterPosition: after } = resolution;
  const outcome = resolutionResult(resolution, known);
  const settled = ownSettlement(before, outcome);
  if (settled === undefined || outcome?.source === 'realised') return undefined;
  if (!before?.baseCost || !before.realized || !after?.realized) return undefined;
  if (before.netPosition?.isNegative === true) return undefined;
  const reported = after.realized.value.minus(before.realized.value);
  return isNear(settled.payout.value.minus(before.baseCost.value), reported);
}
