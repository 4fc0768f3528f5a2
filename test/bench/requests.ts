import { spawn } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { PolymarketUS } from 'polymarket-us';
import { Agent, request } from 'undici';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { createUndiciTransport } from '../../src/exchange/http/undici-transport.ts';
import type { Credentials } from '../../src/exchange/profile.ts';
import { createServiceExchange } from '../../src/exchange/service/service-exchange.ts';
import { type BenchRow, pair, rate } from './support/measure.ts';

const SERIAL = 400;
const PARALLEL = 2000;
const LANES = 10;

/** Reads one order, signed; the argument makes the path unique so that no read is shared with another. */
type Client = (n: number) => Promise<unknown>;

/**
 * A signed small GET, one after the other and ten at a time: this client (undici, signing, error handling, decoding to
 * core values), the official SDK from npm, and bare undici + node:crypto + JSON.parse.
 */
export async function requestBench(): Promise<readonly BenchRow[]> {
  const server = spawn(process.execPath, [new URL('./support/order-server.ts', import.meta.url).pathname], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    const base = `http://127.0.0.1:${line.toString().trim()}`;
    const credentials = newCredentials();
    const ours = oursAt(base, credentials);
    const bare = bareAt(base, credentials);
    const sdk = sdkAt(base, credentials);
    const rows: BenchRow[] = [];
    for (const [name, width, count] of [
      ['serial', 1, SERIAL],
      [`${LANES} in parallel`, LANES, PARALLEL],
    ] as const) {
      const run = (client: Client) => () => drive(client, width, count);
      const againstBare = await pair(run(ours.call), run(bare.call), 9, 2);
      const againstSdk = await pair(run(ours.call), run(sdk), 5, 1);
      rows.push(row(`signed GET, ${name}`, 'bare undici', againstBare, count, 0.85));
      rows.push(row(`signed GET, ${name}`, 'polymarket-us', againstSdk, count));
    }
    ours.dispose();
    await bare.dispose();
    return rows;
  } finally {
    server.kill();
  }
}

export async function drive(client: Client, width: number, count: number): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) await client(next++);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

function row(
  what: string,
  name: string,
  result: Awaited<ReturnType<typeof pair>>,
  count: number,
  goal?: number,
): BenchRow {
  // Times were measured; a rate ratio is the inverse of a time ratio.
  const ratio = 1 / result.ratio;
  return {
    what,
    ours: rate(count, result.a),
    other: `${rate(count, result.b)} ${name}`,
    ratio,
    lowest: 1 / result.highest,
    highest: 1 / result.lowest,
    ...(goal === undefined ? {} : { goal: `≥ ${goal}`, met: ratio >= goal }),
  };
}

export function newCredentials(): Credentials {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const part = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64url');
  return {
    keyId: '00000000-0000-4000-8000-000000000000',
    secret: Buffer.concat([part(jwk.d), part(jwk.x)]).toString('base64'),
  };
}

export function oursAt(base: string, credentials: Credentials): { call: Client; dispose(): void } {
  const transport = createUndiciTransport();
  const exchange = createServiceExchange({
    profile: {
      id: 'custom',
      label: 'bench',
      publicUrl: base,
      privateUrl: base,
      auth: 'ed25519',
      dialect: 'current',
    },
    credentials,
    transport,
    log: silentLog,
    clock: systemClock,
    random: Math.random,
    requestsPerSecond: 0,
  });
  return {
    call: (n) => exchange.order(`BENCH${n}`),
    dispose: () => {
      exchange.dispose();
      transport.dispose();
    },
  };
}

export function bareAt(base: string, credentials: Credentials): { call: Client; dispose(): Promise<void> } {
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
