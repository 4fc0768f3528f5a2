import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service that hands requests on to the one behind it, and notes what they carry. */
export async function recordingService(behind: string) {
  const seen: IncomingMessage[] = [];
  let isDown = false;
  const server = http.createServer(async (request, response) => {
    seen.push(request);
    if (isDown) {
      request.socket.destroy();
      return;
    }
    const reply = await fetch(`${behind}${request.url}`, { method: request.method ?? 'GET' });
    response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await reply.arrayBuffer()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    breakOff: (is: boolean) => {
      isDown = is;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
