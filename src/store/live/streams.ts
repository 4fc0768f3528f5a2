import type { Clock } from '../../base/clock.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type {
  AccountTopic,
  StreamId,
  StreamMessage,
  StreamState,
  Streams,
  Topic,
  Wanted,
} from '../../exchange/streams.ts';
import type { Session } from '../session/session.ts';

/** A client that could not be made is tried again after this, milliseconds. */
const AGAIN_MS = 30_000;
const OFF: StreamState = { kind: 'off' };
const NOTHING: Wanted = new Map();

/** The streams of the client the session uses: what is wanted is wanted of the next client too. */
export class StreamLink implements Disposable {
  readonly #session: Session;
  readonly #clock: Clock;
  readonly #messages = new Emitter<StreamMessage>();
  readonly #changes = new Emitter<StreamId>();
  readonly #resumed = new Emitter<StreamId>();
  readonly #disposables = new DisposableStore();
  readonly #attached = new DisposableStore();
  #exchange: Exchange | undefined;
  #opening = false;
  #again: Disposable | undefined;
  #markets: Wanted = NOTHING;
  #account = false;

  constructor(session: Session, clock: Clock) {
    this.#session = session;
    this.#clock = clock;
    for (const emitter of [this.#messages, this.#changes, this.#resumed]) this.#disposables.add(emitter);
    this.#disposables.add(
      session.onDidChange((change) => {
        if (change !== 'link') this.#follow();
      }),
    );
  }

  readonly onMessage: Event<StreamMessage> = (listener) => this.#messages.event(listener);
  readonly onResumed: Event<StreamId> = (listener) => this.#resumed.event(listener);
  /** The state of a stream is another kind, it stopped telling of something, or its client is another one. */
  readonly onDidChange: Event<StreamId> = (listener) => this.#changes.event(listener);

  /** `off` while there is no client yet. */
  state(line: StreamId): StreamState {
    return this.#streams?.state(line) ?? OFF;
  }

  /** Whether the price of a market came over the present connection. */
  covers(slug: string): boolean {
    return this.coversTopic(slug, 'lite') || this.coversTopic(slug, 'book');
  }

  coversTopic(slug: string, topic: Topic): boolean {
    return this.#streams?.covers(slug, topic) ?? false;
  }

  /** Whether the service refuses to tell of this part of the account. */
  lacks(part: AccountTopic): boolean {
    return this.#streams?.lacks(part) ?? false;
  }

  /** Makes the client if there is none and something is wanted. */
  want(markets: Wanted, account: boolean): void {
    this.#markets = markets;
    this.#account = account;
    this.#exchange?.streams.wantMarkets(markets);
    this.#exchange?.streams.wantAccount(account);
    if (this.#exchange === undefined) this.#follow();
  }

  /** Closes both streams and opens them again. */
  reconnect(): void {
    this.#exchange?.streams.wantMarkets(NOTHING);
    this.#exchange?.streams.wantAccount(false);
    this.want(this.#markets, this.#account);
  }

  dispose(): void {
    this.#again?.dispose();
    this.#again = undefined;
    this.#detach();
    this.#disposables.dispose();
  }

  get #streams(): Streams | undefined {
    return this.#exchange?.streams;
  }

  get #wanted(): boolean {
    return this.#account || this.#markets.size > 0;
  }

  #follow(): void {
    if (this.#exchange !== undefined && this.#exchange !== this.#session.current) {
      this.#detach();
      this.#changes.fire('markets');
      this.#changes.fire('account');
    }
    if (!this.#wanted) {
      this.#again?.dispose();
      this.#again = undefined;
    } else if (this.#exchange === undefined) void this.#open();
  }

  async #open(): Promise<void> {
    if (this.#opening || this.#disposables.disposed) return;
    this.#opening = true;
    this.#again?.dispose();
    this.#again = undefined;
    const exchange = await this.#session.ensure().catch(() => undefined);
    this.#opening = false;
    if (this.#disposables.disposed || !this.#wanted) return;
    if (exchange !== undefined && exchange === this.#session.current) this.#attach(exchange);
    else this.#again = this.#clock.setTimeout(() => this.#follow(), exchange === undefined ? AGAIN_MS : 0);
  }

  #attach(exchange: Exchange): void {
    if (this.#exchange === exchange) return;
    this.#exchange = exchange;
    const { streams } = exchange;
    this.#attached.add(streams.onMessage((message) => this.#messages.fire(message)));
    this.#attached.add(streams.onResumed((line) => this.#resumed.fire(line)));
    this.#attached.add(streams.onDidChange((line) => this.#changes.fire(line)));
    this.#changes.fire('markets');
    this.#changes.fire('account');
    streams.wantMarkets(this.#markets);
    streams.wantAccount(this.#account);
  }

  #detach(): void {
    this.#attached.clear();
    // The session closes a client it replaced; one that stays must not stream for nobody.
    if (this.#exchange !== undefined && this.#exchange === this.#session.current) {
      this.#exchange.streams.wantMarkets(NOTHING);
      this.#exchange.streams.wantAccount(false);
    }
    this.#exchange = undefined;
  }
}
