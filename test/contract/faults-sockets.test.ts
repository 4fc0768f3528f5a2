import assert from 'node:assert/strict';
import { systemClock } from '../../src/base/clock.ts';
import { createEditorTransport } from '../../src/exchange/http/editor-transport.ts';
import { createUndiciTransport } from '../../src/exchange/http/undici-transport.ts';
import { type Transport, TransportError, type TransportRequest } from '../../src/exchange/transport.ts';
import { REPLY_FAULTS } from '../../tools/exchange/faults/catalogue.ts';
import type { ReplyFault } from '../../tools/exchange/faults/delivery.ts';
import { createFaultyTransport } from '../../tools/exchange/faults/faulty-transport.ts';
import { type DemoServer, startDemoServer } from '../../tools/exchange/server.ts';
import { VirtualClock } from '../support/clock.ts';
import { type HonestSide, honestSide } from '../support/faulty.ts';
import { closedPort } from './raw-server.ts';

/** The delays of the faults pass ten times as fast, and so do the client's limits, with room for a busy machine. */
const PACE = 0.1;
const DEADLINE_MS = 30_000 * PACE * 2;
const LIMITS = { connectMs: 2_000, headersMs: 3_000, bodyMs: 3_000, maxReplyBytes: 2_000_000 };
/** The same at full length, for the in-process transport on its virtual clock. */
const SLOW_LIMITS = { ...LIMITS, headersMs: 15_000, bodyMs: 15_000 };

for (const [name, make] of [
  ['undici', createUndiciTransport],
  ['fetch', () => createEditorTransport({ fetch: globalThis.fetch, clock: systemClock })],
] as const) {
  describe(`faults on real sockets: ${name}`, () => {
    let side: HonestSide;
    let server: DemoServer;
    let transport: Transport;

    before(async () => {
      side = honestSide();
      server = await startDemoServer({
        handler: side.handler,
        // Each request says in its query which fault it wants: those of time can run side by side.
        replies: {
          pick: (request) => {
            const asked = (request as { query?: URLSearchParams }).query?.get('fault');
            return REPLY_FAULTS.find((fault) => fault.name === asked);
          },
        },
        pace: PACE,
      });
      transport = make();
    });
    after(async () => {
      transport.dispose();
      await server.close();
    });

    const overSocket = async (fault: ReplyFault): Promise<Ending> => {
      const origin = fault.name === 'refused' ? `http://127.0.0.1:${await closedPort()}` : server.url;
      const url = new URL(`/v1/markets/${side.slug}/book?fault=${fault.name}`, origin);
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(), DEADLINE_MS);
      const outcome = await ending(transport, { ...REQUEST, url, limits: LIMITS }, controller.signal);
      clearTimeout(timer);
      return outcome;
    };
    const inProcess = async (fault: ReplyFault): Promise<Ending> => {
      const clock = new VirtualClock();
      const url = new URL(`https://exchange.invalid/v1/markets/${side.slug}/book?fault=${fault.name}`);
      const controller = new AbortController();
      const timer = clock.setTimeout(() => controller.abort(), 30_000);
      const carrier = createFaultyTransport({ handler: side.handler, clock, fault: () => fault });
      const outcome = await clock.run(
        ending(carrier, { ...REQUEST, url, limits: SLOW_LIMITS }, controller.signal),
      );
      timer.dispose();
      return outcome;
    };

    it('faults of time end as in the in-process transport', async () => {
      const some = REPLY_FAULTS.filter(({ group }) => group === 'time');
      const outcomes = await Promise.all(some.map(async (fault) => [fault.name, await overSocket(fault)]));
      const expected = await Promise.all(some.map(async (fault) => [fault.name, await inProcess(fault)]));
      assert.deepEqual(outcomes, expected);
    });

    // TLS is in tls.test.ts.
    const others = REPLY_FAULTS.filter((fault) => fault.group !== 'time' && !fault.name.startsWith('tls-'));
    for (const fault of others) {
      it(`${fault.name} ends as in the in-process transport`, async () => {
        assert.deepEqual(await overSocket(fault), await inProcess(fault));
      });
    }

    it('serves the next request after all of them', async () => {
      const url = new URL(`/v1/markets/${side.slug}/book`, server.url);
      const reply = await transport.send({ ...REQUEST, url, limits: LIMITS }, new AbortController().signal);
      assert.equal(reply.status, 200);
    });
  });
}

const REQUEST: Omit<TransportRequest, 'url' | 'limits'> = { method: 'GET', headers: {}, body: undefined };

/** The kind of the error, or the reply. */
type Ending =
  | string
  | { status: number; type: string | undefined; bytes: number; begins: string; isJson: boolean };

async function ending(transport: Transport, request: TransportRequest, signal: AbortSignal): Promise<Ending> {
  try {
    const { status, headers, body } = await transport.send(request, signal);
    return {
      status,
      type: headers['content-type'],
      bytes: body.byteLength,
      begins: Buffer.from(body).toString('base64').slice(0, 400),
      isJson: isJson(body),
    };
  } catch (cause) {
    if (!(cause instanceof TransportError)) throw cause;
    // Aborted at the deadline and too late are the same to the caller.
    return cause.kind === 'aborted' ? 'timeout' : cause.kind;
  }
}

function isJson(body: Uint8Array): boolean {
  try {
    JSON.parse(Buffer.from(body).toString());
    return true;
  } catch {
    return false;
  }
}
