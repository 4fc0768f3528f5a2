import type { Clock } from '../../src/base/clock.ts';
import { Decimal } from '../../src/core/decimal.ts';
import type { MarketOverview } from '../../src/core/market.ts';
import type { DemoHandler } from '../../src/demo/api.ts';
import { pointsDecimal } from '../../src/demo/engine/amounts.ts';
import { lastMark, quoteFor, tapeEnd } from '../../src/demo/engine/book.ts';
import { DAY, type MarketFrame } from '../../src/demo/engine/events.ts';
import { type MarketParameters, tagsOf } from '../../src/demo/engine/filter.ts';
import { priceOf } from '../../src/demo/engine/pricing.ts';
import { hash } from '../../src/demo/engine/random.ts';
import { liquidityOf, volumeOf } from '../../src/demo/engine/tape.ts';
import { eventJson } from '../../src/demo/engine/values.ts';
import { createInProcessSocket, createInProcessTransport } from '../../src/demo/in-process.ts';
import type { Demo } from '../../src/demo/index.ts';
import type { DemoStreams } from '../../src/demo/stream/api.ts';
import { fieldsOf } from '../../src/demo/wire/encode-values.ts';
import type { World } from '../../src/demo/world.ts';
import {
  BALANCE_CHANGE_STATUS,
  type EnumTable,
  EXECUTION_TYPE,
  enumNumber,
  LEDGER_ENTRY_TYPE,
  ORDER_INTENT,
  ORDER_SIDE,
  ORDER_STATE,
  ORDER_TYPE,
  RESOLUTION_SIDE,
  SPORTS_MARKET_TYPE,
  TIME_IN_FORCE,
  TRADE_STATE,
  TRADING_STATE,
} from '../../src/exchange/wire/enums.ts';
import type { SubscriptionType } from '../../src/exchange/wire/frame.ts';
import { frameText, subscriptionCode } from '../../src/exchange/wire/requests.ts';
import { overSinks } from './stream-faults.ts';

/** Filters only the older generation has (interface.md 7.1). */
export const SEED_PARAMETERS: MarketParameters = {
  same: { questionIds: questionIdOf, cyom: isCyom, tagId: tagsOf },
  least: {
    liquidityNumMin: (market, { seed, now }) => liquidityOf(seed, market, now),
    rewardsMinSize,
  },
  most: { liquidityNumMax: (market, { seed, now }) => liquidityOf(seed, market, now) },
};

/** What of the demo's world is looked at for what only the older generation says. */
interface SeedBasis {
  readonly world: () => World;
  /** The world's time. */
  readonly now: () => number;
}

/** The demo's handler as a service of the older generation: requests become today's, and replies those of then. */
export function seedHandler(handler: DemoHandler, basis: SeedBasis): DemoHandler {
  return {
    handle: (request) => {
      if (request.path.startsWith('/v1/demo/')) return handler.handle(request);
      // It has no leagues, tags or series.
      const path = /^\/v(?:2\/|1\/series)/.test(request.path) ? '/' : request.path;
      const asked = { ...request, path, query: queryOf(request.query), body: bodyOf(request.body) };
      const reply = handler.handle(asked);
      if (reply.status !== 200) return reply;
      const body = older('', JSON.parse(new TextDecoder().decode(reply.body)), basis);
      return { ...reply, body: new TextEncoder().encode(JSON.stringify(body)) };
    },
  };
}

/** The demo's streams with frames of the older generation; those of a client it reads in either. */
export function seedStreams(streams: DemoStreams): DemoStreams {
  return overSinks(streams, (sink) => ({
    send: (text) => {
      const frame = seedFrame(text);
      if (frame !== undefined) sink.send(frame);
    },
    close: (code, reason) => sink.close(code, reason),
    breakOff: () => sink.breakOff(),
  }));
}

/** A frame of today as it was then; undefined where there was none: a subscription to orders began without them. */
export function seedFrame(text: string): string | undefined {
  const { requestId, subscriptionType, ...payload } = JSON.parse(text) as Json;
  const type = String(subscriptionType).replace('SUBSCRIPTION_TYPE_', '') as SubscriptionType;
  if (type === 'ORDER' && 'orderSubscriptionSnapshot' in payload) return undefined;
  const entries = Object.entries(older('frame', payload) as Json);
  const frame = {
    requestId,
    subscriptionType: subscriptionType && subscriptionCode(type, 'seed'),
    ...Object.fromEntries(entries.map(([name, value]) => [PAYLOADS[name] ?? name, value])),
  };
  return frameText(frame, 'seed');
}

const PAYLOADS: Readonly<Record<string, string>> = {
  orderSubscriptionUpdate: 'orderUpdate',
  positionSubscription: 'positionSubscriptionUpdate',
  accountBalancesUpdate: 'accountBalanceSubscriptionUpdate',
};

type Json = { readonly [field: string]: unknown };
type Tables = Readonly<Record<string, EnumTable<string>>>;

/** How a kind of object differs: what only today's has, what is an integer, and what a bare name. */
interface Kind {
  readonly without?: string;
  readonly codes?: Tables;
  readonly names?: Tables;
}

const PARTY: Kind = { codes: { side: ORDER_SIDE, intent: ORDER_INTENT } };
const STATE: Kind = { codes: { state: TRADING_STATE } };

const KINDS: Readonly<Record<string, Kind>> = {
  market: {
    without:
      'title titleShort createdAt feeCoefficient minimumTradeQty ep3SyncedAt comboEnabled bestBidQuote bestAskQuote ' +
      'rulesDisclaimer orderPriceMinTickSize status assetPriceTerms subject spreadTotalSuffix',
  },
  marketSide: { without: 'price quote' },
  event: {
    without:
      'subtitle score elapsed live ended finishedTimestamp eventState volume liquidity openInterest tags teams',
  },
  team: { without: 'logo color ranking conference' },
  order: {
    without:
      'lastTransactTime cashOrderQty commissionNotionalTotalCollected commissionsBasisPoints makerCommissionsBasisPoints ' +
      'outcomeSide action manualOrderIndicator',
    codes: { ...PARTY.codes, type: ORDER_TYPE, tif: TIME_IN_FORCE, state: ORDER_STATE },
  },
  execution: {
    without:
      'aggressor commissionNotionalCollected unsolicitedCancelReason traceId commissionSpreadPx transactTradeDate',
    codes: { type: EXECUTION_TYPE },
  },
  marketMetadata: { without: 'eventId teamId team subject' },
  position: { without: 'avgPx fees baseCost positionId comboLegDetails' },
  trade: {
    without:
      'cost originalPrice effectiveOriginalPrice effectiveCostBasis effectiveRealizedPnl aggressorExecution ' +
      'passiveExecution aggressor passive reportingCounterparty createTradeDate updateTradeDate tradeLinkId market ' +
      'comboLegDetails',
    names: { state: TRADE_STATE },
  },
  positionResolution: { without: 'market comboLegDetails', names: { side: RESOLUTION_SIDE } },
  accountBalanceChange: {
    without:
      'paymentMethod externalId description metadata failureReason failureCode failureAction transactions',
    names: { status: BALANCE_CHANGE_STATUS },
  },
  taker: PARTY,
  maker: PARTY,
  positionSubscription: { codes: { entryType: LEDGER_ENTRY_TYPE } },
};

/** A value of today's as it was then. `field`: where it stands; without `basis` it is of a frame. */
function older(field: string, value: unknown, basis?: SeedBasis): unknown {
  if (Array.isArray(value)) return value.map((each) => older(field, each, basis));
  if (typeof value !== 'object' || value === null) return value;
  const kind = field.replace(/^(?:before|after)P/, 'p').replace(/s$/, '');
  const isState = basis === undefined && field.startsWith('marketData');
  const { without = '', codes = {}, names = {} } = (isState ? STATE : KINDS[kind]) ?? {};
  const gone = without.split(' ');
  const fields = Object.entries(value).flatMap(([name, each]): [string, unknown][] => {
    if (gone.includes(name)) return [];
    if (kind === 'order' && name === 'marketSlug') return [['market_slug', each]];
    const table = codes[name] ?? names[name];
    if (table === undefined) return [[name, older(field === 'positions' ? 'position' : name, each, basis)]];
    const bare = String(each).slice(table.prefix.length);
    return [[name, name in codes ? enumNumber(table, bare) : bare]];
  });
  return Object.fromEntries([...fields, ...added(kind, value as Json, basis)]);
}

/** What only the older generation says. */
function added(kind: string, value: Json, basis: SeedBasis | undefined): readonly [string, unknown][] {
  if (kind === 'event') {
    const teams = (value['teams'] ?? []) as readonly Json[];
    const type = 'PARTICIPANT_TYPE_TEAM';
    return [
      ['participants', teams.map((team) => ({ id: `T${team['id']}`, type, team: older('team', team) }))],
    ];
  }
  if (kind !== 'market' || basis === undefined) return [];
  const [world, now] = [basis.world(), basis.now()];
  const frame = world.frame(String(value['slug']), now);
  if (frame === undefined) return [];
  const turnover = { volume: 0, liquidity: 0, openInterest: 0 };
  const parent = eventJson(world.seed, frame.event, now, { markets: [], turnover });
  return Object.entries({
    ...fieldsOf(overviewOf(world, frame, now)),
    events: [older('event', JSON.parse(JSON.stringify(parent)), basis)],
    cyom: isCyom(frame),
    rewardsMinSize: rewardsMinSize(frame),
    questionId: questionIdOf(frame),
  });
}

function overviewOf(world: World, market: MarketFrame, now: number): MarketOverview {
  const { event } = market;
  const { seed } = world;
  const own = world.account.own(market, now);
  const { bid, offer } = quoteFor(seed, market, own.resting, now);
  const last = tapeEnd(seed, market, own, now).last?.points ?? priceOf(seed, market, event.listedMs);
  // A day's change is measured against the last daily mark, or the price when the market was listed.
  const marked = Math.max(event.listedMs, lastMark(Math.min(now, event.endMs)));
  const reference = priceOf(seed, market, marked);
  const weekAgo = priceOf(seed, market, Math.max(event.listedMs, now - 7 * DAY));
  const [volume, liquidity] = [volumeOf(seed, market, now), liquidityOf(seed, market, now)];
  const volumeIn = (days: number): Decimal => Decimal.of(volume - volumeOf(seed, market, now - days * DAY));
  const price = (points: number): Decimal => pointsDecimal(points, 2);
  return {
    lastTradePrice: price(last),
    bestBid: bid === undefined ? undefined : price(bid),
    bestAsk: offer === undefined ? undefined : price(offer),
    spread: bid === undefined || offer === undefined ? undefined : price(offer - bid),
    oneDayPriceChange: price(last - reference),
    oneWeekPriceChange: price(last - weekAgo),
    liquidity: String(liquidity),
    liquidityNum: Decimal.of(liquidity),
    volume: String(volume),
    volumeNum: Decimal.of(volume),
    volume24hr: volumeIn(1),
    volume1wk: volumeIn(7),
    volume1mo: volumeIn(30),
    volume1yr: undefined,
    gameId: event.subject.kind === 'game' ? String(event.subject.gameId) : undefined,
    subcategory: event.seriesSlug,
    propType: market.marketType === 'props' ? market.sportsMarketType : undefined,
    outcomeTeamA: undefined,
    outcomeTeamB: undefined,
  };
}

/** Made by a user of the service instead of the service: some of the props. */
function isCyom(market: MarketFrame): boolean {
  return market.marketType === 'props' && hash(market.id, 104) % 5 === 0;
}

/** Smallest order that earns liquidity rewards, contracts; none for most markets. */
function rewardsMinSize(market: MarketFrame): number | undefined {
  const sizes = [20, 50, 100, 200];
  return hash(market.id, 105) % 3 === 0 ? sizes[market.id % sizes.length] : undefined;
}

function questionIdOf(market: MarketFrame): string {
  return `Q${market.id.toString(36).toUpperCase()}`;
}

function queryOf(query: URLSearchParams): URLSearchParams {
  const asked = new URLSearchParams();
  for (const [name, value] of query) {
    const isType = name === 'sportsMarketTypes';
    if (name !== 'tagIds' && name !== 'slugs')
      asked.append(name, isType ? SPORTS_MARKET_TYPE.prefix + value : value);
  }
  return asked;
}

/** The two spellings of a market change places, so that today's is as wrong as the older one is elsewhere. */
function bodyOf(body: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(body);
  const swapped = text.replace(/"(market_slug|marketSlug)"(?=\s*:)/g, (_, name: string) =>
    name === 'marketSlug' ? '"market_slug"' : '"marketSlug"',
  );
  return new TextEncoder().encode(swapped);
}

/** A demo of this process, spoken to as the older generation was. */
export function inSeed({ world, handler, streams, profile }: Demo, clock: Pick<Clock, 'now'>) {
  const older = seedHandler(handler, { world: () => world, now: () => clock.now() });
  const olderStreams = seedStreams(streams);
  return {
    profile: { ...profile, dialect: 'seed' } as const,
    handler: older,
    streams: olderStreams,
    transport: createInProcessTransport(older),
    openSocket: createInProcessSocket(() => olderStreams),
  };
}
