// Run by tls.test.ts as a process of its own, because what Node trusts is read when it starts. Arguments: which way, and
// the addresses to ask. Prints what each ended in: status, or kind, problem and sentence of the failure.
import { systemClock } from '../../src/base/clock.ts';
import { createEditorTransport } from '../../src/exchange/http/editor-transport.ts';
import { errorOfTransport } from '../../src/exchange/http/failures.ts';
import { createUndiciTransport } from '../../src/exchange/http/undici-transport.ts';
import { HandshakeRefused } from '../../src/exchange/socket.ts';
import { failureOfHandshake } from '../../src/exchange/stream/stream-errors.ts';
import { wsOpener } from '../../src/exchange/stream/ws-socket.ts';
import { TransportError } from '../../src/exchange/transport.ts';

const LIMITS = { connectMs: 5_000, headersMs: 5_000, bodyMs: 5_000, maxReplyBytes: 1_000 };
const NEVER = new AbortController().signal;
const [way = '', ...addresses] = process.argv.slice(2);

const results = [];
for (const address of addresses) results.push(await (way === 'ws' ? opened(address) : asked(address)));
console.log(JSON.stringify(results));
process.exit();

async function asked(address: string): Promise<unknown> {
  const transport =
    way === 'undici'
      ? createUndiciTransport()
      : createEditorTransport({ fetch: globalThis.fetch, clock: systemClock });
  const url = new URL('/ok', address);
  try {
    return (await transport.send({ method: 'GET', url, headers: {}, body: undefined, limits: LIMITS }, NEVER))
      .status;
  } catch (cause) {
    if (!(cause instanceof TransportError)) throw cause;
    const { details } = errorOfTransport(cause);
    return [cause.kind, details.reason, details.mayHaveArrived];
  }
}

async function opened(address: string): Promise<unknown> {
  const url = new URL('/ok', address.replace('http', 'ws'));
  try {
    await wsOpener()({ url, headers: {}, handshakeMs: 5_000, maxFrameBytes: 1_000 }, NEVER);
    return 'open';
  } catch (cause) {
    if (cause instanceof HandshakeRefused) return cause.status;
    if (!(cause instanceof TransportError)) throw cause;
    const { details } = failureOfHandshake(cause, 'none', 0, systemClock.now()).error;
    return [cause.kind, details.reason, false];
  }
}
