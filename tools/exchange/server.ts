import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { DemoHandler, DemoReply, DemoRequest } from '../../src/demo/api.ts';
import { Refusal } from '../../src/demo/handler/refusal.ts';
import type { DemoStreams } from '../../src/demo/stream/api.ts';
import { errorReply } from '../../src/demo/wire/encode.ts';
import { CONTROL_PATH } from './control.ts';
import { type Delivery, deliver, type ReplyFault, sent } from './faults/delivery.ts';
import type { ReplyFaults } from './faults/reply-faults.ts';
import { refuseUpgrade, StreamUpgrades } from './upgrade.ts';

interface DemoServerOptions {
  readonly handler: DemoHandler;
  /** Without them an upgrade is answered with 404. */
  readonly streams?: DemoStreams | undefined;
  /** Replies that lie on purpose; those of `POST /v1/demo/control` never do. */
  readonly replies?: Pick<ReplyFaults, 'pick'> | undefined;
  /** Stretches or shortens the delays of those. Default 1. */
  readonly pace?: number;
  /** 0: one the system picks. Default 0. */
  readonly port?: number;
  /** What a client may take up, where it is to be other than usual. */
  readonly limits?: Partial<ServerLimits>;
}

export interface DemoServer {
  readonly port: number;
  /** `http://127.0.0.1:<port>`, for public and private requests alike. */
  readonly url: string;
  /** Of both streams, before `/markets` and `/private`. */
  readonly streamUrl: string;
  /** How many are open, streams included. */
  connections(): Promise<number>;
  /** Ends open connections and stops listening. */
  close(): Promise<void>;
}

/**
 * Serves the demo exchange on 127.0.0.1 and nowhere else. A page in a browser cannot use it: the Host must be exactly
 * the one listened on, and a request or upgrade that says it comes from a page (Origin, Sec-Fetch-…) is refused. Rejects with
 * the system's error when the port cannot be had.
 */
export function startDemoServer(options: DemoServerOptions): Promise<DemoServer> {
  const { streams, port = 0 } = options;
  const limits = { ...SERVER_LIMITS, ...options.limits };
  const server = createServer({
    headersTimeout: limits.headerMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: limits.checkMs,
    maxHeaderSize: limits.headerBytes,
  });
  server.maxConnections = limits.connections;
  // Node drops what is above its limit without a word, and an Origin may be among it. The guard counts them itself.
  server.maxHeadersCount = 0;
  server.setTimeout(limits.requestMs + limits.idleMs);
  const hosts = new Set<string>();
  /** Connections that were refused something and are about to end: what else they sent is not looked at. */
  const barred = new WeakSet<object>();
  const queue = new RequestQueue();
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    queue.add(socket, response, () => answer(socket, request, response));
  };
  // A request that is given up has no socket any more.
  const answer = (socket: Socket, request: IncomingMessage, response: ServerResponse): void => {
    if (barred.has(socket)) return;
    const refuse = (cause: unknown): void => {
      barred.add(socket);
      if (!response.headersSent) respond(response, refusalReply(asRefusal(cause)));
      // The rest of a body that was refused is not worth reading.
      if (!request.complete) request.destroy();
    };
    const reason = foreign(hosts, request);
    if (reason !== undefined) refuse(new Refusal('permissionDenied', reason));
    else serve(options, limits, request, response).catch(refuse);
  };
  // `Expect: 100-continue` is granted to a program of this machine with a body that is not too large;
  // whether its key is good is looked at together with the body, which is short.
  server.on('request', onRequest).on('checkContinue', onRequest);
  const upgrades = streams && new StreamUpgrades(streams, limits.pingMs);
  server.on('upgrade', (request, socket: Duplex, head: Buffer) => {
    const reason = foreign(hosts, request);
    const refusal = new Refusal(
      reason === undefined ? 'notFound' : 'permissionDenied',
      reason ?? 'Not Found',
    );
    if (reason === undefined && upgrades !== undefined) upgrades.upgrade(request, socket, head);
    else refuseUpgrade(socket, refusal.status, refusal.code, refusal.message);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const { port: taken } = server.address() as AddressInfo;
      hosts.add(`127.0.0.1:${taken}`).add(`localhost:${taken}`);
      resolve({
        port: taken,
        url: `http://127.0.0.1:${taken}`,
        streamUrl: `ws://127.0.0.1:${taken}/v1/ws`,
        connections: () =>
          new Promise((count) =>
            server.getConnections((cause, number) => count(cause === null ? number : 0)),
          ),
        close: async () => {
          const closed = new Promise<void>((done) => server.close(() => done()));
          server.closeAllConnections();
          await upgrades?.close();
          await closed;
        },
      });
    });
  });
}

async function serve(
  { handler, replies, pace }: DemoServerOptions,
  limits: ServerLimits,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const target = request.url ?? '/';
  // Only the origin form; an absolute URL is for proxies, and this is none.
  if (!target.startsWith('/')) throw new Refusal('invalidArgument', 'malformed path');
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1));
  const body = await bodyOf(request, response, limits.bodyBytes);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) headers[name] = String(value);
  const asked = { method: request.method ?? 'GET', path, query, headers, body };
  const fault = path === CONTROL_PATH ? undefined : replies?.pick(asked);
  if (fault === undefined) respond(response, handler.handle(asked));
  else await deliver(response, asDelivery(fault, asked, handler), pace);
}

/** A fault made for a reply of JSON may have none to change: a request that is refused is refused as it is. */
function asDelivery(fault: ReplyFault, asked: DemoRequest, handler: DemoHandler): Delivery {
  const answers: DemoReply[] = [];
  const answer = (one: DemoRequest): DemoReply => {
    const reply = handler.handle(one);
    answers.push(reply);
    return reply;
  };
  const delivery = fault.deliver(asked, answer);
  const refused = answers.find(({ status }) => status !== 200);
  return refused === undefined ? delivery : sent(refused);
}

function respond(response: ServerResponse, reply: DemoReply): void {
  response.writeHead(reply.status, { ...reply.headers, 'content-length': reply.body.byteLength });
  response.end(reply.body);
}

function refusalReply(refusal: Refusal): DemoReply {
  const body = new TextEncoder().encode(JSON.stringify(errorReply(refusal.code, refusal.message)));
  return {
    status: refusal.status,
    headers: { 'content-type': 'application/json', connection: 'close' },
    body,
  };
}

function asRefusal(cause: unknown): Refusal {
  return cause instanceof Refusal ? cause : new Refusal('internal', 'internal error');
}

/** What one client of the demo server may use; a client that takes more is refused or cut off. */
export interface ServerLimits {
  /** Until all header fields are there, from the opening of the connection or the first byte of a later request. */
  readonly headerMs: number;
  /** Until the whole request is there, body included. */
  readonly requestMs: number;
  /** A connection without a request, after one was answered. */
  readonly idleMs: number;
  /** How often the first two are looked at. */
  readonly checkMs: number;
  readonly headerBytes: number;
  readonly bodyBytes: number;
  /** Between two pings on a stream; a client that leaves one unanswered until the next is cut off. */
  readonly pingMs: number;
  /** At a time, streams included; further ones are closed as they come. */
  readonly connections: number;
}

export const SERVER_LIMITS: ServerLimits = {
  headerMs: 10_000,
  requestMs: 30_000,
  idleMs: 30_000,
  checkMs: 5_000,
  headerBytes: 16 * 1024,
  bodyBytes: 64 * 1024,
  pingMs: 30_000,
  connections: 256,
};

/** Clients of ours send a dozen. */
const HEADER_FIELDS = 100;

/**
 * Why a request is not one of a program on this machine; undefined when it is. `hosts`: what the one Host may say.
 */
export function foreign(hosts: ReadonlySet<string>, request: IncomingMessage): string | undefined {
  const { headers, headersDistinct, rawHeaders } = request;
  if (rawHeaders.length > HEADER_FIELDS * 2) return 'too many header fields';
  // Of several, a proxy might read another one than this server does.
  if (headersDistinct['host']?.length !== 1 || !hosts.has(headers.host ?? '')) return 'unknown host';
  return Object.keys(headers).some(saysPage) ? 'browsers are not served' : undefined;
}

/** Node's own `fetch` sends a Sec-Fetch-Mode; the others come from pages only. */
function saysPage(name: string): boolean {
  return (
    name === 'origin' || name === 'referer' || (name.startsWith('sec-fetch-') && name !== 'sec-fetch-mode')
  );
}

/**
 * Reads a body of at most `most` bytes, of a client that is served, and tells it to go on if it waits for that. @throws Refusal 413 as soon as it says to be, or is, larger.
 */
export async function bodyOf(
  request: IncomingMessage,
  response: ServerResponse,
  most: number,
): Promise<Uint8Array> {
  const tooLarge = (): Refusal => new Refusal('tooLarge', 'request body too large');
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge();
  if (request.headers.expect !== undefined) response.writeContinue();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > most) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Requests that may wait behind the current one; our clients send none before the answer. */
const MOST_WAITING = 16;

/**
 * Answers the requests of a connection one at a time: the next begins when the reply before it has been handed to the
 * socket, so a client that does not read costs one reply. A connection with too many waiting requests is closed.
 */
class RequestQueue {
  readonly #waiting = new WeakMap<Socket, QueuedRequest[]>();

  /** Calls `begin` at once or after the replies before it; never when the connection ends first. */
  add(socket: Socket, response: ServerResponse, begin: () => void): void {
    if (socket.destroyed) return;
    const waiting = this.#waiting.get(socket);
    if (waiting === undefined) {
      this.#waiting.set(socket, []);
      this.#start(socket, { response, begin });
    } else if (waiting.length < MOST_WAITING) {
      waiting.push({ response, begin });
    } else {
      waiting.length = 0;
      socket.destroy();
    }
  }

  #start(socket: Socket, { response, begin }: QueuedRequest): void {
    response.once('close', () => {
      const next = socket.destroyed ? undefined : this.#waiting.get(socket)?.shift();
      if (next === undefined) this.#waiting.delete(socket);
      else this.#start(socket, next);
    });
    begin();
  }
}

interface QueuedRequest {
  readonly response: ServerResponse;
  readonly begin: () => void;
}
