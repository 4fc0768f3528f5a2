import type { ServerFrame, SubscriptionType } from '../wire/frame.ts';
import type { Conversation, Voice } from './connection.ts';
import { errorOfSubscription } from './failures.ts';
import type { ConversationOptions } from './markets-conversation.ts';
import { OrdersSnapshot } from './snapshot.ts';

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

  /** Something of it was told. True when it had been given up. */
  told(type: SubscriptionType): boolean {
    return this.#givenUp.delete(type);
  }

  has(type: SubscriptionType): boolean {
    return this.#givenUp.has(type);
  }
}

export interface AccountOptions extends Omit<ConversationOptions, 'clock' | 'random' | 'uncovered'> {
  readonly refusals: Refusals;
  /** What the line does without is more, or less. */
  readonly lackChanged: () => void;
}

/**
 * What is said over the private stream. Nothing of it is told again (live interface §11), so a subscription the service
 * refuses or ends is a broken line: only a new connection and what is read after it are true. A type that is refused each
 * time must not cost the others: the line then stands without it, and each new connection asks for it again. The snapshot
 * of the open orders is an extra, as they are read anyway: where it does not work nothing is lost.
 */
export class AccountConversation implements Conversation {
  readonly #options: AccountOptions;
  readonly #voice: Voice;
  readonly #types = new Map<string, SubscriptionType>();
  readonly #snapshots = new Map<string, OrdersSnapshot>();

  constructor(voice: Voice, options: AccountOptions) {
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
    if (frame.kind !== 'error' && this.#options.refusals.told(type)) this.#options.lackChanged();
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
    if (orders !== undefined) this.#options.tell({ at, kind: 'orders', orders });
  }

  /** A snapshot is told once, or not at all; what was refused is not told. */
  #release(requestId: string): void {
    this.#types.delete(requestId);
    this.#snapshots.delete(requestId);
    this.#voice.say({ kind: 'unsubscribe', requestId });
  }

  #failed(requestId: string, type: SubscriptionType, text: string, at: number): void {
    const said = `The service refuses a subscription to ${type}: ${text.slice(0, 200)}`;
    this.#options.once.warn(`${type} ${text}`, said);
    if (type === 'ORDER_SNAPSHOT') this.#release(requestId);
    else if (this.#options.refusals.refused(type, at)) {
      this.#release(requestId);
      this.#options.lackChanged();
    } else this.#voice.fail(errorOfSubscription(text));
  }
}
