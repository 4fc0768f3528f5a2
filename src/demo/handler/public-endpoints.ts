import { FIDELITY } from '../../exchange/wire/requests.ts';
import type { DemoCall, DemoEndpoint } from '../api.ts';
import { unknownOrder } from '../engine/filter.ts';
import {
  decodeEventQuery,
  decodeMarketQuery,
  decodePriceHistoryQuery,
  decodeSearchQuery,
} from '../wire/decode-query.ts';
import { eventReply, eventsReply, marketReply, marketsReply } from '../wire/encode.ts';
import { encodeBestQuote, encodeBook, encodePriceHistory, encodeSettlement } from '../wire/encode-book.ts';
import { limitOf } from './paging.ts';
import { found, Refusal } from './refusal.ts';

const MARKETS = { usual: 50, most: 500 };
const EVENTS = { usual: 50, most: 100 };

/** Interface §4.1–§4.4 and live interface §7: market data, for everyone. */
export const PUBLIC_ENDPOINTS: readonly DemoEndpoint[] = [
  { ...get('/v1/markets'), seed: true, answer: markets },
  {
    ...get('/v1/market/id/*'),
    seed: true,
    answer: ({ world, name, now, dialect }) => {
      if (!/^\d{1,10}$/.test(name) || Number(name) > 2 ** 31 - 1) {
        throw new Refusal(
          'invalidArgument',
          `type mismatch, parameter: id, error: ${JSON.stringify(name)} is no int32`,
        );
      }
      const market = found(world.marketById(name, now), `Market not found: ${name}`);
      return marketReply(market, { dialect, place: 'single', tags: true });
    },
  },
  {
    ...get('/v1/market/slug/*'),
    seed: true,
    answer: ({ world, name, now, dialect }) => {
      const market = found(world.marketBySlug(name, now), `Market not found: ${name}`);
      return marketReply(market, { dialect, place: 'single', tags: true });
    },
  },
  {
    ...get('/v1/markets/*/settlement'),
    seed: true,
    answer: ({ world, name, now }) =>
      encodeSettlement(found(world.settlement(name, now), `Settlement not found for market ${name}`)),
  },
  {
    ...get('/v1/markets/*/book'),
    answer: ({ world, name, now }) => encodeBook(found(world.book(name, now), `Market not found: ${name}`)),
  },
  {
    ...get('/v1/markets/*/bbo'),
    answer: ({ world, name, now }) =>
      encodeBestQuote(found(world.bbo(name, now), `Market not found: ${name}`)),
  },
  { ...get('/v1/events'), answer: events },
  {
    ...get('/v1/events/slug/*'),
    answer: ({ world, name, now, dialect }) =>
      eventReply(found(world.eventBySlug(name, now), `Event not found: ${name}`), dialect),
  },
  {
    ...get('/v1/events/*'),
    answer: ({ world, name, now, dialect }) =>
      eventReply(found(world.eventById(name, now), `Event not found: ${name}`), dialect),
  },
  {
    ...get('/v1/search'),
    answer: ({ world, query, now, dialect }) => {
      const asked = decodeSearchQuery(query);
      const limit = limitOf(asked.limit, 10, EVENTS.most);
      const offset = (Math.max(1, asked.page ?? 1) - 1) * limit;
      return eventsReply(world.search(asked.text, { limit, offset }, now), dialect);
    },
  },
  {
    ...get('/v1/price-history'),
    answer: ({ world, query, now }) => {
      const { slug, interval } = decodePriceHistoryQuery(query);
      return encodePriceHistory(world.priceHistory(slug, interval, FIDELITY[interval] * 60_000, now));
    },
  },
];

function markets({ world, query: params, now, dialect }: DemoCall) {
  const { query, page } = decodeMarketQuery(params, dialect);
  const unknown = unknownOrder(query);
  if (unknown !== undefined) throw new Refusal('invalidArgument', `invalid OrderBy field ${unknown}`);
  const limit = limitOf(page.limit, MARKETS.usual, MARKETS.most);
  // Asked for by slug, a list shows prices as a single market does (live interface §7.1).
  const place = query.slugs === undefined ? 'list' : 'single';
  const found = world.markets(query, { limit, offset: page.offset ?? 0 }, now);
  return marketsReply(found, { dialect, place, tags: query.includeTag === true });
}

function events({ world, query: params, now, dialect }: DemoCall) {
  const { query, page, ids, slugs } = decodeEventQuery(params);
  if (ids !== undefined || slugs !== undefined) {
    const named = [
      ...(ids ?? []).map((id) => world.eventById(id, now)),
      ...(slugs ?? []).map((slug) => world.eventBySlug(slug, now)),
    ];
    return eventsReply(
      named.filter((event) => event !== undefined),
      dialect,
    );
  }
  const limit = limitOf(page.limit, EVENTS.usual, EVENTS.most);
  return eventsReply(world.events(query, { limit, offset: page.offset ?? 0 }, now), dialect);
}

function get(path: string) {
  return { method: 'GET', path, private: false, seed: false } as const;
}
