import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { decodeSettlement } from '../../../src/exchange/wire/book.ts';
import { decodeEvent, decodeMarket } from '../../../src/exchange/wire/market.ts';
import { decodeOrder } from '../../../src/exchange/wire/order.ts';
import { decodeActivities, decodePositions } from '../../../src/exchange/wire/portfolio.ts';
import { fixture, plain } from '../../support/fixtures.ts';

/** The fields of interface.md 9, by resource: what tells a person something, not every id and icon of the service. */
const FIELDS = {
  amount: 'value currency',
  market: `
    id question slug description startDate endDate category marketType active closed archived
    updatedAt gameStartTime sportsMarketType sportsMarketTypeV2 line outcomes
    outcomePrices ep3Status marketSides events`,
  marketOverview: `
    lastTradePrice bestBid bestAsk spread oneDayPriceChange oneWeekPriceChange liquidity
    liquidityNum volume volumeNum volume24hr volume1wk volume1mo gameId`,
  marketSide: `
    id description long teamId team`,
  event: `
    id slug title description startDate endDate active closed category createdAt
    startTime seriesSlug period gameId participants markets`,
  participant: 'id type team',
  team: `
    id name abbreviation league record logo alias safeName colorPrimary ordering displayAbbreviation`,
  order: `
    id market_slug side type price quantity cumQuantity leavesQuantity tif goodTillTime intent
    marketMetadata state avgPx insertTime createTime`,
  marketMetadata: 'slug title outcome eventSlug',
  position: `
    netPosition qtyBought qtySold cost realized cashValue qtyAvailable bodPosition expired updateTime
    marketMetadata`,
  activity: 'type trade positionResolution accountBalanceChange',
  trade: 'id marketSlug state price qty isAggressor costBasis realizedPnl createTime updateTime',
  positionResolution: 'marketSlug beforePosition afterPosition side tradeId updateTime',
  accountBalanceChange: 'transactionId status amount createTime updateTime',
  settlement: 'slug settlement',
} as const;

type InterfaceResource = keyof typeof FIELDS;
type Json = { [field: string]: Json } & Json[];

interface Source {
  readonly payload: string;
  readonly decode: (body: unknown) => unknown;
  readonly object: (body: Json) => Json | undefined;
}

const market = (object: Source['object']): Source => ({
  payload: 'seed/market',
  decode: decodeMarket,
  object,
});
const order = (object: Source['object']): Source => ({ payload: 'seed/order', decode: decodeOrder, object });
const activity = (index: number, field?: string): Source => ({
  payload: 'seed/activities',
  decode: decodeActivities,
  object: (body) =>
    field === undefined ? body['activities']?.[index] : body['activities']?.[index]?.[field],
});

/** Where each resource stands in our payloads of the older generation. */
const SOURCES: { readonly [R in InterfaceResource]: readonly Source[] } = {
  amount: [order((body) => body['order']?.['price'])],
  market: [market((body) => body['market'])],
  marketOverview: [market((body) => body['market'])],
  marketSide: [
    {
      payload: 'seed/market',
      // Without its event, which says the team of a side too.
      decode: (body) => decodeMarket({ ...(body as Json)['market'], events: [] }),
      object: (body) => body['market']?.['marketSides']?.[0],
    },
  ],
  event: [{ payload: 'seed/event', decode: decodeEvent, object: (body) => body['event'] }],
  participant: [market((body) => body['market']?.['events']?.[0]?.['participants']?.[0])],
  team: [market((body) => body['market']?.['marketSides']?.[0]?.['team'])],
  order: [order((body) => body['order'])],
  marketMetadata: [order((body) => body['order']?.['marketMetadata'])],
  position: [
    {
      payload: 'seed/positions',
      decode: decodePositions,
      object: (body) => Object.values(body['positions'] ?? {})[0],
    },
  ],
  activity: [activity(0), activity(1), activity(2)],
  trade: [activity(0, 'trade')],
  positionResolution: [activity(1, 'positionResolution')],
  accountBalanceChange: [activity(2, 'accountBalanceChange')],
  settlement: [
    { payload: 'seed/settlement', decode: (body) => decodeSettlement(body, 'asked'), object: (body) => body },
  ],
};

/** What the value shows; a reply without its identity shows that it is gone. */
function decoded(source: Source, body: unknown): unknown {
  try {
    const { problems, ...shown } = source.decode(body) as { problems: unknown };
    return plain(shown);
  } catch {
    return 'refused';
  }
}

describe('wire: every field of interface.md 9 reaches the core value', () => {
  for (const [resource, fields] of Object.entries(FIELDS)) {
    for (const field of fields.trim().split(/\s+/)) {
      it(`${resource}.${field}`, () => {
        const sources = SOURCES[resource as InterfaceResource];
        const sent = sources.filter(
          (source) => source.object(fixture(source.payload) as Json)?.[field] !== undefined,
        );
        assert.ok(sent.length > 0, 'our payload lacks it');
        const shows = (source: Source): boolean => {
          const whole = decoded(source, fixture(source.payload));
          // Left out, or another text where it can be worked out from its neighbours.
          return [undefined, 'elsewhere'].some((value) => {
            const body = fixture(source.payload) as Json;
            const object: { [field: string]: unknown } = source.object(body) ?? assert.fail();
            object[field] = value;
            return !isDeepStrictEqual(decoded(source, body), whole);
          });
        };
        for (const source of sent) assert.ok(shows(source), 'it changes nothing');
      });
    }
  }
});
