import type { Clock } from '../../base/clock.ts';
import type { Dialect } from '../../exchange/profile.ts';
import {
  type ServerFrame,
  SLUGS_PER_SUBSCRIPTION,
  type Subscribe,
  type SubscriptionType,
} from '../../exchange/wire/frame.ts';
import { decodeClientFrame } from '../wire/decode-requests.ts';
import { encodeServerFrame } from '../wire/encode-frame.ts';
import type { World } from '../world.ts';
import type { AccountChanges } from './account-feed.ts';
import type { StreamName, StreamPeer, StreamSink } from './api.ts';
import { addressOf, FrameBudget, type MarketFeed, MarketSubscription } from './market-feed.ts';

/** From so many unread bytes on, only the latest state of a market is sent. */
const SLOW_BYTES = 256 * 1024;
/** A client that has not caught up for so long, or with so much unread, is cut off. */
const SLOW_MS = 30_000;
const MOST_BYTES = 8 * 1024 * 1024;
/** Larger frames end a connection with 1009. Characters. */
const MOST_TEXT = 64 * 1024;
/** No document names a figure; a client of 300 markets needs a dozen. */
const SUBSCRIPTIONS = 200;
/** Characters of a requestId: it goes into every frame of its subscription. */
const REQUEST_ID = 200;

interface ConnectionOptions {
  readonly stream: StreamName;
  readonly sink: StreamSink;
  readonly clock: Clock;
  readonly dialect: Dialect;
  readonly feed: MarketFeed;
  readonly framesPerSecond: number;
  /** Looks at the world, so that a new subscription begins now; the world and its time. */
  readonly looked: () => { readonly world: World; readonly now: number };
  /** A subscription came or went. */
  readonly onSubscribed: () => void;
  readonly onGone: () => void;
}

/** One client of a stream: its subscriptions and the frames they cause. */
export class Connection implements StreamPeer {
  readonly #options: ConnectionOptions;
  readonly #budget: FrameBudget;
  readonly #markets = new Map<string, MarketSubscription>();
  readonly #account = new Map<string, AccountSubscription>();
  #slowSince: number | undefined;
  /** Neither end has closed it. */
  #isOpen = true;
  #isGone = false;

  constructor(options: ConnectionOptions) {
    const { clock, framesPerSecond } = options;
    this.#options = options;
    this.#budget = new FrameBudget(framesPerSecond, clock.now());
  }

  /** Wants to hear of markets. */
  get listensToMarkets(): boolean {
    return this.#markets.size > 0;
  }

  /** Wants to hear of the account. */
  get listensToAccount(): boolean {
    return this.#account.size > 0;
  }

  receive(text: string): void {
    if (!this.#isOpen) return;
    if (text.length > MOST_TEXT) {
      this.close(1009, 'frame too large');
      return;
    }
    const { stream } = this.#options;
    const frame = decodeClientFrame(text, stream);
    if ('broken' in frame) this.#refuse(undefined, undefined);
    else if (frame.kind === 'unsubscribe') this.#unsubscribe(frame.requestId);
    else if (this.#isWrong(frame)) this.#refuse(frame.requestId, frame.type);
    else if (stream === 'markets') this.#subscribeMarkets(frame);
    else this.#subscribeAccount(frame);
  }

  gone(): void {
    if (this.#isGone) return;
    this.#isOpen = false;
    this.#isGone = true;
    for (const requestId of [...this.#markets.keys()]) this.#unsubscribe(requestId);
    this.#account.clear();
    this.#options.onGone();
  }

  close(code: number, reason: string): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#options.sink.close(code, reason);
  }

  heartbeat(): void {
    this.#checkReading();
    this.#send(encodeServerFrame({ kind: 'heartbeat', requestId: undefined }, undefined, 'current'));
  }

  tell(changes: AccountChanges): void {
    for (const subscription of this.#account.values()) subscription.tell(changes);
  }

  /** Sends what waits, unless the client is behind with reading. */
  flush(): void {
    if (this.#markets.size === 0 || this.#isBehind()) return;
    const { feed, clock } = this.#options;
    const now = clock.now();
    for (const subscription of this.#markets.values())
      subscription.flush(feed, this.#budget, now, (text) => this.#send(text));
    this.#takeTurns();
  }

  /** The one asked first goes last the next time: else, at the limit of frames, it would leave the others none. */
  #takeTurns(): void {
    const [first] = this.#markets;
    if (first === undefined || this.#markets.size < 2) return;
    this.#markets.delete(first[0]);
    this.#markets.set(...first);
  }

  #isWrong({ requestId, slugs, type }: Subscribe): boolean {
    if (this.#markets.has(requestId) || this.#account.has(requestId)) return true;
    if (this.#markets.size + this.#account.size >= SUBSCRIPTIONS) return true;
    if (slugs.length > SLUGS_PER_SUBSCRIPTION || requestId.length > REQUEST_ID) return true;
    return TOPICS[type] !== undefined && slugs.length === 0;
  }

  #subscribeMarkets({ requestId, type, slugs, debounced }: Subscribe): void {
    const topic = TOPICS[type];
    if (topic === undefined) return;
    const { feed, looked, dialect, onSubscribed } = this.#options;
    const address = addressOf(requestId, dialect);
    const subscription = new MarketSubscription({ topic, slugs: [...new Set(slugs)], debounced, address });
    this.#markets.set(requestId, subscription);
    looked();
    feed.add(subscription);
    onSubscribed();
    this.flush();
  }

  #subscribeAccount(frame: Subscribe): void {
    const { looked, dialect, onSubscribed } = this.#options;
    // What happened before belongs to earlier subscriptions.
    looked();
    const subscription = new AccountSubscription(frame, dialect, (text) => this.#send(text));
    // The list of open orders is asked for once; nothing follows it.
    if (frame.type !== 'ORDER_SNAPSHOT') {
      this.#account.set(frame.requestId, subscription);
      onSubscribed();
    }
    const { world, now } = looked();
    subscription.begin(world, now);
  }

  #unsubscribe(requestId: string): void {
    const subscription = this.#markets.get(requestId);
    if (subscription !== undefined) this.#options.feed.remove(subscription);
    this.#markets.delete(requestId);
    this.#account.delete(requestId);
    this.#options.onSubscribed();
  }

  #refuse(requestId: string | undefined, type: SubscriptionType | undefined): void {
    const frame = { kind: 'error', requestId, text: 'invalid request' } as const;
    this.#send(encodeServerFrame(frame, type, this.#options.dialect));
  }

  #isBehind(): boolean {
    this.#checkReading();
    return this.#slowSince !== undefined;
  }

  #checkReading(): void {
    const { sink, clock } = this.#options;
    const waiting = sink.waiting();
    const now = clock.now();
    if (waiting < SLOW_BYTES) this.#slowSince = undefined;
    else this.#slowSince ??= now;
    const tooLong = this.#slowSince !== undefined && now - this.#slowSince >= SLOW_MS;
    if (!this.#isOpen || !(tooLong || waiting >= MOST_BYTES)) return;
    this.#isOpen = false;
    sink.breakOff();
  }

  #send(text: string): void {
    if (this.#isOpen) this.#options.sink.send(text);
  }
}

const TOPICS: Readonly<Partial<Record<SubscriptionType, 'book' | 'lite' | 'trade'>>> = {
  MARKET_DATA: 'book',
  MARKET_DATA_LITE: 'lite',
  TRADE: 'trade',
};

/** Orders in one part of a snapshot; No document gives a figure. */
const SNAPSHOT_PART = 50;

/** One subscription of the private stream: the frames at its beginning and after each look. */
class AccountSubscription {
  readonly type: SubscriptionType;
  readonly #requestId: string;
  readonly #slugs: ReadonlySet<string>;
  readonly #dialect: Dialect;
  readonly #send: (text: string) => void;

  constructor({ requestId, type, slugs }: Subscribe, dialect: Dialect, send: (text: string) => void) {
    this.type = type;
    this.#requestId = requestId;
    this.#slugs = new Set(slugs);
    this.#dialect = dialect;
    this.#send = send;
  }

  /** Open orders in parts, balances whole; of orders and positions the stream tells changes only (interface.md 10). */
  begin(world: World, now: number): void {
    const requestId = this.#requestId;
    if (this.type === 'ACCOUNT_BALANCE')
      this.#tell({ requestId, kind: 'balances', balances: world.balances(now), whole: true });
    if (this.type !== 'ORDER_SNAPSHOT') return;
    const orders = world.openOrders(now).filter(({ marketSlug }) => this.#wants(marketSlug));
    // An account without open orders has one part, an empty one.
    for (let from = 0; from === 0 || from < orders.length; from += SNAPSHOT_PART) {
      const part = orders.slice(from, from + SNAPSHOT_PART);
      const eof = from + SNAPSHOT_PART >= orders.length;
      this.#tell({ requestId, kind: 'orders', orders: part, eof, error: undefined });
    }
  }

  tell({ executions, positions, balances }: AccountChanges): void {
    const requestId = this.#requestId;
    switch (this.type) {
      case 'ORDER':
        for (const execution of executions)
          if (this.#wants(execution.order.marketSlug)) this.#tell({ requestId, kind: 'order', execution });
        break;
      case 'POSITION':
        for (const change of positions)
          if (change.after === undefined || this.#wants(change.after.marketSlug))
            this.#tell({ requestId, kind: 'position', change });
        break;
      case 'ACCOUNT_BALANCE':
        for (const balance of balances)
          this.#tell({ requestId, kind: 'balances', balances: [balance], whole: false });
        break;
    }
  }

  /** No market named: all of them. */
  #wants(slug: string): boolean {
    return this.#slugs.size === 0 || this.#slugs.has(slug);
  }

  #tell(frame: ServerFrame): void {
    this.#send(encodeServerFrame(frame, this.type, this.#dialect));
  }
}
