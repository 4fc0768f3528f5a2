import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { MarketTopic, StreamMessage, Wanted } from '../streams.ts';
import { type ServerFrame, SLUGS_PER_SUBSCRIPTION, type SubscriptionType } from '../wire/frame.ts';
import { backoffMs, type FrameHandler, type FrameSender, type LogOnce } from './stream-connection.ts';

const TYPES: Readonly<Record<MarketTopic, SubscriptionType>> = {
  book: 'MARKET_DATA',
  lite: 'MARKET_DATA_LITE',
  trades: 'TRADE',
};

export interface SubscriptionOptions {
  readonly clock: Clock;
  /** 0…1, 1 excluded. */
  readonly random: () => number;
  readonly once: LogOnce;
  readonly nextId: () => string;
  readonly emit: (message: StreamMessage) => void;
  /** A market that was covered and is wanted is not any more. */
  readonly onUncovered: () => void;
}

/** What is said over the markets stream. Each topic has subscriptions of its own. */
export class MarketSubscriptions implements FrameHandler {
  readonly #topics: Readonly<Record<MarketTopic, TopicSubscriptions>>;
  readonly #options: SubscriptionOptions;

  constructor(sender: FrameSender, wanted: Wanted, options: SubscriptionOptions) {
    this.#options = options;
    this.#topics = {
      book: new TopicSubscriptions('book', sender, options),
      lite: new TopicSubscriptions('lite', sender, options),
      trades: new TopicSubscriptions('trades', sender, options),
    };
    this.want(wanted);
  }

  want(wanted: Wanted): void {
    for (const subscriptions of Object.values(this.#topics)) {
      const slugs = new Set<string>();
      for (const [slug, topics] of wanted) if (topics.has(subscriptions.topic)) slugs.add(slug);
      subscriptions.want(slugs);
    }
  }

  covers(slug: string, topic: MarketTopic): boolean {
    return this.#topics[topic].covers(slug);
  }

  handle(frame: ServerFrame, at: number): void {
    const { emit, once } = this.#options;
    const { book, lite, trades } = this.#topics;
    const { requestId, kind } = frame;
    if (kind === 'error' && requestId === undefined) {
      once.warn(`error ${frame.text}`, `markets stream: the service says ${frame.text.slice(0, 200)}`);
    }
    if (requestId === undefined) return;
    if (kind === 'error') {
      for (const subscriptions of [book, lite, trades]) subscriptions.failed(requestId, frame.text);
    } else if (kind === 'book' && book.take(requestId, frame.book.marketSlug)) {
      emit({ at, kind: 'book', book: frame.book });
    } else if (kind === 'lite' && lite.take(requestId, frame.quote.marketSlug)) {
      emit({ at, kind: 'lite', quote: frame.quote });
    } else if (kind === 'trade' && trades.take(requestId, frame.trade.marketSlug)) {
      emit({ at, kind: 'trade', trade: frame.trade });
    }
  }

  dispose(): void {
    for (const subscriptions of Object.values(this.#topics)) subscriptions.dispose();
  }
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
  readonly topic: MarketTopic;
  readonly #send: FrameSender['send'];
  readonly #options: SubscriptionOptions;
  #wanted: ReadonlySet<string> = new Set();
  /** Standing ones and those that wait to be asked for again. */
  #chunks: Chunk[] = [];
  readonly #byId = new Map<string, Chunk>();
  /** By market, the subscription whose data arrived. */
  readonly #coveredBy = new Map<string, Chunk>();

  constructor(topic: MarketTopic, { send }: FrameSender, options: SubscriptionOptions) {
    this.topic = topic;
    this.#send = send;
    this.#options = options;
  }

  /** Only the difference to what was wanted before is sent, the new before the old. */
  want(wanted: ReadonlySet<string>): void {
    const { keep, drop, add } = planSubscriptions(this.#chunks, wanted);
    this.#wanted = wanted;
    for (const slug of this.#coveredBy.keys()) if (!wanted.has(slug)) this.#coveredBy.delete(slug);
    for (const { live } of keep) for (const slug of live) if (!wanted.has(slug)) live.delete(slug);
    this.#chunks = [...keep];
    for (const slugs of add) this.#subscribe(slugs, 0);
    for (const chunk of drop) this.#replace(chunk);
  }

  covers(slug: string): boolean {
    return this.#coveredBy.has(slug);
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
    const { once, onUncovered, random } = this.#options;
    const type = TYPES[this.topic];
    const chunk = this.#byId.get(requestId);
    if (chunk === undefined) return;
    this.#byId.delete(requestId);
    // An error need not be its end: nothing is to come twice.
    this.#send({ kind: 'unsubscribe', requestId });
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
    const requestId = this.#options.nextId();
    const type = TYPES[this.topic];
    const chunk = new Chunk(slugs, requestId, tries);
    this.#chunks.push(chunk);
    this.#byId.set(requestId, chunk);
    // Not debounced (interface.md 10.2): the service names no interval, and a price must not be older than it claims.
    this.#send({ kind: 'subscribe', requestId, type, slugs });
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
    const { clock, onUncovered } = this.#options;
    const { requestId } = chunk;
    chunk.replaced = true;
    chunk.timer?.dispose();
    chunk.timer = undefined;
    if (requestId === undefined) return;
    const end = (): void => {
      this.#byId.delete(requestId);
      this.#send({ kind: 'unsubscribe', requestId });
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

class Chunk {
  /** As it was asked for: what the service sends. */
  readonly slugs: ReadonlySet<string>;
  /** Those of them that were wanted ever since. */
  readonly live: Set<string>;
  /** Undefined while it waits to be asked for again; then it is left alone while anything of it is wanted. */
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

  stillWanted(wanted: ReadonlySet<string>): string[] {
    return [...this.live].filter((slug) => wanted.has(slug));
  }

  /**
   * Whether it may stay: until half of it is not wanted any more. A slug that was released and is wanted again needs a new
   * subscription: only that sends what is current.
   */
  mayStay(wanted: ReadonlySet<string>): boolean {
    const { length } = [...this.slugs].filter((slug) => wanted.has(slug));
    const isEnough = this.requestId === undefined ? length > 0 : length * 2 > this.slugs.size;
    return isEnough && length === this.stillWanted(wanted).length;
  }
}

/**
 * What to subscribe (`add`: the slugs of each new subscription) and release (`drop`) so that every wanted slug is
 * subscribed exactly once. A subscription cannot be changed, only replaced, and replacing sends everything in it again. So
 * small ones are joined as the digits of a counter are carried: with one slug after the other a slug is asked for again
 * seven times at most, and next to the full subscriptions there are few others.
 */
function planSubscriptions(chunks: readonly Chunk[], wanted: ReadonlySet<string>) {
  const keep = new Set(chunks.filter((chunk) => chunk.mayStay(wanted)));
  const drop = chunks.filter((chunk) => !keep.has(chunk));
  const covered = new Set([...keep].flatMap((chunk) => chunk.stillWanted(wanted)));
  const pool = [...wanted].filter((slug) => !covered.has(slug));
  if (pool.length > 0) {
    const small = [...keep]
      .filter(({ requestId }) => requestId !== undefined)
      .map((chunk) => ({ chunk, slugs: chunk.stillWanted(wanted) }))
      .sort((a, b) => a.slugs.length - b.slugs.length);
    for (const { chunk, slugs } of small) {
      const rest = pool.length % SLUGS_PER_SUBSCRIPTION;
      if (slugs.length > rest || slugs.length + rest > SLUGS_PER_SUBSCRIPTION) break;
      keep.delete(chunk);
      drop.push(chunk);
      pool.push(...slugs);
    }
  }
  return { keep: [...keep], drop, add: chunksOf(pool, SLUGS_PER_SUBSCRIPTION) };
}

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}
