import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Market } from '../../../src/core/market.ts';
import * as encode from '../../../src/demo/wire/encode.ts';
import {
  encodeBestQuote,
  encodeBook,
  encodePriceHistory,
  encodeSettlement,
} from '../../../src/demo/wire/encode-book.ts';
import {
  decodeBestQuote,
  decodeBook,
  decodePriceHistory,
  decodeSettlement,
} from '../../../src/exchange/wire/book.ts';
import { decodeEvents, decodeMarkets } from '../../../src/exchange/wire/market.ts';
import { decodeOpenOrders } from '../../../src/exchange/wire/order.ts';
import { decodeActivities, decodeBalances, decodePositions } from '../../../src/exchange/wire/portfolio.ts';
import { ALL, HOUR, NOON, worldAt } from './support.ts';

const world = worldAt();
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Decimals by value, moments by time, absent fields gone: what two decoded values are compared by. */
function plain(value: unknown): unknown {
  if (typeof value === 'string') return /^\d+\.\d+$/.test(value) ? String(Number(value)) : value;
  if (value === null || typeof value !== 'object') return value;
  if ('ms' in value && 'nanos' in value) return `${String(value.ms)} ${String(value.nanos)}`;
  if ('toJSON' in value && typeof value.toJSON === 'function') return value.toJSON();
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => (part === undefined ? [] : [[name, plain(part)]])),
  );
}

function same(decoded: unknown, known: unknown): void {
  assert.deepEqual(plain(decoded), plain(known));
}

/** What the current generation sends of a market: no overview, no filters of `seed`, no parent. */
function currentPart(market: Market): Market {
  const sides = market.sides.map((side) => ({ ...side, participantId: undefined }));
  const known = {
    ...market,
    sides,
    events: [],
    overview: undefined,
    cyom: undefined,
    rewardsMinSize: undefined,
    questionId: undefined,
  };
  return known;
}

describe('demo values over the wire', () => {
  it('markets come back as they went, in the current generation to the last field', () => {
    const markets = world.markets({ includeTag: true }, { limit: 300, offset: 0 }, NOON);
    const body = sent(encode.marketsReply(markets, { dialect: 'current', place: 'list', tags: true }));
    const { items, problems } = decodeMarkets(body);
    assert.deepEqual(problems, []);
    same(items, markets.map(currentPart));
  });

  it('markets of the seed dialect lose nothing it has a name for', () => {
    const markets = world.markets({}, { limit: 300, offset: 0 }, NOON);
    const { items, problems } = decodeMarkets(
      sent(encode.marketsReply(markets, { dialect: 'seed', place: 'list', tags: false })),
    );
    assert.deepEqual(problems, []);
    const named = (list: readonly Market[]) =>
      list.map(
        ({
          id,
          slug,
          question,
          line,
          outcomes,
          outcomePrices,
          ep3Status,
          overview,
          cyom,
          rewardsMinSize,
          questionId,
          endDate,
          closed,
          active,
        }) => ({
          id,
          slug,
          question,
          line,
          outcomes,
          outcomePrices,
          ep3Status,
          overview,
          cyom,
          rewardsMinSize,
          questionId,
          endDate,
          closed,
          active,
        }),
      );
    same(named(items), named(markets));
  });

  it('orders, positions, activities and balances come back as they went', () => {
    const orders = world.openOrders(NOON);
    same(
      decodeOpenOrders(sent(encode.openOrdersReply(orders, 'current'))).items,
      orders.map((order) => ({ ...order, cashOrderQty: undefined })),
    );
    const positions = world.positions(NOON);
    const page = decodePositions(sent(encode.positionsReply(positions, 'more', 'current')));
    same(page.items, positions);
    assert.equal(page.nextCursor, 'more');
    const resolutions = world.activities({ types: ['POSITION_RESOLUTION'] }, ALL, NOON);
    const read = decodeActivities(sent(encode.activitiesReply(resolutions, undefined, 'current'))).items;
    same(
      read.map((each) =>
        each.kind === 'resolution' ? { ...each.resolution, market: each.resolution.market?.slug } : each,
      ),
      resolutions.map((each) =>
        each.kind === 'resolution' ? { ...each.resolution, market: each.resolution.market?.slug } : each,
      ),
    );
    same(decodeBalances(sent(encode.balancesReply(world.balances(NOON)))).items, world.balances(NOON));
  });

  it('orders say the same in integer codes', () => {
    const orders = world.openOrders(NOON);
    const { items } = decodeOpenOrders(sent(encode.openOrdersReply(orders, 'seed')));
    const codes = (list: typeof orders) =>
      list.map(({ id, marketSlug, side, type, tif, intent, state, price, leavesQuantity }) => ({
        id,
        marketSlug,
        side,
        type,
        tif,
        intent,
        state,
        price,
        leavesQuantity,
      }));
    same(codes(items), codes(orders));
  });

  it('books, quotes, settlements and price histories come back as they went', () => {
    for (const { slug } of world.markets({}, { limit: 60, offset: 0 }, NOON)) {
      const book = world.book(slug, NOON) ?? assert.fail(slug);
      same(decodeBook(sent(encodeBook(book)), slug).value, book);
      const quote = world.bbo(slug, NOON) ?? assert.fail(slug);
      same(decodeBestQuote(sent(encodeBestQuote(quote)), slug).value, quote);
      const settlement = world.settlement(slug, NOON);
      if (settlement) same(decodeSettlement(sent(encodeSettlement(settlement)), slug).value, settlement);
      const history = world.priceHistory(slug, '1H', 60_000, NOON);
      same(decodePriceHistory(sent(encodePriceHistory(history))).value, history);
      assert.ok(history.every(({ ms }) => ms > NOON - 2 * HOUR && ms <= NOON));
    }
  });

  it('events come back with their markets, score and teams', () => {
    const events = world.events({}, { limit: 40, offset: 0 }, NOON);
    const { items, problems } = decodeEvents(sent(encode.eventsReply(events, 'current')));
    assert.deepEqual(problems, []);
    same(
      items,
      events.map((event) => ({ ...event, participants: [], markets: event.markets.map(currentPart) })),
    );
  });
});
