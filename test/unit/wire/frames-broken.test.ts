import assert from 'node:assert/strict';
import { decodeServerFrame } from '../../../src/exchange/wire/decode-frame.ts';
import { only } from '../../support/fixtures.ts';
import { decodeFrame, readFrame } from '../../support/read-frame.ts';

const SLUG = 'aec-ncl-gul-fox-2026-11-20';

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
    const book = decodeFrame({ marketData });
    assert.ok(book.frame?.kind === 'book');
    assert.equal(book.frame.book.bids.length, 1);
    assert.deepEqual([...new Set(book.problems.map(({ item }) => item))], [SLUG]);
    assert.ok(book.problems.some(({ field }) => field === 'transactTime'));
    const orders = [{ id: 'A', marketSlug: 's' }, { id: 'B' }, 4];
    const snapshot = decodeFrame({ ordersSnapshot: { orders, eof: 'maybe' } });
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
      const { frame } = decodeFrame({ accountBalancesUpdate: { balanceChange } });
      assert.deepEqual(frame, { requestId: undefined, kind: 'balances', balances: [], whole: false });
    }
  });

  it('names what it does not know', () => {
    assert.equal(decodeFrame({ requestId: 'r', rfqEvent: {} }).unknown, 'rfqEvent');
    assert.equal(decodeFrame({ requestId: 'r', subscriptionType: 'X', error: '' }).unknown, 'no payload');
    assert.equal(decodeFrame({}).unknown, 'no payload');
    assert.equal(decodeFrame({ ['k\u0000'.repeat(90)]: 1 }).unknown?.includes('\u0000'), false);
    assert.equal(
      readFrame({ rfqEvent: {}, marketDataLite: { marketSlug: SLUG } }, 'lite').quote.marketSlug,
      SLUG,
    );
  });

  it('a heartbeat with a time, or a time alone, is a heartbeat', () => {
    readFrame({ heartbeat: { timestamp: '2026-11-20T20:15:02Z' } }, 'heartbeat');
    readFrame({ heartbeat: null }, 'heartbeat');
    readFrame({ timestamp: 1 }, 'heartbeat');
    assert.equal(decodeFrame({ timestamp: 1, news: {} }).unknown, 'news');
  });

  it('an error counts more than what stands beside it', () => {
    const beside = { error: 'subscription failed', requestId: 'b-1', marketDataLite: { marketSlug: SLUG } };
    assert.deepEqual(decodeFrame(beside).frame, {
      requestId: 'b-1',
      kind: 'error',
      text: 'subscription failed',
    });
    const balances = { error: 'x', accountBalancesSnapshot: { balances: [] } };
    assert.equal(readFrame(balances, 'error').text, 'x');
    assert.equal(readFrame({ error: { code: 3, message: 'bad\nslug' } }, 'error').text, 'bad slug');
  });
});
