import type { Clock } from '../../src/base/clock.ts';
import type { Disposable } from '../../src/base/disposable.ts';
import { Emitter } from '../../src/base/event.ts';
import { ExchangeError } from '../../src/exchange/errors.ts';
import { QUIET_MS } from '../../src/exchange/stream/silence.ts';
import type {
  AccountTopic,
  MarketTopic,
  StreamId,
  StreamMessage,
  StreamState,
  Streams,
  Wanted,
} from '../../src/exchange/streams.ts';

/** A message without the time it arrives at. */
export type Frame = StreamMessage extends infer M ? (M extends unknown ? Omit<M, 'at'> : never) : never;

/** So long what was held up may still be coming, as the connection above a socket has it, milliseconds. */
const SETTLING_MS = 6_000;

interface Side {
  state: StreamState;
  wanted: boolean;
  /** When it fell silent without closing, Unix milliseconds. */
  stalledAt: number | undefined;
  /** When it fell silent and was heard again without breaking, Unix milliseconds. */
  heldUp: { readonly from: number; readonly to: number } | undefined;
  opening: Disposable | undefined;
}

/** Streams in memory that do as a test tells them. A stream that is wanted opens by itself unless `refusing` it. */
export class FakeStreams implements Streams {
  readonly #clock: Clock;
  readonly #changes = new Emitter<StreamId>();
  readonly #messages = new Emitter<StreamMessage>();
  readonly #resumed = new Emitter<StreamId>();
  readonly onDidChange = this.#changes.event;
  readonly onMessage = this.#messages.event;
  readonly onResumed = this.#resumed.event;
  readonly #sides: Readonly<Record<StreamId, Side>> = { markets: fresh(), account: fresh() };
  readonly #covered = new Map<string, Set<MarketTopic>>();
  readonly #lacking = new Set<AccountTopic>();
  /** What each stream does when it is wanted. */
  readonly refusing = new Set<StreamId>();
  /** Everything that was ever wanted of the markets stream, one set after the other. */
  readonly asked: string[][] = [];
  wanted: Wanted = new Map();
  /** Milliseconds of a handshake. */
  handshakeMs = 200;
  /** Frames of a market, sent as soon as it is subscribed. */
  snapshotOf: (slug: string, topic: MarketTopic) => Frame | undefined = () => undefined;
  /** Frames of the account, sent as soon as it is subscribed. */
  snapshotOfAccount: () => readonly Frame[] = () => [];
  opened = { markets: 0, account: 0 };
  disposed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  state(stream: StreamId): StreamState {
    const { state, stalledAt, heldUp } = this.#sides[stream];
    if (state.kind !== 'live') return state;
    const now = this.#clock.now();
    const heardAt = stalledAt ?? now;
    const isSettling = heldUp !== undefined && now - heldUp.to < SETTLING_MS;
    const isQuiet = now - heardAt >= QUIET_MS;
    const completeUntil = isSettling ? heldUp.from : heardAt;
    return { ...state, heardAt, completeUntil, ...(isQuiet ? { isQuiet } : {}) };
  }

  get accountWanted(): boolean {
    return this.#sides.account.wanted;
  }

  wantMarkets(wanted: Wanted): void {
    const before = this.wanted;
    this.wanted = new Map([...wanted].map(([slug, topics]) => [slug, new Set(topics)]));
    this.asked.push([...wanted.keys()]);
    for (const slug of [...this.#covered.keys()]) if (!wanted.has(slug)) this.#covered.delete(slug);
    this.#want('markets', wanted.size > 0);
    if (this.#hears('markets')) this.#tellMarkets(before);
  }

  wantAccount(wanted: boolean): void {
    this.#want('account', wanted);
  }

  covers(slug: string, topic: MarketTopic): boolean {
    return this.#covered.get(slug)?.has(topic) ?? false;
  }

  lacks(part: AccountTopic): boolean {
    return this.#lacking.has(part);
  }

  lack(part: AccountTopic): void {
    this.#lacking.add(part);
    this.#changes.fire('account');
  }

  retry(): void {
    for (const stream of ['markets', 'account'] as const) {
      const { kind } = this.#sides[stream].state;
      if (kind === 'lost' || kind === 'stopped') this.#open(stream);
    }
  }

  dispose(): void {
    this.disposed = true;
    for (const stream of ['markets', 'account'] as const) this.#sides[stream].opening?.dispose();
  }

  /** A frame arrives, if the stream it belongs to is heard; says whether it did. */
  send(frame: Frame): boolean {
    const market = slugOf(frame);
    if (!this.#hears(market === undefined ? 'account' : 'markets')) return false;
    if (market !== undefined && !this.wanted.has(market)) return false;
    if (market !== undefined) this.#cover(market, topicOf(frame));
    this.#messages.fire({ ...frame, at: this.#clock.now() } as StreamMessage);
    return true;
  }

  uncover(slug: string, topic: MarketTopic): void {
    if (this.#covered.get(slug)?.delete(topic) === true) this.#changes.fire('markets');
  }

  /** The stream breaks off; it stays so until `resume`. */
  lose(stream: StreamId, code: 'network' | 'timeout' = 'network'): void {
    const side = this.#sides[stream];
    if (side.state.kind !== 'live' && side.state.kind !== 'connecting') return;
    const heardAt = side.state.kind === 'live' ? (side.stalledAt ?? this.#clock.now()) : side.state.heardAt;
    side.opening?.dispose();
    side.stalledAt = undefined;
    const error = new ExchangeError(code, 'The connection broke off.');
    this.#set(stream, { kind: 'lost', error, heardAt, retryAt: this.#clock.now() + 1_000 });
  }

  /** Nothing comes any more, and nobody closes it; `lose` reports it. */
  stall(stream: StreamId): void {
    const side = this.#sides[stream];
    if (side.state.kind !== 'live' || side.stalledAt !== undefined) return;
    side.stalledAt = this.#clock.now();
    this.#clock.setTimeout(() => this.#isQuiet(stream) && this.#changes.fire(stream), QUIET_MS);
  }

  isStalled(stream: StreamId): boolean {
    return this.#sides[stream].stalledAt !== undefined;
  }

  /** It is heard again, as if it had only been slow. */
  unstall(stream: StreamId): void {
    const side = this.#sides[stream];
    const wasQuiet = this.#isQuiet(stream);
    const { stalledAt, heldUp } = side;
    const to = this.#clock.now();
    const isSettling = heldUp !== undefined && to - heldUp.to < SETTLING_MS;
    if (stalledAt !== undefined && !isSettling) side.heldUp = { from: stalledAt, to };
    side.stalledAt = undefined;
    if (wasQuiet) this.#changes.fire(stream);
  }

  resume(stream: StreamId): void {
    if (this.#sides[stream].state.kind === 'lost') this.#open(stream);
  }

  stop(stream: StreamId, error = new ExchangeError('refused', 'Refused.', { status: 403 })): void {
    this.#sides[stream].opening?.dispose();
    const { state } = this.#sides[stream];
    this.#set(stream, { kind: 'stopped', error, heardAt: 'heardAt' in state ? state.heardAt : undefined });
  }

  miss(stream: StreamId): void {
    this.#sides[stream].opening?.dispose();
    this.#set(stream, { kind: 'unsupported' });
  }

  #want(stream: StreamId, wanted: boolean): void {
    const side = this.#sides[stream];
    if (side.wanted === wanted) return;
    side.wanted = wanted;
    if (side.state.kind === 'unsupported') return;
    if (wanted) this.#open(stream);
    else {
      side.opening?.dispose();
      side.stalledAt = undefined;
      this.#set(stream, { kind: 'off' });
    }
  }

  #open(stream: StreamId): void {
    const side = this.#sides[stream];
    if (!side.wanted) return;
    const heardAt = 'heardAt' in side.state ? side.state.heardAt : undefined;
    side.stalledAt = undefined;
    side.opening?.dispose();
    this.#set(stream, { kind: 'connecting', heardAt });
    side.opening = this.#clock.setTimeout(() => this.#opened(stream), this.handshakeMs);
  }

  #opened(stream: StreamId): void {
    this.opened[stream]++;
    if (this.refusing.has(stream)) {
      this.lose(stream);
      return;
    }
    const now = this.#clock.now();
    this.#sides[stream].heldUp = undefined;
    this.#set(stream, { kind: 'live', since: now, heardAt: now, completeUntil: now });
    this.#resumed.fire(stream);
    if (stream === 'markets') this.#tellMarkets(new Map());
    else for (const frame of this.snapshotOfAccount()) this.send(frame);
  }

  #tellMarkets(before: Wanted): void {
    for (const [slug, topics] of this.wanted) {
      for (const topic of topics) {
        const frame = before.get(slug)?.has(topic) ? undefined : this.snapshotOf(slug, topic);
        if (frame !== undefined) this.send(frame);
      }
    }
  }

  #isQuiet(stream: StreamId): boolean {
    const state = this.state(stream);
    return state.kind === 'live' && state.isQuiet === true;
  }

  #hears(stream: StreamId): boolean {
    const { state, stalledAt } = this.#sides[stream];
    return state.kind === 'live' && stalledAt === undefined;
  }

  #cover(slug: string, topic: MarketTopic): void {
    this.#covered.set(slug, (this.#covered.get(slug) ?? new Set()).add(topic));
  }

  #set(stream: StreamId, state: StreamState): void {
    const before = this.#sides[stream].state.kind;
    this.#sides[stream].state = state;
    if (stream === 'markets' && state.kind !== 'live') this.#covered.clear();
    if (before !== state.kind) this.#changes.fire(stream);
  }
}

function fresh(): Side {
  return {
    state: { kind: 'off' },
    wanted: false,
    stalledAt: undefined,
    heldUp: undefined,
    opening: undefined,
  };
}

function slugOf(frame: Frame): string | undefined {
  if (frame.kind === 'book') return frame.book.marketSlug;
  if (frame.kind === 'lite') return frame.quote.marketSlug;
  return frame.kind === 'trade' ? frame.trade.marketSlug : undefined;
}

function topicOf(frame: Frame): MarketTopic {
  return frame.kind === 'lite' ? 'lite' : frame.kind === 'trade' ? 'trades' : 'book';
}
