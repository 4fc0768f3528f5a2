import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import { APIError, type Order, PolymarketUS } from 'polymarket-us';
import { systemClock } from '../../src/base/clock.ts';
import { reveal } from '../../src/core/own.ts';
import { keyOf } from '../../src/demo/keys.ts';
import { createWorld, type World } from '../../src/demo/world.ts';
import { applyDeed } from '../../tools/exchange/deeds.ts';
import { type DemoServer, startDemoServer } from '../../tools/exchange/server.ts';
import { createDemoService, type DemoService } from '../../tools/exchange/service.ts';
import { accountOf, catalogueOf } from '../support/read-world.ts';

const ALL = { limit: 1_000, offset: 0 };
const NANOS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{9}Z$/;
const SECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** What the demo sends in `current` is read by the official client as what the demo's world says. */
describe('official SDK over the demo', () => {
  const key = keyOf(5);
  const epochMs = systemClock.now();
  let world: World;
  let service: DemoService;
  let server: DemoServer;
  let sdk: PolymarketUS;
  const now = (): number => systemClock.now();

  before(async () => {
    world = createWorld({ seed: 5, epochMs });
    const shared = { world, clock: systemClock, keys: [key], dialect: 'current', rateLimit: 0 } as const;
    service = createDemoService(shared);
    server = await startDemoServer({ handler: service.handler, streams: service.streams });
    const { url } = server;
    sdk = new PolymarketUS({ ...key, gatewayBaseUrl: url, apiBaseUrl: url });
  });
  after(async () => {
    service.streams.dispose();
    await server.close();
  });

  it('markets: list, by id, by slug, book, best quote and settlement', async () => {
    const { markets } = await sdk.markets.list({ limit: 40, active: true, categories: ['sports'] });
    assert.equal(markets.length, 40);
    const market = markets[0] ?? assert.fail('a market');
    assert.match(String(Object(market)['startDate']), SECONDS);
    const { slug } = market;
    assert.equal((await sdk.markets.retrieveBySlug(slug)).market.title, market.title);
    assert.equal((await sdk.markets.retrieve(market.id)).market.slug, slug);
    const open = markets.find(
      ({ slug: each }) => (catalogueOf(world).book(each, now())?.bids.length ?? 0) > 0,
    );
    // Both come wrapped, which the types of the SDK do not say.
    const book = Object(await sdk.markets.book(open?.slug ?? '')).marketData;
    const quote = Object(await sdk.markets.bbo(open?.slug ?? '')).marketData;
    assert.match(book.transactTime, NANOS);
    assert.match(book.bids[0].qty, /^\d+\.\d{4}$/);
    assert.match(quote.bestBid.value, /^0\.\d{4}$/);
    const settled = (await sdk.markets.list({ closed: true, limit: 200 })).markets.find(
      (each) => catalogueOf(world).settlement(each.slug, now()) !== undefined,
    );
    const { settlement } = Object(await sdk.markets.settlement(settled?.slug ?? ''));
    assert.equal(
      settlement,
      catalogueOf(world)
        .settlement(settled?.slug ?? '', now())
        ?.price.toNumber(),
    );
  });

  it('events and search: list, by id, by slug, by words, with score, clock and whose points they are', async () => {
    const { events } = await sdk.events.list({ limit: 100, categories: ['sports'] });
    const live = events
      .map(Object)
      .filter((event) => event.live && event.eventState?.periodScores.length > 0)
      // Of tennis they are games, and the score is sets.
      .filter((event) => event.eventState.type !== 'tennis');
    assert.ok(live.length > 0);
    for (const event of live) {
      const ids: readonly number[] = event.teams.map(({ id }: { id: number }) => id);
      const totals = ids.map((id) =>
        event.eventState.periodScores
          .flatMap(({ scores }: { scores: { competitorId: string; score: number }[] }) => scores)
          .filter(({ competitorId }: { competitorId: string }) => competitorId === String(id))
          .reduce((sum: number, { score }: { score: number }) => sum + score, 0),
      );
      assert.equal(totals.join('-'), event.score, event.slug);
      assert.match(event.teams[0].color.light, /^#[\da-f]{6}$/);
    }
    const [first] = events;
    assert.ok(first);
    assert.equal((await sdk.events.retrieve(first.id)).event.slug, first.slug);
    assert.equal((await sdk.events.retrieveBySlug(first.slug)).event.id, first.id);
    const found = await sdk.search.query({ query: first.title, limit: 3 });
    assert.ok(found.events.some(({ slug }) => slug === first.slug));
  });

  it('orders: open ones, one, what an intent means, cancelling one and all', async () => {
    const { orders } = await sdk.orders.list();
    assert.deepEqual(
      orders.map(({ id }) => id),
      accountOf(world)
        .openOrders(now())
        .map(({ id }) => id),
    );
    for (const order of orders.map(Object)) {
      const [action, side] = order.intent.replace('ORDER_INTENT_', '').split('_');
      assert.equal(order.action, `ORDER_ACTION_${action}`);
      assert.equal(order.outcomeSide, `OUTCOME_SIDE_${side === 'LONG' ? 'YES' : 'NO'}`);
      assert.match(order.createTime, NANOS);
    }
    const byTeam = orders.find(({ marketMetadata }) => marketMetadata?.team !== undefined);
    assert.equal(typeof byTeam?.marketMetadata?.team?.id, 'number');
    const [order, next] = orders;
    assert.ok(order && next);
    assert.equal((await sdk.orders.retrieve(order.id)).order.marketSlug, order.marketSlug);
    const some = await sdk.orders.list({ slugs: [order.marketSlug] });
    assert.ok(some.orders.every(({ marketSlug }) => marketSlug === order.marketSlug));
    await sdk.orders.cancel(order.id, { marketSlug: order.marketSlug });
    assert.equal((await sdk.orders.retrieve(order.id)).order.state, 'ORDER_STATE_CANCELED');
    const { canceledOrderIds } = await sdk.orders.cancelAll({ slugs: [next.marketSlug] });
    assert.ok(canceledOrderIds.includes(next.id));
  });

  it('portfolio and balances: positions in pages, trades with both executions, reservations', async () => {
    const first = await sdk.portfolio.positions({ limit: 5 });
    assert.equal(Object.keys(first.positions).length, 5);
    const rest = await sdk.portfolio.positions({ limit: 100, cursor: first.nextCursor ?? '' });
    const slugs = [...Object.keys(first.positions), ...Object.keys(rest.positions)];
    assert.deepEqual(
      new Set(slugs),
      new Set(
        accountOf(world)
          .positions(now())
          .map(({ marketSlug }) => marketSlug),
      ),
    );
    const types = ['ACTIVITY_TYPE_TRADE'] as const;
    const known = (): number =>
      accountOf(world).activities({ types: ['TRADE'] }, { ...ALL, limit: 200 }, now()).length;
    const before = known();
    const { activities } = await sdk.portfolio.activities({ types: [...types], limit: 200 });
    // An own order may fill meanwhile.
    assert.ok(before <= activities.length && activities.length <= known());
    const closed = activities
      .map(({ trade }) => Object(trade))
      .filter(({ costBasis }) => costBasis !== undefined);
    assert.ok(closed.length > 0);
    for (const trade of activities.map((each) => Object(each.trade))) {
      const sides = [trade.aggressorExecution, trade.passiveExecution];
      assert.deepEqual(
        sides.map(({ aggressor }) => aggressor),
        [true, false],
      );
      const own = sides[trade.isAggressor ? 0 : 1];
      assert.equal(own.order.id, trade.tradeLinkId);
      assert.equal(Number(own.lastShares), Number(trade.qtyDecimal));
      assert.match(trade.qtyDecimal, /^\d+\.\d{4}$/);
    }
    for (const trade of closed) {
      const isShort = trade[trade.isAggressor ? 'aggressor' : 'passive'].intent === 'ORDER_INTENT_SELL_SHORT';
      const [plain, effective] = [trade.realizedPnl, trade.effectiveRealizedPnl].map(({ value }) =>
        Number(value),
      );
      assert.equal(plain, isShort ? -(effective ?? 0) || 0 : effective, trade.id);
    }
    const [balance] = (await sdk.account.balances()).balances;
    const own = accountOf(world).balances(now())[0] ?? assert.fail('a balance');
    assert.equal(balance?.currentBalance, reveal(own.currentBalance).toNumber());
    const { balanceReservation, depositReservation, bonusReservation, displayedCash, marginRequirement } =
      Object(balance);
    assert.equal(balanceReservation, depositReservation + bonusReservation);
    const free = (balance?.currentBalance ?? 0) - marginRequirement - balanceReservation;
    assert.ok(Math.abs(free - displayedCash) < 1e-6);
  });

  it('streams: a snapshot of orders, then executions that name the aggressor; books, quotes and trades', async () => {
    const own = sdk.ws.private();
    const seen: Record<string, unknown>[] = [];
    const snapshots: Order[][] = [];
    own.on('orderSnapshot', ({ orderSubscriptionSnapshot: { orders } }) => snapshots.push(orders));
    own.on('message', (message) => seen.push(Object(message)));
    await own.connect();
    const [slug = ''] = accountOf(world)
      .positions(now())
      .map(({ marketSlug }) => marketSlug);
    own.subscribeOrders('o-1');
    own.subscribePositions('p-1');
    own.subscribeAccountBalance('b-1');
    const markets = sdk.ws.markets();
    const kinds = new Set<string>();
    for (const kind of ['marketData', 'marketDataLite'] as const) markets.on(kind, () => kinds.add(kind));
    await markets.connect();
    markets.subscribeMarketData('m-1', [slug]);
    markets.subscribeMarketDataLite('l-1', [slug]);
    markets.subscribeTrades('t-1', [slug]);
    await until(
      () =>
        snapshots.length > 0 && kinds.size === 2 && seen.some((each) => 'accountBalancesSnapshot' in each),
    );
    assert.equal(snapshots.flat().length, accountOf(world).openOrders(now()).length);
    const order =
      accountOf(world)
        .openOrders(now())
        .find(({ state }) => state === 'NEW') ?? assert.fail('an order');
    const heldBefore = accountOf(world).positions(now());
    applyDeed(world, { kind: 'fillOrder', orderId: order.id }, now());
    const isFill = (each: Record<string, unknown>): boolean =>
      Object(each['orderSubscriptionUpdate']).execution?.order.id === order.id;
    await until(() => seen.some(isFill) && seen.some((each) => 'positionSubscription' in each));
    const { execution } = Object(seen.find(isFill)?.['orderSubscriptionUpdate']);
    assert.equal(execution.aggressor, false);
    assert.equal(execution.commissionNotionalCollected.currency, 'USD');
    const changes = seen.flatMap((each) => Object(each['positionSubscription'] ?? []));
    const change = changes.find(
      ({ afterPosition }) => afterPosition?.marketMetadata.slug === order.marketSlug,
    );
    const before = heldBefore.find(({ marketSlug }) => marketSlug === order.marketSlug)?.netPosition;
    assert.equal(
      Number(change.beforePosition?.netPositionDecimal ?? 0),
      before ? reveal(before).toNumber() : 0,
    );
    own.close();
    markets.close();
  });

  it('series: in pages, and by the slugs events name', async () => {
    const { series } = await sdk.series.list({ limit: 5, offset: 2 });
    assert.equal(series.length, 5);
    const { events } = await sdk.events.list({ limit: 20 });
    const slugs = events.map((event) => String(Object(event)['seriesSlug'])).slice(0, 2);
    const named = await sdk.series.list({ slug: slugs });
    assert.deepEqual(new Set(named.series.map(({ slug }) => slug)), new Set(slugs));
  });

  it('refuses what the demo does not claim: new orders, the older list of sports', async () => {
    const [slug = ''] = accountOf(world)
      .positions(now())
      .map(({ marketSlug }) => marketSlug);
    const intent = 'ORDER_INTENT_BUY_LONG';
    for (const call of [
      () => sdk.orders.create({ marketSlug: slug, intent }),
      () => sdk.orders.preview({ request: { marketSlug: slug, intent } }),
      () => sdk.orders.closePosition({ marketSlug: slug }),
      () => sdk.sports.list(),
    ])
      await assert.rejects(call(), (cause) => cause instanceof APIError && [404, 405].includes(cause.status));
  });
});

/** Waits for what comes by itself, at most as long as the test may take. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
}
