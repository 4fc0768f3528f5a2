import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service that quotes whatever proves who asks, in every answer and in every place of it. */
export interface EchoServer {
  readonly url: string;
  good: boolean;
  status: number;
  readonly quoted: number;
  close(): Promise<void>;
}

export async function startEchoServer(): Promise<EchoServer> {
  const state = { good: true, status: 401, quoted: 0 };
  const server = createServer(({ headers }, response) => {
    const proof = proofOf(headers);
    if (proof !== '') state.quoted += 1;
    response.statusCode = state.good ? 200 : state.status;
    response.setHeader('content-type', 'application/json');
    response.setHeader('x-request-id', proof === '' ? 'none' : proof);
    const lists = {
      markets: [],
      events: [],
      orders: [],
      positions: {},
      activities: [],
      balances: [],
      eof: true,
    };
    const message = `invalid credentials ${proof}, tried as ${Buffer.from(proof).toString('base64')}`;
    response.end(
      JSON.stringify(state.good ? { ...lists, nextCursor: '' } : { code: 16, message, details: [proof] }),
    );
  });
  server.on('upgrade', ({ headers }, socket) => {
    const proof = proofOf(headers);
    socket.end(`HTTP/1.1 403 ${proof}\r\nX-Request-Id: ${proof}\r\nConnection: close\r\n\r\n${proof}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.defineProperties(state, {
    url: { value: `http://127.0.0.1:${port}` },
    close: {
      value: async () => {
        const closed = new Promise((resolve) => server.close(resolve));
        server.closeAllConnections();
        await closed;
      },
    },
  }) as typeof state & Pick<EchoServer, 'url' | 'close'>;
}

function proofOf(headers: IncomingHttpHeaders): string {
  const { authorization = '', 'x-api-key': key = '' } = headers;
  return `${authorization.replace(/^Bearer /, '')}${String(key)}`;
}
