import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mock } from 'node:test';
import type { WebSocket } from 'ws';
import type { SocketRequest } from '../../src/exchange/socket.ts';
import { openWsSocket, wsOpener } from '../../src/exchange/stream/ws-socket.ts';
import { createCertificate } from './certificate.ts';
import { closedPort, startRawServer } from './raw-server.ts';
import { failure, follow, never } from './sockets.contract.ts';
import { type SocketServer, startSocketServer } from './sockets-server.ts';

describe('socket: ws, against a server that misbehaves', () => {
  let server: SocketServer;
  beforeEach(async () => {
    server = await startSocketServer();
  });
  afterEach(() => server.dispose());

  const request = (path: string, part: Partial<SocketRequest> = {}): SocketRequest => ({
    url: new URL(path, server.url),
    headers: {},
    handshakeMs: 5_000,
    maxFrameBytes: 1_000_000,
    ...part,
  });
  const fails = async (asked: SocketRequest, kind: string) => {
    const error = await failure(openWsSocket(asked, never()));
    assert.equal(error.kind, kind, String(error.cause));
    return error;
  };

  it('sends the headers it is given, and none of a browser or of compression', async () => {
    const socket = await openWsSocket(request('/echo?a=1', { headers: { 'x-test': 'yes' } }), never());
    socket.close();
    const [handshake] = server.handshakes;
    assert.equal(handshake?.url, '/echo?a=1');
    assert.equal(handshake?.headers['x-test'], 'yes');
    for (const name of ['origin', 'cookie', 'sec-websocket-extensions', 'sec-websocket-protocol'])
      assert.equal(handshake?.headers[name], undefined);
  });

  for (const status of [401, 403, 404, 429, 501, 503, 200]) {
    it(`${status} is \`refused\`, with what the service says beside it`, async () => {
      const error = await fails(request(`/refuse/${status}`), 'refused');
      assert.equal(error.status, status);
      assert.equal(Object(error.headers)['retry-after'], '7');
      assert.equal(Object(error.headers)['date'], 'Tue, 01 Sep 2026 12:00:00 GMT');
    });
  }

  it('does not follow a redirect', async () => {
    assert.equal((await fails(request('/refuse/302'), 'refused')).status, 302);
    assert.equal(server.handshakes.length, 1);
  });

  it('nobody there is `connect`', async () => {
    const url = new URL(`ws://127.0.0.1:${await closedPort()}/`);
    await fails(request('/', { url }), 'connect');
  });
  it('no answer in time is `timeout`', () => fails(request('/silent', { handshakeMs: 50 }), 'timeout'));
  it('an answer drop by drop is no answer', () => fails(request('/drip', { handshakeMs: 100 }), 'timeout'));
  it('an answer to something else is `protocol`', () => fails(request('/wrong'), 'protocol'));

  const raw: readonly [path: string, kind: string][] = [
    ['/garbage', 'protocol'],
    ['/reset', 'connect'],
    ['/ok', 'refused'],
  ];
  for (const [path, kind] of raw) {
    it(`${path} of a plain HTTP server is \`${kind}\``, async () => {
      const http = await startRawServer();
      try {
        await fails(request('/', { url: new URL(path, http.url.replace('http', 'ws')) }), kind);
      } finally {
        await http.dispose();
      }
    });
  }

  it('a certificate nobody vouches for is `tls`', async () => {
    const secure = await startSocketServer(createCertificate());
    try {
      await fails(request('/', { url: new URL('/', secure.url) }), 'tls');
      assert.equal(secure.handshakes.length, 0);
    } finally {
      await secure.dispose();
    }
  });

  for (const url of ['ws://service.invalid/', 'ws://10.0.0.1/', 'http://127.0.0.1/']) {
    it(`${url} is not opened`, async () => {
      await fails(request('/', { url: new URL(url) }), 'protocol');
    });
  }

  it('the signal ends a handshake that hangs, and its connection', async () => {
    const controller = new AbortController();
    const opening = failure(openWsSocket(request('/silent'), controller.signal));
    while (server.handshakes.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const socket = server.handshakes[0]?.socket;
    assert.ok(socket);
    const closed = once(socket, 'close');
    controller.abort();
    assert.equal((await opening).kind, 'aborted');
    await closed;
  });

  it('hears what comes in one packet with the end of the handshake, in order, and the close after it', async () => {
    server.onConnection((ws) => {
      for (let number = 0; number < 100; number += 1) ws.send(`${number}`);
      ws.close(4_000, 'enough');
    });
    const { messages, closed } = follow(await openWsSocket(request('/'), never()));
    assert.deepEqual(await closed, { code: 4_000, reason: 'enough' });
    assert.deepEqual(
      messages,
      Array.from({ length: 100 }, (_, number) => `${number}`),
    );
  });

  it('leaves out binary frames, and keeps the stream', async () => {
    server.onConnection((ws) => {
      ws.send(Buffer.from('{"binary":true}'));
      ws.send('{"text":true}');
    });
    const socket = await openWsSocket(request('/'), never());
    const { messages, heard } = follow(socket);
    assert.equal(await heard, '{"text":true}');
    assert.equal(messages.length, 1);
    socket.close();
  });

  it('broken off without a word is 1006', async () => {
    server.onConnection((_, socket) => socket.destroy());
    const { closed } = follow(await openWsSocket(request('/'), never()));
    assert.deepEqual(await closed, { code: 1_006, reason: '' });
  });

  it('a stream that does not answer a ping is dropped', async () => {
    const open = wsOpener({ pingMs: 20 });
    server.onConnection((ws) => ws.pause());
    const { closed } = follow(await open(request('/'), never()));
    assert.equal((await closed).code, 1_006);
  });

  it('a connection that answers stays open', async () => {
    // By time that passes, one that answers is late on a busy machine.
    mock.timers.enable({ apis: ['setInterval'] });
    try {
      const connection = Promise.withResolvers<WebSocket>();
      server.onConnection((ws) => connection.resolve(ws));
      const socket = await openWsSocket(request('/'), never());
      const { closes } = follow(socket);
      const ws = await connection.promise;
      // A ping of its own goes out behind the answer: what comes back says that the answer was heard.
      ws.on('ping', () => ws.ping());
      for (let pings = 0; pings < 5; pings += 1) {
        const heard = once(ws, 'pong');
        mock.timers.tick(10_000);
        await heard;
      }
      assert.deepEqual(closes, []);
      socket.close();
    } finally {
      mock.timers.reset();
    }
  });

  it('an answer that came while this program was busy counts, however late it is looked at', async () => {
    const connection = Promise.withResolvers<WebSocket>();
    server.onConnection((ws) => connection.resolve(ws));
    const socket = await wsOpener({ pingMs: 100 })(request('/'), never());
    const { closes, closed } = follow(socket);
    const ws = await connection.promise;
    for (let pings = 0; pings < 3; pings += 1) {
      await Promise.race([once(ws, 'ping'), closed]);
      // The pong has left; the next ping is due before anybody can read it.
      const until = Date.now() + 150;
      while (Date.now() < until) {}
    }
    assert.deepEqual(closes, []);
    socket.close();
  });

  it('a server that does not say goodbye is left', async () => {
    server.onConnection((ws) => ws.pause());
    const socket = await wsOpener({ closeMs: 20 })(request('/'), never());
    const { closes, closed } = follow(socket);
    socket.close();
    await closed;
    assert.equal(closes.length, 1);
  });
});
