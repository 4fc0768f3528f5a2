import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import type { StreamMessage, Topic, Wanted } from '../streams.ts';
import {
  type ClientFrame,
  type ServerFrame,
  SLUGS_PER_SUBSCRIPTION,
  type SubscriptionType,
} from '../wire/frame.ts';
import { backoffMs, type FrameHandler, type FrameSender, type LogOnce } from './connection.ts';

const TOPICS: readonly Topic[] = ['book', 'lite', 'trades'];

const TYPES: Readonly<Record<Topic, SubscriptionType>> = {
  book: 'MARKET_DATA',
  lite: 'MARKET_DATA_LITE',
  trades: 'TRADE',
};

export interface SubscriptionOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly once: LogOnce;
  readonly nextId: () => string;
  readonly emit: (message: StreamMessage) => void;
  /** A market that is wanted stopped being covered. */
  readonly onUncovered: () => void;
}

/** What is said over the markets stream. Each topic has subscriptions of its own. */
export class MarketSubscriptions implements FrameHandler {
  readonly #topics: ReadonlyMap<Topic, TopicSubscriptions>;
  readonly #options: SubscriptionOptions;

  constructor(sender: FrameSender, wanted: Wanted, options: SubscriptionOptions) {
    const { clock, random, once, nextId, onUncovered } = options;
    const send: FrameSender['send'] = (frame) => sender.send(frame);
    this.#options = options;
    this.#topics = new Map(
      TOPICS.map((topic) => {
        const type = TYPES[topic];
        return [topic, new TopicSubscriptions({ type, send, nextId, clock, random, once, onUncovered })];
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

  handle(frame: ServerFrame, at: number): void {
    const { emit } = this.#options;
    switch (frame.kind) {
      case 'book':
        if (this.#takes('book', frame.requestId, frame.book.marketSlug)) {
          emit({ at, kind: 'book', book: frame.book });
        }
        return;
      case 'lite':
        if (this.#takes('lite', frame.requestId, frame.quote.marketSlug)) {
          emit({ at, kind: 'lite', quote: frame.quote });
        }
        return;
      case 'trade':
        if (this.#takes('trades', frame.requestId, frame.trade.marketSlug)) {
          emit({ at, kind: 'trade', trade: frame.trade });
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

interface SubscriptionsOptions {
  readonly type: SubscriptionType;
  readonly send: (frame: ClientFrame) => void;
  /** A request id that was never used before. */
  readonly nextId: () => string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly once: LogOnce;
  /** A market that was covered and is wanted is not any more. */
  readonly onUncovered: () => void;
}

/** After so many refusals a single market is given up: asked for now and then, or when it is wanted again. */
const MOST_TRIES = 4;
const GIVEN_UP_MS = 5 * 60_000;
/**
 * How long a replaced subscription is still listened to: trades are not sent again, so the new one must stand before the
 * old one goes, and nothing confirms a subscription.
 */
const HANDOVER_MS = 2_000;

/** The subscriptions of one topic over one connection. Dispose it with the connection. */
class TopicSubscriptions implements Disposable {
  readonly #options: SubscriptionsOptions;
  #wanted: ReadonlySet<string> = new Set();
  /** Standing ones and those that wait to be asked for again. */
  #chunks: Chunk[] = [];
  readonly #byId = new Map<string, Chunk>();
  /** By market, the subscription whose data arrived. */
  readonly #coveredBy = new Map<string, Chunk>();

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  /** Only the difference to what was wanted before is sent, the new before the old. */
  want(wanted: ReadonlySet<string>): void {
    const { keep, drop, add } = planSubscriptions(this.#chunks, wanted);
    this.#wanted = wanted;
    for (const slug of this.#coveredBy.keys()) if (!wanted.has(slug)) this.#coveredBy.delete(slug);
    for (const chunk of keep) chunk.letGo(wanted);
    this.#chunks = [...keep];
    for (const slugs of add) this.#subscribe(slugs, 0);
    for (const chunk of drop) this.#replace(chunk);
  }

  covers(slug: string): boolean {
    return this.#coveredBy.has(slug);
  }

  has(requestId: string): boolean {
    return this.#byId.has(requestId);
  }

  /** True for data of a subscription that stands, of a market that is wanted; from then on it is covered. */
  take(requestId: string, slug: string): boolean {
    const chunk = this.#byId.get(requestId);
    if (!chunk?.slugs.has(slug) || !this.#wanted.has(slug)) return false;
    chunk.tries = 0;
    // A replaced subscription goes soon; the one in its place stays.
    if (!chunk.replaced || !this.#coveredBy.has(slug)) this.#coveredBy.set(slug, chunk);
    return true;
  }

  /**
   * The service refused a subscription or ended it: it is asked for again after a while, from the second time on in
   * halves, so that one market the service does not take does not cost the others.
   */
  failed(requestId: string, text: string): void {
    const { type, once, send, onUncovered } = this.#options;
    const chunk = this.#byId.get(requestId);
    if (chunk === undefined) return;
    this.#byId.delete(requestId);
    // An error need not be its end: nothing is to come twice.
    send({ kind: 'unsubscribe', requestId });
    once.warn(`${type} ${text}`, `The service refuses a subscription to ${type}: ${text.slice(0, 200)}`);
    const place = this.#chunks.indexOf(chunk);
    // One that was being replaced is not missed.
    if (place < 0) {
      chunk.timer?.dispose();
      if (this.#uncover(chunk)) onUncovered();
      return;
    }
    this.#chunks.splice(place, 1);
    const coveredBefore = this.#coveredBy.size;
    for (const slug of chunk.live) this.#coveredBy.delete(slug);
    const tries = chunk.tries + 1;
    const slugs = [...chunk.live];
    const parts = tries > 1 ? chunksOf(slugs, Math.ceil(slugs.length / 2)) : [slugs];
    // One that was only just split from its neighbours may be a good one.
    const givenUp = slugs.length === 1 && tries >= MOST_TRIES;
    const { random } = this.#options;
    for (const part of parts) {
      this.#later(part, tries, givenUp ? GIVEN_UP_MS : backoffMs(Math.min(tries, MOST_TRIES), random()));
    }
    if (this.#coveredBy.size < coveredBefore) onUncovered();
  }

  dispose(): void {
    for (const chunk of [...this.#chunks, ...this.#byId.values()]) chunk.timer?.dispose();
    this.#chunks = [];
    this.#byId.clear();
    this.#coveredBy.clear();
    this.#wanted = new Set();
  }

  #subscribe(slugs: readonly string[], tries: number): void {
    const { type, send, nextId } = this.#options;
    const requestId = nextId();
    const chunk = new Chunk(slugs, requestId, tries);
    this.#chunks.push(chunk);
    this.#byId.set(requestId, chunk);
    // Not debounced by the service: it does not say at what intervals, and a price must not be older than it claims.
    send({ kind: 'subscribe', requestId, type, slugs, debounced: false });
  }

  #later(slugs: readonly string[], tries: number, delayMs: number): void {
    const waiting = new Chunk(slugs, undefined, tries);
    this.#chunks.push(waiting);
    waiting.timer = this.#options.clock.setTimeout(() => {
      this.#chunks.splice(this.#chunks.indexOf(waiting), 1);
      this.#subscribe([...waiting.live], tries);
    }, delayMs);
  }

  #replace(chunk: Chunk): void {
    const { clock, send, onUncovered } = this.#options;
    const { requestId } = chunk;
    chunk.replaced = true;
    chunk.timer?.dispose();
    chunk.timer = undefined;
    if (requestId === undefined) return;
    const end = (): void => {
      this.#byId.delete(requestId);
      send({ kind: 'unsubscribe', requestId });
      // Nothing confirms a subscription: one without data by now may never have any.
      if (this.#uncover(chunk)) onUncovered();
    };
    if ([...chunk.slugs].some((slug) => this.#wanted.has(slug))) {
      chunk.timer = clock.setTimeout(end, HANDOVER_MS);
    } else end();
  }

  /** Uncovers the markets only this one covered. True if there was any. */
  #uncover(chunk: Chunk): boolean {
    const slugs = [...chunk.slugs].filter((slug) => this.#coveredBy.get(slug) === chunk);
    for (const slug of slugs) this.#coveredBy.delete(slug);
    return slugs.length > 0;
  }
}

class Chunk implements Planned {
  readonly slugs: ReadonlySet<string>;
  readonly live: Set<string>;
  /** Undefined while it does not stand. */
  readonly requestId: string | undefined;
  /** How often it failed since its last data. */
  tries: number;
  /** Others stand for what it has, and it goes. */
  replaced = false;
  timer: Disposable | undefined;

  constructor(slugs: readonly string[], requestId: string | undefined, tries: number) {
    this.slugs = new Set(slugs);
    this.live = new Set(slugs);
    this.requestId = requestId;
    this.tries = tries;
  }

  get standing(): boolean {
    return this.requestId !== undefined;
  }

  letGo(wanted: ReadonlySet<string>): void {
    for (const slug of this.live) if (!wanted.has(slug)) this.live.delete(slug);
  }
}

/** A subscription as far as planning has to know it. */
export interface Planned {
  /** As it was asked for: what the service sends. */
  readonly slugs: ReadonlySet<string>;
  /** Those of them that were wanted ever since. */
  readonly live: ReadonlySet<string>;
  /** False: it failed and waits to be asked for again. It is left alone while anything of it is wanted. */
  readonly standing: boolean;
}

interface Plan<P extends Planned> {
  readonly keep: readonly P[];
  /** Not needed, or joined with others in a new one. */
  readonly drop: readonly P[];
  /** The slugs of each new subscription. */
  readonly add: readonly (readonly string[])[];
}

/**
 * What to subscribe and let go of so that every wanted slug is subscribed exactly once. A subscription cannot be changed,
 * only replaced, and replacing sends everything in it again. So one stays until half of it is not wanted any more, and
 * small ones are joined as the digits of a counter are carried: with one slug after the other a slug is asked for again
 * seven times at most, and next to the full subscriptions there are few others.
 */
export function planSubscriptions<P extends Planned>(
  held: readonly P[],
  wanted: ReadonlySet<string>,
  most: number = SLUGS_PER_SUBSCRIPTION,
): Plan<P> {
  const drop = held.filter((one) => !stays(one, wanted));
  const staying = new Set(held.filter((one) => stays(one, wanted)));
  const covered = new Set([...staying].flatMap((one) => stillWanted(one, wanted)));
  const pool = [...wanted].filter((slug) => !covered.has(slug));
  if (pool.length > 0) {
    const small = [...staying]
      .filter(({ standing }) => standing)
      .map((one) => ({ one, slugs: stillWanted(one, wanted) }))
      .sort((a, b) => a.slugs.length - b.slugs.length);
    for (const { one, slugs } of small) {
      const rest = pool.length % most;
      if (slugs.length > rest || slugs.length + rest > most) break;
      staying.delete(one);
      drop.push(one);
      pool.push(...slugs);
    }
  }
  return { keep: [...staying], drop, add: chunksOf(pool, most) };
}

/** A slug that was let go and is wanted again needs a new subscription: only that sends what is current. */
function stays({ slugs, live, standing }: Planned, wanted: ReadonlySet<string>): boolean {
  let count = 0;
  for (const slug of slugs) {
    if (!wanted.has(slug)) continue;
    if (!live.has(slug)) return false;
    count += 1;
  }
  return count > 0 && (!standing || count * 2 > slugs.size);
}

function stillWanted({ live }: Planned, wanted: ReadonlySet<string>): string[] {
  return [...live].filter((slug) => wanted.has(slug));
}

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}
