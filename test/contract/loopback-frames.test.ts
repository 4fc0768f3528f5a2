import assert from 'node:assert/strict';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { WebSocket } from 'ws';
import { keyOf } from '../../src/demo/keys.ts';
import { createWorld } from '../../src/demo/world.ts';
import { createSigner } from '../../src/exchange/service/sign.ts';
import type { ServerLimits } from '../../tools/exchange/server.ts';
import { type DemoServer, startDemoServer } from '../../tools/exchange/server.ts';
import { createDemoService, type DemoService } from '../../tools/exchange/service.ts';
import { VirtualClock } from '../support/clock.ts';
import { Dice } from '../support/dice.ts';
import { closeCode, frame, type RawClient, rawClient, statuses } from '../support/raw-client.ts';

const KEY = keyOf(4);
const signer = createSigner('ed25519', { keyId: KEY.keyId, secret: KEY.secretKey });
const clock = new VirtualClock();
const world = createWorld({ seed: 4, epochMs: clock.now(), markets: 60 });
const [FIN, TEXT, BINARY, CLOSE, PING] = [0x80, 0x1, 0x2, 0x8, 0x9];
const KB64 = 64 * 1024;

const WEBSOCKET: readonly string[] = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];
/** Those of a handshake, with one gone or in its place another. */
const without = (name: string, ...instead: readonly string[]): readonly string[] => [
  ...WEBSOCKET.filter((field) => !field.startsWith(name)),
  ...instead,
];

/** What a client that has a key can send on a stream: bytes that are no frames, and frames that are too many. */
describe('attacks on the streams of the demo server', () => {
  let service: DemoService;
  let server: DemoServer;
  const clients: RawClient[] = [];

  const start = async (limits: Partial<ServerLimits> = {}): Promise<void> => {
    service = createDemoService({ world, clock, keys: [KEY], dialect: 'current' });
    const { handler, streams } = service;
    server = await startDemoServer({ handler, streams, limits });
  };
  const stop = async (): Promise<void> => {
    service.streams.dispose();
    await server.close();
    for (const { socket } of clients.splice(0)) socket.destroy();
  };
  beforeEach(() => start());
  afterEach(stop);

  const handshake = (fields: readonly string[] = WEBSOCKET, method = 'GET'): string => {
    const signed = Object.entries(signer.headers('GET', '/v1/ws/markets', clock.now()));
    const lines = [
      `${method} /v1/ws/markets HTTP/1.1`,
      `Host: 127.0.0.1:${server.port}`,
      ...signed.map(([name, value]) => `${name}: ${value}`),
      ...fields,
    ];
    return `${lines.join('\r\n')}\r\n\r\n`;
  };
  const open = async (): Promise<RawClient> => {
    const client = await rawClient(server.port);
    clients.push(client);
    return client;
  };
  const opened = async (): Promise<RawClient> => {
    const client = await open();
    client.send(handshake());
    await client.until((heard) => heard.includes('\r\n\r\n'));
    assert.deepEqual(statuses(client.heard), [101]);
    return client;
  };
  const isServed = async (): Promise<void> => {
    const headers = { ...signer.headers('GET', '/v1/ws/markets', clock.now()) };
    const ws = new WebSocket(`${server.streamUrl}/markets`, { headers });
    await once(ws, 'open');
    ws.terminate();
  };

  for (const [what, fields, method] of [
    ['another version', without('Sec-WebSocket-Version', 'Sec-WebSocket-Version: 7'), 'GET'],
    ['no key', without('Sec-WebSocket-Key'), 'GET'],
    ['a key of another length', without('Sec-WebSocket-Key', 'Sec-WebSocket-Key: AAAA'), 'GET'],
    ['another protocol to change to', without('Upgrade', 'Upgrade: h2c'), 'GET'],
    ['a method that changes things', WEBSOCKET, 'POST'],
  ] as const) {
    it(`a handshake with ${what} is refused and ends`, async () => {
      const client = await open();
      client.send(handshake(fields, method));
      const [status = 0] = statuses(await client.closed());
      assert.ok([400, 405, 426].includes(status), String(status));
      assert.equal(service.streams.connections, 0);
      await isServed();
    });
  }

  for (const [what, bytes, code] of [
    ['an unmasked frame', frame({ first: FIN | TEXT, payload: '{}', masked: false }), 1002],
    ['a frame that says it is 2^40 bytes long', frame({ first: FIN | TEXT, length: 2n ** 40n }), 1009],
    ['a frame that says it is 2^63 bytes long', frame({ first: FIN | TEXT, length: 2n ** 63n }), 1009],
    ['a frame of a byte too many', frame({ first: FIN | TEXT, length: BigInt(KB64 + 1) }), 1009],
    ['a binary frame', frame({ first: FIN | BINARY, payload: 'x' }), 1003],
    ['a compressed frame, which was not agreed on', frame({ first: FIN | 0x40 | TEXT, payload: 'x' }), 1002],
    ['reserved bits', frame({ first: FIN | 0x30 | TEXT, payload: 'x' }), 1002],
    ['an opcode nobody knows', frame({ first: FIN | 0x3, payload: 'x' }), 1002],
    ['a ping of more than 125 bytes', frame({ first: FIN | PING, payload: 'x'.repeat(126) }), 1002],
    ['a ping in pieces', frame({ first: PING, payload: 'x' }), 1002],
    ['a continuation of nothing', frame({ first: FIN, payload: 'x' }), 1002],
    ['a text that begins within a text', frame({ first: TEXT, payload: 'x' }), 1002],
    ['a text that is no UTF-8', frame({ first: FIN | TEXT, payload: new Uint8Array([0xc0, 0xaf]) }), 1007],
    [
      'a close with a code that is none',
      frame({ first: FIN | CLOSE, payload: new Uint8Array([3, 0xed]) }),
      1002,
    ],
    ['a close of one byte', frame({ first: FIN | CLOSE, payload: 'x' }), 1002],
  ] as const) {
    it(`${what} ends the connection, and no other`, async () => {
      const client = await opened();
      client.send(bytes);
      // The second of two texts is what is wrong.
      if (what.includes('within')) client.send(bytes);
      await client.until((heard) => closeCode(heard) !== undefined);
      assert.equal(closeCode(client.heard), code);
      client.socket.destroy();
      await isServed();
    });
  }

  it('pieces that add up to too much end it', async () => {
    const client = await opened();
    client.send(frame({ first: TEXT, payload: 'x'.repeat(40_000) }));
    client.send(frame({ first: 0, payload: 'x'.repeat(40_000) }));
    await client.until((heard) => closeCode(heard) !== undefined);
    assert.equal(closeCode(client.heard), 1009);
  });

  it('half a frame, and a trickle of its rest, is not waited for: the ping in between goes unanswered', async () => {
    await stop();
    await start({ pingMs: 100 });
    const client = await opened();
    client.send(frame({ first: FIN | TEXT, payload: 'x', length: 60_000n }));
    client.drip('x', 10);
    await client.closed();
  });

  for (const [what, bytes, code] of [
    // Broken off by the library, which has too many answers waiting.
    ['pings', frame({ first: FIN | PING, payload: 'x'.repeat(125) }), undefined],
    ['pongs nobody asked for', frame({ first: FIN | 0xa, payload: 'x'.repeat(125) }), 1008],
    ['frames that are answered with an error', frame({ first: FIN | TEXT, payload: '[]' }), 1008],
    ['empty frames', frame({ first: FIN | TEXT }), 1008],
  ] as const) {
    it(`a flood of ${what} is cut off before the answers pile up`, async () => {
      const client = await opened();
      client.send(Buffer.concat(Array.from({ length: 20_000 }, () => bytes)));
      const heard = await client.closed();
      assert.equal(closeCode(heard), code);
      assert.ok(heard.byteLength < 200_000, `${heard.byteLength} bytes`);
      await isServed();
    });
  }

  it('a flood by a client that never reads is cut off too', async () => {
    const client = await opened();
    client.socket.pause();
    client.send(
      Buffer.concat(Array.from({ length: 20_000 }, () => frame({ first: FIN | TEXT, payload: '[]' }))),
    );
    while (service.streams.connections > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await isServed();
  });

  it('refuses the subscription above 200, and a requestId that would swell every frame', async () => {
    const client = await opened();
    const ask = (requestId: string): void =>
      client.send(
        frame({
          first: FIN | TEXT,
          payload: JSON.stringify({
            subscribe: { requestId, subscriptionType: 'SUBSCRIPTION_TYPE_TRADE', marketSlugs: ['no-such'] },
          }),
        }),
      );
    const refused = (heard: Buffer): readonly string[] =>
      [...heard.toString('latin1').matchAll(/"requestId":"([^"]*)"[^}]*"error":"invalid request"/g)].flatMap(
        ([, id]) => id ?? [],
      );
    ask('x'.repeat(201));
    await client.until((heard) => refused(heard).length === 1);
    for (let number = 1; number <= 201; number += 1) ask(`s${number}`);
    await client.until((heard) => refused(heard).length === 2);
    assert.equal(refused(client.heard)[1], 's201');
  });

  it('outlives texts that are nearly what it expects, or deep, or of words that mean something to JavaScript', async () => {
    const dice = new Dice(7);
    for (const text of [
      '['.repeat(30_000),
      '{"subscribe":'.repeat(4_000),
      `{"subscribe":{"requestId":${'9'.repeat(60_000)}}}`,
      '{"__proto__":{"subscribe":{}},"subscribe":{"__proto__":[]}}',
      '{"subscribe":{"requestId":"constructor","subscriptionType":"__proto__","marketSlugs":["toString"]}}',
      '{"unsubscribe":{"requestId":"__proto__"}}',
      '{"subscribe":{"requestId":"\\ud800","subscriptionType":1,"marketSlugs":["\\ud800"]}}',
    ]) {
      const client = await opened();
      client.send(frame({ first: FIN | TEXT, payload: text }));
      client.send(frame({ first: FIN | CLOSE, payload: new Uint8Array([3, 0xe8]) }));
      await client.until((heard) => closeCode(heard) !== undefined);
      assert.ok([1000, 1009].includes(closeCode(client.heard) ?? 0), text.slice(0, 60));
      client.socket.destroy();
    }
    for (let round = 0; round < 200; round += 1) {
      const client = await opened();
      client.send(Uint8Array.from({ length: 40 }, () => dice.between(0, 255)));
      client.socket.destroy();
    }
    await isServed();
    assert.equal(({} as Record<string, unknown>)['subscribe'], undefined);
  });
});
