import assert from 'node:assert/strict';
import { isExchangeError } from '../../../src/exchange/errors.ts';
import { REDACTED } from '../../../src/exchange/wire/text.ts';
import { page, setUp } from '../../support/client.ts';

function jwt(...parts: readonly unknown[]): string {
  return parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
}

/** The open orders of a service that sends this, read with that token. */
async function openOrders(secret: string, text: string) {
  const { exchange, clock } = setUp([{ text }], { secret });
  return clock.run(exchange.openOrders());
}

function orders(...ids: readonly string[]): string {
  return JSON.stringify({ orders: ids.map((id) => ({ id, marketSlug: 'm' })) });
}

describe('figures and names of a service that quotes no secret', () => {
  it('are not changed where they begin as the token does: a cursor of the same kind as it', async () => {
    const head = { alg: 'HS256', typ: 'JWT' };
    const secret = jwt(head, { sub: 'u-1', exp: 1 }, 'the signature of the token');
    const cursor = jwt(head, { after: 50 }, 'another signature');
    const reply = { json: { positions: {}, nextCursor: cursor, eof: false } };
    const { exchange, clock } = setUp([reply], { secret, auth: 'bearer' });
    assert.equal((await clock.run(exchange.positions(undefined))).nextCursor, cursor);
  });

  it('are not changed where they hold a part of a short token in hexadecimal', async () => {
    const text = '{"orders":[{"id":"o-616263-1","marketSlug":"m","quantity":313233}]}';
    const { items } = await openOrders('abc123', text);
    assert.deepEqual([items[0]?.id, items[0]?.quantity?.toString()], ['o-616263-1', '313233']);
  });

  it('are what they were where a break of line makes a part of the token of what is behind it', async () => {
    const json = { markets: [{ id: '7', slug: 's', question: 'line\nabcdefghijk' }] };
    const { exchange, clock } = setUp([{ json }], { secret: 'pm_nabcdefghijkLMNOP' });
    const { items } = await clock.run(exchange.markets({}, page));
    assert.equal(items[0]?.question, 'line abcdefghijk');
  });
});

describe('what was taken out', () => {
  it('of a bare number costs that field alone', async () => {
    const secret = '12345678901234';
    const text = `{"orders":[{"id":"o-1","marketSlug":"m","price":${secret}, "quantity":-${secret}.5},{"id":"o-2","marketSlug":"m"}]}`;
    const list = await openOrders(secret, text);
    assert.deepEqual(
      list.items.map(({ id, price, quantity }) => [id, price, quantity]),
      [
        ['o-1', undefined, undefined],
        ['o-2', undefined, undefined],
      ],
    );
    assert.deepEqual(
      list.problems.map(({ field }) => field),
      ['price', 'quantity'],
    );
  });

  it('leaves no name: the row is lost and counted, and nothing can be sent for it', async () => {
    const secret = '00000000-0000-0000-0000-000000000001';
    const [one, two] = [secret.replace(/1$/, '42'), secret.replace(/1$/, '43')];
    const list = await openOrders(secret, orders(one, 'o-1', two, `for-${secret}`));
    assert.deepEqual(
      list.items.map(({ id }) => id),
      ['o-1'],
    );
    assert.equal(list.lost, 3);
    assert.match(String(list.problems[0]?.reason), /taken out/);
  });

  it('leaves no cursor: the page is unreadable, never the last one', async () => {
    const secret = 'pmk_Zx81Qw7LkVtR3nYb5sHd9';
    const json = { positions: {}, nextCursor: `after-${secret}`, eof: false };
    const { exchange, failure, transport } = setUp([{ json }], { secret });
    const error = await failure(exchange.positions(undefined));
    assert.ok(isExchangeError(error) && error.code === 'badReply');
    assert.equal(transport.sent.length, 1);
    assert.ok(
      !JSON.stringify(transport.sent.map(({ url }) => url.href)).includes(encodeURIComponent(REDACTED)),
    );
  });
});
