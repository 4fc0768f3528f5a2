import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'mocha';
import { keyOf } from '../../../../src/demo/keys.ts';
import { createSigner } from '../../../../src/exchange/service/sign.ts';
import { keyFor, readOptions } from '../../../../tools/exchange/options.ts';
import { NOON } from '../../demo/support.ts';

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
    const child = run(...'--port 0 --seed 5 --markets 500 --wire current --rate-limit 0'.split(' '));
    const output = text(child.stdout as unknown as AsyncIterable<Buffer>);
    const [first] = (await once(child.stdout, 'data')) as [Buffer];
    const ready = JSON.parse(first.toString()) as Record<string, string>;
    assert.deepEqual(Object.keys(ready), ['publicUrl', 'privateUrl', 'streamUrl', 'keyId', 'secretKey']);
    const signer = createSigner('ed25519', { keyId: ready['keyId'] ?? '', secret: ready['secretKey'] ?? '' });
    const reply = await fetch(`${ready['privateUrl']}/v1/orders/open`, {
      headers: { ...signer('GET', '/v1/orders/open', Date.now()) },
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
      frames: 0,
      faults: {},
      replies: '',
      control: false,
    });
    const all =
      '--port 8080 --seed 9 --markets 100000 --wire current --only-seed --rate-limit 0 --account large ' +
      `--auth none --epoch ${NOON} --frames 2000 --faults drop,stall=5s@0.5 --control`;
    assert.deepEqual(readOptions(all.split(' ')), {
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
