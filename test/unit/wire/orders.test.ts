import assert from 'node:assert/strict';
import { compareInstants } from '../../../src/core/instant.ts';
import { isTerminal, orderOutcome } from '../../../src/core/order.ts';
import {
  ACTIVITY_TYPE,
  type EnumTable,
  ORDER_INTENT,
  ORDER_SIDE,
  ORDER_STATE,
  ORDER_TYPE,
  TIME_IN_FORCE,
  TRADE_STATE,
  TRADING_STATE,
} from '../../../src/exchange/wire/enums.ts';
import { decodeCancelledIds, decodeOpenOrders, decodeOrder } from '../../../src/exchange/wire/order.ts';
import { Reader } from '../../../src/exchange/wire/reader.ts';
import { WireError } from '../../../src/exchange/wire/wire-error.ts';
import { fixture, plain } from '../../support/fixtures.ts';

describe('wire: orders', () => {
  it('gives the same value from integer codes with market_slug and from texts with marketSlug', () => {
    const seed = decodeOrder(fixture('seed/order'));
    const current = decodeOrder(fixture('current/order'));
    assert.deepEqual([seed.problems, current.problems], [[], []]);
    const {
      eventId,
      teamName,
      subject,
      more: ofMarket,
      ...metadata
    } = current.value.marketMetadata ?? assert.fail();
    assert.deepEqual([eventId, teamName, subject], ['501', 'Harbour Gulls', 'Winner']);
    assert.ok(
      ofMarket?.some(({ path, text }) => path === 'team.providerIds[1].providerId' && text === 'sr:41'),
    );
    const { lastTransactTime, cashOrderQty, commission, outcomeSide, action, ...shared } = current.value;
    assert.deepEqual([outcomeSide, action], ['YES', 'BUY']);
    const { more: ofSeed, ...bare } = seed.value.marketMetadata ?? assert.fail();
    assert.deepEqual(ofSeed, [{ path: 'icon', text: 'https://img.example/ncl.png' }]);
    assert.deepEqual(
      plain({ ...seed.value, marketMetadata: bare }),
      plain({ ...shared, marketMetadata: metadata }),
    );
    assert.deepEqual(
      [lastTransactTime?.ms, cashOrderQty?.value.isZero],
      [Date.UTC(2026, 10, 20, 9, 40) + 500, true],
    );
    assert.equal(commission?.value.toString(), '-0.01', 'a maker rebate is negative');
  });

  it('takes codes as numeric texts and an empty time as none', () => {
    const [, second] = decodeOpenOrders(fixture('seed/orders-open')).items;
    assert.deepEqual(
      [second?.side, second?.intent, second?.state, second?.tif],
      ['SELL', 'SELL_SHORT', 'NEW', 'GOOD_TILL_CANCEL'],
    );
    assert.equal(second?.goodTillTime, undefined);
  });

  it('trap: the NO order is a SELL of the long side at the YES price, fractional', () => {
    const { value: order, problems } = decodeOrder(fixture('traps/order-no'));
    assert.deepEqual(problems, []);
    assert.deepEqual([order.side, order.price?.value.toString()], ['SELL', '0.08']);
    assert.deepEqual(orderOutcome(order), { long: false, buy: true });
    assert.equal(order.quantity?.toString(), '12.6');
    assert.equal(order.insertTime, undefined);
  });

  it('an order without an intent is what its outcome and action say', () => {
    const { value: order, problems } = decodeOrder(fixture('traps/order-without-intent'));
    assert.deepEqual(problems, []);
    assert.equal(order.intent, 'BUY_SHORT');
    const said = (fields: object) =>
      decodeOrder({ order: { id: 'A', marketSlug: 'm', ...fields } }).value.intent;
    assert.equal(said({ outcomeSide: 'OUTCOME_SIDE_YES', action: 'ORDER_ACTION_SELL' }), 'SELL_LONG');
    assert.equal(said({ intent: 'ORDER_INTENT_UNDEFINED', outcomeSide: 'NO', action: 'SELL' }), 'SELL_SHORT');
    assert.equal(said({ intent: 1, outcomeSide: 'NO', action: 'BUY' }), 'BUY_LONG');
    assert.equal(said({ outcomeSide: 'NO' }), undefined);
  });

  it('trap: an expired order leaves nothing; unknown codes stay as they came', () => {
    const [expired, odd] = decodeOpenOrders(fixture('traps/order-terminal-unknown-codes')).items;
    assert.deepEqual([expired?.leavesQuantity?.isZero, isTerminal(expired?.state)], [true, true]);
    assert.deepEqual(
      [odd?.state, odd?.side, odd?.tif, odd?.type],
      ['99', 'UNDEFINED', 'AT_THE_CLOSE', 'PEGGED'],
    );
    assert.equal(isTerminal(odd?.state), false);
  });

  it('trap: nanoseconds order two events of one millisecond', () => {
    const [later, earlier] = decodeOpenOrders(fixture('traps/nanoseconds')).items;
    assert.ok(later?.createTime && earlier?.createTime);
    assert.equal(later.createTime.ms, earlier.createTime.ms);
    assert.ok(compareInstants(later.createTime, earlier.createTime) > 0);
  });

  it('drops an order that could not be cancelled, keeps one with unreadable figures', () => {
    const { items, lost, problems } = decodeOpenOrders(fixture('traps/broken-orders'));
    assert.deepEqual([items.map(({ id }) => id), lost], [['ORD7K2M9Q4XA', 'BAD1'], 2]);
    assert.deepEqual(
      problems.map(({ item, field }) => `${item} ${field}`),
      ['orders[1] id', 'ORD7K2M9Q4XA marketSlug', 'BAD1 quantity', 'BAD1 createTime'],
    );
    assert.deepEqual(
      [items[1]?.quantity, items[1]?.createTime, items[1]?.price],
      [undefined, undefined, undefined],
    );
  });

  it('finds the market in the metadata where the order does not name it', () => {
    const order = decodeOrder({ order: { id: 'A', market_metadata: { slug: 'm' } } }).value;
    assert.equal(order.marketSlug, 'm');
  });

  it('refuses a single order without an id, e.g. a preview', () => {
    assert.throws(() => decodeOrder({ order: { id: '', marketSlug: 'm' } }), WireError);
  });

  it('reads the ids a batched cancel accepted', () => {
    assert.deepEqual(decodeCancelledIds({ canceledOrderIds: ['A', '', 7] }), ['A', '7']);
    assert.deepEqual(decodeCancelledIds({}), []);
    assert.throws(() => decodeCancelledIds({ canceledOrderIds: 'A' }), WireError);
  });
});

describe('wire: enums', () => {
  it('are read as integer, numeric text, bare and prefixed name', () => {
    const reader = new Reader();
    const tables = [
      ORDER_SIDE,
      ORDER_TYPE,
      ORDER_INTENT,
      TIME_IN_FORCE,
      ORDER_STATE,
      TRADING_STATE,
      TRADE_STATE,
    ];
    for (const table of tables as readonly EnumTable<string>[]) {
      assert.ok(table.names.size > 1);
      for (const [number, member] of table.names) {
        for (const written of [number, String(number), member, table.prefix + member])
          assert.equal(reader.member(written, table.prefix, table), member);
      }
    }
    assert.deepEqual(reader.problems, []);
  });

  it('has the codes of interface.md 9.12', () => {
    const pairs = (table: EnumTable<string>): string =>
      [...table.names].map((pair) => pair.join(' ')).join(', ');
    assert.equal(pairs(ORDER_SIDE), '1 BUY, 2 SELL');
    assert.equal(pairs(ORDER_INTENT), '1 BUY_LONG, 2 SELL_LONG, 3 BUY_SHORT, 4 SELL_SHORT');
    assert.equal(
      pairs(TIME_IN_FORCE),
      '1 GOOD_TILL_CANCEL, 2 GOOD_TILL_DATE, 3 IMMEDIATE_OR_CANCEL, 4 FILL_OR_KILL',
    );
    assert.equal(ORDER_STATE.names.get(3), 'CANCELED');
    assert.equal(ORDER_STATE.names.get(9), 'PENDING_CANCEL');
    assert.equal(TRADE_STATE.names.get(2), 'CLEARED');
    assert.equal(TRADING_STATE.names.get(1), 'OPEN');
  });

  it('keeps what it does not know, and finds no member in a prototype', () => {
    const at = new Reader();
    assert.equal(at.member('ORDER_STATE_FROZEN', 'state', ORDER_STATE), 'FROZEN');
    assert.equal(at.member('constructor', 'state', ORDER_STATE), 'constructor');
    assert.equal(at.member(77, 'state', ORDER_STATE), '77');
    assert.equal(at.member('', 'state', ORDER_STATE), undefined);
    assert.equal(at.member(null, 'type', ACTIVITY_TYPE), undefined);
    assert.deepEqual(at.problems, []);
    assert.equal(at.member({}, 'state', ORDER_STATE), undefined);
    assert.equal(at.problems.length, 1);
  });
});
