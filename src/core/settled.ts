import { type PositionResolution, resolutionPayout, resolutionResult } from './activity.ts';
import { isLong } from './figures.ts';
import type { Market } from './market.ts';
import { type OwnDecimal, type OwnMoney, ownMoney } from './own.ts';

/** What the settlement of a line did to the account. */
export interface SettledHolding {
  readonly result: 'won' | 'lost' | 'void' | undefined;
  /** Contracts before it: positive long, negative short. */
  readonly held: OwnDecimal;
  readonly left: OwnDecimal | undefined;
  readonly paid: OwnMoney | undefined;
  /** Paid out − cost, fees in. */
  readonly made: OwnMoney | undefined;
  /**
   * How much more the account's own activity says was realised than what was paid less the cost without fees; zero where it
   * adds up, `undefined` where the service does not send what it takes to tell.
   */
  readonly offBy: OwnMoney | undefined;
}

/** `undefined` where nothing was held. */
export function settledHolding(
  resolution: PositionResolution,
  market: Market | undefined,
): SettledHolding | undefined {
  const { beforePosition: before, afterPosition: after } = resolution;
  const held = before?.netPosition;
  if (before === undefined || held === undefined || held.isZero) return undefined;
  const winner = resolutionResult(resolution, market)?.winner;
  const ownSide = isLong(before) ? 'long' : 'short';
  const result = winner === undefined || winner === 'void' ? winner : winner === ownSide ? 'won' : 'lost';
  const paid = resolutionPayout(resolution, market);
  const made = difference(paid, before.cost);
  const fees = before.fees;
  const base = before.baseCost ?? (fees && difference(before.cost, fees));
  const realised = difference(after?.realized, before.realized);
  return {
    result,
    held,
    left: after?.netPosition,
    paid,
    made,
    offBy: difference(realised, difference(paid, base)),
  };
}

/** `undefined` where either is missing or their currencies differ. */
function difference(a: OwnMoney | undefined, b: OwnMoney | undefined): OwnMoney | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (a.currency !== b.currency && a.currency !== '' && b.currency !== '') return undefined;
  return ownMoney(a.value.minus(b.value), a.currency || b.currency);
}
