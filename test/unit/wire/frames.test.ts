import assert from 'node:assert/strict';
import { orderOutcome } from '../../../src/core/order.ts';
import { decodeServerFrame } from '../../../src/exchange/wire/decode-frame.ts';
import type { ServerFrame } from '../../../src/exchange/wire/frame.ts';
import { fixture, only, plain } from '../../support/fixtures.ts';
import { decodeFrame, readFrame } from '../../support/read-frame.ts';
import { raw } from '../../support/values.ts';

type Frames = Readonly<Record<string, object>>;

const SLUG = 'aec-ncl-gul-fox-2026-11-20';
const ofFixture = (file: string, name: string): unknown => (fixture(file) as Frames)[name];
const trap = <K extends ServerFrame['kind']>(name: string, kind: K): ServerFrame & { readonly kind: K } =>
  readFrame(ofFixture('traps/frames', name), kind);

describe('wire: frames of the service', () => {
  const kinds = [
    'book',
    'lite',
    'trade',
    'orders',
    'order',
    'position',
    'balances',
    'heartbeat',
    'error',
  ] as const;
  for (const [name, kind] of [
    ...kinds.map((each) => [each, each] as const),
    ['balance', 'balances'] as const,
  ]) {
    it(`${name}: both generations say the same`, () => {
      const current = readFrame(ofFixture('current/frames', name), kind);
      assert.deepEqual(plain(readFrame(ofFixture('seed/frames', name), kind)), plain(current));
    });
  }

  it('reads a trade: price, size, both parties, nanoseconds', () => {
    const { trade, requestId } = readFrame(ofFixture('current/frames', 'trade'), 'trade');
    assert.deepEqual(
      [requestId, trade.marketSlug, trade.id, trade.price?.value.text, trade.quantity?.text],
      ['t-1', SLUG, 'TAPE1', '0.4200', '3.2500'],
    );
    assert.deepEqual(trade.taker, { side: 'BUY', intent: 'BUY_LONG' });
    assert.deepEqual(trade.maker, { side: 'SELL', intent: 'BUY_SHORT' });
    assert.deepEqual([trade.time?.ms, trade.time?.nanos], [Date.UTC(2026, 10, 20, 20, 15, 1, 250), 1]);
  });

  it('reads an execution: what happened, and the order after it', () => {
    const { execution } = readFrame(ofFixture('current/frames', 'order'), 'order');
    assert.deepEqual(
      [execution.id, execution.type, raw(execution.lastShares)?.text, execution.lastPx?.value.text],
      ['EXEC1', 'PARTIAL_FILL', '2.5000', '0.4200'],
    );
    assert.deepEqual([execution.tradeId, execution.text], ['FILL1', undefined]);
    assert.deepEqual(
      [raw(execution.order.leavesQuantity)?.text, execution.order.state],
      ['7.5', 'PARTIALLY_FILLED'],
    );
  });

  it('reads a change of a position and of a balance', () => {
    const { change } = readFrame(ofFixture('current/frames', 'position'), 'position');
    assert.deepEqual([change.after?.marketSlug, raw(change.after?.netPosition)?.text], [SLUG, '2.5000']);
    assert.deepEqual([change.entryType, change.tradeId], ['ORDER_EXECUTION', 'FILL1']);
    const { balances, whole } = readFrame(ofFixture('current/frames', 'balance'), 'balances');
    assert.deepEqual([raw(only(balances).currentBalance).text, whole], ['96.45', false]);
    assert.equal(readFrame(ofFixture('current/frames', 'balances'), 'balances').whole, true);
  });

  for (const [alias, name] of [
    ['market_data', 'book'],
    ['market_data_lite', 'lite'],
    ['order_subscription_snapshot', 'orders'],
    ['ordersSnapshot', 'orders'],
    ['orderUpdate', 'order'],
    ['positionSubscriptionSnapshot', 'position'],
    ['positionsSnapshot', 'position'],
    ['positionSubscriptionUpdate', 'position'],
    ['positionUpdate', 'position'],
    ['accountBalanceSubscriptionSnapshot', 'balances'],
    ['accountBalanceSubscriptionUpdate', 'balance'],
    ['accountBalanceUpdate', 'balance'],
  ] as const) {
    it(`takes ${alias} for ${name}`, () => {
      const given = ofFixture('current/frames', name) as Frames;
      const payload = Object.entries(given).find(([key]) => !/^(?:requestId|subscriptionType)$/.test(key));
      const renamed = { requestId: given['requestId'], [alias]: payload?.[1] };
      assert.deepEqual(decodeFrame(renamed).frame, decodeFrame(given).frame);
    });
  }
});

describe('wire: traps of frames', () => {
  it('trap: each book is the full book: what is not in it is gone', () => {
    const whole = readFrame(ofFixture('current/frames', 'book'), 'book').book;
    const next = trap('statsMissing', 'book').book;
    assert.deepEqual([whole.bids.length, next.bids.length, next.offers.length], [2, 0, 1]);
    assert.deepEqual([next.stats, next.state, next.transactTime], [undefined, 'HALTED', undefined]);
  });

  it('trap: sharesTraded may be "", an empty side null', () => {
    const { quote } = trap('liteOfAnEmptyMarket', 'lite');
    assert.deepEqual(
      [quote.sharesTraded, quote.bestBid, quote.bestAsk?.value.text],
      [undefined, undefined, '0.4300'],
    );
  });

  it('trap: a NO buy is a SELL of the long side, at the long price', () => {
    const { execution } = trap('noOrderFilled', 'order');
    assert.deepEqual(orderOutcome(execution.order), { long: false, buy: true });
    assert.equal(
      `${execution.order.side} ${execution.order.price?.value} ${execution.lastPx?.value}`,
      'SELL 0.05 0.05',
    );
    assert.equal(`${execution.type} ${execution.order.state}`, 'FILL FILLED');
  });

  it('trap: a position whose market is not named, or that is null, is a change to read again', () => {
    const { change } = trap('positionOfAnUnnamedMarket', 'position');
    assert.deepEqual([change.after, change.entryType, change.tradeId], [undefined, 'RESOLUTION', 'RES1']);
    for (const positionSubscription of [
      { afterPosition: null },
      {},
      { afterPosition: { netPosition: '1' } },
    ]) {
      assert.equal(readFrame({ positionSubscription }, 'position').change.after, undefined);
    }
  });

  it('trap: balance numbers that are not set come as 0', () => {
    const { balances, whole } = trap('balanceOfZeros', 'balances');
    const balance = only(balances);
    assert.deepEqual([whole, raw(balance.currentBalance).text, balance.currency], [false, '96.45', '']);
    assert.deepEqual(
      [balance.buyingPower, balance.openOrders, balance.marginRequirement],
      [undefined, undefined, undefined],
    );
    assert.equal(balance.lastUpdated?.text, '2026-11-20T20:15:02Z', 'the time of the change');
    const zero = { balanceChange: { afterBalance: { currentBalance: 0, currency: 'USD' } } };
    const spent = only(readFrame({ accountBalancesUpdate: zero }, 'balances').balances);
    assert.equal(spent.currentBalance.isZero, true, 'the amount itself may be 0');
  });

  it('a zero without a currency is unset: the change names no balance', () => {
    assert.deepEqual(trap('balanceUnset', 'balances').balances, []);
  });

  it('trap: the older balance snapshot is two figures, not the whole of it', () => {
    const { balances, whole } = trap('balanceInTwoFigures', 'balances');
    assert.deepEqual(
      [whole, raw(only(balances).currentBalance).text, raw(only(balances).buyingPower)?.text],
      [false, '97.5', '90'],
    );
  });

  it('trap: an empty error is none, a payload that is null is none', () => {
    assert.equal(trap('emptyError', 'lite').quote.marketSlug, SLUG);
  });

  it('trap: a failed snapshot is no account without orders', () => {
    const failed = trap('failedSnapshot', 'orders');
    assert.deepEqual([failed.orders, failed.eof, failed.error], [[], true, 'deadline exceeded']);
    const empty = trap('emptySnapshot', 'orders');
    assert.deepEqual([empty.orders, empty.eof, empty.error], [[], true, undefined]);
    const odd = decodeFrame({ orderSubscriptionSnapshot: { orders: 'none', eof: true } });
    assert.deepEqual([odd.frame, odd.broken], [undefined, 'expected "orders" as a list, got a text']);
  });

  it('trap: numbers of more digits than a double keeps', () => {
    const order = '{"id":"A","marketSlug":"s","quantity":9007199254740993.25}';
    const { frame } = decodeServerFrame(`{"orderSubscriptionUpdate":{"execution":{"order":${order}}}}`);
    assert.ok(frame?.kind === 'order');
    assert.equal(raw(frame.execution.order.quantity)?.text, '9007199254740993.25');
  });
});
