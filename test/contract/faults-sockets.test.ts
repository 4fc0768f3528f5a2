import assert from 'node:assert/strict';
import { systemClock } from '../../src/base/clock.ts';
import { REPLY_FAULTS } from '../../src/demo/faults/catalogue.ts';
import type { ReplyFault } from '../../src/demo/faults/delivery.ts';
import { createFaultyTransport } from '../../src/demo/faults/transport.ts';
import { type DemoServer, startDemoServer } from '../../src/demo/server.ts';
import { createEditorTransport } from '../../src/exchange/http/editor-transport.ts';
import { createUndiciTransport } from '../../src/exchange/http/undici-transport.ts';
import { type Transport, TransportError, type TransportRequest } from '../../src/exchange/transport.ts';
import { VirtualClock } from '../support/clock.ts';
import { type HonestSide, honestSide } from '../support/faulty.ts';
import { closedPort } from './raw-server.ts';

/** The delays of the faults pass ten times as fast, and so do the client's limits, with room for a busy machine. */
const PACE = 0.1;
const DEADLINE_MS = 30_000 * PACE * 2;
const LIMITS = { connectMs: 2_000, headersMs: 3_000, bodyMs: 3_000, maxReplyBytes: 2_000_000 };
/** The same for the carrier in this process, at full length. */
const SLOW_LIMITS = { ...LIMITS, headersMs: 15_000, bodyMs: 15_000 };

/**
 * What a fetch does in its own way: it keeps a 407 to itself, decompresses as often as it is told, by more algorithms than
 * it asked for, and hands on what there is of a stream that is cut. All of that ends as a failure or as broken JSON.
 */
const OWN_MIND: Readonly<Record<string, ReadonlySet<string>>> = {
  undici: new Set(),
  fetch: new Set([
    'status-407',
    'gzip-twice',
    ...['', 'status-401-', 'status-404-', 'status-429-'].flatMap((of) => [
      `${of}unknown-encoding`,
      `${of}cut-gzip`,
    ]),
  ]),
};

for (const [name, make] of [
  ['undici', createUndiciTransport],
  ['fetch', () => createEditorTransport({ fetch: globalThis.fetch, clock: systemClock })],
] as const) {
  describe(`faults on real sockets: ${name}`, function () {
    this.timeout(30_000);
    let side: HonestSide;
    let server: DemoServer;
    let transport: Transport;
    const faults = new Map<string, ReplyFault>();

    before(async () => {
      side = honestSide();
      server = await startDemoServer({
        handler: { handle: (request) => side.handler.handle(request), requests: [] },
        // Each request says in its query which fault it wants: those of time can run side by side.
        replies: {
          pick: (request) => faults.get((request as { query?: URLSearchParams }).query?.get('fault') ?? ''),
        },
        pace: PACE,
      });
      transport = make();
      for (const fault of REPLY_FAULTS) faults.set(fault.name, fault);
    });
    after(async () => {
      transport.dispose();
      await server.close();
    });

    const real = async (fault: ReplyFault): Promise<unknown> => {
      const url = new URL(
        `/v1/markets/${side.slug}/book?fault=${fault.name}`,
        await originFor(fault, server),
      );
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(), DEADLINE_MS);
      const outcome = await ending(transport, { ...REQUEST, url, limits: LIMITS }, controller.signal);
      clearTimeout(timer);
      return outcome;
    };
    const told = async (fault: ReplyFault): Promise<unknown> => {
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

    it('those of time end as the carrier in this process says', async () => {
      const some = REPLY_FAULTS.filter(({ group }) => group === 'time');
      const outcomes = await Promise.all(some.map(async (fault) => [fault.name, await real(fault)]));
      const expected = await Promise.all(some.map(async (fault) => [fault.name, await told(fault)]));
      assert.deepEqual(outcomes, expected);
    });

    const others = REPLY_FAULTS.filter(({ group, name }) => group !== 'time' && !name.startsWith('tls-'));
    for (const fault of others) {
      if (OWN_MIND[name]?.has(fault.name) === true) {
        it(`${fault.name} ends`, async () => assert.ok((await real(fault)) !== undefined));
        continue;
      }
      it(`${fault.name} ends as the carrier in this process says`, async () => {
        assert.deepEqual(await real(fault), await told(fault));
      });
    }

    it('the connection is as good as new after all of them', async () => {
      const url = new URL(`/v1/markets/${side.slug}/book`, server.url);
      const reply = await transport.send({ ...REQUEST, url, limits: LIMITS }, new AbortController().signal);
      assert.equal(reply.status, 200);
    });
  });
}

const REQUEST: Omit<TransportRequest, 'url' | 'limits'> = { method: 'GET', headers: {}, body: undefined };

/** What no server can do once it listens. Those of TLS are in tls.test.ts. */
async function originFor({ name }: ReplyFault, server: DemoServer): Promise<string> {
  if (name === 'refused') return `http://127.0.0.1:${await closedPort()}`;
  return server.url;
}

/** How a request ended: the kind of the error, or status and bytes. */
async function ending(
  transport: Transport,
  request: TransportRequest,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    const { status, headers, body } = await transport.send(request, signal);
    return {
      status,
      type: headers['content-type'],
      body: Buffer.from(body).toString('base64').slice(0, 400),
    };
  } catch (cause) {
    if (!(cause instanceof TransportError)) throw cause;
    // Being given up at the deadline and being too late are the same to whoever waited.
    return cause.kind === 'aborted' ? 'timeout' : cause.kind;
  }
}
