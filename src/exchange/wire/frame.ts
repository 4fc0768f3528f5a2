import type { Order } from '../../core/order.ts';
import type { Problem } from '../exchange.ts';
import type { StreamUpdate } from '../streams.ts';

/** What can be subscribed to: the first three on the markets stream, the others on the private one. */
export type SubscriptionType =
  | 'MARKET_DATA'
  | 'MARKET_DATA_LITE'
  | 'TRADE'
  | 'ORDER'
  | 'ORDER_SNAPSHOT'
  | 'POSITION'
  | 'ACCOUNT_BALANCE';

/** The service takes so many slugs a subscription. */
export const SLUGS_PER_SUBSCRIPTION = 100;

export interface Subscribe {
  readonly kind: 'subscribe';
  /** Chosen by the client, unique on a connection, echoed in every frame. */
  readonly requestId: string;
  readonly type: SubscriptionType;
  /** Empty on the private stream: all markets. */
  readonly slugs: readonly string[];
}

interface Unsubscribe {
  readonly kind: 'unsubscribe';
  readonly requestId: string;
}

export type ClientFrame = Subscribe | Unsubscribe;

export type ServerFrame = { readonly requestId: string | undefined } & (
  | StreamUpdate
  /** A part of the open orders, the last one with `eof`; with `error` the snapshot failed. */
  | {
      readonly kind: 'orders';
      readonly orders: readonly Order[];
      readonly eof: boolean;
      readonly error: string | undefined;
    }
  | { readonly kind: 'heartbeat' }
  | { readonly kind: 'error'; readonly text: string }
);

/** A frame as far as it could be read; exactly one of the first three is defined. */
export interface DecodedFrame {
  readonly frame: ServerFrame | undefined;
  /** The payload key of a frame of a kind this version does not know. */
  readonly unknown: string | undefined;
  /** Why nothing of it could be used: not JSON, no object, no identity. */
  readonly broken: string | undefined;
  readonly problems: readonly Problem[];
}
