import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { DemoStreams, StreamPeer, StreamSink } from '../../src/demo/stream/api.ts';
import { errorReply } from '../../src/demo/wire/encode-values.ts';

/** Larger frames end a connection with 1009. */
const FRAME_BYTES = 64 * 1024;
/** How long the other end may take to answer a close frame, or to read a refusal. */
const CLOSE_MS = 2_000;

/** Serves the streams to upgrades of an HTTP server on loopback; who may ask at all is checked before. */
export class StreamUpgrades {
  readonly #streams: DemoStreams;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_BYTES,
    perMessageDeflate: false,
    clientTracking: true,
  });

  constructor(streams: DemoStreams) {
    this.#streams = streams;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.headers)) headers[name] = String(value);
    const admission = this.#streams.admit(path, headers);
    if (!admission.ok) {
      refuseUpgrade(socket, admission);
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (ws) => {
      listen(ws, admission.open(sinkOf(ws)));
    });
  }

  async close(): Promise<void> {
    const gone = [...this.#server.clients].map((ws) => new Promise((done) => ws.once('close', done)));
    for (const ws of this.#server.clients) closeWith(ws, 1001, 'going away');
    await Promise.all(gone);
  }
}

/** Answers an upgrade with an HTTP status; the body is an error as of any request. */
export function refuseUpgrade(
  socket: Duplex,
  { status, code, message }: { readonly status: number; readonly code: number; readonly message: string },
): void {
  const body = JSON.stringify(errorReply(code, message));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.on('error', () => socket.destroy());
  // The server no longer minds a socket that was to be upgraded: one the other end keeps open would stay for good.
  const late = setTimeout(() => socket.destroy(), CLOSE_MS);
  late.unref();
  socket.once('close', () => clearTimeout(late));
  socket.resume();
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function sinkOf(ws: WebSocket): StreamSink {
  return {
    send: (text) => ws.send(text),
    close: (code, reason) => closeWith(ws, code, reason),
    breakOff: () => ws.terminate(),
  };
}

function listen(ws: WebSocket, peer: StreamPeer): void {
  ws.on('message', (data, binary) => {
    // Text only, as the streams are.
    if (binary) closeWith(ws, 1003, 'text only');
    else peer.receive(String(data));
  });
  // What is wrong with a frame ends the connection, which `close` reports.
  ws.on('error', () => {});
  ws.on('close', () => peer.gone());
}

function closeWith(ws: WebSocket, code: number, reason: string): void {
  ws.close(code, reason);
  setTimeout(() => ws.terminate(), CLOSE_MS).unref();
}
