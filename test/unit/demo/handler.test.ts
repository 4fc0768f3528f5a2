import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { keyOf } from '../../../src/demo/keys.ts';
import { createSigner } from '../../../src/exchange/service/sign.ts';
import { applyDeed } from '../../../tools/exchange/deeds.ts';
import { accountOf } from '../../support/read-world.ts';
import { ALL, bench, type Json, KEY, NOON, placeOrder, worldAt } from './support.ts';

const signed = (method: string, path: string, now: number, key = KEY) =>
  createSigner('ed25519', { keyId: key.keyId, secret: key.secretKey })(method, path, now);
const OPEN = '/v1/orders/open';

describe('demo handler', () => {
  it('answers market data to everyone, the account to signed requests', () => {
    const server = bench();
    assert.equal(server.get('/v1/markets', {}).status, 200);
    assert.equal(server.get(OPEN).status, 200);
    const refused = server.get(OPEN, {});
    assert.equal(refused.status, 401);
    assert.deepEqual(refused.json as unknown, {
      code: 16,
      message: 'invalid or missing authentication token/API key',
      details: [],
    });
    assert.equal(refused.headers['date'], 'Fri, 20 Nov 2026 12:17:03 GMT');
    assert.match(refused.headers['x-request-id'] ?? '', /^demo-\d{6}$/);
  });

  it('checks key, signature, method, path and clock; the query is not signed', () => {
    const server = bench();
    const good = signed('GET', OPEN, NOON);
    const status = (headers: Readonly<Record<string, string>>, target = OPEN) =>
      server.get(target, { ...headers }).status;
    assert.equal(status(good, `${OPEN}?slugs=x`), 200);
    assert.equal(status({ ...good, 'x-pm-access-key': 'someone' }), 401);
    assert.equal(status({ ...good, 'x-pm-signature': 'AAAA' }), 401);
    assert.equal(status(signed('POST', OPEN, NOON)), 401);
    assert.equal(status(signed('GET', '/v1/portfolio/positions', NOON)), 401);
    assert.equal(status({ ...signed('GET', OPEN, NOON, keyOf(2)), 'x-pm-access-key': KEY.keyId }), 401);
    assert.equal(status({ ...good, 'x-pm-timestamp': `${NOON + 1}` }), 401);
    for (const [seconds, expected] of [
      [30, 200],
      [-30, 200],
      [31, 401],
      [-31, 401],
    ] as const) {
      assert.equal(status(signed('GET', OPEN, NOON + seconds * 1000)), expected, `${seconds} s`);
    }
  });

  it('takes a bearer token, an API key, or anyone, as configured', () => {
    const secret = KEY.secretKey;
    assert.equal(bench({ auth: 'bearer' }).get(OPEN, { authorization: `Bearer ${secret}` }).status, 200);
    assert.equal(bench({ auth: 'bearer' }).get(OPEN, { authorization: `Bearer ${secret}x` }).status, 401);
    assert.equal(bench({ auth: 'apiKey' }).get(OPEN, { 'x-api-key': secret }).status, 200);
    assert.equal(bench({ auth: 'apiKey' }).get(OPEN, { 'x-api-key': '' }).status, 401);
    assert.equal(bench({ auth: 'none' }).get(OPEN, {}).status, 200);
  });

  it('lets 20 requests a second through, then says when to come again', () => {
    const server = bench({ rateLimit: 20 });
    const statuses = Array.from({ length: 22 }, () => server.get('/v1/markets?limit=1').status);
    assert.deepEqual(statuses.slice(19), [200, 429, 429]);
    const refused = server.get('/v1/markets?limit=1');
    assert.equal(refused.headers['retry-after'], '1');
    assert.equal(refused.json['code'] as unknown, 8);
    assert.equal(server.get(OPEN).status, 200, 'a key has a budget of its own');
    server.now += 1000;
    assert.equal(server.get('/v1/markets?limit=1').status, 200);
  });

  it('answers 404 for what is unknown, 400 for what is malformed, with code and message', () => {
    const server = bench();
    const cases: readonly (readonly [string, number, number])[] = [
      ['/v1/market/id/1800000000', 404, 5],
      ['/v1/market/id/abc', 400, 3],
      ['/v1/market/id/99999999999', 400, 3],
      ['/v1/market/slug/nothing', 404, 5],
      ['/v1/market/slug/%E0%A4%A', 400, 3],
      ['/v1/markets/nothing/settlement', 404, 5],
      ['/v1/markets/nothing/book', 404, 5],
      ['/v1/events/7', 404, 5],
      ['/v1/events/slug/nothing', 404, 5],
      ['/v1/order/NOTHING', 404, 5],
      ['/v1/price-history?symbol=x', 400, 3],
      ['/v1/portfolio/positions?cursor=x', 400, 3],
      ['/v1/anything', 404, 5],
    ];
    for (const [target, status, code] of cases) {
      const reply = server.get(target);
      assert.equal(reply.status, status, target);
      assert.equal(reply.json['code'] as unknown, code, target);
      assert.ok(reply.json['message'], target);
    }
    assert.equal(server.post('/v1/markets', {}).status, 405);
  });

  it('cancels in the spelling of its dialect only', () => {
    for (const [dialect, own, other] of [
      ['seed', 'market_slug', 'marketSlug'],
      ['current', 'marketSlug', 'market_slug'],
    ] as const) {
      const world = worldAt();
      const server = bench({ dialect }, world);
      const order = accountOf(world).openOrders(NOON)[0] ?? assert.fail('an order');
      const path = `/v1/order/${order.id}/cancel`;
      assert.equal(server.post(path, { [other]: order.marketSlug }).status, 400);
      assert.equal(server.post(path, { [own]: order.marketSlug, [other]: order.marketSlug }).status, 400);
      assert.equal(server.send('POST', path, 'no json', signed('POST', path, NOON)).status, 400);
      assert.equal(world.account.life(order.id, NOON)?.state, order.state, 'nothing was cancelled');
      const done = server.post(path, { [own]: order.marketSlug });
      assert.deepEqual([done.status, done.json], [200, {}]);
      assert.equal(world.account.life(order.id, NOON)?.state, 'CANCELED');
    }
  });

  it('refuses to cancel what is filled, gone, unknown or in another market', () => {
    const world = worldAt();
    const server = bench({}, world);
    const [a, b, c] = accountOf(world).openOrders(NOON);
    assert.ok(a && b && c);
    const cancel = (id: string, slug: string) => {
      const { status, json } = server.post(`/v1/order/${id}/cancel`, { market_slug: slug });
      return [status, json['code']];
    };
    applyDeed(world, { kind: 'fillOrder', orderId: a.id }, NOON);
    assert.deepEqual(cancel(a.id, a.marketSlug), [400, 9]);
    assert.deepEqual(cancel(b.id, 'another'), [400, 3]);
    assert.deepEqual(cancel(b.id, b.marketSlug), [200, undefined]);
    assert.deepEqual(cancel(b.id, b.marketSlug), [400, 9]);
    assert.deepEqual(cancel('NOTHING', c.marketSlug), [404, 5]);
  });

  it('cancels several at once, exactly those, and echoes what it took', () => {
    const world = worldAt();
    const server = bench({}, world);
    const orders = accountOf(world).openOrders(NOON);
    const [a, b, filled] = orders;
    assert.ok(a && b && filled);
    applyDeed(world, { kind: 'fillOrder', orderId: filled.id }, NOON);
    const body = [a, b, filled].map(({ id, marketSlug }) => ({ orderId: id, market_slug: marketSlug }));
    const path = '/v1/orders/batched/cancel';
    const reply = server.post(path, { orders: [...body, { orderId: 'NOTHING', market_slug: 'x' }] });
    assert.deepEqual(reply.json as unknown, { canceledOrderIds: [a.id, b.id, filled.id] });
    assert.equal(world.account.life(filled.id, NOON)?.state, 'FILLED', 'an echo is no proof');
    assert.equal(accountOf(world).openOrders(NOON).length, orders.length - 3);
    assert.equal(server.post(path, { orders: [] }).status, 400);
    assert.equal(server.post(path, { orders: Array(21).fill(body[0]) }).status, 400);
    assert.equal(server.post(path, { orders: [{ orderId: a.id, marketSlug: a.marketSlug }] }).status, 400);
  });

  it('pages positions and activities by opaque cursors, of one moment, to the end', () => {
    const world = worldAt();
    const server = bench({}, world);
    for (const [path, list, limit, first] of [
      ['/v1/portfolio/positions', 'positions', 4, accountOf(world).positions(NOON).length],
      ['/v1/portfolio/activities', 'activities', 40, accountOf(world).activities({}, ALL, NOON).length],
    ] as const) {
      let [cursor, count, pages] = ['', 0, 0];
      for (;;) {
        const { json, status } = server.get(`${path}?limit=${limit}&cursor=${encodeURIComponent(cursor)}`);
        assert.equal(status, 200);
        const size = Object.keys(json[list] as Json).length;
        [count, pages, cursor] = [count + size, pages + 1, String(json['nextCursor'])];
        assert.equal(String(json['eof']) === 'true', cursor === '');
        if (cursor === '') break;
        assert.equal(size, limit);
        // Time goes on and orders are filled while somebody reads.
        server.now += 3_000;
        if (pages > 2) continue;
        placeOrder(world, String(accountOf(world).positions(NOON)[0]?.marketSlug), {
          price: '0.99',
          now: server.now,
        });
      }
      assert.equal(count, first, path);
      assert.equal(pages, Math.ceil(first / limit));
      server.now = NOON;
    }
    assert.equal(
      Object.keys(server.get('/v1/portfolio/positions?limit=7').json['positions'] as Json).length,
      7,
    );
    assert.equal(server.get('/v1/portfolio/positions?limit=999').status, 200);
  });

  it('filters open orders by market in the current generation', () => {
    const server = bench({ dialect: 'current' });
    const slug = accountOf(server.world).openOrders(NOON)[0]?.marketSlug;
    const orders = server.get(`${OPEN}?slugs=${slug}`).json['orders'] as Json;
    assert.ok(orders.length > 0 && orders.every((order) => String(order['marketSlug']) === slug));
    assert.ok((bench().get(`${OPEN}?slugs=${slug}`).json['orders'] as Json).length > orders.length);
  });

  it('gives a price history in the steps its interval has', () => {
    const server = bench();
    const slug = String(
      (server.get('/v1/markets?marketTypes=futures&categories=sports').json['markets'] as Json)[0]?.['slug'],
    );
    const history = server.get(`/v1/price-history?symbol=${slug}&fixedInterval=INTERVAL_1D&fidelity=5`).json[
      'history'
    ] as Json;
    assert.ok(history.length >= 280 && history.length <= 290, `${history.length}`);
    const times = history.map((each) => Number(each['timestamp']));
    assert.ok(times.every((time, place) => place === 0 || time - (times[place - 1] ?? 0) === 300));
    assert.equal(
      server.get(`/v1/price-history?symbol=${slug}&fixedInterval=INTERVAL_1D&fidelity=1`).status,
      400,
    );
    const from = Number(times.at(-1)) - 7_200;
    const range = (start: unknown, end: unknown, more = '&fidelity=1') =>
      server.get(
        `/v1/price-history?symbol=${slug}&timestamp.startTimestamp=${start}&timestamp.endTimestamp=${end}${more}`,
      );
    const minutes = [...(range(from, from + 3_600).json['history'] as Json)];
    assert.ok(minutes.length >= 60, `${minutes.length}`);
    assert.ok(
      minutes.every(({ timestamp }) => Number(timestamp) >= from && Number(timestamp) <= from + 3_600),
    );
    for (const refused of [
      range(from, from),
      range(from, 'x'),
      range(from, from + 90_000),
      range(from, from + 60, '&fidelity=5'),
      range(from, from + 60, '&fidelity=1&fixedInterval=INTERVAL_1D'),
    ])
      assert.equal(refused.status, 400);
    assert.deepEqual(
      server.get('/v1/price-history?symbol=nothing&fixedInterval=INTERVAL_1H&fidelity=1').json as unknown,
      { history: [] },
    );
  });

  it('finds ended events, and nothing where nothing has the words', () => {
    const server = bench();
    const events = (query: string) => [...(server.get(query).json['events'] as Json)];
    assert.ok(events('/v1/events?ended=true').every((event) => String(event['closed']) === 'true'));
    assert.deepEqual(events('/v1/search?query=zzzzz'), []);
  });
});
