import { DisposableOwner, DisposableStore } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { Timer } from '../../base/timer.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type {
  AccountTopic,
  MarketTopic,
  StreamId,
  StreamMessage,
  StreamState,
  Wanted,
} from '../../exchange/streams.ts';
import type { Session } from '../session/session.ts';

/** A client that could not be made is tried again after this, milliseconds. */
const AGAIN_MS = 30_000;
/** Longer than a client gathers wishes, milliseconds. */
const REOPEN_MS = 100;
const OFF: StreamState = { kind: 'off' };
const NOTHING: Wanted = new Map();

/** The streams of the client the session uses: what is wanted is wanted of the next client too. */
export class SessionStreams extends DisposableOwner {
  readonly #session: Session;
  readonly #messages = this.own.add(new Emitter<StreamMessage>());
  readonly #resumed = this.own.add(new Emitter<StreamId>());
  readonly #changes = this.own.add(new Emitter<StreamId>());
  readonly #attached = new DisposableStore();
  #exchange: Exchange | undefined;
  #isOpening = false;
  readonly #again: Timer;
  readonly #reopening: Timer;
  #markets: Wanted = NOTHING;
  #account = false;

  constructor(session: Session) {
    super();
    this.#session = session;
    this.#again = this.own.add(new Timer(session.clock, () => this.#update()));
    this.#reopening = this.own.add(new Timer(session.clock, () => this.want(this.#markets, this.#account)));
    this.own.add(session.onDidChange((change) => change !== 'link' && this.#update()));
  }

  readonly onMessage: Event<StreamMessage> = this.#messages.event;
  /** A stream is live again, or for the first time: what it does not send by itself has to be read. */
  readonly onResumed: Event<StreamId> = this.#resumed.event;
  /** The state of a stream is another kind, it stopped covering something, or its client is another one. */
  readonly onDidChange: Event<StreamId> = this.#changes.event;

  /** `off` while there is no client yet. */
  state(stream: StreamId): StreamState {
    return this.#exchange?.streams.state(stream) ?? OFF;
  }

  get isAccountWanted(): boolean {
    return this.#account;
  }

  /** Whether this came of a market over the present connection. */
  covers(slug: string, topic: MarketTopic): boolean {
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
    if (this.#exchange === undefined) this.#update();
  }

  reconnect(): void {
    this.#exchange?.streams.wantMarkets(NOTHING);
    this.#exchange?.streams.wantAccount(false);
    // Wishes that come at once are joined: the first would not be seen.
    this.#reopening.set(REOPEN_MS);
  }

  override dispose(): void {
    super.dispose();
    this.#markets = NOTHING;
    this.#account = false;
    this.#detach();
  }

  get #isWanted(): boolean {
    return this.#account || this.#markets.size > 0;
  }

  #update(): void {
    if (this.#exchange !== undefined && this.#exchange !== this.#session.current) {
      this.#detach();
      this.#fireBoth();
    }
    if (this.#exchange !== undefined) return;
    this.#again.stop();
    if (this.#isWanted && !this.#isOpening) void this.#open();
  }

  async #open(): Promise<void> {
    this.#isOpening = true;
    const exchange = await this.#session.ensure().catch(() => undefined);
    this.#isOpening = false;
    if (!this.#isWanted) return;
    if (exchange === undefined) this.#again.set(AGAIN_MS);
    else if (exchange === this.#session.current) this.#attach(exchange);
    else this.#update();
  }

  #attach(exchange: Exchange): void {
    this.#exchange = exchange;
    const { streams } = exchange;
    this.#attached.add(streams.onMessage((message) => this.#messages.fire(message)));
    this.#attached.add(streams.onResumed((stream) => this.#resumed.fire(stream)));
    this.#attached.add(streams.onDidChange((stream) => this.#changes.fire(stream)));
    this.#fireBoth();
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

  #fireBoth(): void {
    this.#changes.fire('markets');
    this.#changes.fire('account');
  }
}
