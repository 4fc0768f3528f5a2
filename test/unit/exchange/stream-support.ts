import assert from 'node:assert/strict';
import { silentLog } from '../../../src/base/log.ts';
import { decodeClientFrame } from '../../../src/demo/wire/decode-requests.ts';
import type { ConnectionProfile } from '../../../src/exchange/profile.ts';
import type { OpenSocket } from '../../../src/exchange/socket.ts';
import { SocketStreams } from '../../../src/exchange/stream/socket-streams.ts';
import type {
  MarketTopic,
  StreamId,
  StreamMessage,
  StreamState,
  Wanted,
} from '../../../src/exchange/streams.ts';
import type { ClientFrame, Subscribe } from '../../../src/exchange/wire/frame.ts';
import { VirtualClock } from '../../support/clock.ts';
import { NullService, type NullSocket } from '../../support/null-socket.ts';

export const MARKETS = new URL('wss://service.example/v1/ws/markets');
export const ACCOUNT = new URL('wss://service.example/v1/ws/private');

interface SetUp {
  readonly random?: () => number;
  readonly auth?: ConnectionProfile['auth'];
  readonly sign?: () => Readonly<Record<string, string>>;
  readonly openSocket?: OpenSocket;
}

/** Both streams over null sockets in virtual time, and a record of all that happens. */
export function setUp(part: SetUp = {}) {
  const clock = new VirtualClock();
  const service = new NullService(clock);
  const warnings: string[] = [];
  const messages: StreamMessage[] = [];
  const changes: { readonly line: StreamId; readonly state: StreamState }[] = [];
  const resumed: StreamId[] = [];
  const streams = new SocketStreams({
    marketsUrl: MARKETS,
    accountUrl: ACCOUNT,
    sign: part.sign ?? ((method, path, now) => ({ signed: `${now} ${method} ${path}` })),
    auth: part.auth ?? 'ed25519',
    dialect: 'current',
    openSocket: part.openSocket ?? service.open,
    clock,
    log: { ...silentLog, warn: (line) => warnings.push(line) },
    random: part.random ?? (() => 0.5),
  });
  streams.onMessage((message) => messages.push(message));
  streams.onDidChange((line) => changes.push({ line, state: streams.state(line) }));
  streams.onResumed((line) => resumed.push(line));
  const kinds = (line: StreamId = 'markets'): readonly string[] =>
    changes.filter((change) => change.line === line).map(({ state }) => state.kind);
  return { clock, service, warnings, messages, changes, resumed, streams, kinds };
}

/** Long enough for what is wanted to be gathered and a null handshake; 10 ms longer than that. */
export const SOON = 60;

/** With the markets line up and the book of market `a` subscribed. */
export function live() {
  return subscribed(wanted(['a'], 'book'));
}

export async function subscribed(markets: Wanted) {
  const all = setUp();
  all.streams.wantMarkets(markets);
  await all.clock.advance(SOON);
  const socket = all.service.sockets[0];
  assert.ok(socket);
  return { ...all, socket };
}

/** Advances to the next try of a lost stream; returns the milliseconds that took. */
export async function untilRetry({ streams, clock }: ReturnType<typeof setUp>): Promise<number> {
  const state = streams.state('markets');
  assert.ok(state.kind === 'lost');
  const waitMs = state.retryAt - clock.now();
  await clock.advance(waitMs);
  return waitMs;
}

export function wanted(slugs: readonly string[], ...topics: readonly MarketTopic[]): Wanted {
  return new Map(slugs.map((slug) => [slug, new Set(topics)]));
}

export function slugs(count: number, prefix = 's'): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index}`);
}

export function said(socket: NullSocket | undefined): readonly ClientFrame[] {
  return (socket?.sent ?? []).map((text) => frameOf(text, socket?.request.url.pathname));
}

export function frameOf(text: string, path = MARKETS.pathname): ClientFrame {
  const frame = decodeClientFrame(text, path.endsWith('/private') ? 'private' : 'markets');
  if (frame === undefined) throw new Error(`The client sent ${text}`);
  return frame;
}

/** The subscriptions of a socket that stand, by request id, as a service would count them. */
export function standing(socket: NullSocket | undefined): ReadonlyMap<string, Subscribe> {
  const subscriptions = new Map<string, Subscribe>();
  for (const frame of said(socket)) {
    if (frame.kind === 'subscribe') {
      if (subscriptions.has(frame.requestId)) throw new Error(`${frame.requestId} is used twice`);
      subscriptions.set(frame.requestId, frame);
    } else subscriptions.delete(frame.requestId);
  }
  return subscriptions;
}

/** The frame of a book, quote or trade of `slug` for a subscription. */
export function data({ requestId, type }: Pick<Subscribe, 'requestId' | 'type'>, slug: string): string {
  const marketSlug = slug;
  const px = { value: '0.41', currency: 'USD' };
  const payload =
    type === 'MARKET_DATA'
      ? { marketData: { marketSlug, bids: [{ px, qty: '1' }], offers: [] } }
      : type === 'MARKET_DATA_LITE'
        ? { marketDataLite: { marketSlug, bestBid: px } }
        : { trade: { marketSlug, price: px, quantity: { value: '1' }, tradeTime: '2026-09-01T10:00:00Z' } };
  return JSON.stringify({ requestId, ...payload });
}

export const HEARTBEAT = '{"heartbeat":{}}';
