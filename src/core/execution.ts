import type { Instant } from './instant.ts';
import type { Money } from './money.ts';
import type { OpenEnum } from './open-enum.ts';
import type { Order } from './order.ts';
import type { OwnDecimal } from './own.ts';
import type { Position } from './position.ts';

export type ExecutionType =
  | 'NEW'
  | 'PARTIAL_FILL'
  | 'FILL'
  | 'CANCELED'
  | 'REPLACE'
  | 'REJECTED'
  | 'EXPIRED'
  | 'DONE_FOR_DAY';

/**
 * Something that happened to an own order (interface.md 9.6, 10). `order` is its state afterwards. The service fills
 * `rejectReason` even on a fill: only `type` and the order's state say what happened.
 */
export interface Execution {
  readonly id: string | undefined;
  readonly type: OpenEnum<ExecutionType> | undefined;
  readonly order: Order;
  /** Contracts of this fill. */
  readonly lastShares: OwnDecimal | undefined;
  /** Price of this fill, long side. */
  readonly lastPx: Money | undefined;
  readonly tradeId: string | undefined;
  readonly text: string | undefined;
  readonly transactTime: Instant | undefined;
}

/**
 * Whether an execution may be a fill taken back, of which the interface has no type (9.12): it comes without one, or with that of
 * a correction as exchanges call it, `TRADE_CANCEL` or `TRADE_CORRECT`.
 */
export function mayTakeBack({ type }: Pick<Execution, 'type'>): boolean {
  return type === undefined || isCorrection({ type });
}

export function isCorrection({ type }: Pick<Execution, 'type'>): boolean {
  return type !== undefined && /^TRADE_(?:CANCEL|CORRECT)/.test(type);
}

export function isCancelledTrade({ type }: Pick<Execution, 'type'>): boolean {
  return type?.startsWith('TRADE_CANCEL') === true;
}

/**
 * A change of an own position. `after` undefined: the service sent none, or without its market; what is held must be
 * read again (interface.md 10).
 */
export interface PositionChange {
  readonly before: Position | undefined;
  readonly after: Position | undefined;
  readonly entryType: string | undefined;
  readonly tradeId: string | undefined;
  readonly updateTime: Instant | undefined;
}
