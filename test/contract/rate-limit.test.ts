import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sleep } from '../../src/base/async.ts';
import type { Clock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { createInProcessTransport } from '../../src/demo/in-process.ts';
import { keyOf } from '../../src/demo/keys.ts';
import { createWorld } from '../../src/demo/world.ts';
import { createServiceExchange } from '../../src/exchange/service/service-exchange.ts';
import type { Transport } from '../../src/exchange/transport.ts';
import { createHandler } from '../../tools/exchange/handler.ts';
import { recordRequests } from '../../tools/exchange/service.ts';
import { VirtualClock } from '../support/clock.ts';
import { CREDENTIALS, PROFILE } from '../support/faulty.ts';
import { accountOf } from '../support/read-world.ts';

describe('20 requests a second', () => {
  function setUp(requestsPerSecond: number, underway: (clock: Clock) => Promise<void> = async () => {}) {
    const clock = new VirtualClock();
    const world = createWorld({ seed: 3, epochMs: clock.now() });
    const { dialect } = PROFILE;
    const handler = recordRequests(createHandler({ world: () => world, clock, dialect, keys: [keyOf(5)] }));
    const inProcess = createInProcessTransport(handler);
    const transport: Transport = {
      ...inProcess,
      send: async (request, signal) => {
        await underway(clock);
        return inProcess.send(request, signal);
      },
    };
    const exchange = createServiceExchange({
      profile: PROFILE,
      credentials: CREDENTIALS,
      transport,
      log: silentLog,
      clock,
      random: () => 0.5,
      requestsPerSecond,
    });
    const orders = accountOf(world).openOrders(clock.now());
    return { clock, handler, exchange, orders };
  }

  it('are respected by the client: of 90 reads and a cancel for each order none gets a 429', async () => {
    const { clock, handler, exchange, orders } = setUp(20);
    const reads = Array.from({ length: 90 }, (_, offset) => exchange.markets({}, { limit: 1, offset }));
    // The world goes on meanwhile: an order may be filled before its turn comes.
    const cancels = orders.map((order) => exchange.cancelOrder(order).catch(() => {}));
    await clock.run(Promise.all([...reads, ...cancels]));
    assert.equal(handler.requests.length, 90 + orders.length);
    assert.ok(handler.requests.every(({ status }) => status !== 429));
  });

  it('are respected however long each request takes: the service counts arrivals', async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.integer({ min: 0, max: 900 })), async (delays) => {
        const { clock, handler, exchange } = setUp(20, async (time) => {
          await sleep(time, delays.next().value ?? 0);
        });
        const reads = Array.from({ length: 70 }, (_, offset) => exchange.markets({}, { limit: 1, offset }));
        await clock.run(Promise.all(reads));
        assert.deepEqual(
          handler.requests.map(({ status }) => status),
          reads.map(() => 200),
        );
      }),
      { numRuns: 20 },
    );
  });

  it('passed by a client that does not, are answered with 429; reads wait as long as asked and get through', async () => {
    const { clock, handler, exchange } = setUp(0);
    const reads = Array.from({ length: 30 }, (_, offset) => exchange.markets({}, { limit: 1, offset }));
    await clock.run(Promise.all(reads));
    assert.ok(handler.requests.some(({ status }) => status === 429));
    assert.equal(handler.requests.filter(({ status }) => status === 200).length, 30);
  });
});
