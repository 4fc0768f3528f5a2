import assert from 'node:assert/strict';
import { systemClock } from '../../src/base/clock.ts';
import { createEditorTransport } from '../../src/exchange/http/editor-transport.ts';
import { createUndiciTransport } from '../../src/exchange/http/undici-transport.ts';
import { type Transport, TransportError, type TransportRequest } from '../../src/exchange/transport.ts';
import { REPLY_FAULTS } from '../../tools/exchange/faults/catalogue.ts';
import type { ReplyFault } from '../../tools/exchange/faults/delivery.ts';
import { createFaultyTransport } from '../../tools/exchange/faults/transport.ts';
import { type DemoServer, startDemoServer } from '../../tools/exchange/server.ts';
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
 * What a fetch does in its own way, and what comes of it where it is not what the carrier in this process says: it keeps a
 * 407 to itself, decompresses as often as it is told, by more algorithms than it asked for, and hands on what there is of a
 * stream that is cut. A status stands all the same, and nothing of it is read as anything but what the service said.
 */
const OWN_MIND: Readonly<Record<string, readonly string[]>> = {
  'status-407': ['reset'],
  'gzip-twice': ['200, as it was'],
  'unknown-encoding': ['reset'],
  'cut-gzip': ['200, no JSON'],
  ...Object.fromEntries(
    [401, 404, 429].flatMap((code) =>
      ['unknown-encoding', 'cut-gzip'].map((how) => [`status-${code}-${how}`, [`${code}, no JSON`]]),
    ),
  ),
};

for (const [name, make] of [
  ['undici', createUndiciTransport],
  ['fetch', () => createEditorTransport({ fetch: globalThis.fetch, clock: systemClock })],
] as const) {
  describe(`faults on real sockets: ${name}`, () => {
    let side: HonestSide;
    let server: DemoServer;
    let transport: Transport;
    const faults = new Map<string, ReplyFault>();

    before(async () => {
      side = honestSide();
      server = await startDemoServer({
        handler: side.handler,
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

    const real = async (fault: ReplyFault): Promise<Ending> => {
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
    const told = async (fault: ReplyFault): Promise<Ending> => {
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
      const own = name === 'fetch' ? OWN_MIND[fault.name] : undefined;
      if (own !== undefined) {
        it(`${fault.name} ends as the carrier in this process says, or ${own.join(' or ')}`, async () => {
          const url = new URL(`/v1/markets/${side.slug}/book`, server.url);
          const honest = await ending(
            transport,
            { ...REQUEST, url, limits: LIMITS },
            new AbortController().signal,
          );
          const ended = brief(await real(fault), honest);
          assert.ok([brief(await told(fault), honest), ...own].includes(ended), ended);
        });
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

/** The kind of the error, or what came. */
type Ending =
  | string
  | { status: number; type: string | undefined; bytes: number; begins: string; isJson: boolean };

/** An ending in a few words; `honest`: the one without a fault. */
function brief(ended: Ending, honest: Ending): string {
  if (typeof ended === 'string' || typeof honest === 'string') return String(ended);
  const isHonest = ended.bytes === honest.bytes && ended.begins === honest.begins;
  return `${ended.status}, ${isHonest ? 'as it was' : ended.isJson ? 'other JSON' : 'no JSON'}`;
}

/** How a request ended. */
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
    // Being given up at the deadline and being too late are the same to whoever waited.
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
