import type { Disposable } from '../base/disposable.ts';
import type { Event } from '../base/event.ts';
import type { Balance } from '../core/balance.ts';
import type { BestQuote, Book } from '../core/book.ts';
import type { Execution, PositionChange } from '../core/execution.ts';
import type { Order } from '../core/order.ts';
import type { Trade } from '../core/trade.ts';
import type { ExchangeError } from './errors.ts';

/** The two real-time streams of a service in core terms: part of the port. */

/** `markets`: prices of markets. `account`: orders, positions and balances of the account signed in. */
export type StreamId = 'markets' | 'account';

/** `book`: the whole book at every change. `lite`: best bid and offer. `trades`: each trade, none from before. */
export type MarketTopic = 'book' | 'lite' | 'trades';

/**
 * - `off`: nothing is wanted of it.
 * - `connecting`: the handshake is under way, or is over and nothing was heard yet.
 * - `live`: connected, and heard from within its limit.
 * - `lost`: it broke or fell silent, or could not be made; it is tried again at `retryAt`.
 * - `stopped`: the service refused the handshake (401, 403, 429) and is not asked again by itself.
 * - `unsupported`: there is no stream (404, 501, or no way to one); what is shown has to be read now and then.
 */
export type StreamState =
  | { readonly kind: 'off' }
  | { readonly kind: 'connecting'; readonly heardAt: number | undefined }
  | {
      readonly kind: 'live';
      readonly since: number;
      readonly heardAt: number;
      /** Everything that happened until then arrived: earlier than `heardAt` for a while after a stall, which delays frames. */
      readonly completeUntil: number;
      /** Not heard for ten seconds, or one and a half times as long as from one heartbeat to the next. */
      readonly isQuiet?: boolean;
    }
  | {
      readonly kind: 'lost';
      readonly error: ExchangeError;
      /** When it was last heard, Unix milliseconds; undefined when it never was. */
      readonly heardAt: number | undefined;
      readonly retryAt: number;
    }
  | { readonly kind: 'stopped'; readonly error: ExchangeError; readonly heardAt: number | undefined }
  | { readonly kind: 'unsupported' };

/** One frame in core terms. `at`: when it arrived, Unix milliseconds. */
export type StreamMessage = { readonly at: number } & (
  | StreamUpdate
  /** All open orders, once every part arrived; never a failed or half one. */
  | { readonly kind: 'orders'; readonly orders: readonly Order[] }
);

export type StreamUpdate =
  | { readonly kind: 'book'; readonly book: Book }
  | { readonly kind: 'lite'; readonly quote: BestQuote }
  | { readonly kind: 'trade'; readonly trade: Trade }
  | { readonly kind: 'order'; readonly execution: Execution }
  | { readonly kind: 'position'; readonly change: PositionChange }
  /** `whole`: a snapshot of every balance; else single changed ones, of which only `currentBalance` can be relied on. */
  | { readonly kind: 'balances'; readonly balances: readonly Balance[]; readonly whole: boolean };

export const ACCOUNT_TOPICS = ['orders', 'positions', 'balances'] as const;
export type AccountTopic = (typeof ACCOUNT_TOPICS)[number];

/** What is wanted of the markets stream: by slug, the topics. */
export type Wanted = ReadonlyMap<string, ReadonlySet<MarketTopic>>;

/**
 * Both streams of one connection. Delivery is at most once, without order numbers and without replay: listeners must read again after each `onResumed` what is not sent by itself.
 */
export interface Streams extends Disposable {
  state(stream: StreamId): StreamState;
  /** A state changed to another kind, a stream fell quiet or was heard again, or something is not covered any more. `heardAt` moves on without it. */
  readonly onDidChange: Event<StreamId>;
  readonly onMessage: Event<StreamMessage>;
  /** A stream is live again after it had been lost, or for the first time: everything wanted was subscribed again. */
  readonly onResumed: Event<StreamId>;
  /** Replaces what is wanted; only the difference is sent. Empty and not wanted: the stream is closed. */
  wantMarkets(wanted: Wanted): void;
  wantAccount(wanted: boolean): void;
  /** True once data of this topic arrived for the market over the present connection. */
  covers(slug: string, topic: MarketTopic): boolean;
  /** The service refuses to tell of this, time after time: the stream of the account stands without it. */
  lacks(part: AccountTopic): boolean;
}

const NEVER: Event<never> = () => ({ dispose: () => {} });

export const noStreams: Streams = {
  state: () => ({ kind: 'unsupported' }),
  onDidChange: NEVER,
  onMessage: NEVER,
  onResumed: NEVER,
  wantMarkets: () => {},
  wantAccount: () => {},
  covers: () => false,
  lacks: () => false,
  dispose: () => {},
};
