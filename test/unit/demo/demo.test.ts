import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { createDemo, type DemoState } from '../../../src/demo/index.ts';
import { TransportError, type TransportReply } from '../../../src/exchange/transport.ts';
import { applyDeed } from '../../../tools/exchange/deeds.ts';
import { VirtualClock } from '../../support/clock.ts';
import { accountOf, catalogueOf } from '../../support/read-world.ts';
import { rounds } from '../../support/rounds.ts';
import { raw } from '../../support/values.ts';
import { ALL, HOUR, MemoryStateStore, NOON, placeOrder, worldAt } from './support.ts';

const LIMITS = { connectMs: 1000, headersMs: 1000, bodyMs: 1000, maxReplyBytes: 1_000_000 };

describe('demo for a window', () => {
  it('has something to look at in the first minute, at any hour: all kinds of games, futures, 1,300 markets', () => {
    const times = fc.integer({ min: Date.UTC(2022, 0), max: Date.UTC(2068, 0) });
    const look = (now: number): void => {
      const demo = createDemo({ clock: new VirtualClock(now), stateStore: new MemoryStateStore() });
      const events = catalogueOf(demo.world).events({}, ALL, now);
      const markets = events.flatMap((event) => event.markets);
      const games = events.filter(({ teams }) => teams.length === 2);
      const startsIn = (from: number, to: number) =>
        games.filter(({ startTime }) => {
          const ahead = (startTime?.ms ?? 0) - now;
          return ahead > from * HOUR && ahead <= to * HOUR;
        }).length;
      const live = games.filter((event) => event.live === true);
      assert.ok(markets.length > 1_100 && markets.length < 1_600, `${markets.length} markets`);
      assert.ok(live.length >= 4 && live.every(({ score }) => score !== undefined));
      assert.ok(live.some(({ elapsed }) => elapsed !== undefined));
      for (const [from, to, least] of [
        [0, 2, 3],
        [2, 12, 8],
        [12, 36, 8],
        [36, 168, 8],
      ] as const)
        assert.ok(startsIn(from, to) >= least, `${startsIn(from, to)} start in ${from} to ${to} h`);
      assert.ok(new Set(games.map(({ teams: [team] }) => team?.league)).size >= 18, 'leagues');
      assert.ok(events.filter(({ teams }) => teams.length === 0).length >= 25, 'futures and questions');
      assert.ok(
        events.some(({ markets: each }) => each.length >= 12),
        'many outcomes',
      );
      for (const status of ['HALTED', 'RESOLVING', 'RESOLVED'])
        assert.ok(
          markets.some((market) => market.status === status),
          status,
        );
      assert.ok(
        markets.some(({ slug }) =>
          ['0.5', '0.6'].includes(catalogueOf(demo.world).settlement(slug, now)?.price.toString() ?? ''),
        ),
        'a void',
      );
    };
    fc.assert(fc.property(times, look), { numRuns: rounds(8, 100) });
  });

  it('agrees with itself after a reload and with a second window: a cancelled order stays cancelled', () => {
    const stateStore = new MemoryStateStore();
    const clock = new VirtualClock(NOON);
    const first = createDemo({ clock, stateStore });
    const second = createDemo({ clock, stateStore });
    const [a, b] = accountOf(first.world).openOrders(NOON + HOUR / 60);
    assert.ok(a && b);
    assert.deepEqual(accountOf(second.world).openOrders(NOON), accountOf(first.world).openOrders(NOON));
    clock.jumpTo(NOON + HOUR / 60);
    assert.equal(first.world.cancel(a.id, a.marketSlug, clock.now()), 'cancelled');
    assert.equal(second.world.account.life(a.id, clock.now())?.state, 'CANCELED');
    assert.equal(second.world.cancel(b.id, b.marketSlug, clock.now()), 'cancelled');
    const reloaded = createDemo({ clock, stateStore });
    assert.deepEqual(
      [a.id, b.id].map((id) => reloaded.world.account.life(id, clock.now())?.state),
      ['CANCELED', 'CANCELED'],
    );
    assert.deepEqual(
      accountOf(reloaded.world).openOrders(clock.now()),
      accountOf(first.world).openOrders(clock.now()),
    );
  });

  it('keeps what two windows did at the same time', () => {
    const stateStore = new MemoryStateStore();
    const clock = new VirtualClock(NOON);
    const windows = [createDemo({ clock, stateStore }), createDemo({ clock, stateStore })];
    const worlds = windows.map(({ world }) => world);
    const [first] = worlds;
    const orders = first?.account.openOrders(NOON).map(({ plan }) => plan) ?? [];
    // Both worlds were looked up before either acted, as in two requests under way.
    for (const [place, world] of worlds.entries()) {
      const order = orders[place] ?? assert.fail('an order');
      world.cancel(order.id, order.market.slug, NOON);
    }
    assert.equal(stateStore.load()?.actions.length, 2);
    assert.equal(windows[0]?.world.account.openOrders(NOON).length, orders.length - 2);
  });

  it('starts over on reset, in every window, even at the same moment; what is done to the old world is lost', () => {
    const stateStore = new MemoryStateStore();
    const clock = new VirtualClock(NOON);
    const [first, second] = [createDemo({ clock, stateStore }), createDemo({ clock, stateStore })];
    const old = second.world;
    const [order, other] = accountOf(first.world).openOrders(NOON);
    assert.ok(order && other);
    first.world.cancel(order.id, order.marketSlug, NOON);
    first.reset();
    assert.notEqual(first.world.epochMs, NOON);
    assert.deepEqual(first.world.state.actions, []);
    old.cancel(other.id, other.marketSlug, NOON);
    assert.deepEqual(stateStore.load()?.actions, []);
    assert.equal(second.world.epochMs, first.world.epochMs);
    assert.ok(accountOf(first.world).openOrders(NOON + 1).length >= 12);
  });

  it('saves nothing but its beginning and what the user does', () => {
    const stateStore = new MemoryStateStore();
    const demo = createDemo({ clock: new VirtualClock(NOON), stateStore });
    assert.equal(stateStore.saves, 0, 'not before it is used');
    accountOf(demo.world).openOrders(NOON);
    catalogueOf(demo.world).markets({}, { limit: 50, offset: 0 }, NOON);
    assert.equal(stateStore.saves, 1);
  });

  it('carries requests as a transport: asynchronous, abortable, limited, to nowhere else', async () => {
    const demo = createDemo({ clock: new VirtualClock(NOON), stateStore: new MemoryStateStore() });
    for (const url of [demo.profile.publicUrl, demo.profile.privateUrl]) assert.match(url, /\.invalid$/);
    const request = {
      method: 'GET',
      url: new URL('/v1/markets?limit=1', demo.profile.publicUrl),
      headers: {},
      body: undefined,
      limits: LIMITS,
    } as const;
    const send = () => demo.transport.send(request, new AbortController().signal);
    const numberOf = (each: TransportReply): number => Number(each.headers['x-request-id']?.slice(5));
    const reply = await send();
    assert.equal(reply.status, 200);
    const fails = async (signal: AbortSignal, maxReplyBytes: number, kind: string) =>
      assert.rejects(
        demo.transport.send({ ...request, limits: { ...LIMITS, maxReplyBytes } }, signal),
        (cause) => cause instanceof TransportError && cause.kind === kind,
      );
    await fails(AbortSignal.abort(), 1_000_000, 'aborted');
    await fails(new AbortController().signal, 100, 'tooLarge');
    const controller = new AbortController();
    const sending = fails(controller.signal, 1_000_000, 'aborted');
    controller.abort();
    await sending;
    const later = await send();
    assert.equal(numberOf(later), numberOf(reply) + 2, 'aborted in time, it never arrived');
  });
});

describe('demo world', () => {
  it('is the same for the same seed, epoch and actions, carried as JSON', () => {
    const world = worldAt();
    const order = accountOf(world).openOrders(NOON)[2] ?? assert.fail('an order');
    world.cancel(order.id, order.marketSlug, NOON + 5);
    const placed = placeOrder(world, order.marketSlug, { quantity: '3.5', now: NOON + 9 });
    applyDeed(world, { kind: 'fillOrder', orderId: placed, quantity: '1.25' }, NOON + 10);
    const copy = worldAt(JSON.parse(JSON.stringify(world.state)) as DemoState);
    const later = NOON + HOUR;
    assert.deepEqual(accountOf(copy).openOrders(later), accountOf(world).openOrders(later));
    assert.deepEqual(accountOf(copy).positions(later), accountOf(world).positions(later));
    assert.deepEqual(accountOf(copy).balances(later), accountOf(world).balances(later));
    const { state, cumQuantity, leavesQuantity } =
      accountOf(copy).order(placed, NOON + 11) ?? assert.fail('it was placed');
    assert.deepEqual(
      [state, raw(cumQuantity)?.text, raw(leavesQuantity)?.text],
      ['PARTIALLY_FILLED', '1.25', '2.25'],
    );
    assert.notDeepEqual(worldAt({ seed: 2 }).account.openOrders(NOON), worldAt().account.openOrders(NOON));
  });

  it('fills an order that meets the market at once, at the market’s price', () => {
    const world = worldAt();
    const slug = accountOf(world).openOrders(NOON)[0]?.marketSlug ?? '';
    const ask = catalogueOf(world).bbo(slug, NOON)?.bestAsk?.value ?? assert.fail('an offer');
    const id = placeOrder(world, slug, { price: '0.99', quantity: '10' });
    const order = accountOf(world).order(id, NOON);
    assert.deepEqual([order?.state, order?.avgPx?.value.toString()], ['FILLED', ask.toString()]);
    assert.ok(
      !accountOf(world)
        .openOrders(NOON)
        .some((open) => open.id === id),
    );
    assert.equal(world.cancel(id, slug, NOON + 1), 'filled');
  });

  it('refuses options, markets, prices and quantities that are none', () => {
    for (const seed of [1.5, Number.NaN]) assert.throws(() => worldAt({ seed }), RangeError);
    for (const epochMs of [0, Number.NaN]) assert.throws(() => worldAt({ epochMs }), RangeError);
    for (const markets of [0, 100_001]) assert.throws(() => worldAt({ markets }), RangeError);
    const world = worldAt();
    const slug = accountOf(world).openOrders(NOON)[0]?.marketSlug ?? '';
    assert.throws(() => placeOrder(world, 'x'), RangeError);
    for (const price of ['0', '1', '0.1001', 'x'])
      assert.throws(() => placeOrder(world, slug, { price }), RangeError, price);
    for (const quantity of ['0', '0.001'])
      assert.throws(() => placeOrder(world, slug, { quantity }), RangeError, quantity);
    assert.throws(() => applyDeed(world, { kind: 'cancel', orderId: 'NOTHING' }, NOON), RangeError);
  });
});
