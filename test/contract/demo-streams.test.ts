import assert from 'node:assert/strict';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { type ClientOptions, WebSocket } from 'ws';
import { keyOf } from '../../src/demo/keys.ts';
import { createWorld } from '../../src/demo/world.ts';
import { createSigner } from '../../src/exchange/service/sign.ts';
import { type DemoServer, startDemoServer } from '../../tools/exchange/server.ts';
import { createDemoService, type DemoService } from '../../tools/exchange/service.ts';
import { settle, VirtualClock } from '../support/clock.ts';

const KEY = keyOf(4);
const signer = createSigner('ed25519', { keyId: KEY.keyId, secret: KEY.secretKey });

/** The demo's streams on loopback: their time is virtual, the sockets are real. */
describe('streams of the demo on loopback', () => {
  let clock: VirtualClock;
  let service: DemoService;
  let server: DemoServer;
  let slugs: readonly string[];

  beforeEach(async () => {
    clock = new VirtualClock();
    const world = createWorld({ seed: 4, epochMs: clock.now(), churnMs: 1_000 });
    service = createDemoService({ world, clock, keys: [KEY], dialect: 'current' });
    server = await startDemoServer({ handler: service.handler, streams: service.streams });
    slugs = world.markets({}, { limit: 300, offset: 0 }, clock.now()).map(({ slug }) => slug);
  });
  afterEach(async () => {
    service.streams.dispose();
    await server.close();
  });

  const signed = (stream: string) => signer('GET', `/v1/ws/${stream}`, clock.now());

  const connect = (
    stream: string,
    headers: Readonly<Record<string, string>> = signed(stream),
    more: ClientOptions = {},
  ) => new WebSocket(`${server.streamUrl}/${stream}`, { headers, ...more });

  const opened = async (stream: string): Promise<WebSocket> => {
    const ws = connect(stream);
    await once(ws, 'open');
    return ws;
  };

  /** The status a handshake is answered with. */
  const refusal = async (ws: WebSocket): Promise<number> => {
    ws.on('error', () => {});
    const [, response] = (await once(ws, 'unexpected-response')) as [unknown, { statusCode: number }];
    ws.terminate();
    return response.statusCode;
  };

  const subscribe = (requestId: string, marketSlugs: readonly string[], type = 'MARKET_DATA'): string =>
    JSON.stringify({ subscribe: { requestId, subscriptionType: `SUBSCRIPTION_TYPE_${type}`, marketSlugs } });

  const next = async (ws: WebSocket): Promise<Record<string, unknown>> => {
    const [data] = (await once(ws, 'message')) as [Buffer];
    return JSON.parse(data.toString()) as Record<string, unknown>;
  };

  it('serve signed handshakes, without compression', async () => {
    const ws = connect('markets', signed('markets'), { perMessageDeflate: true });
    await once(ws, 'open');
    assert.equal(ws.extensions, '');
    ws.send(subscribe('a', slugs.slice(0, 1)));
    const frame = await next(ws);
    assert.equal(frame['requestId'], 'a');
    assert.equal((frame['marketData'] as { marketSlug: string }).marketSlug, slugs[0]);
    ws.close();
  });

  it('refuse one connection too many of a key', async () => {
    const open = await Promise.all(Array.from({ length: 32 }, () => opened('private')));
    assert.equal(await refusal(connect('private')), 429);
    const [first] = open;
    first?.close();
    if (first !== undefined) await once(first, 'close');
    while (service.streams.connections === 32) await settle();
    (await opened('private')).terminate();
    for (const ws of open) ws.terminate();
  });

  it('cut off a client that never reads, while another one is served', async () => {
    const [slow, quick] = [await opened('markets'), await opened('markets')];
    slow.pause();
    for (let from = 0; from < 300; from += 100)
      slow.send(subscribe(`s-${from}`, slugs.slice(from, from + 100)));
    quick.send(subscribe('q', slugs.slice(0, 1)));
    await next(quick);
    while (service.streams.connections === 2) {
      await clock.advance(1_000);
      await settle();
    }
    assert.equal(service.streams.connections, 1);
    assert.equal(quick.readyState, WebSocket.OPEN);
    slow.terminate();
    quick.terminate();
  });

  it('break off, close and stall on demand', async () => {
    service.streamFaults.set({ drop: 1 });
    const dropped = await opened('markets');
    dropped.send(subscribe('a', slugs.slice(0, 1)));
    assert.equal((await once(dropped, 'close'))[0], 1006);
    service.streamFaults.set({ close: { rate: 1, code: 4001 } });
    const closed = await opened('markets');
    closed.send(subscribe('a', slugs.slice(0, 1)));
    assert.equal((await once(closed, 'close'))[0], 4001);
    service.streamFaults.set({ refuse: { rate: 1, status: 503 } });
    assert.equal(await refusal(connect('markets')), 503);
    service.streamFaults.set({ stall: { rate: 1, ms: undefined } });
    const stalled = await opened('private');
    let heard = 0;
    stalled.on('message', () => {
      heard += 1;
    });
    stalled.send(subscribe('b', [], 'ACCOUNT_BALANCE'));
    const pong = once(stalled, 'pong');
    stalled.ping();
    await pong;
    assert.equal(heard, 0);
    service.streamFaults.set({});
    await once(stalled, 'message');
    stalled.terminate();
  });

  it('say goodbye when the server closes', async () => {
    const ws = await opened('private');
    const goodbye = once(ws, 'close');
    await server.close();
    assert.equal((await goodbye)[0], 1001);
    assert.equal(service.streams.connections, 0);
    assert.equal(clock.pending, 0);
  });
});
