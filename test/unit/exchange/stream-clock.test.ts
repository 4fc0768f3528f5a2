import assert from 'node:assert/strict';
import { data, HEARTBEAT, live, SOON, setUp, standing, wanted } from './stream-support.ts';

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
    const { clock, service, streams } = setUp();
    streams.wantMarkets(wanted(['a'], 'lite'));
    await clock.advance(SOON);
    service.sockets[0]?.drop();
    streams.wantMarkets(new Map());
    await clock.advance(100);
    clock.shift(-24 * HOUR);
    streams.wantMarkets(wanted(['a'], 'lite'));
    await clock.advance(30_100);
    assert.equal(service.sockets.length, 2);
  });
});
