import assert from 'node:assert/strict';
import { data, HEARTBEAT, live, SOON, setUp, slugs, standing, untilRetry, wanted } from './stream-support.ts';

const PAGE = '<html>502</html>';

describe('a line of a stream', () => {
  it('connects when something is wanted: signed, live, subscribed, resumed', async () => {
    const { clock, service, streams, kinds, resumed, socket } = await live();
    const since = clock.now() - 10;
    assert.deepEqual(kinds(), ['connecting', 'live']);
    assert.deepEqual(resumed, ['markets']);
    assert.equal(socket.request.headers['signed'], `${since} GET /v1/ws/markets`);
    assert.equal(service.requests.length, 1);
    assert.deepEqual(
      [...standing(socket).values()].map((one) => one.slugs),
      [['a']],
    );
    assert.deepEqual(streams.state('markets'), { kind: 'live', since, heardAt: since, completeUntil: since });
    assert.equal(streams.state('account').kind, 'off');
  });

  it('every frame that can be read moves on when it was last heard, of a kind to come too', async () => {
    const { clock, streams, socket, kinds } = await live();
    const ages: number[] = [];
    for (const text of [HEARTBEAT, 'garbage', '{"later":{}}']) {
      await clock.advance(1_000);
      socket.receive(text);
      const state = streams.state('markets');
      assert.ok(state.kind === 'live');
      ages.push(clock.now() - state.heardAt);
    }
    assert.deepEqual(ages, [0, 1_000, 0]);
    assert.deepEqual(kinds(), ['connecting', 'live']);
  });

  it('does not say after a pause that all before has arrived, until what it held up had time to come', async () => {
    const { clock, service, streams, socket } = await live();
    const seen = (): number => {
      const state = streams.state('markets');
      assert.ok(state.kind === 'live');
      return clock.now() - state.completeUntil;
    };
    await clock.advance(1_000);
    socket.receive(HEARTBEAT);
    assert.equal(seen(), 0, 'no pause worth the name');
    await clock.advance(20_000);
    socket.receive(HEARTBEAT);
    await clock.advance(3_000);
    socket.receive(HEARTBEAT);
    assert.equal(seen(), 23_000, 'one pause soon after another belongs to it');
    await clock.advance(3_000);
    assert.equal(seen(), 3_000, 'when it was last heard');
    socket.drop();
    await clock.advance(1_000);
    service.sockets.at(-1)?.receive(HEARTBEAT);
    assert.equal(seen(), 0, 'a new connection holds nothing up');
  });

  it('hands on data and says whom it covers, until the connection is gone', async () => {
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
    socket.drop();
    assert.equal(streams.covers('a', 'book'), false);
    await clock.advance(1_000);
    assert.equal(streams.state('markets').kind, 'live');
    assert.equal(streams.covers('a', 'book'), false);
  });

  it('wanting is gathered, and what the caller does to its map later is not seen', async () => {
    const { clock, service, streams } = setUp();
    const mine = new Map([['a', new Set(['book' as const])]]);
    streams.wantMarkets(wanted(slugs(3), 'lite'));
    streams.wantMarkets(mine);
    mine.set('b', new Set(['book']));
    await clock.advance(SOON);
    const frames = [...standing(service.sockets[0]).values()];
    assert.deepEqual(
      frames.map((one) => [one.type, one.slugs]),
      [['MARKET_DATA', ['a']]],
    );
  });

  it('the account line is one of its own', async () => {
    const { clock, service, streams, kinds } = setUp();
    assert.equal(streams.state('markets').kind, 'off');
    streams.wantMarkets(wanted(['a'], 'book'));
    await clock.advance(SOON);
    streams.wantAccount(true);
    await clock.advance(0);
    assert.equal(service.sockets.length, 2);
    assert.equal(service.requests[1]?.url.pathname, '/v1/ws/private');
    assert.equal(streams.state('account').kind, 'live');
    service.sockets[0]?.drop();
    assert.equal(streams.state('markets').kind, 'lost');
    assert.equal(streams.state('account').kind, 'live');
    streams.wantAccount(false);
    assert.equal(service.sockets[1]?.endedBy, 'client');
    assert.deepEqual(kinds('account'), ['connecting', 'live', 'off']);
    streams.wantMarkets(new Map());
    await clock.advance(SOON);
    assert.equal(clock.pending, 0);
  });
});

describe('an end of the streams', () => {
  it('during a handshake: given up; what is open too late is closed', async () => {
    const { clock, service } = setUp();
    let open = (): void => {};
    const original = service.open;
    const late = setUp({
      openSocket: async (request) => {
        await new Promise<void>((resolve) => {
          open = resolve;
        });
        return original(request, new AbortController().signal);
      },
    });
    late.streams.wantAccount(true);
    await late.clock.advance(SOON);
    assert.equal(late.streams.state('account').kind, 'connecting');
    late.streams.wantAccount(false);
    open();
    await clock.advance(0);
    assert.equal(service.sockets[0]?.endedBy, 'client');
    assert.equal(late.streams.state('account').kind, 'off');
  });

  for (const moment of ['gathering', 'connecting', 'live', 'lost'] as const) {
    it(`while ${moment}: no timer, no socket, no listener, no event is left`, async () => {
      const { clock, service, streams, changes } = setUp();
      if (moment === 'connecting') service.handshake = 'silence';
      streams.wantMarkets(wanted(slugs(250), 'book', 'trades'));
      streams.wantAccount(true);
      if (moment !== 'gathering') await clock.advance(SOON);
      if (moment === 'lost') for (const socket of service.sockets) socket.drop();
      if (moment !== 'gathering') assert.equal(streams.state('markets').kind, moment);
      const before = changes.length;
      streams.dispose();
      streams.wantMarkets(wanted(['b'], 'book'));
      streams.wantAccount(true);
      await clock.advance(120_000);
      assert.equal(clock.pending, 0);
      assert.equal(service.standing.length, 0);
      assert.ok(service.sockets.every(({ listened }) => !listened));
      assert.equal(changes.length, before);
      assert.equal(streams.state('markets').kind, 'off');
    });
  }

  for (const kind of ['connecting', 'live', 'lost', 'resumed', 'message'] as const) {
    for (const end of ['dispose', 'let go'] as const) {
      it(`is safe from within ${kind}: ${end}`, async () => {
        const { clock, service, streams } = setUp();
        const letGo = (): void => {
          streams.wantMarkets(new Map());
          streams.wantAccount(false);
        };
        const stop = end === 'dispose' ? () => streams.dispose() : letGo;
        streams.onDidChange((line) => {
          if (streams.state(line).kind === kind) stop();
        });
        if (kind === 'resumed') streams.onResumed(stop);
        if (kind === 'message') streams.onMessage(stop);
        streams.wantMarkets(wanted(['a'], 'book'));
        streams.wantAccount(true);
        await clock.advance(SOON);
        for (const socket of service.standing) {
          const [subscription] = standing(socket).values();
          if (subscription?.type === 'MARKET_DATA') socket.receive(data(subscription, 'a'));
          socket.drop();
        }
        await clock.advance(120_000);
        assert.deepEqual([streams.state('markets').kind, streams.state('account').kind], ['off', 'off']);
        assert.equal(clock.pending, 0);
        assert.equal(service.standing.length, 0);
      });
    }
  }
});

describe('a handshake that is accepted', () => {
  it('is not yet a live line: something has to be heard over it, which may be a heartbeat', async () => {
    const { clock, service, streams, kinds, resumed } = setUp();
    service.greeting = undefined;
    streams.wantMarkets(wanted(['a'], 'book'));
    await clock.advance(SOON);
    assert.equal(standing(service.sockets[0]).size, 1, 'what is wanted is said all the same');
    await clock.advance(30_000);
    assert.deepEqual(streams.state('markets'), { kind: 'connecting', heardAt: undefined });
    assert.deepEqual(resumed, []);
    service.sockets[0]?.receive(HEARTBEAT);
    const now = clock.now();
    assert.deepEqual(streams.state('markets'), {
      kind: 'live',
      since: now,
      heardAt: now,
      completeUntil: now,
    });
    assert.deepEqual(kinds(), ['connecting', 'live']);
    assert.deepEqual(resumed, ['markets']);
  });

  it('and then is silent is a failure: never live, tried less and less often', async () => {
    const all = await live();
    const { clock, service, streams, socket, resumed } = all;
    await clock.advance(20_000);
    socket.receive(HEARTBEAT);
    const heardAt = clock.now();
    service.greeting = undefined;
    await clock.advance(75_000);
    const waits: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      assert.deepEqual(streams.state('markets'), { kind: 'connecting', heardAt });
      await clock.advance(75_000);
      waits.push(await untilRetry(all));
    }
    assert.deepEqual(waits, [750, 1_500, 3_000, 6_000, 12_000]);
    assert.deepEqual(resumed, ['markets']);
  });

  it('an error alone does not make a line live', async () => {
    const { clock, service, streams } = setUp();
    service.greeting = '{"error":"invalid request"}';
    streams.wantMarkets(wanted(['a'], 'book'));
    await clock.advance(SOON);
    assert.equal(streams.state('markets').kind, 'connecting');
  });
});

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
    const all = await live();
    const { clock, service, streams, socket } = all;
    for (let count = 0; count < 39; count++) socket.receive(count === 19 ? HEARTBEAT : PAGE);
    assert.equal(streams.state('markets').kind, 'live', 'nineteen, one that can be read, nineteen');
    socket.receive(PAGE);
    const state = streams.state('markets');
    assert.ok(state.kind === 'lost');
    assert.equal(state.error.code, 'badReply');
    assert.equal(socket.endedBy, 'client');
    service.greeting = undefined;
    const waits: number[] = [];
    for (let round = 0; round < 4; round++) {
      waits.push(await untilRetry(all));
      await clock.advance(SOON);
      assert.equal(streams.state('markets').kind, 'connecting', 'what cannot be read makes no line live');
      for (let count = 0; count < 20; count++) service.sockets.at(-1)?.receive(PAGE);
    }
    assert.deepEqual(waits, [375, 750, 1_500, 3_000]);
  });
});
