import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { orderOutcome } from '../../../src/core/order.ts';
import { decodeServerFrame } from '../../../src/exchange/wire/decode-frame.ts';
import type { DecodedFrame, ServerFrame } from '../../../src/exchange/wire/frame.ts';
import { fixture, only, plain } from '../../support/fixtures.ts';
import { describeSamples } from '../../support/samples.ts';

type Frames = Readonly<Record<string, object>>;

const SLUG = 'aec-ncl-gul-fox-2026-11-20';
const decode = (frame: unknown): DecodedFrame => decodeServerFrame(JSON.stringify(frame));
const ofFixture = (file: string, name: string): unknown => (fixture(file) as Frames)[name];

/** The frame of this kind; fails when it is none, or not all of it was readable. */
function read<K extends ServerFrame['kind']>(frame: unknown, kind: K): ServerFrame & { readonly kind: K } {
  const decoded = decode(frame);
  assert.deepEqual([decoded.broken, decoded.unknown, decoded.problems], [undefined, undefined, []]);
  assert.equal(decoded.frame?.kind, kind);
  return decoded.frame as ServerFrame & { readonly kind: K };
}

const trap = <K extends ServerFrame['kind']>(name: string, kind: K): ServerFrame & { readonly kind: K } =>
  read(ofFixture('traps/frames', name), kind);

describe('wire: frames of the service', () => {
  const KINDS = {
    book: 'book',
    lite: 'lite',
    trade: 'trade',
    orders: 'orders',
    order: 'order',
    position: 'position',
    balances: 'balances',
    balance: 'balances',
    heartbeat: 'heartbeat',
    error: 'error',
  } as const;
  for (const [name, kind] of Object.entries(KINDS)) {
    it(`${name}: both generations say the same`, () => {
      const current = read(ofFixture('current/frames', name), kind);
      assert.deepEqual(plain(read(ofFixture('seed/frames', name), kind)), plain(current));
    });
  }

  it('reads a trade: price, size, both parties, nanoseconds', () => {
    const { trade, requestId } = read(ofFixture('current/frames', 'trade'), 'trade');
    assert.deepEqual(
      [requestId, trade.marketSlug, trade.id, trade.price?.value.text, trade.quantity?.text],
      ['t-1', SLUG, 'TAPE1', '0.4200', '3.2500'],
    );
    assert.deepEqual(trade.taker, { side: 'BUY', intent: 'BUY_LONG' });
    assert.deepEqual(trade.maker, { side: 'SELL', intent: 'BUY_SHORT' });
    assert.deepEqual([trade.time?.ms, trade.time?.nanos], [Date.UTC(2026, 10, 20, 20, 15, 1, 250), 1]);
  });

  it('reads an execution: what happened, and the order after it', () => {
    const { execution } = read(ofFixture('current/frames', 'order'), 'order');
    assert.deepEqual(
      [execution.id, execution.type, execution.lastShares?.text, execution.lastPx?.value.text],
      ['EXEC1', 'PARTIAL_FILL', '2.5000', '0.4200'],
    );
    assert.deepEqual([execution.tradeId, execution.text], ['FILL1', undefined]);
    assert.deepEqual(
      [execution.order.leavesQuantity?.text, execution.order.state],
      ['7.5', 'PARTIALLY_FILLED'],
    );
  });

  it('reads a change of a position and of a balance', () => {
    const { change } = read(ofFixture('current/frames', 'position'), 'position');
    assert.deepEqual([change.after?.marketSlug, change.after?.netPosition?.text], [SLUG, '2.5000']);
    assert.deepEqual([change.entryType, change.tradeId], ['ORDER_EXECUTION', 'FILL1']);
    const { balances, whole } = read(ofFixture('current/frames', 'balance'), 'balances');
    assert.deepEqual([only(balances).currentBalance.text, whole], ['96.45', false]);
    assert.equal(read(ofFixture('current/frames', 'balances'), 'balances').whole, true);
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
      assert.deepEqual(decode(renamed).frame, decode(given).frame);
    });
  }
});

describe('wire: traps of frames', () => {
  it('trap: each book is the full book: what is not in it is gone', () => {
    const whole = read(ofFixture('current/frames', 'book'), 'book').book;
    const next = trap('statsMissing', 'book').book;
    assert.deepEqual([whole.bids.length, next.bids.length, next.offers.length], [2, 0, 1]);
  });

  it('trap: a book without stats', () => {
    const { book } = trap('statsMissing', 'book');
    assert.deepEqual([book.stats, book.state, book.transactTime], [undefined, 'HALTED', undefined]);
  });

  it('trap: sharesTraded may be "", an empty side null', () => {
    const { quote } = trap('liteOfAnEmptyMarket', 'lite');
    assert.deepEqual(
      [quote.sharesTraded, quote.openInterest, quote.bestBid],
      [undefined, undefined, undefined],
    );
    assert.deepEqual([quote.bidDepth, quote.bestAsk?.value.text], [0, '0.4300']);
  });

  it('trap: a NO buy is a SELL of the long side, at the long price', () => {
    const { execution } = trap('noOrderFilled', 'order');
    assert.deepEqual([execution.order.side, execution.order.price?.value.text], ['SELL', '0.0500']);
    assert.deepEqual(orderOutcome(execution.order), { long: false, buy: true });
    assert.equal(execution.lastPx?.value.text, '0.0500');
  });

  it('trap: the reject reason is filled even on a fill', () => {
    const { execution } = trap('noOrderFilled', 'order');
    assert.deepEqual(
      [execution.type, execution.order.state, execution.rejectReason],
      ['FILL', 'FILLED', 'EXCHANGE_OPTION'],
    );
  });

  it('trap: a position whose market is not named, or that is null, is a change to read again', () => {
    const { change } = trap('positionOfAnUnnamedMarket', 'position');
    assert.deepEqual([change.after, change.entryType, change.tradeId], [undefined, 'RESOLUTION', 'RES1']);
    for (const positionSubscription of [
      { afterPosition: null },
      {},
      { afterPosition: { netPosition: '1' } },
    ]) {
      assert.equal(read({ positionSubscription }, 'position').change.after, undefined);
    }
  });

  it('trap: balance numbers that are not set come as 0', () => {
    const { balances, whole } = trap('balanceOfZeros', 'balances');
    const told = only(balances);
    assert.deepEqual([whole, told.currentBalance.text, told.currency], [false, '96.45', '']);
    assert.deepEqual(
      [told.buyingPower, told.openOrders, told.marginRequirement],
      [undefined, undefined, undefined],
    );
    assert.equal(told.lastUpdated?.text, '2026-11-20T20:15:02Z', 'the time of the change');
    const zero = { balanceChange: { afterBalance: { currentBalance: 0, currency: 'USD' } } };
    const spent = only(read({ accountBalancesUpdate: zero }, 'balances').balances);
    assert.equal(spent.currentBalance.isZero, true, 'the amount itself may be 0');
  });

  it('trap: the older balance snapshot is two figures, not the whole of it', () => {
    const { balances, whole } = trap('balanceInTwoFigures', 'balances');
    assert.deepEqual(
      [whole, only(balances).currentBalance.text, only(balances).buyingPower?.text],
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
    const odd = decode({ orderSubscriptionSnapshot: { orders: 'none', eof: true } });
    assert.deepEqual([odd.frame, odd.broken], [undefined, 'expected "orders" as a list, got a text']);
  });

  it('trap: numbers of more digits than a double keeps', () => {
    const order = '{"id":"A","marketSlug":"s","quantity":9007199254740993.25}';
    const { frame } = decodeServerFrame(`{"orderSubscriptionUpdate":{"execution":{"order":${order}}}}`);
    assert.ok(frame?.kind === 'order');
    assert.equal(frame.execution.order.quantity?.text, '9007199254740993.25');
  });
});

describe('wire: what costs a frame and what does not', () => {
  for (const [what, text, reason] of [
    ['no JSON', '{"marketData":', 'not JSON'],
    ['nothing', '', 'not JSON'],
    ['a list', '[]', 'expected an object, got a list'],
    ['a text', '"x"', 'expected an object, got a text'],
    ['a book without market', '{"marketData":{"bids":[]}}', 'a book needs its market'],
    ['a quote without market', '{"marketDataLite":{}}', 'a quote needs its market'],
    ['a trade without market', '{"trade":{"id":"T1"}}', 'a trade needs its market'],
    ['a market that is a path step', '{"marketDataLite":{"marketSlug":".."}}', 'a quote needs its market'],
    [
      'an execution without order',
      '{"orderSubscriptionUpdate":{"execution":{}}}',
      'an execution needs its order',
    ],
    ['an update without execution', '{"orderUpdate":{}}', 'an execution needs its order'],
    [
      'an order without market',
      '{"orderUpdate":{"execution":{"order":{"id":"A"}}}}',
      'an execution needs its order',
    ],
    ['a payload that is none', '{"marketData":[1]}', 'expected "marketData" as an object, got a list'],
    ['an error that is none', '{"error":[1]}', 'nothing readable'],
  ] as const) {
    it(`broken: ${what}`, () => {
      const decoded = decodeServerFrame(text);
      assert.deepEqual([decoded.frame, decoded.unknown, decoded.broken], [undefined, undefined, reason]);
    });
  }

  it('a broken field costs that field, a broken item that item; each is a problem that names it', () => {
    const marketData = {
      marketSlug: SLUG,
      bids: [{ px: { value: 'x' }, qty: '1' }, 7, { px: { value: '0.4' }, qty: '1' }],
      transactTime: 'soon',
    };
    const book = decode({ marketData });
    assert.ok(book.frame?.kind === 'book');
    assert.equal(book.frame.book.bids.length, 1);
    assert.deepEqual([...new Set(book.problems.map(({ item }) => item))], [SLUG]);
    assert.ok(book.problems.some(({ field }) => field === 'transactTime'));
    const orders = [{ id: 'A', marketSlug: 's' }, { id: 'B' }, 4];
    const snapshot = decode({ ordersSnapshot: { orders, eof: 'maybe' } });
    assert.ok(snapshot.frame?.kind === 'orders');
    assert.deepEqual([only(snapshot.frame.orders).id, snapshot.frame.eof], ['A', false]);
    assert.deepEqual(
      snapshot.problems.map(({ item }) => item),
      ['B', 'orders[2]', 'orders[2]'],
    );
  });

  it('an unreadable balance is still a change', () => {
    const changes = [{ afterBalance: { currentBalance: 'much' } }, { afterBalance: null }, {}];
    for (const balanceChange of [...changes, null]) {
      const { frame } = decode({ accountBalancesUpdate: { balanceChange } });
      assert.deepEqual(frame, { requestId: undefined, kind: 'balances', balances: [], whole: false });
    }
  });

  it('names what it does not know', () => {
    assert.equal(decode({ requestId: 'r', rfqEvent: {} }).unknown, 'rfqEvent');
    assert.equal(decode({ requestId: 'r', subscriptionType: 'X', error: '' }).unknown, 'no payload');
    assert.equal(decode({}).unknown, 'no payload');
    assert.equal(decode({ ['k\u0000'.repeat(90)]: 1 }).unknown?.includes('\u0000'), false);
    assert.equal(read({ rfqEvent: {}, marketDataLite: { marketSlug: SLUG } }, 'lite').quote.marketSlug, SLUG);
  });

  it('a heartbeat with a time, or a time alone, is a heartbeat', () => {
    read({ heartbeat: { timestamp: '2026-11-20T20:15:02Z' } }, 'heartbeat');
    read({ heartbeat: null }, 'heartbeat');
    read({ timestamp: 1 }, 'heartbeat');
    assert.equal(decode({ timestamp: 1, news: {} }).unknown, 'news');
  });

  it('an error counts more than what stands beside it', () => {
    const beside = { error: 'subscription failed', requestId: 'b-1', marketDataLite: { marketSlug: SLUG } };
    assert.deepEqual(decode(beside).frame, { requestId: 'b-1', kind: 'error', text: 'subscription failed' });
    const balances = { error: 'x', accountBalancesSnapshot: { balances: [] } };
    assert.equal(read(balances, 'error').text, 'x');
    assert.equal(read({ error: { code: 3, message: 'bad\nslug' } }, 'error').text, 'bad slug');
  });
});

describeSamples('wire: recorded frames', 2, (folder) => {
  const bodies = readdirSync(folder)
    .filter((name) => name.startsWith('ws-'))
    .map((name) => [name, readFileSync(path.join(folder, name), 'utf8')] as const);

  it('every one decodes', () => {
    assert.ok(bodies.length >= 7);
    for (const [name, text] of bodies) {
      // The trade was cut out of its frame, without its market.
      const fragment = name.includes('fragment');
      const frame = fragment ? `{"trade":${text.replace('{', '{"marketSlug":"s1",')}}` : text;
      const { broken, unknown, problems } = decodeServerFrame(frame);
      assert.deepEqual([name, broken, unknown, problems], [name, undefined, undefined, []]);
    }
  });

  it('executions are read as of a frame, each with a reject reason', () => {
    const file = path.join(folder, 'executions-real.extracted.json');
    const { executions } = JSON.parse(readFileSync(file, 'utf8')) as { executions: object[] };
    const told = executions.map(
      (execution) => read({ orderSubscriptionUpdate: { execution } }, 'order').execution,
    );
    assert.deepEqual(
      told.map(({ type, order, rejectReason }) => [type, order.state, rejectReason]),
      [
        ['FILL', 'FILLED', 'EXCHANGE_OPTION'],
        ['PARTIAL_FILL', 'PARTIALLY_FILLED', 'EXCHANGE_OPTION'],
      ],
    );
    for (const { transactTime, lastShares, order } of told) {
      assert.ok(transactTime && lastShares && order.cumQuantity?.equals(lastShares));
    }
  });
});
