import type { ServerFrame, SubscriptionType } from '../wire/frame.ts';
import type { Conversation, Voice } from './connection.ts';
import { errorOfSubscription } from './failures.ts';
import type { ConversationOptions } from './markets-conversation.ts';
import { OrdersSnapshot } from './snapshot.ts';

/** Of all markets each. The snapshot is asked for last: a service without one has said so much of the rest by then. */
const TYPES = ['ORDER', 'POSITION', 'ACCOUNT_BALANCE', 'ORDER_SNAPSHOT'] as const;

/**
 * What is said over the private stream. Nothing of it is told again (live interface §11), so a subscription the service
 * refuses or ends is a broken line: only a new connection and what is read after it are true. The snapshot of the open
 * orders is an extra, as they are read anyway: where it does not work nothing is lost.
 */
export class AccountConversation implements Conversation {
  readonly #options: Omit<ConversationOptions, 'clock' | 'random' | 'uncovered'>;
  readonly #voice: Voice;
  readonly #types = new Map<string, SubscriptionType>();
  readonly #snapshots = new Map<string, OrdersSnapshot>();

  constructor(voice: Voice, options: Omit<ConversationOptions, 'clock' | 'random' | 'uncovered'>) {
    this.#voice = voice;
    this.#options = options;
    for (const type of TYPES) {
      const requestId = options.nextId();
      this.#types.set(requestId, type);
      voice.say({ kind: 'subscribe', requestId, type, slugs: [], debounced: false });
    }
  }

  hear(frame: ServerFrame, at: number): void {
    const { once, tell } = this.#options;
    const { requestId } = frame;
    const type = requestId === undefined ? undefined : this.#types.get(requestId);
    if (requestId === undefined || type === undefined) {
      if (frame.kind === 'error')
        once.warn(`error ${frame.text}`, `account stream: ${frame.text.slice(0, 200)}`);
      return;
    }
    switch (frame.kind) {
      case 'orders':
        if (type === 'ORDER' || type === 'ORDER_SNAPSHOT') this.#part(requestId, type, frame, at);
        return;
      case 'order':
        if (type === 'ORDER') tell({ at, kind: 'order', execution: frame.execution });
        return;
      case 'position':
        if (type === 'POSITION') tell({ at, kind: 'position', change: frame.change });
        return;
      case 'balances':
        if (type === 'ACCOUNT_BALANCE') {
          tell({ at, kind: 'balances', balances: frame.balances, whole: frame.whole });
        }
        return;
      case 'error':
        this.#failed(requestId, type, frame.text);
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
    if (orders !== undefined) this.#options.tell({ at, kind: 'orders', orders });
  }

  /** A snapshot is told once, or not at all. */
  #release(requestId: string): void {
    this.#types.delete(requestId);
    this.#snapshots.delete(requestId);
    this.#voice.say({ kind: 'unsubscribe', requestId });
  }

  #failed(requestId: string, type: SubscriptionType, text: string): void {
    const said = `The service refuses a subscription to ${type}: ${text.slice(0, 200)}`;
    this.#options.once.warn(`${type} ${text}`, said);
    if (type === 'ORDER_SNAPSHOT') this.#release(requestId);
    else this.#voice.fail(errorOfSubscription(text));
  }
}
