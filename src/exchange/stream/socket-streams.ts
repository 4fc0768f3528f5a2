import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import type {
  AccountTopic,
  MarketTopic,
  StreamId,
  StreamMessage,
  StreamState,
  Streams,
  Wanted,
} from '../streams.ts';
import { AccountSubscriptions, Refusals } from './account-subscriptions.ts';
import { MarketSubscriptions } from './market-subscriptions.ts';
import { LogOnce, StreamConnection, type StreamConnectionOptions } from './stream-connection.ts';

interface StreamsOptions extends Omit<StreamConnectionOptions, 'stream' | 'url' | 'once'> {
  readonly marketsUrl: URL;
  readonly accountUrl: URL;
}

/** What is wanted is often changed in several steps at once. */
const GATHER_MS = 50;

/** Both streams over sockets. Nothing is opened before something is wanted. */
export class SocketStreams implements Streams {
  readonly #options: StreamsOptions;
  readonly #changed = new Emitter<StreamId>();
  readonly #messages = new Emitter<StreamMessage>();
  readonly #resumed = new Emitter<StreamId>();
  readonly onDidChange = this.#changed.event;
  readonly onMessage = this.#messages.event;
  readonly onResumed = this.#resumed.event;
  readonly #markets: StreamConnection;
  readonly #account: StreamConnection;
  readonly #refusals = new Refusals();
  #wanted: Wanted = new Map();
  #next: Wanted | undefined;
  #gathering: Disposable | undefined;
  #handler: MarketSubscriptions | undefined;
  #lastId = 0;
  #disposed = false;

  constructor(options: StreamsOptions) {
    this.#options = options;
    const { clock, random, log } = options;
    const once = new LogOnce(log);
    const shared = {
      once,
      // Never used twice, over connections either: the id tells frames of an old subscription apart.
      nextId: () => `s-${++this.#lastId}`,
      emit: (message: StreamMessage) => this.#messages.fire(message),
    };
    this.#markets = new StreamConnection(
      { ...options, once, stream: 'markets', url: options.marketsUrl },
      (sender) => {
        const onUncovered = (): void => this.#changed.fire('markets');
        this.#handler = new MarketSubscriptions(sender, this.#wanted, {
          ...shared,
          clock,
          random,
          onUncovered,
        });
        return this.#handler;
      },
    );
    const onLackChanged = (): void => this.#changed.fire('account');
    this.#account = new StreamConnection(
      { ...options, once, stream: 'account', url: options.accountUrl },
      (sender) => new AccountSubscriptions(sender, { ...shared, refusals: this.#refusals, onLackChanged }),
    );
    for (const connection of [this.#markets, this.#account]) {
      connection.onDidChange((stream) => this.#changed.fire(stream));
      connection.onResumed((stream) => this.#resumed.fire(stream));
    }
  }

  state(stream: StreamId): StreamState {
    return (stream === 'markets' ? this.#markets : this.#account).state;
  }

  wantMarkets(wanted: Wanted): void {
    if (this.#disposed) return;
    // The caller's map may change; the sets in it too.
    this.#next = new Map([...wanted].map(([slug, topics]) => [slug, new Set(topics)]));
    this.#gathering ??= this.#options.clock.setTimeout(() => this.#apply(), GATHER_MS);
  }

  wantAccount(wanted: boolean): void {
    this.#account.want(wanted);
  }

  covers(slug: string, topic: MarketTopic): boolean {
    return this.#handler?.covers(slug, topic) ?? false;
  }

  lacks(part: AccountTopic): boolean {
    return this.#refusals.has(part);
  }

  dispose(): void {
    this.#disposed = true;
    this.#gathering?.dispose();
    this.#markets.dispose();
    this.#account.dispose();
    this.#changed.dispose();
    this.#messages.dispose();
    this.#resumed.dispose();
  }

  #apply(): void {
    this.#gathering = undefined;
    this.#wanted = this.#next ?? this.#wanted;
    this.#next = undefined;
    const any = [...this.#wanted.values()].some(({ size }) => size > 0);
    if (any && this.#markets.isOpen) this.#handler?.want(this.#wanted);
    this.#markets.want(any);
  }
}
