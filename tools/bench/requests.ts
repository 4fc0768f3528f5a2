import { createPrivateKey, sign } from 'node:crypto';
import { PolymarketUS } from 'polymarket-us';
import { Agent, request } from 'undici';
import { createUndiciTransport } from '../../src/exchange/http/undici-transport.ts';
import type { Credentials } from '../../src/exchange/profile.ts';
import { freshKey } from '../../test/support/canary.ts';
import { clientOver } from './client.ts';
import { type BenchRow, goalOf, median, type Pairing, pair, rate } from './measure.ts';
import { startServer } from './start-server.ts';

const LANES = 10;
/** Of the rate of bare undici. */
const LEAST_RATIO = 0.85;

/** Reads one order, signed; the argument makes the path unique. */
type Client = (n: number) => Promise<unknown>;

/**
 * A signed small GET, one after the other and ten at a time: this client (undici, signing, error handling, decoding to
 * core values), the official SDK from npm, and bare undici + node:crypto + JSON.parse.
 */
export async function requestBench(isTiny: boolean): Promise<readonly BenchRow[]> {
  const server = await startServer();
  try {
    const base = `http://${server.host}`;
    const credentials = freshKey();
    const ours = oursAt(base, credentials);
    const bare = bareAt(base, credentials);
    const sdk = sdkAt(base, credentials);
    const rows: BenchRow[] = [];
    for (const [name, width, count] of [
      ['serial', 1, isTiny ? 10 : 100],
      [`${LANES} in parallel`, LANES, isTiny ? 20 : 500],
    ] as const) {
      const run = (client: Client) => () => drive(client, width, count);
      const againstBare = await pair(run(ours.call), run(bare.call), isTiny ? 1 : 60, 8);
      const againstSdk = await pair(run(ours.call), run(sdk), isTiny ? 1 : 20, 4);
      const row = rowOf(`signed GET, ${name}`, 'bare undici', againstBare, count);
      rows.push({ ...row, ...goalOf(median(row.ratios ?? []), LEAST_RATIO, 'least') });
      rows.push(rowOf(`signed GET, ${name}`, 'polymarket-us', againstSdk, count));
    }
    ours.dispose();
    await bare.dispose();
    return rows;
  } finally {
    server.stop();
  }
}

async function drive(client: Client, width: number, count: number): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) await client(next++);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

function rowOf(what: string, name: string, { ours, other, ratios }: Pairing, count: number): BenchRow {
  return {
    what,
    ours: rate(count, median(ours)),
    other: `${rate(count, median(other))} ${name}`,
    // Of times; a ratio of rates is the inverse.
    ratios: ratios.map((ratio) => 1 / ratio),
  };
}

function oursAt(base: string, credentials: Credentials): { call: Client; dispose(): void } {
  const transport = createUndiciTransport();
  const exchange = clientOver(transport, base, credentials);
  return {
    call: (n) => exchange.order(`BENCH${n}`),
    dispose: () => {
      exchange.dispose();
      transport.dispose();
    },
  };
}

function bareAt(base: string, credentials: Credentials): { call: Client; dispose(): Promise<void> } {
  const agent = new Agent({ allowH2: false });
  const key = createPrivateKey({
    key: Buffer.concat([
      Buffer.from('302e020100300506032b657004220420', 'hex'),
      Buffer.from(credentials.secret, 'base64').subarray(0, 32),
    ]),
    format: 'der',
    type: 'pkcs8',
  });
  return {
    call: async (n) => {
      const path = `/v1/order/BENCH${n}`;
      const timestamp = String(Date.now());
      const signature = sign(null, Buffer.from(`${timestamp}GET${path}`), key).toString('base64');
      const reply = await request(base + path, {
        dispatcher: agent,
        headers: {
          'x-pm-access-key': credentials.keyId,
          'x-pm-timestamp': timestamp,
          'x-pm-signature': signature,
        },
      });
      return reply.body.json();
    },
    dispose: () => agent.close(),
  };
}

function sdkAt(base: string, credentials: Credentials): Client {
  const client = new PolymarketUS({
    keyId: credentials.keyId,
    secretKey: credentials.secret,
    apiBaseUrl: base,
    gatewayBaseUrl: base,
  });
  return (n) => client.orders.retrieve(`BENCH${n}`);
}
