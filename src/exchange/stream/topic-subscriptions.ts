import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import type { ClientFrame, SubscriptionType } from '../wire/frame.ts';
import { backoffMs } from './backoff.ts';
import type { LogOnce } from './log-once.ts';
import { chunksOf, type Planned, planSubscriptions } from './plan.ts';

export interface SubscriptionsOptions {
  readonly type: SubscriptionType;
  readonly say: (frame: ClientFrame) => void;
  /** A request id that was never used before. */
  readonly nextId: () => string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly once: LogOnce;
  /** A market that was covered and is wanted is not any more. */
  readonly uncovered: () => void;
}

/** After so many refusals a single market is given up: asked for now and then, or when it is wanted anew. */
const MOST_TRIES = 4;
const GIVEN_UP_MS = 5 * 60_000;
/**
 * How long a replaced subscription is still listened to: trades are not told again, so the new one must stand before the
 * old one goes, and nothing confirms a subscription.
 */
const HANDOVER_MS = 2_000;

/** The subscriptions of one topic over one connection. Dispose it with the connection. */
export class TopicSubscriptions implements Disposable {
  readonly #options: SubscriptionsOptions;
  #wanted: ReadonlySet<string> = new Set();
  /** Standing ones and those that wait to be asked for again. */
  #chunks: Chunk[] = [];
  readonly #byId = new Map<string, Chunk>();
  /** By market, the subscription that told of it. */
  readonly #told = new Map<string, Chunk>();

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  /** Only the difference to what was wanted before is sent, the new before the old. */
  want(wanted: ReadonlySet<string>): void {
    const { keep, drop, add } = planSubscriptions(this.#chunks, wanted);
    this.#wanted = wanted;
    for (const slug of this.#told.keys()) if (!wanted.has(slug)) this.#told.delete(slug);
    for (const chunk of keep) chunk.letGo(wanted);
    this.#chunks = [...keep];
    for (const slugs of add) this.#subscribe(slugs, 0);
    for (const chunk of drop) this.#replace(chunk);
  }

  covers(slug: string): boolean {
    return this.#told.has(slug);
  }

  has(requestId: string): boolean {
    return this.#byId.has(requestId);
  }

  /** True for data of a subscription that stands, of a market that is wanted; from then on it is covered. */
  take(requestId: string, slug: string): boolean {
    const chunk = this.#byId.get(requestId);
    if (!chunk?.slugs.has(slug) || !this.#wanted.has(slug)) return false;
    chunk.tries = 0;
    // What is being replaced goes soon; what has told of it in its place stays.
    if (!chunk.replaced || !this.#told.has(slug)) this.#told.set(slug, chunk);
    return true;
  }

  /**
   * The service refused a subscription or ended it: it is asked for again after a while, from the second time on in
   * halves, so that one market the service does not take does not cost the others.
   */
  failed(requestId: string, text: string): void {
    const { type, once, say, uncovered } = this.#options;
    const chunk = this.#byId.get(requestId);
    if (chunk === undefined) return;
    this.#byId.delete(requestId);
    // An error need not be its end: nothing is to come twice.
    say({ kind: 'unsubscribe', requestId });
    once.warn(`${type} ${text}`, `The service refuses a subscription to ${type}: ${text.slice(0, 200)}`);
    const place = this.#chunks.indexOf(chunk);
    // One that was being replaced is not missed.
    if (place < 0) {
      chunk.timer?.dispose();
      if (this.#uncover(chunk)) uncovered();
      return;
    }
    this.#chunks.splice(place, 1);
    const told = this.#told.size;
    for (const slug of chunk.live) this.#told.delete(slug);
    const tries = chunk.tries + 1;
    const slugs = [...chunk.live];
    const parts = tries > 1 ? chunksOf(slugs, Math.ceil(slugs.length / 2)) : [slugs];
    // One that was only just told apart from its neighbours may be a good one.
    const givenUp = slugs.length === 1 && tries >= MOST_TRIES;
    const { random } = this.#options;
    for (const part of parts) {
      this.#later(part, tries, givenUp ? GIVEN_UP_MS : backoffMs(Math.min(tries, MOST_TRIES), random()));
    }
    if (this.#told.size < told) uncovered();
  }

  dispose(): void {
    for (const chunk of [...this.#chunks, ...this.#byId.values()]) chunk.timer?.dispose();
    this.#chunks = [];
    this.#byId.clear();
    this.#told.clear();
    this.#wanted = new Set();
  }

  #subscribe(slugs: readonly string[], tries: number): void {
    const { type, say, nextId } = this.#options;
    const requestId = nextId();
    const chunk = new Chunk(slugs, requestId, tries);
    this.#chunks.push(chunk);
    this.#byId.set(requestId, chunk);
    // Never gathered by the service: at what intervals it would is not told, and a price must not be older than it says.
    say({ kind: 'subscribe', requestId, type, slugs, debounced: false });
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
    const { clock, say, uncovered } = this.#options;
    const { requestId } = chunk;
    chunk.replaced = true;
    chunk.timer?.dispose();
    chunk.timer = undefined;
    if (requestId === undefined) return;
    const end = (): void => {
      this.#byId.delete(requestId);
      say({ kind: 'unsubscribe', requestId });
      // Nothing confirms a subscription: one that has told nothing by now may never do.
      if (this.#uncover(chunk)) uncovered();
    };
    if ([...chunk.slugs].some((slug) => this.#wanted.has(slug))) {
      chunk.timer = clock.setTimeout(end, HANDOVER_MS);
    } else end();
  }

  /** Of all that only this one told. True if there was any. */
  #uncover(chunk: Chunk): boolean {
    const slugs = [...chunk.slugs].filter((slug) => this.#told.get(slug) === chunk);
    for (const slug of slugs) this.#told.delete(slug);
    return slugs.length > 0;
  }
}

class Chunk implements Planned {
  readonly slugs: ReadonlySet<string>;
  readonly live: Set<string>;
  /** Undefined while it does not stand. */
  readonly requestId: string | undefined;
  /** How often it failed since it last told anything. */
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
