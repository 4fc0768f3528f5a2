import assert from 'node:assert/strict';
import { silentLog } from '../../../src/base/log.ts';
import type { ExchangeError } from '../../../src/exchange/errors.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { reportProblems } from '../../../src/exchange/service/endpoint-client.ts';
import { MarketsStore } from '../../../src/store/markets/markets.ts';
import { Session } from '../../../src/store/session/session.ts';
import { market, order, page, setUp } from '../../support/client.ts';
import { settle } from '../../support/clock.ts';
import { customProfile } from '../../support/profile.ts';
import type { Answer } from '../../support/transport.ts';
import { FakeKeys } from '../store/values.ts';

describe('what a reply is made into', () => {
  it('a settlement that is not there yet is undefined', async () => {
    const { exchange } = setUp([
      { status: 404, json: { code: 5, message: 'Settlement not found', details: [] } },
    ]);
    assert.equal(await exchange.settlement('s'), undefined);
  });

  it('a broken row costs that row; the log says which field of which item and why', async () => {
    const broken = { id: '8', slug: 'wnr-other', line: {} };
    const { exchange, warnings, clock } = setUp([{ json: { markets: [market, 17, broken] } }]);
    const listing = await exchange.markets({}, page);
    assert.deepEqual(
      listing.items.map(({ slug }) => slug),
      ['wnr-abc-xyz', 'wnr-other'],
    );
    assert.equal(listing.lost, 1);
    assert.equal(listing.receivedAt, clock.now());
    assert.equal(listing.problems.length, 2);
    assert.equal(warnings.length, 2);
    assert.match(warnings[0] ?? '', /^\/v1\/markets: markets\[1\]: expected an object, got a number$/);
    assert.match(warnings[1] ?? '', /^\/v1\/markets: line of wnr-other: /);
  });

  it('a page broken in every row says so briefly', async () => {
    const { exchange, warnings } = setUp([{ json: { markets: Array.from({ length: 500 }, () => 1) } }]);
    assert.equal((await exchange.markets({}, page)).lost, 500);
    assert.equal(warnings.length, 21);
    assert.match(warnings.at(-1) ?? '', /480 more/);
  });

  it('a reply that is something else is `badReply` and not asked for again', async () => {
    const { exchange, failure, transport, warnings } = setUp([{ json: { other: 1 } }]);
    assert.equal((await failure(exchange.markets({}, page))).code, 'badReply');
    assert.equal(transport.sent.length, 1);
    assert.equal(warnings.length, 1);
  });

  it('a page that names itself as the next one is the last', async () => {
    const { exchange } = setUp([{ json: { positions: {}, nextCursor: 'again', eof: false } }]);
    assert.equal((await exchange.positions('before')).nextCursor, 'again');
    assert.equal((await exchange.positions('again')).nextCursor, undefined);
  });

  it('activities of one market hold no deposits, whatever the service sends along', async () => {
    const activities = [
      { type: 'ACTIVITY_TYPE_TRADE', trade: { id: 't1', marketSlug: 'mine', qty: '1' } },
      { type: 'ACTIVITY_TYPE_TRADE', trade: { id: 't2', marketSlug: 'other', qty: '1' } },
      { type: 'ACTIVITY_TYPE_ACCOUNT_DEPOSIT', accountBalanceChange: { transactionId: 'd1' } },
      {
        type: 'ACTIVITY_TYPE_POSITION_RESOLUTION',
        positionResolution: { marketSlug: 'mine', tradeId: 'r1' },
      },
    ];
    const { exchange } = setUp([{ json: { activities, nextCursor: '', eof: true } }]);
    const kinds = async (query: Parameters<Exchange['activities']>[0]) =>
      (await exchange.activities(query, undefined)).items.map(({ type }) => type);
    assert.deepEqual(await kinds({ marketSlug: 'mine' }), ['TRADE', 'POSITION_RESOLUTION']);
    assert.deepEqual(await kinds({ marketSlug: 'mine', types: ['TRADE'] }), ['TRADE']);
    assert.equal((await kinds({})).length, 4);
  });

  it('MarketsStore remembers over the real client that the service refuses an order', async () => {
    const refused: Answer = { status: 400, json: { code: 3, message: 'invalid OrderBy field' } };
    const { exchange, transport, clock } = setUp(({ url }) =>
      url.searchParams.has('orderBy') ? refused : { json: { markets: [market] } },
    );
    const session = new Session({
      profile: customProfile('none'),
      credentials: new FakeKeys(),
      clock,
      log: silentLog,
      factory: async () => exchange,
    });
    const markets = new MarketsStore(session, { query: { orderBy: ['volumeNum'], orderDirection: 'desc' } });
    await markets.load();
    await markets.refresh();
    assert.deepEqual(
      transport.sent.map(({ url }) => url.searchParams.has('orderBy')),
      [true, false, false],
    );
    assert.equal(markets.sortedLocally, true);
  });
});

describe('reportProblems', () => {
  it('writes one line each, whatever a stranger called the item', () => {
    const lines: string[] = [];
    const item = `a\r\n[error] all is lost\u202e${'x'.repeat(9_000)}`;
    reportProblems({ ...silentLog, warn: (line) => lines.push(line) }, '/v1/markets', [
      { item, field: 'id', reason: 'no number' },
    ]);
    assert.equal(lines.length, 1);
    assert.match(
      lines[0] ?? '',
      /^\/v1\/markets: id of a \[error\] all is lost⟨U\+202E⟩x{1,100}: no number$/,
    );
  });
});

describe('a service with less', () => {
  it('of 404s on optional endpoints only the features are lost', async () => {
    const { exchange, failure, transport } = setUp([{ status: 404 }]);
    for (const call of [
      () => exchange.events({}, page),
      () => exchange.search('x', 5),
      () => exchange.balances(),
      () => exchange.priceHistory('s', '1H'),
    ]) {
      const error = await failure(call());
      assert.equal(error.code, 'unsupported');
      assert.equal(error.details.mayHaveArrived, false);
    }
    // A 404 for several cancels may be about one of the orders.
    assert.equal((await failure(exchange.cancelOrders([order]))).code, 'notFound');
    const features = ['events', 'search', 'balances', 'priceHistory', 'batchedCancel'] as const;
    assert.deepEqual(
      features.map((feature) => exchange.supports(feature)),
      ['no', 'no', 'no', 'no', 'unknown'],
    );
    const { length } = transport.sent;
    await failure(exchange.events({}, page));
    assert.equal(transport.sent.length, length);
    assert.equal(exchange.supports('book'), 'unknown');
  });
});

describe('cancelling', () => {
  for (const answer of [
    { status: 503 },
    { status: 429, headers: { 'retry-after': '1' } },
    { fail: 'reset' },
  ] as const) {
    it(`is sent once, whatever comes back: ${JSON.stringify(answer)}`, async () => {
      const { exchange, failure, transport, clock } = setUp([answer]);
      await failure(exchange.cancelOrder(order));
      await failure(exchange.cancelOrders([order]));
      await clock.advance(60_000);
      assert.equal(transport.sent.length, 2);
    });
  }

  it('a batch of none or of more than 20 is not sent', async () => {
    const { exchange, failure, transport } = setUp([{}]);
    assert.equal((await failure(exchange.cancelOrders([]))).code, 'refused');
    assert.equal(
      (await failure(exchange.cancelOrders(Array.from({ length: 21 }, () => order)))).code,
      'refused',
    );
    assert.equal(transport.sent.length, 0);
  });
});

describe('closing the client', () => {
  it('ends what is under way and what waits for its permit, and leaves no timer', async () => {
    const { exchange, clock, transport } = setUp(['silence']);
    const codes = Array.from({ length: 30 }, (_, index) =>
      exchange.marketById(String(index)).catch((cause: ExchangeError) => cause.code),
    );
    await settle();
    assert.equal(transport.sent.length, 20);
    exchange.dispose();
    assert.deepEqual(new Set(await Promise.all(codes)), new Set(['cancelled']));
    assert.equal(clock.pending, 0);
    assert.equal(transport.aborted, 20);
    assert.equal(transport.disposed, false);
  });
});
