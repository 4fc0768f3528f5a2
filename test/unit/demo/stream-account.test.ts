import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { Decimal } from '../../../src/core/decimal.ts';
import type { Order } from '../../../src/core/order.ts';
import { isTerminal } from '../../../src/core/order.ts';
import type { World } from '../../../src/demo/world.ts';
import { applyDeed } from '../../../tools/exchange/deeds.ts';
import { accountOf, catalogueOf } from '../../support/read-world.ts';
import { raw } from '../../support/values.ts';
import { BOTH, type Kind, type OpenStream, type StreamBench, streamBench } from './stream-support.ts';
import { HOUR, NOON, placeOrder, worldAt } from './support.ts';

const WELL_ABOVE = Decimal.of('0.3');

/** A bid nobody will meet, where somebody offers too: it rests until the test does something. */
function placeBid(world: World, now: number, quantity: string): string {
  const market = catalogueOf(world)
    .markets({}, { limit: 200, offset: 0 }, now)
    .find(({ slug }) => {
      const { bestBid, bestAsk } = catalogueOf(world).bbo(slug, now) ?? {};
      return bestAsk !== undefined && (bestBid?.value.compare(WELL_ABOVE) ?? -1) >= 0;
    });
  assert.ok(market);
  const tick = market.tickSize?.text ?? '0.01';
  return placeOrder(world, market.slug, { price: tick, quantity, now });
}

/** What a client holds that takes the open orders once and each execution after. */
function ordersOf(stream: OpenStream): Map<string, Order> {
  const orders = new Map<string, Order>();
  for (const frame of stream.frames) {
    if (frame.kind === 'orders') for (const order of frame.orders) orders.set(order.id, order);
    if (frame.kind !== 'order') continue;
    const { order } = frame.execution;
    if (isTerminal(order.state)) orders.delete(order.id);
    else orders.set(order.id, order);
  }
  return orders;
}

function equalToRest(bench: StreamBench, stream: OpenStream, now = bench.clock.now()): void {
  const held = [...ordersOf(stream).values()].map(figures).sort();
  assert.deepEqual(held, accountOf(bench.world).openOrders(now).map(figures).sort());
  const sent = stream.of('balances').at(-1)?.balances[0];
  const [read] = accountOf(bench.world).balances(now);
  for (const name of ['currentBalance', 'buyingPower'] as const)
    assert.equal(Number(raw(sent?.[name])?.text), Number(raw(read?.[name])?.text), name);
}

function figures({ id, state, cumQuantity, leavesQuantity }: Order): string {
  return `${id} ${state} ${raw(cumQuantity)?.toFixed(2)} ${raw(leavesQuantity)?.toFixed(2)}`;
}

function listen(bench: StreamBench): OpenStream {
  const stream = bench.connect('private');
  for (const type of ['ORDER', 'POSITION', 'ACCOUNT_BALANCE', 'ORDER_SNAPSHOT'] as const)
    stream.subscribe(type);
  return stream;
}

function story(stream: OpenStream): string[] {
  return stream.of('order').map(({ execution }) => {
    const { type, order, lastShares } = execution;
    return [type, order.state, lastShares && Number(raw(lastShares).text)].join(' ').trim();
  });
}

describe('private stream of the demo', () => {
  for (const dialect of BOTH) {
    it(`tells what becomes of an order, of the position and the money (${dialect})`, async () => {
      const bench = streamBench({ dialect });
      const { world, clock } = bench;
      const stream = listen(bench);
      equalToRest(bench, stream);
      stream.forget();
      const id = placeBid(world, clock.now(), '10');
      const slug = accountOf(world).order(id, clock.now())?.marketSlug ?? '';
      await clock.advance(0);
      applyDeed(world, { kind: 'fillOrder', orderId: id, quantity: '4' }, clock.now());
      await clock.advance(1);
      applyDeed(world, { kind: 'fillOrder', orderId: id }, clock.now());
      await clock.advance(1);
      const sent = stream.of('order').filter(({ execution }) => execution.order.id === id);
      assert.deepEqual(story(stream), ['NEW NEW', 'PARTIAL_FILL PARTIALLY_FILLED 4', 'FILL FILLED 6']);
      const last = sent.at(-1)?.execution;
      assert.equal(figures(last?.order as Order), figures(accountOf(world).order(id, clock.now()) as Order));
      assert.equal(last?.transactTime?.text, accountOf(world).order(id, clock.now())?.lastTransactTime?.text);
      assert.ok(last?.lastPx && last.tradeId);
      const activity = accountOf(world).activities(
        { types: ['TRADE'] },
        { limit: 1, offset: 0 },
        clock.now(),
      )[0];
      assert.equal(activity?.kind === 'trade' && activity.trade.id, last.tradeId);
      const position = stream.of('position').at(-1)?.change;
      const held = accountOf(world)
        .positions(clock.now())
        .find(({ marketSlug }) => marketSlug === slug);
      assert.equal(position?.after?.marketSlug, slug);
      assert.equal(raw(position.after.netPosition)?.toNumber(), raw(held?.netPosition)?.toNumber());
      assert.equal(position.entryType, 'ORDER_EXECUTION');
      assert.equal(position.tradeId, last.tradeId);
    });

    it(`takes a fill back with a later time than the fill (${dialect})`, async () => {
      const bench = streamBench({ dialect });
      const { world, clock } = bench;
      const id = placeBid(world, clock.now(), '5');
      const stream = listen(bench);
      await clock.advance(500);
      applyDeed(world, { kind: 'fillOrder', orderId: id }, clock.now());
      await clock.advance(500);
      stream.forget();
      applyDeed(world, { kind: 'bustFill', orderId: id }, clock.now());
      await clock.advance(500);
      const [busted, ...more] = stream.of('order').map(({ execution }) => execution);
      assert.deepEqual(more, []);
      assert.equal(
        figures(busted?.order as Order),
        figures(accountOf(world).order(id, clock.now()) as Order),
      );
      assert.equal(busted?.transactTime?.ms, NOON + 1_000);
      assert.equal(busted.type, undefined);
      assert.equal(stream.of('position')[0]?.change.entryType, 'CORRECTION');
    });
  }

  it('sends the open orders in parts, the last one marked, and none of it twice', () => {
    const bench = streamBench({}, worldAt({ account: 'large' }));
    const stream = bench.connect('private');
    const requestId = stream.subscribe('ORDER_SNAPSHOT');
    const parts = stream.of('orders');
    assert.ok(parts.length >= 6);
    assert.deepEqual(
      parts.map(({ eof }) => eof),
      parts.map((_, place) => place === parts.length - 1),
    );
    const ids = parts.flatMap(({ orders }) => orders.map(({ id }) => id));
    assert.deepEqual(
      ids,
      accountOf(bench.world)
        .openOrders(NOON)
        .map(({ id }) => id),
    );
    assert.ok(parts.every((part) => part.requestId === requestId));
    stream.forget();
    // It was asked for once: the same requestId is free again.
    stream.subscribe('ORDER_SNAPSHOT', ['no-such-market'], { requestId });
    assert.deepEqual(
      stream.of('orders').map(({ orders, eof }) => ({ orders, eof })),
      [{ orders: [], eof: true }],
    );
  });

  it('tells of the markets asked for only', async () => {
    const bench = streamBench();
    const { world, clock } = bench;
    const id = placeBid(world, clock.now(), '5');
    const slug = accountOf(world).order(id, clock.now())?.marketSlug ?? '';
    const stream = bench.connect('private');
    const [here, elsewhere] = [
      stream.subscribe('ORDER', [slug]),
      stream.subscribe('ORDER', ['another-market']),
    ];
    world.cancel(id, slug, clock.now());
    await clock.advance(0);
    const sent = stream.of('order');
    assert.deepEqual(
      sent.map(({ requestId, execution }) => [requestId, execution.type]),
      [[here, 'CANCELED']],
    );
    assert.notEqual(here, elsewhere);
  });

  it('tells a cancel at once, an order filled on arrival as new and filled, several deeds in their order', async () => {
    const bench = streamBench();
    const { world, clock } = bench;
    const id = placeBid(world, clock.now(), '5');
    const slug = accountOf(world).order(id, clock.now())?.marketSlug ?? '';
    const stream = listen(bench);
    stream.forget();
    await clock.advance(100);
    world.cancel(id, slug, clock.now());
    const offer = catalogueOf(world).bbo(slug, clock.now())?.bestAsk?.value.text ?? assert.fail('an offer');
    placeOrder(world, slug, { price: offer, now: clock.now() });
    await clock.advance(0);
    assert.deepEqual(story(stream), ['CANCELED CANCELED', 'NEW NEW', 'FILL FILLED 1']);
  });

  it('tells by itself what the market does with resting orders: hours of it end as a fresh reading', async () => {
    const bench = streamBench({ worldNow: () => NOON + (bench.clock.now() - NOON) * 4_800 });
    const stream = listen(bench);
    await bench.clock.advance(7_500);
    const now = NOON + 7_500 * 4_800;
    assert.ok(now > NOON + 9 * HOUR);
    const types = new Set(stream.of('order').map(({ execution }) => execution.type));
    assert.ok(types.has('FILL') || types.has('PARTIAL_FILL'), [...types].join(' '));
    equalToRest(bench, stream, now);
    const positions = new Map<string, Kind<'position'>['change']>();
    for (const { change } of stream.of('position'))
      if (change.after !== undefined) positions.set(change.after.marketSlug, change);
    const held = new Map(
      accountOf(bench.world)
        .positions(now)
        .map((each) => [each.marketSlug, each]),
    );
    for (const [slug, { after }] of positions)
      assert.equal(
        Number(raw(after?.netPosition)?.text),
        Number(raw(held.get(slug)?.netPosition)?.text ?? 0),
        `${slug} as sent and as read`,
      );
  });

  it('ends every connection when the world starts over, and listens to the new one', async () => {
    const bench = streamBench();
    const before = listen(bench);
    bench.world = worldAt({ epochMs: NOON + 1 });
    await bench.clock.advance(250);
    assert.equal(before.closed, 1012);
    const stream = listen(bench);
    stream.forget();
    placeBid(bench.world, bench.clock.now(), '2');
    await bench.clock.advance(0);
    assert.deepEqual(story(stream), ['NEW NEW']);
    assert.equal(before.of('order').length, 0);
  });

  it('tells nobody of what happened before he came, and starts the next one afresh', async () => {
    const bench = streamBench();
    const { world, clock } = bench;
    const first = listen(bench);
    placeBid(world, clock.now(), '2');
    const second = listen(bench);
    assert.deepEqual(story(first), ['NEW NEW']);
    assert.deepEqual(story(second), []);
    equalToRest(bench, second);
    for (const stream of [first, second]) stream.peer.gone();
    placeBid(world, clock.now(), '7');
    const third = listen(bench);
    await clock.advance(1_000);
    assert.deepEqual(story(third), []);
    equalToRest(bench, third);
  });
});
