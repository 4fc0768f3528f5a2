import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decimal } from '../../../src/core/decimal.ts';
import type { Order } from '../../../src/core/order.ts';
import { decodeOpenOrders } from '../../../src/exchange/wire/order.ts';
import { balanceText, ladderModel } from '../../../src/view/panels/market/ladder.ts';
import { book, contextWith, levels, ORDERS_JSON, orders } from './scene.ts';

const context = contextWith();
const SIDES = { long: 'Gulls', short: 'Foxes', tick: Decimal.of('0.01') };

describe('book ladder', () => {
  it('lists offers from the highest down and bids from the best down, with running totals', () => {
    const { offers, bids } = ladderModel(book(), [], SIDES, context);
    assert.deepEqual(
      [...offers, ...bids].map(({ price, size, total }) => `${price} ${size} ${total}`),
      [
        '48¢ 2,400 5,610',
        '47¢ 1,300 3,210',
        '46¢ 980 1,910',
        '45¢ 610 930',
        '44¢ 320 320',
        '43¢ 540 540',
        '42¢ 1,120 1,660',
        '41¢ 2,750 4,410',
        '40¢ 900 5,310',
      ],
    );
  });

  it('tells each size as a number too, so that a page can tell growing from shrinking', () => {
    const { offers, bids } = ladderModel(book(), orders(), SIDES, context);
    assert.deepEqual([offers[0]?.amount, bids[1]?.amount], [2400, 1120.5]);
    const missing = ladderModel(book({ offers: levels(['0.44', '320']) }), orders(), SIDES, context);
    assert.equal(missing.offers[0]?.amount, undefined);
  });

  it('draws depth against the largest level of both sides', () => {
    const { offers, bids } = ladderModel(book(), [], SIDES, context);
    assert.deepEqual([bids[2]?.share, offers[0]?.share], [1, 2400 / 2750]);
  });

  it('draws no order whose direction is not known: it would be on one side or the other', () => {
    const unknown = orders().map((order) => ({ ...order, side: undefined, intent: undefined }));
    const { offers, bids } = ladderModel(book(), unknown, SIDES, context);
    assert.deepEqual(
      [...offers, ...bids].filter(({ mine }) => mine !== undefined),
      [],
    );
  });

  it('marks a NO buy on the offer side at its long price', () => {
    const { offers, bids } = ladderModel(book(), orders(), SIDES, context);
    const marked = [...offers, ...bids].flatMap(({ price, mine }) =>
      mine === undefined ? [] : [[price, mine]],
    );
    assert.deepEqual(marked, [
      ['46¢', ['◇ 150', 'sell', '≤ 830 ahead']],
      ['45¢', ['◇ 100', 'buy Foxes', '≤ 510 ahead']],
    ]);
  });

  it('shows an own order at a price the book as read does not have', () => {
    const { offers } = ladderModel(book({ offers: levels(['0.44', '320']) }), orders(), SIDES, context);
    assert.deepEqual(
      offers.map(({ price, size, total, mine }) => [price, size, total, mine]),
      [
        ['46¢', '–', '–', ['◇ 150', 'sell', '']],
        ['45¢', '–', '–', ['◇ 100', 'buy Foxes', '']],
        ['44¢', '320', '320', undefined],
      ],
    );
  });

  it('lists as many rows a side as fit beside the chart, own orders beyond in the last, and says how many more there are', () => {
    const deep = levels(...Array.from({ length: 20 }, (_, index) => [`0.${50 + index}`, '10'] as const));
    const far = orderAt('0.65', 'ORDER_INTENT_SELL_LONG');
    const ladder = ladderModel(book({ offers: deep, bids: [] }), [far], SIDES, context);
    assert.deepEqual(
      [ladder.offers.length, ladder.offers[0]?.price, ladder.offers[0]?.total],
      [8, '65¢', '160'],
    );
    assert.deepEqual([ladder.rows, ladder.notes.at(-1), ladder.noBids], [8, '12 further levels', 'No bids']);
  });

  it('leaves the decimals out of a column of large quantities, but for a part of a contract', () => {
    const large = book({
      offers: levels(['0.44', '0.5'], ['0.45', '1234.25']),
      bids: levels(['0.43', '7.25']),
    });
    const { offers, bids } = ladderModel(large, [], SIDES, context);
    assert.deepEqual(
      [...offers, ...bids].map(({ size, total }) => `${size} ${total}`),
      ['1,234 1,235', '0.5 0.5', '7 7'],
    );
  });

  it('says what traded in the middle, and how far apart the sides are', () => {
    assert.equal(ladderModel(book(), [], SIDES, context).middle, 'spread 1¢ · mid 43.5¢ · last 43¢');
    const traded = ['182,400 contracts traded', 'open interest 51,000 contracts'];
    assert.deepEqual(ladderModel(book(), [], SIDES, context).notes, traded);
    assert.doesNotMatch(ladderModel(book({ bids: [] }), [], SIDES, context).middle, /spread/);
    assert.match(ladderModel(book({ stats: null }), [], SIDES, context).middle, / · no trade sent$/);
  });

  it('says how much of all that rests is bids', () => {
    assert.equal(balanceText(book(), orders(), context), 'bids 49 % of 10,920 contracts');
    assert.equal(balanceText(book({ bids: [], offers: [] }), [], context), undefined);
    const hidden = contextWith({ hideAmounts: true });
    assert.equal(balanceText(book(), orders(), hidden), undefined, 'it would give own sizes away');
    assert.equal(balanceText(book(), [], hidden), 'bids 49 % of 10,920 contracts');
  });

  it('has the cents of both sides, and a row for each tick between two levels', () => {
    const gaps = book({ offers: levels(['0.44', '320'], ['0.47', '1']), bids: levels(['0.43', '5']) });
    const { offers, columns } = ladderModel(gaps, [], SIDES, context);
    assert.deepEqual(columns, ['Yours', 'Gulls', 'Foxes', 'Contracts', 'Total']);
    assert.deepEqual(
      offers.map(({ price, other, size, isEmpty }) => [price, other, size, isEmpty]),
      [
        ['47¢', '53¢', '1', false],
        ['46¢', '54¢', '–', true],
        ['45¢', '55¢', '–', true],
        ['44¢', '56¢', '320', false],
      ],
    );
    const wide = book({ offers: levels(['0.44', '320'], ['0.60', '1']) });
    assert.equal(ladderModel(wide, [], SIDES, context).offers.length, 2);
  });

  it('names what is ahead of an own order in no way that gives a hidden amount away', () => {
    const hidden = ladderModel(book(), orders(), SIDES, contextWith({ hideAmounts: true }));
    const words = hidden.offers.flatMap(({ mine }) => mine ?? []);
    assert.deepEqual(words, ['◇ •••', 'sell', '', '◇ •••', 'buy Foxes', '']);
    for (const text of words) assert.doesNotMatch(text, /\d/);
    const twice = orders().flatMap((order) => [order, { ...order, id: `${order.id} again` }]);
    const doubled = ladderModel(book(), twice, SIDES, contextWith({ hideAmounts: true }));
    assert.deepEqual(
      doubled.offers.flatMap(({ mine }) => mine ?? []),
      words,
      'nor how many there are',
    );
  });

  it('hides the size of a level with own orders while amounts are hidden, and all that it follows from', () => {
    const hidden = contextWith({ hideAmounts: true });
    const { offers, bids } = ladderModel(book(), orders(), SIDES, hidden);
    assert.deepEqual(
      [...offers, ...bids].map(({ price, size, total }) => `${price} ${size} ${total}`),
      [
        '48¢ 2,400 •••',
        '47¢ 1,300 •••',
        '46¢ ••• •••',
        '45¢ ••• •••',
        '44¢ 320 320',
        '43¢ 540 540',
        '42¢ 1,120 1,660',
        '41¢ 2,750 4,410',
        '40¢ 900 5,310',
      ],
    );
    for (const level of offers.filter(({ mine }) => mine !== undefined))
      assert.deepEqual([level.share, level.amount], [0, undefined]);
    const own = levels(['0.45', '9000'], ['0.46', '980']);
    assert.equal(
      ladderModel(book({ offers: own, bids: levels(['0.43', '10']) }), orders(), SIDES, hidden).bids[0]
        ?.share,
      1,
      'no bar is drawn against a hidden size',
    );
  });

  it('says that a book is crossed', () => {
    const crossed = book({ bids: levels(['0.46', '10']), offers: levels(['0.44', '10']) });
    assert.match(ladderModel(crossed, [], SIDES, context).middle, /^crossed by 2¢ · mid 45¢ · /);
  });

  it('shows every own order exactly once, whatever the book, one line a level', () => {
    const cents = fc.integer({ min: 1, max: 99 });
    const intents = fc.constantFrom('BUY_LONG', 'SELL_LONG', 'BUY_SHORT', 'SELL_SHORT');
    fc.assert(
      fc.property(
        fc.uniqueArray(cents, { maxLength: 40 }),
        fc.array(fc.tuple(cents, intents), { maxLength: 6 }),
        (prices, placed) => {
          const asLevels = (list: number[]) => levels(...list.map((price) => [price2(price), '1'] as const));
          const sorted = [...prices].sort((a, b) => a - b);
          const split = Math.floor(sorted.length / 2);
          const read = book({
            bids: asLevels(sorted.slice(0, split).reverse()),
            offers: asLevels(sorted.slice(split)),
          });
          const own = placed.map(([price, intent]) => orderAt(price2(price), `ORDER_INTENT_${intent}`));
          const { offers, bids } = ladderModel(read, own, SIDES, context);
          const count = (kind: RegExp) => placed.filter(([, intent]) => kind.test(intent)).length;
          const contracts = (shown: typeof bids): number =>
            shown.reduce((sum, { mine }) => sum + Number(mine?.[0]?.slice(2) ?? 0), 0);
          assert.equal(contracts([...offers, ...bids]), 150 * own.length);
          assert.equal(contracts(bids), 150 * count(/BUY_LONG|SELL_SHORT/));
          assert.ok(offers.length <= 8 && bids.length <= 8);
        },
      ),
    );
  });
});

function price2(cents: number): string {
  return (cents / 100).toFixed(2);
}

function orderAt(price: string, intent: string): Order {
  const side = /BUY_LONG|SELL_SHORT/.test(intent) ? 'ORDER_SIDE_BUY' : 'ORDER_SIDE_SELL';
  const json = { ...ORDERS_JSON.orders[0], intent, side, price: { value: price, currency: 'USD' } };
  const [order] = decodeOpenOrders({ orders: [json] }).items;
  if (order === undefined) throw new Error('The order cannot be read');
  return order;
}
