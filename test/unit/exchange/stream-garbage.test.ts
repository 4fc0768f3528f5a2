import assert from 'node:assert/strict';
import { HEARTBEAT, live, SOON, setUp, wanted } from './stream-support.ts';

const PAGE = '<html>502</html>';

describe('a line that brings nothing anybody could read', () => {
  it('is silent, however much comes', async () => {
    const { clock, streams, socket } = await live();
    for (let second = 0; second < 75; second += 5) {
      socket.receive(PAGE);
      await clock.advance(5_000);
    }
    const state = streams.state('markets');
    assert.ok(state.kind !== 'live' || state.since === clock.now());
    assert.equal(socket.endedBy, 'client');
  });

  it('is given up after twenty frames, and tried less and less often', async () => {
    const { clock, service, streams, socket } = await live();
    for (let count = 0; count < 19; count++) socket.receive(PAGE);
    assert.equal(streams.state('markets').kind, 'live');
    socket.receive(PAGE);
    const state = streams.state('markets');
    assert.ok(state.kind === 'lost');
    assert.equal(state.error.code, 'badReply');
    assert.equal(socket.endedBy, 'client');
    service.greeting = undefined;
    const waits: number[] = [];
    for (let round = 0; round < 4; round++) {
      const lost = streams.state('markets');
      assert.ok(lost.kind === 'lost');
      waits.push(lost.retryAt - clock.now());
      await clock.advance(lost.retryAt - clock.now() + SOON);
      assert.equal(streams.state('markets').kind, 'connecting', 'what cannot be read makes no line live');
      for (let count = 0; count < 20; count++) service.sockets.at(-1)?.receive(PAGE);
    }
    assert.deepEqual(waits, [375, 750, 1_500, 3_000]);
  });

  it('stays where a frame in between can be read', async () => {
    const { streams, socket } = await live();
    for (let round = 0; round < 10; round++) {
      for (let count = 0; count < 19; count++) socket.receive(PAGE);
      socket.receive(HEARTBEAT);
    }
    assert.equal(streams.state('markets').kind, 'live');
  });

  it('is no live line because of it', async () => {
    const { clock, service, streams } = setUp();
    service.greeting = undefined;
    streams.wantMarkets(wanted(['a'], 'book'));
    await clock.advance(SOON);
    service.sockets[0]?.receive(PAGE);
    assert.deepEqual(streams.state('markets'), { kind: 'connecting', heardAt: undefined });
  });
});
