import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { MarketTopic, Wanted } from '../../../src/exchange/streams.ts';
import { TransportError } from '../../../src/exchange/transport.ts';
import type { Subscribe, SubscriptionType } from '../../../src/exchange/wire/frame.ts';
import type { NullSocket } from '../../support/null-socket.ts';
import { rounds } from '../../support/rounds.ts';
import { data, frameOf, HEARTBEAT, setUp, standing } from './stream-support.ts';

/** A service that answers each subscription with data and beats every 20 s, as long as it is not made to fail. */
function simulate() {
  const all = setUp({ random: () => 0.5 });
  const { clock, service } = all;
  const stalled = new Set<NullSocket>();
  /** All frames ever sent, for telling an old one again. */
  const history: string[] = [];
  const send = (socket: NullSocket, text: string): void => {
    if (stalled.has(socket)) return;
    history.push(text);
    socket.receive(text);
  };
  const beat = (socket: NullSocket): void => {
    if (socket.endedBy !== undefined) return;
    send(socket, HEARTBEAT);
    clock.setTimeout(() => beat(socket), 20_000);
  };
  service.onOpen = (socket) => {
    beat(socket);
    socket.onSend = (text) => {
      const frame = frameOf(text, socket.request.url.pathname);
      if (frame.kind === 'subscribe') clock.setTimeout(() => answer(socket, frame), 30);
    };
  };
  const answer = (socket: NullSocket, asked: Subscribe): void => {
    const { requestId, type } = asked;
    for (const slug of asked.slugs) send(socket, data(asked, slug));
    if (type === 'ORDER_SNAPSHOT')
      send(socket, JSON.stringify({ requestId, orderSubscriptionSnapshot: { orders: [], eof: true } }));
  };
  return { ...all, stalled, history };
}

const SLUGS = Array.from({ length: 230 }, (_, index) => `s${index}`);
const TOPICS: readonly MarketTopic[] = ['book', 'lite', 'trades'];

/** A choice of markets and topics that depends on `seed` alone; sometimes none. */
function choice(seed: number): Wanted {
  const wanted = new Map<string, Set<MarketTopic>>();
  const share = [0, 1, 3, 40, 100][seed % 5] ?? 0;
  for (const [index, slug] of SLUGS.entries()) {
    const drawn = Math.imul(seed + 1, 2_654_435_761 + index * 40_503) >>> 8;
    if (drawn % 100 >= share) continue;
    wanted.set(slug, new Set(TOPICS.filter((_, bit) => ((drawn >> (7 + bit)) & 1) === 1)));
  }
  return wanted;
}

type Simulation = ReturnType<typeof simulate>;

const sendToAll =
  (texts: (history: readonly string[]) => readonly string[]) =>
  ({ service, history }: Simulation): void => {
    for (const socket of service.standing) for (const text of texts(history)) socket.receive(text);
  };

const drop =
  (code: number) =>
  ({ service }: Simulation): void => {
    for (const socket of service.standing) socket.drop(code);
  };

const EVENTS = {
  wantAccount: ({ streams }) => streams.wantAccount(true),
  leaveAccount: ({ streams }) => streams.wantAccount(false),
  dropNormally: drop(1_000),
  dropAbnormally: drop(1_006),
  dropWithError: drop(1_011),
  stall: ({ service, stalled }) => {
    for (const socket of service.standing) stalled.add(socket);
  },
  garbage: sendToAll(() => ['', '{', '[]', '"x"', '{"requestId":"s-1","marketData":7}', '{"error":"x"}']),
  duplicate: sendToAll((history) => history.slice(-20)),
  replay: sendToAll((history) => history.slice(0, 20)),
  // Of the youngest subscription.
  refuse: ({ service }) => {
    for (const socket of service.standing) {
      const requestId = [...standing(socket).keys()].at(-1);
      if (requestId !== undefined)
        socket.receive(JSON.stringify({ requestId, error: 'subscription failed' }));
    }
  },
  refuseConnections: ({ service }) => {
    service.handshake = new TransportError('connect', 'Scripted');
  },
  ignoreConnections: ({ service }) => {
    service.handshake = 'silence';
  },
} satisfies Record<string, (simulation: Simulation) => void>;

/** An event, or the seed of the markets that are wanted from then on, and how long until the next. */
const step = fc.record({
  // Mostly short, now and then long enough to run into every limit.
  waitMs: fc.oneof({ weight: 3, arbitrary: fc.nat(400) }, { weight: 1, arbitrary: fc.nat(90_000) }),
  event: fc.oneof(fc.nat(1_000_000), fc.constantFrom(...(Object.keys(EVENTS) as (keyof typeof EVENTS)[]))),
});

/** What a service that lost nothing of what was said would send: how often each market is subscribed. */
function counts(socket: NullSocket | undefined): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { type, slugs } of standing(socket).values()) {
    for (const slug of slugs) found.set(`${type} ${slug}`, (found.get(`${type} ${slug}`) ?? 0) + 1);
  }
  return found;
}

const TYPES: Readonly<Record<MarketTopic, string>> = {
  book: 'MARKET_DATA',
  lite: 'MARKET_DATA_LITE',
  trades: 'TRADE',
};

describe('whatever happens to a stream', () => {
  it('once it stops, all that is wanted is subscribed once on one live connection', async () => {
    const last = fc.record({ seed: fc.nat(1_000_000), account: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), last, async (steps, { seed, account }) => {
        const sim = simulate();
        const { clock, service, streams } = sim;
        streams.wantMarkets(choice(1_004));
        for (const { event, waitMs } of steps) {
          if (typeof event === 'number') streams.wantMarkets(choice(event));
          else EVENTS[event](sim);
          await clock.advance(waitMs);
        }
        service.handshake = 'accept';
        const wanted = choice(seed);
        streams.wantMarkets(wanted);
        streams.wantAccount(account);
        // Longer than any silence, wait and try again, one after the other.
        await clock.advance(420_000);

        const any = [...wanted.values()].some(({ size }) => size > 0);
        assert.equal(streams.state('markets').kind, any ? 'live' : 'off');
        assert.equal(streams.state('account').kind, account ? 'live' : 'off');
        const on = (path: string) =>
          service.standing.filter(({ request }) => request.url.pathname.endsWith(path));
        const markets = on('/markets');
        assert.equal(markets.length, any ? 1 : 0);
        const subscribed = counts(markets[0]);
        for (const slug of SLUGS) {
          for (const topic of TOPICS) {
            const isWanted = wanted.get(slug)?.has(topic) ?? false;
            const times = subscribed.get(`${TYPES[topic]} ${slug}`) ?? 0;
            if (isWanted) assert.equal(times, 1, `${topic} of ${slug}`);
            else assert.ok(times <= 1, `${topic} of ${slug}, not wanted`);
            assert.equal(streams.covers(slug, topic), isWanted, `${topic} of ${slug} covered`);
          }
        }
        const accounts = on('/private');
        assert.equal(accounts.length, account ? 1 : 0);
        const seen = [...standing(accounts[0]).values()].map(({ type }) => type);
        // A type that is refused time and again is done without.
        const refusals = steps.filter(({ event }) => event === 'refuse').length;
        const types: readonly SubscriptionType[] = account ? ['ORDER', 'POSITION', 'ACCOUNT_BALANCE'] : [];
        assert.deepEqual(seen, refusals < 3 ? types : types.filter((type) => seen.includes(type)));

        streams.dispose();
        await clock.advance(30_000);
        assert.equal(clock.pending, 0);
        assert.equal(service.standing.length, 0);
      }),
      { numRuns: rounds(200, 10_000) },
    );
  });
});
