import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { createDemo } from '../../../src/demo/index.ts';
import { createSigner } from '../../../src/exchange/service/sign.ts';
import { HandshakeRefused } from '../../../src/exchange/socket.ts';
import { settle, VirtualClock } from '../../support/clock.ts';
import { accountOf } from '../../support/read-world.ts';
import { streamBench } from './stream-support.ts';
import { MemoryStateStore, NOON } from './support.ts';

const LIMITS = { handshakeMs: 1_000, maxFrameBytes: 1_000_000 };

describe('handshake with the demo’s streams', () => {
  it('is signed, for this path and this minute', () => {
    const { streams, headers, clock } = streamBench();
    const status = (path: string, sent: Readonly<Record<string, string>>) => {
      const admission = streams.admit(path, sent);
      return admission.ok ? 101 : admission.status;
    };
    const signed = headers('/v1/ws/markets');
    assert.equal(status('/v1/ws/markets', signed), 101);
    assert.equal(status('/v1/ws/private', signed), 401);
    assert.equal(status('/v1/ws/private', {}), 401);
    assert.equal(status('/v1/ws/markets', {}), 401, 'prices are signed too');
    for (const path of ['/v1/ws', '/v1/ws/markets/', '/v1/markets', '/', '__proto__', 'constructor'])
      assert.equal(status(path, headers(path)), 404, path);
    clock.jumpTo(NOON + 31_000);
    assert.equal(status('/v1/ws/markets', signed), 401);
  });

  it('ends with the hub: open connections say goodbye, no new ones, no timers', () => {
    const bench = streamBench();
    const stream = bench.connect('markets');
    stream.subscribe('TRADE', ['a']);
    bench.streams.dispose();
    assert.equal(stream.closed, 1001);
    assert.equal(bench.clock.pending, 0);
    const path = '/v1/ws/markets';
    assert.ok(!bench.streams.admit(path, bench.headers(path)).ok);
  });
});

describe('sockets into the demo of a window', () => {
  const opened = async (stateStore = new MemoryStateStore(), clock = new VirtualClock(NOON)) => {
    const demo = createDemo({ clock, stateStore });
    const { keyId, secret } = demo.credentials;
    const signer = createSigner('ed25519', { keyId, secret });
    const open = (path: string, headers = signer('GET', path, clock.now())) =>
      demo.openSocket(
        { url: new URL(path, demo.profile.privateUrl), headers, ...LIMITS },
        new AbortController().signal,
      );
    return { demo, clock, open };
  };
  const orders = '{"subscribe":{"request_id":"o","subscription_type":1}}';

  it('carry what another window did', async () => {
    const store = new MemoryStateStore();
    const clock = new VirtualClock(NOON);
    const [here, there] = [await opened(store, clock), await opened(store, clock)];
    const socket = await here.open('/v1/ws/private');
    const texts: string[] = [];
    socket.onMessage((text) => texts.push(text));
    socket.send(orders);
    await settle();
    assert.match(texts.join(), /orderSubscriptionSnapshot/);
    const [order] = accountOf(there.demo.world).openOrders(clock.now());
    assert.ok(order);
    there.demo.world.cancel(order.id, order.marketSlug, clock.now());
    await clock.advance(250);
    const updates = texts.filter((text) => text.includes('EXECUTION_TYPE_CANCELED'));
    assert.equal(updates.length, 1);
    assert.ok(updates[0]?.includes(`"${order.id}"`), updates[0]);
  });

  it('are refused with a status, and end when the demo starts over', async () => {
    const { open, demo, clock } = await opened();
    const refusal = await open('/v1/ws/private', {} as never).catch((cause: unknown) => cause);
    assert.ok(refusal instanceof HandshakeRefused);
    assert.equal(refusal.status, 401);
    const socket = await open('/v1/ws/private');
    const closes: number[] = [];
    socket.onClose(({ code }) => closes.push(code));
    socket.send(orders);
    await settle();
    demo.reset();
    await clock.advance(250);
    assert.deepEqual(closes, [1012]);
    assert.equal(demo.streams.connections, 0);
    assert.equal(clock.pending, 0);
  });
});
