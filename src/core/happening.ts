import type { Activity } from './activity.ts';
import type { Money } from './money.ts';
import type { Order } from './order.ts';
import type { OwnDecimal } from './own.ts';
import type { Position } from './position.ts';

/** A fill, wholly or in part, or one that the exchange took back. */
export interface FillNews {
  readonly kind: 'fill' | 'busted';
  readonly marketSlug: string;
  readonly order: Order;
  /** Contracts of this fill. */
  readonly quantity: OwnDecimal;
  /** Price of this fill, long side; undefined where it may be of several trades. */
  readonly price: Money | undefined;
}

/**
 * Something that happened to the account without being asked for here.
 *
 * - `ended`: an order was cancelled or expired, not by this window, or the exchange refused it.
 * - `settled`: a market that was held is decided.
 */
export type Happening =
  | FillNews
  | {
      readonly kind: 'ended';
      readonly marketSlug: string;
      readonly order: Order;
      readonly reason: string | undefined;
    }
  | {
      readonly kind: 'settled';
      readonly marketSlug: string;
      /** What was held, where that is known. */
      readonly before: Position | undefined;
      readonly position: Position;
    };

/** What happened to the account during an absence, read from the service afterwards. */
export interface Digest {
  /** Unix milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Trades and resolutions of that time, newest first. */
  readonly activities: readonly Activity[];
  /** Orders that were open before and ended before they were filled whole: cancelled, expired, rejected. */
  readonly ended: readonly Order[];
  /** False when not everything of that time could be read. */
  readonly complete: boolean;
}
