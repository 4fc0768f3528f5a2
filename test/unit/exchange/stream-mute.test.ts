import assert from 'node:assert/strict';
import { data, HEARTBEAT, live, SOON, setUp, standing, wanted } from './stream-support.ts';

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

  it('what is wanted meanwhile is said at once, and data is handed on after the line is live', async () => {
    const { clock, service, streams, messages, resumed } = setUp();
    service.greeting = undefined;
    streams.wantMarkets(wanted(['a'], 'book'));
    await clock.advance(SOON);
    streams.wantMarkets(wanted(['a', 'b'], 'book'));
    await clock.advance(SOON);
    const subscriptions = [...standing(service.sockets[0]).values()];
    assert.deepEqual([...new Set(subscriptions.flatMap((each) => each.slugs))].sort(), ['a', 'b']);
    const order: string[] = [];
    streams.onResumed(() => order.push(`resumed ${messages.length}`));
    for (const each of subscriptions)
      for (const slug of each.slugs) service.sockets[0]?.receive(data(each, slug));
    assert.deepEqual(order, ['resumed 0']);
    assert.deepEqual(resumed, ['markets']);
    assert.ok(messages.length >= 2);
  });

  it('and then is silent is a failure: never live, tried less and less often', async () => {
    const { clock, service, streams, socket, kinds } = await live();
    await clock.advance(20_000);
    socket.receive(HEARTBEAT);
    const heardAt = clock.now();
    service.greeting = undefined;
    await clock.advance(75_000);
    const waits: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      assert.deepEqual(streams.state('markets'), { kind: 'connecting', heardAt });
      await clock.advance(75_000);
      const state = streams.state('markets');
      assert.ok(state.kind === 'lost');
      assert.equal(state.heardAt, heardAt);
      waits.push(state.retryAt - clock.now());
      await clock.advance(state.retryAt - clock.now());
    }
    assert.deepEqual(waits, [750, 1_500, 3_000, 6_000, 12_000]);
    assert.equal(kinds().filter((kind) => kind === 'live').length, 1);
  });

  it('an error alone does not make a line live', async () => {
    const { clock, service, streams } = setUp();
    service.greeting = '{"error":"invalid request"}';
    streams.wantMarkets(wanted(['a'], 'book'));
    await clock.advance(SOON);
    assert.equal(streams.state('markets').kind, 'connecting');
  });

  it('and is silent is given up for a new one when somebody asks to try again', async () => {
    const { clock, service, streams } = setUp();
    service.greeting = undefined;
    streams.wantMarkets(wanted(['a'], 'book'));
    await clock.advance(SOON);
    service.greeting = HEARTBEAT;
    streams.retry();
    await clock.advance(0);
    assert.equal(service.sockets[0]?.endedBy, 'client');
    assert.equal(streams.state('markets').kind, 'live');
  });
});
