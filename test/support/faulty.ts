import { silentLog } from '../../src/base/log.ts';
import type { DemoHandler, DemoReply, DemoRequest } from '../../src/demo/api.ts';
import { keyOf } from '../../src/demo/keys.ts';
import { createWorld } from '../../src/demo/world.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { ConnectionProfile, Credentials } from '../../src/exchange/profile.ts';
import { createServiceExchange } from '../../src/exchange/service/service-exchange.ts';
import type { TransportRequest } from '../../src/exchange/transport.ts';
import { Session } from '../../src/store/session/session.ts';
import type { ReplyFault } from '../../tools/exchange/faults/delivery.ts';
import { createFaultyTransport } from '../../tools/exchange/faults/faulty-transport.ts';
import { createHandler } from '../../tools/exchange/handler.ts';
import { VirtualClock } from './clock.ts';
import { accountOf, catalogueOf } from './read-world.ts';

export const NOON = Date.UTC(2026, 8, 1, 18);
export const CANCEL = /\/cancel$/;

export interface Endpoint {
  readonly name: Exclude<keyof Exchange, 'supports' | 'streams' | 'dispose'>;
  readonly call: (exchange: Exchange) => Promise<unknown>;
}

const KEY = keyOf(5);
export const CREDENTIALS: Credentials = { keyId: KEY.keyId, secret: KEY.secretKey };
export const PROFILE: ConnectionProfile = {
  id: 'custom',
  label: 'faulty',
  publicUrl: 'https://exchange.invalid',
  privateUrl: 'https://exchange.invalid',
  auth: 'ed25519',
  dialect: 'current',
};
const PAGE = { limit: 20, offset: 0 };

/** The demo's honest side: a small world at one moment, Unix milliseconds, every reply of which is worked out once. */
export interface HonestSide {
  readonly handler: Pick<DemoHandler, 'handle'>;
  /** Every endpoint of the port, asked about things that are there. */
  readonly endpoints: readonly Endpoint[];
  readonly slug: string;
  readonly settledSlug: string;
  readonly orderId: string;
}

export function honestSide(now = NOON): HonestSide {
  const world = createWorld({ seed: 5, epochMs: now, markets: 60 });
  const handler = createHandler({
    world: () => world,
    clock: { now: () => now },
    dialect: PROFILE.dialect,
    keys: [KEY],
    auth: 'none',
    rateLimit: 0,
  });
  const [order, other] = accountOf(world).openOrders(now);
  const markets = catalogueOf(world).markets({}, { limit: 10_000, offset: 0 }, now);
  const settled = markets.find(({ slug }) => catalogueOf(world).settlement(slug, now) !== undefined);
  // Of a game, the rest of its slug is that of its event; and ten contracts can be bought in it now.
  const market = markets.find(({ slug }) => {
    const book = catalogueOf(world).book(slug, now);
    const isDeep = book?.state === 'OPEN' && [book.bids, book.offers].every(({ length }) => length > 2);
    return isDeep && catalogueOf(world).eventBySlug(eventSlugOf(slug), now) !== undefined;
  });
  const [event] = catalogueOf(world).events({}, { limit: 1, offset: 0 }, now);
  if (order === undefined || other === undefined || settled === undefined)
    throw new Error('The world lacks something to ask for');
  if (market === undefined || event?.slug === undefined) throw new Error('The world lacks a market or event');
  const { slug } = market;
  return {
    handler: { handle: remembered((request) => handler.handle(request)) },
    slug,
    settledSlug: settled.slug,
    orderId: order.id,
    endpoints: [
      { name: 'markets', call: (exchange) => exchange.markets({}, PAGE) },
      { name: 'marketById', call: (exchange) => exchange.marketById(market.id ?? '') },
      { name: 'marketBySlug', call: (exchange) => exchange.marketBySlug(slug) },
      { name: 'settlement', call: (exchange) => exchange.settlement(settled.slug) },
      { name: 'book', call: (exchange) => exchange.book(slug) },
      { name: 'bbo', call: (exchange) => exchange.bbo(slug) },
      { name: 'priceHistory', call: (exchange) => exchange.priceHistory(slug, '1D') },
      {
        name: 'assetCourse',
        call: (exchange) =>
          exchange.assetCourse('crypto:lumen', { from: now - 3_600_000, to: now, bucket: '1M' }),
      },
      { name: 'events', call: (exchange) => exchange.events({}, PAGE) },
      { name: 'eventById', call: (exchange) => exchange.eventById(event.id) },
      { name: 'eventBySlug', call: (exchange) => exchange.eventBySlug(event.slug ?? '') },
      { name: 'leagues', call: (exchange) => exchange.leagues(PAGE) },
      { name: 'sports', call: (exchange) => exchange.sports() },
      { name: 'leagueEvents', call: (exchange) => exchange.leagueEvents('cfb', 'games', PAGE) },
      { name: 'tags', call: (exchange) => exchange.tags(PAGE) },
      { name: 'tagEvents', call: (exchange) => exchange.tagEvents('politics', PAGE) },
      { name: 'series', call: (exchange) => exchange.series(PAGE) },
      { name: 'search', call: (exchange) => exchange.search('the', 20) },
      { name: 'order', call: (exchange) => exchange.order(order.id) },
      { name: 'openOrders', call: (exchange) => exchange.openOrders() },
      { name: 'positions', call: (exchange) => exchange.positions(undefined) },
      { name: 'activities', call: (exchange) => exchange.activities({}, undefined) },
      { name: 'balances', call: (exchange) => exchange.balances() },
      { name: 'cancelOrder', call: (exchange) => exchange.cancelOrder(order) },
      { name: 'cancelOrders', call: (exchange) => exchange.cancelOrders([order, other]) },
      { name: 'killSwitch', call: (exchange) => exchange.killSwitch() },
    ],
  };
}

/** Of a market that asks who wins a game, its slug without the kind in front. */
export function eventSlugOf(slug: string): string {
  return slug.replace(/^[a-z]+-/, '');
}

/** The same request is answered with the same bytes, and works on the world once. */
function remembered(handle: (request: DemoRequest) => DemoReply): (request: DemoRequest) => DemoReply {
  const known = new Map<string, DemoReply>();
  return (request) => {
    const name = `${request.method} ${request.path}?${request.query}`;
    const reply = known.get(name) ?? handle(request);
    known.set(name, reply);
    return reply;
  };
}

/** A client of `side` whose requests meet what `fault` says at that moment, on a clock of its own. */
export function faultyClient(side: HonestSide) {
  const clock = new VirtualClock(NOON);
  const sent: TransportRequest[] = [];
  const lines: string[] = [];
  const plan: { fault: ReplyFault | undefined } = { fault: undefined };
  const transport = createFaultyTransport({ handler: side.handler, clock, fault: () => plan.fault });
  const clientOf = (credentials: Credentials | undefined): Exchange =>
    createServiceExchange({
      profile: PROFILE,
      credentials,
      transport: {
        ...transport,
        send: (request, signal) => {
          sent.push(request);
          return transport.send(request, signal);
        },
      },
      log: {
        ...silentLog,
        debug: (line) => lines.push(line()),
        info: (line) => lines.push(line),
        warn: (line) => lines.push(line),
        error: (line) => lines.push(line),
      },
      clock,
      random: () => 0.5,
      requestsPerSecond: 0,
    });
  return { clock, clientOf, exchange: clientOf(CREDENTIALS), sent, lines, plan };
}

export function faultySession(side: HonestSide) {
  const { clock, clientOf, plan } = faultyClient(side);
  let key: Credentials | undefined = CREDENTIALS;
  const session = new Session({
    profile: PROFILE,
    clock,
    factory: async (_profile, credentials) => clientOf(credentials),
    credentials: {
      get: async () => key,
      store: async (_profile, given) => {
        key = given;
      },
      delete: async () => {
        key = undefined;
      },
      onDidChange: () => ({ dispose: () => {} }),
    },
  });
  return { clock, plan, session };
}
