import { MAKER_REBATE } from '../../core/figures.ts';
import type { OrderIntent, TimeInForce } from '../../core/order.ts';
import { feeMicros } from '../engine/amounts.ts';
import type { MarketFrame } from '../engine/events.ts';
import { hash } from '../engine/random.ts';

/** Θ a maker gets back, in 1/10,000 (interface.md 9.11). */
const MAKER_THETA = -MAKER_REBATE.toNumber() * 10_000;

/** An order the account has from before the epoch, or one a user placed. Points and hundredths of a contract. */
export interface OrderPlan {
  readonly id: string;
  readonly market: MarketFrame;
  readonly intent: OrderIntent;
  /** Long-side limit price. */
  readonly points: number;
  readonly quantity: number;
  readonly createMs: number;
  readonly tif: TimeInForce;
  readonly goodTillMs?: number;
  /** Fills that are settled facts: those before the epoch. */
  readonly fills: readonly PlannedFill[];
  /** From here on it may be filled by the market crossing its price; undefined: it is over by the epoch. */
  readonly restsFromMs?: number;
  /** When somebody takes a little of it for certain; undefined for nearly all. */
  readonly takenMs?: number;
  /** When the exchange takes back its last fill until then; undefined for nearly all. */
  readonly bustedMs?: number;
}

export interface PlannedFill {
  readonly ms: number;
  readonly points: number;
  readonly quantity: number;
  readonly aggressor: boolean;
  /** Counts the fills of the order from 1, those taken back too. */
  readonly number: number;
}

/** In micros; less than 0 for a maker, who gets some back. */
export function feeOf(market: MarketFrame, { aggressor, quantity, points }: PlannedFill): number {
  return feeMicros(aggressor ? market.theta : MAKER_THETA, quantity, points);
}

export function isBuy(intent: OrderIntent): boolean {
  // Buying NO is selling the long side, selling NO is buying it (interface.md 9.6).
  return intent === 'BUY_LONG' || intent === 'SELL_SHORT';
}

/** Twelve upper-case letters and digits, as the service's ids look; different for each `number`. */
export function idOf(prefix: string, ...numbers: readonly number[]): string {
  const text = (hash(...numbers, 201).toString(36) + hash(...numbers, 202).toString(36)).toUpperCase();
  return prefix + text.padEnd(12, '0').slice(0, 12 - prefix.length);
}

export function tradeIdOf({ id }: OrderPlan, { number }: PlannedFill): string {
  return `${id}-${number}`;
}
