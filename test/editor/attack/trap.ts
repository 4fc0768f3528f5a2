import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where nothing must ever arrive. */
export interface Trap {
  readonly url: string;
  readonly caught: readonly string[];
  close(): Promise<void>;
}

/** Asking for this tells what was caught, and is not counted itself. */
export const COUNT = '/what-was-caught';

export async function setTrap(): Promise<Trap> {
  const caught: string[] = [];
  const note = ({ method, url, headers }: IncomingMessage): void => {
    caught.push(`${method} ${url} ${JSON.stringify(headers)}`);
  };
  const server = createServer((request, response) => {
    if (request.url !== COUNT) note(request);
    response.setHeader('content-type', 'application/json');
    response.end(request.url === COUNT ? JSON.stringify(caught) : '{}');
  });
  for (const event of ['upgrade', 'connect']) {
    server.on(event, (request: IncomingMessage, socket: { destroy(): void }) => {
      note(request);
      socket.destroy();
    });
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    caught,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

export async function caughtBy(url: string): Promise<readonly string[]> {
  return (await (await fetch(url + COUNT)).json()) as readonly string[];
}
