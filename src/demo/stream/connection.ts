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

/** The world as it was just looked at. `now`: its time; `realMs`: the clock's, both Unix milliseconds. */
export interface StreamMoment {
  readonly world: World;
  readonly now: number;
  readonly realMs: number;
}

interface ConnectionOptions {
  readonly stream: StreamName;
  readonly sink: StreamSink;
  /** Looks at the world, so that a new subscription begins now. */
  readonly look: () => StreamMoment;
  readonly onSubscribed: () => void;
  readonly onGone: () => void;
}

/** One client of a stream: its subscriptions and the frames they cause. */
export class Connection implements StreamPeer {
  readonly #options: ConnectionOptions;
  readonly #markets = new Map<string, MarketSubscription>();
  readonly #account = new Map<string, Subscribe>();
  #isOpen = true;
  #isGone = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  get isSubscribed(): boolean {
    return this.#markets.size + this.#account.size > 0;
  }

  get listensToAccount(): boolean {
    return this.#account.size > 0;
  }

  receive(text: string): void {
    if (!this.#isOpen) return;
    const { stream } = this.#options;
    const frame = decodeClientFrame(text, stream);
    if (frame === undefined) this.#refuse(undefined, undefined);
    else if (frame.kind === 'unsubscribe') this.#unsubscribe(frame.requestId);
    else if (this.#isWrong(frame)) this.#refuse(frame.requestId, frame.type);
    else if (stream === 'markets') this.#subscribeMarkets(frame);
    else this.#subscribeAccount(frame);
  }

  gone(): void {
    if (this.#isGone) return;
    this.#isOpen = false;
    this.#isGone = true;
    this.#markets.clear();
    this.#account.clear();
    this.#options.onGone();
  }

  close(code: number, reason: string): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#options.sink.close(code, reason);
  }

  heartbeat(): void {
    this.#send({ kind: 'heartbeat', requestId: undefined });
  }

  /** Sends what happened to the account to the subscriptions it is for; no market named is all of them. */
  sendAccount({ executions, positions, balances }: AccountChanges): void {
    for (const { requestId, type, slugs } of this.#account.values()) {
      const isFor = (slug: string): boolean => slugs.length === 0 || slugs.includes(slug);
      if (type === 'ORDER') {
        for (const execution of executions)
          if (isFor(execution.order.marketSlug)) this.#send({ requestId, kind: 'order', execution }, type);
      } else if (type === 'POSITION') {
        for (const change of positions)
          if (change.after === undefined || isFor(change.after.marketSlug))
            this.#send({ requestId, kind: 'position', change }, type);
      } else if (balances.length > 0)
        this.#send({ requestId, kind: 'balances', balances, whole: false }, type);
    }
  }

  sendMarkets(moment: StreamMoment): void {
    for (const subscription of this.#markets.values())
      for (const frame of subscription.due(moment)) this.#send(frame, subscription.type);
  }

  #isWrong({ requestId, slugs, type }: Subscribe): boolean {
    if (this.#markets.has(requestId) || this.#account.has(requestId)) return true;
    if (slugs.length > SLUGS_PER_SUBSCRIPTION) return true;
    return this.#options.stream === 'markets' && slugs.length === 0 && type !== undefined;
  }

  #subscribeMarkets(frame: Subscribe): void {
    const moment = this.#options.look();
    this.#markets.set(frame.requestId, new MarketSubscription(frame, moment));
    this.#options.onSubscribed();
    this.sendMarkets(moment);
  }

  #subscribeAccount(frame: Subscribe): void {
    // What happened before belongs to earlier subscriptions.
    const { world, now } = this.#options.look();
    const { requestId, type } = frame;
    if (type === 'ORDER_SNAPSHOT') {
      // The list of open orders is asked for once; nothing follows it.
      this.#sendOrders(frame, world, now);
      return;
    }
    this.#account.set(requestId, frame);
    this.#options.onSubscribed();
    // The first look after this only takes in what there is.
    this.#options.look();
    if (type === 'ORDER') this.#sendOrders(frame, world, now);
    if (type === 'ACCOUNT_BALANCE')
      this.#send({ requestId, kind: 'balances', balances: world.account.balances(now), whole: true }, type);
  }

  #sendOrders({ requestId, type, slugs }: Subscribe, world: World, now: number): void {
    const orders = world.account
      .openOrders(now)
      .filter(({ marketSlug }) => slugs.length === 0 || slugs.includes(marketSlug));
    // An account without open orders has one part, an empty one.
    for (let from = 0; from === 0 || from < orders.length; from += SNAPSHOT_PART) {
      const part = orders.slice(from, from + SNAPSHOT_PART);
      const eof = from + SNAPSHOT_PART >= orders.length;
      this.#send({ requestId, kind: 'orders', orders: part, eof, error: undefined }, type);
    }
  }

  #unsubscribe(requestId: string): void {
    this.#markets.delete(requestId);
    this.#account.delete(requestId);
    this.#options.onSubscribed();
  }

  #refuse(requestId: string | undefined, type: SubscriptionType | undefined): void {
    this.#send({ kind: 'error', requestId, text: 'invalid request' }, type);
  }

  #send(frame: ServerFrame, type?: SubscriptionType): void {
    if (this.#isOpen) this.#options.sink.send(encodeServerFrame(frame, type));
  }
}

/** Orders in one part of a snapshot; No document gives a figure. */
const SNAPSHOT_PART = 50;
/** Trades of a market sent at once, at most; a tick sees a few. */
const MOST_TRADES = 100;
/** After a longer time without a look, as while a computer slept, the trades in between are not sent. */
const LONGEST_GAP_MS = 10_000;

/** One subscription of the markets stream: of a market only the latest is sent, of trades each. */
class MarketSubscription {
  readonly type: SubscriptionType;
  readonly #requestId: string;
  readonly #slugs: ReadonlySet<string>;
  readonly #versions = new Map<string, string | undefined>();
  #last: StreamMoment;

  constructor({ requestId, type, slugs }: Subscribe, moment: StreamMoment) {
    this.type = type;
    this.#requestId = requestId;
    this.#slugs = new Set(slugs);
    this.#last = moment;
  }

  due(moment: StreamMoment): ServerFrame[] {
    const last = this.#last;
    this.#last = moment;
    return this.type === 'TRADE' ? this.#trades(last, moment) : this.#changes(moment);
  }

  #trades(last: StreamMoment, { world, now, realMs }: StreamMoment): ServerFrame[] {
    if (realMs - last.realMs > LONGEST_GAP_MS) return [];
    // Trades of this very millisecond may not all have happened yet.
    return [...this.#slugs].flatMap((slug) =>
      world
        .trades(slug, last.now - 1, now - 1)
        .slice(-MOST_TRADES)
        .map((trade) => ({ kind: 'trade', requestId: this.#requestId, trade })),
    );
  }

  #changes({ world, now }: StreamMoment): ServerFrame[] {
    const requestId = this.#requestId;
    return [...this.#slugs].flatMap((slug): ServerFrame[] => {
      const version = world.bookVersion(slug, now);
      if (version === this.#versions.get(slug)) return [];
      this.#versions.set(slug, version);
      const isBook = this.type === 'MARKET_DATA';
      const book = isBook ? world.book(slug, now) : undefined;
      if (book !== undefined) return [{ kind: 'book', requestId, book }];
      const quote = isBook ? undefined : world.bbo(slug, now);
      return quote === undefined ? [] : [{ kind: 'lite', requestId, quote }];
    });
  }
}
