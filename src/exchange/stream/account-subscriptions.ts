import type { Order } from '../../core/order.ts';
import { ACCOUNT_TOPICS, type AccountTopic } from '../streams.ts';
import type { ServerFrame, SubscriptionType } from '../wire/frame.ts';
import type { SubscriptionOptions } from './market-subscriptions.ts';
import type { FrameHandler, FrameSender } from './stream-connection.ts';
import { errorOfSubscription } from './stream-errors.ts';

const TYPES: Readonly<Record<AccountTopic, SubscriptionType>> = {
  orders: 'ORDER',
  positions: 'POSITION',
  balances: 'ACCOUNT_BALANCE',
};

/** So often a topic may break the stream without any data in between, before the stream does without it. */
const MOST_TRIES = 3;

/** Which topics the service refuses, over connections. */
export class Refusals {
  readonly #tries = new Map<AccountTopic, number>();

  /** True: the stream is to do without it. */
  refused(topic: AccountTopic): boolean {
    this.#tries.set(topic, (this.#tries.get(topic) ?? 0) + 1);
    return this.has(topic);
  }

  /** Data of the topic arrived. True when it had been given up. */
  accepted(topic: AccountTopic): boolean {
    const wasGivenUp = this.has(topic);
    this.#tries.delete(topic);
    return wasGivenUp;
  }

  has(topic: AccountTopic): boolean {
    return (this.#tries.get(topic) ?? 0) >= MOST_TRIES;
  }
}

interface AccountOptions extends Pick<SubscriptionOptions, 'once' | 'nextId' | 'emit'> {
  readonly refusals: Refusals;
  /** What the stream does without is more, or less. */
  readonly onLackChanged: () => void;
}

/**
 * What is said over the private stream. Nothing of it is sent again, so a subscription the service refuses or ends is a
 * broken stream: only a new connection and what is read after it are true. A topic that is refused each time must not cost
 * the others: the stream then stands without it, and each new connection asks for it again.
 */
export class AccountSubscriptions implements FrameHandler {
  readonly #options: AccountOptions;
  readonly #sender: FrameSender;
  readonly #topics = new Map<string, AccountTopic>();
  readonly #snapshot = new OrdersSnapshot();

  constructor(sender: FrameSender, options: AccountOptions) {
    this.#sender = sender;
    this.#options = options;
    for (const topic of ACCOUNT_TOPICS) {
      const requestId = options.nextId();
      this.#topics.set(requestId, topic);
      sender.send({ kind: 'subscribe', requestId, type: TYPES[topic], slugs: [] });
    }
  }

  handle(frame: ServerFrame, at: number): void {
    const { once, emit, refusals, onLackChanged } = this.#options;
    const topic = this.#topics.get(frame.requestId ?? '');
    if (frame.kind === 'error') {
      if (topic === undefined)
        once.warn(`error ${frame.text}`, `account stream: ${frame.text.slice(0, 200)}`);
      else this.#failed(frame.requestId ?? '', topic, frame.text);
      return;
    }
    if (topic === undefined) return;
    if (refusals.accepted(topic)) onLackChanged();
    if (topic === 'orders' && frame.kind === 'orders') {
      const orders = this.#snapshot.add(frame);
      if (orders !== undefined) emit({ at, kind: 'orders', orders });
    } else if (topic === 'orders' && frame.kind === 'order') {
      emit({ at, kind: 'order', execution: frame.execution });
    } else if (topic === 'positions' && frame.kind === 'position') {
      emit({ at, kind: 'position', change: frame.change });
    } else if (topic === 'balances' && frame.kind === 'balances') {
      emit({ at, kind: 'balances', balances: frame.balances, whole: frame.whole });
    }
  }

  dispose(): void {
    this.#topics.clear();
  }

  #failed(requestId: string, topic: AccountTopic, text: string): void {
    const { once, refusals, onLackChanged } = this.#options;
    const said = `The service refuses a subscription to ${TYPES[topic]}: ${text.slice(0, 200)}`;
    once.warn(`${topic} ${text}`, said);
    if (refusals.refused(topic)) {
      this.#topics.delete(requestId);
      this.#sender.send({ kind: 'unsubscribe', requestId });
      onLackChanged();
    } else this.#sender.fail(errorOfSubscription(text));
  }
}

/** More open orders than that are no snapshot any more. */
const MOST_ORDERS = 20_000;

/** Gathers the parts of a snapshot of the open orders; what failed or is not at its end is never handed on. */
class OrdersSnapshot {
  #parts: Order[] = [];
  #failed = false;

  /** The whole snapshot when this is its last part; then the next one begins. */
  add({ orders, eof, error }: Extract<ServerFrame, { kind: 'orders' }>): readonly Order[] | undefined {
    if (error !== undefined || this.#parts.length + orders.length > MOST_ORDERS) this.#failed = true;
    if (!this.#failed) this.#parts.push(...orders);
    if (!eof) return undefined;
    const whole = this.#failed ? undefined : this.#parts;
    this.#parts = [];
    this.#failed = false;
    return whole;
  }
}
