import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { DemoHandler, DemoReply, DemoRequest } from '../../src/demo/api.ts';
import { Refusal } from '../../src/demo/handler/refusal.ts';
import type { DemoStreams } from '../../src/demo/stream/api.ts';
import { errorReply } from '../../src/demo/wire/encode-values.ts';
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
  /** How long a client may take, where it is to be other than usual. */
  readonly limits?: Partial<typeof TIME_LIMITS>;
}

export interface DemoServer {
  readonly port: number;
  /** `http://127.0.0.1:<port>`, for public and private requests alike. */
  readonly url: string;
  readonly streamUrl: string;
  close(): Promise<void>;
}

/**
 * Serves the demo exchange on 127.0.0.1 and nowhere else. A page in a browser cannot use it: the Host must be exactly
 * the one listened on, and a request or upgrade that says it comes from a page (Origin, Sec-Fetch-…) is refused. Rejects with
 * the system's error when the port cannot be had.
 */
export function startDemoServer(options: DemoServerOptions): Promise<DemoServer> {
  const { streams, port = 0 } = options;
  const limits = { ...TIME_LIMITS, ...options.limits };
  const server = createServer({
    headersTimeout: limits.headerMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: limits.checkMs,
    maxHeaderSize: HEADER_BYTES,
  });
  server.maxConnections = CONNECTIONS;
  // Node drops what is above its limit without a word, and an Origin may be among it.
  server.maxHeadersCount = 0;
  server.setTimeout(limits.requestMs + limits.idleMs);
  const hosts = new Set<string>();
  server.on('request', (request, response) => {
    serve(options, hosts, request, response).catch((cause: unknown) => {
      if (!response.headersSent) respond(response, refusalReply(cause));
      // The rest of a body that was refused is not worth reading.
      if (!request.complete) request.destroy();
    });
  });
  const upgrades = streams && new StreamUpgrades(streams);
  server.on('upgrade', (request, socket: Duplex, head: Buffer) => {
    const reason = foreign(hosts, request);
    if (reason !== undefined) refuseUpgrade(socket, new Refusal('permissionDenied', reason));
    else if (upgrades === undefined) refuseUpgrade(socket, new Refusal('notFound', 'Not Found'));
    else upgrades.upgrade(request, socket, head);
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
  hosts: ReadonlySet<string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reason = foreign(hosts, request);
  if (reason !== undefined) throw new Refusal('permissionDenied', reason);
  const target = request.url ?? '/';
  // Only the origin form; an absolute URL is for proxies, and this is none.
  if (!target.startsWith('/')) throw new Refusal('invalidArgument', 'malformed path');
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1));
  const body = await bodyOf(request);
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

function refusalReply(cause: unknown): DemoReply {
  const { status, code, message } =
    cause instanceof Refusal ? cause : new Refusal('internal', 'internal error');
  return {
    status,
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: new TextEncoder().encode(JSON.stringify(errorReply(code, message))),
  };
}

/** Milliseconds a client may take before it is refused or cut off. */
const TIME_LIMITS = {
  /** Until all header fields are there, from the opening of the connection or the first byte of a later request. */
  headerMs: 10_000,
  /** Until the whole request is there, body included. */
  requestMs: 30_000,
  /** A connection without a request, after one was answered. */
  idleMs: 30_000,
  /** How often the first two are looked at. */
  checkMs: 5_000,
};
const HEADER_BYTES = 16 * 1024;
const BODY_BYTES = 64 * 1024;
/** At a time, streams included; further ones are closed as they come. */
const CONNECTIONS = 256;

/** Why a request is not one of a program on this machine; undefined when it is. `hosts`: what the one Host may say. */
function foreign(hosts: ReadonlySet<string>, { headers, headersDistinct }: IncomingMessage) {
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

/** @throws Refusal 413 as soon as it says to be, or is, larger than allowed. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const tooLarge = (): Refusal => new Refusal('tooLarge', 'request body too large');
  if (Number(request.headers['content-length'] ?? 0) > BODY_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
