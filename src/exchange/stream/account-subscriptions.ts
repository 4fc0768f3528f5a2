import type { Order } from '../../core/order.ts';
import type { ServerFrame, SubscriptionType } from '../wire/frame.ts';
import type { FrameHandler, FrameSender } from './connection.ts';
import type { SubscriptionOptions } from './market-subscriptions.ts';
import { errorOfSubscription } from './stream-errors.ts';

/** Of all markets each. The snapshot is asked for last: a service without one has said so much of the rest by then. */
const TYPES = ['ORDER', 'POSITION', 'ACCOUNT_BALANCE', 'ORDER_SNAPSHOT'] as const;

/** So often in a row a type may break the line before the line does without it. */
const MOST_TRIES = 3;
/** What was refused longer ago counts no more, milliseconds. */
const FORGOTTEN_MS = 10 * 60_000;

/** Which types the service refuses, over connections. */
export class Refusals {
  readonly #refused = new Map<SubscriptionType, { readonly tries: number; readonly at: number }>();
  readonly #givenUp = new Set<SubscriptionType>();

  /** `at`: Unix milliseconds. True: the line is to do without it. */
  refused(type: SubscriptionType, at: number): boolean {
    const last = this.#refused.get(type);
    const since = at - (last?.at ?? at);
    const tries = since >= 0 && since < FORGOTTEN_MS ? (last?.tries ?? 0) + 1 : 1;
    this.#refused.set(type, { tries, at });
    if (tries >= MOST_TRIES) this.#givenUp.add(type);
    return this.#givenUp.has(type);
  }

  /** Data of the type arrived. True when it had been given up. */
  accepted(type: SubscriptionType): boolean {
    return this.#givenUp.delete(type);
  }

  has(type: SubscriptionType): boolean {
    return this.#givenUp.has(type);
  }
}

interface AccountOptions extends Omit<SubscriptionOptions, 'clock' | 'random' | 'onUncovered'> {
  readonly refusals: Refusals;
  /** What the line does without is more, or less. */
  readonly onLackChanged: () => void;
}

/**
 * What is said over the private stream. Nothing of it is sent again, so a subscription the service
 * refuses or ends is a broken line: only a new connection and what is read after it are true. A type that is refused each
 * time must not cost the others: the line then stands without it, and each new connection asks for it again. The snapshot
 * of the open orders is an extra, as they are read anyway: where it does not work nothing is lost.
 */
export class AccountSubscriptions implements FrameHandler {
  readonly #options: AccountOptions;
  readonly #sender: FrameSender;
  readonly #types = new Map<string, SubscriptionType>();
  readonly #snapshots = new Map<string, OrdersSnapshot>();

  constructor(sender: FrameSender, options: AccountOptions) {
    this.#sender = sender;
    this.#options = options;
    for (const type of TYPES) {
      const requestId = options.nextId();
      this.#types.set(requestId, type);
      sender.send({ kind: 'subscribe', requestId, type, slugs: [], debounced: false });
    }
  }

  handle(frame: ServerFrame, at: number): void {
    const { once, emit } = this.#options;
    const { requestId } = frame;
    const type = requestId === undefined ? undefined : this.#types.get(requestId);
    if (requestId === undefined || type === undefined) {
      if (frame.kind === 'error')
        once.warn(`error ${frame.text}`, `account stream: ${frame.text.slice(0, 200)}`);
      return;
    }
    if (frame.kind !== 'error' && this.#options.refusals.accepted(type)) this.#options.onLackChanged();
    switch (frame.kind) {
      case 'orders':
        if (type === 'ORDER' || type === 'ORDER_SNAPSHOT') this.#part(requestId, type, frame, at);
        return;
      case 'order':
        if (type === 'ORDER') emit({ at, kind: 'order', execution: frame.execution });
        return;
      case 'position':
        if (type === 'POSITION') emit({ at, kind: 'position', change: frame.change });
        return;
      case 'balances':
        if (type === 'ACCOUNT_BALANCE') {
          emit({ at, kind: 'balances', balances: frame.balances, whole: frame.whole });
        }
        return;
      case 'error':
        this.#failed(requestId, type, frame.text, at);
        return;
      case 'book':
      case 'lite':
      case 'trade':
      case 'heartbeat':
        return;
    }
  }

  dispose(): void {
    this.#types.clear();
    this.#snapshots.clear();
  }

  #part(
    requestId: string,
    type: SubscriptionType,
    part: Extract<ServerFrame, { kind: 'orders' }>,
    at: number,
  ): void {
    const snapshot = this.#snapshots.get(requestId) ?? new OrdersSnapshot();
    this.#snapshots.set(requestId, snapshot);
    const orders = snapshot.add(part);
    if (part.eof && type === 'ORDER_SNAPSHOT') this.#release(requestId);
    if (orders !== undefined) this.#options.emit({ at, kind: 'orders', orders });
  }

  /** A snapshot is sent once or not at all; a refused one is not sent. */
  #release(requestId: string): void {
    this.#types.delete(requestId);
    this.#snapshots.delete(requestId);
    this.#sender.send({ kind: 'unsubscribe', requestId });
  }

  #failed(requestId: string, type: SubscriptionType, text: string, at: number): void {
    const said = `The service refuses a subscription to ${type}: ${text.slice(0, 200)}`;
    this.#options.once.warn(`${type} ${text}`, said);
    if (type === 'ORDER_SNAPSHOT') this.#release(requestId);
    else if (this.#options.refusals.refused(type, at)) {
      this.#release(requestId);
      this.#options.onLackChanged();
    } else this.#sender.fail(errorOfSubscription(text));
  }
}

/** More open orders than that are no snapshot any more. */
const MOST_ORDERS = 20_000;

/** Gathers the parts of one snapshot of the open orders; what failed or is not at its end is never handed on. */
class OrdersSnapshot {
  #parts: Order[] = [];
  #failed = false;

  /** The whole snapshot when this is its last part; then the next one begins. */
  add(part: {
    readonly orders: readonly Order[];
    readonly eof: boolean;
    readonly error: string | undefined;
  }): readonly Order[] | undefined {
    if (part.error !== undefined || this.#parts.length + part.orders.length > MOST_ORDERS)
      this.#failed = true;
    if (!this.#failed) this.#parts.push(...part.orders);
    if (!part.eof) return undefined;
    const whole = this.#failed ? undefined : this.#parts;
    this.#parts = [];
    this.#failed = false;
    return whole;
  }
}
