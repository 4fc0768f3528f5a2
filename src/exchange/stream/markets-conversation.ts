import type { Clock } from '../../base/clock.ts';
import type { StreamMessage, Topic, Wanted } from '../streams.ts';
import type { ServerFrame, SubscriptionType } from '../wire/frame.ts';
import type { Conversation, Voice } from './connection.ts';
import type { LogOnce } from './log-once.ts';
import { TopicSubscriptions } from './topic-subscriptions.ts';

export const TOPICS: readonly Topic[] = ['book', 'lite', 'trades'];

const TYPES: Readonly<Record<Topic, SubscriptionType>> = {
  book: 'MARKET_DATA',
  lite: 'MARKET_DATA_LITE',
  trades: 'TRADE',
};

export interface ConversationOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly once: LogOnce;
  readonly nextId: () => string;
  readonly tell: (message: StreamMessage) => void;
  /** A market that was told of is not any more, though it is wanted. */
  readonly uncovered: () => void;
}

/** What is said over the markets stream. Each topic has subscriptions of its own. */
export class MarketsConversation implements Conversation {
  readonly #topics: ReadonlyMap<Topic, TopicSubscriptions>;
  readonly #options: ConversationOptions;

  constructor(voice: Voice, wanted: Wanted, options: ConversationOptions) {
    const { clock, random, once, nextId, uncovered } = options;
    const say: Voice['say'] = (frame) => voice.say(frame);
    this.#options = options;
    this.#topics = new Map(
      TOPICS.map((topic) => {
        const type = TYPES[topic];
        return [topic, new TopicSubscriptions({ type, say, nextId, clock, random, once, uncovered })];
      }),
    );
    this.want(wanted);
  }

  want(wanted: Wanted): void {
    for (const [topic, subscriptions] of this.#topics) {
      const slugs = new Set<string>();
      for (const [slug, topics] of wanted) if (topics.has(topic)) slugs.add(slug);
      subscriptions.want(slugs);
    }
  }

  covers(slug: string, topic: Topic): boolean {
    return this.#topics.get(topic)?.covers(slug) ?? false;
  }

  hear(frame: ServerFrame, at: number): void {
    const { tell } = this.#options;
    switch (frame.kind) {
      case 'book':
        if (this.#takes('book', frame.requestId, frame.book.marketSlug)) {
          tell({ at, kind: 'book', book: frame.book });
        }
        return;
      case 'lite':
        if (this.#takes('lite', frame.requestId, frame.quote.marketSlug)) {
          tell({ at, kind: 'lite', quote: frame.quote });
        }
        return;
      case 'trade':
        if (this.#takes('trades', frame.requestId, frame.trade.marketSlug)) {
          tell({ at, kind: 'trade', trade: frame.trade });
        }
        return;
      case 'error':
        this.#failed(frame.requestId, frame.text);
        return;
      case 'orders':
      case 'order':
      case 'position':
      case 'balances':
      case 'heartbeat':
        return;
    }
  }

  dispose(): void {
    for (const subscriptions of this.#topics.values()) subscriptions.dispose();
  }

  #takes(topic: Topic, requestId: string | undefined, slug: string): boolean {
    return requestId !== undefined && (this.#topics.get(topic)?.take(requestId, slug) ?? false);
  }

  #failed(requestId: string | undefined, text: string): void {
    const { once } = this.#options;
    if (requestId === undefined) {
      once.warn(`error ${text}`, `markets stream: the service says ${text.slice(0, 200)}`);
      return;
    }
    for (const subscriptions of this.#topics.values()) subscriptions.failed(requestId, text);
  }
}
