import { type Disposable, DisposableOwner, DisposableStore } from '../../base/lifecycle.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type {
  AccountTopic,
  StreamId,
  StreamMessage,
  StreamState,
  Topic,
  Wanted,
} from '../../exchange/streams.ts';
import type { Session } from '../session/session.ts';

/** A client that could not be made is tried again after this, milliseconds. */
const AGAIN_MS = 30_000;
/** Longer than a client gathers wishes, milliseconds. */
const REOPEN_MS = 100;
const OFF: StreamState = { kind: 'off' };
const NOTHING: Wanted = new Map();

interface StreamListener {
  take(message: StreamMessage): void;
  resumed(stream: StreamId): void;
  /** The state of a stream is another kind, it stopped telling of something, or its client is another one. */
  changed(stream: StreamId): void;
}

/** The streams of the client the session uses: what is wanted is wanted of the next client too. */
export class StreamLink extends DisposableOwner {
  readonly #session: Session;
  readonly #listener: StreamListener;
  readonly #attached = new DisposableStore();
  #exchange: Exchange | undefined;
  #isOpening = false;
  #again: Disposable | undefined;
  #reopening: Disposable | undefined;
  #markets: Wanted = NOTHING;
  #account = false;

  constructor(session: Session, listener: StreamListener) {
    super();
    this.#session = session;
    this.#listener = listener;
    this.own.add(session.onDidChange((change) => change !== 'link' && this.#follow()));
  }

  /** `off` while there is no client yet. */
  state(stream: StreamId): StreamState {
    return this.#exchange?.streams.state(stream) ?? OFF;
  }

  get isAccountWanted(): boolean {
    return this.#account;
  }

  /** Whether this came of a market over the present connection. */
  covers(slug: string, topic: Topic): boolean {
    return this.#exchange?.streams.covers(slug, topic) ?? false;
  }

  /** Whether the service refuses to tell of this part of the account. */
  lacks(part: AccountTopic): boolean {
    return this.#exchange?.streams.lacks(part) ?? false;
  }

  /** Makes the client if there is none and something is wanted. */
  want(markets: Wanted, account: boolean): void {
    this.#markets = markets;
    this.#account = account;
    this.#exchange?.streams.wantMarkets(markets);
    this.#exchange?.streams.wantAccount(account);
    if (this.#exchange === undefined) this.#follow();
  }

  reconnect(): void {
    this.#exchange?.streams.wantMarkets(NOTHING);
    this.#exchange?.streams.wantAccount(false);
    // Wishes that come at once are joined: the first would not be seen.
    this.#reopening?.dispose();
    this.#reopening = this.#session.clock.setTimeout(
      () => this.want(this.#markets, this.#account),
      REOPEN_MS,
    );
  }

  override dispose(): void {
    super.dispose();
    this.#markets = NOTHING;
    this.#account = false;
    this.#again?.dispose();
    this.#reopening?.dispose();
    this.#detach();
  }

  get #isWanted(): boolean {
    return this.#account || this.#markets.size > 0;
  }

  #follow(): void {
    if (this.#exchange !== undefined && this.#exchange !== this.#session.current) {
      this.#detach();
      this.#changed();
    }
    if (this.#exchange !== undefined) return;
    this.#again?.dispose();
    if (this.#isWanted && !this.#isOpening) void this.#open();
  }

  async #open(): Promise<void> {
    this.#isOpening = true;
    const exchange = await this.#session.ensure().catch(() => undefined);
    this.#isOpening = false;
    if (!this.#isWanted) return;
    if (exchange === undefined) this.#again = this.#session.clock.setTimeout(() => this.#follow(), AGAIN_MS);
    else if (exchange === this.#session.current) this.#attach(exchange);
    else this.#follow();
  }

  #attach(exchange: Exchange): void {
    this.#exchange = exchange;
    const { streams } = exchange;
    const listener = this.#listener;
    this.#attached.add(streams.onMessage((message) => listener.take(message)));
    this.#attached.add(streams.onResumed((stream) => listener.resumed(stream)));
    this.#attached.add(streams.onDidChange((stream) => listener.changed(stream)));
    this.#changed();
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

  #changed(): void {
    this.#listener.changed('markets');
    this.#listener.changed('account');
  }
}
