import assert from 'node:assert/strict';
import { SocketError } from '../../../src/exchange/socket.ts';
import { data, HEARTBEAT, said, setUp, slugs, standing, wanted } from './stream-support.ts';

/** Long enough for what is wanted to be gathered and a null handshake. */
const SOON = 60;

async function live(part: Parameters<typeof setUp>[0] = {}) {
  const all = setUp(part);
  all.streams.wantMarkets(wanted(['a'], 'book'));
  await all.clock.advance(SOON);
  const socket = all.service.sockets[0];
  assert.ok(socket);
  return { ...all, socket };
}

describe('a line of a stream', () => {
  it('is off and opens nothing while nothing is wanted', async () => {
    const { clock, service, streams } = setUp();
    await clock.advance(60_000);
    assert.equal(streams.state('markets').kind, 'off');
    assert.equal(service.requests.length, 0);
    assert.equal(clock.pending, 0);
  });

  it('connects when something is wanted: signed, live, subscribed, resumed', async () => {
    const { clock, service, streams, kinds, resumed, socket } = await live();
    assert.deepEqual(kinds(), ['connecting', 'live']);
    assert.deepEqual(resumed, ['markets']);
    assert.equal(socket.request.headers['signed'], `${clock.now() - 10} GET /v1/ws/markets`);
    assert.equal(service.requests.length, 1);
    assert.deepEqual(
      [...standing(socket).values()].map(({ slugs }) => slugs),
      [['a']],
    );
    const since = clock.now() - 10;
    assert.deepEqual(streams.state('markets'), { kind: 'live', since, heardAt: since });
  });

  it('every frame moves on when it was last heard, garbage too', async () => {
    const { clock, streams, socket, kinds } = await live();
    for (const text of [HEARTBEAT, 'garbage', '{"later":{}}']) {
      await clock.advance(1_000);
      socket.receive(text);
      const state = streams.state('markets');
      assert.ok(state.kind === 'live');
      assert.equal(state.heardAt, clock.now());
    }
    assert.deepEqual(kinds(), ['connecting', 'live']);
  });

  it('hands on data and says whom it covers', async () => {
    const { streams, socket, messages, clock } = await live();
    const [subscription] = standing(socket).values();
    assert.ok(subscription);
    assert.equal(streams.covers('a', 'book'), false);
    socket.receive(data(subscription, 'a'));
    assert.equal(streams.covers('a', 'book'), true);
    assert.equal(streams.covers('a', 'lite'), false);
    assert.deepEqual(
      messages.map(({ kind, at }) => [kind, at]),
      [['book', clock.now()]],
    );
  });

  it('is closed when nothing is wanted any more, and leaves no timer', async () => {
    const { clock, streams, socket, kinds } = await live();
    streams.wantMarkets(new Map());
    await clock.advance(SOON);
    assert.equal(socket.endedBy, 'client');
    assert.deepEqual(kinds(), ['connecting', 'live', 'off']);
    assert.equal(clock.pending, 0);
  });
});

void SocketError;
void said;
void slugs;
