import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Clock } from '../../../src/base/clock.ts';
import { backoffMs } from '../../../src/exchange/stream/connection.ts';
import { SilenceWatch } from '../../../src/exchange/stream/silence.ts';
import { data, HEARTBEAT, live, SOON, setUp, slugs, standing, wanted } from './stream-support.ts';

describe('the wait before trying again', () => {
  it('doubles from 500 ms to 30 s; half of it is certain', () => {
    const bounds = (failures: number) => [backoffMs(failures, 0), backoffMs(failures, 0.999_999)];
    assert.deepEqual([1, 2, 3, 6, 7, 8, 400].map(bounds), [
      [250, 499],
      [500, 999],
      [1_000, 1_999],
      [8_000, 15_999],
      [15_000, 29_999],
      [15_000, 29_999],
      [15_000, 29_999],
    ]);
  });

  it('is within its bounds whatever is drawn', () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), random, (failures, drawn) => {
        const ceiling = Math.min(30_000, 500 * 2 ** (failures - 1));
        const wait = backoffMs(failures, drawn);
        assert.ok(Number.isInteger(wait) && wait >= ceiling / 2 && wait <= ceiling, `${wait}`);
      }),
    );
  });
});

describe('a line that breaks', () => {
  for (const code of [1_000, 1_001, 1_006, 1_008, 1_011, 4_000]) {
    it(`${code}: lost, then connected, signed and subscribed again`, async () => {
      const { clock, service, streams, kinds, resumed } = setUp();
      streams.wantMarkets(new Map([...wanted(slugs(150), 'book', 'lite'), ...wanted(['x'], 'trades')]));
      await clock.advance(SOON);
      const [first] = service.sockets;
      first?.drop(code, 'over\nnow');
      const state = streams.state('markets');
      assert.ok(state.kind === 'lost');
      assert.equal(state.error.code, 'network');
      assert.equal(state.error.details.serviceMessage, 'over now');
      assert.equal(state.heardAt, clock.now() - 10);
      await clock.advance(400);
      assert.deepEqual(kinds(), ['connecting', 'live', 'lost', 'connecting', 'live']);
      assert.deepEqual(resumed, ['markets', 'markets']);
      const second = service.sockets[1];
      assert.notEqual(second?.request.headers['signed'], first?.request.headers['signed']);
      const asked = (socket: typeof first): unknown[] =>
        [...standing(socket).values()].map((one) => [one.type, one.slugs]);
      assert.deepEqual(asked(second), asked(first));
      const ids = new Set([...standing(first).keys(), ...standing(second).keys()]);
      assert.equal(ids.size, 10);
    });
  }

  it('soon after each connecting is tried less and less often', async () => {
    const { clock, service, streams } = await live();
    const waits: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      service.standing[0]?.drop();
      const state = streams.state('markets');
      assert.ok(state.kind === 'lost');
      waits.push(state.retryAt - clock.now());
      await clock.advance(state.retryAt - clock.now());
    }
    assert.deepEqual(waits, [375, 750, 1_500, 3_000, 6_000, 12_000, 22_500, 22_500]);
    // Heard for a while it is good again.
    await clock.advance(10_000);
    service.standing[0]?.receive(HEARTBEAT);
    service.standing[0]?.drop();
    const state = streams.state('markets');
    assert.equal(state.kind === 'lost' && state.retryAt - clock.now(), 375);
  });

  it('waits on when it is let go and wanted again', async () => {
    const { clock, service, streams, socket } = await live();
    socket.drop();
    const state = streams.state('markets');
    streams.wantMarkets(new Map());
    await clock.advance(SOON);
    assert.equal(streams.state('markets').kind, 'off');
    assert.equal(clock.pending, 0);
    streams.wantMarkets(wanted(['a'], 'book'));
    await clock.advance(SOON);
    assert.deepEqual(streams.state('markets'), state);
    assert.equal(service.requests.length, 1);
    await clock.advance(375);
    assert.equal(streams.state('markets').kind, 'live');
  });

  it('tries at once when asked to', async () => {
    const { clock, service, streams, socket } = await live();
    socket.drop();
    streams.retry();
    await clock.advance(0);
    assert.equal(streams.state('markets').kind, 'live');
    assert.equal(service.sockets.length, 2);
    // A live one is left alone.
    streams.retry();
    await clock.advance(60_000);
    assert.equal(service.sockets.length, 2);
  });
});

describe('silence', () => {
  it('of 75 s is a dead line: closed and made again at once', async () => {
    const { clock, service, streams, socket, kinds } = await live();
    await clock.advance(20_000);
    const [subscription] = standing(socket).values();
    assert.ok(subscription);
    socket.receive(data(subscription, 'a'));
    const heardAt = clock.now();
    await clock.advance(74_999);
    assert.equal(streams.state('markets').kind, 'live');
    service.handshake = 'silence';
    await clock.advance(1);
    assert.equal(socket.endedBy, 'client');
    assert.deepEqual(kinds(), ['connecting', 'live', 'lost', 'connecting']);
    assert.deepEqual(streams.state('markets'), { kind: 'connecting', heardAt });
    await clock.advance(10_000);
    const state = streams.state('markets');
    assert.ok(state.kind === 'lost');
    assert.equal(state.error.code, 'timeout');
    assert.equal(state.heardAt, heardAt);
  });

  it('right after connecting is not asked again at once, time after time', async () => {
    const { clock, service } = await live();
    await clock.advance(3_600_000);
    // 75 s of silence and 22.5 s of waiting each.
    assert.ok(service.requests.length < 42, `${service.requests.length}`);
  });

  it('is noticed when the machine slept', async () => {
    const { clock, socket } = await live();
    clock.jumpTo(clock.now() + 3_600_000);
    await clock.advance(0);
    assert.equal(socket.endedBy, 'client');
  });

  it('is noticed although the clock of the machine was set back', () => {
    let now = 7_200_000;
    let timer = { run: (): void => {}, ms: 0 };
    let silent = 0;
    const setTimeout: Clock['setTimeout'] = (run, ms) => {
      timer = { run, ms };
      return { dispose: () => {} };
    };
    const clock: Clock = { now: () => now, steady: () => 0, setTimeout };
    new SilenceWatch(clock, () => {
      silent += 1;
    });
    now -= 3_600_000;
    timer.run();
    assert.deepEqual([silent, timer.ms], [0, 10_000]);
    now += 75_000;
    timer.run();
    assert.equal(silent, 1);
  });

  it('takes one timer, however much is heard', async () => {
    const { clock, socket } = await live();
    const { pending } = clock;
    for (let frame = 0; frame < 1_000; frame += 1) {
      await clock.advance(frame % 100 === 0 ? 1_000 : 0);
      socket.receive(frame % 10 === 0 ? HEARTBEAT : '{}');
    }
    assert.equal(clock.pending, pending);
  });
});
