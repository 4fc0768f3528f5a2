import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { DemoStreams, StreamPeer, StreamSink } from '../../src/demo/stream/api.ts';
import { errorReply } from '../../src/demo/wire/encode.ts';

/** Larger frames end a connection with 1009. */
const FRAME_BYTES = 64 * 1024;
/** How long the other end may take to answer a close frame, or to read a refusal. */
const CLOSE_MS = 2_000;
/**
 * Frames of any kind a client may send: so many at once, and so many a second. A client of 300 markets sends a dozen;
 * each frame may cost an answer, which one that does not read makes pile up.
 */
const FRAMES_AT_ONCE = 1_000;
const FRAMES_PER_SECOND = 100;

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

/** Serves the streams to upgrades of an HTTP server on loopback; who may ask at all is checked before. */
export class StreamUpgrades {
  readonly #streams: DemoStreams;
  readonly #pingMs: number;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_BYTES,
    perMessageDeflate: false,
    clientTracking: true,
  });

  /** `pingMs`: a connection that did not answer the last ping by the next one is gone. */
  constructor(streams: DemoStreams, pingMs: number) {
    this.#streams = streams;
    this.#pingMs = pingMs;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.headers)) headers[name] = String(value);
    const admission = this.#streams.admit(path, headers);
    if (!admission.ok) {
      refuseUpgrade(socket, admission.status, admission.code, admission.message);
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (ws) => {
      const peer = admission.open(sinkOf(ws));
      listen(ws, peer, this.#pingMs);
    });
  }

  /** Ends all connections; resolves when they are gone. */
  async close(): Promise<void> {
    const gone = [...this.#server.clients].map((ws) => new Promise((done) => ws.once('close', done)));
    for (const ws of this.#server.clients) closeWith(ws, 1001, 'going away');
    await Promise.all(gone);
  }
}

/** Answers an upgrade with an HTTP status; the body is an error as of any request. */
export function refuseUpgrade(socket: Duplex, status: number, code: number, message: string): void {
  const body = JSON.stringify(errorReply(code, message));
  const head = [
    `HTTP/1.1 ${status} ${REASONS[status] ?? 'Refused'}`,
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
    waiting: () => ws.bufferedAmount,
  };
}

function listen(ws: WebSocket, peer: StreamPeer, pingMs: number): void {
  let answered = true;
  const pings = setInterval(() => {
    if (!answered) ws.terminate();
    answered = false;
    if (ws.readyState === ws.OPEN) ws.ping();
  }, pingMs);
  pings.unref();
  const isOver = flood();
  /** Of what came; false when the client has had its share. */
  const mayGoOn = (): boolean => {
    if (ws.readyState !== ws.OPEN) return false;
    if (!isOver(performance.now())) return true;
    closeWith(ws, 1008, 'too many frames');
    // Nothing more is read of it: a flood must not be taken in until the other end agrees to stop.
    ws.pause();
    return false;
  };
  ws.on('ping', mayGoOn);
  ws.on('pong', () => {
    answered = true;
    mayGoOn();
  });
  ws.on('message', (data, binary) => {
    if (!mayGoOn()) return;
    // Text only, as the streams are.
    if (binary) closeWith(ws, 1003, 'text only');
    else peer.receive(String(data));
  });
  // What is wrong with a frame ends the connection, which `close` tells.
  ws.on('error', () => {});
  ws.on('close', () => {
    clearInterval(pings);
    peer.gone();
  });
}

function closeWith(ws: WebSocket, code: number, reason: string): void {
  ws.close(code, reason);
  setTimeout(() => ws.terminate(), CLOSE_MS).unref();
}

/** Counts frames; true for one too many. Times in milliseconds. */
function flood(): (now: number) => boolean {
  let left = FRAMES_AT_ONCE;
  let at = performance.now();
  return (now) => {
    left = Math.min(FRAMES_AT_ONCE, left + ((now - at) * FRAMES_PER_SECOND) / 1000) - 1;
    at = now;
    return left < 0;
  };
}
