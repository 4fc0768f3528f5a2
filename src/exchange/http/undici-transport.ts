// The deep path is an internal of the exactly pinned undici: its index claims the process-wide dispatcher when loaded
// and brings four times the code. Import this file lazily, never during activation.
import Agent from 'undici/lib/dispatcher/agent.js';
import { type Transport, TransportError, type TransportReply, type TransportRequest } from '../transport.ts';
import { bodiless } from './bodiless.ts';
import { toTransportError } from './classify.ts';
import { ACCEPT_ENCODING, decompress } from './decompress.ts';
import { createTrust } from './trust.ts';
import { dispatch } from './undici-dispatch.ts';

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
    name: 'undici',
    send: async (request, signal): Promise<TransportReply> => {
      if (disposed) throw new TransportError('aborted', 'The connection was closed');
      let sent = false;
      try {
        const headers = { 'accept-encoding': ACCEPT_ENCODING, ...request.headers };
        const reply = await dispatch(agentFor(request), request, headers, signal, () => {
          sent = true;
        });
        return await decompressed(reply, request.limits.maxReplyBytes);
      } catch (cause) {
        throw toTransportError(cause, signal, sent);
      }
    },
    dispose: () => {
      disposed = true;
      for (const agent of agents.values()) void agent.destroy();
      agents.clear();
    },
  };
}

async function decompressed(reply: TransportReply, maxBytes: number): Promise<TransportReply> {
  const { status, headers, body } = reply;
  const encoding = headers['content-encoding'];
  if (encoding === undefined) return reply;
  try {
    return { status, headers, body: await decompress(body, encoding, maxBytes) };
  } catch (cause) {
    const known = bodiless(status, headers);
    if (known === undefined) throw cause;
    return known;
  }
}
