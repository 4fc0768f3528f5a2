import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'mocha';
import { createDemoHandler } from '../../../../src/demo/handler/handler.ts';
import { keyOf } from '../../../../src/demo/keys.ts';
import { createSigner } from '../../../../src/exchange/service/sign.ts';
import { keyFor, readOptions } from '../../../../tools/exchange/options.ts';
import { type DemoServer, startDemoServer } from '../../../../tools/exchange/server.ts';
import { KEY, NOON, worldAt } from '../../demo/support.ts';

interface Options {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

describe('demo server', () => {
  let server: DemoServer;
  const world = worldAt();
  const handler = createDemoHandler({
    world: () => world,
    clock: { now: () => NOON },
    dialect: 'seed',
    keys: [KEY],
    rateLimit: 0,
  });
  before(async () => {
    server = await startDemoServer({ handler });
  });
  after(() => server.close());

  const ask = async (options: Options = {}) => {
    const { body = '', path: target = '/v1/markets?limit=1', ...rest } = options;
    const sent = request({ host: '127.0.0.1', port: server.port, path: target, agent: false, ...rest });
    sent.end(body);
    const [reply] = await once(sent, 'response');
    return {
      status: reply.statusCode as number,
      headers: reply.headers as Record<string, string>,
      body: await text(reply),
    };
  };

  it('serves on 127.0.0.1 only, without a word for browsers', async () => {
    const reply = await ask();
    assert.equal(reply.status, 200);
    assert.equal(JSON.parse(reply.body).markets.length, 1);
    assert.ok(Object.keys(reply.headers).every((name) => !name.startsWith('access-control')));
    assert.equal(server.url, `http://127.0.0.1:${server.port}`);
  });

  it('refuses another Host, any Origin and any Sec-Fetch-Site', async () => {
    for (const headers of [
      { host: 'evil.example' },
      { host: '127.0.0.1' },
      { host: `evil.example:${server.port}` },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-dest': 'empty' },
    ]) {
      const reply = await ask({ headers: headers as unknown as Record<string, string> });
      assert.equal(reply.status, 403, JSON.stringify(headers));
      assert.equal(JSON.parse(reply.body).code, 7);
    }
    assert.equal((await ask({ headers: { host: `localhost:${server.port}` } })).status, 200);
  });

  it('does the same for an upgrade, which without streams has nowhere to go', async () => {
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
    assert.equal((await ask({ path: '/v1/ws/markets', headers: upgrade })).status, 404);
    assert.equal(
      (await ask({ path: '/v1/ws/markets', headers: { ...upgrade, origin: 'https://evil.example' } })).status,
      403,
    );
  });

  it('checks signatures as in process, and serves no files', async () => {
    const signer = createSigner('ed25519', { keyId: KEY.keyId, secret: KEY.secretKey });
    assert.equal((await ask({ path: '/v1/orders/open' })).status, 401);
    assert.equal(
      (await ask({ path: '/v1/orders/open', headers: { ...signer.headers('GET', '/v1/orders/open', NOON) } }))
        .status,
      200,
    );
    for (const target of [
      '/',
      '/package.json',
      '/../package.json',
      '//etc/passwd',
      '/v1/%2e%2e/package.json',
    ]) {
      assert.equal((await ask({ path: target })).status, 404, target);
    }
    assert.equal((await ask({ path: 'http://evil.example/v1/markets' })).status, 400);
  });

  it('takes no body of more than 64 KB', async () => {
    const body = 'x'.repeat(70_000);
    const reply = await ask({
      path: '/v1/orders/open/cancel',
      method: 'POST',
      headers: { 'content-length': String(body.length) },
      body,
    });
    assert.equal(reply.status, 413);
  });

  it('outlives what is not HTTP', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.end('\u0000\u0001 nonsense\r\n\r\n');
    await once(socket.resume(), 'close');
    assert.equal((await ask()).status, 200);
  });
});

/** The options of a command line that does not ask for help. */
function readCommandLine(args: readonly string[]) {
  const options = readOptions(args);
  return options === 'help' ? assert.fail('help') : options;
}

describe('npm run exchange', () => {
  const cli = path.resolve(import.meta.dirname, '../../../../tools/exchange.ts');
  const run = (
    ...args: string[]
  ): ChildProcess & { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream } => {
    const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    return child;
  };

  it('prints one line of JSON when it is ready, serves, and ends on SIGTERM with 0', async () => {
    const child = run(
      '--port',
      '0',
      '--seed',
      '5',
      '--markets',
      '500',
      '--wire',
      'current',
      '--rate-limit',
      '0',
    );
    const output = text(child.stdout as unknown as AsyncIterable<Buffer>);
    const [first] = (await once(child.stdout, 'data')) as [Buffer];
    const ready = JSON.parse(first.toString()) as Record<string, string>;
    assert.deepEqual(Object.keys(ready), ['publicUrl', 'privateUrl', 'streamUrl', 'keyId', 'secretKey']);
    const signer = createSigner('ed25519', { keyId: ready['keyId'] ?? '', secret: ready['secretKey'] ?? '' });
    const reply = await fetch(`${ready['privateUrl']}/v1/orders/open`, {
      headers: { ...signer.headers('GET', '/v1/orders/open', Date.now()) },
    });
    assert.equal(reply.status, 200);
    const { orders } = (await reply.json()) as { orders: { marketSlug: string }[] };
    assert.ok(orders.length >= 12 && orders.every(({ marketSlug }) => marketSlug));
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    assert.equal(code, 0);
    assert.equal((await output).trim().split('\n').length, 1);
  });

  it('signs with the key of the given seed, otherwise with a random one', () => {
    assert.equal(keyFor(readCommandLine(['--seed', '1'])).secretKey, keyOf(1).secretKey);
    const [one, other] = [keyFor(readCommandLine([])), keyFor(readCommandLine([]))];
    assert.equal(new Set([keyOf(1).secretKey, one.secretKey, other.secretKey]).size, 3);
  });

  it('says what is wrong with an option and ends with 2', async () => {
    const child = run('--markets', 'many');
    const errors = text(child.stderr as unknown as AsyncIterable<Buffer>);
    const [code] = await once(child, 'exit');
    assert.equal(code, 2);
    assert.match(await errors, /--markets/);
  });

  it('reads every option, and refuses what it does not know', () => {
    assert.deepEqual(readOptions([]), {
      port: 0,
      seed: 1,
      isSeedGiven: false,
      markets: 600,
      wire: 'seed',
      onlySeed: false,
      rateLimit: 20,
      account: 'normal',
      auth: 'ed25519',
      epochMs: undefined,
      speed: 1,
      frames: 0,
      faults: {},
      replies: '',
      control: false,
    });
    const all = [
      '--port',
      '8080',
      '--seed',
      '9',
      '--markets',
      '100000',
      '--wire',
      'current',
      '--only-seed',
      '--rate-limit',
      '0',
      '--account',
      'large',
      '--auth',
      'none',
      '--epoch',
      String(NOON),
      '--speed',
      '1000',
      '--frames',
      '2000',
      '--faults',
      'drop,stall=5s@0.5',
      '--control',
    ];
    assert.deepEqual(readOptions(all), {
      port: 8080,
      seed: 9,
      isSeedGiven: true,
      markets: 100_000,
      wire: 'current',
      onlySeed: true,
      rateLimit: 0,
      account: 'large',
      auth: 'none',
      epochMs: NOON,
      speed: 1000,
      frames: 2000,
      faults: { drop: 0.01, stall: { rate: 0.5, ms: 5000 } },
      replies: '',
      control: true,
    });
    assert.equal(readOptions(['--help']), 'help');
    for (const wrong of [
      ['--port', '70000'],
      ['--port', '-1'],
      ['--seed', '1.5'],
      ['--wire', 'old'],
      ['--account', 'huge'],
      ['--auth', 'magic'],
      ['--speed', '0'],
      ['--speed', '1001'],
      ['--frames', '-1'],
      ['--faults', 'earthquake'],
      ['--colour'],
      ['extra'],
      ['--port'],
    ]) {
      assert.throws(() => readOptions(wrong), RangeError, wrong.join(' '));
    }
  });
});
