import type { ComboLeg } from './combo.ts';
import type { Instant } from './instant.ts';
import type { Money } from './money.ts';
import type { OpenEnum } from './open-enum.ts';
import type { OwnDecimal, OwnMoney } from './own.ts';
import type { RawField } from './raw-field.ts';

export type OrderSide = 'BUY' | 'SELL';
export type OrderType = 'LIMIT' | 'MARKET';
export const ORDER_INTENTS = ['BUY_LONG', 'SELL_LONG', 'BUY_SHORT', 'SELL_SHORT'] as const;
export type OrderIntent = (typeof ORDER_INTENTS)[number];
export const TIMES_IN_FORCE = [
  'DAY',
  'GOOD_TILL_CANCEL',
  'GOOD_TILL_DATE',
  'IMMEDIATE_OR_CANCEL',
  'FILL_OR_KILL',
] as const;
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];
export const ORDER_STATES = [
  'NEW',
  'PARTIALLY_FILLED',
  'FILLED',
  'CANCELED',
  'REPLACED',
  'REJECTED',
  'EXPIRED',
  'PENDING_NEW',
  'PENDING_REPLACE',
  'PENDING_CANCEL',
  'PENDING_RISK',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** What the service says about the market on an order or position. */
export interface MarketMetadata {
  readonly slug: string | undefined;
  readonly title: string | undefined;
  readonly outcome: string | undefined;
  readonly eventSlug: string | undefined;
  readonly eventId: string | undefined;
  readonly teamName: string | undefined;
  readonly subject: string | undefined;
  /** Of a combo, else none. */
  readonly comboLegs: readonly ComboLeg[];
  /** What was sent beside these, with all of team and subject. */
  readonly more?: readonly RawField[] | undefined;
}

/** An order (interface.md 9.6). `price` and `avgPx` are the long side's whatever the intent. */
export interface Order {
  readonly id: string;
  readonly marketSlug: string;
  readonly side: OpenEnum<OrderSide> | undefined;
  readonly type: OpenEnum<OrderType> | undefined;
  readonly price: Money | undefined;
  /** Contracts; may be fractional. */
  readonly quantity: OwnDecimal | undefined;
  readonly cumQuantity: OwnDecimal | undefined;
  readonly leavesQuantity: OwnDecimal | undefined;
  readonly tif: OpenEnum<TimeInForce> | undefined;
  readonly goodTillTime: Instant | undefined;
  readonly intent: OpenEnum<OrderIntent> | undefined;
  readonly marketMetadata: MarketMetadata | undefined;
  readonly state: OpenEnum<OrderState> | undefined;
  readonly avgPx: Money | undefined;
  readonly insertTime: Instant | undefined;
  readonly createTime: Instant | undefined;
  readonly lastTransactTime: Instant | undefined;
  readonly cashOrderQty: OwnMoney | undefined;
  /** Fees so far; negative is a maker rebate. */
  readonly commission: OwnMoney | undefined;
  readonly outcomeSide: OpenEnum<'YES' | 'NO'> | undefined;
  readonly action: OpenEnum<OrderSide> | undefined;
  /** What was sent beside these. */
  readonly more?: readonly RawField[] | undefined;
}

const TERMINAL: ReadonlySet<string> = new Set(['FILLED', 'CANCELED', 'REJECTED', 'EXPIRED', 'REPLACED']);

/** True when the state can change no more; false for an unlisted state, which may still be working. */
export function isTerminal(state: Order['state']): boolean {
  return state !== undefined && TERMINAL.has(state);
}

/**
 * Replaced, and yet with contracts left. Where the list of open orders has one of these it is open, whatever its state says
 * (interface.md 13.8).
 */
export function isReplacedWithLeaves({ state, leavesQuantity }: Order): boolean {
  return (
    state === 'REPLACED' &&
    leavesQuantity !== undefined &&
    !leavesQuantity.isZero &&
    !leavesQuantity.isNegative
  );
}

/** The outcome an order is about: the NO buyer's order is a SELL of the long side (interface.md 9.6). */
export function orderOutcome(order: Pick<Order, 'intent' | 'side'>): {
  readonly long: boolean;
  readonly buy: boolean;
} {
  switch (order.intent) {
    case 'BUY_SHORT':
      return { long: false, buy: true };
    case 'SELL_SHORT':
      return { long: false, buy: false };
    case 'SELL_LONG':
      return { long: true, buy: false };
    case 'BUY_LONG':
      return { long: true, buy: true };
    default:
      return { long: true, buy: order.side !== 'SELL' };
  }
}

/** Whether the service says that it buys, of whichever side. */
export function isBuy(order: Order): boolean {
  return isDirectionKnown(order) && orderOutcome(order).buy;
}

/** Whether the service says what is bought or sold; where it does not, nothing here claims to know. */
export function isDirectionKnown({ intent, side }: Pick<Order, 'intent' | 'side'>): boolean {
  return side === 'BUY' || side === 'SELL' || /^(BUY|SELL)_(LONG|SHORT)$/.test(intent ?? '');
}
