import { systemClock } from '../../src/base/clock.ts';
import { createInProcessSocket } from '../../src/demo/in-process.ts';
import { keyOf } from '../../src/demo/keys.ts';
import { createWorld } from '../../src/demo/world.ts';
import { createSigner } from '../../src/exchange/service/sign.ts';
import { openWsSocket } from '../../src/exchange/stream/ws-socket.ts';
import { startDemoServer } from '../../tools/exchange/server.ts';
import { createDemoService } from '../../tools/exchange/service.ts';
import { type SocketSubject, socketsContract } from './sockets.contract.ts';
import { startSocketServer } from './sockets-server.ts';

const LIMITS = { handshakeMs: 5_000, maxFrameBytes: 1_000_000 };

socketsContract('ws, a server of its own', async () => {
  const server = await startSocketServer();
  server.onConnection((ws) => ws.on('message', (text) => ws.send(text.toString())));
  const request = { url: new URL(`${server.url}/echo`), headers: {}, ...LIMITS };
  return {
    open: openWsSocket,
    request: () => request,
    refused: { request: { ...request, url: new URL(`${server.url}/refuse/401`) }, status: 401 },
    question: '{"say":"something"}',
    endAll: () => {
      for (const ws of server.clients) ws.close(1_001, 'going away');
    },
    dispose: () => server.dispose(),
  };
});

socketsContract('the demo, in process', () => demo('in process'));
socketsContract('ws, the demo on loopback', () => demo('loopback'));

async function demo(way: 'in process' | 'loopback'): Promise<SocketSubject> {
  const clock = systemClock;
  const key = keyOf(3);
  const world = createWorld({ seed: 3, epochMs: clock.now() });
  const { handler, streams } = createDemoService({ world, clock, keys: [key], dialect: 'current' });
  const server = way === 'loopback' ? await startDemoServer({ handler, streams }) : undefined;
  const url = new URL(`${server?.streamUrl ?? 'wss://demo.exchange.invalid/v1/ws'}/private`);
  const signer = createSigner('ed25519', { keyId: key.keyId, secret: key.secretKey });
  const request = (): SocketSubject['refused']['request'] => ({
    url,
    headers: signer('GET', url.pathname, clock.now()),
    ...LIMITS,
  });
  return {
    open: server === undefined ? createInProcessSocket(() => streams) : openWsSocket,
    request,
    refused: { request: { ...request(), headers: {} }, status: 401 },
    question: JSON.stringify({
      subscribe: { requestId: 'b-1', subscriptionType: 'SUBSCRIPTION_TYPE_ACCOUNT_BALANCE' },
    }),
    endAll: () => streams.dispose(),
    dispose: async () => {
      streams.dispose();
      await server?.close();
    },
  };
}
