import assert from 'node:assert/strict';
import { backoffMs } from '../../../src/exchange/stream/stream-connection.ts';
import {
  data,
  HEARTBEAT,
  live,
  SOON,
  slugs,
  standing,
  subscribed,
  untilRetry,
  wanted,
} from './stream-support.ts';

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
});

describe('a line that breaks', () => {
  for (const code of [1_000, 1_006]) {
    it(`${code}: lost, then connected, signed and subscribed again`, async () => {
      const { clock, service, streams, kinds, resumed } = await subscribed(
        new Map([...wanted(slugs(150), 'book', 'lite'), ...wanted(['x'], 'trades')]),
      );
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
    const all = await live();
    const { clock, service } = all;
    const waits: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      service.standing[0]?.drop();
      waits.push(await untilRetry(all));
    }
    assert.deepEqual(waits, [375, 750, 1_500, 3_000, 6_000, 12_000, 22_500, 22_500]);
    // Heard for a while it is good again.
    await clock.advance(10_000);
    service.standing[0]?.receive(HEARTBEAT);
    service.standing[0]?.drop();
    assert.equal(await untilRetry(all), 375);
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
});

describe('silence', () => {
  it('of 10 s is said, with the end of it, and the line stays', async () => {
    const { clock, streams, socket, changes } = await live();
    const isQuiet = (): boolean => {
      const state = streams.state('markets');
      return state.kind === 'live' && state.isQuiet === true;
    };
    socket.receive(HEARTBEAT);
    const from = changes.length;
    await clock.advance(9_999);
    assert.deepEqual([isQuiet(), changes.length], [false, from]);
    await clock.advance(1);
    assert.deepEqual([isQuiet(), changes.length], [true, from + 1]);
    await clock.advance(20_000);
    assert.equal(changes.length, from + 1, 'said once');
    const [subscription] = standing(socket).values();
    assert.ok(subscription);
    socket.receive(data(subscription, 'a'));
    assert.deepEqual([isQuiet(), changes.length, socket.endedBy], [false, from + 2, undefined]);
    await clock.advance(9_000);
    socket.receive(data(subscription, 'a'));
    await clock.advance(9_000);
    assert.equal(isQuiet(), false, 'any frame counts');
  });

  it('is as long as one and a half heartbeats where the service sends fewer', async () => {
    const { clock, streams, socket, service } = await live();
    const isQuiet = (): boolean => {
      const state = streams.state('markets');
      return state.kind === 'live' && state.isQuiet === true;
    };
    for (let beat = 0; beat < 3; beat += 1) {
      socket.receive(HEARTBEAT);
      await clock.advance(30_000);
      assert.equal(isQuiet(), beat === 0, `${beat}`);
    }
    await clock.advance(15_000);
    assert.equal(isQuiet(), true);
    await clock.advance(31_000);
    assert.equal(service.sockets.length, 2, 'it was opened again');
    service.sockets[1]?.receive(HEARTBEAT);
    await clock.advance(40_000);
    assert.equal(isQuiet(), false, 'and the service is the same');
  });

  it('of 75 s is a dead line: closed and made again at once', async () => {
    const { clock, service, streams, socket, changes } = await live();
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
    const kinds = changes.map(({ state }) => (state.kind === 'live' && state.isQuiet ? 'quiet' : state.kind));
    assert.deepEqual(kinds, ['connecting', 'live', 'quiet', 'live', 'quiet', 'lost', 'connecting']);
    assert.deepEqual(streams.state('markets'), { kind: 'connecting', heardAt });
    await clock.advance(10_000);
    const state = streams.state('markets');
    assert.ok(state.kind === 'lost');
    assert.equal(state.error.code, 'timeout');
    assert.equal(state.heardAt, heardAt);
  });
});

const HOUR = 3_600_000;

/** With the line good for a while. */
async function steady() {
  const all = await live();
  const [subscription] = standing(all.socket).values();
  assert.ok(subscription);
  all.socket.receive(data(subscription, 'a'));
  for (let beat = 0; beat < 4; beat++) {
    await all.clock.advance(25_000);
    all.socket.receive(HEARTBEAT);
  }
  return { ...all, frame: data(subscription, 'a') };
}

describe('a line and a clock that jumps', () => {
  it('is given up and made again within ten seconds after the machine slept', async () => {
    const { clock, socket, service } = await steady();
    clock.shift(8 * HOUR);
    await clock.advance(10_000);
    assert.equal(socket.endedBy, 'client');
    await clock.advance(SOON);
    assert.equal(service.sockets.length, 2);
  });

  it('is given up though a frame comes after the sleep, which may have waited since before it', async () => {
    const { clock, socket, streams, messages, frame } = await steady();
    const heardAt = clock.now();
    const before = messages.length;
    clock.shift(8 * HOUR);
    socket.receive(frame);
    const state = streams.state('markets');
    assert.ok(state.kind !== 'live' && 'heardAt' in state);
    assert.equal(state.heardAt, heardAt, 'nothing was true until now because of it');
    assert.equal(messages.length, before);
  });

  it('stays live where the clock is set back, and silence is noticed all the same', async () => {
    const { clock, socket, streams } = await steady();
    clock.shift(-24 * HOUR);
    await clock.advance(20_000);
    socket.receive(HEARTBEAT);
    assert.equal(streams.state('markets').kind, 'live');
    await clock.advance(100_000);
    assert.equal(socket.endedBy, 'client');
  });

  it('that is lost is tried again within half a minute, however far the clock was set back', async () => {
    const { clock, service, streams } = await subscribed(wanted(['a'], 'lite'));
    service.sockets[0]?.drop();
    streams.wantMarkets(new Map());
    await clock.advance(100);
    clock.shift(-24 * HOUR);
    streams.wantMarkets(wanted(['a'], 'lite'));
    await clock.advance(30_100);
    assert.equal(service.sockets.length, 2);
  });
});
