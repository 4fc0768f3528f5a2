import assert from 'node:assert/strict';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { market, order, page, setUp } from '../../support/client.ts';

describe('endpoints', () => {
  type Row = readonly [sent: string, call: (exchange: Exchange) => Promise<unknown>, reply: unknown];
  const open: Row[] = [
    [
      'GET /v1/markets?limit=50&offset=0&active=true&slug=a&slug=b',
      (x) => x.markets({ active: true, slugs: ['a', 'b'] }, page),
      { markets: [market] },
    ],
    ['GET /v1/market/id/7', (x) => x.marketById('7'), { market }],
    [
      'GET /v1/market/slug/a%3Ab-%C3%BC',
      (x) => x.marketBySlug('a:b-ü'),
      { market: { ...market, slug: 'a:b-ü' } },
    ],
    ['GET /v1/markets/s/settlement', (x) => x.settlement('s'), { slug: 's', settlement: 1 }],
    ['GET /v1/events?limit=50&offset=0&live=true', (x) => x.events({ live: true }, page), { events: [] }],
    ['GET /v1/events/3', (x) => x.eventById('3'), { event: { id: '3' } }],
    ['GET /v1/events/slug/e', (x) => x.eventBySlug('e'), { event: { id: '3' } }],
    ['GET /v1/search?query=gulls+%26+foxes&limit=9', (x) => x.search('gulls & foxes', 9), { events: [] }],
    ['GET /v2/leagues?limit=50&offset=0', (x) => x.leagues(page), { leagues: [] }],
    ['GET /v2/sports', (x) => x.sports(), { sports: [] }],
    [
      'GET /v2/leagues/nba/events?limit=50&offset=0',
      (x) => x.leagueEvents('nba', 'games', page),
      { events: [] },
    ],
    [
      'GET /v2/leagues/a%2Fb/events?limit=50&offset=0&type=futures',
      (x) => x.leagueEvents('a/b', 'futures', page),
      { events: [] },
    ],
    ['GET /v2/tags?limit=50&offset=0', (x) => x.tags(page), { tags: [] }],
    [
      'GET /v2/tags/a%2Fb/events?limit=50&offset=0&active=true&closed=false',
      (x) => x.tagEvents('a/b', page),
      { events: [] },
    ],
    ['GET /v1/series?limit=50&offset=0', (x) => x.series(page), { series: [] }],
    ['GET /v1/markets/s/book', (x) => x.book('s'), { marketData: { marketSlug: 's', bids: [], offers: [] } }],
    ['GET /v1/markets/s/bbo', (x) => x.bbo('s'), { marketData: { marketSlug: 's' } }],
    ...(
      [
        ['1H', 1],
        ['6H', 1],
        ['1D', 5],
        ['1W', 180],
        ['1M', 180],
        ['ALL', 180],
      ] as const
    ).map(
      ([interval, minutes]): Row => [
        `GET /v1/price-history?symbol=s&fidelity=${minutes}&fixedInterval=INTERVAL_${interval}`,
        (x) => x.priceHistory('s', interval),
        { history: [] },
      ],
    ),
  ];
  open.push([
    'GET /v1/price-history?symbol=s&fidelity=1&timestamp.startTimestamp=1795165200&timestamp.endTimestamp=1795170001',
    (x) => x.priceHistory('s', { from: 1_795_165_200_500, to: 1_795_170_000_500 }),
    { history: [] },
  ]);
  const signed: readonly Row[] = [
    ['GET /v1/order/ORD%2F1', (x) => x.order('ORD/1'), { order: { id: 'ORD/1', market_slug: 's' } }],
    ['GET /v1/orders/open', (x) => x.openOrders(), { orders: [] }],
    ['POST /v1/order/ORD%2F1/cancel', (x) => x.cancelOrder(order), {}],
    [
      'GET /v1/portfolio/positions?cursor=c%2B%2F%3D',
      (x) => x.positions('c+/='),
      { positions: {}, eof: true },
    ],
    [
      'GET /v1/portfolio/activities?types=ACTIVITY_TYPE_TRADE&sortOrder=SORT_ORDER_ASCENDING',
      (x) => x.activities({ types: ['TRADE'], sortOrder: 'ASCENDING' }, undefined),
      { activities: [], eof: true },
    ],
    ['GET /v1/account/balances', (x) => x.balances(), { balances: [] }],
    ['POST /v1/orders/batched/cancel', (x) => x.cancelOrders([order]), { canceledOrderIds: ['ORD/1'] }],
    ['POST /v1/orders/open/cancel', (x) => x.killSwitch(), { canceledOrderIds: ['ORD/1'] }],
  ];
  for (const row of [...open, ...signed]) {
    const [sent, call, reply] = row;
    const isSigned = signed.includes(row);
    it(`${sent}, ${isSigned ? 'signed' : 'open'}`, async () => {
      const { transport, exchange, warnings } = setUp([{ json: reply }]);
      await call(exchange);
      const [request] = transport.sent;
      assert.ok(request);
      assert.equal(`${request.method} ${request.url.pathname}${request.url.search}`, sent);
      assert.equal('x-api-key' in request.headers, isSigned);
      assert.equal(request.url.origin, isSigned ? 'https://private.example' : 'https://public.example');
      assert.deepEqual(warnings, []);
    });
    it(`${sent} rejects with ExchangeError only`, async () => {
      for (const answer of [{ status: 418 }, { json: [1] }, { text: 'no' }, { fail: 'reset' }] as const) {
        const { exchange, failure } = setUp([answer]);
        // An accepted cancel has a reply without fields; whatever it holds, it is accepted.
        if (sent.endsWith('F1/cancel') && 'json' in answer) continue;
        assert.ok((await failure(call(exchange))).message.length > 0);
      }
    });
    if (!isSigned) continue;
    it(`${sent} is not sent while signed out`, async () => {
      const { transport, exchange, failure } = setUp([{ json: reply }], { signedIn: false });
      const { code, details } = await failure(call(exchange));
      assert.deepEqual([code, details.auth, details.mayHaveArrived], ['auth', 'noKey', false]);
      assert.equal(transport.sent.length, 0);
    });
  }

  it('a stored key that cannot be one is a bad key when it is needed, and no crash before', async () => {
    const { transport, exchange, failure } = setUp([{ json: { markets: [] } }], { secret: 'two words' });
    await exchange.markets({}, page);
    const error = await failure(exchange.openOrders());
    assert.equal(error.code, 'auth');
    assert.equal(error.details.auth, 'badKey');
    assert.ok(!error.message.includes('two words'));
    assert.equal((await failure(exchange.cancelOrder(order))).details.mayHaveArrived, false);
    assert.equal(transport.sent.length, 1);
  });

  it('a service without sign-in gets the private requests without a key', async () => {
    const { transport, exchange } = setUp([{ json: { orders: [] } }], { auth: 'none', signedIn: false });
    await exchange.openOrders();
    assert.deepEqual(Object.keys(transport.sent[0]?.headers ?? {}), ['accept']);
  });

  for (const [dialect, body] of [
    ['seed', { market_slug: 'wnr-abc-xyz' }],
    ['current', { marketSlug: 'wnr-abc-xyz' }],
  ] as const) {
    it(`cancels in the spelling of ${dialect}, and only that`, async () => {
      const { transport, exchange } = setUp([{ json: {} }], { dialect });
      await exchange.cancelOrder(order);
      assert.deepEqual(JSON.parse(transport.sent[0]?.body ?? ''), body);
    });
  }

  for (const name of ['', '.', '..']) {
    it(`${JSON.stringify(name)} is nobody's id or slug, and cannot become another path`, async () => {
      const { transport, exchange, failure } = setUp([{}]);
      const calls = [
        () => exchange.marketBySlug(name),
        () => exchange.settlement(name),
        () => exchange.order(name),
        () => exchange.cancelOrder({ id: name, marketSlug: 's' }),
        () => exchange.eventBySlug(name),
        () => exchange.book(name),
      ];
      for (const call of calls) assert.equal((await failure(call())).code, 'notFound');
      assert.equal(transport.sent.length, 0);
    });
  }

  it('says the service’s own id of a cancel, also when the reply is nothing that can be read', async () => {
    const headers = { 'x-pm-trace-id': 'trace-7' };
    for (const json of [{ canceledOrderIds: ['ORD/1'] }, { canceledOrderIds: 'broken' }]) {
      const { exchange } = setUp([{ json, headers }]);
      const heard: string[] = [];
      const hear = (id: string): void => void heard.push(id);
      await exchange.cancelOrder(order, undefined, hear);
      await exchange.cancelOrders([order], undefined, hear).catch(() => undefined);
      await exchange.killSwitch(undefined, hear).catch(() => undefined);
      assert.deepEqual(heard, ['trace-7', 'trace-7', 'trace-7']);
    }
  });
});
