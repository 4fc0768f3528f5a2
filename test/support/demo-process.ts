import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createSigner } from '../../src/exchange/service/sign.ts';

const CONTROL = '/v1/demo/control';

/** The demo exchange on loopback in a process of its own, so that it shares no event loop with who measures. */
interface DemoProcess {
  readonly url: string;
  readonly credentials: { readonly keyId: string; readonly secret: string };
  control(order: object): Promise<unknown>;
  stop(): Promise<void>;
}

/** `args`: as of `npm run exchange`; it speaks the current generation. */
export async function startDemoProcess(...args: readonly string[]): Promise<DemoProcess> {
  const script = path.resolve(import.meta.dirname, '../../tools/exchange.ts');
  const child = spawn(process.execPath, [script, '--wire', 'current', '--control', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = (await Promise.race([once(lines, 'line'), once(child, 'exit')])) as [unknown];
  if (typeof line !== 'string') throw new Error(`The demo exchange did not start (${String(line)})`);
  const { publicUrl, keyId, secretKey } = JSON.parse(line) as Readonly<Record<string, string>>;
  const credentials = { keyId: keyId ?? '', secret: secretKey ?? '' };
  const signer = createSigner('ed25519', credentials);
  return {
    url: publicUrl ?? '',
    credentials,
    async control(order) {
      const headers = { 'content-type': 'application/json', ...signer('POST', CONTROL, Date.now()) };
      const reply = await fetch(`${publicUrl}${CONTROL}`, {
        method: 'POST',
        headers: { ...headers, connection: 'close' },
        body: JSON.stringify(order),
      });
      if (!reply.ok) throw new Error(`The demo exchange answered ${reply.status}: ${await reply.text()}`);
      return reply.json();
    },
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
