import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { TestCertificate } from './certificate.ts';

export interface SocketServer {
  /** `ws://…`, or `wss://…` with a certificate. */
  readonly url: string;
  readonly clients: ReadonlySet<WebSocket>;
  readonly handshakes: readonly http.IncomingMessage[];
  onConnection(listener: (ws: WebSocket, socket: Duplex) => void): void;
  dispose(): Promise<void>;
}

/**
 * Accepts every upgrade, save for these paths: `/refuse/<status>` answers with the status, a date and Retry-After;
 * `/silent` never answers; `/drip` begins an answer that does not end; `/wrong` answers with a wrong key.
 */
export async function startSocketServer(certificate?: TestCertificate): Promise<SocketServer> {
  const server = certificate === undefined ? http.createServer() : https.createServer({ ...certificate });
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: true });
  const listeners: ((ws: WebSocket, socket: Duplex) => void)[] = [];
  const handshakes: http.IncomingMessage[] = [];
  const raw = new Set<Duplex>();
  server.on('upgrade', (request: http.IncomingMessage, socket: Duplex, head: Buffer) => {
    handshakes.push(request);
    raw.add(socket);
    socket.on('error', () => socket.destroy());
    const [, kind = '', status] = (request.url ?? '/').split('/');
    if (kind in ODD) {
      ODD[kind]?.(socket, status);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (ws) => {
      ws.on('error', () => {});
      for (const listener of listeners) listener(ws, socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${certificate === undefined ? 'ws' : 'wss'}://127.0.0.1:${port}`,
    clients: sockets.clients,
    handshakes,
    onConnection: (listener) => listeners.push(listener),
    dispose: async () => {
      for (const socket of raw) socket.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const ODD: Readonly<Record<string, (socket: Duplex, status: string | undefined) => void>> = {
  refuse: (socket, status) => {
    const headers = ['Date: Tue, 01 Sep 2026 12:00:00 GMT', 'Retry-After: 7', 'Content-Length: 4'];
    if (status === '302') headers.push('Location: /accepted');
    socket.end(`HTTP/1.1 ${status} Refused\r\n${headers.join('\r\n')}\r\n\r\nbody`);
  },
  silent: (socket) => socket.resume().once('end', () => socket.end()),
  drip: (socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\n');
    const timer = setInterval(() => socket.write('X-More: 1\r\n'), 10);
    socket.once('close', () => clearInterval(timer));
  },
  wrong: (socket) => {
    const lines = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Accept: bm9uc2Vuc2U='];
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
  },
};
