import { DisposableStore } from '../../../../src/base/disposable.ts';
import type { BestQuote, Book } from '../../../../src/core/book.ts';
import { Calendar } from '../../../../src/core/calendar.ts';
import { Decimal } from '../../../../src/core/decimal.ts';
import type { MarketTopic } from '../../../../src/exchange/streams.ts';
import type { Gap } from '../../../../src/store/live/gaps.ts';
import type { LastFocusFile } from '../../../../src/store/live/window-focus.ts';
import { Session } from '../../../../src/store/session/session.ts';
import { createStores } from '../../../../src/store/stores.ts';
import { VirtualClock } from '../../../support/clock.ts';
import { FakeExchange, failure } from '../../../support/fake-exchange.ts';
import { FakeStreams, type Frame } from '../../../support/fake-streams.ts';
import { aBook, aQuote } from '../../../support/values.ts';
import { copyOf, FakeKeys, KEY, market, PROFILE, usd } from '../values.ts';

export const MINUTE = 60_000;
export const LITE = new Set<MarketTopic>(['lite']);
export const PANEL = new Set<MarketTopic>(['book', 'trades']);

/** The file in which windows note which of them was focused last. */
export class FocusFile implements LastFocusFile {
  #id: string | undefined;

  async read(): Promise<string | undefined> {
    return this.#id;
  }

  async write(id: string): Promise<void> {
    this.#id = id;
  }
}

export interface WindowOptions {
  readonly clock?: VirtualClock;
  readonly file?: FocusFile;
  readonly keys?: FakeKeys;
  readonly unsupported?: boolean;
}

/** One window: a session over a fake service with fake streams, every store, and what keeps them live. */
export function liveWindow(options: WindowOptions = {}) {
  const shared = options.clock ?? new VirtualClock();
  const clock = mortal(shared);
  const keys = options.keys ?? new FakeKeys(KEY);
  const exchange = new FakeExchange();
  exchange.now = () => clock.now();
  exchange.markets_ = ['a', 'b', 'c', 'd'].map((slug) => market(slug));
  const streams = new FakeStreams(clock);
  if (options.unsupported !== true) exchange.streams = streams;
  streams.snapshotOf = (slug, topic) => (topic === 'trades' ? undefined : priceFrame(slug, topic, '0.40'));
  /** What each client after the first was made of. */
  const later: { readonly exchange: FakeExchange; readonly streams: FakeStreams }[] = [];
  const factory = { made: 0, fails: false };
  const session = new Session({
    profile: PROFILE,
    credentials: keys,
    clock,
    factory: async (_profile, credentials) => {
      if (factory.fails) throw failure('network');
      const first = factory.made++ === 0;
      const client = first
        ? { exchange, streams }
        : { exchange: copyOf(exchange), streams: new FakeStreams(clock) };
      if (credentials === undefined) client.streams.miss('account');
      if (first) return exchange;
      later.push(client);
      client.streams.snapshotOf = streams.snapshotOf;
      client.exchange.streams = client.streams;
      return client.exchange;
    },
  });
  const own = new DisposableStore();
  const stores = createStores(session, { calendar: () => new Calendar('UTC'), lastFocus: options.file }, own);
  const { live } = stores;
  const gaps: Gap[] = [];
  live.onGap((gap) => gaps.push(gap));
  const tearDown = (): void => {
    own.dispose();
    session.dispose();
    streams.dispose();
  };
  return {
    clock: shared,
    kill: () => clock.kill(),
    keys,
    exchange,
    streams,
    session,
    ...stores,
    gaps,
    factory,
    later,
    tearDown,
  };
}

/** The clock of a window that may be killed: its timers never run again, and nobody tidies up. */
function mortal(clock: VirtualClock) {
  let dead = false;
  return {
    now: () => clock.now(),
    steady: () => clock.steady(),
    setTimeout: (callback: () => void, ms: number) =>
      clock.setTimeout(() => {
        if (!dead) callback();
      }, ms),
    kill: () => {
      dead = true;
    },
  };
}

export type LiveWindow = ReturnType<typeof liveWindow>;

/** A view is shown: its stores are polled and its markets wanted. */
export function showTree(window: LiveWindow, ...slugs: string[]) {
  const interest = window.visible.watch('tree', LITE);
  interest.set(slugs);
  const polled = window.scheduler.watch([window.markets, window.events]);
  return {
    dispose: () => {
      interest.dispose();
      polled.dispose();
    },
  };
}

export function showAccount({ scheduler, orders, positions, activity, balances, marketsBySlug }: LiveWindow) {
  return scheduler.watch([orders, positions, balances, activity, marketsBySlug]);
}

export function priceFrame(slug: string, topic: MarketTopic, bid: string): Frame {
  return topic === 'lite'
    ? { kind: 'lite', quote: quote(slug, bid) }
    : { kind: 'book', book: book(slug, bid) };
}

export function quote(marketSlug: string, bid: string, own: Partial<BestQuote> = {}): BestQuote {
  return aQuote({ marketSlug, bestBid: usd(bid), state: 'OPEN', ...own });
}

export function book(marketSlug: string, bid: string, own: Partial<Book> = {}): Book {
  const bids = [{ price: Decimal.of(bid), quantity: Decimal.of('10') }];
  return aBook({ marketSlug, bids, state: 'OPEN', ...own });
}
