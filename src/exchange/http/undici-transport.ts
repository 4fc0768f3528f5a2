import { promisify } from 'node:util';
import { brotliDecompress, gunzip, type ZlibOptions } from 'node:zlib';
// The deep path is an internal of the exactly pinned undici: its index claims the process-wide dispatcher when loaded
// and brings four times the code. Import this file lazily, never during activation.
import Agent from 'undici/lib/dispatcher/agent.js';
import { type Transport, TransportError, type TransportReply, type TransportRequest } from '../transport.ts';
import { flatHeaders } from './reply-headers.ts';
import { bodiless, toTransportError } from './transport-errors.ts';
import { createTrust } from './trust.ts';

/** Direct connections over an agent of its own: keep-alive, HTTP/1.1, the system's certificates, capped replies. */
export function createUndiciTransport(): Transport {
  const trust = createTrust();
  const agents = new Map<string, Agent>();
  let disposed = false;

  /** undici takes the connect timeout and the size cap per agent only; in practice there is one agent per protocol. */
  const agentFor = ({ url, limits }: TransportRequest): Agent => {
    const key = `${url.protocol}${limits.connectMs}/${limits.maxReplyBytes}`;
    const known = agents.get(key);
    if (known !== undefined) return known;
    const agent = new Agent({
      allowH2: false,
      connect:
        url.protocol === 'https:'
          ? // Said in words, because the environment (NODE_TLS_REJECT_UNAUTHORIZED) could switch it off.
            { timeout: limits.connectMs, secureContext: trust(), rejectUnauthorized: true }
          : { timeout: limits.connectMs },
      keepAliveTimeout: 30_000,
      keepAliveMaxTimeout: 120_000,
      maxResponseSize: limits.maxReplyBytes,
    });
    agents.set(key, agent);
    return agent;
  };

  return {
    send: (request, signal, onHeaders) =>
      disposed
        ? Promise.reject(new TransportError('aborted', 'The connection was closed'))
        : dispatch(agentFor(request), request, signal, onHeaders),
    dispose: () => {
      disposed = true;
      for (const agent of agents.values()) void agent.destroy();
      agents.clear();
    },
  };
}

/**
 * One request through undici's dispatcher, the whole reply in memory. Its own handler instead of undici's `request`:
 * a body that is read to the end anyway needs no stream around it, which is a fifth of the cost of a small read.
 */
function dispatch(
  agent: Agent,
  request: TransportRequest,
  signal: AbortSignal,
  onHeaders?: () => void,
): Promise<TransportReply> {
  return new Promise((resolve, reject) => {
    let controller: Controller | undefined;
    /** There is a connection, and the request is about to be written to it. */
    let isSent = false;
    let status: number | undefined;
    let headers: Record<string, string> = {};
    const chunks: Uint8Array[] = [];
    const fail = (cause: unknown): void => {
      signal.removeEventListener('abort', onAbort);
      const known = bodiless(status, headers);
      if (known === undefined) reject(toTransportError(cause, signal, isSent));
      else resolve(known);
    };
    // Not handed to undici, so that a request still waiting for its connection rejects at once as well.
    const onAbort = (): void => {
      controller?.abort(signal.reason);
      fail(signal.reason);
    };
    if (signal.aborted) return fail(signal.reason);
    signal.addEventListener('abort', onAbort);
    agent.dispatch(optionsOf(request), {
      onRequestStart: (started) => {
        controller = started;
        isSent = true;
        if (signal.aborted) started.abort(signal.reason);
      },
      onResponseStart: (_, statusCode, raw) => {
        // 1xx announce the real answer.
        if (statusCode < 200) return;
        status = statusCode;
        headers = flatHeaders(raw);
        onHeaders?.();
      },
      onResponseData: (_, chunk) => {
        chunks.push(chunk);
      },
      onResponseEnd: () => {
        signal.removeEventListener('abort', onAbort);
        const reply = { status: status ?? 0, headers, body: joined(chunks) };
        const encoding = headers['content-encoding'];
        if (encoding === undefined) return resolve(reply);
        decompress(reply.body, encoding, request.limits.maxReplyBytes).then(
          (body) => resolve({ ...reply, body }),
          fail,
        );
      },
      onResponseError: (_, error) => fail(error),
    });
  });
}

function optionsOf({
  url,
  method,
  headers,
  body,
  limits,
}: TransportRequest): Parameters<Agent['dispatch']>[0] {
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: { 'accept-encoding': ACCEPT_ENCODING, ...headers },
    body: body ?? null,
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.bodyMs,
  };
}

type Controller = Parameters<Parameters<Agent['dispatch']>[1]['onRequestStart']>[0];

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}

const ACCEPT_ENCODING = 'gzip, br';

const DECODERS: Readonly<Record<string, (body: Uint8Array, limit: ZlibOptions) => Promise<Buffer>>> = {
  gzip: promisify<Uint8Array, ZlibOptions, Buffer>(gunzip),
  br: promisify<Uint8Array, ZlibOptions, Buffer>(brotliDecompress),
};

/** The body as it was before `content-encoding`. Never grows past `maxBytes`, however small the sent bytes are. */
async function decompress(body: Uint8Array, encoding: string, maxBytes: number): Promise<Uint8Array> {
  const name = encoding.trim().toLowerCase();
  // No body is one, whatever it is called: a 204, a bare 200, an error without words.
  if (body.byteLength === 0 || name === '' || name === 'identity') return body;
  const decode = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
  if (decode === undefined)
    throw new TransportError('protocol', 'The reply is compressed in a way that was not asked for');
  try {
    return await decode(body, { maxOutputLength: maxBytes });
  } catch (cause) {
    const tooLarge = cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
    throw tooLarge
      ? new TransportError('tooLarge', 'The reply is too large once decompressed', cause)
      : new TransportError('protocol', 'The reply could not be decompressed', cause);
  }
}
