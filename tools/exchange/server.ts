import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { DemoHandler, DemoReply, DemoRequest } from '../../src/demo/api.ts';
import { Refusal } from '../../src/demo/handler/refusal.ts';
import type { DemoStreams } from '../../src/demo/stream/api.ts';
import { errorReply } from '../../src/demo/wire/encode.ts';
import { CONTROL_PATH } from './control.ts';
import { deliver } from './faults/deliver.ts';
import { type Delivery, type ReplyFault, sent } from './faults/delivery.ts';
import type { ReplyFaults } from './faults/reply-faults.ts';
import { bodyOf, foreign, SERVER_LIMITS, type ServerLimits } from './guard.ts';
import { RequestQueue } from './request-queue.ts';
import { refuseUpgrade, StreamUpgrades } from './upgrade.ts';

export interface DemoServerOptions {
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
