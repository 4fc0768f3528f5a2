import { Emitter } from '../../base/event.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import type {
  AccountTopic,
  StreamId,
  StreamMessage,
  StreamState,
  Streams,
  Topic,
  Wanted,
} from '../streams.ts';
import type { SubscriptionType } from '../wire/frame.ts';
import { AccountConversation, Refusals } from './account-conversation.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import { LogOnce } from './log-once.ts';
import { MarketsConversation } from './markets-conversation.ts';

export interface StreamsOptions
  extends Pick<
    ConnectionOptions,
    'sign' | 'dialect' | 'openSocket' | 'clock' | 'log' | 'random' | 'silenceMs'
  > {
  readonly marketsUrl: URL;
  /** Undefined: there is no private stream. */
  readonly accountUrl: URL | undefined;
  /** How requests are signed; a refusal is worded after it. Default `ed25519`. */
  readonly auth?: ConnectionOptions['auth'];
  /** Hears what a listener threw. Default: it is thrown later. */
  readonly onError?: (cause: unknown) => void;
}

const ACCOUNT_TYPES: Readonly<Record<AccountTopic, SubscriptionType>> = {
  orders: 'ORDER',
  positions: 'POSITION',
  balances: 'ACCOUNT_BALANCE',
};

/** What is wanted is often changed in several steps at once. */
const GATHER_MS = 50;

/** Both streams over sockets. Nothing is opened before something is wanted. */
export function createStreams(options: StreamsOptions): Streams {
  return new SocketStreams(options);
}

class SocketStreams implements Streams {
  readonly #options: StreamsOptions;
  readonly #changed: Emitter<StreamId>;
  readonly #messages: Emitter<StreamMessage>;
  readonly #resumed: Emitter<StreamId>;
  readonly #markets: Connection;
  readonly #account: Connection | undefined;
  readonly #refusals = new Refusals();
  #wanted: Wanted = new Map();
  #next: Wanted | undefined;
  #gathering: Disposable | undefined;
  #conversation: MarketsConversation | undefined;
  #lastId = 0;
  #disposed = false;

  constructor(options: StreamsOptions) {
    this.#options = options;
    const { auth = 'ed25519', onError = throwLater, clock, random, log } = options;
    this.#changed = new Emitter(onError);
    this.#messages = new Emitter(onError);
    this.#resumed = new Emitter(onError);
    const shared = {
      once: new LogOnce(log),
      // Never used twice, over connections either: what belongs to an old subscription is told by its id.
      nextId: () => `s-${++this.#lastId}`,
      tell: (message: StreamMessage) => this.#messages.fire(message),
    };
    const common = { ...options, auth, onError };
    this.#markets = new Connection({ ...common, line: 'markets', url: options.marketsUrl }, (voice) => {
      const uncovered = (): void => this.#changed.fire('markets');
      const own = { ...shared, clock, random, uncovered };
      this.#conversation = new MarketsConversation(voice, this.#wanted, own);
      return this.#conversation;
    });
    this.#account =
      options.accountUrl === undefined
        ? undefined
        : new Connection(
            { ...common, line: 'account', url: options.accountUrl },
            (voice) =>
              new AccountConversation(voice, {
                ...shared,
                refusals: this.#refusals,
                lackChanged: () => this.#changed.fire('account'),
              }),
          );
    for (const connection of [this.#markets, this.#account]) {
      connection?.onDidChange((line) => this.#changed.fire(line));
      connection?.onResumed((line) => this.#resumed.fire(line));
    }
  }

  get onDidChange(): Streams['onDidChange'] {
    return this.#changed.event;
  }

  get onMessage(): Streams['onMessage'] {
    return this.#messages.event;
  }

  get onResumed(): Streams['onResumed'] {
    return this.#resumed.event;
  }

  state(line: StreamId): StreamState {
    const connection = line === 'markets' ? this.#markets : this.#account;
    return connection?.state ?? { kind: 'unsupported' };
  }

  wantMarkets(wanted: Wanted): void {
    if (this.#disposed) return;
    // The caller's map may change; the sets in it too.
    this.#next = new Map([...wanted].map(([slug, topics]) => [slug, new Set(topics)]));
    this.#gathering ??= this.#options.clock.setTimeout(() => this.#apply(), GATHER_MS);
  }

  wantAccount(wanted: boolean): void {
    this.#account?.want(wanted);
  }

  covers(slug: string, topic: Topic): boolean {
    return this.#conversation?.covers(slug, topic) ?? false;
  }

  lacks(part: AccountTopic): boolean {
    return this.#refusals.has(ACCOUNT_TYPES[part]);
  }

  retry(): void {
    this.#markets.retry();
    this.#account?.retry();
  }

  dispose(): void {
    this.#disposed = true;
    this.#gathering?.dispose();
    this.#markets.dispose();
    this.#account?.dispose();
    this.#changed.dispose();
    this.#messages.dispose();
    this.#resumed.dispose();
  }

  #apply(): void {
    this.#gathering = undefined;
    this.#wanted = this.#next ?? this.#wanted;
    this.#next = undefined;
    const any = [...this.#wanted.values()].some(({ size }) => size > 0);
    if (any && this.#markets.isOpen) this.#conversation?.want(this.#wanted);
    this.#markets.want(any);
  }
}

function throwLater(cause: unknown): void {
  queueMicrotask(() => {
    throw cause;
  });
}
