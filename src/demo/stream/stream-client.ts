import { enumText, LEDGER_ENTRY_TYPE } from '../../exchange/wire/enums.ts';
import { SLUGS_PER_SUBSCRIPTION, type Subscribe } from '../../exchange/wire/frame.ts';
import { subscriptionCode } from '../../exchange/wire/requests.ts';
import { executionJson, orderJson } from '../account/values.ts';
import { decodeClientFrame } from '../wire/decode-requests.ts';
import type { WireObject } from '../wire/encode-values.ts';
import type { World } from '../world.ts';
import type { AccountChanges } from './account-feed.ts';
import type { StreamName, StreamPeer, StreamSink } from './api.ts';

/** The world as it was just looked at. `now`: its time; `realMs`: the clock's, both Unix milliseconds. */
export interface StreamMoment {
  readonly world: World;
  readonly now: number;
  readonly realMs: number;
}

interface StreamClientOptions {
  readonly stream: StreamName;
  readonly sink: StreamSink;
  /** Looks at the world, so that a new subscription begins now. */
  readonly look: () => StreamMoment;
  readonly onSubscribed: () => void;
  readonly onGone: () => void;
}

/** One client of a stream: its subscriptions and the frames they cause. */
export class StreamClient implements StreamPeer {
  readonly #options: StreamClientOptions;
  readonly #markets = new Map<string, MarketSubscription>();
  readonly #account = new Map<string, Subscribe>();
  #isOpen = true;
  #isGone = false;

  constructor(options: StreamClientOptions) {
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
    if (frame === undefined) this.#refuse({});
    else if (frame.kind === 'unsubscribe') this.#unsubscribe(frame.requestId);
    else if (this.#isWrong(frame)) this.#refuse(frame);
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
    if (this.#isOpen) this.#options.sink.send('{"heartbeat":{}}');
  }

  /** Sends what happened to the account to the subscriptions it is for; no market named is all of them. */
  sendAccount({ executions, positions, balance }: AccountChanges): void {
    for (const frame of this.#account.values()) {
      const isFor = (slug: string): boolean => frame.slugs.length === 0 || frame.slugs.includes(slug);
      if (frame.type === 'ORDER') {
        for (const step of executions)
          if (isFor(step.life.plan.market.slug))
            this.#send(frame, { orderSubscriptionUpdate: { execution: executionJson(step) } });
      } else if (frame.type === 'POSITION') {
        for (const [slug, change] of positions)
          if (isFor(slug)) this.#send(frame, { positionSubscription: change });
      } else if (balance !== undefined)
        this.#send(frame, { accountBalancesUpdate: { balanceChange: balanceChange(balance) } });
    }
  }

  sendMarkets(moment: StreamMoment): void {
    for (const subscription of this.#markets.values())
      for (const payload of subscription.due(moment)) this.#send(subscription.frame, payload);
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
      this.#send(frame, { accountBalancesSnapshot: { balances: world.account.balances(now) } });
  }

  #sendOrders(frame: Subscribe, world: World, now: number): void {
    const { slugs } = frame;
    const orders = world.account
      .openOrders(now)
      .filter(({ plan }) => slugs.length === 0 || slugs.includes(plan.market.slug));
    // An account without open orders has one part, an empty one.
    for (let from = 0; from === 0 || from < orders.length; from += SNAPSHOT_PART) {
      const part = orders.slice(from, from + SNAPSHOT_PART).map(orderJson);
      const eof = from + SNAPSHOT_PART >= orders.length;
      this.#send(frame, { orderSubscriptionSnapshot: { orders: part, eof } });
    }
  }

  #unsubscribe(requestId: string): void {
    this.#markets.delete(requestId);
    this.#account.delete(requestId);
    this.#options.onSubscribed();
  }

  #refuse(frame: Partial<Subscribe>): void {
    this.#send(frame, { error: 'invalid request' });
  }

  #send({ requestId, type }: Partial<Subscribe>, payload: WireObject): void {
    const subscriptionType = type && subscriptionCode(type, 'current');
    if (this.#isOpen) this.#options.sink.send(JSON.stringify({ requestId, subscriptionType, ...payload }));
  }
}

/** A change is of one balance. */
function balanceChange(afterBalance: WireObject): WireObject {
  return {
    beforeBalance: null,
    afterBalance,
    description: '',
    updateTime: afterBalance['lastUpdated'],
    modifiedSecurityId: '',
    entryType: enumText(LEDGER_ENTRY_TYPE, 'ORDER_EXECUTION'),
    accountName: '',
    id: '',
  };
}

/** Orders in one part of a snapshot; No document gives a figure. */
const SNAPSHOT_PART = 50;
/** Trades of a market sent at once, at most; a tick sees a few. */
const MOST_TRADES = 100;
/** After a longer time without a look, as while a computer slept, the trades in between are not sent. */
const LONGEST_GAP_MS = 10_000;

/** One subscription of the markets stream: of a market only the latest is sent, of trades each. */
class MarketSubscription {
  readonly frame: Subscribe;
  readonly #slugs: ReadonlySet<string>;
  readonly #versions = new Map<string, string | undefined>();
  #last: StreamMoment;

  constructor(frame: Subscribe, moment: StreamMoment) {
    this.frame = frame;
    this.#slugs = new Set(frame.slugs);
    this.#last = moment;
  }

  due(moment: StreamMoment): WireObject[] {
    const last = this.#last;
    this.#last = moment;
    return this.frame.type === 'TRADE' ? this.#trades(last, moment) : this.#changes(moment);
  }

  #trades(last: StreamMoment, { world, now, realMs }: StreamMoment): WireObject[] {
    if (realMs - last.realMs > LONGEST_GAP_MS) return [];
    // Trades of this very millisecond may not all have happened yet.
    return [...this.#slugs].flatMap((slug) =>
      world
        .trades(slug, last.now - 1, now - 1)
        .slice(-MOST_TRADES)
        .map((trade) => ({ trade })),
    );
  }

  #changes({ world, now }: StreamMoment): WireObject[] {
    return [...this.#slugs].flatMap((slug): WireObject[] => {
      const version = world.bookVersion(slug, now);
      if (version === this.#versions.get(slug)) return [];
      this.#versions.set(slug, version);
      if (this.frame.type === 'MARKET_DATA') {
        const book = world.book(slug, now);
        return book === undefined ? [] : [{ marketData: book }];
      }
      const quote = world.bbo(slug, now);
      return quote === undefined ? [] : [{ marketDataLite: quote }];
    });
  }
}
