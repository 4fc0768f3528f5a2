import assert from 'node:assert/strict';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { failureSentence } from '../../../src/view/messages.ts';
import { market, order, setUp } from '../../support/client.ts';
import { aContext } from '../../support/view.ts';

const amount = { value: '0.4', currency: 'USD' };

describe('replies that lie', () => {
  const others: readonly [string, (x: Exchange) => Promise<unknown>, unknown][] = [
    ['a market by id', (x) => x.marketById('7'), { market: { ...market, id: '8' } }],
    ['a market by slug', (x) => x.marketBySlug('aaa'), { market }],
    ['a settlement', (x) => x.settlement('aaa'), { slug: 'bbb', settlement: 1 }],
    ['a book', (x) => x.book('aaa'), { marketData: { marketSlug: 'bbb', bids: [], offers: [] } }],
    ['a quote', (x) => x.bbo('aaa'), { marketData: { marketSlug: 'bbb', bestBid: amount } }],
    ['an event by id', (x) => x.eventById('3'), { event: { id: '4', slug: 'e' } }],
    ['an event by slug', (x) => x.eventBySlug('e'), { event: { id: '3', slug: 'f' } }],
    ['an order', (x) => x.order('A'), { order: { id: 'B', market_slug: 's', state: 3 } }],
    ['an order by its case', (x) => x.order('aB1'), { order: { id: 'Ab1', market_slug: 's', state: 3 } }],
  ];
  for (const [what, call, json] of others) {
    it(`${what} that is another one is no answer`, async () => {
      const { exchange, failure } = setUp([{ json }]);
      const error = await failure(call(exchange));
      assert.deepEqual([error.code, error.details.reason], ['badReply', 'otherThing']);
      assert.match(error.message, /something else than was asked/);
    });
  }

  it('one whose name differs in case only, or is missing, is the one asked for', async () => {
    const { exchange } = setUp(({ url }) =>
      url.pathname.endsWith('/book')
        ? { json: { marketData: { bids: [], offers: [] } } }
        : { json: { market: { ...market, slug: 'WNR-abc-XYZ' } } },
    );
    assert.equal((await exchange.marketBySlug('wnr-ABC-xyz')).id, '7');
    assert.equal((await exchange.book('wnr')).marketSlug, 'wnr');
  });

  it('a batched cancel tells of no order it was not asked about, and of none twice', async () => {
    const { exchange } = setUp([{ json: { canceledOrderIds: ['ORD/1', 'ORD/9', 'ORD/1'] } }]);
    assert.deepEqual(await exchange.cancelOrders([order]), ['ORD/1']);
  });

  for (const json of [
    {},
    { code: 13, message: 'broken' },
    { marketData: {} },
    { bids: null, offers: null },
  ]) {
    it(`${JSON.stringify(json)} is no empty book and no empty quote`, async () => {
      const { exchange, failure } = setUp([{ json }]);
      assert.equal((await failure(exchange.book('s'))).code, 'badReply');
      assert.equal((await failure(exchange.bbo('s'))).code, 'badReply');
    });
  }

  it('a cursor nobody could send back does not make a list look whole; a number is its digits', async () => {
    for (const nextCursor of ['x'.repeat(5_000), { to: 'page' }, ['a'], true]) {
      const { exchange, failure } = setUp([{ json: { positions: {}, nextCursor, eof: false } }]);
      assert.equal((await failure(exchange.positions(undefined))).code, 'badReply');
    }
    const { exchange } = setUp([{ json: { positions: {}, nextCursor: 17 } }]);
    assert.equal((await exchange.positions(undefined)).nextCursor, '17');
  });

  it('a page is called a page, whatever its type says', async () => {
    const page = '\r\n <!DOCTYPE html><title>Sign in to the network</title>';
    for (const headers of [{}, { 'content-type': 'application/json' }, { 'content-type': 'text/html' }]) {
      const { exchange, failure } = setUp([{ text: page, headers }]);
      const error = await failure(exchange.openOrders());
      assert.deepEqual([error.code, error.details.reason], ['badReply', 'page']);
      assert.match(failureSentence(error, aContext()), /web page .* instead of an answer/);
    }
  });

  it('a number no double holds is no text and no code', async () => {
    const order = '"id":"A","market_slug":"s","state":1e999';
    const text = `{"order":{${order},"marketMetadata":{"title":1e999,"outcome":-1e999}}}`;
    const { exchange } = setUp([{ text }]);
    const read = await exchange.order('A');
    assert.deepEqual(
      [read.state, read.marketMetadata?.title, read.marketMetadata?.outcome],
      [undefined, undefined, undefined],
    );
  });

  it('what has no end downwards ends: of an unlisted activity the first levels make its key', async () => {
    const deep = (inner: string) => `${'{"a":'.repeat(100_000)}${inner}${'}'.repeat(100_000)}`;
    const activity = (name: string, inner: string) =>
      `{"type":"NEW_KIND","name":"${name}","x":${deep(inner)}}`;
    const text = `{"activities":[${activity('a', '1')},${activity('a', '2')},${activity('b', '1')}],"eof":true}`;
    const { exchange } = setUp([{ text }]);
    const { items, lost } = await exchange.activities({}, undefined);
    const keys = items.map(({ key }) => key);
    assert.deepEqual([keys.length, lost, keys[0] === keys[1], keys[0] === keys[2]], [3, 0, true, false]);
  });
});
