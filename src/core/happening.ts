import type { Activity } from './activity.ts';
import type { Money } from './money.ts';
import type { Order } from './order.ts';
import type { OwnDecimal } from './own.ts';
import type { Position } from './position.ts';

/**
 * Something that happened to the account without being asked for here.
 *
 * - `fill`: an order filled, wholly or in part. - `busted`: the exchange took a fill back.
 * - `rejected`: the exchange refused an order. - `ended`: an order was cancelled or expired, not by this window.
 * - `settled`: a market that was held is decided.
 */
export type Happening = { readonly marketSlug: string } & (
  | {
      readonly kind: 'fill' | 'busted';
      readonly order: Order;
      /** Contracts of this fill. */
      readonly quantity: OwnDecimal;
      /** Price of this fill, long side; undefined where only the order's average is known. */
      readonly price: Money | undefined;
    }
  | { readonly kind: 'rejected' | 'ended'; readonly order: Order; readonly reason: string | undefined }
  | { readonly kind: 'settled'; readonly position: Position | undefined }
);

/** What happened to the account during an absence, read from the service afterwards. */
export interface Digest {
  /** Unix milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Trades and resolutions of that time, newest first. */
  readonly activities: readonly Activity[];
  /** Orders that were open before and ended without having filled: cancelled, expired, rejected. */
  readonly ended: readonly Order[];
  /** P&L of the account, open and realised together, now against then. */
  readonly change: readonly { readonly currency: string; readonly amount: OwnDecimal }[];
  /** False when not everything of that time could be read. */
  readonly complete: boolean;
}
