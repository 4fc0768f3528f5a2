import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Position } from '../../../src/core/position.ts';
import {
  activitiesReply,
  balancesReply,
  cancelledIdsReply,
  openOrdersReply,
  orderReply,
  positionsReply,
} from '../../../src/demo/wire/encode-account.ts';
import {
  encodeBestQuote,
  encodeBook,
  encodePriceHistory,
  encodeSettlement,
} from '../../../src/demo/wire/encode-book.ts';
import { eventsReply, marketsReply } from '../../../src/demo/wire/encode-market.ts';
import { errorReply } from '../../../src/demo/wire/encode-values.ts';
import type { Dialect } from '../../../src/exchange/profile.ts';
import {
  decodeBestQuote,
  decodeBook,
  decodePriceHistory,
  decodeSettlement,
} from '../../../src/exchange/wire/book.ts';
import { decodeEvents, decodeMarkets } from '../../../src/exchange/wire/market.ts';
import { decodeCancelledIds, decodeOpenOrders, decodeOrder } from '../../../src/exchange/wire/order.ts';
import { decodeActivities, decodeBalances, decodePositions } from '../../../src/exchange/wire/portfolio.ts';
import { decodeErrorBody } from '../../../src/exchange/wire/replies.ts';
import { decimals, orders, positions, slugs } from '../../support/arbitraries.ts';
import {
  carriedActivity,
  carriedEvent,
  carriedMarket,
  carriedOrder,
  carriedPosition,
} from '../../support/carried.ts';
import { fixture, only, plain, sent } from '../../support/fixtures.ts';
import { activities, events, markets } from '../../support/market-arbitraries.ts';
import { raw } from '../../support/values.ts';

const DIALECTS: readonly Dialect[] = ['seed', 'current'];

describe('wire: encode, then decode', () => {
  for (const dialect of DIALECTS) {
    it(`markets, ${dialect}`, () => {
      fc.assert(
        fc.property(markets, (market) => {
          const { items, problems } = decodeMarkets(sent(marketsReply([market], { dialect, tags: true })));
          assert.deepEqual(problems, []);
          assert.deepEqual(plain(only(items)), plain(carriedMarket(market, dialect)));
        }),
      );
    });

    it(`events, ${dialect}`, () => {
      fc.assert(
        fc.property(events, fc.array(markets, { maxLength: 2 }), (event, nested) => {
          const { items, problems } = decodeEvents(
            sent(eventsReply([{ ...event, markets: nested }], dialect)),
          );
          assert.deepEqual(problems, []);
          const own = nested.map((market) => carriedMarket({ ...market, tags: [] }, dialect));
          assert.deepEqual(plain(only(items)), plain({ ...carriedEvent(event, dialect), markets: own }));
        }),
        { numRuns: 40 },
      );
    });

    it(`orders, ${dialect}`, () => {
      fc.assert(
        fc.property(orders, (order) => {
          const { items, problems } = decodeOpenOrders(sent(openOrdersReply([order], dialect)));
          assert.deepEqual(problems, []);
          assert.deepEqual(plain(only(items)), plain(carriedOrder(order, dialect)));
          assert.deepEqual(decodeOrder(sent(orderReply(order, dialect))).value, only(items));
        }),
      );
    });

    it(`positions, ${dialect}, exact and rounded`, () => {
      const unique = fc.uniqueArray(positions, { selector: ({ marketSlug }) => marketSlug, maxLength: 3 });
      fc.assert(
        fc.property(unique, fc.option(slugs, { nil: undefined }), (given, cursor) => {
          const page = decodePositions(sent(positionsReply(given, cursor, dialect)));
          assert.deepEqual([page.problems, page.nextCursor], [[], cursor]);
          const bySlug = (a: Position, b: Position): number => (a.marketSlug < b.marketSlug ? -1 : 1);
          assert.deepEqual(
            plain([...page.items].sort(bySlug)),
            plain(given.map((each) => carriedPosition(each, dialect)).sort(bySlug)),
          );
        }),
      );
      const rounded = { ...decodePositions(fixture('seed/positions')).items[0] } as Position;
      const back = only(decodePositions(sent(positionsReply([rounded], undefined, dialect))).items);
      assert.deepEqual([back.rounded, raw(back.netPosition)?.text], [true, '200']);
    });

    it(`activities, ${dialect}`, () => {
      fc.assert(
        fc.property(fc.array(activities, { maxLength: 3 }), (given) => {
          const page = decodeActivities(sent(activitiesReply(given, 'next', dialect)));
          assert.deepEqual([page.problems, page.nextCursor], [[], 'next']);
          assert.deepEqual(plain(page.items), plain(given.map((each) => carriedActivity(each, dialect))));
        }),
      );
    });
  }

  it('books, quotes, history, balances, settlements, ids and errors', () => {
    const book = decodeBook(fixture('current/book'), 'x').value;
    assert.deepEqual(plain(decodeBook(sent(encodeBook(book)), 'x').value), plain(book));
    const bbo = decodeBestQuote(fixture('traps/bbo-empty'), 'x').value;
    assert.deepEqual(plain(decodeBestQuote(sent(encodeBestQuote(bbo)), 'x').value), plain(bbo));
    const history = decodePriceHistory(fixture('current/price-history')).value;
    assert.deepEqual(plain(decodePriceHistory(sent(encodePriceHistory(history))).value), plain(history));
    const balances = decodeBalances(fixture('current/balances')).items;
    assert.deepEqual(plain(decodeBalances(sent(balancesReply(balances))).items), plain(balances));
    assert.deepEqual(decodeCancelledIds(sent(cancelledIdsReply(['A', 'B']))), ['A', 'B']);
    const error = new TextEncoder().encode(JSON.stringify(errorReply(5, 'gone')));
    assert.deepEqual(decodeErrorBody(error), { isOfService: true, code: 5, message: 'gone' });
    fc.assert(
      fc.property(slugs, decimals, (slug, price) => {
        const { value } = decodeSettlement(sent(encodeSettlement({ slug, price })), slug);
        assert.equal(value.slug, slug);
        assert.ok(value.price.equals(price));
      }),
    );
  });
});
